/* Exact maths: sin, cos, atan2, exp, log and pow from the lanes' operations alone, so that they give the same bits on
 * every machine, where the C library's differ. "Exact" means reproducible; the accuracy, about one unit in the last
 * place, is in docs/exact-maths.md.
 *
 * Each function brings its argument into a small range, evaluates one polynomial there, and puts the rest back. The
 * polynomials are minimax fits, found by exchange. A NaN result is always the same NaN.
 */
#ifndef VOLERY_LANES_MATHS_H
#define VOLERY_LANES_MATHS_H

#include "lanes/lanes.h"
#include "lanes/pair.h"

/* Horner's step: p * z + c. */
VOL_INLINE vreal v_term(vreal p, vreal z, real c) {
    return v_add(v_mul(p, z), v_set(c));
}

/* ln 2 in two parts; the first is short enough for an exact product with any exponent. */
#if VOL_DOUBLE
#define VOL_LN2_HI REAL(0x1.62e42fefa38p-1)
#define VOL_LN2_LO REAL(0x1.ef35793c7673p-45)
#else
#define VOL_LN2_HI REAL(0x1.62e4p-1)
#define VOL_LN2_LO REAL(0x1.7f7d1cp-20)
#endif

/* ---- sin, cos ---- */

/* pi / 2 in five parts of 26 (11) bits: products with up to 2^27 (2^13) quarter turns are exact, and so are the first
 * two subtractions. VOL_TURN_FAR keeps the products finite; there the result means nothing anyway. */
#if VOL_DOUBLE
#define VOL_QUARTER_1 REAL(0x1.921fb58p+0)
#define VOL_QUARTER_2 REAL(-0x1.dde974p-27)
#define VOL_QUARTER_3 REAL(0x1.1a6264p-54)
#define VOL_QUARTER_4 REAL(-0x1.9d747fp-79)
#define VOL_QUARTER_5 REAL(-0x1.1f1976b7ed8fcp-106)
#define VOL_TURN_FAR REAL(0x1p1000)
#define VOL_SIN_TINY REAL(0x1p-27)
#else
#define VOL_QUARTER_1 REAL(0x1.92p+0)
#define VOL_QUARTER_2 REAL(0x1.fb8p-12)
#define VOL_QUARTER_3 REAL(-0x1.5ep-23)
#define VOL_QUARTER_4 REAL(0x1.0b8p-34)
#define VOL_QUARTER_5 REAL(-0x1.cf72cep-45)
#define VOL_TURN_FAR REAL(0x1p100)
#define VOL_SIN_TINY REAL(0x1p-12)
#endif
#define VOL_TWO_OVER_PI REAL(0.63661977236758138)

/* (sin r / r - 1) / r^2 of z = r^2. */
VOL_INLINE vreal v_sin_polynomial(vreal z) {
#if VOL_DOUBLE
    vreal p = v_set(REAL(1.589678562596941e-10));
    p = v_term(p, z, REAL(-2.5050757947822267e-08));
    p = v_term(p, z, REAL(2.7557313690887046e-06));
    p = v_term(p, z, REAL(-0.00019841269829804959));
    p = v_term(p, z, REAL(0.0083333333333224097));
    return v_term(p, z, REAL(-0.16666666666666632));
#else
    vreal p = v_set(REAL(2.71830186e-06));
    p = v_term(p, z, REAL(-0.000198393333));
    p = v_term(p, z, REAL(0.00833332911));
    return v_term(p, z, REAL(-0.166666672));
#endif
}

/* (cos r - 1 + r^2 / 2) / r^4 of z = r^2. */
VOL_INLINE vreal v_cos_polynomial(vreal z) {
#if VOL_DOUBLE
    vreal p = v_set(REAL(-1.1358507675447416e-11));
    p = v_term(p, z, REAL(2.0875700298299226e-09));
    p = v_term(p, z, REAL(-2.7557314175399531e-07));
    p = v_term(p, z, REAL(2.4801587288838582e-05));
    p = v_term(p, z, REAL(-0.0013888888888873036));
    return v_term(p, z, REAL(0.041666666666666595));
#else
    vreal p = v_set(REAL(2.44330604e-05));
    p = v_term(p, z, REAL(-0.00138873153));
    return v_term(p, z, REAL(0.0416666456));
#endif
}

