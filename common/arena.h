/* Memory of scenes and of the program: blocks that live as long as a scene, and texts that grow. A process that runs
 * out of memory says so and ends with exit code 1. */
#ifndef VOLERY_COMMON_ARENA_H
#define VOLERY_COMMON_ARENA_H

#include <stdarg.h>
#include <stddef.h>

/* malloc, realloc that never return NULL. */
void *vol_take(size_t bytes);
void *vol_retake(void *memory, size_t bytes);

typedef struct vol_arena {
    struct vol_arena_block *blocks;
} vol_arena;

/* Zeroed bytes that live until the arena is released. */
void *vol_arena_take(vol_arena *arena, size_t bytes);
char *vol_arena_copy(vol_arena *arena, const char *text, size_t length);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *
vol_arena_print(vol_arena *arena, const char *format, ...);
void vol_arena_release(vol_arena *arena);

/* A text that grows. Start with {0}; `data` is NULL while nothing was added, else it ends with a zero. */
typedef struct vol_text {
    char *data;
    size_t length, room;
} vol_text;

void vol_text_add(vol_text *text, const char *bytes, size_t length);
void vol_text_put(vol_text *text, const char *words);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void vol_text_print(vol_text *text, const char *format, ...);
void vol_text_release(vol_text *text);

#endif
