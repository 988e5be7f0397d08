/* Counts the allocations of the program that links it (malloc, calloc, realloc and the aligned forms), and its instructions. */
#ifndef SLUMBER_ALLOCATION_COUNTER_H
#define SLUMBER_ALLOCATION_COUNTER_H

#include <stdint.h>

/* Allocations of the calling thread so far; -1 where they cannot be counted. */
int64_t allocation_count(void);

/* Instructions that the calling thread has executed outside the kernel; -1 where the machine does not count them. */
int64_t instruction_count(void);

#endif
