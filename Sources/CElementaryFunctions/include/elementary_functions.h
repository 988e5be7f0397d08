#ifndef SLUMBER_ELEMENTARY_FUNCTIONS_H
#define SLUMBER_ELEMENTARY_FUNCTIONS_H
#include <math.h>

/* The functions of the C library under names of their own, so that no Swift file imports a platform for them. */
static inline double slumber_exp(double x) { return exp(x); }
static inline double slumber_expm1(double x) { return expm1(x); }
static inline double slumber_log(double x) { return log(x); }
static inline double slumber_log1p(double x) { return log1p(x); }
static inline double slumber_pow(double x, double y) { return pow(x, y); }
static inline double slumber_sin(double x) { return sin(x); }
static inline double slumber_cos(double x) { return cos(x); }
static inline double slumber_acos(double x) { return acos(x); }
static inline double slumber_atan2(double y, double x) { return atan2(y, x); }
static inline double slumber_sinh(double x) { return sinh(x); }
static inline double slumber_cosh(double x) { return cosh(x); }
static inline double slumber_gamma(double x) { return tgamma(x); }
/* Where `sqrt` sets errno, what uses it has to be ready for a call; this is the processor's instruction alone. */
static inline double slumber_sqrt(double x) { return __builtin_elementwise_sqrt(x); }
/* For numbers that are known to fit: nothing is checked. */
static inline long long slumber_whole(double x) { return (long long)x; }
#endif
