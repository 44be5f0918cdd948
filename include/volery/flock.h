/* Flocks: sets of boids with one model and one set of parameters. */
#ifndef VOLERY_FLOCK_H
#define VOLERY_FLOCK_H

#include <volery/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A flock of a world: a small number, 0 for the first one made, 1 for the second. The place of a flock that was
 * destroyed is taken by one that is made later, whose number differs in its upper 12 bits: no number is given to two
 * flocks. The place is in the lower 20 bits. */
typedef uint32_t vol_flock;

/* Returned where there is no such flock, or no such boid. */
#define VOL_NONE UINT32_MAX

/* The rules of motion: the formulas of published systems (docs/models.md), and one for custom rules. */
typedef enum vol_model {
#define VOL_MODEL(name, NAME, dimensions, about, uses) VOL_MODEL_##NAME, /* VOL_MODEL_NUDGE, VOL_MODEL_CAPPED, ... */
#include <volery/models.def>
    VOL_MODEL_COUNT
} vol_model;

/* The formulas of the published program, or those that its text describes where they differ. */
typedef enum vol_variant { VOL_VARIANT_AS_WRITTEN, VOL_VARIANT_AS_INTENDED, VOL_VARIANT_COUNT } vol_variant;

/* Where the boids of a new flock are put. */
typedef enum vol_shape {
    VOL_SHAPE_UNIFORM, /* anywhere in the world */
    VOL_SHAPE_BOX,     /* anywhere in the box `size` around `center` */
    VOL_SHAPE_DISC,    /* anywhere in the disc (ball in 3D) of `radius` around `center` */
    VOL_SHAPE_GRID,    /* in rows, `spacing` apart, centred on `center`, first along the last axis */
    VOL_SHAPE_RING,  /* evenly on the circle of `radius` around `center`, heading along it unless `heading` is given */
    VOL_SHAPE_GIVEN, /* nowhere: the host adds them with vol_flock_add (a scene's `file`) */
    VOL_SHAPE_COUNT
} vol_shape;

/* The form of what a boid can see. */
typedef enum vol_sight {
    VOL_SIGHT_CONE,     /* all within `distance` and within half of `angle` of the heading */
    VOL_SIGHT_TRIANGLE, /* the triangle with its tip at the boid and two sides of `distance`, `angle` apart */
    VOL_SIGHT_COUNT
} vol_sight;

/* How chance turns a heading, in models with noise. Since 0.1. */
typedef enum vol_noise {
    VOL_NOISE_ANGULAR,   /* by an angle, evenly from -strength / 2 to strength / 2 radians */
    VOL_NOISE_VECTORIAL, /* a random vector is added to the sum of headings: strength times their number long */
    VOL_NOISE_WRAPPED,   /* by an angle that is normally distributed, with the standard deviation `strength`, radians */
    VOL_NOISE_COUNT
} vol_noise;

/* Which heading a boid moves along in the step in which it takes a new one. Since 0.1. */
typedef enum vol_advance { VOL_ADVANCE_OLD, VOL_ADVANCE_NEW, VOL_ADVANCE_COUNT } vol_advance;

/* How the terms of a flock (<volery/steer.h>) are combined. */
typedef enum vol_combine {
    VOL_COMBINE_SUM,      /* all are added */
    VOL_COMBINE_PRIORITY, /* added in order of priority until their lengths make up the budget, the last one cut */
    VOL_COMBINE_COUNT
} vol_combine;

/* What a neighbour weighs by its distance: values evenly spaced from distance 0 to the radius, linear between them. */
#define VOL_TABLE_MOST 64
typedef struct vol_weight_table {
    size_t count;                 /* 2 to VOL_TABLE_MOST values, or 0 (the default): there is no table */
    double value[VOL_TABLE_MOST]; /* from -1e6 to 1e6 */
} vol_weight_table;

