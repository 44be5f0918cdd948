/* The tree itself: looking things up in it, changing it, complaining about a place in it. tree_libyaml.c reads one, or
 * tree_own.c where there is no libyaml. */
#include "tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void vol_scene_fault_place(vol_scene_fault *fault, const vol_scene_origin *origin) {
    if (origin->file != NULL) {
        snprintf(fault->file, sizeof fault->file, "%s", origin->file);
        fault->line = (uint32_t)origin->line;
        fault->column = (uint32_t)origin->column;
    }
}

bool vol_scene_fault_at(vol_scene_fault *fault, const vol_scene_node *node, const char *key, const char *format, ...) {
    char message[1536];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    const char *named = key != NULL ? key : "";
    if (node->origin->option) {
        vol_scene_fault_set(fault, VOL_SCENE_WRONG, "%s: %s", node->origin->name, message);
        vol_scene_fault_place(fault, node->origin);
    } else {
        vol_scene_fault_set(fault, VOL_SCENE_WRONG, "%s:%zu:%zu: ", node->origin->name, node->line, node->column);
        vol_scene_fault_more(fault, named[0] != '\0' ? "key '%s': " : "%s", named);
        vol_scene_fault_more(fault, "%s", message);
        snprintf(fault->file, sizeof fault->file, "%s", node->origin->name);
        fault->line = (uint32_t)node->line;
        fault->column = (uint32_t)node->column;
    }
    snprintf(fault->key, sizeof fault->key, "%s", named);
    return false;
}

vol_scene_node *vol_scene_tree_find(const vol_scene_node *map, const char *key) {
    if (map == NULL || map->kind != VOL_SCENE_NODE_MAP) {
        return NULL;
    }
    for (vol_scene_node *child = map->first; child != NULL; child = child->next) {
        if (strcmp(child->key->word, key) == 0) {
            return child;
        }
    }
    return NULL;
}

void vol_scene_tree_put(vol_arena *arena, vol_scene_node *map, const char *key, vol_scene_node *value) {
    vol_scene_node *word = vol_arena_take(arena, sizeof *word);
    if (word == NULL) {
        return;
    }
    *word = (vol_scene_node){.kind = VOL_SCENE_NODE_WORD,
                             .origin = value->origin,
                             .line = 1,
                             .column = 1,
                             .word = vol_arena_copy(arena, key, strlen(key))};
    value->key = word;
    vol_scene_node **link = &map->first;
    while (*link != NULL && strcmp((*link)->key->word, key) != 0) {
        link = &(*link)->next;
    }
    map->count += *link == NULL;
    value->next = *link != NULL ? (*link)->next : NULL;
    *link = value;
}

void vol_scene_node_pass_over(const vol_scene_node *node) {
    ((vol_scene_node *)node)->unused = true;
}

bool vol_scene_node_in_brackets(const vol_scene_node *node, const char *text) {
    return node->kind != VOL_SCENE_NODE_WORD && (text[node->begin] == '[' || text[node->begin] == '{');
}

vol_scene_node *vol_scene_tree_new_map(vol_arena *arena, const vol_scene_origin *origin) {
    vol_scene_node *node = vol_arena_take(arena, sizeof *node);
    if (node != NULL) {
        *node = (vol_scene_node){.kind = VOL_SCENE_NODE_MAP, .origin = origin, .line = 1, .column = 1, .word = ""};
    }
    return node;
}

const char *vol_scene_node_kind_name(const vol_scene_node *node) {
    switch (node->kind) {
    case VOL_SCENE_NODE_LIST: return "a list";
    case VOL_SCENE_NODE_MAP: return "a map";
    case VOL_SCENE_NODE_WORD: break;
    }
    return "a text";
}

bool vol_scene_node_is_plain_value(const vol_scene_node *node) {
    static const char *const values[] = {"",     "~",    "null",  "Null",  "NULL", "true",
                                         "True", "TRUE", "false", "False", "FALSE"};
    if (node->kind != VOL_SCENE_NODE_WORD || node->quoted) {
        return false;
    }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (strcmp(node->word, values[i]) == 0) {
            return true;
        }
    }
    size_t sign = node->word[0] == '+' || node->word[0] == '-';
    return strspn(node->word + sign, "0123456789.eE_") == strlen(node->word + sign) &&
           strpbrk(node->word, "0123456789") != NULL && node->word[sign] != 'e' && node->word[sign] != 'E';
}

size_t vol_scene_character(const char *text, size_t length, unsigned long *code) {
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char c = (unsigned char)text[0];
    size_t bytes = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    unsigned long read = c < 0x80 ? c : c & (0xFFU >> (bytes + 1));
    *code = 0;
    for (size_t i = 1; i < bytes; i++) {
        unsigned char more = i < length ? (unsigned char)text[i] : 0;
        if ((more & 0xC0) != 0x80) {
            return 1;
        }
        read = read << 6 | (more & 0x3F);
    }
    if (c >= 0x80 && (c < 0xC0 || c >= 0xF8 || read < least[bytes])) {
        return 1;
    }
    *code = read;
    return bytes;
}

bool vol_scene_is_text(unsigned long code) {
    bool plain = code == '\t' || code == '\n' || code == '\r' || (code >= 0x20 && code <= 0x7E);
    bool other = (code >= 0xA0 && code <= 0xD7FF && code != 0x2028 && code != 0x2029) ||
                 (code >= 0xE000 && code <= 0xFFFD && code != 0xFEFF) || (code >= 0x10000 && code <= 0x10FFFF);
    return plain || other;
}
