/* Worlds: a space with a boundary, a clock, and flocks in it. */
#ifndef VOLERY_WORLD_H
#define VOLERY_WORLD_H

#include <volery/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A world; made by vol_world_create. */
typedef struct vol_world vol_world;

/* This process among others: <volery/cluster.h>. */
typedef struct vol_cluster vol_cluster;

/* What happens to a boid that crosses an edge of the world. The edges are at the origin (0, unless it is given) and a
 * size beyond it, on every axis. */
typedef enum vol_boundary {
    VOL_BOUNDARY_WRAP,   /* it comes in at the other side, overshoot kept (a torus) */
    VOL_BOUNDARY_JUMP,   /* it is put onto the opposite edge, overshoot dropped */
    VOL_BOUNDARY_TILE,   /* like jump, but only `margin` outside the edge, and to `margin` outside the opposite one */
    VOL_BOUNDARY_CLAMP,  /* it is held at the edge; its velocity is kept */
    VOL_BOUNDARY_BOUNCE, /* it is reflected, position and velocity */
    VOL_BOUNDARY_OPEN,   /* nothing: the world has no edges */
    VOL_BOUNDARY_COUNT
} vol_boundary;

/* The numbers in which a world computes. */
typedef enum vol_precision { VOL_PRECISION_SINGLE, VOL_PRECISION_DOUBLE, VOL_PRECISION_COUNT } vol_precision;

/* The order in which boids decide and move. */
typedef enum vol_update {
    VOL_UPDATE_TOGETHER, /* all boids decide from the same state, then all move */
    VOL_UPDATE_IN_TURN,  /* each boid decides and moves before the next one decides, in id order; serial */
    /* The same in a fresh random order each step, the boids of all flocks shuffled together: as agent-based frameworks
     * do. The order is a function of (seed, step, flock, id). */
    VOL_UPDATE_IN_RANDOM_TURN,
    VOL_UPDATE_COUNT
} vol_update;

/* How a step follows from what boids want. Since 0.1. */
typedef enum vol_integrator {
    VOL_INTEGRATOR_EULER, /* the velocity changes by the acceleration, then the position by the velocity; first order */
    /* The method of Runge and Kutta: four stages a step, each of which senses and decides anew, over positions and
     * velocities of all boids of all flocks. Fourth order where forces are smooth and no limit is reached. For models
     * that give a force (vol_model_has_integrator), without rules of the host's, in worlds that update together */
    VOL_INTEGRATOR_RK4,
    VOL_INTEGRATOR_COUNT
} vol_integrator;

/* What wind, gusts, turning and wandering are given by. Since 0.1. */
typedef enum vol_time {
    VOL_TIME_PER_STEP, /* the step, whatever dt is: as in published programs, which have no dt */
    /* The unit of time: with half the dt and twice the steps, boids go the same ways but for what finite steps leave.
     * docs/models.md lists what it acts on, and what is by the step all the same */
    VOL_TIME_PER_TIME,
    VOL_TIME_COUNT
} vol_time;

/* How neighbours are found. Sums are taken in the order of the index, so two indexes agree within rounding. */
typedef enum vol_index {
    VOL_INDEX_AUTO,   /* brute for few boids and where they move in turn, tree where cells hold many boids, else grid */
    VOL_INDEX_BRUTE,  /* every boid is tested against every other, in id order: as the published programs do */
    VOL_INDEX_GRID,   /* square cells as wide as the largest radius */
    VOL_INDEX_TREE,   /* leaves of a few boids in the order of a quadtree (in space: an octree) */
    VOL_INDEX_KDTREE, /* leaves of a few boids, made by repeated splitting in two along the widest axis */
    VOL_INDEX_COUNT
} vol_index;

/* Which flocks something acts on, as bits: bit n is the flock at place n, the last bit, 63, is place 63 and all that
 * come after it. vol_flock_bit gives a flock's. Bits of flocks that are not there yet count once they are; a flock that
 * takes the place of one that was destroyed has its bit. */
