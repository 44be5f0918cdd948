/* What there is to know of scenes and worlds, as JSON or as places in memory: for sliders, pictures, plots. */
#include "module.h"

#include "app/util/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HITS = 4096 };

static vol_text *begin_answer(char bracket) {
    vol_text *answer = web_answer();
    answer->length = 0;
    app_json_open(answer, NULL, bracket);
    return answer;
}

/* A list of numbers; those that are none are null. */
static void put_numbers(vol_text *text, const char *key, const double *numbers, size_t count) {
    app_json_open(text, key, '[');
    for (size_t i = 0; i < count; i++) {
        app_json_real(text, NULL, numbers[i]);
    }
    app_json_close(text, ']');
}

/* --- What is the same for all scenes ------------------------------------------------------------------------------ */

WEB_EXPORT(web_scenes) bool web_scenes(void) {
    vol_text *text = begin_answer('[');
    const vol_scene_builtin *builtin;
    for (size_t i = 0; (builtin = vol_scene_builtin_at(i)) != NULL; i++) {
        app_json_open(text, NULL, '{');
        app_json_text(text, "name", builtin->name);
        app_json_text(text, "about", builtin->about);
        app_json_text(text, "text", builtin->text);
        app_json_flag(text, "sound", strstr(builtin->text, "\nsound:") != NULL);
        app_json_close(text, '}');
    }
    app_json_close(text, ']');
    return true;
}

WEB_EXPORT(web_about) bool web_about(void) {
    vol_text *text = begin_answer('{');
    app_json_text(text, "version", vol_version());
    app_json_text(text, "isa", vol_isa_name(0));
    app_json_open(text, "measures", '[');
    const vol_measure_row *row;
    for (size_t i = 0; (row = vol_measure_at(i)) != NULL; i++) {
        app_json_open(text, NULL, '{');
        app_json_text(text, "name", row->name);
        app_json_text(text, "unit", row->unit);
        app_json_whole(text, "leastDimensions", (uint64_t)row->least_dimensions);
        app_json_text(text, "help", row->help);
        app_json_close(text, '}');
    }
    app_json_close(text, ']');
    app_json_open(text, "models", '[');
    for (unsigned i = 0; i < VOL_MODEL_COUNT; i++) {
        app_json_open(text, NULL, '{');
        app_json_text(text, "name", vol_model_name((vol_model)i));
        app_json_text(text, "about", vol_model_about((vol_model)i));
        app_json_close(text, '}');
    }
    app_json_close(text, ']');
    app_json_open(text, "colors", '[');
    for (unsigned i = 0; vol_scene_color_name(i) != NULL; i++) {
        app_json_text(text, NULL, vol_scene_color_name(i));
    }
    app_json_close(text, ']');
    app_json_close(text, '}');
    return true;
}

/* --- Parameters --------------------------------------------------------------------------------------------------- */

static void put_parameter(vol_text *text, const web_world *w, const vol_param *param, const char *flock,
                          vol_model model) {
    static const char *const types[] = {"real", "count", "seed",  "choice", "flag",   "vector",
                                        "list", "whole", "flock", "flocks", "points", "flow"};
    char key[160], value[2048] = "";
    snprintf(key, sizeof key, "%s%s%s", flock != NULL ? flock : "", flock != NULL ? "." : "", param->name);
    if (vol_world_get(w->world, key, value, sizeof value, NULL) != VOL_OK) {
        return;
    }
    app_json_open(text, NULL, '{');
    app_json_text(text, "key", key);
    app_json_text(text, "name", param->name);
    if (flock != NULL) {
        app_json_text(text, "flock", flock);
    }
    app_json_text(text, "type", types[param->type]);
    app_json_text(text, "value", value);
    app_json_flag(text, "live", param->live);
    app_json_flag(text, "random", param->random);
    app_json_real(text, "least", param->least);
    app_json_real(text, "most", param->most);
    app_json_real(text, "standard", flock != NULL ? vol_param_default(param, model) : param->standard);
    app_json_text(text, "unit", param->unit);
    app_json_text(text, "help", param->help);
    if (param->choices != NULL) {
        app_json_open(text, "choices", '[');
        for (size_t i = 0; param->choices[i] != NULL; i++) {
            app_json_text(text, NULL, param->choices[i]);
        }
        app_json_close(text, ']');
    }
    app_json_close(text, '}');
}

