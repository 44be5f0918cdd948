/* The table of surroundings: rows from surroundings.def, the defaults of obstacles, relations and terms, and the checks
 * of their defs. Comes before src/around/, which makes nothing without passing here. */
#include "params/params.h"

#include "core/error.h"

#include <volery/steer.h>
#include <volery/surround.h>

#include <string.h>

static const char *const obstacle_shapes[] = {"circle", "box", "segment", "polygon", NULL};
static const char *const laws[] = {"fade", "flat", "hard", NULL};
static const char *const relation_kinds[] = {"flee", "avoid", "follow", "hunt", "flock_with", NULL};
static const char *const chooses[] = {"nearest", "random", NULL};
static const char *const term_kinds[] = {
    "seek",        "flee",        "arrive",          "pursue",          "evade",         "wander", "contain",
    "follow_path", "follow_flow", "avoid_obstacles", "avoid_collision", "follow_leader", "wind",   NULL};

#define NAMES(list) (sizeof(list) / sizeof *(list)-1)
_Static_assert(NAMES(obstacle_shapes) == VOL_OBSTACLE_SHAPE_COUNT && NAMES(laws) == VOL_LAW_COUNT &&
                   NAMES(relation_kinds) == VOL_RELATION_KIND_COUNT && NAMES(chooses) == VOL_CHOOSE_COUNT &&
                   NAMES(term_kinds) == VOL_TERM_KIND_COUNT,
               "a name for each choice");

/* Lists are read and written together with their length, which lies right behind them. */
_Static_assert(offsetof(vol_obstacle_def, point_count) == offsetof(vol_obstacle_def, points) + sizeof(double *) &&
                   offsetof(vol_term_def, point_count) == offsetof(vol_term_def, points) + sizeof(double *) &&
                   offsetof(vol_term_def, flow_count) == offsetof(vol_term_def, flow) + sizeof(double *),
               "a list and its length lie side by side");

typedef struct surrounding_row {
    vol_row row;
    vol_surrounding of;
    uint32_t with, needed; /* by bits: the shapes or kinds */
} surrounding_row;

#define DEF_OBSTACLE vol_obstacle_def
#define DEF_RELATION vol_relation_def
#define DEF_TERM vol_term_def
#define ALL UINT32_MAX
#define NONE 0
#define OBSTACLE(name) (1u << VOL_OBSTACLE_##name)
#define RELATION(name) (1u << VOL_RELATION_##name)
#define TERM(name) (1u << VOL_TERM_##name)
#define FORCES (ALL & ~TERM(WIND))
#define LIVE VOL_FLAG_LIVE
#define FIXED VOL_FLAG_FIXED
#define UNSIGNED VOL_FLAG_UNSIGNED

static const surrounding_row rows[] = {
#define VOL_SURROUNDING(of, type, member, least, most, standard, unit, flags, choices, with, needed, help)        \
    {{{#member, VOL_PARAM_##type, false, ((flags)&LIVE) != 0, false, least, most, standard, unit, choices, "0.1", \
       help},                                                                                                     \
      offsetof(DEF_##of, member),                                                                                 \
      flags},                                                                                                     \
     VOL_SURROUNDING_##of,                                                                                        \
     with,                                                                                                        \
     needed},
#include "params/surroundings.def"
};

typedef struct exception {
    vol_surrounding of;
    uint32_t with;
    const char *name;
    double standard;
} exception;

static const exception exceptions[] = {
#define VOL_SURROUNDING_DEFAULT(of, kind, member, standard) {VOL_SURROUNDING_##of, of(kind), #member, standard},
#include "params/surroundings.def"
};

typedef struct length {
    vol_surrounding of;
    uint32_t with;
    const char *name;
    size_t fewest, most;
} length;

static const length lengths[] = {
#define VOL_SURROUNDING_LENGTH(of, with, member, fewest, most) {VOL_SURROUNDING_##of, with, #member, fewest, most},
#include "params/surroundings.def"
};

enum { ROWS = sizeof rows / sizeof *rows };

static const surrounding_row *row_of(const vol_param *param) {
    return (const surrounding_row *)(const void *)param; /* the public part is the row's first member */
}

static bool among(uint32_t kinds, unsigned kind) {
    return kind < 32 && (kinds >> kind & 1) != 0;
}

const char *vol_surrounding_name(vol_surrounding of) {
    static const char *const names[] = {"obstacle", "relation", "term"};
    _Static_assert(sizeof names / sizeof *names == VOL_SURROUNDING_COUNT, "a name for each");
    return (unsigned)of < VOL_SURROUNDING_COUNT ? names[of] : NULL;
}

const vol_param *vol_surrounding_at(vol_surrounding of, size_t index) {
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].of == of && index-- == 0) {
            return &rows[i].row.param;
        }
    }
    return NULL;
}

