/* Reads boids over time from a trajectory in HDF5, as `run -o FILE.h5` writes it: of each frame that is wanted the rows
 * of all flocks. */
#include "plot/boids.h"
#include "trajectory/h5.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITION, VELOCITY, ID, SETS };

/* A flock of the file; sets are negative where they could not be opened. */
typedef struct source {
    const char *name;
    hid_t set[SETS];
    hsize_t frames, width;
} source;

typedef struct reader {
    app_boids *boids;
    const app_plot_options *options;
    hid_t file;
    source *sources;
    size_t count;
    hsize_t frames;
    int64_t *steps;
    app_h5_reason reason;
} reader;

static bool damaged(const reader *r, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_WRONG, "%s: cannot be read%s%s", r->boids->name,
                         r->reason.text[0] != '\0' ? ": " : "", r->reason.text);
}

/* How large a dataset is; false: it has another rank. */
static bool extent(hid_t set, int rank, hsize_t size[3]) {
    hid_t space = set >= 0 ? H5Dget_space(set) : -1;
    bool right =
        space >= 0 && H5Sget_simple_extent_ndims(space) == rank && H5Sget_simple_extent_dims(space, size, NULL) == rank;
    if (space >= 0) {
        H5Sclose(space);
    }
    return right;
}

static hid_t open_set(const reader *r, const char *flock, const char *what) {
    char path[256];
    snprintf(path, sizeof path, "/particles/%.100s/%s/value", flock, what);
    return H5Dopen2(r->file, path, H5P_DEFAULT);
}

static bool open_source(reader *r, const char *name, source *s) {
    hsize_t place[3] = {0}, velocity[3] = {0}, id[3] = {0};
    *s = (source){.name = name, .set = {open_set(r, name, "position"), -1, -1}};
    s->set[VELOCITY] = open_set(r, name, "velocity");
    s->set[ID] = open_set(r, name, "id");
    if (!extent(s->set[POSITION], 3, place) || !extent(s->set[VELOCITY], 3, velocity) || !extent(s->set[ID], 2, id) ||
        (place[2] != 2 && place[2] != 3) || memcmp(place, velocity, sizeof place) != 0 || place[1] != id[1] ||
        place[0] != id[0] || (r->boids->dimensions != 0 && place[2] != (hsize_t)r->boids->dimensions)) {
        return false;
    }
    r->boids->dimensions = (int)place[2];
    s->frames = place[0];
    s->width = place[1];
    r->frames = s->frames > r->frames ? s->frames : r->frames;
    return true;
}

static bool open_sources(reader *r, app_fault *fault) {
    hid_t particles = H5Gopen2(r->file, "/particles", H5P_DEFAULT);
    H5G_info_t about = {0};
    if (particles < 0 || H5Gget_info(particles, &about) < 0) {
        return app_fault_set(
            fault, APP_EXIT_WRONG,
            "%s: this is HDF5 without /particles, so no trajectory; of a sweep the table as CSV can be "
            "drawn (volery sweep -o FILE.csv)",
            r->boids->name);
    }
    bool right = true;
    r->sources = vol_take((about.nlinks + 1) * sizeof *r->sources);
    for (hsize_t i = 0; i < about.nlinks && right; i++) {
        char name[128] = "";
        right = H5Lget_name_by_idx(particles, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name, H5P_DEFAULT) > 0;
        const char *wanted = r->options->flock;
        if (right && (wanted == NULL || strcmp(wanted, name) == 0)) {
            right = open_source(r, vol_arena_copy(&r->boids->arena, name, strlen(name)), &r->sources[r->count++]);
        }
    }
    H5Gclose(particles);
    return right || damaged(r, fault);
}

/* The steps of the frames, which are the same of all flocks; and the box, if the world has one that wraps. */
static bool read_steps(reader *r) {
    char path[256];
    hsize_t size[3] = {0};
    if (r->count == 0) {
        return true;
    }
    snprintf(path, sizeof path, "/particles/%.100s/position/step", r->sources->name);
    hid_t set = H5Dopen2(r->file, path, H5P_DEFAULT);
    bool right = extent(set, 1, size);
    r->frames = size[0] < r->frames ? size[0] : r->frames;
    r->steps = vol_take((size[0] + 1) * sizeof *r->steps);
    right = right && H5Dread(set, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, r->steps) >= 0;
    if (set >= 0) {
        H5Dclose(set);
    }
    return right;
}

/* One row of a dataset, as numbers of another type. */
static bool read_row(hid_t set, int rank, hsize_t frame, hsize_t width, hsize_t depth, hid_t type, void *cells) {
    const hsize_t from[3] = {frame, 0, 0}, size[3] = {1, width, depth};
    hid_t space = H5Dget_space(set);
    hid_t memory = H5Screate_simple(rank, size, NULL);
    bool right = H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, size, NULL) >= 0 &&
                 H5Dread(set, type, memory, space, H5P_DEFAULT, cells) >= 0;
    H5Sclose(memory);
    H5Sclose(space);
    return right;
}

static bool read_frame(reader *r, const source *s, hsize_t frame) {
    app_boids *b = r->boids;
    hsize_t depth = (hsize_t)b->dimensions;
    if (frame >= s->frames || s->width == 0) {
        return true;
    }
    int64_t *id = vol_take(s->width * sizeof *id);
    double *place = vol_take(s->width * depth * sizeof *place);
    double *velocity = vol_take(s->width * depth * sizeof *velocity);
    bool right = read_row(s->set[ID], 2, frame, s->width, 1, H5T_NATIVE_INT64, id) &&
                 read_row(s->set[POSITION], 3, frame, s->width, depth, H5T_NATIVE_DOUBLE, place) &&
                 read_row(s->set[VELOCITY], 3, frame, s->width, depth, H5T_NATIVE_DOUBLE, velocity);
    for (hsize_t i = 0; i < s->width && right; i++) {
        if (id[i] >= 0 && id[i] <= UINT32_MAX) { /* else there is no boid */
            app_boids_add(b, (double)r->steps[frame], s->name, (uint32_t)id[i], place + i * depth,
                          velocity + i * depth);
        }
    }
    free(velocity);
    free(place);
    free(id);
    return right;
}

static bool read_all(reader *r, app_fault *fault) {
    if (!open_sources(r, fault)) {
        return false;
    }
    bool right = read_steps(r);
    for (hsize_t frame = 0; frame < r->frames && right; frame++) {
        bool wanted = r->steps[frame] >= 0 && app_boids_step_wanted(r->options, (uint64_t)r->steps[frame]);
        for (size_t i = 0; i < r->count && right && wanted; i++) {
            right = read_frame(r, &r->sources[i], frame);
        }
    }
    return right ? app_boids_check_some(r->boids, r->options, fault) : damaged(r, fault);
}

bool app_boids_from_h5(app_boids *boids, const char *path, const app_plot_options *options, app_fault *fault) {
    *boids = (app_boids){.name = path, .y_down = true, .has_velocities = true};
    reader r = {.boids = boids, .options = options};
    app_h5_begin();
    app_h5_listen(&r.reason);
    r.file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    bool right = r.file >= 0 ? read_all(&r, fault) : damaged(&r, fault);
    for (size_t i = 0; i < r.count; i++) {
        for (int k = 0; k < SETS; k++) {
            if (r.sources[i].set[k] >= 0) {
                H5Dclose(r.sources[i].set[k]);
            }
        }
    }
    if (r.file >= 0) {
        H5Fclose(r.file);
    }
    free(r.sources);
    free(r.steps);
    return right;
}
