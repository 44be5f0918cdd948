/* Recordings of boids. `run` opens a trajectory, hands it the world at each step that is to be recorded, and closes it;
 * the format goes by the file's name. A format sees frames: copies in id order that stay as they are while the world
 * goes on. One thread behind a short queue writes them, so a step waits only for a copy as long as the disk keeps
 * up. */
#ifndef VOLERY_APP_TRAJECTORY_TRAJECTORY_H
#define VOLERY_APP_TRAJECTORY_TRAJECTORY_H

#include "record/place.h"
#include "util/fault.h"
#include "util/output.h"
#include <volery/scene.h>

/* One flock in a frame. The arrays hold floats or doubles, by the precision of the world. */
typedef struct app_frame_flock {
    size_t count, room;
    uint32_t *id;
    void *position[3];
    void *velocity[3];
    uint32_t *order; /* for sorting */
    size_t order_room;
} app_frame_flock;

typedef struct app_frame {
    uint64_t step;
    double time;
    vol_world_def world;
    size_t flock_count;
    app_frame_flock *flocks;
} app_frame;

/* Copies the world into the frame, boids as they lie; and a frame into another one, boids in id order. The memory of a
 * frame is used again. Start with {0}. */
void app_frame_copy(app_frame *frame, vol_world *world, const vol_scene *scene);
void app_frame_sort(app_frame *frame, const app_frame *from);
void app_frame_release(app_frame *frame);

typedef struct app_trajectory app_trajectory;

/* How one format writes. Each function returns false with a fault that names the file. After `open` they are called by
 * the writing thread alone, and `close` after that has ended. */
typedef struct app_trajectory_format {
    const char *ending; /* ".csv" */
    const char *about;
    /* Begins the file, or goes on with it (see app_place), and makes what `writer` shall be in the calls below. NULL:
     * volery was built without HDF5. */
    bool (*open)(void **writer, app_output *output, const vol_scene *scene, const app_place *from, app_fault *fault);
    bool (*frame)(void *writer, const app_frame *frame, app_fault *fault);
    bool (*flush)(void *writer, app_fault *fault);
    /* Flushes, and notes how to go on from there. */
    bool (*place)(void *writer, app_place *place, app_fault *fault);
    /* Always releases the writer. */
    bool (*close)(void *writer, app_fault *fault);
} app_trajectory_format;

extern const app_trajectory_format app_trajectory_csv;
extern const app_trajectory_format app_trajectory_xyz;
extern const app_trajectory_format app_trajectory_h5;

/* Is there a format for this name? False with a fault that says which there are. Nothing is opened. */
bool app_trajectory_check(const char *path, app_fault *fault);

/* `path` is what `output` was opened with, `from` a place to go on from, or NULL (see app_place). Scene and output must
 * stay until the trajectory is closed. NULL on failure. */
app_trajectory *app_trajectory_open(const char *path, app_output *output, const vol_scene *scene, const app_place *from,
                                    app_fault *fault);
/* Waits only when the queue is full. A failure of the writing thread is told by the next call, or by closing. What was
 * handed over is in the file, readable by others, about a second later. */
bool app_trajectory_frame(app_trajectory *trajectory, vol_world *world, app_fault *fault);
/* Waits until all frames are written, and notes how to go on behind them. */
bool app_trajectory_place(app_trajectory *trajectory, app_place *place, app_fault *fault);
/* Writes what is still in the queue, closes and releases; NULL is fine. */
bool app_trajectory_close(app_trajectory *trajectory, app_fault *fault);

/* For formats that are text: a buffer before a file. */
typedef struct app_sink {
    app_output *output;
    const char *name; /* for messages */
    char *bytes;
    size_t used;
} app_sink;

/* The most that may be put between two calls of app_sink_room. */
enum { APP_SINK_ROOM = 4096 };

/* Begins the file, or goes on behind a place; it is closed by its opener, after the sink. */
bool app_sink_open(app_sink *sink, app_output *output, const app_place *from, app_fault *fault);
/* Makes sure that APP_SINK_ROOM bytes can be put. */
bool app_sink_room(app_sink *sink, app_fault *fault);
void app_sink_put(app_sink *sink, const char *bytes, size_t length);
void app_sink_put_char(app_sink *sink, char c);
/* A coordinate of a frame, in the fewest digits that read back. */
void app_sink_put_real(app_sink *sink, const app_frame *frame, const void *array, size_t index);
void app_sink_put_whole(app_sink *sink, uint64_t number);
bool app_sink_flush(app_sink *sink, app_fault *fault);
bool app_sink_place(app_sink *sink, app_place *place, app_fault *fault);
bool app_sink_close(app_sink *sink, app_fault *fault);

#endif
