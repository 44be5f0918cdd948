/* The reader of scenes without libyaml, between its two files: tree_own.c reads maps and lists, tree_own_words.c the
 * words in them. Names begin with vol_own_. */
#ifndef VOLERY_SCENE_TREE_OWN_H
#define VOLERY_SCENE_TREE_OWN_H

#include "tree.h"

#include <stdint.h>

typedef struct own_mark {
    size_t at, line, column; /* bytes from the start; lines and characters, from 0 on */
} own_mark;

typedef struct own_reader {
    vol_arena *arena;
    const vol_scene_origin *origin;
    vol_scene_fault *fault;
    const char *text;
    size_t length, nodes;
    size_t least; /* in brackets: where lines of the block around them begin, at least */
    own_mark now;
} own_reader;

/* For the column of lines that may go on with a word: within brackets any may, and a key is of one line. */
enum { OWN_ANY_COLUMN = 0 };
#define OWN_ONE_LINE SIZE_MAX

/* A fault at a place. Both return NULL, for who reads a node. */
vol_scene_node *vol_own_refuse(own_reader *r, own_mark where, const char *reason);

/* The same for what is not valid YAML, or is, and this reader does not know it. */
vol_scene_node *vol_own_unknown(own_reader *r, own_mark where, const char *what);

vol_scene_node *vol_own_node(own_reader *r, vol_scene_node_kind kind, own_mark where);

/* The node, whose last byte was just read. */
vol_scene_node *vol_own_ended(const own_reader *r, vol_scene_node *node);

/* A word, plain or in quotes, or where it may be one (not in brackets) a block of text (| or >). Lines that go on with
 * it begin at the column `least` or farther right. */
vol_scene_node *vol_own_word(own_reader *r, bool in_flow, size_t least);

/* The byte so far ahead; 0 behind the end. */
static inline char own_peek(const own_reader *r, size_t ahead) {
    return r->now.at + ahead < r->length ? r->text[r->now.at + ahead] : '\0';
}

static inline bool own_at_end(const own_reader *r) {
    return r->now.at >= r->length;
}

static inline bool own_is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Of a text without zero bytes and with no \r but before \n. */
static inline bool own_is_break(char c) {
    return c == '\n' || c == '\r';
}

static inline bool own_is_blank_or_end(char c) {
    return c == '\0' || own_is_blank(c) || own_is_break(c);
}

static inline void own_advance(own_reader *r) {
    unsigned char c = (unsigned char)r->text[r->now.at++];
    if (c == '\n') {
        r->now.line++;
        r->now.column = 0;
    } else if ((c & 0xC0) != 0x80) { /* a character is counted at its first byte */
        r->now.column++;
    }
}

static inline void own_skip_blanks(own_reader *r) {
    while (own_is_blank(own_peek(r, 0))) {
        own_advance(r);
    }
}

/* Does a document begin or end here? */
static inline bool own_at_document(const own_reader *r) {
    const char *at = r->text + r->now.at;
    return r->now.column == 0 && r->length - r->now.at >= 3 && own_is_blank_or_end(own_peek(r, 3)) &&
           ((at[0] == '-' && at[1] == '-' && at[2] == '-') || (at[0] == '.' && at[1] == '.' && at[2] == '.'));
}

#endif
