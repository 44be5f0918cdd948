/* The kernels for SSE2. */
#define VOL_ISA sse2
#define VOL_LANES_SSE2
#include "kernels/kernels.h"
