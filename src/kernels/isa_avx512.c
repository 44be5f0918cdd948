/* The kernels for AVX-512. */
#define VOL_ISA avx512
#define VOL_LANES_AVX512
#include "kernels/kernels.h"
