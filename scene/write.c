/* A scene back into the text that it came from. What has changed since is found by comparing the scene with what its
 * text says; each change is then an edit of that text, and the result is read again to see that it says the same. */
#include "edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct changes {
    vol_arena arena;
    vol_scene_override *change; /* those that the scene was read with, and what differs beside them */
    size_t count;
    bool lost;     /* the text has keys or events that the scene does not have any more */
    size_t events; /* of the host's */
} changes;

/* Are the events of both the same, but for those of the host's where `added` is not to count? */
static bool same_events(changes *c, const vol_scene *a, bool added, const vol_scene *b) {
    size_t at = 0;
    bool same = true;
    for (size_t i = 0; i < a->event_count && same; i++) {
        if (a->events[i].added && !added) {
            continue;
        }
        char *left = vol_scene_event_print(a, &a->events[i], NULL);
        bool both = at < b->event_count;
        char *right = both ? vol_scene_event_print(b, &b->events[at++], NULL) : NULL;
        c->arena.failed = c->arena.failed || left == NULL || (both && right == NULL);
        same = left != NULL && right != NULL && strcmp(left, right) == 0;
        free(left);
        free(right);
    }
    return same && at == b->event_count;
}

static bool changed(const vol_scene_rows *base, const vol_scene_lookup *places, const vol_scene_row *row) {
    size_t at = 0;
    return !vol_scene_lookup_find(places, row->key, &at) || strcmp(base->row[at].value, row->value) != 0;
}

/* Adds what differs between the scene and what its text says with the overrides. */
static bool compare(changes *c, const vol_scene *scene, const vol_scene *base) {
    vol_scene_rows was = {0}, is = {0};
    vol_scene_lookup places = {0};
    if (!vol_scene_rows_list(base, &c->arena, &was) || !vol_scene_rows_list(scene, &c->arena, &is)) {
        return false;
    }
    for (size_t i = 0; i < was.count; i++) {
        vol_scene_lookup_put(&c->arena, &places, was.row[i].key, i);
    }
    c->lost = was.count > is.count || !same_events(c, scene, false, base);
    size_t before = scene->inside->override_count;
    c->change = vol_arena_take(&c->arena, (before + is.count + 1) * sizeof *c->change);
    if (c->arena.failed) {
        return false;
    }
    for (size_t i = 0; i < before; i++) {
        c->change[c->count++] = scene->inside->overrides[i];
    }
    for (size_t i = 0; i < is.count; i++) {
        if (changed(&was, &places, &is.row[i])) {
            c->change[c->count++] = (vol_scene_override){is.row[i].key, is.row[i].value, NULL};
        }
    }
    return true;
}

/* All that the scene has beside its text. */
static bool find_changes(changes *c, const vol_scene *scene, vol_scene_fault *fault) {
    vol_scene base;
    *c = (changes){.arena.may_fail = true};
    if (!vol_scene_reload(&base, scene, scene->inside->overrides, scene->inside->override_count, fault)) {
        return false;
    }
    bool right = compare(c, scene, &base) || vol_scene_no_memory(fault);
    vol_scene_release(&base);
    for (size_t i = 0; i < scene->event_count; i++) {
        c->events += scene->events[i].added;
    }
    return right;
}

/* Takes out what the changes have made useless, which a reader of the text alone would refuse. */
static bool remove_unused(vol_scene_edit *edit, vol_arena *arena, const vol_scene_node *node, const char *path) {
    size_t index = 0, unnamed = 0;
    bool right = true;
    for (const vol_scene_node *child = node->first; child != NULL && right; child = child->next, index++) {
        const char *name = path;
        bool flock = node->kind == VOL_SCENE_NODE_LIST && strcmp(path, "flocks") == 0;
        if (flock) {
            vol_scene_fault unimportant;
            name = vol_scene_flock_called(arena, child, index, &unnamed, &unimportant);
        } else if (node->kind == VOL_SCENE_NODE_LIST) {
            name = vol_arena_print(arena, "%s.%zu", path, index);
        } else {
            name = vol_arena_print(arena, "%s%s%s", path, path[0] != '\0' ? "." : "", child->key->word);
        }
        if (child->unused && !child->origin->option) {
            right = vol_scene_edit_remove(edit, name);
        } else if (name != NULL) {
            right = remove_unused(edit, arena, child, name);
        }
    }
    return right && !arena->failed;
}

