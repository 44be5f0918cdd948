/* What surrounds the flocks of a scene: `relations`, `obstacles`, `wind` and `player`, each read from its part of the
 * tree after the flocks, whose names they use. */
#include "fields.h"
#include "part.h"
#include "value.h"

#include <stdio.h>
#include <string.h>

/* --- Relations ---------------------------------------------------------------------------------------------------- */

/* One more flock that is reacted to. */
static bool read_to(const vol_scene *scene, const vol_scene_node *node, const char *key, vol_relation_def *def,
                    vol_scene_fault *fault) {
    size_t fewest = 0;
    size_t most = 0;
    vol_surrounding_lengths(vol_surrounding_find(VOL_SURROUNDING_RELATION, "to"), def->kind, &fewest, &most);
    if (def->to_count == most) {
        return vol_scene_fault_at(fault, node, key, "more than %zu flocks", most);
    }
    vol_flock flock = VOL_NONE;
    if (!vol_scene_read_flock_name(scene, node, key, &flock, fault)) {
        return false;
    }
    if (flock == def->from) {
        return vol_scene_fault_at(fault, node, key, "value '%s' is not allowed: it is the flock of 'from' itself",
                                  scene->flocks[flock].name);
    }
    for (size_t i = 0; i < def->to_count; i++) {
        if (def->to[i] == flock) {
            return vol_scene_fault_at(fault, node, key, "'%s' is there twice", scene->flocks[flock].name);
        }
    }
    def->to[def->to_count++] = flock;
    return true;
}

bool vol_scene_read_relation(vol_scene *scene, vol_scene_relation *relation, const char *key, vol_scene_fault *fault) {
    vol_relation_def *def = &relation->def;
    *def = vol_default_relation_def();
    def->to_count = 0;
    if (!vol_scene_fields_read(VOL_SURROUNDING_RELATION, def, relation->node, key, scene, fault)) {
        return false;
    }
    const vol_scene_node *to = vol_scene_tree_find(relation->node, "to");
    const char *name = vol_arena_print(&scene->inside->arena, "%s.to", key);
    if (to->kind != VOL_SCENE_NODE_LIST) {
        return read_to(scene, to, name, def, fault);
    }
    for (const vol_scene_node *node = to->first; node != NULL; node = node->next) {
        if (!read_to(scene, node, name, def, fault)) {
            return false;
        }
    }
    return def->to_count > 0 ||
           vol_scene_fault_at(fault, to, name, "the list is empty; allowed is a flock or a list of flocks");
}

bool vol_scene_read_relations(vol_scene *scene, const vol_scene_node *list, vol_scene_fault *fault) {
    if (list == NULL) {
        return true;
    }
    if (!vol_scene_value_list(list, "relations", fault) ||
        !vol_scene_check_count(list, "relations", VOL_SCENE_MOST_RELATIONS, fault)) {
        return false;
    }
    scene->relations = vol_arena_take(&scene->inside->arena, list->count * sizeof *scene->relations);
    for (const vol_scene_node *node = list->first; node != NULL && scene->relations != NULL; node = node->next) {
        vol_scene_relation *relation = &scene->relations[scene->relation_count];
        relation->node = node;
        relation->key = vol_arena_print(&scene->inside->arena, "relations[%zu]", scene->relation_count++);
        if (!vol_scene_read_relation(scene, relation, relation->key, fault)) {
            return false;
        }
    }
    return true;
}

/* --- Obstacles ---------------------------------------------------------------------------------------------------- */

bool vol_scene_read_obstacle(vol_scene *scene, vol_scene_obstacle *obstacle, const char *key, vol_scene_fault *fault) {
    vol_obstacle_def *def = &obstacle->def;
    *def = vol_default_obstacle_def();
    if (!vol_scene_fields_read(VOL_SURROUNDING_OBSTACLE, def, obstacle->node, key, scene, fault)) {
        return false;
    }
    if (def->shape == VOL_OBSTACLE_POLYGON && scene->world.dimensions != 2) {
        return vol_scene_fault_at(fault, vol_scene_tree_find(obstacle->node, "shape"),
                                  vol_arena_print(&scene->inside->arena, "%s.shape", key),
                                  "the shape polygon is not for worlds of %d dimensions, as world.size has it",
                                  scene->world.dimensions);
    }
    return true;
}

bool vol_scene_read_obstacles(vol_scene *scene, const vol_scene_node *list, vol_scene_fault *fault) {
    if (list == NULL) {
        return true;
    }
    if (!vol_scene_value_list(list, "obstacles", fault) ||
        !vol_scene_check_count(list, "obstacles", VOL_SCENE_MOST_OBSTACLES, fault)) {
        return false;
    }
    scene->obstacles = vol_arena_take(&scene->inside->arena, list->count * sizeof *scene->obstacles);
    for (const vol_scene_node *node = list->first; node != NULL && scene->obstacles != NULL; node = node->next) {
        vol_scene_obstacle *obstacle = &scene->obstacles[scene->obstacle_count];
        obstacle->node = node;
        obstacle->key = vol_arena_print(&scene->inside->arena, "obstacles[%zu]", scene->obstacle_count++);
        if (!vol_scene_read_obstacle(scene, obstacle, obstacle->key, fault)) {
            return false;
        }
    }
    return true;
}

