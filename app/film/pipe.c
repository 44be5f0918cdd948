/* The queue between drawing and writing. */
#include "film/pipe.h"

#include "common/arena.h"
#include "util/terminal.h"

#include <pthread.h>
#include <stdlib.h>

enum { PICTURES = 4 };

struct app_pipe {
    app_pipe_write write;
    void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change;
    unsigned char *picture[PICTURES];
    uint64_t sent, written; /* picture number n is in place n % PICTURES */
    bool ended, failed;
    double seconds;
    app_fault fault;
};

static void *write_pictures(void *argument) {
    app_pipe *pipe = argument;
    app_fault fault;
    pthread_mutex_lock(&pipe->lock);
    while (!pipe->failed) {
        while (pipe->sent == pipe->written && !pipe->ended) {
            pthread_cond_wait(&pipe->change, &pipe->lock);
        }
        if (pipe->sent == pipe->written) {
            break;
        }
        uint64_t number = pipe->written;
        pthread_mutex_unlock(&pipe->lock);
        double begun = app_clock();
        bool right = pipe->write(pipe->context, pipe->picture[number % PICTURES], number, &fault);
        double took = app_clock() - begun;
        pthread_mutex_lock(&pipe->lock);
        pipe->seconds += took;
        pipe->written++;
        if (!right) {
            pipe->failed = true;
            pipe->fault = fault;
        }
        pthread_cond_broadcast(&pipe->change);
    }
    pthread_mutex_unlock(&pipe->lock);
    return NULL;
}

static void release(app_pipe *pipe) {
    for (int i = 0; i < PICTURES; i++) {
        free(pipe->picture[i]);
    }
    pthread_cond_destroy(&pipe->change);
    pthread_mutex_destroy(&pipe->lock);
    free(pipe);
}

app_pipe *app_pipe_open(size_t size, app_pipe_write write, void *context, app_fault *fault) {
    app_pipe *pipe = vol_take(sizeof *pipe);
    *pipe = (app_pipe){.write = write, .context = context};
    for (int i = 0; i < PICTURES; i++) {
        pipe->picture[i] = vol_take(size);
    }
    pthread_mutex_init(&pipe->lock, NULL);
    pthread_cond_init(&pipe->change, NULL);
    if (pthread_create(&pipe->thread, NULL, write_pictures, pipe) != 0) {
        app_fault_set(fault, APP_EXIT_FAILED, "no thread can be started to write pictures");
        release(pipe);
        return NULL;
    }
    return pipe;
}

unsigned char *app_pipe_next(app_pipe *pipe, app_fault *fault) {
    pthread_mutex_lock(&pipe->lock);
    while (pipe->sent - pipe->written == PICTURES && !pipe->failed) {
        pthread_cond_wait(&pipe->change, &pipe->lock);
    }
    unsigned char *picture = pipe->failed ? NULL : pipe->picture[pipe->sent % PICTURES];
    if (pipe->failed) {
        *fault = pipe->fault;
    }
    pthread_mutex_unlock(&pipe->lock);
    return picture;
}

void app_pipe_send(app_pipe *pipe) {
    pthread_mutex_lock(&pipe->lock);
    pipe->sent++;
    pthread_cond_broadcast(&pipe->change);
    pthread_mutex_unlock(&pipe->lock);
}

bool app_pipe_close(app_pipe *pipe, double *seconds, app_fault *fault) {
    if (pipe == NULL) {
        return true;
    }
    pthread_mutex_lock(&pipe->lock);
    pipe->ended = true;
    pthread_cond_broadcast(&pipe->change);
    pthread_mutex_unlock(&pipe->lock);
    pthread_join(pipe->thread, NULL);
    bool right = !pipe->failed;
    if (!right) {
        *fault = pipe->fault;
    }
    if (seconds != NULL) {
        *seconds = pipe->seconds;
    }
    release(pipe);
    return right;
}