/* Those of the world, then flock by flock those that its model has a use for. */
WEB_EXPORT(web_parameters) bool web_parameters(const web_world *w) {
    vol_text *text = begin_answer('[');
    const vol_param *param;
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (param->of_world) {
            put_parameter(text, w, param, NULL, (vol_model)0);
        }
    }
    for (size_t flock = 0; flock < w->scene.flock_count; flock++) {
        vol_model model = w->scene.flocks[flock].def.model;
        for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
            if (!param->of_world && vol_param_used(param, model)) {
                put_parameter(text, w, param, w->scene.flocks[flock].name, model);
            }
        }
    }
    app_json_close(text, ']');
    return true;
}

/* The value of a parameter of the running world, or of any other key of the scene, as text. */
WEB_EXPORT(web_get) bool web_get(const web_world *w, const char *key) {
    vol_text *answer = web_answer();
    char value[2048];
    answer->length = 0;
    if (vol_world_get(w->world, key, value, sizeof value, NULL) == VOL_OK) {
        vol_text_put(answer, value);
        return true;
    }
    char *text = vol_scene_get(&w->scene, key, &web_fault);
    if (text != NULL) {
        vol_text_put(answer, text);
        vol_scene_free(text);
    }
    return text != NULL;
}

/* --- The scene and its looks -------------------------------------------------------------------------------------- */

static void put_color(vol_text *text, const char *key, const vol_scene_color *color) {
    static const char *const rules[] = {"none", "fixed", "random", "heading", "speed", "density", "flock", "auto"};
    const double rgb[3] = {color->red, color->green, color->blue};
    app_json_open(text, key, '{');
    app_json_text(text, "rule", rules[color->rule]);
    app_json_text(text, "name", color->name);
    put_numbers(text, "rgb", rgb, 3);
    app_json_close(text, '}');
}

static void put_flock(vol_text *text, const web_world *w, const vol_scene_shown *shown, size_t i) {
    const vol_scene_flock *flock = &w->scene.flocks[i];
    const vol_scene_flock_look look = vol_scene_flock_shown(&w->scene, shown, i);
    vol_flock_def def = vol_flock_get_def(w->world, (vol_flock)i);
    app_json_open(text, NULL, '{');
    app_json_text(text, "name", flock->name);
    app_json_text(text, "model", vol_model_name(def.model));
    app_json_whole(text, "count", def.count);
    app_json_real(text, "maxSpeed", def.max_speed);
    app_json_real(text, "startSpeed", def.start.speed);
    if (vol_flock_leader(w->world, (vol_flock)i) != VOL_NONE) {
        app_json_whole(text, "leader", vol_flock_leader(w->world, (vol_flock)i));
    }
    app_json_open(text, "look", '{');
    app_json_text(text, "shape", vol_scene_shape_name(look.shape));
    app_json_real(text, "size", look.size);
    put_color(text, "color", &look.color);
    put_color(text, "outline", &look.outline);
    put_color(text, "head", &look.head);
    put_color(text, "leader", &look.leader);
    app_json_close(text, '}');
    app_json_close(text, '}');
}

static void put_look(vol_text *text, const vol_scene_look *look) {
    const double window[2] = {look->window[0], look->window[1]};
    app_json_open(text, "look", '{');
    put_color(text, "background", &look->background);
    put_numbers(text, "window", window, 2);
    app_json_whole(text, "fps", look->fps);
    app_json_flag(text, "yUp", look->y_up);
    app_json_flag(text, "axes", look->axes);
    app_json_close(text, '}');
}

