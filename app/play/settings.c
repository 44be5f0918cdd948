/* Settings of surroundings and looks by their tables, between texts and the structs of scenes. */
#include "play/settings.h"

#include "common/format_number.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Tables ------------------------------------------------------------------------------------------------------- */

typedef enum look_type {
    LOOK_CHOICE,
    LOOK_NUMBER,
    LOOK_WHOLE,
    LOOK_FLAG,
    LOOK_COLOR,
    LOOK_SIDES,
    LOOK_ANGLES,
    LOOK_UNIT
} look_type;

/* A row of a look. Colours are choices without a list: app_setting_colors has it. */
typedef struct look_row {
    vol_param param;
    look_type type;
    size_t offset;
    bool rules, none;               /* of colours: may it be a rule as `heading`, may it be none? */
    const char *(*names)(unsigned); /* of a choice */
} look_row;

#define FLOCK(member) offsetof(vol_scene_flock_look, member)
#define WORLD(member) offsetof(vol_scene_look, member)
#define CHOICE(word, help) \
    { word, VOL_PARAM_CHOICE, true, true, false, 0, 0, 0, "", NULL, "0.1", help }
#define COLOR(word, help) \
    { word, VOL_PARAM_CHOICE, false, true, false, 0, 0, 0, "", NULL, "0.1", help }

/* Common ones; a scene may have another. */
static const char *unit_name(unsigned unit) {
    static const char *const units[] = {"px", "mm", "cm", "m", "km", "none", NULL};
    return units[unit];
}

static const look_row flock_rows[] = {
    {{"shape", VOL_PARAM_CHOICE, false, true, false, 0, 0, 0, "", NULL, "0.1", "What a boid is drawn as."},
     LOOK_CHOICE,
     FLOCK(shape),
     false,
     false,
     vol_scene_shape_name},
    {{"size", VOL_PARAM_REAL, false, true, false, 0.01, 10000, 10, "px", NULL, "0.1",
      "How large it is, in units of the world; dots in pixels."},
     LOOK_NUMBER,
     FLOCK(size),
     false,
     false,
     NULL},
    {COLOR("color", "Its colour, or what gives it one: random, heading, speed, density, flock."), LOOK_COLOR,
     FLOCK(color), true, false, NULL},
    {COLOR("outline", "The line around it."), LOOK_COLOR, FLOCK(outline), false, true, NULL},
    {COLOR("head", "A small disc ahead of it, farther the faster it is."), LOOK_COLOR, FLOCK(head), false, true, NULL},
    {COLOR("leader", "Marks the leader, as a square."), LOOK_COLOR, FLOCK(leader), false, true, NULL},
};

static const look_row world_rows[] = {
    {COLOR("background", "The colour behind everything; a backdrop covers it."), LOOK_COLOR, WORLD(background), false,
     false, NULL},
    {CHOICE("backdrop", "What is behind the world: nothing, or a sky or a sea."), LOOK_CHOICE, WORLD(backdrop), false,
     false, vol_scene_backdrop_name},
    {CHOICE("map", "The colours of speed and density, from low to high."), LOOK_CHOICE, WORLD(map), false, false,
     vol_scene_map_name},
    {{"fps", VOL_PARAM_COUNT, true, true, false, 1, 240, 60, "", NULL, "0.1", "Steps a second, at speed 1."},
     LOOK_WHOLE,
     WORLD(fps),
     false,
     false,
     NULL},
    {{"y_up", VOL_PARAM_FLAG, true, true, false, 0, 1, 0, "", NULL, "0.1", "The y axis points up."},
     LOOK_FLAG,
     WORLD(y_up),
     false,
     false,
     NULL},
    {{"axes", VOL_PARAM_FLAG, true, true, false, 0, 1, 0, "", NULL, "0.1", "Ticks and numbers around a flat world."},
     LOOK_FLAG,
     WORLD(axes),
     false,
     false,
     NULL},
    {CHOICE("unit", "What a unit of length is called in legends, axes and sliders."), LOOK_UNIT, WORLD(unit), false,
     false, unit_name},
    {{"window", VOL_PARAM_VECTOR, true, true, false, 16, 16384, 0, "", NULL, "0.1",
      "How large the world is shown where the scene is opened, in pixels."},
     LOOK_SIDES,
     WORLD(window),
     false,
     false,
     NULL},
    {{"camera", VOL_PARAM_VECTOR, true, true, false, -360, 360, 0, "degrees", NULL, "0.1",
      "In three dimensions: where the scene is seen from first, around the world and above the ground."},
     LOOK_ANGLES,
     WORLD(camera),
     false,
     false,
     NULL},
};