const vol_param *vol_surrounding_find(vol_surrounding of, const char *name) {
    for (size_t i = 0; name && i < ROWS; i++) {
        if (rows[i].of == of && strcmp(rows[i].row.param.name, name) == 0) {
            return &rows[i].row.param;
        }
    }
    return NULL;
}

const vol_param *vol_surrounding_kind(vol_surrounding of) {
    return vol_surrounding_find(of, of == VOL_SURROUNDING_OBSTACLE ? "shape" : "kind");
}

bool vol_surrounding_used(const vol_param *param, unsigned kind) {
    return among(row_of(param)->with, kind);
}

bool vol_surrounding_needed(const vol_param *param, unsigned kind) {
    return among(row_of(param)->needed, kind);
}

double vol_surrounding_default(const vol_param *param, unsigned kind) {
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++) {
        const exception *e = &exceptions[i];
        if (e->of == row_of(param)->of && among(e->with, kind) && strcmp(e->name, param->name) == 0) {
            return e->standard;
        }
    }
    return param->standard;
}

void vol_surrounding_lengths(const vol_param *param, unsigned kind, size_t *fewest, size_t *most) {
    *fewest = *most = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const length *l = &lengths[i];
        if (l->of == row_of(param)->of && among(l->with, kind) && strcmp(l->name, param->name) == 0) {
            *fewest = l->fewest;
            *most = l->most;
        }
    }
}

size_t vol_surrounding_offset(const vol_param *param) {
    return row_of(param)->row.offset;
}

const char *vol_term_kind_name(vol_term_kind kind) {
    return (unsigned)kind < VOL_TERM_KIND_COUNT ? term_kinds[kind] : NULL;
}

void vol_surrounding_fill(vol_surrounding of, unsigned kind, void *def) {
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].of == of) {
            vol_row_set_number(&rows[i].row, def, vol_surrounding_default(&rows[i].row.param, kind));
        }
    }
    vol_row_set_number(vol_row_of(vol_surrounding_kind(of)), def, kind);
}

vol_result vol_surrounding_check(vol_surrounding of, const void *def, int dimensions, vol_error *error) {
    vol_result result = VOL_OK;
    for (size_t i = 0; result == VOL_OK && i < ROWS; i++) {
        if (rows[i].of == of) {
            result = vol_row_check(&rows[i].row, def, dimensions, error);
        }
    }
    return result;
}

vol_result vol_surrounding_check_numbers(vol_surrounding of, const char *name, const double *numbers, size_t count,
                                         vol_error *error) {
    const vol_param *p = vol_surrounding_find(of, name);
    for (size_t i = 0; i < count; i++) {
        if (!(numbers[i] >= p->least && numbers[i] <= p->most)) {
            return vol_fail(error, VOL_ERROR_VALUE, name, "%s is %g; allowed is a number from %g to %g", name,
                            numbers[i], p->least, p->most);
        }
    }
    return VOL_OK;
}
