#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "allocation_counter.h"

#if defined(__linux__)
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int64_t instruction_count(void) {
  static __thread int counter = -2;
  if (counter == -2) {
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.size = sizeof attributes;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    counter = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  }
  uint64_t count;
  if (counter < 0 || read(counter, &count, sizeof count) != sizeof count) return -1;
  return (int64_t)count;
}
#else
int64_t instruction_count(void) { return -1; }
#endif
