/* Recordings as H5MD 1.1, which h5py, MDAnalysis and others read:
 *
 *   /h5md                         version [1, 1], author, creator
 *   /particles/FLOCK/box          dimension, boundary, where the world does not begin at 0 its offset; edges
 *   /particles/FLOCK/position     velocity, id
 *   /observables/FLOCK/...        polarisation, mean_speed; itself the first of them
 *   /parameters                   scene, seed, version; of runs with --fast also fast, the device's name
 *
 * Each of edges, position, velocity, id, polarisation and mean_speed has step, time and value, and a row a frame; step
 * and time are the same datasets everywhere. Rows of boids are in id order and as wide as the largest flock so far;
 * what is beyond the boids of a frame is not a number, its id -1. The file is in the library's oldest format, and
 * flushed every second, so one that a killed process leaves can be read up to there. In a run with checkpoints it is
 * closed and opened again at each of them instead: a run that goes on from there makes the same bytes. */
#include "trajectory/h5.h"
#include "cluster/cluster.h"
#include "common/arena.h"
#include "record/block.h"
#include "trajectory/h5_image.h"
#include "trajectory/trajectory.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CHUNK_BYTES = 512 * 1024, /* frames of few boids share a chunk up to this */
    MOST_WIDTH = 1 << 22,     /* boids in a chunk at most */
    MOST_BATCH = 256          /* frames that are written together at most */
};

typedef enum column { EDGES, POSITION, VELOCITY, ID, POLARISATION, MEAN_SPEED, COLUMNS } column;

typedef struct h5_flock {
    app_h5_table columns[COLUMNS];
    hsize_t width; /* boids that have room in a row */
} h5_flock;

typedef struct h5 {
    const char *name;
    const app_output *output;
    const vol_scene *scene;
    hid_t file;
    bool shared;      /* all ranks write it: what changes the file itself they do together, cells each for itself */
    int descriptor;   /* of the file, on the first rank */
    hsize_t reserved; /* bytes there */
    const char *path;
    bool placed; /* there are checkpoints: nothing depends on the time that passes, and the first rank writes alone */
    app_place last; /* of them */
    app_h5_table step, time;
    h5_flock *flocks;
    hsize_t frames;  /* in the file */
    hsize_t waiting; /* in memory */
    hsize_t batch;
    app_h5_reason reason;
} h5;

static bool failed(const h5 *w, const char *what, app_fault *fault) {
    H5Eclear2(H5E_DEFAULT); /* else what the library keeps of it is lost with the thread */
    return app_fault_set(fault, APP_EXIT_FAILED, "%s: %s: %s", w->name, what,
                         w->reason.text[0] != '\0' ? w->reason.text : "the HDF5 library failed");
}

static hid_t real_type(const vol_scene *scene) {
    return scene->world.precision == VOL_PRECISION_DOUBLE ? H5T_NATIVE_DOUBLE : H5T_NATIVE_FLOAT;
}

/* The frames that are written together fill a chunk. */
static void choose_sizes(h5 *w) {
    size_t largest = 1;
    for (size_t i = 0; i < w->scene->flock_count; i++) {
        size_t count = w->scene->flocks[i].def.count;
        largest = count > largest ? count : largest;
    }
    size_t bytes = largest * (size_t)w->scene->world.dimensions * H5Tget_size(real_type(w->scene));
    w->batch = bytes > CHUNK_BYTES ? 1 : CHUNK_BYTES / bytes > MOST_BATCH ? MOST_BATCH : CHUNK_BYTES / bytes;
}

static hsize_t chunk_width(hsize_t count) {
    return count < 1 ? 1 : count > MOST_WIDTH ? MOST_WIDTH : count;
}