/* x less n quarter turns, as a pair. Far out, where the parts no longer reach and the rest is no angle below a quarter
 * turn, it is brought to one: the results must stay within -1 and 1. */
VOL_INLINE vpair v_less_quarters(vreal x, vreal n) {
    vreal near = v_sub(v_sub(x, v_mul(n, v_set(VOL_QUARTER_1))), v_mul(n, v_set(VOL_QUARTER_2)));
    vpair a = pair_sum(near, v_neg(v_mul(n, v_set(VOL_QUARTER_3))));
    vpair b = pair_sum(a.hi, v_neg(v_mul(n, v_set(VOL_QUARTER_4))));
    vreal rest = v_sub(v_add(a.lo, b.lo), v_mul(n, v_set(VOL_QUARTER_5)));
    vpair r = pair_sum_ordered(b.hi, rest);
    vreal most = v_set(REAL(0.8));
    r.lo = v_only(v_le(v_abs(r.hi), most), r.lo);
    r.hi = v_max(v_min(r.hi, most), v_neg(most));
    return r;
}

/* Both at once, for little more than one: of numbers up to VOL_TURN_FAR. */
VOL_INLINE void v_sincos_near(vreal x, vreal *sine, vreal *cosine) {
    vreal one = v_set(REAL(1));
    vreal n = v_floor(v_term(x, v_set(VOL_TWO_OVER_PI), REAL(0.5)));
    vpair r = v_less_quarters(x, n);

    vreal z = v_mul(r.hi, r.hi);
    vreal halved = v_mul(z, v_set(REAL(0.5)));
    vreal above = v_sub(one, halved);
    vreal s = v_mul(v_mul(r.hi, z), v_sin_polynomial(z));
    s = v_add(r.hi, v_add(s, v_mul(r.lo, above)));
    vreal c = v_sub(v_mul(v_mul(z, z), v_cos_polynomial(z)), v_mul(r.hi, r.lo));
    c = v_add(above, v_add(v_sub(v_sub(one, above), halved), c));

    vreal quarter = v_sub(n, v_mul(v_set(REAL(4)), v_floor(v_mul(n, v_set(REAL(0.25))))));
    vmask first = v_eq(quarter, one);
    vmask swap = m_or(first, v_eq(quarter, v_set(REAL(3))));
    vreal sin_part = v_if(swap, c, s);
    vreal cos_part = v_if(swap, s, c);
    sin_part = v_if(v_le(v_set(REAL(2)), quarter), v_neg(sin_part), sin_part);
    *cosine = v_if(m_or(first, v_eq(quarter, v_set(REAL(2)))), v_neg(cos_part), cos_part);

    /* Where sin x rounds to x, x itself keeps the sign of zero. */
    *sine = v_if(v_lt(v_abs(x), v_set(VOL_SIN_TINY)), x, sin_part);
}

/* Of all numbers. */
VOL_OUTLINE void v_sincos(vreal x, vreal *sine, vreal *cosine) {
    const vreal far = v_set(VOL_TURN_FAR);
    const vmask finite = v_lt(v_abs(x), v_set(VOL_INFINITY));
    v_sincos_near(v_max(v_min(x, far), v_neg(far)), sine, cosine);
    *sine = v_if(finite, *sine, v_set(VOL_NAN));
    *cosine = v_if(finite, *cosine, v_set(VOL_NAN));
}

VOL_INLINE vreal v_sin(vreal x) {
    vreal s, c;
    v_sincos(x, &s, &c);
    return s;
}

VOL_INLINE vreal v_cos(vreal x) {
    vreal s, c;
    v_sincos(x, &s, &c);
    return c;
}

/* ---- atan2 ---- */

