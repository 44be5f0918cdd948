/* What surrounds the flocks of a scene: `relations`, `obstacles`, `wind` and `player`, each read from its part of the
 * tree after the flocks, whose names they use. */
#include "scene_fields.h"
#include "scene_part.h"
#include "scene_value.h"

#include <stdio.h>
#include <string.h>

enum { MOST_POINTS = 4096, MOST_TO = sizeof((vol_relation_def *)0)->to / sizeof(vol_flock) };

/* --- Relations ----------------------------------------------------------------------------------------------------- */

static bool read_flock_name(const vol_scene *scene, const vol_node *node, const char *key, vol_flock *flock,
                            vol_fault *fault) {
    const char *name = NULL;
    if (!vol_value_text(node, key, &name, fault)) {
        return false;
    }
    const vol_scene_flock *found = vol_scene_find_flock(scene, name);
    if (found == NULL) {
        return vol_scene_no_such_flock(scene, node, key, name, fault);
    }
    *flock = (vol_flock)(found - scene->flocks);
    return true;
}

/* One more flock that is minded. */
static bool read_to(const vol_scene *scene, const vol_node *node, const char *key, vol_relation_def *def,
                    vol_fault *fault) {
    if (def->to_count == MOST_TO) {
        return vol_fault_at(fault, node, key, "more than %d flocks", (int)MOST_TO);
    }
    vol_flock flock = VOL_NONE;
    if (!read_flock_name(scene, node, key, &flock, fault)) {
        return false;
    }
    if (flock == def->from) {
        return vol_fault_at(fault, node, key, "value '%s' is not allowed: it is the flock of 'from' itself",
                            scene->flocks[flock].name);
    }
    for (size_t i = 0; i < def->to_count; i++) {
        if (def->to[i] == flock) {
            return vol_fault_at(fault, node, key, "'%s' is there twice", scene->flocks[flock].name);
        }
    }
    def->to[def->to_count++] = flock;
    return true;
}

static bool read_relation(vol_scene *scene, vol_scene_relation *relation, const char *key, vol_fault *fault) {
    vol_relation_def *def = &relation->def;
    *def = vol_default_relation_def();
    def->to_count = 0;
    if (!vol_fields_read(vol_relation_fields, def, relation->node, key, scene, fault) ||
        !read_flock_name(scene, vol_tree_find(relation->node, "from"), vol_arena_print(&scene->arena, "%s.from", key),
                         &def->from, fault)) {
        return false;
    }
    const vol_node *to = vol_tree_find(relation->node, "to");
    const char *name = vol_arena_print(&scene->arena, "%s.to", key);
    if (to->kind != VOL_NODE_LIST) {
        return read_to(scene, to, name, def, fault);
    }
    for (const vol_node *node = to->first; node != NULL; node = node->next) {
        if (!read_to(scene, node, name, def, fault)) {
            return false;
        }
    }
    return def->to_count > 0 ||
           vol_fault_at(fault, to, name, "the list is empty; allowed is a flock or a list of flocks");
}

bool vol_scene_read_relations(vol_scene *scene, const vol_node *list, vol_fault *fault) {
    if (list == NULL) {
        return true;
    }
    if (!vol_value_list(list, "relations", fault)) {
        return false;
    }
    scene->relations = vol_arena_take(&scene->arena, list->count * sizeof *scene->relations);
    for (const vol_node *node = list->first; node != NULL; node = node->next) {
        vol_scene_relation *relation = &scene->relations[scene->relation_count];
        relation->node = node;
        relation->key = vol_arena_print(&scene->arena, "relations[%zu]", scene->relation_count++);
        if (!read_relation(scene, relation, relation->key, fault)) {
            return false;
        }
    }
    return true;
}

/* --- Obstacles ----------------------------------------------------------------------------------------------------- */

static bool read_points(vol_scene *scene, vol_obstacle_def *def, const vol_node *list, const char *key,
                        vol_fault *fault) {
    int dimensions = scene->world.dimensions;
    size_t least = def->shape == VOL_OBSTACLE_SEGMENT ? 2 : 3;
    size_t most = def->shape == VOL_OBSTACLE_SEGMENT ? 2 : MOST_POINTS;
    if (!vol_value_list(list, key, fault)) {
        return false;
    }
    if (list->count < least || list->count > most) {
        vol_fault_at(fault, list, key, "a list of %zu; allowed is a list of", list->count);
        vol_fault_more(fault, least == most ? " two points" : " 3 to %d points", (int)most);
        return false;
    }
    double *points = vol_arena_take(&scene->arena, list->count * (size_t)dimensions * sizeof *points);
    def->points = points;
    def->point_count = list->count;
    size_t index = 0;
    for (const vol_node *node = list->first; node != NULL; node = node->next, points += dimensions) {
        char name[96];
        snprintf(name, sizeof name, "%.64s[%zu]", key, index++);
        if (!vol_value_vector(node, name, dimensions, points, fault)) {
            return false;
        }
    }
    return true;
}

