/* The seam between worlds and what computes them. Boids belong to a backend: only backends and store/ touch their
 * arrays. The rest of the library asks for them in the host's memory, to look at or to change, and for what is made of
 * all of them. That of the processor, backends/cpu/, has them there anyway; devices (backends/opencl/) have
 * a copy there when it is asked for. */
#ifndef VOLERY_BACKENDS_BACKEND_H
#define VOLERY_BACKENDS_BACKEND_H

#include "index/index.h"
#include "kernels/nearby.h"

#include <volery/device.h>

struct vol_flock_data;
struct vol_raster;

/* Flocks that a world on a device may have: their records must fit into its constant memory. */
enum { VOL_DEVICE_FLOCKS_MOST = 64 };

/* What is done on the processor alone: flocks destroyed, worlds saved in full. */
enum vol_stays { VOL_STAYS_TO_DESTROY, VOL_STAYS_TO_SAVE };

/* The boids of a flock in the host's memory: there until the next step or change of the flock. */
typedef struct vol_host_boids {
    vol_state now;
    uint32_t *id;        /* of each slot */
    unsigned char *user; /* of each slot, what it carries for the host; NULL without */
    void *previous[3];   /* of each slot, where it was before the last step, with flock->def.previous */
    vol_leaves *leaves;  /* room for boxes around them; what it holds, the next step makes anew */
    /* The index of the step that has just been made, and where the boids, in these slots, were by then; NULL where that
     * is not known any more. */
    const vol_search *index;
    const vol_state *indexed;
    uint32_t count;
} vol_host_boids;

/* What is known of a flock's boids without them: nothing is fetched from anywhere for it. */
typedef struct vol_flock_size {
    uint32_t count;
    uint32_t capacity; /* boids there is room for */
    uint32_t next_id;
    uint64_t changes; /* grows whenever boids come, go or are moved */
} vol_flock_size;

/* Where a process has a part of a flock: what it must do as all others do. */
typedef struct vol_flock_part {
    uint32_t total;            /* boids in all parts */
    vol_index index;           /* for this step */
    double low[3], per_length; /* of the lattice, where that is a tree */
} vol_flock_part;

/* What passes of a meter add to; NULL: that is not asked for. */
typedef struct vol_surveyed {
    vol_look *look;
    uint32_t (*circle)[VOL_CIRCLE_BINS]; /* with `look`: of each axis, where survey.per_bin is not 0 */
    vol_moments *sums;                   /* those of survey.sums */
    uint32_t *counts; /* of survey.box_count boxes and survey.cell_count cells; not added to: filled */
    vol_waves *waves; /* in some order */
    double **sample;  /* 3 arrays of positions, 3 of velocities; filled, up to survey.room */
    uint64_t *drawn;  /* with `sample`: how many are drawn, also beyond the room; filled */
} vol_surveyed;

/* What passes over near boids find. `near` is added to. */
typedef struct vol_nearby_found {
    vol_nearness near;
    uint64_t boids, squares; /* of SORT: how many there are, and the sum of squares of how many are in a cell */
    uint32_t *bins;          /* of BINS: filled */
    uint32_t (*sizes)[2];    /* of GROUPS: a size that groups have, and how many have it; in some order */
    size_t size_room, size_count;
} vol_nearby_found;

