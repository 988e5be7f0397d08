#ifndef SLUMBER_BUILD_INFORMATION_H
#define SLUMBER_BUILD_INFORMATION_H
/* The commit that was built; "unknown" outside a checkout. */
const char *slumber_build_commit(void);
#endif
