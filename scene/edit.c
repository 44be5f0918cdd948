/* Edits of a scene's text in place. From a dotted key to the bytes that stand for it, by the tree of the text. */
#include "edit.h"

#include <string.h>

/* A text that is edited, and its tree. */
typedef struct page {
    vol_arena arena;
    vol_scene_edit *edit;
    vol_scene_node *tree;
    bool json; /* words are in quotes */
} page;

static bool open_page(page *p, vol_scene_edit *edit) {
    *p = (page){.arena.may_fail = true, .edit = edit};
    vol_scene_origin *origin = vol_arena_take(&p->arena, sizeof *origin);
    if (origin != NULL) {
        *origin = (vol_scene_origin){.name = edit->name};
        p->tree = vol_scene_tree_read(&p->arena, origin, vol_text_read(&edit->text), edit->text.length, edit->fault);
    }
    if (p->arena.failed) {
        p->tree = NULL;
        vol_scene_no_memory(edit->fault);
    }
    p->json = p->tree != NULL && vol_scene_node_in_brackets(p->tree, edit->text.data) && p->tree->first != NULL &&
              p->tree->first->key != NULL && p->tree->first->key->quoted;
    return p->tree != NULL;
}

/* Ends the edit: `right` says whether it could be done. */
static bool close_page(page *p, bool right) {
    bool failed = p->arena.failed || p->edit->text.failed;
    vol_arena_release(&p->arena);
    return failed ? vol_scene_no_memory(p->edit->fault) : right;
}

/* --- Bytes -------------------------------------------------------------------------------------------------------- */

/* Puts bytes in the place of others. */
static bool splice(page *p, size_t begin, size_t end, const vol_text *with) {
    vol_text *text = &p->edit->text;
    vol_text made = {.may_fail = true};
    vol_text_add(&made, text->data, begin);
    vol_text_add(&made, vol_text_read(with), with->length);
    vol_text_add(&made, text->data + end, text->length - end);
    if (made.failed || with->failed) {
        vol_text_release(&made);
        return vol_scene_no_memory(p->edit->fault);
    }
    vol_text_release(text);
    *text = made;
    return true;
}

/* Behind the last byte of a node that is no blank: a text of several lines takes the line ends behind it along. */
static size_t end_of(const page *p, const vol_scene_node *node) {
    const char *text = p->edit->text.data;
    size_t end = node->end;
    while (end > node->begin && strchr(" \t\r\n", text[end - 1]) != NULL) {
        end--;
    }
    return end;
}

/* Where the line of a byte begins. */
static size_t line_begin(const page *p, size_t at) {
    const char *text = p->edit->text.data;
    while (at > 0 && text[at - 1] != '\n') {
        at--;
    }
    return at;
}

/* Where the line of a byte ends, before its line end. */
static size_t line_end(const page *p, size_t at) {
    const vol_text *text = &p->edit->text;
    while (at < text->length && text->data[at] != '\n') {
        at++;
    }
    return at > 0 && at < text->length && text->data[at - 1] == '\r' ? at - 1 : at;
}

static const char *newline(const page *p) {
    const char *first = strchr(p->edit->text.data, '\n');
    return first != NULL && first > p->edit->text.data && first[-1] == '\r' ? "\r\n" : "\n";
}

/* --- Values ------------------------------------------------------------------------------------------------------- */

/* May it stand without quotes, in brackets too, and be read as the same word? */
static bool is_plain(const char *word) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+-";
    size_t length = strlen(word);
    for (const char *at = word; *at != '\0'; at++) {
        if (strchr(letters, *at) == NULL && (*at != ' ' || at == word)) {
            return false;
        }
    }
    return length > 0 && word[length - 1] != ' ' && strcmp(word, "-") != 0 && strncmp(word, "- ", 2) != 0;
}

static void put_word(vol_text *text, const vol_scene_node *node, bool json) {
    bool text_in_json = json && !vol_scene_node_is_plain_value(node);
    if (!node->quoted && !text_in_json && is_plain(node->word)) {
        vol_text_put(text, node->word);
    } else {
        vol_scene_print_quoted(text, node->word);
    }
}

void vol_scene_print_node(vol_text *text, const vol_scene_node *node, bool json) {
    if (node->kind == VOL_SCENE_NODE_WORD) {
        put_word(text, node, json);
        return;
    }
    bool map = node->kind == VOL_SCENE_NODE_MAP;
    vol_text_put(text, map ? "{" : "[");
    for (const vol_scene_node *child = node->first; child != NULL; child = child->next) {
        if (map) {
            put_word(text, child->key, json);
            vol_text_put(text, ": ");
        }
        vol_scene_print_node(text, child, json);
        vol_text_put(text, child->next != NULL ? ", " : "");
    }
    vol_text_put(text, map ? "}" : "]");
}

