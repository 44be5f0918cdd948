/* Terms and surroundings of a scene as YAML again: what a printed scene has in its flocks, and between them and its
 * events. */
#include "fields.h"
#include "print.h"

#include <string.h>

/* ", " before all but the first key of a map. */
static void put_comma(vol_text *text) {
    if (!text->failed && text->data[text->length - 1] != '{') {
        vol_text_put(text, ", ");
    }
}

/* Something that acts on all flocks does not say so. */
static bool acts_on_all(const vol_param *field, const void *def) {
    vol_flocks flocks = 0;
    if (field->type == VOL_PARAM_MASK) {
        memcpy(&flocks, (const char *)def + vol_surrounding_offset(field), sizeof flocks);
    }
    return flocks == VOL_ALL_FLOCKS;
}

void vol_scene_print_fields(vol_text *text, vol_surrounding of, const void *def, const vol_scene *scene) {
    const vol_param *field;
    for (size_t i = 0; (field = vol_surrounding_at(of, i)) != NULL; i++) {
        if (vol_scene_field_used(of, field, def) && !acts_on_all(field, def)) {
            put_comma(text);
            vol_scene_field_print(field, def, scene, text);
        }
    }
}

static void put_entry(vol_text *text, vol_surrounding of, const void *def, const vol_scene *scene) {
    vol_text_put(text, "  - {");
    vol_scene_print_fields(text, of, def, scene);
    vol_text_put(text, "}\n");
}

/* Those parameters of the world whose names begin with the group ("wind"). */
static void put_group(vol_text *text, const vol_scene *scene, const char *group) {
    const vol_param *param;
    size_t length = strlen(group);
    vol_text_print(text, "%s: {", group);
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        const bool all = param->type == VOL_PARAM_MASK && vol_scene_mask_of(&scene->world, param) == VOL_ALL_FLOCKS;
        if (param->of_world && strncmp(param->name, group, length) == 0 && param->name[length] == '.' && !all) {
            put_comma(text);
            vol_text_print(text, "%s: ", param->name + length + 1);
            vol_scene_print_param(text, scene, NULL, param);
        }
    }
}

/* Does the text have the section, or has the host set something of it that is not the default? */
static bool has_section(const vol_scene *scene, const char *group) {
    vol_world_def plain = vol_default_world_def();
    bool there = vol_scene_tree_find(scene->inside->tree, group) != NULL;
    const vol_param *param;
    size_t length = strlen(group);
    plain.dimensions = scene->world.dimensions;
    for (size_t i = 0; (param = vol_param_at(i)) != NULL && !there; i++) {
        char value[160] = "", usual[160] = "";
        if (param->of_world && strncmp(param->name, group, length) == 0 && param->name[length] == '.') {
            vol_world_def_get(&scene->world, param->name, value, sizeof value, NULL);
            vol_world_def_get(&plain, param->name, usual, sizeof usual, NULL);
            there = strcmp(value, usual) != 0;
        }
    }
    return there;
}

static void put_path(vol_text *text, const vol_scene_path *path, int dimensions) {
    vol_text_put(text, "[");
    for (size_t i = 0; i < path->count; i++) {
        const vol_scene_waypoint *point = &path->point[i];
        vol_text_print(text, "%s[%llu", i > 0 ? ", " : "", (unsigned long long)point->step);
        for (int axis = 0; axis < dimensions; axis++) {
            vol_text_put(text, ", ");
            vol_scene_print_number(text, point->position[axis]);
        }
        vol_text_put(text, "]");
    }
    vol_text_put(text, "]");
}

