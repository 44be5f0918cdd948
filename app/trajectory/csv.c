/* Recordings as CSV: step,flock,id,x,y,vx,vy, one line a boid in flock and id order. */
#include "common/arena.h"
#include "trajectory/trajectory.h"

#include <stdlib.h>
#include <string.h>

typedef struct csv {
    app_sink sink;
    const vol_scene *scene;
} csv;

static bool csv_open(void **writer, app_output *output, const vol_scene *scene, const app_place *from,
                     app_fault *fault) {
    csv *w = vol_take(sizeof *w);
    w->scene = scene;
    if (!app_sink_open(&w->sink, output, from, fault)) {
        free(w);
        return false;
    }
    const char *header = scene->world.dimensions == 2 ? "step,flock,id,x,y,vx,vy\n" : "step,flock,id,x,y,z,vx,vy,vz\n";
    app_sink_put(&w->sink, header, app_place_is_set(from) ? 0 : strlen(header));
    *writer = w;
    return true;
}

static bool csv_frame(void *writer, const app_frame *frame, app_fault *fault) {
    csv *w = writer;
    app_sink *sink = &w->sink;
    int dimensions = frame->world.dimensions;
    for (size_t f = 0; f < frame->flock_count; f++) {
        const app_frame_flock *flock = &frame->flocks[f];
        const char *name = w->scene->flocks[f].name;
        size_t name_length = strlen(name);
        for (size_t i = 0; i < flock->count; i++) {
            if (!app_sink_room(sink, fault)) {
                return false;
            }
            app_sink_put_whole(sink, frame->step);
            app_sink_put_char(sink, ',');
            app_sink_put(sink, name, name_length);
            app_sink_put_char(sink, ',');
            app_sink_put_whole(sink, flock->id[i]);
            for (int k = 0; k < 2 * dimensions; k++) {
                app_sink_put_char(sink, ',');
                app_sink_put_real(sink, frame, k < dimensions ? flock->position[k] : flock->velocity[k - dimensions],
                                  i);
            }
            app_sink_put_char(sink, '\n');
        }
    }
    return true;
}

static bool csv_flush(void *writer, app_fault *fault) {
    return app_sink_flush(&((csv *)writer)->sink, fault);
}

static bool csv_place(void *writer, app_place *place, app_fault *fault) {
    return app_sink_place(&((csv *)writer)->sink, place, fault);
}

static bool csv_close(void *writer, app_fault *fault) {
    bool right = app_sink_close(&((csv *)writer)->sink, fault);
    free(writer);
    return right;
}

const app_trajectory_format app_trajectory_csv = {".csv",    "a table", csv_open, csv_frame,
                                                  csv_flush, csv_place, csv_close};
