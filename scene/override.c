/* --set and its kin: each override becomes a node of the tree, so that it is read, checked and complained about by the
 * same code as the file. Flocks are named by their name, everything else as it is written in a scene; entries of lists
 * by their number or name. */
#include "part.h"
#include "value.h"

#include <stdio.h>
#include <string.h>

/* 800,600 without brackets is a list too: brackets need quoting in a shell. */
static bool is_bare_list(const char *value) {
    return strchr(value, ',') != NULL && strspn(value, "0123456789+-.eE, ") == strlen(value);
}

static bool is_utf8(const char *value) {
    bool right = true;
    for (size_t at = 0, length = strlen(value); at < length && right;) {
        unsigned long code = 0;
        at += vol_scene_character(value + at, length - at, &code);
        right = code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    }
    return right;
}

/* Only what begins like a list, a map or a quoted text is YAML; all else is a word as it is, so
 * that #ff0000 is a colour and not a comment. */
vol_scene_node *vol_scene_override_value(vol_arena *arena, const vol_scene_origin *origin, const char *value,
                                         vol_scene_fault *fault) {
    const char *text = is_bare_list(value) ? vol_arena_print(arena, "[%s]", value) : value;
    if (text[0] != '\0' && strchr("[{\"'", text[0]) != NULL) {
        vol_scene_fault inner;
        vol_scene_node *node = vol_scene_tree_read(arena, origin, text, strlen(text), &inner);
        if (node == NULL) {
            *fault = inner;
        }
        return node;
    }
    if (!is_utf8(value)) {
        vol_scene_fault_set(fault, VOL_SCENE_WRONG, "%s: the value is not UTF-8", origin->name);
        return NULL;
    }
    vol_scene_node *node = vol_arena_take(arena, sizeof *node);
    if (node == NULL) {
        return NULL;
    }
    *node = (vol_scene_node){.kind = VOL_SCENE_NODE_WORD,
                             .origin = origin,
                             .line = 1,
                             .column = 1,
                             .word = vol_arena_copy(arena, value, strlen(value))};
    return node;
}

vol_scene_node *vol_scene_tree_flock(vol_arena *arena, const vol_scene_node *tree, const char *name, vol_words *known) {
    const vol_scene_node *list = vol_scene_tree_find(tree, "flocks");
    if (list == NULL || list->kind != VOL_SCENE_NODE_LIST) {
        return NULL;
    }
    size_t index = 0;
    size_t unnamed = 0;
    vol_scene_node *found = NULL;
    for (vol_scene_node *flock = list->first; flock != NULL; flock = flock->next, index++) {
        vol_scene_fault unimportant; /* a wrong name is reported when the flock is read */
        const char *called = vol_scene_flock_called(arena, flock, index, &unnamed, &unimportant);
        if (called != NULL && flock->kind == VOL_SCENE_NODE_MAP) {
            if (known != NULL) {
                vol_words_add(known, called);
            }
            if (found == NULL && strcmp(called, name) == 0) {
                found = flock;
            }
        }
    }
    return found;
}

vol_scene_node *vol_scene_tree_entry(const vol_scene_node *list, const char *word) {
    for (vol_scene_node *node = list->first; node != NULL; node = node->next) {
        const vol_scene_node *name = vol_scene_tree_find(node, "name");
        if (name != NULL && name->kind == VOL_SCENE_NODE_WORD && strcmp(name->word, word) == 0) {
            return node;
        }
    }
    uint64_t index = 0;
    vol_scene_node *entry = vol_whole_read(word, &index) && index < list->count ? list->first : NULL;
    for (; entry != NULL && index > 0; index--) {
        entry = entry->next;
    }
    return entry;
}

/* The same, or NULL and a fault. */
static vol_scene_node *find_entry(vol_scene_node *list, const vol_scene_origin *origin, const char *word,
                                  vol_scene_fault *fault) {
    vol_scene_node *entry = vol_scene_tree_entry(list, word);
    if (entry == NULL) {
        vol_scene_fault_set(fault, VOL_SCENE_WRONG, "%s: the list has no entry '%.63s'; it has %zu, counted from 0",
                            origin->name, word, list->count);
    }
    return entry;
}

