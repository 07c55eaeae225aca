#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>

/// True if allocations can be counted in this build: with glibc, and without a sanitizer.
bool allocation_counter_is_available(void);

/// The number of allocations that the calling thread has made so far.
unsigned long allocation_count(void);

#endif
