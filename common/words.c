/* Strict numbers and suggestions; used by the scene reader, the start files and the command line alike. */
#include "words.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool vol_read_real(const char *text, double *value) {
    const char *digits = "0123456789";
    const char *at = text + (*text == '+' || *text == '-');
    size_t whole = strspn(at, digits);
    at += whole;
    size_t part = 0;
    if (*at == '.') {
        part = strspn(at + 1, digits);
        at += 1 + part;
    }
    if (whole + part == 0) {
        return false;
    }
    if (*at == 'e' || *at == 'E') {
        at += 1 + (at[1] == '+' || at[1] == '-');
        size_t power = strspn(at, digits);
        if (power == 0) {
            return false;
        }
        at += power;
    }
    if (*at != '\0') {
        return false;
    }
    *value = strtod(text, NULL);
    return isfinite(*value);
}

bool vol_read_whole(const char *text, uint64_t *value) {
    size_t length = strspn(text, "0123456789");
    if (length == 0 || text[length] != '\0') {
        return false;
    }
    errno = 0;
    unsigned long long number = strtoull(text, NULL, 10);
    *value = number;
    return errno == 0;
}

bool vol_ends_with(const char *text, const char *ending) {
    size_t length = strlen(text);
    size_t tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

void vol_words_add(vol_words *words, const char *word) {
    if (words->count == words->room) {
        words->room = words->room * 2 + 16;
        words->word = vol_retake(words->word, words->room * sizeof *words->word);
    }
    words->word[words->count++] = word;
}

bool vol_words_have(const vol_words *words, const char *word) {
    for (size_t i = 0; i < words->count; i++) {
        if (strcmp(words->word[i], word) == 0) {
            return true;
        }
    }
    return false;
}

void vol_words_release(vol_words *words) {
    free(words->word);
    *words = (vol_words){0};
}

/* How many letters must be changed, swapped with the next, put in or left out to make one word of the other. */
static size_t edit_distance(const char *a, const char *b) {
    enum { MOST = 48 };
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

const char *vol_words_nearest(const vol_words *words, const char *mistyped) {
    const char *nearest = NULL;
    size_t least = strlen(mistyped) / 3 + 2;
    for (size_t i = 0; i < words->count; i++) {
        size_t distance = edit_distance(mistyped, words->word[i]);
        if (distance < least && distance < strlen(words->word[i])) {
            least = distance;
            nearest = words->word[i];
        }
    }
    return nearest;
}

void vol_words_list(const vol_words *words, vol_text *text) {
    for (size_t i = 0; i < words->count; i++) {
        vol_text_print(text, "%s%s", i > 0 ? ", " : "", words->word[i]);
    }
}
