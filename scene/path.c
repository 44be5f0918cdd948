/* Paths in time, of players and of goals: lists of [step, x, y], read from a scene and looked up while it runs. */
#include "part.h"
#include "value.h"

#include <stdio.h>
#include <string.h>

/* [step, x, y], later than the one before. */
static bool read_waypoint(const vol_scene *scene, const vol_scene_path *path, const vol_scene_node *node,
                          const char *key, vol_scene_fault *fault) {
    vol_scene_waypoint *point = &path->point[path->count];
    size_t count = 1 + (size_t)scene->world.dimensions;
    if (!vol_scene_value_list(node, key, fault)) {
        return false;
    }
    if (node->count != count) {
        return vol_scene_fault_at(fault, node, key, "a list of %zu; allowed is %s", node->count,
                                  count == 3 ? "[step, x, y]" : "[step, x, y, z]");
    }
    const vol_scene_node *step = node->first;
    if (!vol_scene_value_whole(step, key, 0, INT64_MAX, &point->step, fault)) {
        return false;
    }
    if (path->count > 0 && point->step <= point[-1].step) {
        return vol_scene_fault_at(fault, step, key, "step %s is not later than the one before, %llu", step->word,
                                  (unsigned long long)point[-1].step);
    }
    double *at = point->position;
    for (const vol_scene_node *item = step->next; item != NULL; item = item->next) {
        if (!vol_scene_value_real(item, key, -VOL_FARTHEST, VOL_FARTHEST, at++, fault)) {
            return false;
        }
    }
    return true;
}

bool vol_scene_path_read(vol_scene *scene, vol_scene_path *path, const vol_scene_node *list, const char *key,
                         vol_scene_fault *fault) {
    if (!vol_scene_value_list(list, key, fault) || !vol_scene_check_count(list, key, VOL_SCENE_MOST_WAYPOINTS, fault)) {
        return false;
    }
    path->point = vol_arena_take(&scene->inside->arena, list->count * sizeof *path->point);
    for (const vol_scene_node *node = list->first; node != NULL && path->point != NULL;
         node = node->next, path->count++) {
        char name[160];
        snprintf(name, sizeof name, "%.120s[%zu]", key, path->count);
        if (!read_waypoint(scene, path, node, name, fault)) {
            return false;
        }
    }
    return true;
}

void vol_scene_path_at(const vol_scene_path *path, uint64_t step, int dimensions, double *position) {
    size_t low = 0; /* the last entry that is not later than the step, or the first */
    size_t high = path->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (path->point[middle].step <= step) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const vol_scene_waypoint *a = &path->point[low];
    bool between = high < path->count && step > a->step;
    double part = between ? (double)(step - a->step) / (double)(a[1].step - a->step) : 0;
    for (int axis = 0; axis < dimensions; axis++) {
        position[axis] = a->position[axis];
        if (between) {
            position[axis] += (a[1].position[axis] - a->position[axis]) * part;
        }
    }
}