/* pi / 4 in two parts; three times the first is exact. Beyond VOL_ATAN_LARGE or below VOL_ATAN_SMALL both arguments are
 * scaled by a power of two, which leaves the quotient as it is, so that its error can be computed. */
#if VOL_DOUBLE
#define VOL_EIGHTH_HI REAL(0x1.921fb54442d18p-1)
#define VOL_EIGHTH_LO REAL(0x1.1a62633145c07p-55)
#define VOL_ATAN_LARGE REAL(0x1p900)
#define VOL_ATAN_SMALL REAL(0x1p-600)
#define VOL_ATAN_DOWN REAL(0x1p-200)
#define VOL_ATAN_UP REAL(0x1p400)
#define VOL_ATAN_TINY REAL(0x1p-30)
#else
#define VOL_EIGHTH_HI REAL(0x1.921fbp-1)
#define VOL_EIGHTH_LO REAL(0x1.5110b4p-23)
#define VOL_ATAN_LARGE REAL(0x1p100)
#define VOL_ATAN_SMALL REAL(0x1p-40)
#define VOL_ATAN_DOWN REAL(0x1p-40)
#define VOL_ATAN_UP REAL(0x1p100)
#define VOL_ATAN_TINY REAL(0x1p-14)
#endif

/* (atan u / u - 1) / u^2 of z = u^2, for u up to a half. */
VOL_INLINE vreal v_atan_polynomial(vreal z) {
#if VOL_DOUBLE
    vreal p = v_set(REAL(0.01013165779849038));
    p = v_term(p, z, REAL(-0.027457402978762872));
    p = v_term(p, z, REAL(0.041879920929658553));
    p = v_term(p, z, REAL(-0.05122571371450748));
    p = v_term(p, z, REAL(0.058584350353374767));
    p = v_term(p, z, REAL(-0.066638322056215754));
    p = v_term(p, z, REAL(0.076920761891895326));
    p = v_term(p, z, REAL(-0.090908964019896038));
    p = v_term(p, z, REAL(0.11111110666464827));
    p = v_term(p, z, REAL(-0.14285714276558098));
    p = v_term(p, z, REAL(0.19999999999905274));
    return v_term(p, z, REAL(-0.33333333333332993));
#else
    vreal p = v_set(REAL(0.0387822352));
    p = v_term(p, z, REAL(-0.0798847079));
    p = v_term(p, z, REAL(0.109422073));
    p = v_term(p, z, REAL(-0.142722338));
    p = v_term(p, z, REAL(0.199994981));
    return v_term(p, z, REAL(-0.333333284));
#endif
}

/* above / (below.hi + below.lo), as a pair where the second part can matter. */
VOL_INLINE vpair v_quotient(vreal above, vpair below) {
    vpair u;
    u.hi = v_div(above, below.hi);
    vpair back = pair_product(u.hi, below.hi);
    vreal rest = v_sub(v_sub(v_sub(above, back.hi), back.lo), v_mul(u.hi, below.lo));
    u.lo = v_only(v_lt(v_set(VOL_ATAN_TINY), v_abs(u.hi)), v_div(rest, below.hi));
    return u;
}

/* The angle is a number of eighth turns (pi / 4) plus or minus atan u, with u a quotient between -1/3 and 1/2: the
 * smaller side over the larger, or, when that is beyond a half, their difference over their sum. */
