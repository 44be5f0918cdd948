/* Between the run and the formats: chooses a format by the file's name, and hands frames over to the one thread that
 * writes. The queue is short and its memory is used again: a disk that is too slow holds the run up, but never fills
 * the memory. */
#include "trajectory/trajectory.h"

#include "cluster/cluster.h"
#include "cluster/same.h"
#include "common/arena.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const app_trajectory_format *const formats[] = {&app_trajectory_csv, &app_trajectory_h5, &app_trajectory_xyz};

enum { FORMATS = sizeof formats / sizeof *formats, QUEUE = 3 };

struct app_trajectory {
    const app_trajectory_format *format;
    void *writer;
    const vol_scene *scene;
    pthread_t thread;
    pthread_mutex_t lock; /* of all below, but for the frame that is being filled and the one that is being written */
    pthread_cond_t change;
    app_frame frames[QUEUE];
    size_t first, waiting; /* frames[first] is written next */
    app_frame sorted;      /* of the writing thread */
    bool nowhere;          /* another rank writes it: boids are looked at, and there is no thread */
    bool shared;           /* all ranks write it, without a thread: MPI is for the one that computes */
    struct timespec flush_at;
    bool at_work; /* the writing thread is in a call of the format */
    bool ended;   /* no frame will follow */
    bool failed;
    app_fault fault;
};

/* A pipe or device without an ending takes CSV, as - does. */
static bool is_stream(const char *path) {
    struct stat about;
    return strcmp(path, "-") == 0 || (stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode));
}

static const app_trajectory_format *find_format(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *ending = strrchr(slash != NULL ? slash : path, '.');
    for (size_t i = 0; ending != NULL && i < FORMATS; i++) {
        if (strcmp(formats[i]->ending, ending) == 0) {
            return formats[i];
        }
    }
    return ending == NULL && is_stream(path) ? &app_trajectory_csv : NULL;
}

bool app_trajectory_check(const char *path, app_fault *fault) {
    const app_trajectory_format *format = find_format(path);
    if (format != NULL) {
        return format->open != NULL ||
               app_fault_set(fault, APP_EXIT_WRONG, "volery run: -o %s: volery was built without HDF5", path);
    }
    app_fault_set(fault, APP_EXIT_WRONG, "volery run: -o %s: no format has this ending; allowed:", path);
    for (size_t i = 0; i < FORMATS; i++) {
        app_fault_more(fault, " %s (%s),", formats[i]->ending, formats[i]->about);
    }
    app_fault_more(fault, " - (CSV to standard output)");
    return false;
}

static struct timespec in_seconds(int seconds) {
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    moment.tv_sec += seconds;
    return moment;
}

static bool is_past(const struct timespec *moment) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > moment->tv_sec || (now.tv_sec == moment->tv_sec && now.tv_nsec >= moment->tv_nsec);
}

/* Waits for a frame, for the end, or, where something is not flushed yet, for the moment to do that. */
static void wait_for_work(app_trajectory *t, bool unflushed, const struct timespec *flush_at) {
    while (t->waiting == 0 && !t->ended && !(unflushed && is_past(flush_at))) {
        if (unflushed) {
            pthread_cond_timedwait(&t->change, &t->lock, flush_at);
        } else {
            pthread_cond_wait(&t->change, &t->lock);
        }
    }
}

