/* The surroundings of a scene as YAML again: the part of a printed scene between its flocks and its events. */
#include "scene_fields.h"
#include "scene_print.h"

#include <string.h>

/* ", " before all but the first key of a map. */
static void put_comma(vol_text *text) {
    if (text->data[text->length - 1] != '{') {
        vol_text_put(text, ", ");
    }
}

/* All rows that have a use, but those that only the caller can print. */
static void put_fields(vol_text *text, const vol_field *fields, const void *def, int dimensions) {
    for (const vol_field *field = fields; field->name != NULL; field++) {
        if (field->type != VOL_FIELD_OTHER && vol_field_used(fields, field, def)) {
            put_comma(text);
            vol_field_print(field, def, dimensions, text);
        }
    }
}

static void put_relation(vol_text *text, const vol_scene *scene, const vol_relation_def *def) {
    vol_text_put(text, "  - {from: ");
    vol_print_quoted(text, scene->flocks[def->from].name);
    vol_text_put(text, ", to: [");
    for (size_t i = 0; i < def->to_count; i++) {
        vol_text_put(text, i > 0 ? ", " : "");
        vol_print_quoted(text, scene->flocks[def->to[i]].name);
    }
    vol_text_put(text, "]");
    put_fields(text, vol_relation_fields, def, scene->world.dimensions);
    vol_text_put(text, "}\n");
}

static void put_obstacle(vol_text *text, const vol_scene *scene, const vol_obstacle_def *def) {
    int dimensions = scene->world.dimensions;
    vol_text_put(text, "  - {");
    put_fields(text, vol_obstacle_fields, def, dimensions);
    if (def->point_count > 0) {
        vol_text_put(text, ", points: [");
        for (size_t i = 0; i < def->point_count; i++) {
            vol_text_put(text, i > 0 ? ", " : "");
            vol_print_vector(text, def->points + i * (size_t)dimensions, dimensions);
        }
        vol_text_put(text, "]");
    }
    vol_text_put(text, "}\n");
}

/* Those parameters of the world whose names begin with the group ("wind"). */
static void put_group(vol_text *text, const vol_scene *scene, const char *group) {
    const vol_param *param;
    size_t length = strlen(group);
    vol_text_print(text, "%s: {", group);
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        char value[160] = "";
        if (param->of_world && strncmp(param->name, group, length) == 0 && param->name[length] == '.') {
            put_comma(text);
            vol_world_def_get(&scene->world, param->name, value, sizeof value, NULL);
            vol_text_print(text, "%s: %s", param->name + length + 1, value);
        }
    }
}

static void put_path(vol_text *text, const vol_scene *scene) {
    vol_text_put(text, ", path: [");
    for (size_t i = 0; i < scene->path_count; i++) {
        const vol_waypoint *point = &scene->path[i];
        vol_text_print(text, "%s[%llu", i > 0 ? ", " : "", (unsigned long long)point->step);
        for (int axis = 0; axis < scene->world.dimensions; axis++) {
            vol_text_put(text, ", ");
            vol_print_number(text, point->position[axis]);
        }
        vol_text_put(text, "]");
    }
    vol_text_put(text, "]");
}

void vol_print_around(vol_text *text, const vol_scene *scene) {
    for (size_t i = 0; i < scene->relation_count; i++) {
        vol_text_put(text, i == 0 ? "relations:\n" : "");
        put_relation(text, scene, &scene->relations[i].def);
    }
    for (size_t i = 0; i < scene->obstacle_count; i++) {
        vol_text_put(text, i == 0 ? "obstacles:\n" : "");
        put_obstacle(text, scene, &scene->obstacles[i].def);
    }
    if (vol_tree_find(scene->tree, "wind") != NULL) {
        put_group(text, scene, "wind");
        vol_text_put(text, "}\n");
    }
    if (vol_tree_find(scene->tree, "player") != NULL) {
        put_group(text, scene, "player");
        if (scene->path_count > 0) {
            put_path(text, scene);
        }
        vol_text_put(text, "}\n");
    }
}
