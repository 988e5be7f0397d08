/* A sequential Philox4x32-10 stream as a GSL generator, giving the same numbers as the product's streams. */
#ifndef SLUMBER_PHILOX_H
#define SLUMBER_PHILOX_H

#include "reference_kernels.h"
#include <gsl/gsl_rng.h>

/* A generator to be freed with gsl_rng_free. */
gsl_rng *reference_philox(reference_stream_start start);

#endif
