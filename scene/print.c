/* A scene as YAML again, with every parameter that has an effect written out: what --print-scene shows, and what
 * recordings keep. Reading it back gives the same world. */
#include "print.h"
#include "part.h"

#include "common/format_number.h"

#include <math.h>
#include <string.h>

void vol_scene_print_number(vol_text *text, double number) {
    char digits[VOL_NUMBER_SIZE];
    vol_format_double(digits, number);
    vol_text_put(text, digits);
}

void vol_scene_print_quoted(vol_text *text, const char *words) {
    vol_text_put(text, "\"");
    unsigned long code = 0;
    size_t length = strlen(words);
    for (size_t bytes = 0; length > 0; words += bytes, length -= bytes) {
        bytes = vol_scene_character(words, length, &code);
        if (code == '"' || code == '\\') {
            vol_text_print(text, "\\%c", (char)code);
        } else if (code < 32 || !vol_scene_is_text(code)) {
            vol_text_print(text, "\\u%04lx", code);
        } else {
            vol_text_add(text, words, bytes);
        }
    }
    vol_text_put(text, "\"");
}

void vol_scene_print_vector(vol_text *text, const double *numbers, int dimensions) {
    for (int axis = 0; axis < dimensions; axis++) {
        vol_text_put(text, axis == 0 ? "[" : ", ");
        vol_scene_print_number(text, numbers[axis]);
    }
    vol_text_put(text, "]");
}

bool vol_scene_param_has_effect(const vol_scene *scene, const vol_scene_flock *flock, const char *name) {
    if (flock == NULL && strcmp(name, "world.origin") == 0) {
        const double *origin = scene->world.origin;
        return origin[0] != 0 || origin[1] != 0 || origin[2] != 0;
    }
    if (flock == NULL) {
        return strcmp(name, "world.margin") != 0 || scene->world.boundary == VOL_BOUNDARY_TILE;
    }
    if (strncmp(name, "start.", 6) != 0) {
        char value[32 * VOL_TABLE_MOST] = "";
        vol_flock_def_get(&flock->def, name, value, sizeof value, NULL);
        return strcmp(value, "[]") != 0 && strcmp(value, "middle") != 0;
    }
    vol_shape shape = flock->def.start.shape;
    const char *part = name + 6;
    if (strcmp(part, "shape") == 0) {
        return true;
    }
    if (strcmp(part, "center") == 0) {
        return shape != VOL_SHAPE_UNIFORM && shape != VOL_SHAPE_GIVEN && !isnan(flock->def.start.center[0]);
    }
    if (strcmp(part, "size") == 0) {
        return shape == VOL_SHAPE_BOX;
    }
    if (strcmp(part, "radius") == 0) {
        return shape == VOL_SHAPE_DISC || shape == VOL_SHAPE_RING;
    }
    if (strcmp(part, "spacing") == 0) {
        return shape == VOL_SHAPE_GRID;
    }
    return shape != VOL_SHAPE_GIVEN;
}

void vol_scene_print_param(vol_text *text, const vol_scene *scene, const vol_scene_flock *flock,
                           const vol_param *param) {
    char value[32 * VOL_TABLE_MOST] = ""; /* a table is the longest */
    if (param->type == VOL_PARAM_MASK) {
        vol_scene_mask_print(text, scene, vol_scene_mask_of(&scene->world, param));
        return;
    }
    if (flock == NULL) {
        vol_world_def_get(&scene->world, param->name, value, sizeof value, NULL);
    } else {
        vol_flock_def_get(&flock->def, param->name, value, sizeof value, NULL);
    }
    char *third = param->type == VOL_PARAM_VECTOR && scene->world.dimensions == 2 ? strrchr(value, ',') : NULL;
    if (flock != NULL && third != NULL && strchr(value, ',') != third) { /* a flock knows no dimensions */
        memcpy(third, "]", 2);
    }
    vol_text_put(text, value);
}

/* All rows of a group ("cohesion") on one line. */
static void put_group(vol_text *text, const vol_scene *scene, const vol_scene_flock *flock, const char *group,
                      size_t length) {
    vol_text_print(text, "    %.*s: {", (int)length, group);
    const vol_param *param;
    bool first = true;
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (!param->of_world && strncmp(param->name, group, length + 1) == 0 &&
            vol_param_used(param, flock->def.model) && vol_scene_param_has_effect(scene, flock, param->name)) {
            vol_text_print(text, "%s%s: ", first ? "" : ", ", param->name + length + 1);
            vol_scene_print_param(text, scene, flock, param);
            first = false;
        }
    }
    if (strncmp(group, "start.", 6) == 0 && flock->start_path != NULL) {
        vol_text_put(text, ", path: ");
        vol_scene_print_quoted(text, flock->start_path);
    }
    vol_text_put(text, "}\n");
}

