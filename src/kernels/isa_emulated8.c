/* The kernels over eight emulated lanes. */
#define VOL_ISA emulated8
#define VOL_LANES_EMULATED
#define VOL_WIDTH 8
#include "kernels/kernels.h"
