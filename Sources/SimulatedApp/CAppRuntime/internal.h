#define _GNU_SOURCE
#include "appruntime.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Definitions of the executable win over those of shared libraries: every function here that is not static and is no
// `art_` stands in front of the system's, also before the app begins.
#define ORIGINAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

extern int art_inside;
extern int64_t art_unix_now, art_uptime_now;
extern unsigned long art_lines;

/// The task that runs; what sets a timer by a function, and not by a block, is its sleep.
void *art_sleeper(void);
/// A block for a dispatch queue, otherwise like `art_enqueue`.
void art_enqueue_block(void (^body)(void), int64_t after, void *queue, void *sleeper);
/// Nanoseconds until a dispatch time, of the uptime or of the wall; -1 for never.
int64_t art_until(uint64_t when);

typedef void (^block)(void);
extern void *_Block_copy(const void *);
extern void _Block_release(const void *);

static inline int64_t nanoseconds(const struct timespec *t) { return t->tv_sec * 1000000000LL + t->tv_nsec; }