static bool is_look(app_setting_of of) {
    return of == APP_SETTING_FLOCK_LOOK || of == APP_SETTING_LOOK;
}

bool app_setting_is_look(const app_setting *setting) {
    return is_look(setting->of);
}

static const look_row *look_at(app_setting_of of, size_t index) {
    size_t count =
        of == APP_SETTING_LOOK ? sizeof world_rows / sizeof *world_rows : sizeof flock_rows / sizeof *flock_rows;
    const look_row *rows = of == APP_SETTING_LOOK ? world_rows : flock_rows;
    return index < count ? &rows[index] : NULL;
}

static const look_row *row_of(const vol_param *param) {
    return (const look_row *)(const void *)((const char *)param - offsetof(look_row, param));
}

/* Can the row be changed while a world runs (what is fixed: as another entry in its place), and shown as a text? */
static bool is_plain(const vol_param *param) {
    return (param->type == VOL_PARAM_REAL || param->type == VOL_PARAM_WHOLE || param->type == VOL_PARAM_CHOICE ||
            param->type == VOL_PARAM_FLAG || param->type == VOL_PARAM_VECTOR || param->type == VOL_PARAM_MASK ||
            param->type == VOL_PARAM_FLOCK || param->type == VOL_PARAM_FLOCKS || param->type == VOL_PARAM_POINTS ||
            param->type == VOL_PARAM_FLOW);
}

const vol_param *app_setting_at(app_setting_of of, size_t index) {
    if (is_look(of)) {
        const look_row *row = look_at(of, index);
        return row != NULL ? &row->param : NULL;
    }
    const vol_param *param = NULL;
    for (size_t i = 0; (param = vol_surrounding_at((vol_surrounding)of, i)) != NULL; i++) {
        if (is_plain(param) && index-- == 0) {
            break;
        }
    }
    return param;
}

int app_setting_axes(app_setting_of of, const vol_param *param, int dimensions) {
    if (!is_look(of)) {
        return dimensions;
    }
    return row_of(param)->type != LOOK_ANGLES || dimensions == 3 ? 2 : 0;
}

bool app_setting_used(app_setting_of of, const vol_param *param, const void *def) {
    if (is_look(of)) {
        return true;
    }
    unsigned kind = 0;
    memcpy(&kind, (const char *)def + vol_surrounding_offset(vol_surrounding_kind((vol_surrounding)of)), sizeof kind);
    return vol_surrounding_used(param, kind);
}

void app_setting_colors(const vol_param *param, const char *names[APP_MOST_COLORS]) {
    static const char *const rules[] = {"heading", "speed", "density", "random", "flock"};
    const look_row *row = row_of(param);
    size_t count = 0;
    if (row->type == LOOK_CHOICE || row->type == LOOK_UNIT) {
        for (unsigned i = 0; row->names(i) != NULL; i++) {
            names[count++] = row->names(i);
        }
        names[count] = NULL;
        return;
    }
    if (row->none) {
        names[count++] = "none";
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules && row->rules; i++) {
        names[count++] = rules[i];
    }
    for (unsigned i = 0; vol_scene_color_name(i) != NULL && count + 1 < APP_MOST_COLORS; i++) {
        names[count++] = vol_scene_color_name(i);
    }
    names[count] = NULL;
}

/* --- Values ------------------------------------------------------------------------------------------------------- */

