/* The parameter table, for programs that show, read or document parameters: sliders, scene files, sweeps. */
#ifndef VOLERY_PARAMS_H
#define VOLERY_PARAMS_H

#include <volery/flock.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum vol_param_type {
    VOL_PARAM_REAL,   /* a number */
    VOL_PARAM_COUNT,  /* a whole number */
    VOL_PARAM_SEED,   /* a whole number of 64 bits */
    VOL_PARAM_CHOICE, /* one of `choices` */
    VOL_PARAM_FLAG,   /* true or false */
    VOL_PARAM_VECTOR, /* as many numbers as the world has dimensions */
    VOL_PARAM_LIST,   /* any number of numbers up to VOL_TABLE_MOST: a vol_weight_table */
    VOL_PARAM_WHOLE,  /* a whole number of 32 bits, which may be below 0 */
    VOL_PARAM_FLOCK,  /* a vol_flock; its name in a scene */
    VOL_PARAM_FLOCKS, /* an array of vol_flock; how many is the next field of the def */
    VOL_PARAM_POINTS, /* places: a pointer to `dimensions` numbers each, and a size_t: how many */
    VOL_PARAM_FLOW, /* velocities: a pointer to `dimensions` numbers each, and three uint32_t: how many on each axis */
    VOL_PARAM_MASK  /* a vol_flocks; as text `all`, or a list of flocks: names in a scene and in vol_world_set, numbers
                       in vol_world_def_set */
} vol_param_type;

/* One row of the table. Since 0.1. */
typedef struct vol_param {
    const char *name; /* as in a scene, without the flock's name: "cohesion.weight"; world rows: "world.dt" */
    vol_param_type type;
    bool of_world;      /* of the world, or of a flock */
    bool live;          /* may change between steps; else it is fixed when the world or flock is made */
    bool random;        /* the word `random` may stand for the number */
    double least, most; /* range of a number, both included */
    double standard;    /* default of a number, count, flag (0, 1) or choice (its position); by model for flocks: see
                           vol_param_default */
    const char *unit;   /* "px", "degrees", "" */
    const char *const *choices; /* NULL-terminated names, else NULL */
    const char *since;
    const char *help; /* one sentence */
} vol_param;

/* The rows of the table in order; NULL behind the last. Since 0.1. */
VOL_API const vol_param *vol_param_at(size_t index);

/* The row of that name ("cohesion.weight", "world.dt"), or NULL. Since 0.1. */
VOL_API const vol_param *vol_param_find(const char *name);

/* The parameter name most similar to a mistyped one, or NULL if none is similar. Since 0.1. */
VOL_API const char *vol_param_nearest(const char *name, bool of_world);

/* Where in its def the value of a row begins, in bytes, as vol_surrounding_offset for other tables. Since 0.1. */
VOL_API size_t vol_param_offset(const vol_param *param);

/* Whether the model uses this parameter. World parameters: true. Since 0.1. */
VOL_API bool vol_param_used(const vol_param *param, vol_model model);

/* The parameter's default in that model. Since 0.1. */
VOL_API double vol_param_default(const vol_param *param, vol_model model);

/* "steering"; and one sentence about the model; NULL beyond the last. Since 0.1. */
VOL_API const char *vol_model_name(vol_model model);
VOL_API const char *vol_model_about(vol_model model);

/* Whether the model can be used in worlds of so many dimensions. Since 0.1. */
VOL_API bool vol_model_has_dimensions(vol_model model, int dimensions);

/* Whether it can be used in worlds with that integrator: rk4 needs a model that gives a force. Since 0.1. */
VOL_API bool vol_model_has_integrator(vol_model model, vol_integrator integrator);

/* Can worlds with that world.time have boids of the model? One that makes its velocities anew in every step has no
 * time. Since 0.1. */
VOL_API bool vol_model_has_time(vol_model model, vol_time time);

/* Whether this library has the model, the precision and measures: builds may leave some out (docs/embedding.md), and
 * what is left out is refused with VOL_ERROR_UNSUPPORTED. vol_isa_name tells of instruction sets. Since 0.1. */
