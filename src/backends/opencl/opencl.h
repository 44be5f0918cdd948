/* What the files of this backend know of each other: a world on a device.
 *
 * The state lies there in arrays of all flocks (kernels/device_data.h). The host has a copy of the boids only once it
 * was asked for them: a store as the processor's backend has, so whatever is done to boids between steps is done there,
 * by the same code, and written back before the next step. */
#ifndef VOLERY_BACKENDS_OPENCL_OPENCL_H
#define VOLERY_BACKENDS_OPENCL_OPENCL_H

#include "backends/cpu/cpu.h"
#include "backends/opencl/choose.h"
#include "kernels/device_data.h"
#include "world.h"

enum { VOL_CL_FLOCKS_MOST = VOL_DEVICE_FLOCKS_MOST };

/* Kernels of a step that are timed, at most. */
enum { VOL_CL_EVENTS = 128 };

/* So many steps a flock that changed its index has the kernels for both in the queue. */
enum { VOL_CL_PATIENCE = 64 };

/* Memory of the device that is as large as there are slots, cells, boxes or flocks. */
enum vol_cl_array {
    VOL_CL_STATE,  /* the boids, as the last step left them */
    VOL_CL_SORTED, /* and as this step sorts them */
    VOL_CL_ID,     /* two, of either; between steps the other one has the rank of each boid in its cell */
    VOL_CL_ID_2,
    VOL_CL_CELL,
    VOL_CL_PLACES,  /* two numbers a slot; between steps the links of boids */
    VOL_CL_ORDER,   /* only where a relation chooses at random */
    VOL_CL_TURNS,   /* in which order work items take boids that sense together; or ranks of boids in any order */
    VOL_CL_PENDING, /* only with delayed relations */
    VOL_CL_COUNTS,  /* of each cell, and where lists begin: zero but from the end of a step to the next */
    VOL_CL_ENDS,
    VOL_CL_BOXES,
    VOL_CL_SUMS, /* scratch of scans */
    VOL_CL_SQUARES,
    VOL_CL_LIMITS,
    VOL_CL_FOUND,
    VOL_CL_PROGRESS,
    VOL_CL_PARTS, /* what measures add up */
    VOL_CL_SAMPLE,
    VOL_CL_NEAR_STARTS, /* measures of near boids: where cells begin, */
    VOL_CL_NEAR_SUMS,   /* scratch of that, */
    VOL_CL_NEAR_RANKS,  /* of each boid in its cell, */
    VOL_CL_NEAR_PLACES, /* and where boids are; */
    VOL_CL_NEAR_ROOM,   /* distances, or the forest of groups, */
    VOL_CL_NEAR_SIZES,  /* and sizes of these */
    VOL_CL_ARRAYS
};

typedef struct vol_cl_memory {
    cl_mem buffer; /* NULL: none */
    size_t bytes;
} vol_cl_memory;

/* What the device has a copy of, written anew only when it has changed. */
enum vol_cl_input {
    VOL_CL_FLOCKS,
    VOL_CL_WORLD,
    VOL_CL_TERM,
    VOL_CL_NUMBER,
    VOL_CL_RELATION,
    VOL_CL_TARGET,
    VOL_CL_GRID,
    VOL_CL_BARRIER,
    VOL_CL_POINTS,
    VOL_CL_START,
    VOL_CL_LIST,
    VOL_CL_PLAYER,
    VOL_CL_INPUTS
};

typedef struct vol_cl_copy {
    vol_cl_memory memory;
    unsigned char *last; /* what was written */
    size_t bytes, room;
} vol_cl_copy;

/* A compiled text and its kernels. */
enum { VOL_CL_OPTIONS = 672, VOL_CL_KERNELS_MOST = 32 };
typedef struct vol_cl_program {
    char key[VOL_CL_OPTIONS]; /* path and options */
    cl_program program;
    struct {
        const char *name;
        cl_kernel kernel;
    } kernel[VOL_CL_KERNELS_MOST];
    uint32_t kernels;
    struct vol_cl_program *next;
} vol_cl_program;