/* `step` and `time` of an element are those of the file. */
static bool link_times(const h5 *w, hid_t owner, const char *name) {
    hid_t group = H5Gopen2(owner, name, H5P_DEFAULT);
    bool right = group >= 0 &&
                 H5Lcreate_hard(w->file, "/parameters/step", group, "step", H5P_DEFAULT, H5P_DEFAULT) >= 0 &&
                 H5Lcreate_hard(w->file, "/parameters/time", group, "time", H5P_DEFAULT, H5P_DEFAULT) >= 0;
    H5Gclose(group);
    return right;
}

/* The group of a flock's observables is itself one, its polarisation: MDAnalysis takes all of /observables for
 * elements, and refuses files with groups of them, which H5MD allows. */
static bool link_first(const h5 *w, hid_t observables, const char *name) {
    hid_t group = H5Gopen2(observables, name, H5P_DEFAULT);
    bool right =
        group >= 0 && H5Lcreate_hard(group, "polarisation/value", group, "value", H5P_DEFAULT, H5P_DEFAULT) >= 0;
    H5Gclose(group);
    return right && link_times(w, observables, name);
}

/* What a table is like, and its chunks: `first` is the flock's width when the file was made. */
static app_h5_table describe(const h5 *w, const h5_flock *flock, column which, hsize_t first, hsize_t *batch,
                             hsize_t *width) {
    hsize_t d = (hsize_t)w->scene->world.dimensions;
    *batch = which == POSITION || which == VELOCITY || which == ID ? w->batch : MOST_BATCH;
    *width = which == EDGES ? d : chunk_width(first);
    if (which == EDGES) {
        return (app_h5_table){.type = H5T_NATIVE_DOUBLE, .rank = 2, .size = {0, d, 0}};
    }
    if (which == POSITION || which == VELOCITY) {
        return (app_h5_table){.type = real_type(w->scene), .rank = 3, .size = {0, flock->width, d}};
    }
    if (which == ID) {
        return (app_h5_table){.type = H5T_NATIVE_INT32, .rank = 2, .size = {0, flock->width, 0}};
    }
    return (app_h5_table){.type = H5T_NATIVE_DOUBLE, .rank = 1};
}

/* One element of a flock: its group, value, step and time. */
static bool make_column(const h5 *w, h5_flock *flock, column which, hid_t owner, const char *name) {
    static const float no_float = NAN;
    static const double no_double = NAN;
    static const int32_t no_id = -1;
    hsize_t batch = 0, width = 0;
    app_h5_table *table = &flock->columns[which];
    *table = describe(w, flock, which, flock->width, &batch, &width);
    const void *fill = &no_double;
    if (which == ID) {
        fill = &no_id;
    } else if (table->rank == 3 && w->scene->world.precision != VOL_PRECISION_DOUBLE) {
        fill = &no_float;
    }
    return app_h5_table_make(table, owner, name, batch, width, fill) && link_times(w, owner, name);
}

static bool make_flock(const h5 *w, h5_flock *flock, const vol_scene_flock *like) {
    const vol_world_def *world = &w->scene->world;
    const bool elsewhere = world->origin[0] != 0 || world->origin[1] != 0 || world->origin[2] != 0;
    flock->width = like->def.count;
    hid_t particles = H5Gopen2(w->file, "/particles", H5P_DEFAULT);
    hid_t observables = H5Gopen2(w->file, "/observables", H5P_DEFAULT);
    hid_t group = app_h5_group(particles, like->name);
    hid_t box = app_h5_group(group, "box");
    hid_t seen = app_h5_group(observables, like->name);
    bool right = app_h5_whole_attribute(box, "dimension", &world->dimensions, 1) &&
                 app_h5_texts_attribute(box, "boundary", world->boundary == VOL_BOUNDARY_WRAP ? "periodic" : "none",
                                        world->dimensions) &&
                 (!elsewhere || app_h5_reals_attribute(box, "offset", world->origin, world->dimensions)) &&
                 make_column(w, flock, EDGES, box, "edges") && make_column(w, flock, POSITION, group, "position") &&
                 make_column(w, flock, VELOCITY, group, "velocity") && make_column(w, flock, ID, group, "id") &&
                 make_column(w, flock, POLARISATION, seen, "polarisation") &&
                 make_column(w, flock, MEAN_SPEED, seen, "mean_speed") && link_first(w, observables, like->name);
    H5Gclose(seen);
    H5Gclose(box);
    H5Gclose(group);
    H5Gclose(observables);
    H5Gclose(particles);
    return right;
}

