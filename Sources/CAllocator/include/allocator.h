#ifndef SLUMBER_ALLOCATOR_H
#define SLUMBER_ALLOCATOR_H

/// Makes the allocator give memory back to the system as soon as 64 KiB at its end are free. Allocators that cannot be
/// told so are left as they are.
void allocator_return_freed_memory(void);

#endif
