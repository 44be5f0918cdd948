/* The kernels over three emulated lanes. */
#define VOL_ISA emulated3
#define VOL_LANES_EMULATED
#define VOL_WIDTH 3
#include "kernels/kernels.h"