/* An entry of player.paths: a path, or a map where the player has something of its own. */
static void put_player(vol_text *text, const vol_scene *scene, size_t i) {
    const vol_scene_player *player = &scene->player_own[i];
    vol_text_put(text, player->own != 0 ? "{path: " : "");
    put_path(text, &scene->players[i], scene->world.dimensions);
    if ((player->own & VOL_SCENE_OWN_RADIUS) != 0) {
        vol_text_put(text, ", flee_radius: ");
        vol_scene_print_number(text, player->flee_radius);
    }
    if ((player->own & VOL_SCENE_OWN_WEIGHT) != 0) {
        vol_text_put(text, ", flee_weight: ");
        vol_scene_print_number(text, player->flee_weight);
    }
    if ((player->own & VOL_SCENE_OWN_FLOCKS) != 0) {
        vol_text_put(text, ", flocks: ");
        vol_scene_mask_print(text, scene, player->flocks);
    }
    vol_text_put(text, player->own != 0 ? "}" : "");
}

void vol_scene_print_players(vol_text *text, const vol_scene *scene) {
    bool several = scene->player_count > 1 || (scene->player_count == 1 && scene->player_own[0].own != 0);
    if (scene->player_count > 0) {
        vol_text_put(text, several ? ", paths: [" : ", path: ");
    }
    for (size_t i = 0; i < scene->player_count; i++) {
        vol_text_put(text, i > 0 ? ", " : "");
        put_player(text, scene, i);
    }
    vol_text_put(text, several ? "]" : "");
}

/* Where a row is not as the def says: a point that moves, a flow that is in another file. */
void vol_scene_print_term_field(vol_text *text, const vol_scene *scene, const vol_scene_term *term,
                                const vol_param *field) {
    int dimensions = scene->world.dimensions;
    if (field->type == VOL_PARAM_VECTOR && term->path.count > 0) {
        vol_text_put(text, "path: ");
        put_path(text, &term->path, dimensions);
    } else if (field->type == VOL_PARAM_FLOW && term->flow_path != NULL) {
        const uint32_t *count = term->def.flow_count;
        vol_text_print(text, "flow: {count: [%u, %u", (unsigned)count[0], (unsigned)count[1]);
        if (dimensions == 3) {
            vol_text_print(text, ", %u", (unsigned)count[2]);
        }
        vol_text_put(text, "], path: ");
        vol_scene_print_quoted(text, term->flow_path);
        vol_text_put(text, "}");
    } else {
        vol_scene_field_print(field, &term->def, scene, text);
    }
}

void vol_scene_print_terms(vol_text *text, const vol_scene *scene, vol_flock flock) {
    const vol_scene_flock *owner = &scene->flocks[flock];
    for (size_t i = 0; i < owner->term_count; i++) {
        const vol_scene_term *term = &scene->terms[owner->first_term + i];
        vol_text_put(text, i == 0 ? "    terms:\n      - {" : "      - {");
        if (term->name != NULL) {
            vol_text_put(text, "name: ");
            vol_scene_print_quoted(text, term->name);
        }
        const vol_param *field;
        for (size_t k = 0; (field = vol_surrounding_at(VOL_SURROUNDING_TERM, k)) != NULL; k++) {
            if (vol_scene_field_used(VOL_SURROUNDING_TERM, field, &term->def)) {
                put_comma(text);
                vol_scene_print_term_field(text, scene, term, field);
            }
        }
        vol_text_put(text, "}\n");
    }
}

void vol_scene_print_around(vol_text *text, const vol_scene *scene) {
    for (size_t i = 0; i < scene->relation_count; i++) {
        vol_text_put(text, i == 0 ? "relations:\n" : "");
        put_entry(text, VOL_SURROUNDING_RELATION, &scene->relations[i].def, scene);
    }
    for (size_t i = 0; i < scene->obstacle_count; i++) {
        vol_text_put(text, i == 0 ? "obstacles:\n" : "");
        put_entry(text, VOL_SURROUNDING_OBSTACLE, &scene->obstacles[i].def, scene);
    }
    if (has_section(scene, "wind")) {
        put_group(text, scene, "wind");
        vol_text_put(text, "}\n");
    }
    if (has_section(scene, "player")) {
        put_group(text, scene, "player");
        vol_scene_print_players(text, scene);
        vol_text_put(text, "}\n");
    }
}