typedef struct vol_backend {
    /* What the world needs besides the boids of its flocks (world->device), and giving it back. */
    vol_result (*open)(vol_world *world, vol_error *error);
    void (*close)(vol_world *world);
    /* Its name and how much memory was taken of it; NULL for the processor. */
    const char *(*device)(const vol_world *world);
    uint64_t (*device_bytes)(const vol_world *world);
    /* Takes over a flock whose boids the processor has (store/store.h), and gives it back; without memory false, and
     * nothing has changed. NULL for the processor. */
    bool (*adopt)(vol_world *world, struct vol_flock_data *flock);
    bool (*hand_over)(vol_world *world, struct vol_flock_data *flock);

    /* The memory of a new flock for `capacity` boids (flock->store), and giving it back; more room later, and room for
     * what delayed relations have decided. Without memory they return false, and nothing has changed. */
    bool (*create)(vol_world *world, struct vol_flock_data *flock, size_t capacity);
    void (*destroy)(vol_world *world, struct vol_flock_data *flock);
    bool (*make_room)(vol_world *world, struct vol_flock_data *flock, size_t capacity);
    bool (*make_pending)(vol_world *world, struct vol_flock_data *flock, size_t capacity);
    /* Room for steps in stages, in a flock that was made when the world had none. NULL: they are not made here. */
    bool (*make_stages)(vol_world *world, struct vol_flock_data *flock);

    /* Begins to keep where boids were before the last step, or ends it. NULL: a flock that wants that does not
     * stay here. */
    bool (*keep_previous)(vol_world *world, struct vol_flock_data *flock, bool keep);

    /* Spawns the first boids of a new flock. */
    void (*spawn)(vol_world *world, struct vol_flock_data *flock, uint32_t count);
    /* Appends boids, for which there is room: 8 numbers each (vol_kernels.put). `face`: headings and speeds follow from
     * velocities. */
    void (*append)(vol_world *world, struct vol_flock_data *flock, uint32_t count, const double *values, bool face);
    /* `count` boids in id order take the place of those there are; what is returned is to be filled. */
    vol_host_boids (*restore)(vol_world *world, struct vol_flock_data *flock, uint32_t count, uint32_t next_id);
    /* Removes the boids with these ids; if one is of no boid or there twice, none: then it returns which of the list
     * that is, else `count`. */
    size_t (*remove)(vol_world *world, struct vol_flock_data *flock, size_t count, const uint32_t *ids);
    /* Marks for the slots, all 0, and removing the boids of those that were set. Nothing may change the flock in
     * between, nor may `order` be asked for if it was not before. */
    uint32_t *(*marks)(vol_world *world, struct vol_flock_data *flock);
    void (*remove_marked)(vol_world *world, struct vol_flock_data *flock);

    vol_flock_size (*size)(const vol_world *world, const struct vol_flock_data *flock);
    /* Bytes that looking at all boids would take of the host's memory, beyond what they have there. NULL: none. */
    uint64_t (*host_bytes)(const vol_world *world);
    /* To look at; and to change positions and velocities, after which `fold` brings boids into a world with images. */
    vol_host_boids (*view)(const vol_world *world, const struct vol_flock_data *flock);
    vol_host_boids (*edit)(vol_world *world, struct vol_flock_data *flock);
    void (*fold)(vol_world *world, struct vol_flock_data *flock);

    /* All boids, which lie in id order from now on. */
    vol_host_boids (*in_order)(vol_world *world, struct vol_flock_data *flock);
    /* The slots in id order. */
    const uint32_t *(*order)(vol_world *world, struct vol_flock_data *flock);
    /* How many boids there are, and the sum of the hashes of all. */
    uint64_t (*hash)(const vol_world *world, const struct vol_flock_data *flock, uint32_t *count);

    /* Counting boids into the pixels of a raster (raster.h), by its lenses, into its buffer of that number, which is
     * first made 0. Begin may return before it is done; take waits for it. */
    vol_result (*raster_begin)(vol_world *world, struct vol_raster *raster, uint32_t buffer);
    vol_result (*raster_take)(vol_world *world, struct vol_raster *raster, uint32_t buffer);

    /* Passes of a meter over flocks begin to end - 1 where their boids lie. False: they are to be looked at by `view`,
     * and what was to be filled is anything. NULL: they always are. */
    bool (*survey)(vol_world *world, uint32_t begin, uint32_t end, const vol_survey *survey, const vol_surveyed *to);

    /* The same that needs near boids, after a survey of these flocks, in the order of the passes. */
    bool (*nearby)(vol_world *world, uint32_t begin, uint32_t end, enum vol_nearby_pass pass, const vol_nearby *ask,
                   vol_nearby_found *found);
    /* What the last step had to do; zeros where that is not known any more. NULL: the candidates of each flock are. */
    vol_work (*work)(vol_world *world);

    /* In the next step these boids are a part of a flock. NULL for the processor, whose store knows it. */
    void (*part)(vol_world *world, struct vol_flock_data *flock, const vol_flock_part *part);

    /* Steps of all flocks: index, sense, decide, move. One at least and `most` at most; *made: how many. Hunters eat
     * behind the last of them: before that none has reached a prey, and world->no_meal says whether one has then. */
    vol_result (*step)(vol_world *world, uint64_t most, uint64_t *made);
} vol_backend;

/* The processor and its memory. */
extern const vol_backend vol_cpu_backend;

/* The devices of OpenCL; NULL in a library that was built without. */
const vol_backend *vol_opencl_backend(void);

#endif
