/* Between a world's numbers and the text of a recording: the shortest decimal that reads back to the same bits.
 *
 * The method is the one of R. Giulietti ("The Schubfach way to render doubles"): scale the number and the two borders
 * of its rounding interval by a power of ten kept to 128 bits, so that the wanted decimals lie one apart; then at most
 * two candidates with one digit less and two with all digits have to be compared with the borders. No loop over
 * precisions, no reading back. */
#include "format_number.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct power {
    uint64_t high, low;
} power;

enum { LEAST_POWER = -292 };

/* Rounded up; written by generate/powers.c. */
static const power powers[] = {
#include "powers.inc"
};

/* digits * 10^exponent */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/* significand * 2^exponent; `narrow`: the number below is half as far away as the one above. */
typedef struct binary {
    uint64_t significand;
    int exponent;
    bool narrow;
} binary;

/* floor(a / 2^bits) for any sign. */
static int floor_shift(int64_t a, int bits) {
    return (int)(a >= 0 ? a >> bits : -((-a + ((int64_t)1 << bits) - 1) >> bits));
}

/* floor(log10(2^e)), or floor(log10(3/4 * 2^e)); exact for |e| up to 1100. */
static int floor_log10(int e, bool three_quarters) {
    return floor_shift((int64_t)e * 1262611 - (three_quarters ? 524031 : 0), 22);
}

/* floor(log2(10^e)); exact for |e| up to 1100. */
static int floor_log2_of_power(int e) {
    return floor_shift((int64_t)e * 1741647, 19);
}

static power multiply(uint64_t a, uint64_t b) {
    uint64_t a0 = (uint32_t)a;
    uint64_t a1 = a >> 32;
    uint64_t b0 = (uint32_t)b;
    uint64_t b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    return (power){a1 * b1 + (middle >> 32) + (other >> 32), (other << 32) | (uint32_t)low};
}

/* The top of g * c; the last bit also stands for everything that was cut off, so that comparisons stay right. */
static uint64_t scale_double(power g, uint64_t c) {
    power low = multiply(g.low, c);
    power high = multiply(g.high, c);
    uint64_t sum = high.low + low.high;
    return (high.high + (sum < low.high)) | (sum > 1);
}

static uint64_t scale_float(power g, uint64_t c) {
    power product = multiply(g.high + (g.low != 0), c);
    return product.high | ((product.low >> 32) > 1);
}

static decimal shortest(binary b, bool is_float) {
    uint64_t c = b.significand;
    bool even = (c & 1) == 0;
    int k = floor_log10(b.exponent, b.narrow);
    int shift = b.exponent + floor_log2_of_power(-k) + 1;
    power g = powers[-k - LEAST_POWER];
    uint64_t (*scale)(power, uint64_t) = is_float ? scale_float : scale_double;

    /* Four times the number and its borders, in units of 10^k. */
    uint64_t lower = scale(g, (4 * c - 2 + b.narrow) << shift) + !even;
    uint64_t middle = scale(g, (4 * c) << shift);
    uint64_t upper = scale(g, (4 * c + 2) << shift) - !even;

    uint64_t s = middle / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool down = lower <= 40 * tens;
        bool up = 40 * tens + 40 <= upper;
        if (down != up) {
            return (decimal){tens + up, k + 1};
        }
    }
    bool down = lower <= 4 * s;
    bool up = 4 * s + 4 <= upper;
    if (down != up) {
        return (decimal){s + up, k};
    }
    uint64_t half = 4 * s + 2;
    return (decimal){s + (middle > half || (middle == half && (s & 1) != 0)), k};
}

/* Writes the digits of n so that they end before `end`; returns where they begin. */
static char *digits_before(char *end, uint64_t n) {
    do {
        *--end = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    return end;
}

size_t vol_format_whole(char *text, uint64_t value) {
    char room[24];
    char *end = room + sizeof room;
    char *begin = digits_before(end, value);
    size_t length = (size_t)(end - begin);
    memcpy(text, begin, length);
    text[length] = '\0';
    return length;
}

static size_t write_exponent(char *text, int exponent) {
    size_t length = 0;
    text[length++] = 'e';
    text[length++] = exponent < 0 ? '-' : '+';
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    if (size < 10) {
        text[length++] = '0';
    }
    return length + vol_format_whole(text + length, size);
}

/* Lays the digits out: 1200, 12.5, 0.00125, and 1.25e-07 where that would need many zeros. */
static size_t write_decimal(char *text, decimal d) {
    while (d.digits >= 10 && d.digits % 10 == 0) {
        d.digits /= 10;
        d.exponent++;
    }
    char room[24];
    char *end = room + sizeof room;
    const char *begin = digits_before(end, d.digits);
    int count = (int)(end - begin);
    int point = count + d.exponent; /* digits before the decimal point */
    char *at = text;
    if (point > 16 || point < -3) {
        *at++ = *begin;
        if (count > 1) {
            *at++ = '.';
            memcpy(at, begin + 1, (size_t)count - 1);
            at += count - 1;
        }
        at += write_exponent(at, point - 1);
    } else if (point <= 0) {
        memcpy(at, "0.000", 5);
        at += 2 - point;
        memcpy(at, begin, (size_t)count);
        at += count;
    } else {
        int whole = point < count ? point : count;
        memcpy(at, begin, (size_t)whole);
        at += whole;
        for (int i = count; i < point; i++) {
            *at++ = '0';
        }
        if (point < count) {
            *at++ = '.';
            memcpy(at, begin + point, (size_t)(count - point));
            at += count - point;
        }
    }
    *at = '\0';
    return (size_t)(at - text);
}

/* Zero, infinity and not-a-number; 0 if the number is none of these. */
static size_t write_special(char *text, double value) {
    const char *word = NULL;
    if (isnan(value)) {
        word = "nan";
    } else if (isinf(value)) {
        word = value < 0 ? "-inf" : "inf";
    } else if (value == 0) {
        word = signbit(value) ? "-0" : "0";
    }
    if (word == NULL) {
        return 0;
    }
    size_t length = strlen(word);
    memcpy(text, word, length + 1);
    return length;
}

size_t vol_format_double(char *text, double value) {
    size_t length = write_special(text, value);
    if (length > 0) {
        return length;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7ff);
    binary b = {exponent > 0 ? fraction | UINT64_C(1) << 52 : fraction, (exponent > 0 ? exponent : 1) - 1075,
                fraction == 0 && exponent > 1};
    if (bits >> 63 != 0) {
        *text++ = '-';
        length = 1;
    }
    return length + write_decimal(text, shortest(b, false));
}

size_t vol_format_float(char *text, float value) {
    size_t length = write_special(text, (double)value);
    if (length > 0) {
        return length;
    }
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t fraction = bits & ((UINT32_C(1) << 23) - 1);
    int exponent = (int)(bits >> 23 & 0xff);
    binary b = {exponent > 0 ? fraction | UINT32_C(1) << 23 : fraction, (exponent > 0 ? exponent : 1) - 150,
                fraction == 0 && exponent > 1};
    if (bits >> 31 != 0) {
        *text++ = '-';
        length = 1;
    }
    return length + write_decimal(text, shortest(b, true));
}
