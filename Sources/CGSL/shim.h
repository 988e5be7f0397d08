#ifndef SLUMBER_CGSL_SHIM_H
#define SLUMBER_CGSL_SHIM_H
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <gsl/gsl_version.h>

/* Swift 6 rejects C globals as shared mutable state, so they are reached through functions. */
static inline const gsl_rng_type *slumber_gsl_rng_mt19937(void) { return gsl_rng_mt19937; }
static inline const gsl_qrng_type *slumber_gsl_qrng_sobol(void) { return gsl_qrng_sobol; }
static inline const gsl_multifit_nlinear_type *slumber_gsl_nlinear_trust(void) { return gsl_multifit_nlinear_trust; }
static inline const char *slumber_gsl_version(void) { return GSL_VERSION; }
#endif