static bool make_all(h5 *w) {
    static const int64_t no_step = -1;
    static const double no_time = NAN;
    char person[64] = "unknown";
    if (getenv("USER") != NULL) {
        snprintf(person, sizeof person, "%s", getenv("USER"));
    }
    if (w->shared) {
        app_cluster_spread(0, person, sizeof person); /* ranks that make a file together must make the same */
    }
    if (!app_h5_write_about(w->file, w->scene, person)) {
        return false;
    }
    H5Gclose(app_h5_group(w->file, "particles"));
    H5Gclose(app_h5_group(w->file, "observables"));
    hid_t home = H5Gopen2(w->file, "/parameters", H5P_DEFAULT);
    w->step = (app_h5_table){.type = H5T_NATIVE_INT64, .rank = 1};
    w->time = (app_h5_table){.type = H5T_NATIVE_DOUBLE, .rank = 1};
    bool right = home >= 0 && app_h5_table_make_plain(&w->step, home, "step", MOST_BATCH, 0, &no_step) &&
                 app_h5_table_make_plain(&w->time, home, "time", MOST_BATCH, 0, &no_time);
    for (size_t i = 0; i < w->scene->flock_count && right; i++) {
        right = make_flock(w, &w->flocks[i], &w->scene->flocks[i]);
    }
    /* The group was only needed as a target for the links. */
    right = right && H5Ldelete(home, "step", H5P_DEFAULT) >= 0 && H5Ldelete(home, "time", H5P_DEFAULT) >= 0;
    H5Gclose(home);
    return right && H5Fflush(w->file, H5F_SCOPE_LOCAL) >= 0;
}

static void release(h5 *w) {
    app_h5_table_release(&w->step);
    app_h5_table_release(&w->time);
    for (size_t i = 0; i < w->scene->flock_count; i++) {
        for (int c = 0; c < COLUMNS; c++) {
            app_h5_table_release(&w->flocks[i].columns[c]);
        }
    }
    app_place_release(&w->last);
    free(w->flocks);
    free(w);
}

/* How the library shall treat the file: no more memory for its index than a few megabytes, however long the run is. */
static hid_t file_plan(bool shared) {
    hid_t plan = H5Pcreate(H5P_FILE_ACCESS);
    H5AC_cache_config_t cache = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};
    H5Pset_fclose_degree(plan, H5F_CLOSE_STRONG);
    if (H5Pget_mdc_config(plan, &cache) >= 0) {
        cache.set_initial_size = true;
        cache.initial_size = cache.min_size = cache.max_size = (size_t)1 << 20;
        H5Pset_mdc_config(plan, &cache);
    }
    if (shared && !app_cluster_share_h5(plan)) {
        H5Pclose(plan);
        return -1;
    }
    return plan;
}

static bool open_again(h5 *w) {
    hid_t plan = file_plan(false);
    w->file = H5Fopen(w->output->path, H5F_ACC_RDWR, plan);
    H5Pclose(plan);
    return w->file >= 0;
}

/* Where the values of a column are. */
static void column_path(const h5 *w, size_t flock, column which, vol_text *path) {
    static const char *const names[COLUMNS] = {"box/edges", "position", "velocity", "id", "polarisation", "mean_speed"};
    path->length = 0;
    vol_text_print(path, "/%s/%s/%s/value", which == POLARISATION || which == MEAN_SPEED ? "observables" : "particles",
                   w->scene->flocks[flock].name, names[which]);
}