VOL_OUTLINE vreal v_atan2(vreal y, vreal x) {
    vreal zero = v_set(REAL(0));
    vreal one = v_set(REAL(1));
    vreal ay = v_abs(y);
    vreal ax = v_abs(x);
    vmask steep = v_lt(ax, ay);
    vreal small = v_if(steep, ax, ay);
    vreal large = v_if(steep, ay, ax);

    /* Quotients that are no numbers: 0/0 counts as 0, inf/inf as 1; and a number over inf as 0. */
    vmask none = v_eq(large, zero);
    vmask equal = v_eq(small, large);
    vmask endless = v_eq(large, v_set(VOL_INFINITY));
    small = v_if(equal, one, v_only(m_not(endless), small));
    small = v_only(m_not(none), small);
    large = v_if(m_or(equal, endless), one, large);
    vreal scale = v_if(v_lt(v_set(VOL_ATAN_LARGE), large), v_set(VOL_ATAN_DOWN), one);
    scale = v_if(v_lt(large, v_set(VOL_ATAN_SMALL)), v_set(VOL_ATAN_UP), scale);
    small = v_mul(small, scale);
    large = v_mul(large, scale);

    vmask wide = v_lt(large, v_add(small, small));
    vpair below = pair_sum(large, v_only(wide, small));
    vpair u = v_quotient(v_sub(small, v_only(wide, large)), below);
    vreal z = v_mul(u.hi, u.hi);
    vreal rest = v_add(u.lo, v_mul(v_mul(u.hi, z), v_atan_polynomial(z)));

    vmask left = v_lt(v_copysign(one, x), zero);
    vreal eighths = v_only(wide, one);
    eighths = v_if(steep, v_sub(v_set(REAL(2)), eighths), eighths);
    eighths = v_if(left, v_sub(v_set(REAL(4)), eighths), eighths);
    vreal side = v_mul(v_if(steep, v_neg(one), one), v_if(left, v_neg(one), one));
    vpair sum = pair_sum_ordered(v_mul(eighths, v_set(VOL_EIGHTH_HI)), v_mul(side, u.hi));
    rest = v_add(v_mul(side, rest), v_mul(eighths, v_set(VOL_EIGHTH_LO)));
    vreal angle = v_copysign(v_add(sum.hi, v_add(sum.lo, rest)), y);
    return v_if(m_and(v_eq(x, x), v_eq(y, y)), angle, v_set(VOL_NAN));
}

/* ---- exp, log, pow ---- */

#if VOL_DOUBLE
#define VOL_EXP_MOST REAL(760)
#define VOL_QUICK_MOST REAL(1020)
#define VOL_SMALLEST_NORMAL REAL(0x1p-1022)
#define VOL_DENORMAL_SHIFT REAL(54)
#define VOL_DENORMAL_FACTOR REAL(0x1p54)
#define VOL_POW_MOST REAL(0x1p64)
#define VOL_THIRD_HI REAL(0x1.5555555555555p-2)
#define VOL_THIRD_LO REAL(0x1.5555555555555p-56)
#else
#define VOL_EXP_MOST REAL(110)
#define VOL_QUICK_MOST REAL(125)
#define VOL_SMALLEST_NORMAL REAL(0x1p-126)
#define VOL_DENORMAL_SHIFT REAL(24)
#define VOL_DENORMAL_FACTOR REAL(0x1p24)
#define VOL_POW_MOST REAL(0x1p32)
#define VOL_THIRD_HI REAL(0x1.555556p-2)
#define VOL_THIRD_LO REAL(-0x1.555556p-27)
#endif
#define VOL_LOG2_E REAL(1.4426950408889634)
#define VOL_ROOT_HALF REAL(0.70710678118654757)

/* (exp r - 1 - r - r^2 / 2) / r^3, for r up to (ln 2) / 2 to both sides. */
VOL_INLINE vreal v_exp_polynomial(vreal r) {
#if VOL_DOUBLE
    vreal p = v_set(REAL(2.4981808391691044e-08));
    p = v_term(p, r, REAL(2.7624190197897633e-07));
    p = v_term(p, r, REAL(2.7557620930541364e-06));
    p = v_term(p, r, REAL(2.4801511410507508e-05));
    p = v_term(p, r, REAL(0.00019841269502035515));
    p = v_term(p, r, REAL(0.0013888888924405074));
    p = v_term(p, r, REAL(0.0083333333334750011));
    p = v_term(p, r, REAL(0.041666666666610584));
    return v_term(p, r, REAL(0.16666666666666491));
#else
    vreal p = v_set(REAL(0.0013860988));
    p = v_term(p, r, REAL(0.00836710911));
    p = v_term(p, r, REAL(0.0416672677));
    return v_term(p, r, REAL(0.166665375));
#endif
}

