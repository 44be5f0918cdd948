/* The parameter table: rows from params.def and models.def, the defaults, and the checks of whole defs.
 *
 * Comes before everything else: no world or flock is made or changed without passing here.
 */
#include "params/params.h"

#include "core/error.h"
#include "kernels/own_model.h"
#include "kernels/registry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define VOL_WORLD_COOKIE 0x766F6C57u
#define VOL_FLOCK_COOKIE 0x766F6C46u

static const char *const boundaries[] = {"wrap", "jump", "tile", "clamp", "bounce", "open", NULL};
static const char *const times[] = {"per_step", "per_time", NULL};
static const char *const precisions[] = {"single", "double", NULL};
static const char *const updates[] = {"together", "in_turn", "in_random_turn", NULL};
static const char *const integrators[] = {"euler", "rk4", NULL};
static const char *const indexes[] = {"auto", "brute", "grid", "tree", "kdtree", NULL};
static const char *const variants[] = {"as_written", "as_intended", NULL};
static const char *const shapes[] = {"uniform", "box", "disc", "grid", "ring", "file", NULL};
static const char *const sights[] = {"cone", "triangle", NULL};
static const char *const noises[] = {"angular", "vectorial", "wrapped", NULL};
static const char *const advances[] = {"old", "new", NULL};
static const char *const combines[] = {"sum", "priority", NULL};

#define LIVE VOL_FLAG_LIVE
#define FIXED VOL_FLAG_FIXED
#define ZONE VOL_FLAG_ZONE
#define RANDOM VOL_FLAG_RANDOM
#define PICKED VOL_FLAG_PICKED
#define ROW(of_world, name, type, offset, least, most, standard, unit, flags, choices, help)                     \
    {{name, VOL_PARAM_##type, of_world, ((flags)&LIVE) != 0, ((flags)&RANDOM) != 0, least, most, standard, unit, \
      choices, "0.1", help},                                                                                     \
     offset,                                                                                                     \
     flags},