/* The events that the host has added, in their order. */
static bool add_events(vol_scene_edit *edit, const vol_scene *scene) {
    bool right = true;
    for (size_t i = 0; i < scene->event_count && right; i++) {
        if (scene->events[i].added) {
            char *line = vol_scene_event_print(scene, &scene->events[i], NULL);
            char *entry = line != NULL ? strchr(line, '{') : NULL;
            if (entry != NULL) {
                entry[strcspn(entry, "\n")] = '\0';
            }
            right = entry != NULL ? vol_scene_edit_add_event(edit, entry) : vol_scene_no_memory(edit->fault);
            free(line);
        }
    }
    return right;
}

static bool cannot(const vol_scene *scene, const char *key, vol_scene_fault *fault) {
    vol_scene_fault_set(fault, VOL_SCENE_FAILED,
                        "scene '%s' cannot be written in place: its text cannot take over what '%s' has become",
                        scene->name, key);
    snprintf(fault->key, sizeof fault->key, "%s", key);
    return false;
}

/* Does the text say what the scene is? */
static bool check(changes *c, const vol_scene *scene, const vol_text *text, const vol_scene_rows *is,
                  vol_scene_fault *fault) {
    vol_scene again;
    vol_scene_fault why;
    if (!vol_scene_read_like(&again, scene->name, scene->directory, text->data, text->length, NULL, 0, scene, &why)) {
        return vol_scene_fault_set(fault, why.code, "scene '%s' cannot be written in place: %s", scene->name, why.text);
    }
    if (!vol_scene_try_presets(&again, &why)) {
        vol_scene_release(&again);
        return vol_scene_fault_set(fault, why.code, "scene '%s' cannot be written in place: %s", scene->name, why.text);
    }
    vol_scene_rows reads = {0};
    bool listed = vol_scene_rows_list(&again, &c->arena, &reads);
    size_t same = 0;
    while (same < reads.count && same < is->count && strcmp(reads.row[same].key, is->row[same].key) == 0 &&
           strcmp(reads.row[same].value, is->row[same].value) == 0) {
        same++;
    }
    const char *key = same < reads.count                    ? reads.row[same].key
                      : same < is->count                    ? is->row[same].key
                      : same_events(c, scene, true, &again) ? NULL
                                                            : "events";
    vol_scene_release(&again);
    if (!listed) {
        return vol_scene_no_memory(fault);
    }
    return key == NULL || cannot(scene, key, fault);
}

/* Takes out what the scene has not any more, and is still there with the changes: a leader, a window. */
static bool remove_lost(vol_scene_edit *edit, vol_arena *arena, const vol_scene *now) {
    vol_scene_rows there = {0};
    vol_scene_lookup places = {0};
    if (!vol_scene_rows_list(now, arena, &there)) {
        return vol_scene_no_memory(edit->fault);
    }
    for (size_t i = 0; i < edit->rows->count; i++) {
        vol_scene_lookup_put(arena, &places, edit->rows->row[i].key, i);
    }
    bool right = true;
    for (size_t i = 0; i < there.count && right; i++) {
        size_t at = 0;
        right = vol_scene_lookup_find(&places, there.row[i].key, &at) || vol_scene_edit_remove(edit, there.row[i].key);
        if (!right && !arena->failed) {
            cannot(now, there.row[i].key, edit->fault);
        }
    }
    return right;
}

/* Is there a change of a whole entry of a list: obstacles.2, birds.terms.0? */
static bool has_entries(const changes *c) {
    bool found = false;
    for (size_t i = 0; i < c->count; i++) {
        const char *last = strrchr(c->change[i].key, '.');
        found = found || (last != NULL && last[1] >= '0' && last[1] <= '9');
    }
    return found;
}