WEB_EXPORT(web_describe) bool web_describe(const web_world *w) {
    vol_world_def def = vol_world_get_def(w->world);
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)def.seed);
    vol_text *text = begin_answer('{');
    app_json_text(text, "name", w->scene.name);
    app_json_text(text, "about", w->scene.about);
    app_json_whole(text, "dimensions", (uint64_t)def.dimensions);
    put_numbers(text, "size", def.size, (size_t)def.dimensions);
    put_numbers(text, "origin", def.origin, (size_t)def.dimensions);
    app_json_text(text, "boundary", vol_param_find("world.boundary")->choices[def.boundary]);
    app_json_flag(text, "images", def.images);
    app_json_text(text, "precision", def.precision == VOL_PRECISION_DOUBLE ? "double" : "single");
    app_json_text(text, "seed", seed);
    app_json_real(text, "dt", def.dt);
    app_json_whole(text, "threads", vol_world_workers(w->world));
    app_json_text(text, "isa", vol_world_isa(w->world));
    app_json_whole(text, "events", w->scene.event_count);
    if (w->scene.sound.source == VOL_SCENE_SOUND_BUILTIN) {
        app_json_open(text, "sound", '{');
        app_json_whole(text, "stepsPerSecond", w->scene.sound.steps_per_second);
        app_json_flag(text, "loop", w->scene.sound.loop);
        app_json_close(text, '}');
    }
    const vol_scene_shown shown = vol_scene_look_shown(&w->scene);
    put_look(text, &shown.look);
    app_json_open(text, "flocks", '[');
    for (size_t i = 0; i < w->scene.flock_count; i++) {
        put_flock(text, w, &shown, i);
    }
    app_json_close(text, ']');
    app_json_close(text, '}');
    return true;
}

/* The scene's own text with what has changed (0), or all effective parameters (1); host's events included. */
WEB_EXPORT(web_text) bool web_text(web_world *w, uint32_t printed) {
    size_t length = 0;
    char *text =
        printed ? vol_checked(vol_scene_print(&w->scene, &length)) : vol_scene_write(&w->scene, &length, &web_fault);
    if (text != NULL) {
        web_answer()->length = 0;
        vol_text_add(web_answer(), text, length);
        vol_scene_free(text);
    }
    return text != NULL;
}

/* --- What stands in the world ------------------------------------------------------------------------------------- */

static void put_obstacle(vol_text *text, const vol_obstacle_def *def, size_t dimensions) {
    app_json_open(text, NULL, '{');
    app_json_text(text, "shape", vol_surrounding_find(VOL_SURROUNDING_OBSTACLE, "shape")->choices[def->shape]);
    app_json_text(text, "law", vol_surrounding_find(VOL_SURROUNDING_OBSTACLE, "law")->choices[def->law]);
    put_numbers(text, "center", def->center, dimensions);
    put_numbers(text, "size", def->size, dimensions);
    app_json_real(text, "radius", def->radius);
    app_json_real(text, "reach", def->reach);
    app_json_real(text, "strength", def->strength);
    app_json_open(text, "points", '[');
    for (size_t i = 0; i < def->point_count; i++) {
        put_numbers(text, NULL, def->points + 3 * i, dimensions);
    }
    app_json_close(text, ']');
    app_json_close(text, '}');
}

static void put_goal(vol_text *text, const vol_term_def *def, size_t dimensions) {
    bool path = def->kind == VOL_TERM_FOLLOW_PATH;
    const char *kind = path ? "path" : def->kind == VOL_TERM_FLEE ? "flee" : "goal";
    app_json_open(text, NULL, '{');
    app_json_text(text, "kind", kind);
    app_json_real(text, "radius", def->radius);
    if (path) {
        app_json_flag(text, "closed", def->closed);
        app_json_open(text, "points", '[');
        for (size_t i = 0; i < def->point_count; i++) {
            put_numbers(text, NULL, def->points + dimensions * i, dimensions);
        }
        app_json_close(text, ']');
    } else {
        put_numbers(text, "point", def->point, dimensions);
    }
    app_json_close(text, '}');
}

/* Where the players are while the next step is computed: as the last event says, or along their paths. */
static void put_players(vol_text *text, const web_world *w, size_t dimensions) {
    uint64_t step = vol_world_steps(w->world);
    const vol_scene_event *last = vol_scene_last_player(&w->scene, step);
    const vol_world_def def = vol_world_get_def(w->world);
    const bool by_hand = last != NULL && !last->none;
    const size_t count = by_hand ? 1 : w->scene.player_count;
    vol_player_def players[VOL_PLAYERS_MOST];
    double radii[VOL_PLAYERS_MOST] = {def.player.flee_radius};
    app_json_open(text, "players", '[');
    for (size_t i = 0; i < count; i++) {
        if (!by_hand) {
            players[i] = vol_scene_player_at(&w->scene, i, &def, step);
            radii[i] = players[i].radius;
        }
        put_numbers(text, NULL, by_hand ? last->position : players[i].position, dimensions);
    }
    app_json_close(text, ']');
    put_numbers(text, "fleeRadii", radii, count);
}

