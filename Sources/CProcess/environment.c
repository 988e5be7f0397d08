#include "slumber_environment.h"

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

char *const *slumber_environment(void) { return environ; }
