/* `flocks` of a scene: names first, then the model, then everything that depends on it. */
#include "part.h"
#include "value.h"

#include <stdio.h>
#include <string.h>

bool vol_scene_is_name(const char *text) {
    size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    return length > 0 && length <= 63 && text[length] == '\0';
}

const char *vol_scene_flock_called(vol_arena *arena, const vol_scene_node *flock, size_t index, size_t *unnamed,
                                   vol_scene_fault *fault) {
    const vol_scene_node *name = vol_scene_tree_find(flock, "name");
    if (name == NULL) {
        return ++*unnamed == 1 ? "boids" : vol_arena_print(arena, "boids%zu", *unnamed);
    }
    const char *key = vol_arena_print(arena, "flocks[%zu].name", index);
    const char *text = NULL;
    if (!vol_scene_value_text(name, key, &text, fault)) {
        return NULL;
    }
    if (!vol_scene_is_name(text) || vol_scene_owns_params(text)) {
        vol_scene_fault_at(
            fault, name, key,
            "value '%.80s' is not allowed; allowed are 1 to 63 letters, digits, _ and -, but not 'world', "
            "'wind' or 'player'",
            text);
        return NULL;
    }
    return text;
}

bool vol_scene_no_such_flock(const vol_scene *scene, const vol_scene_node *node, const char *key, const char *name,
                             vol_scene_fault *fault) {
    vol_words known = {.may_fail = true};
    for (size_t i = 0; i < scene->flock_count; i++) {
        vol_words_add(&known, scene->flocks[i].name);
    }
    vol_text list = {.may_fail = true};
    vol_words_list(&known, &list);
    const char *nearest = vol_words_nearest(&known, name);
    vol_scene_fault_at(fault, node, key, "no flock is called '%.63s'; %s%s%sthere are: %s", name,
                       nearest != NULL ? "did you mean '" : "", nearest != NULL ? nearest : "",
                       nearest != NULL ? "'? " : "", vol_text_read(&list));
    vol_text_release(&list);
    vol_words_release(&known);
    return false;
}

bool vol_scene_read_flock_name(const vol_scene *scene, const vol_scene_node *node, const char *key, vol_flock *flock,
                               vol_scene_fault *fault) {
    const char *name = NULL;
    if (!vol_scene_value_text(node, key, &name, fault)) {
        return false;
    }
    const vol_scene_flock *found = vol_scene_find_flock(scene, name);
    if (found == NULL) {
        return vol_scene_no_such_flock(scene, node, key, name, fault);
    }
    *flock = (vol_flock)(found - scene->flocks);
    return true;
}

static const char *model_name(unsigned model) {
    return vol_model_name((vol_model)model);
}

static bool check_time(const vol_world_def *world, vol_model model, const vol_scene_node *node, const char *key,
                       vol_scene_fault *fault) {
    const char *const *times = vol_param_find("world.time")->choices;
    return vol_model_has_time(model, world->time) ||
           vol_scene_fault_at(fault, node, key,
                              "world.time is %s, but the model %s makes its velocities anew in every step, and has no "
                              "time; allowed there is %s",
                              times[world->time], vol_model_name(model), times[VOL_TIME_PER_STEP]);
}

bool vol_scene_check_integrator(const vol_world_def *world, vol_model model, const vol_scene_node *node,
                                const char *key, vol_scene_fault *fault) {
    if (!check_time(world, model, node, key, fault)) {
        return false;
    }
    return vol_model_has_integrator(model, world->integrator) ||
           vol_scene_fault_at(fault, node, key,
                              "world.integrator is %s, but the model %s sets velocities and gives no force; allowed "
                              "there is euler",
                              vol_param_find("world.integrator")->choices[world->integrator], vol_model_name(model));
}

static bool read_model(const vol_scene *scene, const vol_scene_flock *flock, unsigned *model, vol_scene_fault *fault) {
    const vol_scene_node *node = vol_scene_tree_find(flock->node, "model");
    char key[80];
    snprintf(key, sizeof key, "%.63s.model", flock->name);
    if (node == NULL) {
        vol_scene_fault_at(fault, flock->node, flock->name, "has no 'model'; allowed:");
        for (unsigned i = 0; model_name(i) != NULL; i++) {
            vol_scene_fault_more(fault, "%s %s", i > 0 ? "," : "", model_name(i));
        }
        return false;
    }
    if (!vol_scene_value_choice(node, key, model_name, model, fault)) {
        return false;
    }
    if (!vol_model_has_dimensions((vol_model)*model, scene->world.dimensions)) {
        return vol_scene_fault_at(fault, node, key,
                                  "the model %s is not for worlds of %d dimensions, as world.size has it",
                                  model_name(*model), scene->world.dimensions);
    }
    return vol_scene_check_integrator(&scene->world, (vol_model)*model, node, key, fault);
}

