/* From the bytes of a scene file to a tree of nodes, in place of tree_libyaml.c where there is no libyaml: maps, lists,
 * words and quoted texts, in blocks and in brackets, which is all that the built-in scenes, printed scenes and JSON are
 * made of. Every node is as libyaml would have it, with the same marks. All else is refused, never guessed at. */
#include "tree.h"

#include <stdio.h>
#include <string.h>

typedef struct mark {
    size_t at, line, column; /* bytes from the start; lines and characters, from 0 on */
} mark;

typedef struct reader {
    vol_arena *arena;
    const vol_scene_origin *origin;
    vol_scene_fault *fault;
    const char *text;
    size_t length, nodes;
    mark now;
} reader;

static vol_scene_node *read_node(reader *r, size_t least, int level);
static vol_scene_node *read_flow(reader *r, int level);

/* --- Faults ------------------------------------------------------------------------------------------------------- */

static vol_scene_node *refuse(reader *r, mark where, const char *reason) {
    vol_scene_node place = {.origin = r->origin, .line = where.line + 1, .column = where.column + 1};
    vol_scene_fault_at(r->fault, &place, NULL, "%s", reason);
    return NULL;
}

/* What is not valid YAML, or is, and this reader does not know it. */
static vol_scene_node *unknown(reader *r, mark where, const char *what) {
    char reason[256];
    snprintf(reason, sizeof reason,
             "%s: not understood, as this volery was built without libyaml; a scene is maps, lists, and texts of one "
             "line",
             what);
    return refuse(r, where, reason);
}

/* --- Characters --------------------------------------------------------------------------------------------------- */

/* The byte so far ahead; 0 behind the end. */
static char peek(const reader *r, size_t ahead) {
    return r->now.at + ahead < r->length ? r->text[r->now.at + ahead] : '\0';
}

static bool ended(const reader *r) {
    return r->now.at >= r->length;
}