/* Opens all tables in a file that was opened again; `anew`: they are not known yet. */
static bool open_tables(h5 *w, bool anew) {
    vol_text path = {0};
    bool right = true;
    for (size_t i = 0; i < w->scene->flock_count; i++) {
        for (int c = 0; c < COLUMNS && right; c++) {
            app_h5_table *table = &w->flocks[i].columns[c];
            hsize_t batch = 0, width = 0;
            column_path(w, i, (column)c, &path);
            if (anew) {
                *table = describe(w, &w->flocks[i], (column)c, w->scene->flocks[i].def.count, &batch, &width);
            }
            right = anew ? app_h5_table_open(table, w->file, path.data, batch, width)
                         : app_h5_table_reopen(table, w->file, path.data);
        }
    }
    app_h5_table *const times[] = {&w->step, &w->time};
    for (int i = 0; i < 2 && right; i++) { /* those of every element: here of the first flock's positions */
        path.length = 0;
        vol_text_print(&path, "/particles/%s/position/%s", w->scene->flocks[0].name, i == 0 ? "step" : "time");
        if (anew) {
            *times[i] = (app_h5_table){.type = i == 0 ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE, .rank = 1};
        }
        right = anew ? app_h5_table_open(times[i], w->file, path.data, MOST_BATCH, 0)
                     : app_h5_table_reopen(times[i], w->file, path.data);
    }
    vol_text_release(&path);
    return right;
}

/* A place keeps how many frames there are, how wide each flock is, and behind these the image of the file. */
static size_t head_bytes(const h5 *w) {
    return 8 * (1 + w->scene->flock_count);
}

static void keep_place(h5 *w, const app_place *place) {
    w->last.bytes = place->bytes;
    w->last.own.length = 0;
    vol_text_add(&w->last.own, place->own.data, place->own.length);
}

static bool go_on(h5 *w, app_output *output, const app_place *from, app_fault *fault) {
    const unsigned char *own = (const unsigned char *)vol_text_read(&from->own);
    const size_t head = head_bytes(w);
    if (from->own.length < head) {
        return app_fault_set(fault, APP_EXIT_WRONG, "%s: the checkpoint does not say how to go on with it", w->name);
    }
    w->frames = app_get_number(own, 8);
    for (size_t i = 0; i < w->scene->flock_count; i++) {
        w->flocks[i].width = app_get_number(own + 8 * (1 + i), 8);
    }
    if (!app_place_go_on(from, output, fault)) {
        return false;
    }
    if (!app_h5_image_put(&from->own, head, output->file)) {
        return app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be written: %s", w->name, strerror(errno));
    }
    keep_place(w, from);
    return (open_again(w) && open_tables(w, true)) || failed(w, "cannot be gone on with", fault);
}

static bool make_file(h5 *w, app_output *output, app_fault *fault) {
    if (!app_output_begin(output, fault)) {
        return false;
    }
    w->descriptor = output->file;
    hid_t plan = file_plan(w->shared);
    w->file = H5Fcreate(output->path, H5F_ACC_TRUNC, H5P_DEFAULT, plan);
    H5Pclose(plan);
    return w->file >= 0 ? make_all(w) || failed(w, "cannot be written", fault)
                        : failed(w, "cannot be opened for writing", fault);
}

static bool h5_open(void **writer, app_output *output, const vol_scene *scene, const app_place *from,
                    app_fault *fault) {
    if (output->waits) {
        return app_fault_set(fault, APP_EXIT_FAILED, "%s: HDF5 cannot be written to a pipe", output->name);
    }
    app_h5_begin();
    h5 *w = vol_take(sizeof *w);
    *w = (h5){.name = output->name,
              .output = output,
              .scene = scene,
              .file = -1,
              .placed = from != NULL,
              .shared = output->shared,
              .path = output->path};
    app_h5_listen(&w->reason);
    size_t bytes = scene->flock_count * sizeof *w->flocks;
    w->flocks = memset(vol_take(bytes), 0, bytes);
    choose_sizes(w);
    bool goes_on = from != NULL && app_place_is_set(from);
    if (!(goes_on ? go_on(w, output, from, fault) : make_file(w, output, fault))) {
        if (w->file >= 0) {
            H5Fclose(w->file);
        }
        release(w);
        return false;
    }
    *writer = w;
    return true;
}

