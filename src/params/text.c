/* Numbers and names as people type them: strict reading, and the nearest known name for a mistyped one.
 *
 * Values of parameters are read with it, and so is all that scenes and the program read. The host's locale does not
 * matter.
 */
#include "params/params.h"

#include "core/platform.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789";

size_t vol_number_length(const char *text) {
    size_t at = text[0] == '+' || text[0] == '-';
    size_t whole = strspn(text + at, digits);
    at += whole;
    size_t part = 0;
    if (text[at] == '.') {
        part = strspn(text + at + 1, digits);
        at += 1 + part;
    }
    if (whole + part == 0) {
        return 0;
    }
    if (text[at] == 'e' || text[at] == 'E') {
        size_t sign = text[at + 1] == '+' || text[at + 1] == '-';
        size_t power = strspn(text + at + 1 + sign, digits);
        at += power ? 1 + sign + power : 0;
    }
    return at;
}

bool vol_number_next(const char **text, double *value) {
    char copy[VOL_NUMBER_MOST + 1];
    size_t length = vol_number_length(*text);
    if (length == 0 || length > VOL_NUMBER_MOST) {
        return false;
    }
    memcpy(copy, *text, length);
    copy[length] = '\0';
    char *point = memchr(copy, '.', length);
    if (point) {
        *point = localeconv()->decimal_point[0];
    }
    double number = strtod(copy, NULL);
    if (!isfinite(number)) {
        return false;
    }
    *value = number;
    *text += length;
    return true;
}

bool vol_number_read(const char *text, double *value) {
    double number;
    if (!vol_number_next(&text, &number) || *text != '\0') {
        return false;
    }
    *value = number;
    return true;
}

bool vol_whole_read(const char *text, uint64_t *value) {
    if (text[0] == '\0' || text[strspn(text, digits)] != '\0') {
        return false;
    }
    errno = 0;
    unsigned long long number = strtoull(text, NULL, 10);
    if (errno != 0) {
        return false;
    }
    *value = number;
    return true;
}

/* How many letters must be changed, swapped with the next, put in or left out to make one word of the other. */
static size_t edit_distance(const char *a, const char *b) {
    enum { MOST = 64 };
    size_t rows[3][MOST + 1];
    size_t length = strlen(b);
    if (length > MOST || strlen(a) > MOST) {
        return SIZE_MAX;
    }
    for (size_t j = 0; j <= length; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i - 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                size_t swapped = rows[(i - 2) % 3][j - 2] + 1;
                best = swapped < best ? swapped : best;
            }
            row[j] = best;
        }
    }
    return rows[strlen(a) % 3][length];
}

/* A name that was cut short is as near as one with a wrong letter. */
static size_t name_distance(const char *mistyped, const char *known) {
    const size_t length = strlen(mistyped);
    const bool begins = length > 1 && strlen(known) > length && strncmp(mistyped, known, length) == 0;
    return begins ? 1 : edit_distance(mistyped, known);
}

const char *vol_name_nearest(const char *mistyped, const char *const *known, size_t count) {
    const char *nearest = NULL;
    size_t least = strlen(mistyped) / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        size_t distance = name_distance(mistyped, known[i]);
        if (distance < least && distance < strlen(known[i])) {
            least = distance;
            nearest = known[i];
        }
    }
    return nearest;
}
