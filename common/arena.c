/* Memory; beneath everything else in scene/ and app/. */
#include "arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 16 * 1024 };

typedef struct vol_arena_block {
    struct vol_arena_block *next;
    size_t used, room;
    max_align_t bytes[];
} block;

void *vol_checked(void *memory) {
    if (memory == NULL) {
        fputs("volery: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

void *vol_take(size_t bytes) {
    return vol_checked(malloc(bytes > 0 ? bytes : 1));
}

void *vol_retake(void *memory, size_t bytes) {
    return vol_checked(realloc(memory, bytes > 0 ? bytes : 1));
}

void *vol_arena_take(vol_arena *arena, size_t bytes) {
    size_t unit = _Alignof(max_align_t);
    bytes = (bytes / unit + (bytes % unit > 0)) * unit;
    block *b = arena->blocks;
    if (b == NULL || b->room - b->used < bytes) {
        size_t room = bytes > BLOCK ? bytes : BLOCK;
        b = arena->may_fail ? malloc(sizeof *b + room) : vol_take(sizeof *b + room);
        if (b == NULL) {
            arena->failed = true;
            return NULL;
        }
        b->next = arena->blocks;
        b->used = 0;
        b->room = room;
        arena->blocks = b;
    }
    void *memory = (char *)b->bytes + b->used;
    b->used += bytes;
    return memset(memory, 0, bytes);
}

static char nothing[1]; /* never written to */

char *vol_arena_copy(vol_arena *arena, const char *text, size_t length) {
    char *copy = vol_arena_take(arena, length + 1);
    return copy != NULL ? memcpy(copy, text, length) : nothing;
}

char *vol_arena_print(vol_arena *arena, const char *format, ...) {
    va_list list;
    va_start(list, format);
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = vol_arena_take(arena, (size_t)(length < 0 ? 0 : length) + 1);
    if (text != NULL) {
        vsnprintf(text, (size_t)(length < 0 ? 0 : length) + 1, format, again);
    }
    va_end(again);
    return text != NULL ? text : nothing;
}

void vol_arena_release(vol_arena *arena) {
    while (arena->blocks != NULL) {
        block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}

/* False: there is none, and the text may fail. */
static bool make_room(vol_text *text, size_t more) {
    size_t needed = text->length + more + 1;
    if (text->failed || needed <= text->room) {
        return !text->failed;
    }
    size_t room = text->room * 2 > needed ? text->room * 2 : needed + 64;
    char *data = text->may_fail ? realloc(text->data, room) : vol_retake(text->data, room);
    text->failed = data == NULL;
    if (data != NULL) {
        text->data = data;
        text->room = room;
    }
    return data != NULL;
}

const char *vol_text_read(const vol_text *text) {
    return text->data != NULL ? text->data : "";
}

void vol_text_add(vol_text *text, const char *bytes, size_t length) {
    if (!make_room(text, length)) {
        return;
    }
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void vol_text_put(vol_text *text, const char *words) {
    vol_text_add(text, words, strlen(words));
}

void vol_text_print(vol_text *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (length > 0 && make_room(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void vol_text_release(vol_text *text) {
    free(text->data);
    *text = (vol_text){0};
}