typedef uint64_t vol_flocks;
#define VOL_ALL_FLOCKS UINT64_MAX

/* What a world is made of. Get one from vol_default_world_def() and change what you like. Since 0.1. */
typedef struct vol_world_def {
    uint32_t bytes;  /* of this struct, as the caller knows it; set by vol_default_world_def() */
    uint32_t cookie; /* the same; catches a def that was not made by it */

    int dimensions;            /* 2 (default) or 3 */
    double size[3];            /* length of each side, default 800, 600, 600; from 1e-6 to 1e12 */
    vol_boundary boundary;     /* default wrap */
    double margin;             /* of boundary tile, in units of length; default 0, from 0 to 1e12 */
    uint64_t seed;             /* of everything random; default 1, any value */
    double dt;                 /* time step; default 1, from 0 to 1e6. Velocities are lengths per unit of time */
    vol_precision precision;   /* default single */
    vol_update update;         /* default together */
    vol_integrator integrator; /* default euler */
    vol_index index;           /* default auto; where boids move in turn auto or brute */
    size_t leaf;               /* boids in a leaf of a tree; default 32; from 4 to 1024; changes the speed alone */
    bool images;               /* boids see across the edges; boundary wrap only; default false */

    struct {
        double velocity[3]; /* added to every velocity while a gust blows; default 0; from -1e9 to 1e9 */
        double chance;      /* that a gust begins in a step; default 1 (steady wind); from 0 to 1 */
        size_t duration;    /* of a gust in steps; default 1; from 1 to 1e6 */
        vol_flocks flocks;  /* that feel it, and gusts of vol_world_gust; default all */
    } wind;
    struct {
        double flee_radius; /* boids nearer to a player than this flee; default 100; from 0 to 1e12 */
        double flee_weight; /* how strongly; default 0.5; from -1e6 to 1e6 */
        vol_flocks flocks;  /* that flee; default all. Players that have a def (vol_player_def) say it themselves */
    } player;

    /* Threads of the built-in pool, the caller's included; default 1: none is made; 0: one for each processor; at most
     * 1024 */
    uint32_t threads;
    const char *isa; /* instruction set: NULL (default) for the best here, or a name from vol_isa_name(). When
                                NULL, the environment variable VOLERY_ISA, if set, is used instead */
    /* Where steps are computed: NULL (default) or "cpu" on the processors; "gpu" on the first graphics card with all
     * that the same bits need, or else on the first such device; "auto" on a graphics card where that is faster and
     * possible; or one of vol_device_read by its number ("1") or a part of its name ("H200"). See <volery/device.h> */
    const char *device;
    uint64_t device_memory;  /* most bytes to take of the device's memory; 0 (default): what there is */
    bool fast;               /* on a device, give up the same bits for speed; default false */
    vol_allocator allocator; /* default malloc and free */
    vol_tasks tasks;         /* default the built-in pool */
    /* The processes that compute the world together; NULL (default): this one alone. It must last as long as the world.
     * See <volery/cluster.h> */
    const vol_cluster *cluster;
    vol_time time; /* what wind.velocity, wind.chance, wind.duration, turn.rate and a term's period are by; default per
                      step. With dt 1 both are the same */
    /* Where the world begins on each axis: it goes from origin to origin + size, and all places, the host's and those
     * that it is shown, are in these coordinates; default 0; from -1e12 to 1e12, and so is origin + size. At most 4096
     * sizes away, in double precision 2^40: farther off, numbers could not tell places in the world apart. Since
     * 0.1. */
    double origin[3];
} vol_world_def;

/* The defaults named above; <volery/base.h> says why with a size. Since 0.1. */
VOL_API vol_result vol_world_def_init(vol_world_def *def, size_t bytes);
static inline vol_world_def vol_default_world_def(void) {
    vol_world_def def;
    vol_world_def_init(&def, sizeof def);
    return def;
}

/* Makes a world without flocks. On failure *world is NULL. Since 0.1. */
VOL_API vol_result vol_world_create(const vol_world_def *def, vol_world **world, vol_error *error);