/* One of the three rules. Not every model uses every number: vol_param_used tells. */
typedef struct vol_rule {
    double radius; /* neighbours are nearer than this; from 0 to 1e12, units of length */
    double weight; /* how strong; from -1e6 to 1e6 */
    double power;  /* of `sighted`: the length of the force is raised to this. Of `custom`: a neighbour at distance d
                        weighs d^-power. From 0 to 4 */
    vol_weight_table table; /* of `custom`: what neighbours weigh, in place of the power */
} vol_rule;

/* A rule of the host: see <volery/custom.h>. Since 0.1. */
typedef struct vol_custom_batch vol_custom_batch;
typedef bool (*vol_decide)(void *user, vol_custom_batch *batch);

/* A model of the host's own, compiled by the host with the kit: see docs/own_models.md. volery_add_model(swirl ...) of
 * the CMake package makes one called swirl_model, which VOL_DECLARE_MODEL(swirl) declares. Since 0.1. */
typedef struct vol_own_model vol_own_model;
#define VOL_OWN_NUMBERS 8
#ifdef __cplusplus
#define VOL_DECLARE_MODEL(name) extern "C" const vol_own_model name##_model
#else
#define VOL_DECLARE_MODEL(name) extern const vol_own_model name##_model
#endif

/* What a flock is made of. Get one from vol_default_flock_def(model) and change what you like. The defaults are those
 * of the published system that the model comes from: docs/parameters.md has the table. Numbers that the model has no
 * use for (vol_param_used) do nothing, whatever they are; choices and lists must be allowed ones. Since 0.1. */
