#ifndef STUB_INTRIN_H
#define STUB_INTRIN_H
#include <immintrin.h>
void __cpuid(int[4], int), __cpuidex(int[4], int, int);
#endif
