/// The number of blocks that the program has asked the C library for.
long allocations(void);