static const vol_row world_rows[] = {
#define VOL_WORLD(type, member, least, most, standard, unit, flags, choices, help)                                  \
    ROW(true, "world." #member, type, offsetof(vol_world_def, member), least, most, standard, unit, flags, choices, \
        help)
#define VOL_AROUND(type, member, least, most, standard, unit, flags, choices, help) \
    ROW(true, #member, type, offsetof(vol_world_def, member), least, most, standard, unit, flags, choices, help)
#include "params/params.def"
};

static const vol_row flock_rows[] = {
#define VOL_FLOCK(type, field, member, least, most, standard, unit, flags, choices, help) \
    ROW(false, #member, type, offsetof(vol_flock_def, member), least, most, standard, unit, flags, choices, help)
#define VOL_FLOCK_REAL(field, member, least, most, unit, flags, help) \
    ROW(false, #member, REAL, offsetof(vol_flock_def, member), least, most, 0, unit, (flags) | PICKED, NULL, help)
#include "params/params.def"
};

/* The position of each flock row, by the name that models.def uses. */
enum field {
#define VOL_FLOCK(type, field, member, least, most, standard, unit, flags, choices, help) FIELD_##field,
#define VOL_FLOCK_REAL(field, member, least, most, unit, flags, help) FIELD_##field,
#include "params/params.def"
    FIELD_COUNT
};

#define WORLD_ROWS (sizeof world_rows / sizeof *world_rows)
#define FLOCK_ROWS (sizeof flock_rows / sizeof *flock_rows)

typedef struct use {
    enum field field;
    double standard;
} use;

typedef struct model_row {
    const char *name, *about;
    int dimensions;
    use uses[32]; /* ends with FIELD_COUNT */
} model_row;

static const model_row models[] = {
#define VOL_USES(field, standard) {FIELD_##field, standard},
#define VOL_MODEL(name, NAME, dimensions, about, uses) \
    [VOL_MODEL_##NAME] = {#name, about, dimensions, {uses{FIELD_COUNT, 0}}},
#include <volery/models.def>
};
_Static_assert(sizeof models / sizeof *models == VOL_MODEL_COUNT, "a row for each model");

const vol_param *vol_param_at(size_t index) {
    if (index < WORLD_ROWS) {
        return &world_rows[index].param;
    }
    return index - WORLD_ROWS < FLOCK_ROWS ? &flock_rows[index - WORLD_ROWS].param : NULL;
}

const vol_row *vol_row_of(const vol_param *param) {
    return (const vol_row *)(const void *)param; /* the public part is the row's first member */
}

const vol_param *vol_param_find(const char *name) {
    const vol_param *param;
    for (size_t i = 0; name && (param = vol_param_at(i)) != NULL; i++) {
        if (strcmp(param->name, name) == 0) {
            return param;
        }
    }
    return NULL;
}

const char *vol_param_nearest(const char *name, bool of_world) {
    const char *known[WORLD_ROWS + FLOCK_ROWS];
    size_t count = 0;
    const vol_param *param;
    for (size_t i = 0; (param = vol_param_at(i)) != NULL; i++) {
        if (param->of_world == of_world) {
            known[count++] = param->name;
        }
    }
    return vol_name_nearest(name, known, count);
}

static const use *find_use(const vol_row *row, vol_model model) {
    if ((unsigned)model >= VOL_MODEL_COUNT) {
        return NULL;
    }
    for (const use *u = models[model].uses; u->field != FIELD_COUNT; u++) {
        if (&flock_rows[u->field] == row) {
            return u;
        }
    }
    return NULL;
}

size_t vol_param_offset(const vol_param *param) {
    return vol_row_of(param)->offset;
}

bool vol_param_used(const vol_param *param, vol_model model) {
    const vol_row *row = vol_row_of(param);
    return param->of_world || !(row->flags & VOL_FLAG_PICKED) || find_use(row, model);
}

double vol_param_default(const vol_param *param, vol_model model) {
    const use *u = param->of_world ? NULL : find_use(vol_row_of(param), model);
    return u ? u->standard : param->standard;
}

const char *vol_model_name(vol_model model) {
    return (unsigned)model < VOL_MODEL_COUNT ? models[model].name : NULL;
}

const char *vol_model_about(vol_model model) {
    return (unsigned)model < VOL_MODEL_COUNT ? models[model].about : NULL;
}

bool vol_model_has_dimensions(vol_model model, int dimensions) {
    int which = (unsigned)model < VOL_MODEL_COUNT ? models[model].dimensions : 0;
    return which == 23 ? dimensions == 2 || dimensions == 3 : which == dimensions;
}

bool vol_model_has_integrator(vol_model model, vol_integrator integrator) {
    const vol_flock_def def = {.model = model};
    return vol_model_built(model) && (unsigned)integrator < VOL_INTEGRATOR_COUNT &&
           (integrator == VOL_INTEGRATOR_EULER || (vol_model_traits(&def) & VOL_TRAIT_FORCE) != 0);
}

static bool has_time(const vol_flock_def *def, vol_time time) {
    return time == VOL_TIME_PER_STEP || !(vol_model_traits(def) & VOL_TRAIT_HEADING);
}

bool vol_model_has_time(vol_model model, vol_time time) {
    const vol_flock_def def = {.model = model};
    return vol_model_built(model) && (unsigned)time < VOL_TIME_COUNT && has_time(&def, time);
}

static const char *model_name_of(const vol_flock_def *def) {
    return def->own.model ? def->own.model->name : models[def->model].name;
}

vol_result vol_check_integrator(const vol_world_def *world, const vol_flock_def *flock, vol_error *error) {
    const char *integrator = integrators[world->integrator];
    const bool force = vol_model_traits(flock) & VOL_TRAIT_FORCE;
    if (world->integrator != VOL_INTEGRATOR_EULER && !force) {
        return vol_fail(error, VOL_ERROR_VALUE, "world.integrator",
                        "world.integrator is %s, but the model %s of flock %s sets velocities and gives no force; "
                        "allowed there is euler",
                        integrator, model_name_of(flock), flock->name);
    }
    if (!has_time(flock, world->time)) {
        return vol_fail(error, VOL_ERROR_VALUE, "world.time",
                        "world.time is %s, but the model %s of flock %s makes its velocities anew in every step, and "
                        "has no time; allowed there is %s",
                        times[world->time], model_name_of(flock), flock->name, times[VOL_TIME_PER_STEP]);
    }
    if (flock->rule.decide && world->integrator != VOL_INTEGRATOR_EULER) {
        return vol_fail(error, VOL_ERROR_VALUE, "world.integrator",
                        "world.integrator is %s, but flock %s has a rule of the host's (rule.decide), which is asked "
                        "once a step; allowed there is euler",
                        integrator, flock->name);
    }
    return VOL_OK;
}

void vol_row_set_number(const vol_row *row, void *def, double value) {
    void *at = (char *)def + row->offset;
    switch (row->param.type) {
    case VOL_PARAM_REAL: *(double *)at = value; break;
    case VOL_PARAM_LIST: /* begins with its count */
    case VOL_PARAM_COUNT: *(size_t *)at = (size_t)value; break;
    case VOL_PARAM_SEED: *(uint64_t *)at = (uint64_t)value; break;
    case VOL_PARAM_WHOLE:
    case VOL_PARAM_CHOICE: {
        int whole = (int)value;
        memcpy(at, &whole, sizeof whole);
        break;
    }
    case VOL_PARAM_FLAG: *(bool *)at = value != 0; break;
    case VOL_PARAM_VECTOR:
        for (int k = 0; k < 3; k++) {
            ((double *)at)[k] = value;
        }
        break;
    case VOL_PARAM_MASK: *(vol_flocks *)at = VOL_ALL_FLOCKS; break; /* has no other default */
    case VOL_PARAM_FLOCK:
    case VOL_PARAM_FLOCKS:
    case VOL_PARAM_POINTS:
    case VOL_PARAM_FLOW: break; /* none, which is 0 */
    }
}

double vol_row_number(const vol_row *row, const void *def) {
    const void *at = (const char *)def + row->offset;
    int whole = 0;
    switch (row->param.type) {
    case VOL_PARAM_REAL: return *(const double *)at;
    case VOL_PARAM_COUNT: return (double)*(const size_t *)at;
    case VOL_PARAM_SEED: return (double)*(const uint64_t *)at;
    case VOL_PARAM_WHOLE:
    case VOL_PARAM_CHOICE:
        memcpy(&whole, at, sizeof whole);
        return row->flags & VOL_FLAG_UNSIGNED ? (double)(uint32_t)whole : (double)whole;
    case VOL_PARAM_FLAG: return *(const bool *)at;
    case VOL_PARAM_VECTOR:
    case VOL_PARAM_LIST:
    case VOL_PARAM_FLOCK:
    case VOL_PARAM_FLOCKS:
    case VOL_PARAM_POINTS:
    case VOL_PARAM_FLOW:
    case VOL_PARAM_MASK: break;
    }
    return NAN;
}

vol_result vol_world_def_init(vol_world_def *def, size_t bytes) {
    vol_result result = vol_def_begin(def, bytes, sizeof *def, VOL_WORLD_COOKIE);
    if (result != VOL_OK) {
        return result;
    }
    def->dimensions = 2;
    def->threads = 1; /* a host has threads of its own, and asks for more */
    for (size_t i = 0; i < WORLD_ROWS; i++) {
        vol_row_set_number(&world_rows[i], def, world_rows[i].param.standard);
    }
    def->size[0] = 800;
    def->size[1] = 600;
    def->size[2] = 600;
    return VOL_OK;
}

vol_result vol_flock_def_init(vol_flock_def *def, vol_model model, size_t bytes) {
    vol_result result = vol_def_begin(def, bytes, sizeof *def, VOL_FLOCK_COOKIE);
    if (result != VOL_OK) {
        return result;
    }
    def->name = "boids";
    def->model = model;
    if ((unsigned)model < VOL_MODEL_COUNT) { /* an unknown model is refused when the flock is made */
        for (size_t i = 0; i < FLOCK_ROWS; i++) {
            vol_row_set_number(&flock_rows[i], def, vol_param_default(&flock_rows[i].param, model));
        }
    }
    return VOL_OK;
}

static vol_result check_table(const vol_param *p, const vol_weight_table *table, vol_error *error) {
    if (table->count == 1 || table->count > VOL_TABLE_MOST) {
        return vol_fail(error, VOL_ERROR_VALUE, p->name, "%s has %zu values; allowed are 2 to %d, or none", p->name,
                        table->count, VOL_TABLE_MOST);
    }
    for (size_t i = 0; i < table->count; i++) {
        if (!(table->value[i] >= p->least && table->value[i] <= p->most)) {
            return vol_fail(error, VOL_ERROR_VALUE, p->name,
                            "%s has %g as its value %zu; allowed is a number from %g to %g", p->name, table->value[i],
                            i, p->least, p->most);
        }
    }
    return VOL_OK;
}

static vol_result wrong_choice(const vol_param *p, double value, vol_error *error) {
    char allowed[160] = "";
    vol_write_choices(p, allowed, sizeof allowed);
    return vol_fail(error, VOL_ERROR_VALUE, p->name, "%s: no choice has the number %g; allowed is 0 to %g: %s", p->name,
                    value, p->most, allowed);
}

vol_result vol_row_check(const vol_row *row, const void *def, int dimensions, vol_error *error) {
    const vol_param *p = &row->param;
    if (p->type == VOL_PARAM_LIST) {
        return check_table(p, (const vol_weight_table *)(const void *)((const char *)def + row->offset), error);
    }
    bool is_vector = p->type == VOL_PARAM_VECTOR;
    if (p->type == VOL_PARAM_SEED || p->type >= VOL_PARAM_FLOCK) {
        return VOL_OK;
    }
    for (int k = 0; k < (is_vector ? dimensions : 1); k++) {
        double value =
            is_vector ? ((const double *)(const void *)((const char *)def + row->offset))[k] : vol_row_number(row, def);
        bool unset_allowed = p->random || (is_vector && isnan(p->standard));
        if ((isnan(value) && unset_allowed) || (value >= p->least && value <= p->most)) {
            continue;
        }
        if (p->choices) {
            return wrong_choice(p, value, error);
        }
        return vol_fail(error, VOL_ERROR_VALUE, p->name, "%s is %g; allowed is a number from %g to %g", p->name, value,
                        p->least, p->most);
    }
    return VOL_OK;
}

vol_result vol_check_world_layout(const vol_world_def *def, vol_error *error) {
    return vol_def_check(def, sizeof *def, VOL_WORLD_COOKIE, "world", error);
}

vol_result vol_check_flock_layout(const vol_flock_def *def, vol_error *error) {
    return vol_def_check(def, sizeof *def, VOL_FLOCK_COOKIE, "flock", error);
}

/* Far from 0 the numbers of the world's precision are too far apart for what computes with distances in the world. */
static vol_result check_origin(const vol_world_def *def, vol_error *error) {
    const double sizes = def->precision == VOL_PRECISION_SINGLE ? 0x1p12 : 0x1p40;
    for (int c = 0; c < def->dimensions; c++) {
        if (!(fabs(def->origin[c]) <= sizes * def->size[c])) {
            return vol_fail(error, VOL_ERROR_VALUE, "world.origin",
                            "world.origin is %g where world.size is %g; allowed in %s precision is at most %.0f sizes "
                            "from 0",
                            def->origin[c], def->size[c], precisions[def->precision], sizes);
        }
        if (def->origin[c] != 0 && !(def->origin[c] + def->size[c] <= VOL_FARTHEST)) {
            return vol_fail(error, VOL_ERROR_VALUE, "world.origin",
                            "world.origin is %g where world.size is %g; allowed is that the world ends at %g",
                            def->origin[c], def->size[c], VOL_FARTHEST);
        }
    }
    return VOL_OK;
}

vol_result vol_check_world_def(const vol_world_def *def, vol_error *error) {
    vol_result made = vol_check_world_layout(def, error);
    if (made != VOL_OK) {
        return made;
    }
    if (def->dimensions != 2 && def->dimensions != 3) {
        return vol_fail(error, VOL_ERROR_VALUE, "world.dimensions", "world.dimensions is %d; allowed are 2 and 3",
                        def->dimensions);
    }
    for (size_t i = 0; i < WORLD_ROWS; i++) {
        vol_result result = vol_row_check(&world_rows[i], def, def->dimensions, error);
        if (result != VOL_OK) {
            return result;
        }
    }
    const vol_result placed = check_origin(def, error);
    if (placed != VOL_OK) {
        return placed;
    }
    if (def->images && def->boundary != VOL_BOUNDARY_WRAP) {
        return vol_fail(
            error, VOL_ERROR_VALUE, "world.images",
            "world.images is true but world.boundary is %s; only a wrapping world has images: allowed is wrap",
            boundaries[def->boundary]);
    }
    if (def->index > VOL_INDEX_BRUTE && vol_in_turn(def)) {
        return vol_fail(error, VOL_ERROR_VALUE, "world.index",
                        "world.index is %s but world.update is %s; allowed there are auto and brute",
                        indexes[def->index], updates[def->update]);
    }
    if (def->integrator != VOL_INTEGRATOR_EULER && vol_in_turn(def)) {
        return vol_fail(error, VOL_ERROR_VALUE, "world.integrator",
                        "world.integrator is %s but world.update is %s; allowed there is euler",
                        integrators[def->integrator], updates[def->update]);
    }
    if (def->threads > 1024) {
        return vol_fail(error, VOL_ERROR_VALUE, "world.threads", "world.threads is %u; allowed is 0 to 1024",
                        (unsigned)def->threads);
    }
    if (def->tasks.run && (def->tasks.workers < 1 || def->tasks.workers > 1024)) {
        return vol_fail(error, VOL_ERROR_VALUE, "world.tasks", "world.tasks.workers is %u; allowed is 1 to 1024",
                        (unsigned)def->tasks.workers);
    }
    if (!def->allocator.allocate != !def->allocator.release) {
        return vol_fail(error, VOL_ERROR_VALUE, "world.allocator",
                        "world.allocator has only one of allocate and release; give both or none");
    }
    return VOL_OK;
}

static bool is_name(const char *name) {
    size_t length = name ? strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") : 0;
    return length > 0 && length < 64 && name[length] == '\0' && strcmp(name, "world") != 0 &&
           strcmp(name, "wind") != 0 && strcmp(name, "player") != 0;
}

/* A random vector is added where headings are summed; it is a share of their number. */
static vol_result check_noise(const vol_flock_def *def, vol_error *error) {
    if (!find_use(&flock_rows[FIELD_noise_kind], def->model) || def->noise.kind != VOL_NOISE_VECTORIAL) {
        return VOL_OK;
    }
    if (def->model != VOL_MODEL_VICSEK) {
        return vol_fail(error, VOL_ERROR_VALUE, "noise.kind",
                        "noise.kind is vectorial, which the model %s has no use for; allowed is angular, wrapped",
                        models[def->model].name);
    }
    if (def->noise.strength > 1) {
        return vol_fail(error, VOL_ERROR_VALUE, "noise.strength",
                        "noise.strength is %g with noise.kind vectorial; allowed is a number from 0 to 1",
                        def->noise.strength);
    }
    return VOL_OK;
}

/* What a model of the host's own must be to be looked at further, and its numbers. */
static vol_result check_own(const vol_flock_def *def, int dimensions, vol_error *error) {
    const vol_own_model *own = def->own.model;
    for (int i = 0; i < VOL_OWN_NUMBERS; i++) {
        if (!isfinite(def->own.number[i])) {
            return vol_fail(error, VOL_ERROR_VALUE, "own.number", "own.number[%d] is %g; allowed are finite numbers", i,
                            def->own.number[i]);
        }
    }
    if (!own) {
        return VOL_OK;
    }
    if (own->version != VOL_KIT_VERSION || own->layout != VOL_KIT_LAYOUT) {
        return vol_fail(error, VOL_ERROR_LAYOUT, "own.model",
                        "own.model was compiled with the kit of another version of the library: compile it anew");
    }
    if (own->dimensions != 23 && own->dimensions != dimensions) {
        return vol_fail(error, VOL_ERROR_VALUE, "own.model",
                        "the model %s is for worlds of %d dimensions; this one has %d", own->name, own->dimensions,
                        dimensions);
    }
    if (def->rule.decide) {
        return vol_fail(error, VOL_ERROR_VALUE, "rule.decide",
                        "the model %s of the host's own has no use for a rule of the host's; allowed is the model "
                        "custom without own.model",
                        own->name);
    }
    return VOL_OK;
}

vol_result vol_check_flock_def(const vol_flock_def *def, int dimensions, vol_error *error) {
    vol_result made = vol_check_flock_layout(def, error);
    if (made != VOL_OK) {
        return made;
    }
    if ((unsigned)def->model >= VOL_MODEL_COUNT) {
        return vol_fail(error, VOL_ERROR_NAME, "model", "there is no model number %d", (int)def->model);
    }
    vol_result own = check_own(def, dimensions, error);
    if (own != VOL_OK) {
        return own;
    }
    if (!def->own.model && !vol_model_built(def->model)) {
        return vol_fail(error, VOL_ERROR_UNSUPPORTED, "model",
                        "this library was built without the model %s (VOLERY_MODELS, VOL_WITHOUT_%s)",
                        models[def->model].name, models[def->model].name);
    }
    if (!is_name(def->name)) {
        return vol_fail(error, VOL_ERROR_VALUE, "name",
                        "a flock cannot be named '%.70s'; allowed are 1 to 63 letters, digits, _ and -, but not world, "
                        "wind or player",
                        def->name ? def->name : "");
    }
    if (!def->own.model && !vol_model_has_dimensions(def->model, dimensions)) {
        return vol_fail(error, VOL_ERROR_VALUE, "model", "the model %s is for worlds of %d dimensions; this one has %d",
                        models[def->model].name, models[def->model].dimensions, dimensions);
    }
    for (size_t i = 0; i < FLOCK_ROWS; i++) {
        const vol_param *p = &flock_rows[i].param; /* lists and choices are looked up without asking whether they act */
        const bool looked_up = p->type == VOL_PARAM_LIST || p->choices;
        const bool used = looked_up || vol_param_used(p, def->model);
        vol_result result = used ? vol_row_check(&flock_rows[i], def, dimensions, error) : VOL_OK;
        if (result != VOL_OK) {
            return result;
        }
    }
    vol_result noise = check_noise(def, error);
    if (noise != VOL_OK) {
        return noise;
    }
    if (def->rule.decide && def->model != VOL_MODEL_CUSTOM) {
        return vol_fail(error, VOL_ERROR_VALUE, "rule.decide",
                        "the model %s has no use for a rule of the host's; allowed is the model custom",
                        models[def->model].name);
    }
    if (def->rule.neighbours > VOL_RULE_NEIGHBOURS_MOST) {
        return vol_fail(error, VOL_ERROR_VALUE, "rule.neighbours", "rule.neighbours is %zu; allowed is 0 to %d",
                        def->rule.neighbours, VOL_RULE_NEIGHBOURS_MOST);
    }
    if (def->user_bytes > VOL_USER_BYTES_MOST) {
        return vol_fail(error, VOL_ERROR_VALUE, "user_bytes", "user_bytes is %zu; allowed is 0 to %d", def->user_bytes,
                        VOL_USER_BYTES_MOST);
    }
    return VOL_OK;
}

vol_result vol_check_fixed(bool of_world, const void *before, const void *after, vol_error *error) {
    const vol_row *rows = of_world ? world_rows : flock_rows;
    for (size_t i = 0; i < (of_world ? WORLD_ROWS : FLOCK_ROWS); i++) {
        const vol_param *p = &rows[i].param;
        char old[128], now[128];
        if (p->live || vol_row_write(&rows[i], before, 3, old, sizeof old, NULL) != VOL_OK ||
            vol_row_write(&rows[i], after, 3, now, sizeof now, NULL) != VOL_OK || strcmp(old, now) == 0) {
            continue;
        }
        return vol_fail(error, VOL_ERROR_FIXED, p->name, "%s is %s and cannot become %s: it is fixed once it is made",
                        p->name, old, now);
    }
    return VOL_OK;
}

double vol_zones_reach(const vol_flock_def *def) {
    double reach = 0;
    if ((unsigned)def->model >= VOL_MODEL_COUNT) {
        return reach;
    }
    for (const use *u = models[def->model].uses; u->field != FIELD_COUNT; u++) {
        const vol_row *row = &flock_rows[u->field];
        if (row->flags & VOL_FLAG_ZONE) {
            double radius = vol_row_number(row, def);
            reach = radius > reach ? radius : reach;
        }
    }
    return reach;
}
