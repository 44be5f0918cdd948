/* Memory of scenes and of the program: blocks that live as long as a scene, and texts that grow. Where there is none
 * left, the process says so and ends with exit code 1; but what was made with `may_fail` (scenes do, as a library must)
 * notes that it has failed, and is asked for that once, at the end. */
#ifndef VOLERY_COMMON_ARENA_H
#define VOLERY_COMMON_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* malloc, realloc that never return NULL. */
void *vol_take(size_t bytes);
void *vol_retake(void *memory, size_t bytes);

/* The memory itself, if there is any; else the process ends as above. */
void *vol_checked(void *memory);

typedef struct vol_arena {
    struct vol_arena_block *blocks;
    bool may_fail, failed;
} vol_arena;

/* Zeroed bytes that live until the arena is released; NULL where it may fail and has none. */
void *vol_arena_take(vol_arena *arena, size_t bytes);
/* Texts; an empty one, which must not be changed, where the arena may fail and has no memory. */
char *vol_arena_copy(vol_arena *arena, const char *text, size_t length);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *
vol_arena_print(vol_arena *arena, const char *format, ...);
void vol_arena_release(vol_arena *arena);

/* A text that grows. Start with {0}; `data` is NULL while nothing was added, else it ends with a zero. What is added
 * after it has failed is left out. */
typedef struct vol_text {
    char *data;
    size_t length, room;
    bool may_fail, failed;
} vol_text;

/* The text, "" while nothing was added. */
const char *vol_text_read(const vol_text *text);

void vol_text_add(vol_text *text, const char *bytes, size_t length);
void vol_text_put(vol_text *text, const char *words);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void vol_text_print(vol_text *text, const char *format, ...);
void vol_text_release(vol_text *text);

#endif
