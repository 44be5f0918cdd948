/* --set and its kin: each override becomes a node of the tree, so that it is read, checked and complained about by the
 * same code as the file. Flocks are named by their name, everything else as it is written in a scene. */
#include "scene_part.h"
#include "scene_value.h"

#include <stdio.h>
#include <string.h>

static const char *const sections[] = {"about", "world", "flocks", "events", "look", NULL};

/* 800,600 without brackets is a list too: brackets need quoting in a shell. */
static bool is_bare_list(const char *value) {
    return strchr(value, ',') != NULL && strspn(value, "0123456789+-.eE, ") == strlen(value);
}

/* The value as a node. Only what begins like a list, a map or a quoted text is YAML; all else is a word as it is, so
 * that #ff0000 is a colour and not a comment. */
static vol_node *read_value(vol_scene *scene, const vol_origin *origin, const char *value, vol_fault *fault) {
    vol_arena *arena = &scene->arena;
    const char *text = is_bare_list(value) ? vol_arena_print(arena, "[%s]", value) : value;
    if (text[0] != '\0' && strchr("[{\"'", text[0]) != NULL) {
        vol_fault inner;
        vol_node *node = vol_tree_read(arena, origin, text, strlen(text), &inner);
        if (node == NULL) {
            *fault = inner;
        }
        return node;
    }
    vol_node *node = vol_arena_take(arena, sizeof *node);
    *node = (vol_node){.kind = VOL_NODE_WORD,
                       .origin = origin,
                       .line = 1,
                       .column = 1,
                       .word = vol_arena_copy(arena, value, strlen(value))};
    return node;
}

/* The map of the flock that the first word of a key names, or NULL. */
static vol_node *find_flock(vol_scene *scene, const char *name, vol_words *known) {
    const vol_node *list = vol_tree_find(scene->tree, "flocks");
    if (list == NULL || list->kind != VOL_NODE_LIST) {
        return NULL;
    }
    size_t index = 0;
    vol_node *found = NULL;
    for (vol_node *flock = list->first; flock != NULL; flock = flock->next, index++) {
        vol_fault unimportant; /* a wrong name is reported when the flock is read */
        const char *called = vol_scene_flock_name(&scene->arena, list, index, &unimportant);
        if (called != NULL && flock->kind == VOL_NODE_MAP) {
            vol_words_add(known, called);
            if (found == NULL && strcmp(called, name) == 0) {
                found = flock;
            }
        }
    }
    return found;
}

/* The map that the key's path leads to, made where it is not there yet; NULL if the path cannot begin like that. */
static vol_node *walk(vol_scene *scene, const vol_origin *origin, char *path, vol_fault *fault) {
    vol_words known = {0};
    char *dot = strchr(path, '.');
    if (dot != NULL) {
        *dot = '\0';
    }
    vol_node *map = find_flock(scene, path, &known);
    char *rest = dot != NULL ? dot + 1 : NULL;
    if (map != NULL && rest == NULL) {
        vol_words_release(&known);
        vol_fault_set(fault, VOL_EXIT_WRONG, "%s: '%s' is a flock; name one of its keys, as in %s.count=7",
                      origin->name, path, path);
        return NULL;
    }
    if (map == NULL) {
        for (size_t i = 0; sections[i] != NULL; i++) {
            vol_words_add(&known, sections[i]);
        }
        if (!vol_words_have(&known, path) && !vol_scene_not_yet(path)) {
            vol_node word = {.kind = VOL_NODE_WORD, .origin = origin, .word = path};
            vol_node place = {.kind = VOL_NODE_WORD, .origin = origin, .key = &word};
            vol_value_unknown_key(&place, path, &known, fault);
            vol_words_release(&known);
            return NULL;
        }
        if (dot != NULL) {
            *dot = '.';
        }
        map = scene->tree;
        rest = path;
    }
    vol_words_release(&known);
    for (char *end; (end = strchr(rest, '.')) != NULL; rest = end + 1) {
        *end = '\0';
        vol_node *child = vol_tree_find(map, rest);
        if (child == NULL || child->kind != VOL_NODE_MAP) {
            child = vol_tree_new_map(&scene->arena, origin);
            vol_tree_put(&scene->arena, map, rest, child);
        }
        map = child;
    }
    return map;
}

static bool apply(vol_scene *scene, const vol_override *override, vol_fault *fault) {
    vol_origin *origin = vol_arena_take(&scene->arena, sizeof *origin);
    *origin = (vol_origin){override->option, true};
    const char *last = strrchr(override->key, '.');
    last = last != NULL ? last + 1 : override->key;
    if (last[0] == '\0') {
        return vol_fault_set(fault, VOL_EXIT_WRONG, "%s: the key is not complete", override->option);
    }
    vol_node *value = read_value(scene, origin, override->value, fault);
    char *path = vol_arena_copy(&scene->arena, override->key, strlen(override->key));
    vol_node *map = value != NULL ? walk(scene, origin, path, fault) : NULL;
    if (map == NULL) {
        return false;
    }
    vol_tree_put(&scene->arena, map, last, value);
    return true;
}

bool vol_scene_override(vol_scene *scene, const vol_override *overrides, size_t count, vol_fault *fault) {
    for (size_t i = 0; i < count; i++) {
        if (!apply(scene, &overrides[i], fault)) {
            return false;
        }
    }
    return true;
}
