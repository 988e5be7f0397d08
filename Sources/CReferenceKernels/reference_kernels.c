#include "reference_kernels.h"
