/* What cannot be changed of an entry while it stays the same one: shapes and kinds, the flocks of a relation, how many
 * points there are. The entry is said anew as a whole then, with all that the new one can keep of the old. */
#include "play/session_around.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NEW_POINTS = 8 };

static bool choice_of(const vol_param *param, const char *value, unsigned *chosen) {
    for (*chosen = 0; param->choices[*chosen] != NULL; (*chosen)++) {
        if (strcmp(param->choices[*chosen], value) == 0) {
            return true;
        }
    }
    return false;
}

static char *print_whole(const app_session *session, vol_surrounding of, const void *def) {
    return vol_checked(vol_scene_around_print(&session->scene, of, NULL, def));
}

static void bounds(const double *points, size_t count, size_t stride, int dimensions, double middle[3],
                   double half[3]) {
    for (int axis = 0; axis < dimensions; axis++) {
        double least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < count; i++) {
            least = fmin(least, points[i * stride + (size_t)axis]);
            most = fmax(most, points[i * stride + (size_t)axis]);
        }
        middle[axis] = (least + most) / 2;
        half[axis] = (most - least) / 2;
    }
}

/* --- Obstacles ---------------------------------------------------------------------------------------------------- */

static void extent_of(const vol_obstacle_def *def, int dimensions, double middle[3], double half[3]) {
    memcpy(middle, def->center, 3 * sizeof *middle);
    for (int axis = 0; axis < 3; axis++) {
        half[axis] = def->shape == VOL_OBSTACLE_BOX ? def->size[axis] / 2 + def->radius : def->radius;
    }
    if (def->point_count > 0) {
        bounds(def->points, def->point_count, 3, dimensions, middle, half);
        for (int axis = 0; axis < dimensions; axis++) {
            half[axis] += def->radius;
        }
    }
}

/* About as large as it was, and in the same place. */
static char *reshape(const app_session *session, vol_obstacle number, unsigned shape) {
    const int dimensions = session->scene.world.dimensions;
    const size_t stride = (size_t)dimensions;
    vol_obstacle_def def = vol_obstacle_get_def(session->world, number);
    double middle[3] = {0}, half[3] = {0}, points[MOST_NEW_POINTS * 3] = {0};
    extent_of(&def, dimensions, middle, half);
    const size_t along = half[1] > half[0] ? 1 : 0;
    const double thin = half[1 - along];
    def.shape = (vol_obstacle_shape)shape;
    def.points = points;
    def.point_count = 0;
    memcpy(def.center, middle, sizeof middle);
    if (shape == VOL_OBSTACLE_CIRCLE) {
        def.radius = half[along];
    } else if (shape == VOL_OBSTACLE_SEGMENT) {
        def.radius = fmin(thin, half[along] / 4);
        def.point_count = 2;
        for (size_t i = 0; i < 2; i++) {
            memcpy(points + i * stride, middle, stride * sizeof *points);
            points[i * stride + along] += (i == 0 ? -1 : 1) * (half[along] - def.radius);
        }
    } else {
        static const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        def.radius = 0;
        for (int axis = 0; axis < 3; axis++) {
            def.size[axis] = 2 * half[axis];
        }
        def.point_count = shape == VOL_OBSTACLE_POLYGON ? 4 : 0;
        for (size_t i = 0; i < def.point_count; i++) {
            points[i * stride] = middle[0] + corners[i][0] * half[0];
            points[i * stride + 1] = middle[1] + corners[i][1] * half[1];
        }
    }
    return print_whole(session, VOL_SURROUNDING_OBSTACLE, &def);
}

/* --- Relations ---------------------------------------------------------------------------------------------------- */

static bool has_flock(const vol_relation_def *def, vol_flock flock) {
    bool has = false;
    for (size_t i = 0; i < def->to_count; i++) {
        has = has || def->to[i] == flock;
    }
    return has;
}

