#ifndef SLUMBER_AFFINITY_H
#define SLUMBER_AFFINITY_H

/// Returns the number of processors on which the system may run this process; 0 where it does not say.
int slumber_affinity_count(void);

#endif
