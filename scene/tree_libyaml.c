/* From the bytes of a scene file to a tree of nodes with marks, through libyaml's events. What comes out is what a
 * scene may be made of: maps with unique word keys, lists, words. What the words mean is left to the scene reader. */
#include "tree.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

typedef struct reader {
    yaml_parser_t parser;
    vol_arena *arena;
    const vol_scene_origin *origin;
    vol_scene_fault *fault;
    const char *text;
    size_t length, nodes;
    size_t index, at; /* a character of the text that was looked for, and its first byte */
} reader;

/* The byte at which a mark stands: libyaml counts characters. Marks come in order, but for a few that are near. */
static size_t byte_of(reader *r, yaml_mark_t mark) {
    while (r->index < mark.index && r->at < r->length) {
        for (r->at++; r->at < r->length && ((unsigned char)r->text[r->at] & 0xC0) == 0x80;) {
            r->at++;
        }
        r->index++;
    }
    while (r->index > mark.index && r->at > 0) {
        for (r->at--; r->at > 0 && ((unsigned char)r->text[r->at] & 0xC0) == 0x80;) {
            r->at--;
        }
        r->index--;
    }
    return r->at;
}

static vol_scene_node *new_node(reader *r, vol_scene_node_kind kind, yaml_mark_t mark) {
    vol_scene_node *node = vol_arena_take(r->arena, sizeof *node);
    if (node != NULL) {
        *node = (vol_scene_node){
            .kind = kind, .origin = r->origin, .line = mark.line + 1, .column = mark.column + 1, .word = ""};
        node->begin = byte_of(r, mark);
        node->end = node->begin;
    }
    return node;
}

static vol_scene_node *refuse(reader *r, yaml_mark_t mark, const char *key, const char *reason) {
    vol_scene_node place = {.origin = r->origin, .line = mark.line + 1, .column = mark.column + 1};
    vol_scene_fault_at(r->fault, &place, key, "%s", reason);
    return NULL;
}

/* Where a byte that is no text stands; libyaml tells only how far it is from the start. */
static yaml_mark_t mark_of(const reader *r, size_t offset) {
    yaml_mark_t mark = {0};
    for (size_t i = 0; i < offset; i++) {
        mark.line += r->text[i] == '\n';
        mark.column = r->text[i] == '\n' ? 0 : mark.column + 1;
    }
    return mark;
}

/* The next event, or false with libyaml's complaint. */
static bool next_event(reader *r, yaml_event_t *event) {
    if (yaml_parser_parse(&r->parser, event)) {
        return true;
    }
    if (r->parser.error == YAML_MEMORY_ERROR) {
        return vol_scene_fault_set(r->fault, VOL_SCENE_FAILED, "%s: out of memory", r->origin->name);
    }
    char reason[256];
    const char *problem = r->parser.problem != NULL ? r->parser.problem : "unreadable";
    snprintf(reason, sizeof reason, "not valid YAML: %s", problem);
    bool unreadable = r->parser.error == YAML_READER_ERROR;
    refuse(r, unreadable ? mark_of(r, r->parser.problem_offset) : r->parser.problem_mark, NULL, reason);
    return false;
}

/* What YAML has and scenes do not. */
static const char *unwanted(const yaml_event_t *event) {
    const yaml_char_t *anchor = NULL;
    const yaml_char_t *tag = NULL;
    if (event->type == YAML_ALIAS_EVENT) {
        return "aliases (*name) are not allowed in a scene";
    }
    if (event->type == YAML_SCALAR_EVENT) {
        anchor = event->data.scalar.anchor;
        tag = event->data.scalar.tag;
        if (memchr(event->data.scalar.value, 0, event->data.scalar.length) != NULL) {
            return "a text holds a zero byte";
        }
    } else if (event->type == YAML_SEQUENCE_START_EVENT) {
        anchor = event->data.sequence_start.anchor;
        tag = event->data.sequence_start.tag;
    } else if (event->type == YAML_MAPPING_START_EVENT) {
        anchor = event->data.mapping_start.anchor;
        tag = event->data.mapping_start.tag;
    }
    if (anchor != NULL) {
        return "anchors (&name) are not allowed in a scene";
    }
    return tag != NULL ? "tags (!name) are not allowed in a scene" : NULL;
}

static vol_scene_node *read_node(reader *r, yaml_event_t *event, int level);

static vol_scene_node *read_word(reader *r, const yaml_event_t *event) {
    vol_scene_node *node = new_node(r, VOL_SCENE_NODE_WORD, event->start_mark);
    if (node != NULL) {
        node->word = vol_arena_copy(r->arena, (const char *)event->data.scalar.value, event->data.scalar.length);
        node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
        node->end = byte_of(r, event->end_mark);
    }
    return node;
}

