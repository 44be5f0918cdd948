/* Recordings as extended XYZ, which OVITO and ASE open: for each step the number of boids, a line that says what the
 * columns are and what the box is, and one line a boid. Flat worlds lie at z = 0. */
#include "common/arena.h"
#include "common/format_number.h"
#include "trajectory/trajectory.h"

#include <stdlib.h>
#include <string.h>

typedef struct xyz {
    app_sink sink;
    const vol_scene *scene;
} xyz;

static bool xyz_open(void **writer, app_output *output, const vol_scene *scene, const app_place *from,
                     app_fault *fault) {
    xyz *w = vol_take(sizeof *w);
    w->scene = scene;
    if (!app_sink_open(&w->sink, output, from, fault)) {
        free(w);
        return false;
    }
    *writer = w;
    return true;
}

static void put_words(app_sink *sink, const char *words) {
    app_sink_put(sink, words, strlen(words));
}

static void put_double(app_sink *sink, double number) {
    char digits[VOL_NUMBER_SIZE];
    app_sink_put(sink, digits, vol_format_double(digits, number));
}

/* The two lines before the boids. */
static void put_head(app_sink *sink, const app_frame *frame, bool fast) {
    size_t count = 0;
    for (size_t f = 0; f < frame->flock_count; f++) {
        count += frame->flocks[f].count;
    }
    app_sink_put_whole(sink, count);
    put_words(sink, "\nLattice=\"");
    bool flat = frame->world.dimensions == 2;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            put_words(sink, row + column > 0 ? " " : "");
            put_double(sink, row != column ? 0 : row == 2 && flat ? 1 : frame->world.size[row]);
        }
    }
    const double *begin = frame->world.origin;
    if (begin[0] != 0 || begin[1] != 0 || begin[2] != 0) { /* ASE and OVITO take 0 where nothing is said */
        put_words(sink, "\" Origin=\"");
        for (int axis = 0; axis < 3; axis++) {
            put_words(sink, axis > 0 ? " " : "");
            put_double(sink, begin[axis]);
        }
    }
    put_words(sink, "\" Properties=species:S:1:id:I:1:pos:R:3:vel:R:3 Time=");
    put_double(sink, frame->time);
    put_words(sink, " Step=");
    app_sink_put_whole(sink, frame->step);
    put_words(sink, fast ? " fast=T" : "");
    bool wraps = frame->world.boundary == VOL_BOUNDARY_WRAP;
    put_words(sink, wraps && flat ? " pbc=\"T T F\"\n" : wraps ? " pbc=\"T T T\"\n" : " pbc=\"F F F\"\n");
}

static bool xyz_frame(void *writer, const app_frame *frame, app_fault *fault) {
    xyz *w = writer;
    app_sink *sink = &w->sink;
    if (!app_sink_room(sink, fault)) {
        return false;
    }
    put_head(sink, frame, w->scene->world.fast);
    for (size_t f = 0; f < frame->flock_count; f++) {
        const app_frame_flock *flock = &frame->flocks[f];
        for (size_t i = 0; i < flock->count; i++) {
            if (!app_sink_room(sink, fault)) {
                return false;
            }
            put_words(sink, w->scene->flocks[f].name);
            app_sink_put_char(sink, ' ');
            app_sink_put_whole(sink, flock->id[i]);
            for (int k = 0; k < 6; k++) {
                const void *array = k < 3 ? flock->position[k] : flock->velocity[k - 3];
                app_sink_put_char(sink, ' ');
                if (array != NULL) {
                    app_sink_put_real(sink, frame, array, i);
                } else {
                    app_sink_put_char(sink, '0');
                }
            }
            app_sink_put_char(sink, '\n');
        }
    }
    return true;
}

static bool xyz_flush(void *writer, app_fault *fault) {
    return app_sink_flush(&((xyz *)writer)->sink, fault);
}

static bool xyz_place(void *writer, app_place *place, app_fault *fault) {
    return app_sink_place(&((xyz *)writer)->sink, place, fault);
}

static bool xyz_close(void *writer, app_fault *fault) {
    bool right = app_sink_close(&((xyz *)writer)->sink, fault);
    free(writer);
    return right;
}

const app_trajectory_format app_trajectory_xyz = {".xyz",    "extended XYZ", xyz_open, xyz_frame,
                                                  xyz_flush, xyz_place,      xyz_close};