void vol_scene_print_color(vol_text *text, const vol_scene_color *color) {
    if (color->name[0] == '#') {
        vol_scene_print_quoted(text, color->name);
    } else {
        vol_text_put(text, color->name);
    }
}

void vol_scene_print_size(vol_text *text, double size) {
    if (size == 0) {
        vol_text_put(text, "auto");
    } else {
        vol_scene_print_number(text, size);
    }
}

/* A map on one line, of which only those keys are printed that say something. */
typedef struct brackets {
    vol_text *text;
    const char *owner;
    size_t count;
} brackets;

static void put_key(brackets *b, const char *key) {
    vol_text_print(b->text, "%s%s%s: ", b->count == 0 ? b->owner : "", b->count == 0 ? ": {" : ", ", key);
    b->count++;
}

static void put_color(brackets *b, const char *key, const vol_scene_color *color, const vol_scene_color *usual) {
    if (strcmp(color->name, usual->name) != 0) {
        put_key(b, key);
        vol_scene_print_color(b->text, color);
    }
}

static void put_word(brackets *b, const char *key, const char *word, bool usual) {
    if (!usual) {
        put_key(b, key);
        vol_text_put(b->text, word);
    }
}

static void end_brackets(brackets *b) {
    vol_text_put(b->text, b->count > 0 ? "}\n" : "");
}

static void put_flock_look(vol_text *text, const vol_scene_flock_look *look) {
    const vol_scene_flock_look usual = vol_scene_default_flock_look();
    brackets b = {text, "    look", 0};
    put_word(&b, "shape", vol_scene_shape_name(look->shape), look->shape == usual.shape);
    if (look->size != usual.size) {
        put_key(&b, "size");
        vol_scene_print_size(text, look->size);
    }
    put_color(&b, "color", &look->color, &usual.color);
    put_color(&b, "outline", &look->outline, &usual.outline);
    put_color(&b, "head", &look->head, &usual.head);
    put_color(&b, "leader", &look->leader, &usual.leader);
    end_brackets(&b);
}

static void put_flock(vol_text *text, const vol_scene *scene, const vol_scene_flock *flock) {
    vol_text_put(text, "  - name: ");
    vol_scene_print_quoted(text, flock->name);
    vol_text_print(text, "\n    model: %s\n", vol_model_name(flock->def.model));
    const char *group = "";
    size_t length = 0;
    const vol_param *param;
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (param->of_world || !vol_param_used(param, flock->def.model)) {
            continue;
        }
        const char *dot = strchr(param->name, '.');
        if (dot == NULL) {
            vol_text_print(text, "    %s: ", param->name);
            vol_scene_print_param(text, scene, flock, param);
            vol_text_put(text, "\n");
        } else if (length != (size_t)(dot - param->name) || strncmp(group, param->name, length + 1) != 0) {
            group = param->name;
            length = (size_t)(dot - param->name);
            put_group(text, scene, flock, group, length);
        }
    }
    if (flock->leader != VOL_NONE) {
        vol_text_print(text, "    leader: %u\n", (unsigned)flock->leader);
    }
    vol_scene_print_terms(text, scene, (vol_flock)(flock - scene->flocks));
    put_flock_look(text, &flock->look);
}

void vol_scene_print_event_what(vol_text *text, const vol_scene *scene, const vol_scene_event *event) {
    int dimensions = scene->world.dimensions;
    switch (event->kind) {
    case VOL_SCENE_EVENT_ADD:
        vol_text_put(text, "add: {flock: ");
        vol_scene_print_quoted(text, scene->flocks[event->flock].name);
        vol_text_put(text, ", position: ");
        vol_scene_print_vector(text, event->position, dimensions);
        vol_text_put(text, ", velocity: ");
        vol_scene_print_vector(text, event->velocity, dimensions);
        vol_text_put(text, "}");
        break;
    case VOL_SCENE_EVENT_REMOVE:
        vol_text_put(text, "remove: {flock: ");
        vol_scene_print_quoted(text, scene->flocks[event->flock].name);
        vol_text_print(text, ", id: %u}", (unsigned)event->id);
        break;
    case VOL_SCENE_EVENT_LEADER:
        vol_text_put(text, "leader: {flock: ");
        vol_scene_print_quoted(text, scene->flocks[event->flock].name);
        if (event->id == VOL_NONE) {
            vol_text_put(text, ", id: none}");
        } else {
            vol_text_print(text, ", id: %u}", (unsigned)event->id);
        }
        break;
    case VOL_SCENE_EVENT_GUST:
        vol_text_put(text, "gust: ");
        vol_scene_print_vector(text, event->velocity, dimensions);
        break;
    case VOL_SCENE_EVENT_PLAYER:
    case VOL_SCENE_EVENT_GOAL:
        vol_text_put(text, event->kind == VOL_SCENE_EVENT_GOAL ? "goal: " : "player: ");
        if (event->none) {
            vol_text_put(text, "none");
        } else {
            vol_scene_print_vector(text, event->position, dimensions);
        }
        break;
    case VOL_SCENE_EVENT_SCATTER:
        vol_text_put(text, "scatter: {position: ");
        vol_scene_print_vector(text, event->position, dimensions);
        vol_text_put(text, ", strength: ");
        vol_scene_print_number(text, event->strength);
        vol_text_put(text, "}");
        break;
    case VOL_SCENE_EVENT_BLOW:
        vol_text_put(text, "blow: {position: ");
        vol_scene_print_vector(text, event->position, dimensions);
        vol_text_put(text, ", radius: ");
        vol_scene_print_number(text, event->strength);
        vol_text_put(text, ", velocity: ");
        vol_scene_print_vector(text, event->velocity, dimensions);
        vol_text_put(text, "}");
        break;
    case VOL_SCENE_EVENT_SET:
    case VOL_SCENE_EVENT_SET_OBSTACLE:
    case VOL_SCENE_EVENT_SET_RELATION:
    case VOL_SCENE_EVENT_PUT:
    case VOL_SCENE_EVENT_SET_TERM: vol_text_print(text, "set: {%s: %s}", event->key, event->value); break;
    }
}