/* exp of a pair within VOL_EXP_MOST. The power of two goes on in two steps: one alone would leave the range of
 * v_scale2, and of the two only the last one can round. */
VOL_INLINE vreal v_exp_pair(vpair x) {
    vreal n = v_floor(v_term(x.hi, v_set(VOL_LOG2_E), REAL(0.5)));
    vreal near = v_sub(x.hi, v_mul(n, v_set(VOL_LN2_HI)));
    vpair r = pair_sum_ordered(near, v_sub(x.lo, v_mul(n, v_set(VOL_LN2_LO))));
    vreal p = v_mul(v_mul(r.hi, r.hi), v_term(v_exp_polynomial(r.hi), r.hi, REAL(0.5)));
    vpair s = pair_sum_ordered(v_set(REAL(1)), r.hi);
    vreal e = v_add(s.hi, v_add(s.lo, v_add(p, v_mul(r.lo, s.hi))));
    vreal halved = v_floor(v_mul(n, v_set(REAL(0.5))));
    return v_scale2(v_scale2(e, halved), v_sub(n, halved));
}

VOL_OUTLINE vreal v_exp(vreal x) {
    vpair bounded;
    bounded.hi = v_min(v_max(x, v_set(-VOL_EXP_MOST)), v_set(VOL_EXP_MOST));
    bounded.lo = v_set(REAL(0));
    return v_if(v_eq(x, x), v_exp_pair(bounded), v_set(VOL_NAN));
}

/* x = mantissa * 2^exponent with the mantissa around 1, from sqrt(1/2) to sqrt(2), for x > 0, denormals included. */
VOL_INLINE vreal v_around_one(vreal x, vreal *exponent) {
    vmask denormal = v_lt(x, v_set(VOL_SMALLEST_NORMAL));
    vreal normal = v_if(denormal, v_mul(x, v_set(VOL_DENORMAL_FACTOR)), x);
    vreal e = v_sub(v_exponent(normal), v_only(denormal, v_set(VOL_DENORMAL_SHIFT)));
    vreal m = v_mantissa(normal);
    vmask low = v_lt(m, v_set(VOL_ROOT_HALF));
    *exponent = v_sub(e, v_only(low, v_set(REAL(1))));
    return v_if(low, v_add(m, m), m);
}

/* (2 atanh s / s - 2) / s^2 of z = s^2. */
VOL_INLINE vreal v_log_polynomial(vreal z) {
#if VOL_DOUBLE
    vreal p = v_set(REAL(0.14797505352064105));
    p = v_term(p, z, REAL(0.15313903473443968));
    p = v_term(p, z, REAL(0.18183569731526891));
    p = v_term(p, z, REAL(0.22222198476127206));
    p = v_term(p, z, REAL(0.28571428743261595));
    p = v_term(p, z, REAL(0.39999999999411096));
    return v_term(p, z, REAL(0.66666666666667351));
#else
    vreal p = v_set(REAL(0.298730761));
    p = v_term(p, z, REAL(0.399774969));
    return v_term(p, z, REAL(0.666667759));
#endif
}

/* log(1 + f) = 2 atanh s = f - f^2 / 2 + s (f^2 / 2 + the polynomial's part), with s = f / (2 + f). */
VOL_OUTLINE vreal v_log(vreal x) {
    vreal e;
    vreal f = v_sub(v_around_one(x, &e), v_set(REAL(1)));
    vreal s = v_div(f, v_add(v_set(REAL(2)), f));
    vreal z = v_mul(s, s);
    vreal halved = v_mul(v_mul(f, f), v_set(REAL(0.5)));
    vreal small = v_mul(s, v_add(halved, v_mul(z, v_log_polynomial(z))));
    small = v_add(small, v_mul(e, v_set(VOL_LN2_LO)));
    vreal r = v_sub(v_mul(e, v_set(VOL_LN2_HI)), v_sub(v_sub(halved, small), f));
    r = v_if(v_lt(x, v_set(VOL_INFINITY)), r, v_set(VOL_INFINITY));
    r = v_if(v_eq(x, v_set(REAL(0))), v_set(-VOL_INFINITY), r);
    return v_if(v_le(v_set(REAL(0)), x), r, v_set(VOL_NAN));
}

