#include "elementary_functions.h"