static bool write_table(const h5 *w, app_h5_table *table) {
    table->part = app_cluster_rank();
    table->parts = w->shared ? app_cluster_size() : 0;
    return app_h5_table_write(table, w->frames, w->waiting);
}

/* Room on the disk for the frames in memory. Ranks that write together cannot end together when a disk is full, so the
 * first one takes the room before any of them writes; where a disk knows no such thing, that is no fault. */
static bool reserve(h5 *w, app_fault *fault) {
    hsize_t bytes = 0;
    for (size_t i = 0; i < w->scene->flock_count; i++) {
        for (int c = 0; c < COLUMNS; c++) {
            bytes += app_h5_table_room(&w->flocks[i].columns[c], w->frames, w->waiting);
        }
    }
    w->reserved += bytes + bytes / 32 + (w->reserved == 0 ? 1 << 20 : 0); /* and for the file's own index */
    int code = posix_fallocate(w->descriptor, 0, (off_t)w->reserved); /* all of it: flushing cuts off what is free */
    return (code != ENOSPC && code != EDQUOT && code != EFBIG) ||
           app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be written: %s", w->name, strerror(code));
}

/* Writes the frames in memory. */
static bool write_out(h5 *w, app_fault *fault) {
    if (w->waiting == 0) {
        return true;
    }
    if (w->shared && !app_cluster_agree(!app_cluster_first() || reserve(w, fault), fault)) {
        w->waiting = 0;
        return false;
    }
    bool right = true;
    for (size_t i = 0; i < w->scene->flock_count && right; i++) {
        for (int c = 0; c < COLUMNS && right; c++) {
            right = write_table(w, &w->flocks[i].columns[c]);
        }
    }
    right = right && write_table(w, &w->step) && write_table(w, &w->time);
    w->frames += w->waiting;
    w->waiting = 0;
    return right || failed(w, "cannot be written", fault);
}

/* The vectors of a row, axes side by side, and nothing behind them. */
static void put_vectors(app_h5_table *table, hsize_t row, void *const *from, size_t count, int dimensions) {
    size_t d = (size_t)dimensions;
    size_t cells = (size_t)table->size[1] * d;
    if (table->type == H5T_NATIVE_DOUBLE) {
        double *to = app_h5_table_row(table, row);
        for (size_t axis = 0; axis < d; axis++) {
            for (size_t i = 0; i < count; i++) {
                to[i * d + axis] = ((const double *)from[axis])[i];
            }
        }
        for (size_t i = count * d; i < cells; i++) {
            to[i] = NAN;
        }
    } else {
        float *to = app_h5_table_row(table, row);
        for (size_t axis = 0; axis < d; axis++) {
            for (size_t i = 0; i < count; i++) {
                to[i * d + axis] = ((const float *)from[axis])[i];
            }
        }
        for (size_t i = count * d; i < cells; i++) {
            to[i] = (float)NAN;
        }
    }
}

static double velocity(const app_frame *frame, const app_frame_flock *flock, int axis, size_t i) {
    return frame->world.precision == VOL_PRECISION_DOUBLE ? ((const double *)flock->velocity[axis])[i]
                                                          : (double)((const float *)flock->velocity[axis])[i];
}

/* Sums over the boids i, i + LANES, i + 2 LANES, ... each on its own: an order that is fixed, and quick. */
enum { LANES = 8 };