typedef struct vol_flock_def {
    uint32_t bytes;  /* of this struct, as the caller knows it; set by vol_default_flock_def() */
    uint32_t cookie; /* the same; catches a def that was not made by it */

    const char *name;    /* unique in the world, letters, digits, _ and -, at most 63; default "boids" */
    vol_model model;     /* set by vol_default_flock_def() */
    vol_variant variant; /* default as_written */
    vol_index index;     /* how neighbours are found in this flock; default auto: as vol_world_def.index says. Where
                            boids move in turn it is brute force all the same */
    size_t count;        /* boids at the start; default 100, from 0 to 2^31 - 1 */

    struct {
        vol_shape shape;  /* default uniform */
        double center[3]; /* default (not a number): the middle of the world */
        double size[3];   /* of the box; default 100 each, from 0 to 1e12 */
        double radius;    /* of disc and ring; default 100, from 0 to 1e12 */
        double spacing;   /* of the grid; default 10, from 0 to 1e12 */
        double speed;     /* at the start; default by model, from 0 to 1e9 */
        double heading; /* degrees from the x axis towards the y axis; default (not a number): random, any direction */
        bool whole;     /* positions are rounded to whole numbers; default false */
    } start;

    double speed; /* of `vicsek` and `couzin`, whose boids all have it at all times: sets start.speed and max_speed too;
                     from 1e-6 to 1e9 */
    double max_speed; /* lengths per unit of time; from 0 to 1e9 */
    double min_speed; /* least speed of a moving boid, but at most max_speed; default 0: none; from 0 to 1e9 */
    struct {
        double speed; /* wanted speed, at most max_speed; default 0; from 0 to 1e9 */
        double rate;  /* of approach to it: share of the difference per unit of time; default 0: none; from 0 to 1e6 */
    } cruise;
    struct {
        double rate; /* most degrees that a velocity turns in a step; default 0: no limit; from 0 to 180 */
    } turn;
    double max_force;    /* limit of one steering force; from 0 to 1e9 */
    double max_rule;     /* limit of one rule's contribution; from 0 to 1e9 */
    vol_rule separation; /* away from neighbours */
    vol_rule alignment;  /* along the velocity of neighbours */
    vol_rule cohesion;   /* towards the centre of neighbours */
    struct {
        double angle;    /* degrees; from 0 to 360 (all round) */
        double distance; /* no farther boid is seen; 0: as far as the rules reach; from 0 to 1e12 */
        vol_sight shape;
    } view;
    struct {
        vol_noise kind;
        double strength; /* from 0 to 10; of VOL_NOISE_VECTORIAL to 1 */
    } noise;
    vol_advance advance;
    struct {
        double strength; /* of `cucker_smale`: the velocity of each other counts strength / N times as much as ... */
        double power;    /* ... (scale^2 + distance^2)^-power; from 0 to 4 */
        double scale;    /* length; from 1e-6 to 1e12 */
    } coupling;
    struct {
        double gain; /* of `dorsogna`: acceleration along the velocity v is (gain - drag v^2) v; from 0 to 1e6 */
        double drag; /* from 0 to 1e6 */
    } propulsion;
    struct {
        double strength; /* of the potential -strength e^(-distance / length) of each other; from 0 to 1e9 */
        double length;   /* from 1e-6 to 1e12 */
    } attraction;
    struct {
        double strength; /* of the potential +strength e^(-distance / length) of each other; from 0 to 1e9 */
        double length;   /* from 1e-6 to 1e12 */
    } repulsion;
    struct {
        double distance; /* of `olfati_saber`: between neighbours that are at rest; from 0 to 1e12 */
        double range;    /* neighbours are nearer than this; from 0 to 1e12 */
        double epsilon;  /* of the norm (sqrt(1 + epsilon d^2) - 1) / epsilon; from 1e-6 to 1e6 */
        double a, b;     /* strengths of the push and of the pull; from 1e-6 to 1e6 */
        double bump;     /* the share of the range in which neighbours weigh 1, before they fade; from 0 to 0.999 */
    } lattice;
    struct {
        double position[3]; /* of `olfati_saber`: of the goal; default (not a number): the middle of the world */
        double velocity[3]; /* of boids that are at the goal; the goal itself stays where it is */
        double pull, damp;  /* acceleration per distance from it and per difference of velocity; from 0 to 1e6 */
    } goal;
    struct {
        /* Only the so many nearest of those within reach and in view count, of two equally near the one of the lower
         * flock number, then of the lower id; the boid itself counts besides where the model says so. More than there
         * are: all of them. Models that say so have the nearest at any distance instead. Default 0: all count; from 0
         * to 256 */
        size_t count;
    } neighbours;
    struct {
        double weight;   /* of the force that keeps boids off the walls; from -1e6 to 1e6, 0: none */
        double strength; /* force times distance from the wall; from 0 to 1e9 */
    } wall;
    struct {
        vol_combine combine; /* of the flock's terms; default sum */
        double budget;       /* of VOL_COMBINE_PRIORITY: acceleration in all; default 0.1; from 0 to 1e9 */
    } steer;
    struct {
        vol_decide decide; /* of the model `custom`: decides in place of the model; default NULL */
        void *user;        /* given to decide; default NULL */
        size_t neighbours; /* so many single neighbours at most are shown to decide beside the sums, the nearest ones;
                              default 0: none; from 0 to 64 */
    } rule;
    struct {
        const vol_own_model *model;     /* computes the flock in place of `model`, with the parameters of that; default
                                           NULL. It must stay there as long as the world */
        double number[VOL_OWN_NUMBERS]; /* what it needs besides: its k->own; default 0 each; any finite ones */
    } own;
    size_t user_bytes; /* of the host's own that each boid carries (vol_flock_user); default 0; from 0 to 4096 */
    bool previous; /* vol_view.previous has where boids were before the last step; on processors only; default false */
} vol_flock_def;

/* The defaults of a model. Since 0.1. */
VOL_API vol_result vol_flock_def_init(vol_flock_def *def, vol_model model, size_t bytes);
static inline vol_flock_def vol_default_flock_def(vol_model model) {
    vol_flock_def def;
    vol_flock_def_init(&def, model, sizeof def);
    return def;
}

/* Makes a flock and places its boids. Their ids are 0 to count - 1. On failure *flock is VOL_NONE. Since 0.1. */
VOL_API vol_result vol_flock_create(vol_world *world, const vol_flock_def *def, vol_flock *flock, vol_error *error);

/* Destroys a flock: its boids, its leader, and its name, which can be used again. What refers to it goes with it: its
 * terms, and those of others that pursue, evade or follow it; its relations; and it is left out of the relations of
 * others to it, which go with the last flock that they are to. Meals of the last step still name it; no events tell of
 * it. A world on a device or over a cluster refuses it (VOL_ERROR_UNSUPPORTED); with device "auto" the world is
 * computed on the processor from then on. Since 0.1. */