/* Destroys a world and all that is in it; NULL is fine. Since 0.1. */
VOL_API void vol_world_destroy(vol_world *world);

/* Moves all boids on by `steps` steps. Allocates nothing. The calling thread, and those of the host's tasks, must round
 * to nearest and not take subnormal numbers for 0 (docs/platforms.md), as in every function that has a result: asserted
 * in debug builds.
 *
 * VOL_OK: all of them were made. A world that runs on the processors of this machine gives no other result. On a device
 * (see <volery/device.h>) it can be VOL_ERROR_DEVICE or VOL_ERROR_MEMORY: then the world is as it was when its boids
 * were last read, with vol_world_steps as of then, and can be looked at and saved, but not be stepped on. Since
 * 0.1. */
VOL_API vol_result vol_world_step(vol_world *world, uint64_t steps);

/* A pointer of the host's own, which nothing here looks at: NULL until it is set. It is no part of a snapshot. Flocks,
 * obstacles and terms have one too. Since 0.1. */
VOL_API void vol_world_set_user_pointer(vol_world *world, void *user);
VOL_API void *vol_world_user_pointer(const vol_world *world);

/* How many steps this world has made. Since 0.1. */
VOL_API uint64_t vol_world_steps(const vol_world *world);

/* What the world is now. Since 0.1. */
VOL_API vol_result vol_world_read_def(const vol_world *world, vol_world_def *def, size_t bytes);
static inline vol_world_def vol_world_get_def(const vol_world *world) {
    vol_world_def def;
    vol_world_read_def(world, &def, sizeof def);
    return def;
}

/* Changes the world between two steps: boundary, margin, size, origin, dt, time, update, integrator, index, leaf,
 * images, wind, player. Others (dimensions, seed, precision, threads, isa, device, hooks) are fixed and must be as
 * vol_world_get_def returned them. VOL_ERROR_MEMORY, and nothing has changed, if there is none for the integrator's
 * stages or for what finds obstacles. Since 0.1. */
VOL_API vol_result vol_world_set_def(vol_world *world, const vol_world_def *def, vol_error *error);

/* Changes one parameter between two steps by its dotted name: "world.dt", or a flock's, "birds.cohesion.weight".
 * The value is text as in a scene file: "2.5", "jump", "true", "[800, 600]". Since 0.1. */
VOL_API vol_result vol_world_set(vol_world *world, const char *name, const char *value, vol_error *error);

/* The same for a number; not for parameters that are words or lists. Since 0.1. */
VOL_API vol_result vol_world_set_number(vol_world *world, const char *name, double value, vol_error *error);

/* Writes a parameter's value as text that vol_world_set would read back to the same. Since 0.1. */
VOL_API vol_result vol_world_get(const vol_world *world, const char *name, char *text, size_t size, vol_error *error);

/* A number for the state: ids, positions and velocities of all flocks, bit by bit. Equal states have equal hashes,
 * in whatever order the boids lie in memory. Since 0.1. */
VOL_API uint64_t vol_world_hash(const vol_world *world);

/* The greatest strength of vol_world_scatter, either way. */
#define VOL_SCATTER_MOST 1e6

/* Pushes every boid of every flock away from a point: velocity += strength * (position - center). A strength below 0
 * pulls; at most VOL_SCATTER_MOST. `center` has as many numbers as the world has dimensions. Since 0.1. */
VOL_API vol_result vol_world_scatter(vol_world *world, const double *center, double strength, vol_error *error);

/* Wind at a place: adds velocity * (1 - (distance / radius)^2) to the velocity of every boid of every flock within
 * `radius` of `center`. In a world with images the nearest image is meant. `center` and `velocity` have as many numbers
 * as the world has dimensions; radius above 0, up to 1e12. Since 0.1. */
VOL_API vol_result vol_world_blow(vol_world *world, const double *center, double radius, const double *velocity,
                                  vol_error *error);

/* The time of the steps by stage, in seconds since the world was made or vol_world_reset_profile. With several
 * workers, a stage's share is its share of the workers' time. Since 0.1. */