typedef struct sums {
    double direction[3][LANES], speed[LANES];
} sums;

static void add_boid(sums *s, int lane, double x, double y, double z) {
    double speed = sqrt(x * x + y * y + z * z);
    double unit = 1 / (speed + 1e-300); /* a boid at rest has no direction, and needs no branch */
    s->speed[lane] += speed;
    s->direction[0][lane] += x * unit;
    s->direction[1][lane] += y * unit;
    s->direction[2][lane] += z * unit;
}

static sums add_boids(const app_frame *frame, const app_frame_flock *flock) {
    sums s = {0};
    bool flat = frame->world.dimensions == 2;
    size_t even = flock->count / LANES * LANES;
    const float *x = flock->velocity[0];
    const float *y = flock->velocity[1];
    bool quick = flat && frame->world.precision == VOL_PRECISION_SINGLE;
    for (size_t i = 0; quick && i < even; i += LANES) {
        for (int lane = 0; lane < LANES; lane++) {
            add_boid(&s, lane, (double)x[i + (size_t)lane], (double)y[i + (size_t)lane], 0);
        }
    }
    for (size_t i = quick ? even : 0; i < flock->count; i++) {
        add_boid(&s, (int)(i % LANES), velocity(frame, flock, 0, i), velocity(frame, flock, 1, i),
                 flat ? 0 : velocity(frame, flock, 2, i));
    }
    return s;
}

/* How much all fly one way, from 0 to 1: the length of the mean direction; and the mean speed. */
static void put_observables(h5_flock *to, hsize_t row, const app_frame *frame, const app_frame_flock *flock) {
    sums s = add_boids(frame, flock);
    double direction[3] = {0, 0, 0};
    double speed = 0;
    for (int lane = 0; lane < LANES; lane++) {
        speed += s.speed[lane];
        for (int axis = 0; axis < 3; axis++) {
            direction[axis] += s.direction[axis][lane];
        }
    }
    double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    double count = (double)flock->count;
    *(double *)app_h5_table_row(&to->columns[POLARISATION], row) = flock->count > 0 ? length / count : NAN;
    *(double *)app_h5_table_row(&to->columns[MEAN_SPEED], row) = flock->count > 0 ? speed / count : NAN;
}

static void put_flock(h5_flock *to, hsize_t row, const app_frame *frame, const app_frame_flock *flock) {
    int d = frame->world.dimensions;
    memcpy(app_h5_table_row(&to->columns[EDGES], row), frame->world.size, (size_t)d * sizeof(double));
    put_vectors(&to->columns[POSITION], row, flock->position, flock->count, d);
    put_vectors(&to->columns[VELOCITY], row, flock->velocity, flock->count, d);
    int32_t *ids = app_h5_table_row(&to->columns[ID], row);
    for (size_t i = 0; i < to->width; i++) {
        ids[i] = i < flock->count ? (int32_t)flock->id[i] : -1;
    }
    put_observables(to, row, frame, flock);
}

/* A flock that has grown gets wider rows. */
static bool make_room(h5 *w, h5_flock *flock, hsize_t count, app_fault *fault) {
    if (count <= flock->width) {
        return true;
    }
    if (!write_out(w, fault)) {
        return false;
    }
    flock->width = count;
    app_h5_table_widen(&flock->columns[POSITION], count, w->batch);
    app_h5_table_widen(&flock->columns[VELOCITY], count, w->batch);
    app_h5_table_widen(&flock->columns[ID], count, w->batch);
    return true;
}