VOL_API vol_result vol_flock_destroy(vol_world *world, vol_flock flock, vol_error *error);

/* Whether there is a flock of that number. Since 0.1. */
VOL_API bool vol_flock_exists(const vol_world *world, vol_flock flock);

/* How many places of flocks there are: one more than that of the last. As long as none is destroyed, flocks are
 * numbered from 0 to one less. Since 0.1. */
VOL_API uint32_t vol_flock_count(const vol_world *world);

/* The flock at a place from 0 to vol_flock_count - 1, or VOL_NONE: the one that was there is destroyed. Since 0.1. */
VOL_API vol_flock vol_flock_at_place(const vol_world *world, uint32_t place);

/* The bit of a flock in a vol_flocks: vol_flock_bit(a) | vol_flock_bit(b) are two of them. Since 0.1. */
VOL_API vol_flocks vol_flock_bit(vol_flock flock);

/* A pointer of the host's own, as vol_world_set_user_pointer. What each boid carries is vol_flock_user. Since 0.1. */
VOL_API void vol_flock_set_user_pointer(vol_world *world, vol_flock flock, void *user);
VOL_API void *vol_flock_user_pointer(const vol_world *world, vol_flock flock);

/* The flock of that name, or VOL_NONE. Since 0.1. */
VOL_API vol_flock vol_flock_find(const vol_world *world, const char *name);

/* What the flock is now; count is the number of boids now. The name stays valid as long as the world. Since 0.1. */
VOL_API vol_result vol_flock_read_def(const vol_world *world, vol_flock flock, vol_flock_def *def, size_t bytes);
static inline vol_flock_def vol_flock_get_def(const vol_world *world, vol_flock flock) {
    vol_flock_def def;
    vol_flock_read_def(world, flock, &def, sizeof def);
    return def;
}

/* Changes the parameters of a flock between two steps. Fixed: name, model, own.model, count, start, user_bytes. The
 * count may be that of the def that the flock was made with, however many boids there are now. Since 0.1. */
VOL_API vol_result vol_flock_set_def(vol_world *world, vol_flock flock, const vol_flock_def *def, vol_error *error);

/* How neighbours were found in the flock's last step: what `auto` chose. VOL_INDEX_AUTO before the first step.
 * Since 0.1. */
VOL_API vol_index vol_flock_index(const vol_world *world, vol_flock flock);

/* Adds boids while the world runs. `positions` and `velocities` hold `dimensions` numbers a boid, boid after boid. The
 * new ids are consecutive; the first is written to *first_id unless that is NULL. All or none are added. Since 0.1. */
VOL_API vol_result vol_flock_add(vol_world *world, vol_flock flock, size_t count, const double *positions,
                                 const double *velocities, uint32_t *first_id, vol_error *error);

/* The same with heading (degrees) and speed for the velocity: unlike a velocity of zero, a speed of zero keeps its
 * heading, which the `sighted` model uses. 2D only. Since 0.1. */
VOL_API vol_result vol_flock_add_heading(vol_world *world, vol_flock flock, size_t count, const double *positions,
                                         const double *headings, const double *speeds, uint32_t *first_id,
                                         vol_error *error);

/* Makes room for that many boids in all, so that adding them later cannot fail for lack of memory. Since 0.1. */
VOL_API vol_result vol_flock_reserve(vol_world *world, vol_flock flock, size_t count, vol_error *error);

/* Removes boids by id. An id that does not exist is an error, and none is removed. Ids are never reused.
 * Since 0.1. */
VOL_API vol_result vol_flock_remove(vol_world *world, vol_flock flock, size_t count, const uint32_t *ids,
                                    vol_error *error);