static bool read_start_file(vol_scene *scene, vol_scene_flock *flock, vol_scene_fault *fault) {
    const vol_scene_node *start = vol_scene_tree_find(flock->node, "start");
    const vol_scene_node *node = vol_scene_tree_find(start, "path");
    const vol_scene_node *count = vol_scene_tree_find(flock->node, "count");
    const char *key = vol_arena_print(&scene->inside->arena, "%s.start.path", flock->name);
    if (node == NULL) {
        return vol_scene_fault_at(fault, start, vol_arena_print(&scene->inside->arena, "%s.start", flock->name),
                                  "the shape 'file' needs a 'path'");
    }
    flock->start_path = vol_scene_file_path(scene, node, key, fault);
    if (flock->start_path == NULL) {
        return false;
    }
    if (!vol_scene_start_read(&flock->start, flock->start_path, scene->world.dimensions, fault)) {
        return false;
    }
    if (count != NULL && flock->def.count != flock->start.count) {
        return vol_scene_fault_at(
            fault, count, vol_arena_print(&scene->inside->arena, "%s.count", flock->name),
            "value '%zu' is not allowed; the file %s has %zu boids (leave 'count' out, or make them agree)",
            flock->def.count, flock->start_path, flock->start.count);
    }
    flock->def.count = flock->start.count;
    return true;
}

/* A leader that the flock does not have is passed over where the command line alone made the flock so small. */
static bool read_leader(vol_scene *scene, vol_scene_flock *flock, vol_scene_fault *fault) {
    const vol_scene_node *node = vol_scene_tree_find(flock->node, "leader");
    const vol_scene_node *count = vol_scene_tree_find(flock->node, "count");
    const vol_scene_node *path = vol_scene_tree_find(vol_scene_tree_find(flock->node, "start"), "path");
    const char *key = vol_arena_print(&scene->inside->arena, "%s.leader", flock->name);
    uint64_t id = 0;
    flock->leader = VOL_NONE;
    if (node == NULL) {
        return true;
    }
    if (!vol_scene_value_whole(node, key, 0, INT32_MAX, &id, fault)) {
        return false;
    }
    if (id < flock->def.count) {
        flock->leader = (uint32_t)id;
        return true;
    }
    bool made_small = (count != NULL && count->origin->option) || (path != NULL && path->origin->option);
    if (made_small && !node->origin->option) {
        vol_scene_node_pass_over(node);
        return true;
    }
    return vol_scene_fault_at(fault, node, key,
                              "there is no boid %s; allowed are the ids of the %zu boids, counted from 0", node->word,
                              flock->def.count);
}

static bool read_flock(vol_scene *scene, vol_scene_flock *flock, vol_scene_fault *fault) {
    unsigned model = 0;
    if (!read_model(scene, flock, &model, fault)) {
        return false;
    }
    flock->def = vol_default_flock_def((vol_model)model);
    flock->def.name = flock->name;
    flock->look = vol_scene_default_flock_look();
    if (!vol_scene_read_params(scene, flock, flock->name, flock->node, fault)) {
        return false;
    }
    const vol_scene_node *look = vol_scene_tree_find(flock->node, "look");
    if (look != NULL && !vol_scene_read_flock_look(&flock->look, look, flock->name, fault)) {
        return false;
    }
    return (flock->def.start.shape != VOL_SHAPE_GIVEN || read_start_file(scene, flock, fault)) &&
           read_leader(scene, flock, fault);
}

bool vol_scene_read_flocks(vol_scene *scene, const vol_scene_node *list, vol_scene_fault *fault) {
    if (list == NULL || (list->kind == VOL_SCENE_NODE_LIST && list->count == 0)) {
        return vol_scene_fault_at(fault, list == NULL ? scene->inside->tree : list, "flocks",
                                  "a scene needs at least one flock");
    }
    if (!vol_scene_value_list(list, "flocks", fault)) {
        return false;
    }
    if (!vol_scene_check_count(list, "flocks", VOL_SCENE_MOST_FLOCKS, fault)) {
        return false;
    }
    size_t unnamed = 0;
    scene->flocks = vol_arena_take(&scene->inside->arena, list->count * sizeof *scene->flocks);
    for (const vol_scene_node *node = list->first; node != NULL && scene->flocks != NULL; node = node->next) {
        vol_scene_flock *flock = &scene->flocks[scene->flock_count];
        if (!vol_scene_value_map(node, vol_arena_print(&scene->inside->arena, "flocks[%zu]", scene->flock_count),
                                 fault)) {
            return false;
        }
        flock->node = node;
        flock->name = vol_scene_flock_called(&scene->inside->arena, node, scene->flock_count, &unnamed, fault);
        if (flock->name == NULL) {
            return false;
        }
        if (!vol_scene_lookup_put(&scene->inside->arena, &scene->inside->flock_names, flock->name,
                                  scene->flock_count)) {
            const vol_scene_node *name = vol_scene_tree_find(node, "name");
            return vol_scene_fault_at(fault, name != NULL ? name : node, "flocks",
                                      "two flocks are called '%s'; give each a 'name' of its own", flock->name);
        }
        scene->flock_count++;
        if (!read_flock(scene, flock, fault)) {
            return false;
        }
    }
    return true;
}
