#ifndef SLUMBER_ALLOCATOR_H
#define SLUMBER_ALLOCATOR_H

/// Makes the allocator give memory back to the system as soon as 1 MiB at its end is free, and no sooner: pages that go
/// and come back with each device are cleared each time. Allocators that cannot be told so are left as they are.
void allocator_return_freed_memory(void);

#endif