static bool h5_frame(void *writer, const app_frame *frame, app_fault *fault) {
    h5 *w = writer;
    app_h5_listen(&w->reason); /* the library keeps this for each thread */
    for (size_t i = 0; i < frame->flock_count; i++) {
        if (!make_room(w, &w->flocks[i], frame->flocks[i].count, fault)) {
            return false;
        }
    }
    for (size_t i = 0; i < frame->flock_count; i++) {
        put_flock(&w->flocks[i], w->waiting, frame, &frame->flocks[i]);
    }
    *(int64_t *)app_h5_table_row(&w->step, w->waiting) = (int64_t)frame->step;
    *(double *)app_h5_table_row(&w->time, w->waiting) = frame->time;
    w->waiting++;
    /* Up to the end of a chunk, also when a flush left it half full. */
    return (w->frames + w->waiting) % w->batch != 0 || write_out(w, fault);
}

static bool flush(h5 *w, app_fault *fault) {
    return write_out(w, fault) && (H5Fflush(w->file, H5F_SCOPE_LOCAL) >= 0 || failed(w, "cannot be written", fault));
}

static bool h5_flush(void *writer, app_fault *fault) {
    h5 *w = writer;
    return w->placed || flush(w, fault);
}

/* Which parts of the file are cells. */
static bool find_cells(const h5 *w, app_h5_cells *cells) {
    bool right = app_h5_cells_add(cells, &w->step, w->frames) && app_h5_cells_add(cells, &w->time, w->frames);
    for (size_t i = 0; i < w->scene->flock_count; i++) {
        for (int c = 0; c < COLUMNS && right; c++) {
            right = app_h5_cells_add(cells, &w->flocks[i].columns[c], w->frames);
        }
    }
    return right;
}

static bool h5_place(void *writer, app_place *place, app_fault *fault) {
    h5 *w = writer;
    app_h5_cells cells = {0};
    app_h5_listen(&w->reason); /* this is another thread than the one that writes */
    bool right = flush(w, fault) && (find_cells(w, &cells) || failed(w, "cannot be read", fault));
    if (right) {
        right = H5Fclose(w->file) >= 0 || failed(w, "cannot be closed", fault);
        w->file = -1;
    }
    place->own.length = 0;
    app_put_number(&place->own, w->frames, 8);
    for (size_t i = 0; i < w->scene->flock_count; i++) {
        app_put_number(&place->own, w->flocks[i].width, 8);
    }
    if (right && !app_h5_image_take(&place->own, &cells, w->output->path, &place->bytes)) {
        right = app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be read: %s", w->name, strerror(errno));
    }
    app_h5_cells_release(&cells);
    if (right) {
        keep_place(w, place);
    }
    return right && app_place_sync(w->output, fault) &&
           ((open_again(w) && open_tables(w, false)) || failed(w, "cannot be gone on with", fault));
}

/* A full disk leaves an index of what is not there: the file becomes what it was at the last checkpoint. If that cannot
 * be either, it was told already that the file cannot be written. */
static void go_back(h5 *w) {
    if (app_place_is_set(&w->last) && ftruncate(w->output->file, (off_t)w->last.bytes) == 0) {
        app_h5_image_put(&w->last.own, head_bytes(w), w->output->file);
    }
}

/* Gives back what was reserved and not used: a process that closes a file alone cuts that off. */
static void trim(const h5 *w) {
    hid_t plan = file_plan(false);
    hid_t file = w->shared && app_cluster_first() ? H5Fopen(w->path, H5F_ACC_RDWR, plan) : -1;
    H5Pclose(plan);
    if (file >= 0) {
        H5Fclose(file);
    }
}

static bool h5_close(void *writer, app_fault *fault) {
    h5 *w = writer;
    bool right = w->file < 0 || flush(w, fault); /* closed: it was told why */
    bool closed = w->file < 0 || H5Fclose(w->file) >= 0;
    if (right && !closed) {
        right = failed(w, "cannot be closed", fault);
    }
    if (!right || w->reason.text[0] != '\0') {
        go_back(w);
    } else if (closed) {
        trim(w);
    }
    release(w);
    return right;
}

const app_trajectory_format app_trajectory_h5 = {".h5", "H5MD", h5_open, h5_frame, h5_flush, h5_place, h5_close};
