/* The kernels for NEON. */
#define VOL_ISA neon
#define VOL_LANES_NEON
#include "kernels/kernels.h"
