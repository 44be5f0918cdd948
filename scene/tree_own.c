/* From the bytes of a scene file to a tree of nodes, in place of tree_libyaml.c where there is no libyaml: maps and
 * lists, in blocks and in brackets; tree_own_words.c reads the words. Every node is as libyaml would have it, with the
 * same marks. What this reader does not know is refused, never guessed at. */
#include "tree_own.h"

#include <stdio.h>
#include <string.h>

static vol_scene_node *read_node(own_reader *r, size_t least, int level);
static vol_scene_node *read_flow(own_reader *r, int level);
static vol_scene_node *read_brackets(own_reader *r, int level);

/* --- Faults ------------------------------------------------------------------------------------------------------- */

vol_scene_node *vol_own_refuse(own_reader *r, own_mark where, const char *reason) {
    vol_scene_node place = {.origin = r->origin, .line = where.line + 1, .column = where.column + 1};
    vol_scene_fault_at(r->fault, &place, NULL, "%s", reason);
    return NULL;
}

vol_scene_node *vol_own_unknown(own_reader *r, own_mark where, const char *what) {
    char reason[256];
    snprintf(reason, sizeof reason,
             "%s: not understood, as this volery was built without libyaml; a scene is maps, lists and texts", what);
    return vol_own_refuse(r, where, reason);
}

/* --- Characters --------------------------------------------------------------------------------------------------- */

/* Skips blanks, comments and line ends, up to what comes next. False: a tab is before the first word of a line. */
static bool skip_space(own_reader *r, bool in_flow) {
    for (;;) {
        bool line_begins = r->now.column == 0;
        for (; own_peek(r, 0) == ' ' || own_peek(r, 0) == '\t'; own_advance(r)) {
            if (line_begins && !in_flow && own_peek(r, 0) == '\t') {
                vol_own_unknown(r, r->now, "a tab before the first word of a line");
                return false;
            }
        }
        for (bool comment = own_peek(r, 0) == '#'; comment && !own_at_end(r) && own_peek(r, 0) != '\n';) {
            own_advance(r);
        }
        if (own_peek(r, 0) == '\r') {
            own_advance(r);
        }
        if (own_peek(r, 0) != '\n') {
            return true;
        }
        own_advance(r);
    }
}

static bool check_bytes(own_reader *r) {
    own_mark begin = r->now;
    while (!own_at_end(r)) {
        unsigned long code = 0;
        size_t bytes = vol_scene_character(r->text + r->now.at, r->length - r->now.at, &code);
        if (!vol_scene_is_text(code) || (code == '\r' && own_peek(r, 1) != '\n')) {
            vol_own_unknown(r, r->now, "a byte that is no text");
            return false;
        }
        for (size_t i = 0; i < bytes; i++) {
            own_advance(r);
        }
    }
    r->now = begin;
    return true;
}

/* --- Maps and lists ----------------------------------------------------------------------------------------------- */

/* A list or map in brackets, in a block whose lines begin at `least` or farther right. */
static vol_scene_node *read_outer_brackets(own_reader *r, size_t least, int level) {
    r->least = least;
    return read_brackets(r, level);
}

/* Counts a node, and says whether there may be one so deep. */
static bool may_have(own_reader *r, own_mark where, int level) {
    const char *problem = level > VOL_SCENE_MOST_LEVELS       ? "more than 16 levels of lists and maps"
                          : ++r->nodes > VOL_SCENE_MOST_NODES ? "more than 4000000 values, lists and maps"
                                                              : NULL;
    return problem == NULL || vol_own_refuse(r, where, problem) != NULL;
}

/* A value that is not there. */
static vol_scene_node *read_nothing(own_reader *r, own_mark where, int level) {
    return may_have(r, where, level) ? vol_own_node(r, VOL_SCENE_NODE_WORD, where) : NULL;
}

/* May the map have this key? */
static bool check_key(own_reader *r, const vol_scene_node *map, const vol_scene_node *key) {
    const vol_scene_node *other = vol_scene_tree_find(map, key->word);
    if (other != NULL) {
        return vol_scene_fault_at(r->fault, key, key->word, "given twice, first in line %zu", other->key->line);
    }
    return map->count < VOL_SCENE_MOST_KEYS || vol_scene_fault_at(r->fault, key, NULL, "a map of more than 1000 keys");
}

static bool add(vol_scene_node *parent, vol_scene_node ***link, vol_scene_node *key, vol_scene_node *child) {
    if (child == NULL) {
        return false;
    }
    child->key = key;
    **link = child;
    *link = &child->next;
    parent->count++;
    parent->end = child->end;
    return true;
}

