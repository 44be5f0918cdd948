/* Flow fields of a scene: velocities on a grid, written in the scene itself or in a file beside it, on their way to the
 * terms that use them. */
#include "part.h"
#include "value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 30 };

static const vol_param *row(void) {
    return vol_surrounding_find(VOL_SURROUNDING_TERM, "flow");
}

static bool read_count(const vol_scene *scene, const vol_scene_node *node, const char *key, uint32_t count[3],
                       size_t *points, vol_scene_fault *fault) {
    size_t dimensions = (size_t)scene->world.dimensions;
    if (!vol_scene_value_list(node, key, fault)) {
        return false;
    }
    if (node->count != dimensions) {
        return vol_scene_fault_at(fault, node, key,
                                  "a list of %zu; allowed is a list of %zu whole numbers, as the world has "
                                  "%zu dimensions",
                                  node->count, dimensions, dimensions);
    }
    size_t fewest = 0;
    size_t most = 0;
    vol_surrounding_lengths(row(), VOL_TERM_FOLLOW_FLOW, &fewest, &most);
    *points = 1;
    for (const vol_scene_node *item = node->first; item != NULL; item = item->next) {
        uint64_t along = 0;
        if (!vol_scene_value_whole(item, key, fewest, most, &along, fault)) {
            return false;
        }
        *count++ = (uint32_t)along;
        *points *= (size_t)along;
    }
    return *points <= VOL_FLOW_POINTS_MOST ||
           vol_scene_fault_at(fault, node, key, "%zu points; allowed are at most %d in all", *points,
                              (int)VOL_FLOW_POINTS_MOST);
}

/* Room for the velocities; they are only taken for what is there. */
static double *take_room(vol_scene *scene, size_t points) {
    return vol_arena_take(&scene->inside->arena, points * (size_t)scene->world.dimensions * sizeof(double));
}

static const double *read_velocities(vol_scene *scene, const vol_scene_node *list, const char *key, size_t points,
                                     vol_scene_fault *fault) {
    int dimensions = scene->world.dimensions;
    if (!vol_scene_value_list(list, key, fault)) {
        return NULL;
    }
    if (list->count != points) {
        vol_scene_fault_at(fault, list, key, "a list of %zu; allowed is a list of %zu velocities, as count has it",
                           list->count, points);
        return NULL;
    }
    double *flow = take_room(scene, points);
    double *at = flow;
    if (flow == NULL) {
        return NULL;
    }
    const vol_param *velocity = row();
    for (const vol_scene_node *node = list->first; node != NULL; node = node->next, at += dimensions) {
        char name[160];
        snprintf(name, sizeof name, "%.120s[%zu]", key, (size_t)(at - flow) / (size_t)dimensions);
        if (!vol_scene_value_vector(node, name, dimensions, at, fault)) {
            return NULL;
        }
        for (const vol_scene_node *item = node->first; item != NULL; item = item->next) {
            double ignored;
            if (!vol_scene_value_real(item, name, velocity->least, velocity->most, &ignored, fault)) {
                return NULL;
            }
        }
    }
    return flow;
}

bool vol_scene_flow_read_text(double *flow, size_t points, int dimensions, char *text, size_t length, const char *path,
                              vol_scene_fault *fault) {
    const char *header = dimensions == 2 ? "vx,vy" : "vx,vy,vz";
    char *end = text + length;
    if (memchr(text, '\0', length) != NULL) {
        return vol_scene_fault_in(fault, path, 0, "holds a zero byte; a flow file is text");
    }
    char *line = vol_scene_csv_line(&text, end);
    if (strcmp(line, header) != 0) {
        return vol_scene_fault_in(fault, path, 1, "the header is '%.80s'; allowed in a world of %d dimensions is %s",
                                  line, dimensions, header);
    }
    size_t number = 1;
    const vol_param *velocity = row();
    for (; text < end && number <= points; flow += dimensions) {
        line = vol_scene_csv_line(&text, end);
        if (!vol_scene_csv_numbers(line, flow, dimensions, path, ++number, fault)) {
            return false;
        }
        for (int axis = 0; axis < dimensions; axis++) {
            if (flow[axis] < velocity->least || flow[axis] > velocity->most) {
                return vol_scene_fault_in(fault, path, number, "column %d: %g; allowed is a number from %g to %g",
                                          axis + 1, flow[axis], velocity->least, velocity->most);
            }
        }
    }
    return (text == end && number == points + 1) ||
           vol_scene_fault_in(fault, path, 0, "%s than %zu velocities, which the flow's count asks for",
                              text < end ? "more" : "fewer", points);
}

static const double *read_file(vol_scene *scene, const vol_scene_node *node, const char *key, size_t points,
                               vol_scene_fault *fault) {
    const char *path = vol_scene_file_path(scene, node, key, fault);
    size_t length = 0;
    char *text = path != NULL ? vol_scene_file_read(path, MOST_BYTES, true, &length, fault) : NULL;
    if (text == NULL) {
        return NULL;
    }
    double *flow = take_room(scene, points);
    bool right =
        flow != NULL && vol_scene_flow_read_text(flow, points, scene->world.dimensions, text, length, path, fault);
    free(text);
    return right ? flow : NULL;
}

bool vol_scene_flow_read(vol_scene *scene, const vol_scene_node *map, const char *key, const double **flow,
                         uint32_t count[3], vol_scene_fault *fault) {
    static const char *const known[] = {"count", "velocities", "path", NULL};
    if (!vol_scene_value_map(map, key, fault) || !vol_scene_value_known_keys(map, key, known, fault)) {
        return false;
    }
    const vol_scene_node *size = vol_scene_tree_find(map, "count");
    const vol_scene_node *velocities = vol_scene_tree_find(map, "velocities");
    const vol_scene_node *path = vol_scene_tree_find(map, "path");
    if (size == NULL) {
        return vol_scene_fault_at(fault, map, key, "has no 'count'");
    }
    if ((velocities == NULL) == (path == NULL)) {
        return vol_scene_fault_at(fault, map, key, "has %s; allowed is one of them",
                                  path == NULL ? "neither 'velocities' nor 'path'" : "both 'velocities' and 'path'");
    }
    size_t points = 0;
    if (!read_count(scene, size, vol_arena_print(&scene->inside->arena, "%s.count", key), count, &points, fault)) {
        return false;
    }
    *flow = path == NULL
                ? read_velocities(scene, velocities, vol_arena_print(&scene->inside->arena, "%s.velocities", key),
                                  points, fault)
                : read_file(scene, path, vol_arena_print(&scene->inside->arena, "%s.path", key), points, fault);
    return *flow != NULL;
}
