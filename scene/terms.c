/* `terms` of the flocks of a scene: how they steer beside their rules. Read when all flocks are known, whose names they
 * use. */
#include "fields.h"
#include "part.h"
#include "value.h"

#include <stdio.h>
#include <string.h>

const vol_scene_term *vol_scene_find_term(const vol_scene *scene, vol_flock flock, const char *word) {
    const vol_scene_flock *owner = &scene->flocks[flock];
    uint64_t index = 0;
    if (vol_whole_read(word, &index)) {
        return index < owner->term_count ? &scene->terms[owner->first_term + index] : NULL;
    }
    char key[96];
    size_t number = 0;
    snprintf(key, sizeof key, "%u.%.64s", (unsigned)flock, word); /* one more than a name may have */
    return vol_scene_lookup_find(&scene->inside->term_names, key, &number) ? &scene->terms[number] : NULL;
}

static bool read_name(vol_scene *scene, vol_scene_term *term, const vol_scene_node *node, const char *key,
                      vol_scene_fault *fault) {
    if (node == NULL) {
        return true;
    }
    if (!vol_scene_value_text(node, key, &term->name, fault)) {
        return false;
    }
    if (!vol_scene_is_name(term->name) || strchr("0123456789", term->name[0]) != NULL) {
        return vol_scene_fault_at(
            fault, node, key,
            "value '%.80s' is not allowed; allowed are 1 to 63 letters, digits, _ and -, with no digit "
            "ahead",
            term->name);
    }
    const char *name = vol_arena_print(&scene->inside->arena, "%u.%s", (unsigned)term->def.flock, term->name);
    return vol_scene_lookup_put(&scene->inside->arena, &scene->inside->term_names, name,
                                (size_t)(term - scene->terms)) ||
           vol_scene_fault_at(fault, node, key, "two terms of the flock are called '%s'", term->name);
}

static const char *key_of(vol_scene *scene, const vol_scene_term *term, const char *word) {
    return vol_arena_print(&scene->inside->arena, "%s.%s", term->key, word);
}

/* Goals have a place or a path. */
static bool read_goal(vol_scene *scene, vol_scene_term *term, vol_scene_fault *fault) {
    const vol_scene_node *point = vol_scene_tree_find(term->node, "point");
    const vol_scene_node *path = vol_scene_tree_find(term->node, "path");
    if ((point == NULL) == (path == NULL)) {
        return vol_scene_fault_at(fault, term->node, term->key, "has %s; allowed is one of them",
                                  path == NULL ? "neither 'point' nor 'path'" : "both 'point' and 'path'");
    }
    if (path == NULL) {
        return true;
    }
    const char *key = key_of(scene, term, "path");
    if (!vol_scene_path_read(scene, &term->path, path, key, fault)) {
        return false;
    }
    if (term->path.count == 0) {
        return vol_scene_fault_at(fault, path, key, "the path is empty");
    }
    vol_scene_path_at(&term->path, 0, scene->world.dimensions, term->def.point);
    return true;
}

/* What the table of fields cannot say. */
static bool read_rest(vol_scene *scene, vol_scene_term *term, vol_scene_fault *fault) {
    vol_term_def *def = &term->def;
    switch (def->kind) {
    case VOL_TERM_SEEK:
    case VOL_TERM_FLEE:
    case VOL_TERM_ARRIVE: return read_goal(scene, term, fault);
    case VOL_TERM_PURSUE:
    case VOL_TERM_EVADE:
        return def->target != def->flock ||
               vol_scene_fault_at(fault, vol_scene_tree_find(term->node, "target"), key_of(scene, term, "target"),
                                  "a flock cannot %s itself; allowed is another flock", vol_term_kind_name(def->kind));
    case VOL_TERM_FOLLOW_FLOW:
    case VOL_TERM_WIND: {
        const vol_scene_node *path = vol_scene_tree_find(vol_scene_tree_find(term->node, "flow"), "path");
        term->flow_path =
            path != NULL ? vol_scene_file_path(scene, path, key_of(scene, term, "flow.path"), fault) : NULL;
        return path == NULL || term->flow_path != NULL;
    }
    default: return true;
    }
}

bool vol_scene_read_term(vol_scene *scene, vol_scene_term *term, vol_flock flock, vol_scene_fault *fault) {
    const vol_scene_node *kind = vol_scene_tree_find(term->node, "kind");
    unsigned choice = 0;
    if (kind != NULL && !vol_scene_value_word(kind, key_of(scene, term, "kind"),
                                              vol_surrounding_kind(VOL_SURROUNDING_TERM)->choices, &choice, fault)) {
        return false;
    }
    term->def = vol_default_term_def((vol_term_kind)choice); /* defaults go by the kind */
    term->def.flock = flock;
    term->def.target = flock;
    return vol_scene_fields_read(VOL_SURROUNDING_TERM, &term->def, term->node, term->key, scene, fault) &&
           read_rest(scene, term, fault);
}

static bool read_list(vol_scene *scene, vol_flock flock, const vol_scene_node *list, vol_scene_fault *fault) {
    vol_scene_flock *owner = &scene->flocks[flock];
    owner->first_term = scene->term_count;
    for (const vol_scene_node *node = list->first; node != NULL; node = node->next) {
        vol_scene_term *term = &scene->terms[scene->term_count++];
        term->node = node;
        term->key = vol_arena_print(&scene->inside->arena, "%s.terms[%zu]", owner->name, owner->term_count++);
        if (!vol_scene_read_term(scene, term, flock, fault) ||
            !read_name(scene, term, vol_scene_tree_find(node, "name"), key_of(scene, term, "name"), fault)) {
            return false;
        }
    }
    return true;
}

bool vol_scene_read_terms(vol_scene *scene, vol_scene_fault *fault) {
    size_t count = 0;
    for (size_t i = 0; i < scene->flock_count; i++) {
        const vol_scene_node *list = vol_scene_tree_find(scene->flocks[i].node, "terms");
        if (list != NULL &&
            !vol_scene_value_list(list, vol_arena_print(&scene->inside->arena, "%s.terms", scene->flocks[i].name),
                                  fault)) {
            return false;
        }
        count += list != NULL ? list->count : 0;
        if (list != NULL && count > VOL_SCENE_MOST_TERMS) {
            return vol_scene_fault_at(
                fault, list, vol_arena_print(&scene->inside->arena, "%s.terms", scene->flocks[i].name),
                "the scene has %zu terms up to here; allowed are at most %d", count, (int)VOL_SCENE_MOST_TERMS);
        }
    }
    scene->terms = vol_arena_take(&scene->inside->arena, count * sizeof *scene->terms);
    for (size_t i = 0; i < scene->flock_count; i++) {
        const vol_scene_node *list = vol_scene_tree_find(scene->flocks[i].node, "terms");
        if (list != NULL && scene->terms != NULL && !read_list(scene, (vol_flock)i, list, fault)) {
            return false;
        }
    }
    return true;
}