static void put_key(vol_text *text, const char *word, bool json) {
    vol_scene_node node = {.kind = VOL_SCENE_NODE_WORD, .word = word};
    put_word(text, &node, json);
}

void vol_scene_print_key(vol_text *text, const char *word) {
    put_key(text, word, false);
}

/* --- Finding ------------------------------------------------------------------------------------------------------ */

/* How far a dotted key leads: the last map or list, what of the key names something in it, and that, if it is there. */
typedef struct place {
    vol_scene_node *owner; /* NULL: there is no such place */
    const char *prefix;    /* the key of the owner; "" for the whole scene */
    const char *word;      /* the next word of the key */
    const char *rest;      /* the words behind it; NULL: there are none */
    vol_scene_node *node;  /* what the word names; NULL: it is not there */
} place;

static place find(page *p, const char *key) {
    char *path = vol_arena_copy(&p->arena, key, strlen(key));
    char *dot = strchr(path, '.');
    place at = {.owner = p->tree, .prefix = "", .word = path};
    if (p->arena.failed) {
        return (place){0};
    }
    if (dot != NULL) {
        *dot = '\0';
    }
    vol_scene_node *flock = vol_scene_tree_flock(&p->arena, p->tree, path, NULL);
    if (flock != NULL && dot != NULL) {
        at = (place){.owner = flock, .prefix = path, .word = dot + 1};
        dot = strchr(dot + 1, '.');
    } else if (dot != NULL) {
        *dot = '.';
    }
    for (;; dot = strchr(at.word, '.')) {
        if (dot != NULL) {
            *dot = '\0';
        }
        at.rest = dot != NULL ? dot + 1 : NULL;
        at.node = at.owner->kind == VOL_SCENE_NODE_LIST ? vol_scene_tree_entry(at.owner, at.word)
                                                        : vol_scene_tree_find(at.owner, at.word);
        if (dot == NULL || at.node == NULL || at.node->kind == VOL_SCENE_NODE_WORD) {
            return at;
        }
        at.prefix = vol_arena_print(&p->arena, "%s%s%s", at.prefix, at.prefix[0] != '\0' ? "." : "", at.word);
        at.owner = at.node;
        at.word = at.rest;
    }
}