/* (atanh s / s - 1 - s^2 / 3) / s^4 of z = s^2. */
VOL_INLINE vreal v_log_pair_polynomial(vreal z) {
#if VOL_DOUBLE
    vreal p = v_set(REAL(0.059952179928471558));
    p = v_term(p, z, REAL(0.05837323938043977));
    p = v_term(p, z, REAL(0.066681629076863952));
    p = v_term(p, z, REAL(0.076922783264814887));
    p = v_term(p, z, REAL(0.09090909436754166));
    p = v_term(p, z, REAL(0.11111111108755223));
    p = v_term(p, z, REAL(0.14285714285722609));
    return v_term(p, z, REAL(0.1999999999999999));
#else
    vreal p = v_set(REAL(0.0973458663));
    p = v_term(p, z, REAL(0.110924691));
    p = v_term(p, z, REAL(0.14285937));
    return v_term(p, z, REAL(0.199999988));
#endif
}

/* log x for x > 0 with some twelve bits more than one number holds, which is what a power multiplies away: the first
 * two terms of atanh s = s + s z / 3 + s z^2 ... are carried as pairs. */
VOL_INLINE vpair v_log_pair(vreal x) {
    vreal e;
    vreal m = v_around_one(x, &e);
    vreal f = v_sub(m, v_set(REAL(1)));
    vpair below = pair_sum(m, v_set(REAL(1)));
    vpair s;
    s.hi = v_div(f, below.hi);
    vpair back = pair_product(s.hi, below.hi);
    s.lo = v_div(v_sub(v_sub(v_sub(f, back.hi), back.lo), v_mul(s.hi, below.lo)), below.hi);

    vpair z = pair_product(s.hi, s.hi);
    vreal cross = v_mul(s.hi, s.lo);
    z.lo = v_add(z.lo, v_add(cross, cross));
    vpair w = pair_sum_ordered(v_set(VOL_THIRD_HI), v_mul(z.hi, v_log_pair_polynomial(z.hi)));
    w.lo = v_add(w.lo, v_set(VOL_THIRD_LO));
    vpair q = pair_product(z.hi, w.hi);
    q.lo = v_add(q.lo, v_add(v_mul(z.hi, w.lo), v_mul(z.lo, w.hi)));
    vpair g = pair_product(s.hi, q.hi);
    g.lo = v_add(g.lo, v_add(v_mul(s.hi, q.lo), v_mul(s.lo, q.hi)));
    vpair atanh_s = pair_sum_ordered(s.hi, g.hi);
    atanh_s.lo = v_add(atanh_s.lo, v_add(s.lo, g.lo));

    vpair sum = pair_sum(v_mul(e, v_set(VOL_LN2_HI)), v_add(atanh_s.hi, atanh_s.hi));
    vreal rest = v_add(v_add(atanh_s.lo, atanh_s.lo), v_mul(e, v_set(VOL_LN2_LO)));
    return pair_sum_ordered(sum.hi, v_add(sum.lo, rest));
}

/* (2^f - 1) / f, for f up to a half to both sides. */
VOL_INLINE vreal v_exp2_polynomial(vreal f) {
#if VOL_DOUBLE
    vreal p = v_set(REAL(4.4549605981865186e-10));
    p = v_term(p, f, REAL(7.0725859492692234e-09));
    p = v_term(p, f, REAL(1.0178062445845774e-07));
    p = v_term(p, f, REAL(1.3215442587921689e-06));
    p = v_term(p, f, REAL(1.5252733829836119e-05));
    p = v_term(p, f, REAL(0.0001540353044173605));
    p = v_term(p, f, REAL(0.0013333558146416936));
    p = v_term(p, f, REAL(0.0096181291076068882));
    p = v_term(p, f, REAL(0.055504108664821597));
    p = v_term(p, f, REAL(0.24022650695910097));
    return v_term(p, f, REAL(0.69314718055994529));
#else
    vreal p = v_set(REAL(0.000154531634));
    p = v_term(p, f, REAL(0.00133908633));
    p = v_term(p, f, REAL(0.00961808302));
    p = v_term(p, f, REAL(0.0555035695));
    p = v_term(p, f, REAL(0.240226507));
    return v_term(p, f, REAL(0.693147182));
#endif
}

