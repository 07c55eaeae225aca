#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>

/// Whether allocations can be counted in this build: with glibc, and without a sanitizer.
bool allocation_counter_is_available(void);

/// How many allocations the calling thread has made so far.
unsigned long allocation_count(void);

#endif
