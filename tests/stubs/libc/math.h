/* As C has it. */
#ifndef STUB_MATH_H
#define STUB_MATH_H
#define INFINITY ((float)(1e300 * 1e300))
#define NAN ((float)(INFINITY * 0.0F))
#define HUGE_VAL (1e300 * 1e300)
#define isnan(x) ((x) != (x))
#define isinf(x) ((x) == INFINITY || (x) == -INFINITY)
#define isfinite(x) ((x) - (x) == 0)
double sqrt(double), floor(double), ceil(double), fabs(double), copysign(double, double), ldexp(double, int);
double sin(double), cos(double), tan(double), atan2(double, double), exp(double), log(double), pow(double, double);
double fmin(double, double), fmax(double, double), fmod(double, double), nextafter(double, double), round(double);
double acos(double), cbrt(double), hypot(double, double), log2(double), trunc(double), frexp(double, int *);
float sqrtf(float), floorf(float), fabsf(float), copysignf(float, float), nextafterf(float, float);
#endif