/* 2^x and log2 x for hot loops: inlined, with less than half of the operations of exp and pow, within 1.5 and 4 units
 * in the last place. Beyond VOL_QUICK_MOST to both sides the power is what it is there; the logarithm is for positive
 * numbers that are not denormal. */
VOL_INLINE vreal v_exp2_quick(vreal x) {
    vreal bounded = v_min(v_max(x, v_set(-VOL_QUICK_MOST)), v_set(VOL_QUICK_MOST));
    vreal n = v_floor(v_add(bounded, v_set(REAL(0.5))));
    vreal f = v_sub(bounded, n);
    return v_scale2(v_add(v_set(REAL(1)), v_mul(f, v_exp2_polynomial(f))), n);
}

VOL_INLINE vreal v_log2_quick(vreal x) {
    vreal m = v_mantissa(x), e = v_exponent(x);
    vmask low = v_lt(m, v_set(VOL_ROOT_HALF));
    m = v_if(low, v_add(m, m), m);
    e = v_sub(e, v_only(low, v_set(REAL(1))));
    vreal s = v_div(v_sub(m, v_set(REAL(1))), v_add(m, v_set(REAL(1))));
    vreal z = v_mul(s, s);
    vreal log_m = v_mul(s, v_add(v_set(REAL(2)), v_mul(z, v_log_polynomial(z))));
    return v_add(e, v_mul(log_m, v_set(VOL_LOG2_E)));
}

/* |x|^y for every |x| but 0, infinity and NaN. A huge y gives the same 0, 1 or infinity as VOL_POW_MOST does. */
VOL_INLINE vreal v_pow_magnitude(vreal x, vreal y) {
    vreal bounded = v_min(v_max(y, v_set(-VOL_POW_MOST)), v_set(VOL_POW_MOST));
    vpair log_x = v_log_pair(v_abs(x));
    vpair product = pair_product(bounded, log_x.hi);
    vpair power = pair_sum_ordered(product.hi, v_add(product.lo, v_mul(bounded, log_x.lo)));
    vreal most = v_set(VOL_EXP_MOST);
    power.lo = v_only(v_le(v_abs(power.hi), most), power.lo);
    power.hi = v_min(v_max(power.hi, v_neg(most)), most);
    return v_exp_pair(power);
}

VOL_OUTLINE vreal v_pow(vreal x, vreal y) {
    vreal zero = v_set(REAL(0));
    vreal one = v_set(REAL(1));
    vreal endless = v_set(VOL_INFINITY);
    vreal ax = v_abs(x);
    vreal r = v_pow_magnitude(x, y);

    vmask is_zero = v_eq(ax, zero);
    vmask is_endless = v_eq(ax, endless);
    vmask grows = m_or(m_and(is_zero, v_lt(y, zero)), m_and(is_endless, v_lt(zero, y)));
    r = v_if(m_or(is_zero, is_endless), v_only(grows, endless), r);

    vreal halved = v_mul(y, v_set(REAL(0.5)));
    vmask whole = v_eq(v_floor(y), y);
    vmask odd = m_and(whole, m_not(v_eq(v_floor(halved), halved)));
    r = v_if(m_and(odd, v_lt(v_copysign(one, x), zero)), v_neg(r), r);

    vmask no_number = m_and(m_and(v_lt(x, zero), m_not(is_endless)), m_not(whole));
    vmask known = m_and(m_and(v_eq(x, x), v_eq(y, y)), m_not(no_number));
    r = v_if(known, r, v_set(VOL_NAN));
    return v_if(m_or(v_eq(y, zero), v_eq(x, one)), one, r);
}

#endif
