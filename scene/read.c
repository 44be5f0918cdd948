/* A scene from its bytes: tree, overrides, then world, look, flocks, surroundings and events, each from its part of the
 * tree, and at last a trial of the whole with empty flocks, so that the library's own checks have a place in the file
 * too. */
#include "part.h"
#include "value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

vol_scene_flock *vol_scene_find_flock(const vol_scene *scene, const char *name) {
    size_t number = 0;
    return vol_scene_lookup_find(&scene->inside->flock_names, name, &number) ? &scene->flocks[number] : NULL;
}

bool vol_scene_check_count(const vol_scene_node *list, const char *key, size_t most, vol_scene_fault *fault) {
    return list->count <= most ||
           vol_scene_fault_at(fault, list, key, "a list of %zu; allowed are at most %zu", list->count, most);
}

bool vol_scene_read_world(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault) {
    scene->world = vol_default_world_def();
    return map == NULL || vol_scene_read_params(scene, NULL, "world", map, fault);
}

static bool read_about(vol_scene *scene, const vol_scene_node *node, vol_scene_fault *fault) {
    scene->about = "";
    if (node == NULL) {
        return true;
    }
    if (!vol_scene_value_text(node, "about", &scene->about, fault)) {
        return false;
    }
    const char *end = strchr(scene->about, '\n');
    if (end != NULL && end[strspn(end, "\n")] == '\0') { /* a block of text (> or |) ends with its last line */
        scene->about = vol_arena_copy(&scene->inside->arena, scene->about, (size_t)(end - scene->about));
    } else if (end != NULL) {
        return vol_scene_fault_at(fault, node, "about", "more than one line");
    }
    return true;
}

const char *const vol_scene_sections[] = {"about",  "world", "flocks",  "relations", "obstacles", "wind",    "player",
                                          "events", "sound", "measure", "look",      "looks",     "presets", NULL};

static bool check_sections(const vol_scene *scene, vol_scene_fault *fault) {
    if (scene->inside->tree->kind != VOL_SCENE_NODE_MAP) {
        return vol_scene_fault_at(fault, scene->inside->tree, NULL,
                                  "a scene is a map with the keys about, world, flocks, relations, "
                                  "obstacles, wind, player, events, sound, measure, look, looks, presets");
    }
    return vol_scene_value_known_keys(scene->inside->tree, "", vol_scene_sections, fault);
}

/* The node of a dotted name below a map, or NULL. */
static const vol_scene_node *find_path(const vol_scene_node *map, const char *name) {
    const char *dot = strchr(name, '.');
    if (dot == NULL) {
        return vol_scene_tree_find(map, name);
    }
    char word[64];
    size_t length = (size_t)(dot - name) < sizeof word ? (size_t)(dot - name) : sizeof word - 1;
    memcpy(word, name, length);
    word[length] = '\0';
    return find_path(vol_scene_tree_find(map, word), dot + 1);
}

/* The library refused the whole: says so at the key it names, or at the flock, or at the scene. */
static bool refused(const vol_scene *scene, const vol_scene_flock *flock, const vol_error *error,
                    vol_scene_fault *fault) {
    const vol_scene_node *map = flock != NULL ? flock->node : vol_scene_tree_find(scene->inside->tree, "world");
    const char *field = error->field;
    if (flock == NULL && strncmp(field, "world.", 6) == 0) {
        field += 6;
    }
    const vol_scene_node *node = find_path(map, field);
    if (node == NULL && flock == NULL && error->result != VOL_ERROR_VALUE) {
        int code = error->result == VOL_ERROR_MEMORY ? VOL_SCENE_FAILED : VOL_SCENE_WRONG;
        return vol_scene_fault_set(fault, code, "%s", error->text);
    }
    const char *owner = flock != NULL ? flock->name : "world";
    char key[160];
    snprintf(key, sizeof key, "%.63s%s%.79s", owner, field[0] != '\0' ? "." : "", field);
    vol_scene_fault_at(fault, node != NULL ? node : map != NULL ? map : scene->inside->tree, key, "%s", error->text);
    if (error->result == VOL_ERROR_MEMORY) {
        fault->code = VOL_SCENE_FAILED;
    }
    return false;
}

/* An event whose values alone can be wrong, whatever the boids do until then. */
static bool try_event(const vol_scene *scene, const vol_scene_event *event, vol_world *world, vol_scene_fault *fault) {
    vol_error error;
    bool tried = event->kind == VOL_SCENE_EVENT_GUST || event->kind == VOL_SCENE_EVENT_BLOW ||
                 (vol_scene_event_sets(event) && event->kind != VOL_SCENE_EVENT_LEADER);
    if (!tried || vol_scene_event_try(scene, event, world, &error) == VOL_OK) {
        return true;
    }
    if (event->kind == VOL_SCENE_EVENT_SET) {
        vol_scene_fault_at(fault, event->node, event->key, "%s", error.text);
    } else {
        vol_scene_fault_at(fault, event->node, "events", "at step %llu: %s", (unsigned long long)event->at, error.text);
    }
    fault->code = error.result == VOL_ERROR_MEMORY ? VOL_SCENE_FAILED : VOL_SCENE_WRONG;
    return false;
}

