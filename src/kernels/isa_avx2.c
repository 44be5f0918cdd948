/* The kernels for AVX2. */
#define VOL_ISA avx2
#define VOL_LANES_AVX2
#include "kernels/kernels.h"
