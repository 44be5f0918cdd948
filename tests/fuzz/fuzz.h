/* What the fuzzers share: each target takes any bytes, and stops the program if what comes of them is not as it must
 * be. */
#ifndef VOLERY_TESTS_FUZZ_H
#define VOLERY_TESTS_FUZZ_H

#include "common/arena.h"
#include <volery/scene.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name is libFuzzer's. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition)                                                             \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

/* The bytes with a zero behind them, in memory of exactly that size, so that a sanitizer sees a step too far. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = vol_take(size + 1);
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    return text;
}

enum { FUZZ_OVERRIDES = 8 };

/* Cuts the lines before the first empty one into keys and values. Returns where the rest begins. */
static inline size_t fuzz_overrides(char *text, size_t size, vol_scene_override *overrides, size_t *count) {
    size_t at = 0;
    *count = 0;
    while (at < size && text[at] != '\n') {
        size_t length = strcspn(text + at, "\n");
        char *line = text + at;
        char *equals = memchr(line, '=', length);
        if (equals == NULL || *count == FUZZ_OVERRIDES || at + length >= size) {
            return at;
        }
        line[length] = '\0';
        *equals = '\0';
        overrides[(*count)++] = (vol_scene_override){line, equals + 1, "--set"};
        at += length + 1;
    }
    return at < size ? at + 1 : at;
}

/* Would a world of this scene be made and moved fast? */
static inline bool fuzz_is_small(const vol_scene *scene) {
    size_t boids = scene->event_count;
    for (size_t i = 0; i < scene->flock_count && boids <= 200; i++) {
        boids += scene->flocks[i].def.count;
    }
    return boids <= 200 && scene->flock_count <= 8;
}

#endif