VOL_API bool vol_model_built(vol_model model);
VOL_API bool vol_precision_built(vol_precision precision);
VOL_API bool vol_measures_built(void);

/* Set or write one field of a def by its name and as text: how scene files and command lines fill defs. `name` is as in
 * the table. Checks type, range and, for flocks, that the model uses it; what concerns several fields is checked when
 * the world or flock is made. Names of flocks are not set here (a def does not own its name). Since 0.1. */
VOL_API vol_result vol_world_def_set(vol_world_def *def, const char *name, const char *value, vol_error *error);
VOL_API vol_result vol_flock_def_set(vol_flock_def *def, const char *name, const char *value, vol_error *error);
VOL_API vol_result vol_world_def_get(const vol_world_def *def, const char *name, char *text, size_t size,
                                     vol_error *error);
VOL_API vol_result vol_flock_def_get(const vol_flock_def *def, const char *name, char *text, size_t size,
                                     vol_error *error);

/* Reads a number as values of parameters are read: the whole text must be one finite decimal number of at most 400
 * letters (no blanks, no hex, no nan), or for a whole number digits alone, up to 2^64 - 1. The locale does not matter.
 * False: it is none, and *value stays. Since 0.1. */
VOL_API bool vol_number_read(const char *text, double *value);
VOL_API bool vol_whole_read(const char *text, uint64_t *value);

/* The one of `count` known names that is nearest to a mistyped one, by letters changed, swapped, put in and left out,
 * or by how it begins; NULL if none is near. Since 0.1. */
VOL_API const char *vol_name_nearest(const char *mistyped, const char *const *known, size_t count);

/* --- Obstacles, relations and terms ------------------------------------------------------------------------------- */

/* What has a def and a table of its own beside world and flocks. One choice in each def (its `kind` below) says which
 * other rows have a use. */
typedef enum vol_surrounding {
    VOL_SURROUNDING_OBSTACLE, /* vol_obstacle_def; its kind is `shape` */
    VOL_SURROUNDING_RELATION, /* vol_relation_def; its kind is `kind` */
    VOL_SURROUNDING_TERM,     /* vol_term_def; its kind is `kind` */
    VOL_SURROUNDING_COUNT
} vol_surrounding;

/* "obstacle", "relation", "term"; NULL beyond the last. Since 0.1. */
VOL_API const char *vol_surrounding_name(vol_surrounding of);

/* The rows of its table in the order of a scene; NULL behind the last. Of lists, least and most are those of each
 * number. Fields of a def that have no row are what they belong to (vol_term_def.flock) and the lengths of lists. Since
 * 0.1. */
VOL_API const vol_param *vol_surrounding_at(vol_surrounding of, size_t index);

/* The row of that name ("radius"), or NULL. Since 0.1. */
VOL_API const vol_param *vol_surrounding_find(vol_surrounding of, const char *name);

/* The row that says of which kind it is: "shape" or "kind". Since 0.1. */
VOL_API const vol_param *vol_surrounding_kind(vol_surrounding of);

/* Has a row of these tables a use with that kind; must a scene have it? Since 0.1. */
VOL_API bool vol_surrounding_used(const vol_param *param, unsigned kind);
VOL_API bool vol_surrounding_needed(const vol_param *param, unsigned kind);

/* The row's default with that kind, as vol_param.standard. Since 0.1. */
VOL_API double vol_surrounding_default(const vol_param *param, unsigned kind);

/* How many entries a list may have with that kind, of a flow along each axis; both 0 for rows that are no lists and
 * kinds that have no use for them. Since 0.1. */
VOL_API void vol_surrounding_lengths(const vol_param *param, unsigned kind, size_t *fewest, size_t *most);

/* Where in its def the value of a row begins, in bytes: of the C type that its vol_param_type names; a real is a
 * double, a choice an enum, a flag a bool, a vector three doubles. Since 0.1. */
VOL_API size_t vol_surrounding_offset(const vol_param *param);

#ifdef __cplusplus
}
#endif

#endif