/* --- Wind and player ---------------------------------------------------------------------------------------------- */

bool vol_scene_read_wind(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault) {
    return map == NULL || vol_scene_read_params(scene, NULL, "wind", map, fault);
}

static bool read_own_number(const vol_scene_node *map, const char *name, const char *key, uint32_t bit, double *value,
                            vol_scene_player *own, vol_scene_fault *fault) {
    char full[96], row[64];
    const vol_scene_node *node = vol_scene_tree_find(map, name);
    snprintf(full, sizeof full, "%s.%s", key, name);
    snprintf(row, sizeof row, "player.%s", name);
    const vol_param *param = vol_param_find(row);
    own->own |= node != NULL ? bit : 0;
    return node == NULL || vol_scene_value_real(node, full, param->least, param->most, value, fault);
}

/* An entry of `paths`: a path, or a map that has one and numbers of the player's own. */
static bool read_one_player(vol_scene *scene, const vol_scene_node *node, const char *key, vol_scene_fault *fault) {
    static const char *const keys[] = {"path", "flee_radius", "flee_weight", "flocks", NULL};
    vol_scene_player *own = &scene->player_own[scene->player_count];
    vol_scene_path *player = &scene->players[scene->player_count++];
    const vol_scene_node *path = node;
    char name[96];
    snprintf(name, sizeof name, "%s", key);
    if (node->kind == VOL_SCENE_NODE_MAP) {
        const vol_scene_node *flocks = vol_scene_tree_find(node, "flocks");
        path = vol_scene_tree_find(node, "path");
        if (!vol_scene_value_known_keys(node, key, keys, fault)) {
            return false;
        }
        if (path == NULL) {
            return vol_scene_fault_at(fault, node, key, "must have a 'path', a list of [step, x, y]");
        }
        if (!read_own_number(node, "flee_radius", key, VOL_SCENE_OWN_RADIUS, &own->flee_radius, own, fault) ||
            !read_own_number(node, "flee_weight", key, VOL_SCENE_OWN_WEIGHT, &own->flee_weight, own, fault)) {
            return false;
        }
        snprintf(name, sizeof name, "%s.flocks", key);
        if (flocks != NULL && !vol_scene_mask_read(scene, flocks, name, &own->flocks, fault)) {
            return false;
        }
        own->own |= flocks != NULL ? VOL_SCENE_OWN_FLOCKS : 0;
        snprintf(name, sizeof name, "%s.path", key);
    }
    if (!vol_scene_path_read(scene, player, path, name, fault)) {
        return false;
    }
    return player->count > 0 ||
           vol_scene_fault_at(fault, path, name, "the path is empty; allowed is a list of [step, x, y]");
}

/* `path` is one player, `paths` are several. */
bool vol_scene_read_player(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault) {
    if (map == NULL) {
        return true;
    }
    if (!vol_scene_read_params(scene, NULL, "player", map, fault)) {
        return false;
    }
    const vol_scene_node *path = vol_scene_tree_find(map, "path");
    const vol_scene_node *paths = vol_scene_tree_find(map, "paths");
    if (path != NULL && paths != NULL && path->origin->option != paths->origin->option) {
        vol_scene_node_pass_over(path->origin->option ? paths : path); /* an option takes the place of the text's */
        path = path->origin->option ? path : NULL;
        paths = path != NULL ? NULL : paths;
    }
    if (path != NULL && paths != NULL) {
        return vol_scene_fault_at(fault, paths, "player.paths", "there is a 'path' too; allowed is one of both");
    }
    if (paths != NULL && !vol_scene_value_list(paths, "player.paths", fault)) {
        return false;
    }
    if (paths != NULL && paths->count > VOL_PLAYERS_MOST) {
        return vol_scene_fault_at(fault, paths, "player.paths", "a list of %zu; allowed are at most %d paths",
                                  paths->count, (int)VOL_PLAYERS_MOST);
    }
    size_t count = paths != NULL ? paths->count : 1;
    scene->players = vol_arena_take(&scene->inside->arena, count * sizeof *scene->players);
    scene->player_own = vol_arena_take(&scene->inside->arena, count * sizeof *scene->player_own);
    if (scene->players == NULL || scene->player_own == NULL) {
        return vol_scene_no_memory(fault);
    }
    if (path != NULL) {
        scene->player_count = path->kind == VOL_SCENE_NODE_LIST && path->count == 0 ? 0 : 1;
        return vol_scene_path_read(scene, &scene->players[0], path, "player.path", fault);
    }
    for (const vol_scene_node *node = paths != NULL ? paths->first : NULL; node != NULL; node = node->next) {
        char key[64];
        snprintf(key, sizeof key, "player.paths[%zu]", scene->player_count);
        if (!read_one_player(scene, node, key, fault)) {
            return false;
        }
    }
    return true;
}
