/* Lists of words; used by the scene reader and the command line alike. */
#include "words.h"

#include <volery/params.h>

#include <stdlib.h>
#include <string.h>

bool vol_ends_with(const char *text, const char *ending) {
    size_t length = strlen(text);
    size_t tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

void vol_words_add(vol_words *words, const char *word) {
    if (words->count == words->room && !words->failed) {
        size_t room = words->room * 2 + 16;
        const char **larger = words->may_fail ? realloc(words->word, room * sizeof *larger)
                                              : vol_retake(words->word, room * sizeof *larger);
        words->failed = larger == NULL;
        words->word = larger != NULL ? larger : words->word;
        words->room = larger != NULL ? room : words->room;
    }
    if (words->failed) {
        return;
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

const char *vol_words_nearest(const vol_words *words, const char *mistyped) {
    return vol_name_nearest(mistyped, words->word, words->count);
}

void vol_words_list(const vol_words *words, vol_text *text) {
    for (size_t i = 0; i < words->count; i++) {
        vol_text_print(text, "%s%s", i > 0 ? ", " : "", words->word[i]);
    }
}
