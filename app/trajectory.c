/* Between the run and the formats: chooses a format by the file's name, and copies the world into a frame, sorted by
 * id, for the format to write. */
#include "trajectory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const vol_trajectory_format *const formats[] = {&vol_trajectory_csv, &vol_trajectory_xyz};

enum { FORMATS = sizeof formats / sizeof *formats };

struct vol_trajectory {
    const vol_trajectory_format *format;
    void *writer;
    const vol_scene *scene;
    vol_frame frame;
};

/* A pipe or device without an ending takes CSV, as - does. */
static bool is_stream(const char *path) {
    struct stat about;
    return strcmp(path, "-") == 0 || (stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode));
}

static const vol_trajectory_format *find_format(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *ending = strrchr(slash != NULL ? slash : path, '.');
    for (size_t i = 0; ending != NULL && i < FORMATS; i++) {
        if (strcmp(formats[i]->ending, ending) == 0) {
            return formats[i];
        }
    }
    return ending == NULL && is_stream(path) ? &vol_trajectory_csv : NULL;
}

bool vol_trajectory_check(const char *path, vol_fault *fault) {
    if (find_format(path) != NULL) {
        return true;
    }
    vol_fault_set(fault, VOL_EXIT_WRONG, "volery run: -o %s: no format has this ending; allowed:", path);
    for (size_t i = 0; i < FORMATS; i++) {
        vol_fault_more(fault, " %s (%s),", formats[i]->ending, formats[i]->about);
    }
    vol_fault_more(fault, " - (CSV to standard output)");
    return false;
}

vol_trajectory *vol_trajectory_open(const char *path, const vol_scene *scene, vol_fault *fault) {
    if (!vol_trajectory_check(path, fault)) {
        return NULL;
    }
    vol_trajectory *trajectory = vol_take(sizeof *trajectory);
    *trajectory = (vol_trajectory){.format = find_format(path), .scene = scene};
    trajectory->frame.flock_count = scene->flock_count;
    size_t bytes = scene->flock_count * sizeof(vol_frame_flock);
    trajectory->frame.flocks = memset(vol_take(bytes), 0, bytes);
    if (!trajectory->format->open(&trajectory->writer, path, scene, fault)) {
        free(trajectory->frame.flocks);
        free(trajectory);
        return NULL;
    }
    return trajectory;
}

static void make_room(vol_frame_flock *flock, size_t count, size_t real, int dimensions) {
    flock->count = count;
    if (count <= flock->room) {
        return;
    }
    flock->room = count + count / 8;
    flock->id = vol_retake(flock->id, flock->room * sizeof *flock->id);
    for (int axis = 0; axis < dimensions; axis++) {
        flock->position[axis] = vol_retake(flock->position[axis], flock->room * real);
        flock->velocity[axis] = vol_retake(flock->velocity[axis], flock->room * real);
    }
}

/* to[i] = from[order[i]] */
static void gather(void *to, const void *from, const uint32_t *order, size_t count, vol_precision precision) {
    if (precision == VOL_PRECISION_DOUBLE) {
        for (size_t i = 0; i < count; i++) {
            ((double *)to)[i] = ((const double *)from)[order[i]];
        }
    } else {
        for (size_t i = 0; i < count; i++) {
            ((float *)to)[i] = ((const float *)from)[order[i]];
        }
    }
}

static void copy_flock(vol_frame_flock *flock, vol_world *world, vol_flock which) {
    vol_view view = vol_flock_view(world, which);
    const uint32_t *order = vol_flock_order(world, which);
    size_t real = view.precision == VOL_PRECISION_DOUBLE ? sizeof(double) : sizeof(float);
    make_room(flock, view.count, real, view.dimensions);
    for (size_t i = 0; i < view.count; i++) {
        flock->id[i] = view.id[order[i]];
    }
    for (int axis = 0; axis < view.dimensions; axis++) {
        gather(flock->position[axis], view.position[axis], order, view.count, view.precision);
        gather(flock->velocity[axis], view.velocity[axis], order, view.count, view.precision);
    }
}

bool vol_trajectory_frame(vol_trajectory *trajectory, vol_world *world, vol_fault *fault) {
    vol_frame *frame = &trajectory->frame;
    frame->step = vol_world_steps(world);
    frame->world = vol_world_get_def(world);
    frame->time = vol_scene_time(trajectory->scene, frame->step);
    for (size_t i = 0; i < frame->flock_count; i++) {
        copy_flock(&frame->flocks[i], world, (vol_flock)i);
    }
    return trajectory->format->frame(trajectory->writer, frame, fault);
}

bool vol_trajectory_flush(vol_trajectory *trajectory, vol_fault *fault) {
    return trajectory->format->flush(trajectory->writer, fault);
}

bool vol_trajectory_close(vol_trajectory *trajectory, vol_fault *fault) {
    if (trajectory == NULL) {
        return true;
    }
    bool right = trajectory->format->close(trajectory->writer, fault);
    for (size_t i = 0; i < trajectory->frame.flock_count; i++) {
        vol_frame_flock *flock = &trajectory->frame.flocks[i];
        free(flock->id);
        for (int axis = 0; axis < 3; axis++) {
            free(flock->position[axis]);
            free(flock->velocity[axis]);
        }
    }
    free(trajectory->frame.flocks);
    free(trajectory);
    return right;
}