/* One step of a path: from a map or list to what a word names in it, made where it is not there yet. */
static vol_scene_node *step_into(vol_scene *scene, const vol_scene_origin *origin, vol_scene_node *from,
                                 const char *word, const char *next, vol_scene_fault *fault) {
    if (from->kind == VOL_SCENE_NODE_LIST) {
        return find_entry(from, origin, word, fault);
    }
    vol_scene_node *child = vol_scene_tree_find(from, word);
    if (child != NULL && child->kind != VOL_SCENE_NODE_WORD) {
        return child;
    }
    if (strcmp(next, "0") == 0) { /* the first entry of a list that is not there yet */
        child = vol_scene_tree_new_map(&scene->inside->arena, origin);
        if (child != NULL) {
            child->kind = VOL_SCENE_NODE_LIST;
            vol_scene_tree_put(&scene->inside->arena, from, word, child);
        }
        return child;
    }
    if (next[0] >= '0' && next[0] <= '9') {
        vol_scene_fault_set(fault, VOL_SCENE_WRONG, "%s: there is no list '%.63s'", origin->name, word);
        return NULL;
    }
    child = vol_scene_tree_new_map(&scene->inside->arena, origin);
    vol_scene_tree_put(&scene->inside->arena, from, word, child);
    return child;
}

/* The map or list that the key's path leads to, made where it is not there yet; NULL if the path cannot begin like
 * that. */
static vol_scene_node *walk(vol_scene *scene, const vol_scene_origin *origin, char *path, vol_scene_fault *fault) {
    vol_words known = {.may_fail = true};
    char *dot = strchr(path, '.');
    if (dot != NULL) {
        *dot = '\0';
    }
    vol_scene_node *map = vol_scene_tree_flock(&scene->inside->arena, scene->inside->tree, path, &known);
    char *rest = dot != NULL ? dot + 1 : NULL;
    if (map != NULL && rest == NULL) {
        vol_words_release(&known);
        vol_scene_fault_set(fault, VOL_SCENE_WRONG, "%s: '%s' is a flock; name one of its keys, as in %s.count=7",
                            origin->name, path, path);
        return NULL;
    }
    if (map == NULL) {
        for (size_t i = 0; vol_scene_sections[i] != NULL; i++) {
            vol_words_add(&known, vol_scene_sections[i]);
        }
        if (known.failed) {
            vol_words_release(&known);
            vol_scene_no_memory(fault);
            return NULL;
        }
        if (!vol_words_have(&known, path)) {
            vol_scene_node word = {.kind = VOL_SCENE_NODE_WORD, .origin = origin, .word = path};
            vol_scene_node place = {.kind = VOL_SCENE_NODE_WORD, .origin = origin, .key = &word};
            vol_scene_value_unknown_key(&place, path, &known, fault);
            vol_words_release(&known);
            return NULL;
        }
        if (dot != NULL) {
            *dot = '.';
        }
        map = scene->inside->tree;
        rest = path;
    }
    vol_words_release(&known);
    for (char *end; map != NULL && (end = strchr(rest, '.')) != NULL; rest = end + 1) {
        *end = '\0';
        map = step_into(scene, origin, map, rest, end + 1, fault);
    }
    return map;
}

/* Puts a value in the place of an entry, or behind the last one; the word none takes the entry away. */
static bool apply_entry(const vol_scene_origin *origin, vol_scene_node *list, const char *word, vol_scene_node *value,
                        vol_scene_fault *fault) {
    uint64_t index = 0;
    bool behind = vol_whole_read(word, &index) && index == list->count;
    bool none = value->kind == VOL_SCENE_NODE_WORD && strcmp(value->word, "none") == 0;
    vol_scene_node **at = &list->first;
    if (behind && !none) {
        while (*at != NULL) {
            at = &(*at)->next;
        }
        *at = value;
        list->count++;
        return true;
    }
    vol_scene_node *entry = find_entry(list, origin, word, fault);
    if (entry == NULL) {
        return false;
    }
    while (*at != entry) {
        at = &(*at)->next;
    }
    if (none) {
        *at = entry->next;
        list->count--;
    } else {
        value->next = entry->next;
        *entry = *value;
    }
    return true;
}

static const char *last_word(const char *key) {
    const char *dot = strrchr(key, '.');
    return dot != NULL ? dot + 1 : key;
}

/* Players have a `path` or `paths`: of two options the last counts. NULL: the key is neither. */
static const char *other_key(const char *key) {
    return strcmp(key, "player.paths") == 0 ? "player.path" : strcmp(key, "player.path") == 0 ? "player.paths" : NULL;
}

static void drop_other(vol_scene_node *map, const char *key) {
    const char *other = other_key(key);
    vol_scene_node **at = &map->first;
    while (other != NULL && *at != NULL && strcmp((*at)->key->word, last_word(other)) != 0) {
        at = &(*at)->next;
    }
    if (other != NULL && *at != NULL && (*at)->origin->option) {
        *at = (*at)->next;
        map->count--;
    }
}