static bool try_world(const vol_scene *scene, vol_scene_fault *fault) {
    vol_world_def def = scene->world;
    vol_world *world = NULL;
    vol_error error;
    def.threads = 1;
    if (vol_world_create(&def, &world, &error) != VOL_OK) {
        return refused(scene, NULL, &error, fault);
    }
    bool right = true;
    for (size_t i = 0; i < scene->flock_count && right; i++) {
        vol_flock_def flock = scene->flocks[i].def;
        vol_flock made;
        flock.count = 0;
        right = vol_flock_create(world, &flock, &made, &error) == VOL_OK ||
                refused(scene, &scene->flocks[i], &error, fault);
    }
    right = right && vol_scene_surround(scene, world, fault);
    for (size_t i = 0; i < scene->event_count && right; i++) {
        right = try_event(scene, &scene->events[i], world, fault);
    }
    right = right && vol_scene_try_sound(scene, world, fault);
    vol_world_destroy(world);
    return right;
}

bool vol_scene_check_layout(uint64_t layout, vol_scene *scene, vol_scene_fault *fault) {
    memset(scene, 0, (size_t)(layout & UINT32_MAX)); /* as much as the host has */
    return layout == VOL_SCENE_LAYOUT ||
           vol_scene_fault_set(fault, VOL_SCENE_FAILED,
                               "the host was compiled with another volery/scene.h than that of version %s, which this "
                               "library is",
                               vol_version());
}

bool vol_scene_read_as(uint64_t layout, vol_scene *scene, const char *name, const char *directory, const char *text,
                       size_t length, const vol_scene_override *overrides, size_t override_count,
                       vol_scene_fault *fault) {
    return vol_scene_check_layout(layout, scene, fault) &&
           vol_scene_read_like(scene, name, directory != NULL ? directory : ".", text, length, overrides,
                               override_count, NULL, fault);
}

/* Section by section, from what others need to what needs them. */
static bool read_sections(vol_scene *scene, const vol_scene *before, vol_scene_fault *fault) {
    const vol_scene_node *tree = scene->inside->tree;
    return check_sections(scene, fault) && read_about(scene, vol_scene_tree_find(tree, "about"), fault) &&
           vol_scene_read_world(scene, vol_scene_tree_find(tree, "world"), fault) &&
           vol_scene_read_look(scene, vol_scene_tree_find(tree, "look"), fault) &&
           vol_scene_read_measure(scene, vol_scene_tree_find(tree, "measure"), fault) &&
           vol_scene_read_flocks(scene, vol_scene_tree_find(tree, "flocks"), fault) &&
           vol_scene_read_looks(scene, vol_scene_tree_find(tree, "looks"), fault) &&
           vol_scene_read_terms(scene, fault) &&
           vol_scene_read_relations(scene, vol_scene_tree_find(tree, "relations"), fault) &&
           vol_scene_read_obstacles(scene, vol_scene_tree_find(tree, "obstacles"), fault) &&
           vol_scene_read_wind(scene, vol_scene_tree_find(tree, "wind"), fault) &&
           vol_scene_read_player(scene, vol_scene_tree_find(tree, "player"), fault) &&
           vol_scene_read_events(scene, vol_scene_tree_find(tree, "events"), fault) &&
           vol_scene_read_sound(scene, vol_scene_tree_find(tree, "sound"), before, fault) &&
           vol_scene_read_presets(scene, vol_scene_tree_find(tree, "presets"), fault) && !scene->inside->arena.failed &&
           try_world(scene, fault);
}

bool vol_scene_read_like(vol_scene *scene, const char *name, const char *directory, const char *text, size_t length,
                         const vol_scene_override *overrides, size_t override_count, const vol_scene *before,
                         vol_scene_fault *fault) {
    vol_scene_inside *inside = malloc(sizeof *inside);
    if (inside == NULL) {
        return vol_scene_no_memory(fault);
    }
    *inside = (vol_scene_inside){.arena.may_fail = true, .length = length};
    vol_scene_origin *origin = vol_arena_take(&inside->arena, sizeof *origin);
    if (origin == NULL) {
        free(inside);
        return vol_scene_no_memory(fault);
    }
    *origin = (vol_scene_origin){.name = vol_arena_copy(&inside->arena, name, strlen(name))};
    *scene = (vol_scene){.name = origin->name, .inside = inside};
    scene->directory = vol_arena_copy(&inside->arena, directory, strlen(directory));
    inside->text = vol_arena_copy(&inside->arena, text, length);
    bool right = !inside->arena.failed;
    inside->tree = right ? vol_scene_tree_read(&inside->arena, origin, inside->text, length, fault) : NULL;
    right = inside->tree != NULL;
    if (right && scene->inside->tree->kind == VOL_SCENE_NODE_MAP) {
        overrides = vol_scene_choose_look(scene, overrides, &override_count, fault);
        right = overrides != NULL && vol_scene_apply_overrides(scene, overrides, override_count, fault);
    }
    right = right && read_sections(scene, before, fault) && (before != NULL || vol_scene_try_presets(scene, fault));
    if (inside->arena.failed) {
        right = vol_scene_fault_set(fault, VOL_SCENE_FAILED, "%.200s: out of memory", name);
    }
    if (!right) {
        vol_scene_release(scene);
    }
    return right;
}

void vol_scene_release(vol_scene *scene) {
    for (size_t i = 0; i < scene->flock_count; i++) {
        vol_scene_start_release(&scene->flocks[i].start);
    }
    if (scene->inside != NULL) {
        vol_scene_score_release(scene->inside->score);
        vol_arena_release(&scene->inside->arena);
        free(scene->inside);
    }
    *scene = (vol_scene){0};
}