/* The text with all changes, checked. */
static bool write_changes(changes *c, const vol_scene *scene, vol_text *text, vol_scene_fault *fault) {
    vol_scene_rows is = {0};
    vol_scene now;
    if (!vol_scene_rows_list(scene, &c->arena, &is)) {
        return vol_scene_no_memory(fault);
    }
    if (text->length >= 2 && (memcmp(text->data, "\xFE\xFF", 2) == 0 || memcmp(text->data, "\xFF\xFE", 2) == 0)) {
        return vol_scene_fault_set(fault, VOL_SCENE_FAILED,
                                   "scene '%s' cannot be written in place: its text is UTF-16; allowed is UTF-8",
                                   scene->name);
    }
    if (!vol_scene_reload(&now, scene, c->change, c->count, fault)) {
        return false;
    }
    vol_scene_edit edit = {*text, &is, scene->name, fault};
    vol_scene_fault_set(fault, VOL_SCENE_FAILED, "scene '%s' cannot be written in place", scene->name);
    /* What comes and goes in lists makes the places of the text those of the tree. */
    bool lists = has_entries(c);
    bool right = lists || remove_unused(&edit, &c->arena, now.inside->tree, "");
    for (size_t i = 0; i < c->count && right; i++) {
        right = vol_scene_edit_set(&edit, c->change[i].key, c->change[i].value);
    }
    right = right && (!lists || remove_unused(&edit, &c->arena, now.inside->tree, "")) &&
            remove_lost(&edit, &c->arena, &now) && add_events(&edit, scene) && check(c, scene, &edit.text, &is, fault);
    vol_scene_release(&now);
    *text = edit.text;
    return c->arena.failed ? vol_scene_no_memory(fault) : right;
}

char *vol_scene_write(const vol_scene *scene, size_t *length, vol_scene_fault *fault) {
    changes c = {0};
    vol_text text = {.may_fail = true};
    vol_text_add(&text, scene->inside->text, scene->inside->length);
    bool right = !text.failed || vol_scene_no_memory(fault);
    right = right && find_changes(&c, scene, fault) &&
            ((c.count + c.events == 0 && !c.lost) || write_changes(&c, scene, &text, fault));
    vol_arena_release(&c.arena);
    if (!right) {
        vol_text_release(&text);
    } else if (length != NULL) {
        *length = text.length;
    }
    return text.data;
}

bool vol_scene_remake_as(uint64_t layout, vol_scene *made, const vol_scene *from, const vol_scene_override *more,
                         size_t more_count, vol_scene_fault *fault) {
    changes c = {0};
    bool right = vol_scene_check_layout(layout, made, fault) && find_changes(&c, from, fault);
    vol_scene_override *all = right ? vol_arena_take(&c.arena, (c.count + more_count + 1) * sizeof *all) : NULL;
    if (all != NULL) {
        memcpy(all, c.change, c.count * sizeof *all);
        for (size_t i = 0; i < more_count; i++) {
            const char *last = strrchr(more[i].key, '.');
            bool entry = last != NULL && last[1] >= '0' && last[1] <= '9';
            /* many changes of a key are one */
            c.count -= c.count > 0 && !entry && strcmp(all[c.count - 1].key, more[i].key) == 0;
            all[c.count++] = more[i];
        }
    }
    right = right && (all != NULL || vol_scene_no_memory(fault)) && vol_scene_reload(made, from, all, c.count, fault);
    vol_arena_release(&c.arena);
    return right;
}

bool vol_scene_change(vol_scene *scene, const char *key, const char *value, vol_scene_fault *fault) {
    vol_scene made;
    for (size_t i = 0; i < scene->event_count; i++) {
        if (scene->events[i].added) {
            return vol_scene_fault_set(fault, VOL_SCENE_FAILED, "%s=%s: the scene has events of the host's", key,
                                       value);
        }
    }
    if (!vol_scene_remake(&made, scene, &(vol_scene_override){key, value, NULL}, 1, fault)) {
        return false;
    }
    vol_scene_release(scene);
    *scene = made;
    return true;
}