static bool read_obstacle(vol_scene *scene, vol_scene_obstacle *obstacle, const char *key, vol_fault *fault) {
    vol_obstacle_def *def = &obstacle->def;
    *def = vol_default_obstacle_def();
    if (!vol_fields_read(vol_obstacle_fields, def, obstacle->node, key, scene, fault)) {
        return false;
    }
    if (def->shape == VOL_OBSTACLE_POLYGON && scene->world.dimensions != 2) {
        return vol_fault_at(
            fault, vol_tree_find(obstacle->node, "shape"), vol_arena_print(&scene->arena, "%s.shape", key),
            "the shape polygon is not for worlds of %d dimensions, as world.size has it", scene->world.dimensions);
    }
    if (def->shape != VOL_OBSTACLE_SEGMENT && def->shape != VOL_OBSTACLE_POLYGON) {
        return true;
    }
    return read_points(scene, def, vol_tree_find(obstacle->node, "points"),
                       vol_arena_print(&scene->arena, "%s.points", key), fault);
}

bool vol_scene_read_obstacles(vol_scene *scene, const vol_node *list, vol_fault *fault) {
    if (list == NULL) {
        return true;
    }
    if (!vol_value_list(list, "obstacles", fault)) {
        return false;
    }
    scene->obstacles = vol_arena_take(&scene->arena, list->count * sizeof *scene->obstacles);
    for (const vol_node *node = list->first; node != NULL; node = node->next) {
        vol_scene_obstacle *obstacle = &scene->obstacles[scene->obstacle_count];
        obstacle->node = node;
        obstacle->key = vol_arena_print(&scene->arena, "obstacles[%zu]", scene->obstacle_count++);
        if (!read_obstacle(scene, obstacle, obstacle->key, fault)) {
            return false;
        }
    }
    return true;
}

/* --- Wind and player ----------------------------------------------------------------------------------------------- */

bool vol_scene_read_wind(vol_scene *scene, const vol_node *map, vol_fault *fault) {
    return map == NULL || vol_scene_read_params(scene, NULL, "wind", map, fault);
}

/* [step, x, y], later than the one before. */
static bool read_waypoint(vol_scene *scene, vol_waypoint *point, const vol_node *node, const char *key,
                          vol_fault *fault) {
    size_t count = 1 + (size_t)scene->world.dimensions;
    if (!vol_value_list(node, key, fault)) {
        return false;
    }
    if (node->count != count) {
        return vol_fault_at(fault, node, key, "a list of %zu; allowed is %s", node->count,
                            count == 3 ? "[step, x, y]" : "[step, x, y, z]");
    }
    const vol_node *step = node->first;
    if (!vol_value_whole(step, key, 0, INT64_MAX, &point->step, fault)) {
        return false;
    }
    if (point > scene->path && point->step <= point[-1].step) {
        return vol_fault_at(fault, step, key, "step %s is not later than the one before, %llu", step->word,
                            (unsigned long long)point[-1].step);
    }
    double *at = point->position;
    for (const vol_node *item = step->next; item != NULL; item = item->next) {
        if (!vol_value_real(item, key, -1e12, 1e12, at++, fault)) {
            return false;
        }
    }
    return true;
}

bool vol_scene_read_player(vol_scene *scene, const vol_node *map, vol_fault *fault) {
    if (map == NULL) {
        return true;
    }
    if (!vol_scene_read_params(scene, NULL, "player", map, fault)) {
        return false;
    }
    const vol_node *path = vol_tree_find(map, "path");
    if (path == NULL) {
        return true;
    }
    if (!vol_value_list(path, "player.path", fault)) {
        return false;
    }
    scene->path = vol_arena_take(&scene->arena, path->count * sizeof *scene->path);
    for (const vol_node *node = path->first; node != NULL; node = node->next) {
        char key[64];
        snprintf(key, sizeof key, "player.path[%zu]", scene->path_count);
        if (!read_waypoint(scene, &scene->path[scene->path_count], node, key, fault)) {
            return false;
        }
        scene->path_count++;
    }
    return true;
}
