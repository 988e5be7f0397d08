// For sched_getaffinity.
#define _GNU_SOURCE

#include "slumber_affinity.h"

#ifdef __linux__
#include <errno.h>
#include <sched.h>
#include <stddef.h>

int slumber_affinity_count(void) {
  // The kernel refuses masks that are smaller than its own.
  for (int processors = CPU_SETSIZE; processors <= 1 << 20; processors *= 2) {
    cpu_set_t *mask = CPU_ALLOC(processors);
    if (mask == NULL) return 0;
    size_t size = CPU_ALLOC_SIZE(processors);
    int count = sched_getaffinity(0, size, mask) == 0 ? CPU_COUNT_S(size, mask) : 0;
    int error = errno;
    CPU_FREE(mask);
    if (count > 0) return count;
    if (error != EINVAL) return 0;
  }
  return 0;
}
#else
int slumber_affinity_count(void) { return 0; }
#endif
