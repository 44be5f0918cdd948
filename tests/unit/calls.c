/* See calls.h. */
#define _POSIX_C_SOURCE 200809L
#include "calls.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *unless(const call *c, unsigned n, const void *pointer) {
    return c->null == n ? NULL : (void *)(uintptr_t)pointer;
}

/* --- The functions ------------------------------------------------------------------------------------------------ */

#define W c->world
#define F c->flock
#define E (&c->error)
#define G(n, pointer) unless(c, n, pointer)
#define TO_RESULT(expression) c->result = (expression)
#define TO_STOP(expression) c->no = (expression)
#define TO_ANY TO_STOP
#define TO_FREE TO_STOP
#define TO_FREE_RESULT TO_RESULT
#define TO_OWN TO_STOP
#define TO_OWN_RESULT TO_RESULT
#define TO_DESTROY TO_STOP
#define CALL(name, kind, wrong, asked, pointers, expression) \
    static void do_##name(call *c) {                         \
        TO_##kind(expression);                               \
    }
#include "calls.def"
#undef CALL

const function functions[] = {
#define CALL(name, kind, wrong, asked, pointers, expression) {#name, do_##name, kind, wrong, asked, pointers},
#include "calls.def"
#undef CALL
};

const size_t function_count = sizeof functions / sizeof *functions;

bool gives_result(const function *f) {
    return f->kind == RESULT || f->kind == OWN_RESULT || f->kind == FREE_RESULT;
}

/* --- A world with everything in it -------------------------------------------------------------------------------- */

void need(vol_result result, const char *what) {
    if (result != VOL_OK) {
        fail_msg("%s gives %s\n", what, vol_result_name(result));
    }
}

static void fill_arguments(call *c) {
    vol_flock other;
    c->point[0] = c->point[1] = 5;
    c->world_def = vol_default_world_def();
    c->flock_def = vol_default_flock_def(VOL_MODEL_CUSTOM);
    c->flock_def.count = STOPS_RETURN ? 400 : 1500; /* several batches, so that tasks are run */
    c->flock_def.separation.radius = c->flock_def.alignment.radius = c->flock_def.cohesion.radius = 4;
    c->flock_def.user_bytes = 8;
    c->flock_def.name = "birds";
    NEED(vol_flock_create(c->world, &c->flock_def, &c->flock, NULL));
    c->flock_def.name = "others";
    NEED(vol_flock_create(c->world, &c->flock_def, &other, NULL));
    c->obstacle_def = vol_default_obstacle_def();
    NEED(vol_obstacle_create(c->world, &c->obstacle_def, &c->obstacle, NULL));
    c->term_def = vol_default_term_def(VOL_TERM_WANDER);
    NEED(vol_term_create(c->world, &c->term_def, &c->term, NULL));
    c->relation_def = vol_default_relation_def();
    c->relation_def.to[0] = other;
    c->relation_def.to_count = 1;
    NEED(vol_relation_create(c->world, &c->relation_def, &c->relation, NULL));
    NEED(vol_world_watch(c->world, VOL_EVENT_ALL, 100, 8, NULL));
    NEED(vol_world_watch_ball(c->world, 0, NULL, 0, c->point, 2000, NULL));
    c->player_def = vol_default_player_def();
    c->meter_def = vol_default_meter_def();
    c->raster_def = vol_default_raster_def();
    c->raster_def.width = c->raster_def.height = 8;
    c->raster_view = vol_raster_view_of((double[2]){0, 0}, (double[2]){8, 8}, 8, 8);
    NEED(vol_meter_create(c->world, &c->meter_def, &c->meter, NULL));
    NEED(vol_raster_create(c->world, &c->raster_def, &c->raster, NULL));
    NEED(vol_raster_begin(c->raster, &c->raster_view, NULL));
    c->flock_def.name = "new";
    c->world_now = vol_world_get_def(c->world);
    c->now = vol_flock_get_def(c->world, c->flock);
    c->term_now = vol_term_get_def(c->world, c->term);
    c->relation_now = vol_relation_get_def(c->world, c->relation);
}

void make(call *c, const vol_world_def *def) {
    memset(c, 0, sizeof *c);
    NEED(vol_world_create(def, &c->world, NULL));
    fill_arguments(c);
    NEED(vol_world_step(c->world, 1));
    c->snapshot_bytes = vol_snapshot_size(c->world);
    c->snapshot = malloc(ROOM);
    c->written = malloc(ROOM);
    c->full = malloc(ROOM);
    c->room = malloc(ROOM);
    assert_true(c->snapshot && c->written && c->full && c->room && c->snapshot_bytes <= ROOM);
    vol_snapshot_write(c->world, c->snapshot);
    if (!def->cluster) {
        NEED(vol_world_save_full(c->world, c->full, ROOM, &c->full_bytes, NULL));
    }
}

void leave(call *c) {
    vol_meter_destroy(c->meter);
    vol_meter_destroy(c->other_meter);
    vol_raster_destroy(c->raster);
    vol_raster_destroy(c->other_raster);
    c->meter = c->other_meter = NULL;
    c->raster = c->other_raster = NULL;
}

void unmake(call *c) {
    leave(c);
    vol_world_destroy(c->world);
    vol_world_destroy(c->other_world);
    free(c->snapshot);
    free(c->written);
    free(c->full);
    free(c->room);
}

vol_world_def plain_def(void) {
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = 100;
    return def;
}

/* --- Stops -------------------------------------------------------------------------------------------------------- */

#ifdef VOL_STOP

/* The library was compiled to call this, and goes on: nothing that is not there may be read or changed then. */
static char said_last[400];

void VOL_STOP(const char *text) {
    snprintf(said_last, sizeof said_last, "volery: %s\n", text);
}

void expect_stop(void (*act)(void *context), void *context, const char *text) {
    said_last[0] = 0;
    act(context);
    if (!strstr(said_last, text)) {
        fail_msg("expected a stop with '%s', there was '%s'\n", text, said_last);
    }
}

#else

void expect_stop(void (*act)(void *context), void *context, const char *text) {
    int pipes[2], status = 0;
    char said[400] = "";
    assert_int_equal(pipe(pipes), 0);
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(pipes[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        act(context);
        _exit(0);
    }
    close(pipes[1]);
    for (size_t used = 0; used < sizeof said - 1;) {
        const ssize_t some = read(pipes[0], said + used, sizeof said - 1 - used);
        if (some <= 0) {
            break;
        }
        used += (size_t)some;
    }
    close(pipes[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT || !strstr(said, text)) {
        fail_msg("expected a stop with '%s', status %d, said '%s'\n", text, status, said);
    }
}

#endif

typedef struct one_call {
    const function *f;
    call *c;
} one_call;

static void act_once(void *context) {
    const one_call *one = context;
    one->f->act(one->c);
}

void expect_refused(const function *f, call *c, vol_result expected, const char *what) {
    if (gives_result(f)) {
        c->result = VOL_OK;
        memset(&c->error, 0, sizeof c->error);
        f->act(c);
        if (c->result != expected) {
            fail_msg("%s with %s gives %s, not %s\n", f->name, what, vol_result_name(c->result),
                     vol_result_name(expected));
        }
        if (c->error.result != VOL_OK && c->error.text[0] == 0) {
            fail_msg("%s with %s says nothing\n", f->name, what);
        }
        return;
    }
    char text[100];
    snprintf(text, sizeof text, "volery: %s", f->name);
    expect_stop(act_once, &(one_call){f, c}, text);
}
