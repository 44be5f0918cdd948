/* Recordings of boids. `run` opens a trajectory, hands it the world at each step that is to be recorded, and closes it;
 * the format goes by the file's name. A format sees frames: copies in id order that stay as they are while the world
 * goes on. One thread behind a short queue writes them, so a step waits only for a copy as long as the disk keeps up. */
#ifndef VOLERY_APP_TRAJECTORY_TRAJECTORY_H
#define VOLERY_APP_TRAJECTORY_TRAJECTORY_H

#include "scene/fault.h"
#include "scene/scene.h"
#include "util/output.h"

/* One flock in a frame. The arrays hold floats or doubles, by the precision of the world. */
typedef struct vol_frame_flock {
    size_t count, room;
    uint32_t *id;
    void *position[3];
    void *velocity[3];
    uint32_t *order; /* for sorting */
    size_t order_room;
} vol_frame_flock;

typedef struct vol_frame {
    uint64_t step;
    double time;
    vol_world_def world;
    size_t flock_count;
    vol_frame_flock *flocks;
} vol_frame;

/* Copies the world into the frame, boids as they lie; and a frame into another one, boids in id order. The memory of a
 * frame is used again. Start with {0}. */
void vol_frame_copy(vol_frame *frame, vol_world *world, const vol_scene *scene);
void vol_frame_sort(vol_frame *frame, const vol_frame *from);
void vol_frame_release(vol_frame *frame);

typedef struct vol_trajectory vol_trajectory;

/* How one format writes. Each function returns false with a fault that names the file. After `open` they are called by
 * the writing thread alone, and `close` after that has ended. */
typedef struct vol_trajectory_format {
    const char *ending; /* ".csv" */
    const char *about;
    /* Begins the file and makes what `writer` shall be in the calls below. NULL: volery was built without HDF5. */
    bool (*open)(void **writer, vol_output *output, const vol_scene *scene, vol_fault *fault);
    bool (*frame)(void *writer, const vol_frame *frame, vol_fault *fault);
    bool (*flush)(void *writer, vol_fault *fault);
    /* Always releases the writer. */
    bool (*close)(void *writer, vol_fault *fault);
} vol_trajectory_format;

extern const vol_trajectory_format vol_trajectory_csv;
extern const vol_trajectory_format vol_trajectory_xyz;
extern const vol_trajectory_format vol_trajectory_h5;

/* Is there a format for this name? False with a fault that says which there are. Nothing is opened. */
bool vol_trajectory_check(const char *path, vol_fault *fault);

/* `path` is what `output` was opened with. Scene and output must stay until the trajectory is closed. NULL on failure. */
vol_trajectory *vol_trajectory_open(const char *path, vol_output *output, const vol_scene *scene, vol_fault *fault);
/* Waits only when the queue is full. A failure of the writing thread is told by the next call, or by closing. What was
 * handed over is in the file, readable by others, about a second later. */
bool vol_trajectory_frame(vol_trajectory *trajectory, vol_world *world, vol_fault *fault);
/* Writes what is still in the queue, closes and releases; NULL is fine. */
bool vol_trajectory_close(vol_trajectory *trajectory, vol_fault *fault);

/* For formats that are text: a buffer before a file. */
typedef struct vol_sink {
    vol_output *output;
    const char *name; /* for messages */
    char *bytes;
    size_t used;
} vol_sink;

/* The most that may be put between two calls of vol_sink_room. */
enum { VOL_SINK_ROOM = 4096 };

/* Begins the file; whoever opened it closes it, after the sink. */
bool vol_sink_open(vol_sink *sink, vol_output *output, vol_fault *fault);
/* Makes sure that VOL_SINK_ROOM bytes can be put. */
bool vol_sink_room(vol_sink *sink, vol_fault *fault);
void vol_sink_put(vol_sink *sink, const char *bytes, size_t length);
void vol_sink_put_char(vol_sink *sink, char c);
/* A coordinate of a frame, in the fewest digits that read back. */
void vol_sink_put_real(vol_sink *sink, const vol_frame *frame, const void *array, size_t index);
void vol_sink_put_whole(vol_sink *sink, uint64_t number);
bool vol_sink_flush(vol_sink *sink, vol_fault *fault);
bool vol_sink_close(vol_sink *sink, vol_fault *fault);

#endif
