/* Where a thread's processor time goes: samples of its stack, and the instructions that it executes. */
#ifndef SLUMBER_PROCESSOR_SAMPLER_H
#define SLUMBER_PROCESSOR_SAMPLER_H

#include <stdint.h>

/* Begins to take the stack of the calling thread, at most so many times, each so many microseconds. Samples taken before
   are forgotten. Returns whether stacks can be taken on this platform. */
int sampler_start(long microseconds, int most);

/* How many samples there are. */
int sampler_count(void);

/* Takes no more samples. */
void sampler_stop(void);

/* The symbol of the function at a depth of a sample's stack, 0 for the innermost; the empty string for a function of a
   library, NULL past the last. Valid until the next start. */
const char *sampler_symbol(int sample, int depth);

/* Instructions that the calling thread has executed outside the kernel; -1 where the machine does not count them. */
int64_t instruction_count(void);

#endif
