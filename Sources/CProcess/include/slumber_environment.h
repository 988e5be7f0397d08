#ifndef SLUMBER_ENVIRONMENT_H
#define SLUMBER_ENVIRONMENT_H

/// Returns the environment of this process, which ends with a null pointer and belongs to the system. It is to be read
/// while no thread changes it.
char *const *slumber_environment(void);

#endif
