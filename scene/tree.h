/* A YAML (or JSON) document as a tree whose every node knows where it was written. The first station of a scene: the
 * reader looks things up in the tree in the order it needs them, so the order of keys in a file does not matter, and
 * --set is an edit of the tree. */
#ifndef VOLERY_SCENE_TREE_H
#define VOLERY_SCENE_TREE_H

#include "common/arena.h"
#include <volery/scene.h>

#include <stdbool.h>

/* Where nodes were written: a file, or an option of the command line ("--set birds.count=7"). */
typedef struct vol_scene_origin {
    const char *name;
    bool option;
    const char *file; /* of a preset, which is an option that stands in a file; NULL for others */
    size_t line, column;
} vol_scene_origin;

typedef enum vol_scene_node_kind { VOL_SCENE_NODE_WORD, VOL_SCENE_NODE_LIST, VOL_SCENE_NODE_MAP } vol_scene_node_kind;

typedef struct vol_scene_node {
    vol_scene_node_kind kind;
    bool quoted; /* a word in quotes is a text, never a number */
    const vol_scene_origin *origin;
    size_t line, column;                 /* from 1 */
    size_t begin, end;                   /* the bytes of the text that it is; of a block, up to its last word */
    bool unused;                         /* passed over: an option changed what it depends on */
    const char *word;                    /* of a word; "" for others */
    struct vol_scene_node *key;          /* the word before the colon, where this is a value of a map */
    struct vol_scene_node *first, *next; /* first child, next sibling; values of a map, items of a list */
    size_t count;                        /* children */
} vol_scene_node;

enum { VOL_SCENE_MOST_LEVELS = 16, VOL_SCENE_MOST_KEYS = 1000, VOL_SCENE_MOST_NODES = 4000000 };

/* Reads one document. Refused: several documents, anchors, aliases, tags, duplicate keys, keys that are not words, more
 * than 16 levels, maps of more than 1000 keys, more than 4,000,000 nodes that are no keys. NULL and a fault if that
 * fails; NULL alone where the arena has failed. */
vol_scene_node *vol_scene_tree_read(vol_arena *arena, const vol_scene_origin *origin, const char *text, size_t length,
                                    vol_scene_fault *fault);

/* The value of a key of a map; NULL if there is none or `map` is none. */
vol_scene_node *vol_scene_tree_find(const vol_scene_node *map, const char *key);

/* Adds a value to a map, or puts it in the place of the one that has the key. */
void vol_scene_tree_put(vol_arena *arena, vol_scene_node *map, const char *key, vol_scene_node *value);

/* Notes that a node was passed over. Trees are read as const; this alone is noted while they are. */
void vol_scene_node_pass_over(const vol_scene_node *node);

/* Is a map or a list written in brackets, not as a block? */
bool vol_scene_node_in_brackets(const vol_scene_node *node, const char *text);

/* A new, empty map; NULL where the arena has failed. */
vol_scene_node *vol_scene_tree_new_map(vol_arena *arena, const vol_scene_origin *origin);

/* "a text", "a list", "a map": for messages. */
const char *vol_scene_node_kind_name(const vol_scene_node *node);

/* Would YAML take this unquoted word for something other than a text: a number, true, null, nothing? */
bool vol_scene_node_is_plain_value(const vol_scene_node *node);

/* The character of UTF-8 that begins a text: of how many bytes it is, at least one; its code is 0 if it is none. */
size_t vol_scene_character(const char *text, size_t length, unsigned long *code);

/* Does YAML take this character for text, without its rarer ends of lines? */
bool vol_scene_is_text(unsigned long code);

/* Says what is wrong with a node: FILE:LINE:COLUMN: key 'KEY': ..., or for an option OPTION: ... The exit code is 2.
 * Returns false, so that a reader can return it. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool vol_scene_fault_at(vol_scene_fault *fault, const vol_scene_node *node, const char *key, const char *format, ...);

/* Notes the place of a preset's value, whose message is there. */
void vol_scene_fault_place(vol_scene_fault *fault, const vol_scene_origin *origin);

#endif