/* flock->store */
typedef struct vol_cl_flock {
    vol_store *host;         /* the copy in the host's memory; NULL if there was never one */
    bool on_host, on_device; /* where the boids are as they are now; in one of both places at least */
    uint32_t *before;        /* while they are fetched, slots and ids of those that carry something; else NULL */
    uint32_t count, capacity, next_id;
    uint64_t changes;
    uint32_t number_of_real4; /* of a boid: 1 or 2 */
    size_t pending;           /* room for what delayed relations decide */
    vol_device_flock record;
    vol_flock_part part; /* total is 0: it is a whole flock */
    bool counted;        /* the boids are counted in these cells */
    vol_cells in;        /* and where */
    uint32_t able;       /* enum vol_device_able: what is put into the queue */
    uint32_t patience;   /* steps until it is tried with less */
    vol_cl_copy constants;
    vol_cl_program *sorts, *trees, *steps; /* programs for this flock, since the last call of step */
    vol_device_step now;
    bool pends, joins, surrounded, heading;
    bool by_value;        /* see is_by_value */
    bool together;        /* boids that lie close together sense together: see sense_crowd.h */
    bool unordered;       /* boids are in any order within a cell */
    bool lists, anywhere; /* it has neighbours.count; and means the nearest at any distance */
} vol_cl_flock;

/* world->device */
typedef struct vol_cl_world {
    vol_cl cl;
    vol_cl_device device;
    cl_context context;
    cl_command_queue queue;
    vol_cl_memory array[VOL_CL_ARRAYS];
    vol_cl_copy input[VOL_CL_INPUTS];
    vol_cl_program *programs;
    uint32_t current;       /* which of the arrays of ids belongs to the state */
    uint64_t taken, most;   /* bytes of the device's memory: how many, and how many are allowed */
    bool quick_root;        /* lanes/quick_root.h rounds right on this device */
    uint64_t slots;         /* of all flocks */
    uint64_t read_step;     /* when all boids were last on the host before a step, */
    double read_gust[3];    /* and the gust that was still to blow */
    cl_command_queue timed; /* for steps that are timed; NULL before the first */
    cl_command_queue usual; /* while a step is timed, the queue of all others; else NULL */
    cl_event event[VOL_CL_EVENTS];
    uint8_t stage_of[VOL_CL_EVENTS];
    uint32_t events, stage; /* stage: enum vol_cl_stage, of what is put into the queue */
    uint64_t timed_step;    /* when a step was last timed */
    uint64_t in_order;      /* steps since boids were brought to the device: then they lie nearly as they are sorted */
    double index_share;     /* of the time of a step */
    cl_int failed;          /* what OpenCL returned when it first failed; from then on the device is not used */
    vol_result result;      /* what that is to the host */
    /* what was found of the flocks, as read last: here, since a read may come to its end after another has failed */
    vol_device_found found[VOL_CL_FLOCKS_MOST];
} vol_cl_world;

static inline vol_cl_world *vol_cl_of(const vol_world *world) {
    return world->device;
}

static inline vol_cl_flock *vol_cl_flock_of(const vol_flock_data *flock) {
    return flock->store;
}

/* Bytes of four numbers in the world's precision. */
static inline size_t vol_cl_real4(const vol_world *world) {
    return 4 * vol_number_size(world);
}

/* --- memory.c ----------------------------------------------------------------------------------------------------- */

/* Has OpenCL failed, now or before? It is remembered, and what is asked of the device later does nothing. */
bool vol_cl_ok(vol_cl_world *w, cl_int result);

/* Memory for an array, at least `bytes`; what was in it is lost if it grows. False without. */
bool vol_cl_make(vol_cl_world *w, vol_cl_memory *memory, size_t bytes);
void vol_cl_free(vol_cl_world *w, vol_cl_memory *memory);

/* The same, filled with zeros; and brings a part of it to the host. */
bool vol_cl_make_zero(vol_cl_world *w, vol_cl_memory *memory, size_t bytes);
bool vol_cl_read(vol_cl_world *w, const vol_cl_memory *memory, size_t offset, size_t bytes, void *to);

/* Writes what has changed. */
bool vol_cl_write(vol_world *world, vol_cl_copy *copy, const void *bytes, size_t size);
void vol_cl_free_copy(vol_world *world, vol_cl_copy *copy);

/* Room for the slots of all flocks; `grown` (or NULL) will have `capacity` of them. What is on the device is kept. On
 * failure nothing has changed. */
bool vol_cl_lay_out(vol_world *world, vol_flock_data *grown, size_t capacity);

/* --- Programs and kernels ----------------------------------------------------------------------------------------- */