/* The writing thread. It holds the lock but for the time in which it writes. */
static void *write_frames(void *argument) {
    app_trajectory *t = argument;
    app_fault fault;
    bool right = true;
    bool unflushed = false;
    struct timespec flush_at = in_seconds(0); /* the first frame at once, then every second */
    pthread_mutex_lock(&t->lock);
    while (right && !(t->ended && t->waiting == 0)) {
        wait_for_work(t, unflushed, &flush_at);
        bool work = t->waiting > 0;
        app_frame *frame = &t->frames[t->first];
        t->at_work = true;
        pthread_mutex_unlock(&t->lock);
        if (work) {
            app_frame_sort(&t->sorted, frame);
            right = t->format->frame(t->writer, &t->sorted, &fault);
            unflushed = true;
        }
        if (right && unflushed && is_past(&flush_at)) {
            right = t->format->flush(t->writer, &fault);
            unflushed = false;
            flush_at = in_seconds(1);
        }
        pthread_mutex_lock(&t->lock);
        t->at_work = false;
        if (work) {
            t->first = (t->first + 1) % QUEUE;
            t->waiting--;
        }
        if (!right) {
            t->failed = true;
            t->fault = fault;
        }
        pthread_cond_broadcast(&t->change);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static bool start_thread(app_trajectory *t) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->change, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return pthread_create(&t->thread, NULL, write_frames, t) == 0;
}

static void release(app_trajectory *t) {
    if (!t->shared) {
        pthread_cond_destroy(&t->change);
        pthread_mutex_destroy(&t->lock);
    }
    for (size_t i = 0; i < QUEUE; i++) {
        app_frame_release(&t->frames[i]);
    }
    app_frame_release(&t->sorted);
    free(t);
}

app_trajectory *app_trajectory_open(const char *path, app_output *output, const vol_scene *scene, const app_place *from,
                                    app_fault *fault) {
    const app_trajectory_format *format = find_format(path);
    if (!app_trajectory_check(path, fault) || format == NULL) {
        return NULL;
    }
    /* with checkpoints the first rank writes alone */
    if (format == &app_trajectory_h5 && from == NULL && !app_same_file(output, fault)) {
        return NULL;
    }
    app_trajectory *t = vol_take(sizeof *t);
    *t = (app_trajectory){.format = format, .scene = scene, .shared = output->shared};
    t->nowhere = output->nowhere && !t->shared;
    t->flush_at = in_seconds(0);
    if (t->nowhere) {
        return t;
    }
    if (!t->format->open(&t->writer, output, scene, from, fault)) {
        free(t);
        return NULL;
    }
    if (!t->shared && !start_thread(t)) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s: no thread can be started to write it", path);
        app_fault ignored;
        t->format->close(t->writer, &ignored);
        release(t);
        return NULL;
    }
    return t;
}

/* In a world over several ranks all of them must look at the boids where one does. */
static void look(const app_trajectory *t, vol_world *world) {
    for (size_t i = 0; i < t->scene->flock_count; i++) {
        vol_flock_view(world, (vol_flock)i);
    }
}

/* Every rank has the boids of all, and writes a part of each row. When it is time to flush, the first one tells. */
static bool write_together(app_trajectory *t, vol_world *world, app_fault *fault) {
    app_frame_copy(&t->frames[0], world, t->scene);
    app_frame_sort(&t->sorted, &t->frames[0]);
    app_accord accord = {.number = is_past(&t->flush_at)};
    bool right = t->format->frame(t->writer, &t->sorted, fault);
    right = app_cluster_agree_on(&accord, right, fault);
    if (right && accord.number != 0) {
        right = t->format->flush(t->writer, fault);
        t->flush_at = in_seconds(1);
    }
    return right;
}

bool app_trajectory_frame(app_trajectory *t, vol_world *world, app_fault *fault) {
    if (t->nowhere) {
        look(t, world);
        return true;
    }
    if (t->shared) {
        return write_together(t, world, fault);
    }
    pthread_mutex_lock(&t->lock);
    while (t->waiting == QUEUE && !t->failed) {
        pthread_cond_wait(&t->change, &t->lock);
    }
    bool right = !t->failed;
    if (!right) {
        *fault = t->fault;
        look(t, world);
    }
    app_frame *frame = &t->frames[(t->first + t->waiting) % QUEUE];
    pthread_mutex_unlock(&t->lock);
    if (right) {
        app_frame_copy(frame, world, t->scene);
        pthread_mutex_lock(&t->lock);
        t->waiting++;
        pthread_cond_broadcast(&t->change);
        pthread_mutex_unlock(&t->lock);
    }
    return right;
}

bool app_trajectory_place(app_trajectory *t, app_place *place, app_fault *fault) {
    if (t->nowhere) {
        return true;
    }
    pthread_mutex_lock(&t->lock); /* held while the place is taken: the writing thread does nothing meanwhile */
    while ((t->waiting > 0 || t->at_work) && !t->failed) {
        pthread_cond_wait(&t->change, &t->lock);
    }
    bool right = !t->failed;
    if (!right) {
        *fault = t->fault;
    }
    right = right && t->format->place(t->writer, place, fault);
    pthread_mutex_unlock(&t->lock);
    return right;
}

bool app_trajectory_close(app_trajectory *t, app_fault *fault) {
    if (t == NULL || t->nowhere) {
        free(t);
        return true;
    }
    if (!t->shared) {
        pthread_mutex_lock(&t->lock);
        t->ended = true;
        pthread_cond_broadcast(&t->change);
        pthread_mutex_unlock(&t->lock);
        pthread_join(t->thread, NULL);
    }
    app_fault closing;
    bool closed = t->format->close(t->writer, &closing);
    bool right = closed && !t->failed;
    if (!right) {
        *fault = t->failed ? t->fault : closing;
    }
    release(t);
    return right;
}