/* The key at which a map stands now: a word that the map does not have yet. */
static vol_scene_node *read_key(reader *r, const yaml_event_t *event, const vol_scene_node *map) {
    if (event->type != YAML_SCALAR_EVENT) {
        return refuse(r, event->start_mark, NULL, "a key must be a word");
    }
    const char *problem = unwanted(event);
    if (problem != NULL) {
        return refuse(r, event->start_mark, NULL, problem);
    }
    vol_scene_node *key = read_word(r, event);
    const vol_scene_node *other = key != NULL ? vol_scene_tree_find(map, key->word) : NULL;
    if (other != NULL) {
        vol_scene_fault_at(r->fault, key, key->word, "given twice, first in line %zu", other->key->line);
        return NULL;
    }
    if (map->count == VOL_SCENE_MOST_KEYS) {
        return refuse(r, event->start_mark, NULL, "a map of more than 1000 keys");
    }
    return key;
}

/* Reads children until the map or list ends. */
static bool read_children(reader *r, vol_scene_node *parent, int level) {
    yaml_event_type_t end = parent->kind == VOL_SCENE_NODE_MAP ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT;
    vol_scene_node **link = &parent->first;
    for (;;) {
        yaml_event_t event;
        if (!next_event(r, &event)) {
            return false;
        }
        if (event.type == end) {
            /* A block ends where the next thing begins: it is as long as what is in it. */
            bool in_brackets = vol_scene_node_in_brackets(parent, r->text);
            parent->end = in_brackets ? byte_of(r, event.end_mark) : parent->end;
            yaml_event_delete(&event);
            return true;
        }
        vol_scene_node *key = NULL;
        if (parent->kind == VOL_SCENE_NODE_MAP) {
            key = read_key(r, &event, parent);
            yaml_event_delete(&event);
            if (key == NULL || !next_event(r, &event)) {
                return false;
            }
        }
        vol_scene_node *child = read_node(r, &event, level + 1);
        yaml_event_delete(&event);
        if (child == NULL) {
            return false;
        }
        child->key = key;
        *link = child;
        link = &child->next;
        parent->count++;
        parent->end = child->end;
    }
}

static vol_scene_node *read_node(reader *r, yaml_event_t *event, int level) {
    const char *problem = unwanted(event);
    if (problem == NULL && level > VOL_SCENE_MOST_LEVELS) {
        problem = "more than 16 levels of lists and maps";
    }
    if (problem == NULL && ++r->nodes > VOL_SCENE_MOST_NODES) {
        problem = "more than 4000000 values, lists and maps";
    }
    if (problem != NULL) {
        return refuse(r, event->start_mark, NULL, problem);
    }
    if (event->type == YAML_SCALAR_EVENT) {
        return read_word(r, event);
    }
    vol_scene_node_kind kind = event->type == YAML_MAPPING_START_EVENT ? VOL_SCENE_NODE_MAP : VOL_SCENE_NODE_LIST;
    vol_scene_node *node = new_node(r, kind, event->start_mark);
    return node != NULL && read_children(r, node, level) ? node : NULL;
}

/* Takes the events of a stream in order: start, document, its one node, end of document, end of stream. */
static vol_scene_node *read_document(reader *r) {
    static const yaml_event_type_t expected[] = {YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_NO_EVENT,
                                                 YAML_DOCUMENT_END_EVENT, YAML_STREAM_END_EVENT};
    vol_scene_node *node = NULL;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        yaml_event_t event;
        if (!next_event(r, &event)) {
            return NULL;
        }
        bool right = true;
        if (expected[i] == YAML_NO_EVENT) {
            node = read_node(r, &event, 0);
            right = node != NULL;
        } else if (event.type != expected[i]) {
            refuse(r, event.start_mark, NULL, node == NULL ? "the scene is empty" : "only one document is allowed");
            right = false;
        }
        yaml_event_delete(&event);
        if (!right) {
            return NULL;
        }
    }
    return node;
}

vol_scene_node *vol_scene_tree_read(vol_arena *arena, const vol_scene_origin *origin, const char *text, size_t length,
                                    vol_scene_fault *fault) {
    reader r = {.arena = arena, .origin = origin, .fault = fault, .text = text, .length = length};
    r.at = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* a mark of UTF-8 is no character to libyaml */
    if (!yaml_parser_initialize(&r.parser)) {
        vol_scene_fault_set(fault, VOL_SCENE_FAILED, "%s: out of memory", origin->name);
        return NULL;
    }
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, length);
    vol_scene_node *node = read_document(&r);
    yaml_parser_delete(&r.parser);
    return node;
}

const char *vol_scene_yaml_version(void) {
    return yaml_get_version_string();
}