/* The program of a text with these options, compiled once; NULL if it fails. What has a model, the step alone, may be
 * fast: starts know by a NaN what is not given, and sorting leaves out what is infinite. */
vol_cl_program *vol_cl_program_of(vol_world *world, const char *path, const char *model, const char *options);

typedef struct vol_cl_argument {
    size_t bytes;
    const void *value;
} vol_cl_argument;

/* Stages of a step that are timed. */
enum vol_cl_stage { VOL_CL_INDEX, VOL_CL_MOVE, VOL_CL_STAGES };

#define VOL_CL_VALUE(value) \
    { sizeof(value), &(value) }
#define VOL_CL_ARRAY(w, which) VOL_CL_VALUE((w)->array[which].buffer)
#define VOL_CL_INPUT(w, which) VOL_CL_VALUE((w)->input[which].memory.buffer)

/* Puts a kernel into the queue: `items` work items at least, in groups of `group`. */
void vol_cl_run(vol_cl_world *w, vol_cl_program *program, const char *name, size_t items, size_t group,
                const vol_cl_argument *arguments, uint32_t count);
#define VOL_CL_RUN_IN(w, program, kernel, items, group, ...)                             \
    vol_cl_run(w, program, kernel, items, group, (const vol_cl_argument[]){__VA_ARGS__}, \
               sizeof((const vol_cl_argument[]){__VA_ARGS__}) / sizeof(vol_cl_argument))
#define VOL_CL_RUN(w, program, kernel, items, ...) VOL_CL_RUN_IN(w, program, kernel, items, VOL_GROUP, __VA_ARGS__)
/* The same where work items do not work together: few of them are spread over all of the device. */
#define VOL_CL_EACH(w, program, kernel, items, ...) \
    VOL_CL_RUN_IN(w, program, kernel, items, vol_cl_group(w, items), __VA_ARGS__)
size_t vol_cl_group(const vol_cl_world *w, size_t items);

/* Begins to time what is put into the queue, by stage, unless that was done a while ago; and ends it. */
bool vol_cl_time(vol_world *world);
void vol_cl_time_end(vol_world *world);

/* --- flocks.c ----------------------------------------------------------------------------------------------------- */

/* Brings the boids of all flocks to the host, and those of one flock to the device, where they are not. False if that
 * fails: then the host has what it had, of all flocks. */
bool vol_cl_fetch(vol_world *world);
bool vol_cl_send(vol_world *world, vol_flock_data *flock);

/* After the device has failed: the flocks are what the host last read, or made. */
void vol_cl_fall_back(vol_world *world);

extern const vol_backend vol_cl_backend;

/* --- sort.c ------------------------------------------------------------------------------------------------------- */

/* Before steps: how the flock will be sorted, and the room that all flocks need for it. */
void vol_cl_plan_sort(vol_world *world, vol_flock_data *flock);
bool vol_cl_make_sort_room(vol_world *world);

/* Puts the sorting of a flock into the queue, as number `at` of the steps there. */
void vol_cl_sort(vol_world *world, vol_flock_data *flock, uint32_t at);

/* Where boids have their ranks in cells, or links, for the step that is put into the queue now, or for the next. */
cl_mem vol_cl_ranks(const vol_cl_world *w, const vol_cl_flock *own, bool next);

/* --- backend.c, raster.c ------------------------------------------------------------------------------------------ */

vol_result vol_cl_open_world(vol_world *world, vol_error *error);
void vol_cl_close_world(vol_world *world);
vol_result vol_cl_raster_begin(vol_world *world, struct vol_raster *raster, uint32_t buffer);
vol_result vol_cl_raster_take(vol_world *world, struct vol_raster *raster, uint32_t buffer);

/* --- survey.c, nearby.c, work.c ----------------------------------------------------------------------------------- */

vol_work vol_cl_work(vol_world *world);
bool vol_cl_nearby(vol_world *world, uint32_t begin, uint32_t last, enum vol_nearby_pass pass, const vol_nearby *ask,
                   vol_nearby_found *found);
bool vol_cl_survey(vol_world *world, uint32_t begin, uint32_t end, const vol_survey *survey, const vol_surveyed *to);

/* --- step.c ------------------------------------------------------------------------------------------------------- */

vol_result vol_cl_step(vol_world *world, uint64_t most, uint64_t *made);

#endif
