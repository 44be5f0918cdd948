/* The kernels one boid at a time. */
#define VOL_ISA scalar
#define VOL_LANES_SCALAR
#include "kernels/kernels.h"