static void put_number(double value, char *text, size_t size) {
    char digits[VOL_NUMBER_SIZE];
    digits[vol_format_double(digits, value)] = '\0';
    snprintf(text, size, "%s", digits);
}

static void put_vector_text(const double *numbers, int count, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "[");
    for (int axis = 0; axis < count && used < size; axis++) {
        char number[VOL_NUMBER_SIZE];
        put_number(numbers[axis], number, sizeof number);
        used += (size_t)snprintf(text + used, size - used, "%s%s", axis > 0 ? ", " : "", number);
    }
    snprintf(text + (used < size ? used : size - 1), used < size ? size - used : 1, "]");
}

static void look_text(const look_row *row, const void *def, char *text, size_t size) {
    const void *at = (const char *)def + row->offset;
    uint32_t whole = 0;
    unsigned choice = 0;
    switch (row->type) {
    case LOOK_CHOICE:
        memcpy(&choice, at, sizeof choice);
        snprintf(text, size, "%s", row->names(choice));
        break;
    case LOOK_NUMBER:
        if (*(const double *)at == 0) {
            snprintf(text, size, "auto");
        } else {
            put_number(*(const double *)at, text, size);
        }
        break;
    case LOOK_WHOLE:
        memcpy(&whole, at, sizeof whole);
        snprintf(text, size, "%u", (unsigned)whole);
        break;
    case LOOK_FLAG: snprintf(text, size, "%s", *(const bool *)at ? "true" : "false"); break;
    case LOOK_UNIT: snprintf(text, size, "%s", *(const char *)at != '\0' ? (const char *)at : "none"); break;
    case LOOK_SIDES: {
        const uint32_t *sides = at;
        snprintf(text, size, sides[0] > 0 ? "[%u, %u]" : "auto", (unsigned)sides[0], (unsigned)sides[1]);
        break;
    }
    case LOOK_ANGLES: put_vector_text(at, 2, text, size); break;
    case LOOK_COLOR: {
        const vol_scene_color *color = at;
        snprintf(text, size, "%s", color->rule == VOL_SCENE_COLOR_NONE ? "none" : color->name);
        break;
    }
    }
}

void app_setting_text(app_setting_of of, const vol_param *param, const void *def, int dimensions, char *text,
                      size_t size) {
    if (is_look(of)) {
        look_text(row_of(param), def, text, size);
        return;
    }
    const void *at = (const char *)def + vol_surrounding_offset(param);
    const double *numbers = at;
    unsigned chosen = 0;
    text[0] = '\0';
    switch (param->type) {
    case VOL_PARAM_REAL: put_number(*numbers, text, size); break;
    case VOL_PARAM_WHOLE: snprintf(text, size, "%d", *(const int *)at); break;
    case VOL_PARAM_FLAG: snprintf(text, size, "%s", *(const bool *)at ? "true" : "false"); break;
    case VOL_PARAM_CHOICE:
        memcpy(&chosen, at, sizeof chosen);
        snprintf(text, size, "%s", param->choices[chosen]);
        break;
    case VOL_PARAM_MASK: { /* by numbers: names are the scene's */
        vol_flocks flocks = 0;
        memcpy(&flocks, at, sizeof flocks);
        size_t used = (size_t)snprintf(text, size, "%s", flocks == VOL_ALL_FLOCKS ? "all" : "");
        for (unsigned i = 0; i < 64 && flocks != VOL_ALL_FLOCKS && used < size; i++) {
            if ((flocks >> i & 1) != 0) {
                used += (size_t)snprintf(text + used, size - used, "%s%u", used > 0 ? " " : "", i);
            }
        }
        break;
    }
    case VOL_PARAM_FLOCKS: {
        const vol_flock *list = at;
        size_t count = ((const vol_relation_def *)def)->to_count, used = 0;
        for (size_t i = 0; i < count && used < size; i++) {
            used += (size_t)snprintf(text + used, size - used, "%s%u", i > 0 ? " " : "", (unsigned)list[i]);
        }
        break;
    }
    case VOL_PARAM_FLOCK: snprintf(text, size, "%u", (unsigned)*(const vol_flock *)at); break;
    case VOL_PARAM_VECTOR: put_vector_text(numbers, dimensions, text, size); break;
    default: break; /* is_plain leaves the others out */
    }
}