static bool is_blank_or_end(char c) {
    return c == '\0' || c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_flow_mark(char c) {
    return c != '\0' && strchr(",[]{}", c) != NULL;
}

static void advance(reader *r) {
    unsigned char c = (unsigned char)r->text[r->now.at++];
    if (c == '\n') {
        r->now.line++;
        r->now.column = 0;
    } else if ((c & 0xC0) != 0x80) { /* a character is counted at its first byte */
        r->now.column++;
    }
}

static void skip_blanks(reader *r) {
    while (peek(r, 0) == ' ' || peek(r, 0) == '\t') {
        advance(r);
    }
}

/* Skips blanks, comments and line ends, up to what comes next. False: a tab is before the first word of a line. */
static bool skip_space(reader *r, bool in_flow) {
    for (;;) {
        bool line_begins = r->now.column == 0;
        for (; peek(r, 0) == ' ' || peek(r, 0) == '\t'; advance(r)) {
            if (line_begins && !in_flow && peek(r, 0) == '\t') {
                unknown(r, r->now, "a tab before the first word of a line");
                return false;
            }
        }
        for (bool comment = peek(r, 0) == '#'; comment && !ended(r) && peek(r, 0) != '\n';) {
            advance(r);
        }
        if (peek(r, 0) == '\r') {
            advance(r);
        }
        if (peek(r, 0) != '\n') {
            return true;
        }
        advance(r);
    }
}

static bool check_bytes(reader *r) {
    while (!ended(r)) {
        unsigned long code = 0;
        size_t bytes = vol_scene_character(r->text + r->now.at, r->length - r->now.at, &code);
        if (!vol_scene_is_text(code) || (code == '\r' && peek(r, 1) != '\n')) {
            unknown(r, r->now, "a byte that is no text");
            return false;
        }
        for (size_t i = 0; i < bytes; i++) {
            advance(r);
        }
    }
    r->now = (mark){0};
    return true;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static vol_scene_node *new_node(reader *r, vol_scene_node_kind kind, mark where) {
    vol_scene_node *node = vol_arena_take(r->arena, sizeof *node);
    if (node != NULL) {
        *node = (vol_scene_node){.kind = kind,
                                 .origin = r->origin,
                                 .line = where.line + 1,
                                 .column = where.column + 1,
                                 .begin = where.at,
                                 .end = where.at,
                                 .word = ""};
    }
    return node;
}

/* The node, whose last byte was just read. */
static vol_scene_node *ended_here(const reader *r, vol_scene_node *node) {
    if (node != NULL) {
        node->end = r->now.at;
    }
    return node;
}

/* What stood in quotes becomes the node's word. */
static void keep_text(reader *r, vol_scene_node *node, vol_text *text) {
    if (node != NULL) {
        node->quoted = true;
        node->word = vol_arena_copy(r->arena, vol_text_read(text), text->length);
    }
    r->arena->failed = r->arena->failed || text->failed;
    vol_text_release(text);
}

static vol_scene_node *in_single_quotes(reader *r) {
    vol_scene_node *node = new_node(r, VOL_SCENE_NODE_WORD, r->now);
    vol_text text = {.may_fail = true};
    advance(r);
    while (!ended(r) && peek(r, 0) != '\n' && (peek(r, 0) != '\'' || peek(r, 1) == '\'')) {
        if (peek(r, 0) == '\'') {
            advance(r);
        }
        vol_text_add(&text, r->text + r->now.at, 1);
        advance(r);
    }
    keep_text(r, node, &text);
    if (peek(r, 0) != '\'') {
        return unknown(r, r->now, "a text in quotes over several lines");
    }
    advance(r);
    return ended_here(r, node);
}

/* Four hexadecimal digits as UTF-8. */
static bool put_unicode(vol_text *text, const char *digits) {
    unsigned code = 0;
    for (int i = 0; i < 4; i++) {
        static const char all[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = digits[i] != '\0' ? strchr(all, digits[i]) : NULL;
        if (digit == NULL) {
            return false;
        }
        code = 16 * code + (unsigned)(digit - all) % 16;
    }
    if (code == 0 || (code >= 0xD800 && code <= 0xDFFF)) {
        return false;
    }
    unsigned bytes[3] = {code, 0, 0}, count = code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    if (count == 2) {
        bytes[0] = 0xC0 | code >> 6;
        bytes[1] = 0x80 | (code & 0x3F);
    } else if (count == 3) {
        bytes[0] = 0xE0 | code >> 12;
        bytes[1] = 0x80 | (code >> 6 & 0x3F);
        bytes[2] = 0x80 | (code & 0x3F);
    }
    for (unsigned i = 0; i < count; i++) {
        vol_text_add(text, &(char){(char)(unsigned char)bytes[i]}, 1);
    }
    return true;
}

/* What stands behind a backslash. */
static bool put_escape(reader *r, vol_text *text) {
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name = peek(r, 0) != '\0' ? strchr(names, peek(r, 0)) : NULL;
    if (name != NULL) {
        vol_text_add(text, &values[name - names], 1);
        advance(r);
        return true;
    }
    char digits[4] = {peek(r, 1), peek(r, 2), peek(r, 3), peek(r, 4)};
    if (peek(r, 0) != 'u' || !put_unicode(text, digits)) {
        unknown(r, r->now, "an escape that JSON does not have");
        return false;
    }
    for (int i = 0; i < 5; i++) {
        advance(r);
    }
    return true;
}

static vol_scene_node *in_double_quotes(reader *r) {
    vol_scene_node *node = new_node(r, VOL_SCENE_NODE_WORD, r->now);
    vol_text text = {.may_fail = true};
    bool right = true;
    advance(r);
    while (right && !ended(r) && peek(r, 0) != '\n' && peek(r, 0) != '"') {
        if (peek(r, 0) == '\\') {
            advance(r);
            right = put_escape(r, &text);
        } else {
            vol_text_add(&text, r->text + r->now.at, 1);
            advance(r);
        }
    }
    keep_text(r, node, &text);
    if (right && peek(r, 0) != '"') {
        return unknown(r, r->now, "a text in quotes over several lines");
    }
    if (right) {
        advance(r);
    }
    return right ? ended_here(r, node) : NULL;
}

/* Does the word that is read end here? */
static bool word_ends(const reader *r, bool in_flow) {
    char c = peek(r, 0), next = peek(r, 1);
    if (ended(r) || c == '\n' || (c == '\r' && next == '\n')) {
        return true;
    }
    if (c == ':' && is_blank_or_end(next)) {
        return true;
    }
    return (in_flow && is_flow_mark(c)) || (c == '#' && r->now.at > 0 && is_blank_or_end(r->text[r->now.at - 1]));
}

/* Marks that begin something else than a word. */
static const char *not_a_word(const reader *r, bool in_flow) {
    char c = peek(r, 0);
    bool alone = is_blank_or_end(peek(r, 1)) || (in_flow && is_flow_mark(peek(r, 1)));
    if (c == '&' || c == '*' || c == '!') {
        return c == '&'   ? "anchors (&name) are not allowed in a scene"
               : c == '*' ? "aliases (*name) are not allowed in a scene"
                          : "tags (!name) are not allowed in a scene";
    }
    if ((c != '\0' && strchr("|>%@`,]}#", c) != NULL) ||
        ((c == '-' || c == '?' || c == ':') && (alone || (in_flow && c != '-')))) {
        return "";
    }
    return NULL;
}

/* A word, with or without quotes. */
static vol_scene_node *read_word(reader *r, bool in_flow) {
    if (peek(r, 0) == '\'' || peek(r, 0) == '"') {
        return peek(r, 0) == '"' ? in_double_quotes(r) : in_single_quotes(r);
    }
    const char *problem = not_a_word(r, in_flow);
    if (problem != NULL) {
        char what[] = "'?' at this place";
        what[1] = peek(r, 0);
        return problem[0] != '\0' ? refuse(r, r->now, problem) : unknown(r, r->now, what);
    }
    vol_scene_node *node = new_node(r, VOL_SCENE_NODE_WORD, r->now);
    size_t begin = r->now.at, end = begin;
    while (!word_ends(r, in_flow)) {
        if (in_flow && peek(r, 0) == ':' && (is_flow_mark(peek(r, 1)) || peek(r, 1) == '?')) {
            return unknown(r, r->now, "a colon without a blank behind it");
        }
        if (!is_blank_or_end(peek(r, 0))) {
            end = r->now.at + 1;
        }
        advance(r);
    }
    if (node != NULL) {
        node->word = vol_arena_copy(r->arena, r->text + begin, end - begin);
        node->end = end;
    }
    return node;
}

/* --- Maps and lists ----------------------------------------------------------------------------------------------- */

/* Counts a node, and says whether there may be one so deep. */
static bool may_have(reader *r, mark where, int level) {
    const char *problem = level > VOL_SCENE_MOST_LEVELS       ? "more than 16 levels of lists and maps"
                          : ++r->nodes > VOL_SCENE_MOST_NODES ? "more than 4000000 values, lists and maps"
                                                              : NULL;
    return problem == NULL || refuse(r, where, problem) != NULL;
}

/* A value that is not there. */
static vol_scene_node *read_nothing(reader *r, mark where, int level) {
    return may_have(r, where, level) ? new_node(r, VOL_SCENE_NODE_WORD, where) : NULL;
}

/* May the map have this key? */
static bool check_key(reader *r, const vol_scene_node *map, const vol_scene_node *key) {
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
static bool read_flow_pair(reader *r, vol_scene_node *map, vol_scene_node ***link, int level) {
    if (peek(r, 0) == '[' || peek(r, 0) == '{') {
        return refuse(r, r->now, "a key must be a word") != NULL;
    }
    vol_scene_node *key = read_word(r, true);
    if (key == NULL || !check_key(r, map, key)) {
        return false;
    }
    skip_blanks(r);
    bool colon = peek(r, 0) == ':'; /* on the line of the key */
    if (colon) {
        advance(r);
    }
    if (!skip_space(r, true)) {
        return false;
    }
    if (!colon && peek(r, 0) != ',' && peek(r, 0) != '}') {
        return unknown(r, r->now, "a key without a colon behind it") != NULL;
    }
    bool nothing = peek(r, 0) == ',' || peek(r, 0) == '}';
    return add(map, link, key, nothing ? read_nothing(r, r->now, level + 1) : read_flow(r, level + 1));
}

/* A list or map in brackets. */
static vol_scene_node *read_brackets(reader *r, int level) {
    bool is_map = peek(r, 0) == '{';
    char end = is_map ? '}' : ']';
    vol_scene_node *node = new_node(r, is_map ? VOL_SCENE_NODE_MAP : VOL_SCENE_NODE_LIST, r->now);
    vol_scene_node **link = node != NULL ? &node->first : NULL;
    if (node == NULL) {
        return NULL;
    }
    advance(r);
    for (;;) {
        if (!skip_space(r, true)) {
            return NULL;
        }
        if (peek(r, 0) == end) {
            advance(r);
            return ended_here(r, node);
        }
        if (!(is_map ? read_flow_pair(r, node, &link, level) : add(node, &link, NULL, read_flow(r, level + 1))) ||
            !skip_space(r, true)) {
            return NULL;
        }
        if (peek(r, 0) == ',') {
            advance(r);
        } else if (peek(r, 0) != end) {
            return unknown(r, r->now, is_map ? "a map without , or } here" : "a list without , or ] here");
        }
    }
}

/* A value in brackets. */
static vol_scene_node *read_flow(reader *r, int level) {
    if (!may_have(r, r->now, level)) {
        return NULL;
    }
    return peek(r, 0) == '[' || peek(r, 0) == '{' ? read_brackets(r, level) : read_word(r, true);
}

static bool at_item(const reader *r) {
    return peek(r, 0) == '-' && is_blank_or_end(peek(r, 1));
}

/* Does a document begin or end here? */
static bool at_document(const reader *r) {
    return r->now.column == 0 && is_blank_or_end(peek(r, 3)) && r->length - r->now.at >= 3 &&
           (strncmp(r->text + r->now.at, "---", 3) == 0 || strncmp(r->text + r->now.at, "...", 3) == 0);
}

/* Is what comes next in a block whose lines begin at `column` or farther right? */
static bool goes_on(const reader *r, size_t column) {
    return !ended(r) && r->now.column >= column && !at_document(r);
}

/* After a value on a line: the line ends, and the next one is no part of it. */
static bool end_line(reader *r, size_t least) {
    size_t line = r->now.line;
    skip_blanks(r);
    if (!skip_space(r, false)) {
        return false;
    }
    if (!ended(r) && r->now.line == line) {
        return unknown(r, r->now, peek(r, 0) == ':' ? "a second key on a line" : "something behind a value") != NULL;
    }
    return !goes_on(r, least) || unknown(r, r->now,
                                         "a line that is farther right than its key, or a text of several "
                                         "lines") != NULL;
}

/* The value behind a key's colon or an item's dash, where lines of the block begin at `column`. */
static vol_scene_node *read_value(reader *r, size_t column, bool of_map, int level) {
    mark where = r->now;
    while (peek(r, 0) == ' ' || (of_map && peek(r, 0) == '\t')) {
        advance(r);
    }
    if (peek(r, 0) == '\t') {
        return unknown(r, r->now, "a tab behind a dash");
    }
    if (!skip_space(r, false)) {
        return NULL;
    }
    if (r->now.line == where.line && !ended(r)) {
        if (of_map && at_item(r)) {
            return unknown(r, r->now, "a list that begins on the line of its key");
        }
        if (!of_map) {
            return read_node(r, column + 1, level);
        }
        bool brackets = peek(r, 0) == '[' || peek(r, 0) == '{';
        vol_scene_node *node = !may_have(r, r->now, level) ? NULL
                               : brackets                  ? read_brackets(r, level)
                                                           : read_word(r, false);
        return node != NULL && end_line(r, column + 1) ? node : NULL;
    }
    if (goes_on(r, column + 1) || (of_map && goes_on(r, column) && at_item(r))) {
        return read_node(r, column + 1, level);
    }
    return read_nothing(r, where, level);
}

/* A block list; the first dash is here. */
static vol_scene_node *read_list(reader *r, int level) {
    size_t column = r->now.column;
    vol_scene_node *list = new_node(r, VOL_SCENE_NODE_LIST, r->now);
    vol_scene_node **link = list != NULL ? &list->first : NULL;
    if (list == NULL) {
        return NULL;
    }
    while (goes_on(r, column) && r->now.column == column && at_item(r)) {
        advance(r);
        if (!add(list, &link, NULL, read_value(r, column, false, level + 1))) {
            return NULL;
        }
    }
    return goes_on(r, column + 1) ? unknown(r, r->now, "a line that is farther right than its list") : list;
}

/* A block map; the first key, which is read, begins at `where`. */
static vol_scene_node *read_map(reader *r, mark where, vol_scene_node *key, int level) {
    vol_scene_node *map = new_node(r, VOL_SCENE_NODE_MAP, where);
    vol_scene_node **link = map != NULL ? &map->first : NULL;
    while (key != NULL && map != NULL) {
        skip_blanks(r);
        if (peek(r, 0) != ':' || !is_blank_or_end(peek(r, 1))) {
            return unknown(r, r->now, "a key without a colon and a blank behind it");
        }
        advance(r);
        if (!check_key(r, map, key) || !add(map, &link, key, read_value(r, where.column, true, level + 1))) {
            return NULL;
        }
        if (!goes_on(r, where.column) || r->now.column != where.column || at_item(r)) {
            break;
        }
        if (peek(r, 0) == '[' || peek(r, 0) == '{') {
            return refuse(r, r->now, "a key must be a word");
        }
        key = read_word(r, false);
    }
    if (key != NULL && goes_on(r, where.column)) {
        return unknown(r, r->now, "a line that is farther right than its key, or a list beside a map");
    }
    return key != NULL ? map : NULL;
}

/* What begins here, in a block whose lines begin at `least` or farther right. */
static vol_scene_node *read_node(reader *r, size_t least, int level) {
    mark where = r->now;
    if (!may_have(r, where, level)) {
        return NULL;
    }
    if (at_item(r)) {
        return read_list(r, level);
    }
    bool brackets = peek(r, 0) == '[' || peek(r, 0) == '{';
    vol_scene_node *node = brackets ? read_brackets(r, level) : read_word(r, false);
    if (node == NULL) {
        return NULL;
    }
    skip_blanks(r);
    if (peek(r, 0) == ':' && is_blank_or_end(peek(r, 1)) && r->now.line == where.line) {
        return brackets ? refuse(r, where, "a key must be a word") : read_map(r, where, node, level);
    }
    return end_line(r, least) ? node : NULL;
}

vol_scene_node *vol_scene_tree_read(vol_arena *arena, const vol_scene_origin *origin, const char *text, size_t length,
                                    vol_scene_fault *fault) {
    reader r = {.arena = arena, .origin = origin, .fault = fault, .text = text, .length = length};
    if (!check_bytes(&r) || !skip_space(&r, false)) {
        return NULL;
    }
    if (at_document(&r) && peek(&r, 0) == '-') {
        r.now.at += 3;
        r.now.column += 3;
        if (!skip_space(&r, false)) {
            return NULL;
        }
    }
    if (ended(&r)) {
        return refuse(&r, r.now, "the scene is empty");
    }
    vol_scene_node *node = read_node(&r, 0, 0);
    if (node != NULL && !ended(&r)) {
        return at_document(&r) ? refuse(&r, r.now, "only one document is allowed")
                               : unknown(&r, r.now, "something behind the scene");
    }
    return node;
}

const char *vol_scene_yaml_version(void) {
    return NULL;
}
