/* Lists of words, and the nearest known word for a mistyped one. */
#ifndef VOLERY_COMMON_WORDS_H
#define VOLERY_COMMON_WORDS_H

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>

/* "a.csv" ends with ".csv", and ".csv" does not. */
bool vol_ends_with(const char *text, const char *ending);

/* A list of words that grows; the words are not copied. Start with {0}. */
typedef struct vol_words {
    const char **word;
    size_t count, room;
    bool may_fail, failed; /* as in a vol_text */
} vol_words;

void vol_words_add(vol_words *words, const char *word);
bool vol_words_have(const vol_words *words, const char *word);
void vol_words_release(vol_words *words);

/* The word of the list nearest to a mistyped one; NULL if none is near. */
const char *vol_words_nearest(const vol_words *words, const char *mistyped);

/* Appends "a, b, c". */
void vol_words_list(const vol_words *words, vol_text *text);

#endif