static bool put_vector(double *numbers, int dimensions, const char *value) {
    const char *at = value + strspn(value, "[ ");
    for (int axis = 0; axis < dimensions; axis++) {
        char *next = NULL;
        numbers[axis] = strtod(at, &next);
        if (next == at) {
            return false;
        }
        at = next + strspn(next, ", ");
    }
    return true;
}

static double within(double value, double least, double most) {
    return value < least ? least : value > most ? most : value;
}

/* The size of the window, where the camera is, what lengths are called. */
static bool put_scene_look(const look_row *row, void *at, const char *value) {
    double numbers[2] = {0};
    bool none = row->type == LOOK_SIDES && strcmp(value, "auto") == 0;
    if (row->type == LOOK_UNIT) {
        snprintf(at, sizeof((vol_scene_look *)0)->unit, "%s", strcmp(value, "none") == 0 ? "" : value);
        return true;
    }
    if (!none && !put_vector(numbers, 2, value)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        if (row->type == LOOK_SIDES) {
            ((uint32_t *)at)[i] = none ? 0 : (uint32_t)within(numbers[i], row->param.least, row->param.most);
        } else {
            bool around = i == 0;
            ((double *)at)[i] = within(numbers[i], around ? row->param.least : VOL_SCENE_LEAST_PITCH,
                                       around ? row->param.most : VOL_SCENE_MOST_PITCH);
        }
    }
    return true;
}

static bool put_look(const look_row *row, void *def, const char *value) {
    void *at = (char *)def + row->offset;
    double number = 0;
    bool right = false;
    switch (row->type) {
    case LOOK_CHOICE:
        for (unsigned i = 0; row->names(i) != NULL; i++) {
            if (strcmp(row->names(i), value) == 0) {
                memcpy(at, &i, sizeof i);
                right = true;
            }
        }
        return right;
    case LOOK_FLAG: *(bool *)at = strcmp(value, "true") == 0; return true;
    case LOOK_SIDES:
    case LOOK_ANGLES:
    case LOOK_UNIT: return put_scene_look(row, at, value);
    case LOOK_COLOR: {
        vol_scene_color color = {0};
        right = vol_scene_color_read(&color, value);
        bool plain = color.rule == VOL_SCENE_COLOR_FIXED || (row->none && color.rule == VOL_SCENE_COLOR_NONE) ||
                     (!row->none && color.rule == VOL_SCENE_COLOR_AUTO);
        if (right && (plain || (row->rules && color.rule != VOL_SCENE_COLOR_NONE))) {
            *(vol_scene_color *)at = color;
            return true;
        }
        return false;
    }
    default:
        if (row->type == LOOK_NUMBER && strcmp(value, "auto") == 0) {
            *(double *)at = 0;
            return true;
        }
        if (!vol_number_read(value, &number) || number < row->param.least || number > row->param.most) {
            return false;
        }
        if (row->type == LOOK_WHOLE) {
            uint32_t whole = (uint32_t)number;
            memcpy(at, &whole, sizeof whole);
        } else {
            *(double *)at = number;
        }
        return true;
    }
}

bool app_setting_put(app_setting_of of, const vol_param *param, void *def, int dimensions, const char *value) {
    if (is_look(of)) {
        return put_look(row_of(param), def, value);
    }
    void *at = (char *)def + vol_surrounding_offset(param);
    double number = 0;
    switch (param->type) {
    case VOL_PARAM_FLAG: *(bool *)at = strcmp(value, "true") == 0; return true;
    case VOL_PARAM_VECTOR: return put_vector(at, dimensions, value);
    case VOL_PARAM_CHOICE:
        for (unsigned i = 0; param->choices[i] != NULL; i++) {
            if (strcmp(param->choices[i], value) == 0) {
                memcpy(at, &i, sizeof i);
                return true;
            }
        }
        return false;
    default:
        if (!vol_number_read(value, &number) || number < param->least || number > param->most) {
            return false;
        }
        if (param->type == VOL_PARAM_WHOLE) {
            *(int *)at = (int)number;
        } else {
            *(double *)at = number;
        }
        return true;
    }
}