/* A key in brackets, and its value. */
static bool read_flow_pair(own_reader *r, vol_scene_node *map, vol_scene_node ***link, int level) {
    if (own_peek(r, 0) == '[' || own_peek(r, 0) == '{') {
        return vol_own_refuse(r, r->now, "a key must be a word") != NULL;
    }
    size_t line = r->now.line;
    vol_scene_node *key = vol_own_word(r, true, OWN_ONE_LINE);
    if (key == NULL || !check_key(r, map, key)) {
        return false;
    }
    own_skip_blanks(r);
    bool colon = own_peek(r, 0) == ':' && r->now.line == line; /* on the line of the key */
    if (colon) {
        own_advance(r);
    }
    if (!skip_space(r, true)) {
        return false;
    }
    if (!colon && own_peek(r, 0) != ',' && own_peek(r, 0) != '}') {
        return vol_own_unknown(r, r->now, "a key without a colon behind it") != NULL;
    }
    bool nothing = own_peek(r, 0) == ',' || own_peek(r, 0) == '}';
    return add(map, link, key, nothing ? read_nothing(r, r->now, level + 1) : read_flow(r, level + 1));
}

/* A list or map in brackets, among brackets. */
static vol_scene_node *read_brackets(own_reader *r, int level) {
    bool is_map = own_peek(r, 0) == '{';
    char end = is_map ? '}' : ']';
    vol_scene_node *node = vol_own_node(r, is_map ? VOL_SCENE_NODE_MAP : VOL_SCENE_NODE_LIST, r->now);
    vol_scene_node **link = node != NULL ? &node->first : NULL;
    if (node == NULL) {
        return NULL;
    }
    own_advance(r);
    for (;;) {
        if (!skip_space(r, true)) {
            return NULL;
        }
        if (own_peek(r, 0) == end) {
            own_advance(r);
            return vol_own_ended(r, node);
        }
        if (!(is_map ? read_flow_pair(r, node, &link, level) : add(node, &link, NULL, read_flow(r, level + 1))) ||
            !skip_space(r, true)) {
            return NULL;
        }
        if (own_peek(r, 0) == ',') {
            own_advance(r);
        } else if (own_peek(r, 0) != end) {
            return vol_own_unknown(r, r->now, is_map ? "a map without , or } here" : "a list without , or ] here");
        }
    }
}

/* A value in brackets. */
static vol_scene_node *read_flow(own_reader *r, int level) {
    if (!may_have(r, r->now, level)) {
        return NULL;
    }
    return own_peek(r, 0) == '[' || own_peek(r, 0) == '{' ? read_brackets(r, level)
                                                          : vol_own_word(r, true, OWN_ANY_COLUMN);
}

static bool at_item(const own_reader *r) {
    return own_peek(r, 0) == '-' && own_is_blank_or_end(own_peek(r, 1));
}

/* Is what comes next in a block whose lines begin at `column` or farther right? */
static bool goes_on(const own_reader *r, size_t column) {
    return !own_at_end(r) && r->now.column >= column && !own_at_document(r);
}

static bool too_far_right(own_reader *r) {
    return vol_own_unknown(r, r->now, "a line that is farther right than its key") != NULL;
}

/* After a value on a line: the line ends, and the next one is no part of it. */
static bool end_line(own_reader *r, size_t least) {
    if (r->now.column == 0 && r->now.at > 0) { /* a block of text ends with its line */
        return skip_space(r, false) && (!goes_on(r, least) || too_far_right(r));
    }
    size_t line = r->now.line;
    own_skip_blanks(r);
    if (!skip_space(r, false)) {
        return false;
    }
    if (!own_at_end(r) && r->now.line == line) {
        const char *what = own_peek(r, 0) == ':' ? "a second key on a line" : "something behind a value";
        return vol_own_unknown(r, r->now, what) != NULL;
    }
    return !goes_on(r, least) || too_far_right(r);
}

/* The value behind a key's colon or an item's dash, where lines of the block begin at `column`. */
static vol_scene_node *read_value(own_reader *r, size_t column, bool of_map, int level) {
    own_mark where = r->now;
    while (own_peek(r, 0) == ' ' || (of_map && own_peek(r, 0) == '\t')) {
        own_advance(r);
    }
    if (own_peek(r, 0) == '\t') {
        return vol_own_unknown(r, r->now, "a tab behind a dash");
    }
    if (!skip_space(r, false)) {
        return NULL;
    }
    if (r->now.line == where.line && !own_at_end(r)) {
        if (of_map && at_item(r)) {
            return vol_own_unknown(r, r->now, "a list that begins on the line of its key");
        }
        if (!of_map) {
            return read_node(r, column + 1, level);
        }
        bool brackets = own_peek(r, 0) == '[' || own_peek(r, 0) == '{';
        vol_scene_node *node = !may_have(r, r->now, level) ? NULL
                               : brackets                  ? read_outer_brackets(r, column + 1, level)
                                                           : vol_own_word(r, false, column + 1);
        return node != NULL && end_line(r, column + 1) ? node : NULL;
    }
    if (goes_on(r, column + 1) || (of_map && goes_on(r, column) && at_item(r))) {
        return read_node(r, column + 1, level);
    }
    return read_nothing(r, where, level);
}