static void put_event(vol_text *text, const vol_scene *scene, const vol_scene_event *event) {
    vol_text_print(text, "  - {at: %llu, ", (unsigned long long)event->at);
    vol_scene_print_event_what(text, scene, event);
    vol_text_put(text, "}\n");
}

static void put_look(vol_text *text, const vol_scene *scene) {
    const vol_scene_look *look = &scene->look;
    const vol_scene_look usual = vol_scene_default_look();
    brackets b = {text, "look", 0};
    if (look->fps != usual.fps) {
        put_key(&b, "fps");
        vol_text_print(text, "%u", (unsigned)look->fps);
    }
    put_word(&b, "y_up", "true", !look->y_up);
    put_word(&b, "axes", "true", !look->axes);
    put_color(&b, "background", &look->background, &usual.background);
    put_word(&b, "map", vol_scene_map_name(look->map), look->map == usual.map);
    put_word(&b, "backdrop", vol_scene_backdrop_name(look->backdrop), look->backdrop == usual.backdrop);
    if (look->camera[0] != usual.camera[0] || look->camera[1] != usual.camera[1]) {
        put_key(&b, "camera");
        vol_scene_print_vector(text, look->camera, 2);
    }
    if (strcmp(look->unit, usual.unit) != 0) {
        put_key(&b, "unit");
        vol_scene_print_quoted(text, look->unit[0] != '\0' ? look->unit : "none");
    }
    if (look->window[0] > 0) {
        put_key(&b, "window");
        vol_text_print(text, "[%u, %u]", (unsigned)look->window[0], (unsigned)look->window[1]);
    }
    end_brackets(&b);
}

static void put_scene(vol_text *text, const vol_scene *scene) {
    vol_text_put(text, "about: ");
    vol_scene_print_quoted(text, scene->about);
    vol_text_put(text, "\nworld:\n");
    const vol_param *param;
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (strncmp(param->name, "world.", 6) == 0 && vol_scene_param_has_effect(scene, NULL, param->name)) {
            vol_text_print(text, "  %s: ", param->name + 6);
            vol_scene_print_param(text, scene, NULL, param);
            vol_text_put(text, "\n");
        }
    }
    vol_text_put(text, "flocks:\n");
    for (size_t i = 0; i < scene->flock_count; i++) {
        put_flock(text, scene, &scene->flocks[i]);
    }
    vol_scene_print_around(text, scene);
    for (size_t i = 0; i < scene->event_count; i++) {
        vol_text_put(text, i == 0 ? "events:\n" : "");
        put_event(text, scene, &scene->events[i]);
    }
    vol_scene_print_sound(text, scene);
    vol_scene_print_measure(text, scene);
    put_look(text, scene);
    vol_scene_print_presets(text, scene);
}

/* NULL: there was no memory for it. */
static char *finish(vol_text *text, size_t *length) {
    if (text->failed) {
        vol_text_release(text);
    }
    if (length != NULL) {
        *length = text->length;
    }
    return text->data;
}

char *vol_scene_print(const vol_scene *scene, size_t *length) {
    vol_text text = {.may_fail = true};
    put_scene(&text, scene);
    return finish(&text, length);
}

char *vol_scene_event_print(const vol_scene *scene, const vol_scene_event *event, size_t *length) {
    vol_text text = {.may_fail = true};
    put_event(&text, scene, event);
    return finish(&text, length);
}