/* Puts boids elsewhere between two steps, by id: `positions` holds `dimensions` numbers for each, as vol_flock_add has
 * them, with the same checks: outside the edges too, where in a world with images they come to the same place inside.
 * All or none. Of an id that is given twice the last counts. Velocities stay. Everything that follows is as if the boid
 * had been there already, and so is vol_view.previous: none is drawn flying there. Since 0.1. */
VOL_API vol_result vol_flock_set_positions(vol_world *world, vol_flock flock, size_t count, const uint32_t *ids,
                                           const double *positions, vol_error *error);

/* The same for velocities: headings and speeds follow where boids have any. In models whose boids all have one speed
 * they keep it, and a velocity is a direction. Since 0.1. */
VOL_API vol_result vol_flock_set_velocities(vol_world *world, vol_flock flock, size_t count, const uint32_t *ids,
                                            const double *velocities, vol_error *error);

/* The same for headings (degrees) and speeds, as in vol_flock_add_heading; `speeds` NULL: each keeps its own. 2D only.
 * Since 0.1. */
VOL_API vol_result vol_flock_set_headings(vol_world *world, vol_flock flock, size_t count, const uint32_t *ids,
                                          const double *headings, const double *speeds, vol_error *error);

/* The boids of a flock as they lie in memory, without a copy. Valid until the world steps, changes or is destroyed.
 * Boids are sorted for speed: slot i now may be another boid after a step; id[i] says which it is. Since 0.1. */
typedef struct vol_view {
    size_t count;
    int dimensions;
    vol_precision precision;
    const uint32_t *id;
    const void *position[3]; /* arrays of count floats or doubles, by precision; position[2] is NULL in 2D */
    const void *velocity[3];
    void *user; /* user_bytes of each boid, slot by slot, to read and to write; NULL without */
    size_t user_bytes;
    /* With vol_flock_def.previous, arrays as those of positions: where the boid in slot i was before the last step. One
     * that was added or put elsewhere since, and all before the first step and after a snapshot was read, were where
     * they are. NULL without. */
    const void *previous[3];
    /* Beyond which a boid comes in at the other side, by the boundaries wrap, jump and tile; else 0. */
    double period[3];
} vol_view;

/* Looks at the flock as it is now. Since 0.1. */
VOL_API vol_view vol_flock_view(const vol_world *world, vol_flock flock);

/* One coordinate of the boid in slot i, whatever the precision. Since 0.1. */
static inline double vol_view_position(const vol_view *view, int axis, size_t i) {
    return view->precision == VOL_PRECISION_DOUBLE ? ((const double *)view->position[axis])[i]
                                                   : (double)((const float *)view->position[axis])[i];
}

static inline double vol_view_velocity(const vol_view *view, int axis, size_t i) {
    return view->precision == VOL_PRECISION_DOUBLE ? ((const double *)view->velocity[axis])[i]
                                                   : (double)((const float *)view->velocity[axis])[i];
}

/* One coordinate of the boid in slot i before the last step; the flock has `previous`. Since 0.1. */
static inline double vol_view_previous(const vol_view *view, int axis, size_t i) {
    return view->precision == VOL_PRECISION_DOUBLE ? ((const double *)view->previous[axis])[i]
                                                   : (double)((const float *)view->previous[axis])[i];
}

/* One coordinate at a time between the last two steps: t from 0, before the last one, to 1, now. A boid that has gone
 * over an edge goes straight on to where it is now, and comes from outside the world. Since 0.1. */
static inline double vol_view_between(const vol_view *view, int axis, size_t i, double t) {
    double now = vol_view_position(view, axis, i), way = now - vol_view_previous(view, axis, i);
    double period = view->period[axis];
    way -= way > period / 2 ? period : way < -period / 2 ? -period : 0;
    return now - way * (1 - t);
}

/* The slots of a flock in id order: `count` numbers, valid as long as a view. Since 0.1. */
VOL_API const uint32_t *vol_flock_order(vol_world *world, vol_flock flock);

/* The slot of the boid with that id in the current view, or VOL_NONE. Since 0.1. */
VOL_API uint32_t vol_flock_slot(vol_world *world, vol_flock flock, uint32_t id);

#ifdef __cplusplus
}
#endif

#endif
