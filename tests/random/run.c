/* Runs a scene in one way and notes a hash for each step. */
#include "ways.h"

#include "record/state_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FEW_BOIDS = 2, MORE_ROOM = 1000 };

typedef struct run {
    const question *asked;
    vol_scene *scene; /* a shallow copy, with the world's def of this way */
    const way *way;
    outcome *made;
    vol_world *world;
    vol_scene_fault fault;
    bool small; /* were there few boids until now? */
} run;

static bool make_world(run *r, const char *isa) {
    r->scene->world.isa = isa;
    r->world = NULL;
    return vol_scene_make_world(r->scene, r->way->threads > 0 ? r->way->threads : 1, &r->world, &r->fault);
}

static bool reserve(run *r) {
    vol_error error;
    for (uint32_t flock = 0; flock < vol_flock_count(r->world); flock++) {
        size_t room = vol_flock_view(r->world, flock).count + 1 + (r->asked->number * 97 + flock * 31) % MORE_ROOM;
        if (vol_flock_reserve(r->world, flock, room, &error) != VOL_OK) {
            return vol_scene_fault_set(&r->fault, VOL_SCENE_FAILED, "reserve: %s", error.text);
        }
    }
    return true;
}

/* The state of the world into another one of the same scene, which takes its place. */
static bool go_on_elsewhere(run *r) {
    char path[1024];
    vol_world *before = r->world;
    size_t size = vol_snapshot_size(before);
    void *bytes = vol_take(size);
    snprintf(path, sizeof path, "%s/state-%ld.vol", r->asked->folder, (long)getpid());
    bool right = true;
    if (r->way->file) {
        app_output output = {0};
        right = app_output_replace(&output, path, &r->fault);
        output.hurried = true;
        right = right && app_state_save(before, &output, &r->fault);
        app_output_close(&output, NULL);
    } else {
        vol_snapshot_write(before, bytes);
    }
    vol_world_destroy(before);
    right = right && make_world(r, r->way->isa_after != NULL ? r->way->isa_after : r->way->isa);
    if (right && r->way->file) {
        right = app_state_load(r->scene, r->world, path, &r->fault);
    } else if (right) {
        right = vol_scene_resume(r->scene, r->world, "load", bytes, size, &r->fault);
    }
    free(bytes);
    remove(path);
    return right;
}

/* Goes on by a step and takes it back. */
static bool restore_itself(run *r) {
    size_t size = vol_snapshot_size(r->world);
    void *bytes = vol_take(size);
    vol_error error;
    vol_snapshot_write(r->world, bytes);
    bool right = vol_scene_step_world(r->world, 1, &r->fault) &&
                 (vol_snapshot_read(r->world, bytes, size, &error) == VOL_OK ||
                  vol_scene_fault_set(&r->fault, VOL_SCENE_FAILED, "restore: %s", error.text));
    free(bytes);
    return right;
}

static void note(run *r) {
    outcome *made = r->made;
    uint64_t step = vol_world_steps(r->world);
    size_t boids = 0;
    for (uint32_t flock = 0; flock < vol_flock_count(r->world); flock++) {
        boids += vol_flock_view(r->world, flock).count;
    }
    r->small = r->small && boids <= FEW_BOIDS;
    made->hash[step] = vol_world_hash(r->world);
    made->count = step + 1;
    made->small = r->small ? step + 1 : made->small;
    if (r->way->inspect && made->wrong[0] == '\0' && step > 0) {
        inspect_world(r->world, made->wrong, sizeof made->wrong);
    }
}

static bool one_step(run *r) {
    const way *w = r->way;
    uint64_t step = vol_world_steps(r->world);
    if (w->look) {
        look_at_world(r->world, step == r->asked->split);
    }
    if ((w->every && step > 0) || (w->split && step == r->asked->split)) {
        if (!go_on_elsewhere(r)) {
            return false;
        }
        note(r); /* loading must not have changed anything */
    }
    if (w->reserve && step == r->asked->split && !reserve(r)) {
        return false;
    }
    if (!vol_scene_apply_events(r->scene, r->world, &r->fault) || (w->restore && !restore_itself(r)) ||
        !vol_scene_step_world(r->world, 1, &r->fault)) {
        return false;
    }
    note(r);
    return true;
}

static void note_end(run *r) {
    size_t size = vol_snapshot_size(r->world);
    unsigned char *bytes = vol_take(size);
    r->made->measures = measure_world(r->world);
    vol_snapshot_write(r->world, bytes);
    memcpy(&r->made->state, bytes + size - sizeof r->made->state, sizeof r->made->state);
    free(bytes);
}

void way_run(const question *asked, const vol_scene *scene, const way *w, uint64_t stop, outcome *made,
             vol_world **world) {
    vol_scene copy = *scene;
    run r = {.asked = asked, .scene = &copy, .way = w, .made = made, .small = true};
    vol_error error;
    *made = (outcome){.hash = vol_take((size_t)(asked->steps + 2) * sizeof *made->hash)};
    bool right = w->index == NULL || vol_world_def_set(&copy.world, "world.index", w->index, &error) == VOL_OK;
    if (w->leaf > 0) {
        copy.world.leaf = w->leaf;
    }
    right = right && make_world(&r, w->isa != NULL ? w->isa : "scalar");
    right = right && (!w->reserve || reserve(&r));
    if (right) {
        note(&r);
    }
    while (right && vol_world_steps(r.world) < stop) {
        right = one_step(&r);
    }
    if (right && w->split && asked->split == stop && world != NULL) {
        go_on_elsewhere(&r); /* so that the difference that loading made can be examined */
    }
    if (right) {
        note_end(&r);
    } else {
        snprintf(made->fault, sizeof made->fault, "%.*s", (int)sizeof made->fault - 1, r.fault.text);
    }
    if (world != NULL) {
        *world = r.world;
    } else {
        vol_world_destroy(r.world);
    }
}

void outcome_release(outcome *made) {
    free(made->hash);
    *made = (outcome){0};
}
