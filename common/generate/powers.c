/* Runs while the program is built: writes the table of powers of ten that format_number.c multiplies with.
 *
 * Entry e (from -292 to 324) is 10^e scaled by a power of two to lie in [2^127, 2^128), rounded up. Exact arithmetic on
 * long numbers: repeated multiplication or division by ten, which loses nothing before the last rounding. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LEAST = -292, MOST = 324, WORDS = 72 };

/* Least significant word first. */
typedef struct number {
    uint32_t word[WORDS];
} number;

static void multiply_by_ten(number *n) {
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
        carry += (uint64_t)n->word[i] * 10;
        n->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void divide_by_ten(number *n) {
    uint64_t rest = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
        rest = (rest << 32) | n->word[i];
        n->word[i] = (uint32_t)(rest / 10);
        rest %= 10;
    }
}

static int bit(const number *n, int position) {
    return position < 0 ? 0 : (int)(n->word[position / 32] >> (position % 32) & 1);
}

static void write_entry(FILE *file, const number *n, bool rest_is_lost) {
    int top = WORDS * 32 - 1;
    while (!bit(n, top)) {
        top--;
    }
    uint64_t high = 0;
    uint64_t low = 0;
    for (int i = 0; i < 64; i++) {
        high = high << 1 | (uint64_t)bit(n, top - i);
        low = low << 1 | (uint64_t)bit(n, top - 64 - i);
    }
    bool more = rest_is_lost;
    for (int i = top - 128; i >= 0 && !more; i--) {
        more = bit(n, i) != 0;
    }
    if (more) {
        low++;
        high += low == 0;
    }
    fprintf(file, "    {UINT64_C(0x%016" PRIx64 "), UINT64_C(0x%016" PRIx64 ")},\n", high, low);
}

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: powers FILE\n");
        return 2;
    }
    for (int e = LEAST; e <= MOST; e++) {
        number n;
        memset(&n, 0, sizeof n);
        n.word[e < 0 ? WORDS - 1 : 0] = 1;
        for (int i = 0; i < (e < 0 ? -e : e); i++) {
            if (e < 0) {
                divide_by_ten(&n);
            } else {
                multiply_by_ten(&n);
            }
        }
        write_entry(file, &n, e < 0);
    }
    bool failed = ferror(file) != 0;
    return fclose(file) != 0 || failed ? 1 : 0;
}