WEB_EXPORT(web_marks) bool web_marks(const web_world *w) {
    size_t dimensions = (size_t)w->scene.world.dimensions;
    vol_text *text = begin_answer('{');
    app_json_open(text, "obstacles", '[');
    for (uint32_t i = 0; i < vol_obstacle_count(w->world); i++) {
        if (vol_obstacle_exists(w->world, i)) {
            vol_obstacle_def def = vol_obstacle_get_def(w->world, i);
            put_obstacle(text, &def, dimensions);
        }
    }
    app_json_close(text, ']');
    app_json_open(text, "goals", '[');
    for (uint32_t i = 0; i < vol_term_count(w->world); i++) {
        if (!vol_term_exists(w->world, i)) {
            continue;
        }
        vol_term_def def = vol_term_get_def(w->world, i);
        if (def.kind == VOL_TERM_SEEK || def.kind == VOL_TERM_ARRIVE || def.kind == VOL_TERM_FLEE ||
            def.kind == VOL_TERM_FOLLOW_PATH) {
            put_goal(text, &def, dimensions);
        }
    }
    app_json_close(text, ']');
    put_players(text, w, dimensions);
    app_json_close(text, '}');
    return true;
}

/* --- Boids -------------------------------------------------------------------------------------------------------- */

/* count, dimensions, bytes of a number, and places in memory: ids, positions and velocities by axis. */
WEB_EXPORT(web_view) const uint32_t *web_view(const web_world *w, vol_flock flock) {
    static uint32_t numbers[10];
    vol_view view = vol_flock_view(w->world, flock);
    numbers[0] = (uint32_t)view.count;
    numbers[1] = (uint32_t)view.dimensions;
    numbers[2] = view.precision == VOL_PRECISION_DOUBLE ? 8 : 4;
    numbers[3] = (uint32_t)(uintptr_t)view.id;
    for (int axis = 0; axis < 3; axis++) {
        numbers[4 + axis] = (uint32_t)(uintptr_t)view.position[axis];
        numbers[7 + axis] = (uint32_t)(uintptr_t)view.velocity[axis];
    }
    return numbers;
}

/* Ids and distances of boids near a place, nearest first, at most `room` of them: as pairs of doubles behind the count
 * of all that were found. NULL: wrong numbers. */
WEB_EXPORT(web_near)
const double *web_near(web_world *w, vol_flock flock, double x, double y, double z, double radius, uint32_t room) {
    static vol_hit hits[MOST_HITS];
    static double numbers[1 + 2 * MOST_HITS];
    const double point[3] = {x, y, z};
    size_t found = 0;
    vol_error error;
    room = room < MOST_HITS ? room : MOST_HITS;
    if (vol_query_near(w->world, flock, point, radius, hits, room, &found, &error) != VOL_OK) {
        web_error(&error);
        return NULL;
    }
    numbers[0] = (double)found;
    for (size_t i = 0; i < found && i < room; i++) {
        numbers[1 + 2 * i] = hits[i].id;
        numbers[2 + 2 * i] = hits[i].distance;
    }
    return numbers;
}

WEB_EXPORT(web_slot) uint32_t web_slot(web_world *w, vol_flock flock, uint32_t id) {
    return vol_flock_slot(w->world, flock, id);
}

/* --- Measures ----------------------------------------------------------------------------------------------------- */

/* All measures whose bit is set, of a flock or (VOL_NONE) of all boids; others are not a number. */
WEB_EXPORT(web_measure) const double *web_measure(web_world *w, vol_flock flock, uint32_t bits) {
    static double values[VOL_MEASURE_COUNT];
    vol_error error;
    if (w->meter != NULL && w->measures != bits) {
        vol_meter_destroy(w->meter);
        w->meter = NULL;
    }
    if (w->meter == NULL) {
        vol_meter_def def = w->scene.meter;
        def.measures = bits;
        w->measures = bits;
        if (vol_meter_create(w->world, &def, &w->meter, &error) != VOL_OK) {
            web_error(&error);
            return NULL;
        }
    }
    if (vol_meter_read(w->meter, flock, &error) != VOL_OK) {
        web_error(&error);
        return NULL;
    }
    for (unsigned i = 0; i < VOL_MEASURE_COUNT; i++) {
        values[i] = vol_meter_value(w->meter, (vol_measure)i);
    }
    return values;
}
