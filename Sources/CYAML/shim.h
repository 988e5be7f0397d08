#ifndef SLUMBER_CYAML_SHIM_H
#define SLUMBER_CYAML_SHIM_H
#include <yaml.h>
#endif