/* Names in brackets. */
static void read_flocks(const app_session *session, const char *value, vol_relation_def *def) {
    const vol_scene *scene = &session->scene;
    const size_t most = sizeof def->to / sizeof *def->to;
    def->to_count = 0;
    for (const char *at = value + strspn(value, "[ "); *at != '\0' && *at != ']'; at += strspn(at, ", ")) {
        size_t length = strcspn(at, ",]");
        for (size_t i = 0; i < scene->flock_count && def->to_count < most; i++) {
            const char *name = scene->flocks[i].name;
            if (strlen(name) == length && strncmp(name, at, length) == 0) {
                def->to[def->to_count++] = (vol_flock)i;
            }
        }
        at += length;
    }
}

static char *relate(const app_session *session, uint32_t number, const vol_param *field, const char *value) {
    const vol_scene *scene = &session->scene;
    vol_relation_def def = vol_relation_get_def(session->world, number);
    unsigned kind = 0;
    if (field->type == VOL_PARAM_FLOCKS) {
        read_flocks(session, strcmp(value, "all") == 0 ? "" : value, &def);
        for (size_t i = 0; i < scene->flock_count && strcmp(value, "all") == 0; i++) {
            if (i != def.from && def.to_count < sizeof def.to / sizeof *def.to) {
                def.to[def.to_count++] = (vol_flock)i;
            }
        }
    } else if (field->type == VOL_PARAM_FLOCK) {
        const vol_flock before = def.from;
        for (size_t i = 0; i < scene->flock_count; i++) {
            def.from = strcmp(scene->flocks[i].name, value) == 0 ? (vol_flock)i : def.from;
        }
        for (size_t i = 0; has_flock(&def, def.from) && i < def.to_count; i++) { /* they change places */
            def.to[i] = def.to[i] == def.from ? before : def.to[i];
        }
    } else if (choice_of(field, value, &kind)) {
        def.kind = (vol_relation_kind)kind;
    }
    return print_whole(session, VOL_SURROUNDING_RELATION, &def);
}

/* --- Terms -------------------------------------------------------------------------------------------------------- */

/* Numbers that the old kind had no use for are the usual ones of the new kind. */
static void take_usual(vol_term_def *def, unsigned before, unsigned kind) {
    const vol_param *param;
    for (size_t i = 0; (param = vol_surrounding_at(VOL_SURROUNDING_TERM, i)) != NULL; i++) {
        const double usual = vol_surrounding_default(param, kind);
        char *at = (char *)def + vol_surrounding_offset(param);
        if (vol_surrounding_used(param, before) || !vol_surrounding_used(param, kind) || isnan(usual)) {
            continue;
        }
        if (param->type == VOL_PARAM_REAL) {
            memcpy(at, &usual, sizeof usual);
        } else if (param->type == VOL_PARAM_WHOLE) {
            const int whole = (int)usual;
            memcpy(at, &whole, sizeof whole);
        }
    }
}

static bool needs(const char *name, unsigned kind) {
    return vol_surrounding_used(vol_surrounding_find(VOL_SURROUNDING_TERM, name), kind);
}

