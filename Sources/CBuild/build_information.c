#include "build_information.h"

#ifndef SLUMBER_COMMIT
#define SLUMBER_COMMIT "unknown"
#endif

const char *slumber_build_commit(void) { return SLUMBER_COMMIT; }
