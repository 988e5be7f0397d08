#define _GNU_SOURCE
#include "appruntime.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Definitions of the executable win over those of shared libraries: every function here that is not static and is no
// `art_` stands in front of the system's. Outside of `art_enter` each calls the original.
#define REAL(name, type) ((type)dlsym(RTLD_NEXT, name))

extern _Thread_local int art_inside;
extern int64_t art_unix_now, art_uptime_now;
extern AppRuntimeCallbacks art_callbacks;
extern unsigned long art_lines;

/// The task that runs; what sets a timer by a function, and not by a block, is its sleep.
void *art_sleeper(void);

extern void *_Block_copy(const void *);
extern void _Block_release(const void *);

static inline int64_t nanoseconds(const struct timespec *t) { return t->tv_sec * 1000000000LL + t->tv_nsec; }