/* --- Keys --------------------------------------------------------------------------------------------------------- */

static const vol_param *row_named(app_setting_of of, const char *name) {
    const vol_param *param = NULL;
    for (size_t i = 0; (param = app_setting_at(of, i)) != NULL && strcmp(param->name, name) != 0; i++) {
    }
    return param;
}

/* "0.radius": the number, and the row behind it. */
static bool find_entry(app_setting_of of, const char *rest, size_t count, app_setting *found) {
    char *end = NULL;
    unsigned long index = strtoul(rest, &end, 10);
    *found = (app_setting){of, end != rest && *end == '.' ? row_named(of, end + 1) : NULL, index};
    return found->param != NULL && index < count;
}

bool app_setting_find(const vol_scene *scene, const char *key, app_setting *found) {
    if (strncmp(key, "obstacles.", 10) == 0) {
        return find_entry(APP_SETTING_OBSTACLE, key + 10, scene->obstacle_count, found);
    }
    if (strncmp(key, "relations.", 10) == 0) {
        return find_entry(APP_SETTING_RELATION, key + 10, scene->relation_count, found);
    }
    if (strncmp(key, "look.", 5) == 0) {
        *found = (app_setting){APP_SETTING_LOOK, row_named(APP_SETTING_LOOK, key + 5), 0};
        return found->param != NULL;
    }
    for (size_t i = 0; i < scene->flock_count; i++) {
        const vol_scene_flock *flock = &scene->flocks[i];
        size_t length = strlen(flock->name);
        if (strncmp(key, flock->name, length) != 0 || key[length] != '.') {
            continue;
        }
        if (strncmp(key + length, ".look.", 6) == 0) {
            *found = (app_setting){APP_SETTING_FLOCK_LOOK, row_named(APP_SETTING_FLOCK_LOOK, key + length + 6), i};
            return found->param != NULL;
        }
        if (strncmp(key + length, ".terms.", 7) == 0 &&
            find_entry(APP_SETTING_TERM, key + length + 7, flock->term_count, found)) {
            found->index += flock->first_term;
            return true;
        }
    }
    return false;
}

void *app_setting_in(const vol_scene *scene, const app_setting *setting) {
    switch (setting->of) {
    case APP_SETTING_OBSTACLE: return &scene->obstacles[setting->index].def;
    case APP_SETTING_RELATION: return &scene->relations[setting->index].def;
    case APP_SETTING_TERM: return &scene->terms[setting->index].def;
    case APP_SETTING_FLOCK_LOOK: return &scene->flocks[setting->index].look;
    case APP_SETTING_LOOK: break;
    }
    return (void *)(uintptr_t)&scene->look; /* callers own the scene that they write to */
}

void app_setting_now(const vol_scene *scene, const vol_world *world, const app_setting *setting, char *text,
                     size_t size) {
    vol_obstacle_def obstacle;
    vol_relation_def relation;
    vol_term_def term;
    const void *def = app_setting_in(scene, setting);
    if (setting->of == APP_SETTING_OBSTACLE) {
        obstacle = vol_obstacle_get_def(world, (vol_obstacle)setting->index);
        def = &obstacle;
    } else if (setting->of == APP_SETTING_RELATION) {
        relation = vol_relation_get_def(world, (uint32_t)setting->index);
        def = &relation;
    } else if (setting->of == APP_SETTING_TERM) {
        term = vol_term_get_def(world, (vol_term)setting->index);
        def = &term;
    }
    app_setting_text(setting->of, setting->param, def, scene->world.dimensions, text, size);
}
