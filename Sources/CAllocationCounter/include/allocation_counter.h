/* Counts the allocations of the program that links it: malloc, calloc, realloc and the aligned forms. */
#ifndef SLUMBER_ALLOCATION_COUNTER_H
#define SLUMBER_ALLOCATION_COUNTER_H

#include <stdint.h>

/* Allocations of the calling thread so far; -1 where they cannot be counted. */
int64_t allocation_count(void);

#endif