/* The same boids do something else, about the same place. */
static char *become(const app_session *session, vol_term number, unsigned kind, app_fault *fault) {
    const vol_scene *scene = &session->scene;
    const vol_world_def world = vol_world_get_def(session->world);
    const size_t dimensions = (size_t)world.dimensions;
    vol_term_def def = vol_term_get_def(session->world, number);
    const unsigned before = (unsigned)def.kind;
    double middle[3] = {0}, half[3], points[2 * 3], flow[8 * 3] = {0};
    for (size_t axis = 0; axis < dimensions; axis++) {
        middle[axis] = world.origin[axis] + world.size[axis] / 2;
    }
    if (needs("point", before)) {
        memcpy(middle, def.point, sizeof middle);
    } else if (needs("points", before) && def.point_count > 0) {
        bounds(def.points, def.point_count, dimensions, world.dimensions, middle, half);
    }
    def.kind = (vol_term_kind)kind;
    take_usual(&def, before, kind);
    memcpy(def.point, middle, sizeof middle);
    if (needs("points", kind) && !needs("points", before)) {
        for (size_t i = 0; i < 2; i++) {
            memcpy(points + i * dimensions, middle, dimensions * sizeof *points);
            points[i * dimensions] += (i == 0 ? -1 : 1) * world.size[0] / 8;
        }
        def.points = points;
        def.point_count = 2;
    }
    if (needs("flow", kind) && !needs("flow", before)) {
        const double speed = vol_flock_get_def(session->world, def.flock).start.speed;
        for (size_t i = 0; i < (dimensions == 3 ? 8 : 4); i++) {
            flow[i * dimensions] = speed > 0 ? speed / 4 : 0.5;
        }
        def.flow = flow;
        for (size_t axis = 0; axis < 3; axis++) {
            def.flow_count[axis] = axis < dimensions ? 2 : 0;
        }
    }
    if ((kind == VOL_TERM_PURSUE || kind == VOL_TERM_EVADE) && (def.target == def.flock || !needs("target", before))) {
        if (scene->flock_count < 2) {
            app_fault_set(fault, APP_EXIT_FAILED, "%s needs another flock", vol_term_kind_name((vol_term_kind)kind));
            return NULL;
        }
        def.target = def.flock == 0 ? 1 : 0;
    } else if (needs("target", kind) && !needs("target", before)) {
        def.target = def.flock;
    }
    return print_whole(session, VOL_SURROUNDING_TERM, &def);
}

/* --- Any ---------------------------------------------------------------------------------------------------------- */

/* How many points there are in "[[1, 2], [3, 4]]". */
static size_t count_points(const char *value) {
    size_t count = 0;
    for (const char *at = value; *at != '\0'; at++) {
        count += *at == '[';
    }
    return count > 0 ? count - 1 : 0;
}

/* The whole with another value behind "name: ". */
static char *with_value(char *whole, const char *name, const char *value) {
    vol_text text = {0};
    char word[96];
    int depth = 0;
    snprintf(word, sizeof word, "%s: ", name);
    char *at = whole + 1;
    while (*at != '\0' && !(depth == 0 && strncmp(at, word, strlen(word)) == 0)) {
        depth += (*at == '[' || *at == '{') - (*at == ']' || *at == '}');
        at++;
    }
    at += *at != '\0' ? strlen(word) : 0;
    vol_text_add(&text, whole, (size_t)(at - whole));
    vol_text_put(&text, value);
    for (depth = 0; *at != '\0' && !(depth == 0 && (*at == ',' || *at == '}')); at++) {
        depth += (*at == '[' || *at == '{') - (*at == ']' || *at == '}');
    }
    vol_text_put(&text, at);
    free(whole);
    return text.data;
}

char *app_session_whole(const app_session *session, const app_around_key *key, const char *value, app_fault *fault) {
    const vol_param *field = key->field;
    const app_around_key whole = {key->of, key->flock, key->index, NULL};
    uint32_t number = vol_scene_around_number(&session->scene, session->applied, key->of, key->flock, key->index);
    unsigned chosen = 0;
    fault->text[0] = '\0';
    if (field == NULL || number == VOL_NONE) {
        return NULL;
    }
    if (field->type == VOL_PARAM_POINTS) {
        const size_t count = key->of == VOL_SURROUNDING_OBSTACLE
                                 ? vol_obstacle_get_def(session->world, number).point_count
                                 : vol_term_get_def(session->world, number).point_count;
        return count == count_points(value) ? NULL
                                            : with_value(app_session_around_text(session, &whole), field->name, value);
    }
    if (field->live) {
        return NULL;
    }
    if (key->of == VOL_SURROUNDING_RELATION) {
        return relate(session, number, field, value);
    }
    if (!choice_of(field, value, &chosen)) {
        return NULL;
    }
    return key->of == VOL_SURROUNDING_OBSTACLE ? reshape(session, number, chosen)
                                               : become(session, number, chosen, fault);
}