static bool put(vol_scene *scene, const char *key, const vol_scene_origin *origin, vol_scene_node *value,
                vol_scene_fault *fault) {
    const char *last = last_word(key);
    if (last[0] == '\0') {
        return vol_scene_fault_set(fault, VOL_SCENE_WRONG, "%s: the key is not complete", origin->name);
    }
    char *path = vol_arena_copy(&scene->inside->arena, key, strlen(key));
    vol_scene_node *map = path != NULL ? walk(scene, origin, path, fault) : NULL;
    if (map == NULL) {
        return false;
    }
    if (map->kind == VOL_SCENE_NODE_LIST) {
        return apply_entry(origin, map, last, value, fault);
    }
    if (map->kind != VOL_SCENE_NODE_MAP) {
        return vol_scene_fault_set(fault, VOL_SCENE_WRONG, "%s: there is no '%s' in a text", origin->name, last);
    }
    vol_scene_tree_put(&scene->inside->arena, map, last, value);
    drop_other(map, key);
    return true;
}

bool vol_scene_override_put(vol_scene *scene, const char *key, const vol_scene_origin *origin, vol_scene_node *value,
                            vol_scene_fault *fault) {
    if (put(scene, key, origin, value, fault)) {
        return true;
    }
    vol_scene_fault_place(fault, origin);
    snprintf(fault->key, sizeof fault->key, "%s", key);
    return false;
}

static bool apply(vol_scene *scene, const vol_scene_override *override, vol_scene_fault *fault) {
    if (strcmp(override->key, "preset") == 0) {
        return vol_scene_apply_preset(scene, override, fault);
    }
    vol_scene_origin *origin = vol_arena_take(&scene->inside->arena, sizeof *origin);
    if (origin == NULL) {
        return vol_scene_no_memory(fault);
    }
    *origin = (vol_scene_origin){.name = override->option, .option = true};
    if (origin->name == NULL) {
        origin->name = vol_arena_print(&scene->inside->arena, "%s=%s", override->key, override->value);
    }
    vol_scene_node *value = vol_scene_override_value(&scene->inside->arena, origin, override->value, fault);
    return value != NULL && put(scene, override->key, origin, value, fault) &&
           vol_scene_override_keep(scene, override, fault);
}

bool vol_scene_override_keep(vol_scene *scene, const vol_scene_override *override, vol_scene_fault *fault) {
    vol_scene_inside *inside = scene->inside;
    if (inside->override_count == inside->override_room) {
        size_t room = inside->override_room * 2 + 16;
        vol_scene_override *larger = vol_arena_take(&inside->arena, room * sizeof *larger);
        if (larger == NULL) {
            return vol_scene_no_memory(fault);
        }
        if (inside->override_count > 0) {
            memcpy(larger, inside->overrides, inside->override_count * sizeof *larger);
        }
        inside->overrides = larger;
        inside->override_room = room;
    }
    const char *other = other_key(override->key);
    size_t left = 0;
    for (size_t i = 0; i < inside->override_count; i++) {
        if (other == NULL || strcmp(inside->overrides[i].key, other) != 0) {
            inside->overrides[left++] = inside->overrides[i];
        }
    }
    inside->override_count = left;
    inside->overrides[inside->override_count++] = *override;
    return true;
}

/* The scene keeps what it was read with: writing it back begins there. */
static bool keep(vol_scene_inside *inside, const vol_scene_override *overrides, size_t count) {
    vol_scene_override *kept = vol_arena_take(&inside->arena, count * sizeof *kept);
    for (size_t i = 0; i < count && kept != NULL; i++) {
        const vol_scene_override *o = &overrides[i];
        kept[i].key = vol_arena_copy(&inside->arena, o->key, strlen(o->key));
        kept[i].value = vol_arena_copy(&inside->arena, o->value, strlen(o->value));
        kept[i].option = o->option != NULL ? vol_arena_copy(&inside->arena, o->option, strlen(o->option)) : NULL;
    }
    inside->given = kept;
    inside->given_count = count;
    return !inside->arena.failed;
}

bool vol_scene_apply_overrides(vol_scene *scene, const vol_scene_override *overrides, size_t count,
                               vol_scene_fault *fault) {
    if (!keep(scene->inside, overrides, count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!apply(scene, &scene->inside->given[i], fault)) {
            if (fault->key[0] == '\0') {
                snprintf(fault->key, sizeof fault->key, "%s", overrides[i].key);
            }
            return false;
        }
    }
    return true;
}