/* Where a key stands among those of its map in a printed scene; a large number if it is not among them. */
static size_t rank_of(const page *p, const char *prefix, const char *word) {
    if (prefix[0] == '\0') {
        size_t rank = 0;
        while (vol_scene_sections[rank] != NULL && strcmp(vol_scene_sections[rank], word) != 0) {
            rank++;
        }
        return rank;
    }
    const vol_scene_rows *rows = p->edit->rows;
    size_t length = strlen(prefix), tail = strlen(word);
    for (size_t i = 0; i < rows->count; i++) {
        const char *key = rows->row[i].key;
        if (strncmp(key, prefix, length) == 0 && key[length] == '.' && strncmp(key + length + 1, word, tail) == 0 &&
            (key[length + 1 + tail] == '\0' || key[length + 1 + tail] == '.')) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* The key of the map that a new one belongs behind: the nearest before it in a printed scene, the last one of the text
 * where all come before it; NULL: before all. */
static const vol_scene_node *find_before(const page *p, const place *at) {
    size_t rank = rank_of(p, at->prefix, at->word);
    size_t nearest = 0;
    const vol_scene_node *before = NULL, *last = NULL;
    bool at_end = true;
    for (const vol_scene_node *child = at->owner->first; child != NULL; child = child->next) {
        size_t other = rank_of(p, at->prefix, child->key->word);
        if (other < rank && (before == NULL || other >= nearest)) {
            before = child;
            nearest = other;
        }
        at_end = at_end && other < rank;
        last = child;
    }
    return at_end ? last : before;
}

/* --- Edits -------------------------------------------------------------------------------------------------------- */

/* Puts a text in the place of a value. */
static bool replace(page *p, const vol_scene_node *node, const vol_text *value) {
    const char *text = p->edit->text.data;
    bool block = node->kind != VOL_SCENE_NODE_WORD && !vol_scene_node_in_brackets(node, text);
    size_t begin = node->begin, end = end_of(p, node);
    vol_text with = {.may_fail = true};
    if (block && node->key != NULL && line_begin(p, begin) > node->key->begin) {
        /* The block goes; what else stands on the line of its key stays: a comment. */
        const char *colon = strchr(text + node->key->end, ':');
        begin = colon != NULL ? (size_t)(colon - text) + 1 : begin;
        vol_text_put(&with, " ");
        vol_text_add(&with, value->data, value->length);
        vol_text_add(&with, text + begin, line_end(p, begin) - begin);
    } else {
        bool close =
            begin > 0 && begin == end && strchr(":-", text[begin - 1]) != NULL; /* a value that was not there */
        vol_text_put(&with, close ? " " : "");
        vol_text_add(&with, value->data, value->length);
    }
    bool right = splice(p, begin, end, &with);
    vol_text_release(&with);
    return right;
}

/* Adds a key to a map that does not have it. */
static bool insert(page *p, const place *at, const vol_text *value) {
    const vol_scene_node *map = at->owner;
    const vol_scene_node *before = find_before(p, at);
    vol_text with = {.may_fail = true};
    size_t where = map->begin + 1;
    if (vol_scene_node_in_brackets(map, p->edit->text.data)) {
        vol_text_put(&with, before != NULL ? ", " : "");
        put_key(&with, at->word, p->json);
        vol_text_print(&with, ": %s", vol_text_read(value));
        vol_text_put(&with, before == NULL && map->first != NULL ? ", " : "");
        where = before != NULL ? end_of(p, before) : map->first != NULL ? map->first->key->begin : where;
    } else {
        before = before != NULL ? before : map->first; /* the first key may stand behind a dash */
        if (before == NULL) {
            return false;
        }
        vol_text_print(&with, "%s%*s", newline(p), (int)map->column - 1, "");
        put_key(&with, at->word, p->json);
        vol_text_print(&with, ":%s%s", value->data[0] == '\n' || value->data[0] == '\r' ? "" : " ", value->data);
        where = line_end(p, end_of(p, before));
    }
    bool right = splice(p, where, where, &with);
    vol_text_release(&with);
    return right;
}

static bool append(page *p, const vol_scene_node *list, const char *entry);
static bool take_entry(page *p, const vol_scene_node *list, const vol_scene_node *entry);

/* A whole entry of a list comes behind the last one, or goes. */
static bool set_entry(page *p, const place *at, const vol_text *value, bool none) {
    if (none && at->owner->count == 1) {
        return vol_scene_edit_remove(p->edit, vol_arena_copy(&p->arena, at->prefix, strlen(at->prefix)));
    }
    return none ? take_entry(p, at->owner, at->node) : append(p, at->owner, vol_text_read(value));
}

/* The first entry of a list that is not there yet. */
static bool begin_list(page *p, const place *at, const char *entry) {
    vol_text value = {.may_fail = true};
    if (vol_scene_node_in_brackets(at->owner, p->edit->text.data)) {
        vol_text_print(&value, "[%s]", entry);
    } else {
        vol_text_print(&value, "%s%*s- %s", newline(p), (int)at->owner->column + 1, "", entry);
    }
    bool right = !value.failed && insert(p, at, &value);
    vol_text_release(&value);
    return right;
}

bool vol_scene_edit_set(vol_scene_edit *edit, const char *key, const char *value) {
    page p;
    if (!open_page(&p, edit)) {
        return close_page(&p, false);
    }
    place at = find(&p, key);
    const vol_scene_origin origin = {.name = key, .option = true};
    vol_scene_node *node = vol_scene_override_value(&p.arena, &origin, value, edit->fault);
    vol_text text = {.may_fail = true};
    bool right = node != NULL && at.owner != NULL;
    size_t maps = 0; /* that are not there yet */
    bool in_list = right && at.owner->kind == VOL_SCENE_NODE_LIST && at.rest == NULL;
    bool none = in_list && at.node != NULL && strcmp(value, "none") == 0;
    bool begins = right && at.node == NULL && at.owner->kind == VOL_SCENE_NODE_MAP && at.rest != NULL &&
                  strcmp(at.rest, "0") == 0;
    for (const char *rest = right && !begins ? at.rest : NULL; rest != NULL; maps++) {
        const char *dot = strchr(rest, '.');
        vol_text_put(&text, "{");
        put_key(&text, vol_arena_copy(&p.arena, rest, dot != NULL ? (size_t)(dot - rest) : strlen(rest)), p.json);
        vol_text_put(&text, ": ");
        rest = dot != NULL ? dot + 1 : NULL;
    }
    if (right) {
        vol_scene_print_node(&text, node, p.json);
    }
    for (; maps > 0; maps--) {
        vol_text_put(&text, "}");
    }
    if (right && !text.failed && !p.arena.failed) {
        right = begins                                 ? begin_list(&p, &at, vol_text_read(&text))
                : none || (in_list && at.node == NULL) ? set_entry(&p, &at, &text, none)
                : at.node != NULL                      ? replace(&p, at.node, &text)
                                                       : at.owner->kind == VOL_SCENE_NODE_MAP && insert(&p, &at, &text);
    }
    edit->text.failed = edit->text.failed || text.failed;
    vol_text_release(&text);
    return close_page(&p, right);
}

/* Takes a value of a map out with its key, which is not the only one. */
static bool take_out(page *p, const vol_scene_node *map, const vol_scene_node *node) {
    const vol_scene_node *last = NULL;
    for (const vol_scene_node *child = map->first; child != node; child = child->next) {
        last = child;
    }
    size_t begin = node->key->begin, end = end_of(p, node);
    size_t first = line_begin(p, begin);
    bool block = !vol_scene_node_in_brackets(map, p->edit->text.data);
    bool alone = block && strspn(p->edit->text.data + first, " ") >= begin - first;
    if (alone) {
        begin = first;
        end = line_end(p, end);
        end += strspn(p->edit->text.data + end, "\r");
        end += p->edit->text.data[end] == '\n';
    } else if (node->next != NULL) {
        end = node->next->key->begin;
    } else if (last != NULL) {
        begin = end_of(p, last);
    }
    return splice(p, begin, end, &(vol_text){0});
}

bool vol_scene_edit_remove(vol_scene_edit *edit, const char *key) {
    page p;
    if (!open_page(&p, edit)) {
        return close_page(&p, false);
    }
    place at = find(&p, key);
    bool right = at.owner != NULL && at.node != NULL && at.rest == NULL && at.owner->kind == VOL_SCENE_NODE_MAP;
    if (right && at.owner->count == 1 && at.prefix[0] != '\0') {
        const char *owner = vol_arena_copy(&p.arena, at.prefix, strlen(at.prefix));
        right = vol_scene_edit_remove(edit, owner);
    } else if (right) {
        right = take_out(&p, at.owner, at.node);
    }
    return close_page(&p, right);
}

/* Takes an entry out of a list that has others. In a block all its lines go; the list must not begin behind the dash of
 * another one. */
static bool take_entry(page *p, const vol_scene_node *list, const vol_scene_node *entry) {
    const char *text = p->edit->text.data;
    const vol_scene_node *last = NULL;
    for (const vol_scene_node *child = list->first; child != entry; child = child->next) {
        last = child;
    }
    size_t begin = entry->begin, end = end_of(p, entry);
    if (vol_scene_node_in_brackets(list, text)) {
        begin = last != NULL && entry->next == NULL ? end_of(p, last) : begin;
        end = entry->next != NULL ? entry->next->begin : end;
        return splice(p, begin, end, &(vol_text){0});
    }
    begin = line_begin(p, begin);
    size_t dash = begin + strspn(text + begin, " ");
    if (text[dash] != '-' || dash + 1 - begin != list->column ||
        dash + 1 + strspn(text + dash + 1, " ") != entry->begin) {
        return false;
    }
    end = line_end(p, end);
    end += strspn(text + end, "\r");
    end += text[end] == '\n';
    return splice(p, begin, end, &(vol_text){0});
}

/* Adds an entry to the end of a list that is there. */
static bool append(page *p, const vol_scene_node *list, const char *entry) {
    const vol_scene_node *last = list->first;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    vol_text with = {.may_fail = true};
    size_t where = list->begin + 1;
    if (vol_scene_node_in_brackets(list, p->edit->text.data)) {
        vol_text_print(&with, "%s%s", last != NULL ? ", " : "", entry);
        where = last != NULL ? end_of(p, last) : where;
    } else {
        if (last == NULL) {
            return false;
        }
        vol_text_print(&with, "%s%*s- %s", newline(p), (int)list->column - 1, "", entry);
        where = line_end(p, end_of(p, last));
    }
    bool right = splice(p, where, where, &with);
    vol_text_release(&with);
    return right;
}

bool vol_scene_edit_add_event(vol_scene_edit *edit, const char *entry) {
    page p;
    if (!open_page(&p, edit)) {
        return close_page(&p, false);
    }
    const vol_scene_node *list = vol_scene_tree_find(p.tree, "events");
    bool right = p.tree->kind == VOL_SCENE_NODE_MAP && (list == NULL || list->kind == VOL_SCENE_NODE_LIST);
    if (right && list != NULL) {
        right = append(&p, list, entry);
    } else if (right) {
        right = begin_list(&p, &(place){.owner = p.tree, .prefix = "", .word = "events"}, entry);
    }
    return close_page(&p, right);
}