/* A block list; the first dash is here. */
static vol_scene_node *read_list(own_reader *r, int level) {
    size_t column = r->now.column;
    vol_scene_node *list = vol_own_node(r, VOL_SCENE_NODE_LIST, r->now);
    vol_scene_node **link = list != NULL ? &list->first : NULL;
    if (list == NULL) {
        return NULL;
    }
    while (goes_on(r, column) && r->now.column == column && at_item(r)) {
        own_advance(r);
        if (!add(list, &link, NULL, read_value(r, column, false, level + 1))) {
            return NULL;
        }
    }
    return goes_on(r, column + 1) ? vol_own_unknown(r, r->now, "a line that is farther right than its list") : list;
}

/* A block map; the first key, which is read, begins at `where`. */
static vol_scene_node *read_map(own_reader *r, own_mark where, vol_scene_node *key, int level) {
    vol_scene_node *map = vol_own_node(r, VOL_SCENE_NODE_MAP, where);
    vol_scene_node **link = map != NULL ? &map->first : NULL;
    while (key != NULL && map != NULL) {
        own_skip_blanks(r);
        bool colon = own_peek(r, 0) == ':' && own_is_blank_or_end(own_peek(r, 1)) && r->now.line + 1 == key->line;
        if (!colon) {
            return vol_own_unknown(r, r->now, "a key without a colon and a blank behind it");
        }
        own_advance(r);
        if (!check_key(r, map, key) || !add(map, &link, key, read_value(r, where.column, true, level + 1))) {
            return NULL;
        }
        if (!goes_on(r, where.column) || r->now.column != where.column || at_item(r)) {
            break;
        }
        if (own_peek(r, 0) == '[' || own_peek(r, 0) == '{') {
            return vol_own_refuse(r, r->now, "a key must be a word");
        }
        key = vol_own_word(r, false, OWN_ONE_LINE);
    }
    if (key != NULL && goes_on(r, where.column)) {
        return vol_own_unknown(r, r->now, "a line that is farther right than its key, or a list beside a map");
    }
    return key != NULL ? map : NULL;
}

/* What begins here, in a block whose lines begin at `least` or farther right. */
static vol_scene_node *read_node(own_reader *r, size_t least, int level) {
    own_mark where = r->now;
    if (!may_have(r, where, level)) {
        return NULL;
    }
    if (at_item(r)) {
        return read_list(r, level);
    }
    bool brackets = own_peek(r, 0) == '[' || own_peek(r, 0) == '{';
    vol_scene_node *node = brackets ? read_outer_brackets(r, least, level) : vol_own_word(r, false, least);
    if (node == NULL) {
        return NULL;
    }
    own_skip_blanks(r);
    if (own_peek(r, 0) == ':' && own_is_blank_or_end(own_peek(r, 1)) && r->now.line == where.line) {
        return brackets ? vol_own_refuse(r, where, "a key must be a word") : read_map(r, where, node, level);
    }
    return end_line(r, least) ? node : NULL;
}

vol_scene_node *vol_scene_tree_read(vol_arena *arena, const vol_scene_origin *origin, const char *text, size_t length,
                                    vol_scene_fault *fault) {
    own_reader r = {.arena = arena, .origin = origin, .fault = fault, .text = text, .length = length};
    bool marked = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0; /* as some editors mark UTF-8 */
    r.now.at = marked ? 3 : 0;
    if (!check_bytes(&r) || !skip_space(&r, false)) {
        return NULL;
    }
    if (own_at_document(&r) && own_peek(&r, 0) == '-') {
        r.now.at += 3;
        r.now.column += 3;
        if (!skip_space(&r, false)) {
            return NULL;
        }
    }
    if (own_at_end(&r)) {
        return vol_own_refuse(&r, r.now, "the scene is empty");
    }
    vol_scene_node *node = read_node(&r, 0, 0);
    if (node != NULL && !own_at_end(&r)) {
        return own_at_document(&r) ? vol_own_refuse(&r, r.now, "only one document is allowed")
                                   : vol_own_unknown(&r, r.now, "something behind the scene");
    }
    return node;
}

const char *vol_scene_yaml_version(void) {
    return NULL;
}