typedef struct vol_profile {
    uint64_t steps;
    double total;        /* wall clock of all steps */
    double index;        /* sorting boids and preparing the search */
    double sense;        /* sums over neighbours */
    double decide;       /* velocity or acceleration from the sums, and surroundings */
    double move;         /* limits, integration, boundary */
    uint64_t boids;      /* boids moved, summed over the steps */
    uint64_t candidates; /* pairs tested, summed over the steps */
} vol_profile;

/* Up to now, and from now on. Since 0.1. */
VOL_API vol_profile vol_world_profile(const vol_world *world);
VOL_API void vol_world_reset_profile(vol_world *world);

/* The instruction set the world uses ("avx2") and how many workers. Since 0.1. */
VOL_API const char *vol_world_isa(const vol_world *world);
VOL_API uint32_t vol_world_workers(const vol_world *world);

/* The instruction sets that this build has and this machine can run, best first; NULL behind the last. Since 0.1. */
VOL_API const char *vol_isa_name(size_t index);

/* A snapshot is the whole moving state of a world (step count, ids, positions, velocities, headings, user data, a gust
 * that is still to blow, the number of eaten boids) as bytes that are the same on every machine (user data as the host
 * wrote it): versioned and checksummed. Continuing from a restored snapshot gives the same bits as no interruption.
 *
 * vol_snapshot_size: how many bytes one takes now. vol_snapshot_write: writes exactly that many to `bytes`.
 * vol_snapshot_read: restores one into a world of the same dimensions, precision and flocks (names and models); on
 * failure the world is as it was. Boids with numbers that vol_flock_add would not take are VOL_ERROR_DATA; steps make
 * none: a boid of a world without edges stays within VOL_FARTHEST. Since 0.1. */
VOL_API size_t vol_snapshot_size(const vol_world *world);
VOL_API void vol_snapshot_write(vol_world *world, void *bytes);
VOL_API vol_result vol_snapshot_read(vol_world *world, const void *bytes, size_t size, vol_error *error);

/* A world in full, to go back some frames and play them again with other input (rollback): all parameters, boids with
 * what they carry, obstacles, relations, terms, leaders, players, gusts, regions, meals, and the numbers to be given
 * next. Loading it makes the world what it was, whatever was made, changed, removed or destroyed since: the same calls
 * give the same bits, ids and numbers as if it had never gone on. Saving twice without a change gives the same bytes.
 *
 * vol_world_save_full: *size is how many bytes it takes, which grows with what there is in the world; with `bytes` NULL
 * and `room` 0 that is all. Else it writes them to `bytes`; VOL_ERROR_VALUE if `room` is less. Allocates nothing.
 * vol_world_load_full: takes such bytes back, into the same world or another one of the same dimensions and precision
 * in this process. Allocates only where flocks, obstacles or terms have come or gone since, or there is less room than
 * then. VOL_ERROR_DATA or VOL_ERROR_MEMORY: nothing has changed. Views end; boids lie in the order of ids.
 *
 * The bytes are for this process, version and machine, and hold addresses of rules (vol_flock_def.rule) and the like:
 * do not send or keep them (vol_snapshot_write does that), and do not load bytes from elsewhere. Damage is found by a
 * sum. Not in them: the profile; vol_world_user_pointer; where boids were before the last step (until the next one,
 * they were where they are); events that are yet to be read and which kinds are watched (events of frames that are
 * played again are told again, with the same steps); and what is fixed: threads, isa, device, hooks, cluster. A world
 * on a device or over a cluster refuses both (VOL_ERROR_UNSUPPORTED); with device "auto" it is computed on the
 * processor from then on. Since 0.1. */
VOL_API vol_result vol_world_save_full(vol_world *world, void *bytes, size_t room, size_t *size, vol_error *error);
VOL_API vol_result vol_world_load_full(vol_world *world, const void *bytes, size_t size, vol_error *error);

#ifdef __cplusplus
}
#endif

#endif
