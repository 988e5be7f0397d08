#include "allocator.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void allocator_return_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
  // Above this size each array would be pages of its own, which the system clears at every use.
  mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
  mallopt(M_TOP_PAD, 256 * 1024);
#endif
}
