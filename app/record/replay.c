/* From a recording to a verdict: makes the world that the recording began with, lets happen what happened, and compares
 * state after state until one differs. */
#include "record/replay.h"

#include "cluster/cluster.h"
#include "cluster/same.h"
#include "util/computed.h"
#include "util/terminal.h"

#include <stdio.h>
#include <string.h>

typedef struct replay {
    app_recording *recording;
    vol_scene scene;
    vol_world *world;
    app_moment recorded, now;
    app_verdict *verdict;
    app_fault *fault;
} replay;

static bool damaged(const app_recording *recording, const char *what, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_FAILED, "%s: the recording is damaged: %s", recording->name, what);
}

static bool read_scene(const app_recording *recording, vol_scene *scene, app_fault *fault) {
    vol_text name = {0};
    vol_text_print(&name, "%s: the scene in the recording", recording->name);
    bool right = vol_scene_read(scene, name.data, ".", recording->scene.data, recording->scene.length, NULL, 0, fault);
    fault->code = APP_EXIT_FAILED;
    vol_text_release(&name);
    for (size_t i = 0; right && i < scene->flock_count; i++) {
        right = scene->flocks[i].start_path == NULL || damaged(recording, "its scene needs another file", fault);
    }
    right =
        right && (scene->sound.source == VOL_SCENE_SOUND_NONE || damaged(recording, "its scene needs a sound", fault));
    for (size_t i = 0; right && i < scene->term_count; i++) {
        right = scene->terms[i].flow_path == NULL || damaged(recording, "its scene needs another file", fault);
    }
    return right;
}

static bool resume(const app_recording *recording, const vol_scene *scene, vol_world *world, app_fault *fault) {
    vol_text name = {0};
    vol_text_print(&name, "%s: the recording is damaged", recording->name);
    bool right = vol_scene_resume(scene, world, name.data, recording->start, recording->start_size, fault);
    vol_text_release(&name);
    if (!right) {
        fault->code = APP_EXIT_FAILED;
    }
    return right;
}

bool app_replay_begin(const app_recording *recording, const vol_scene_where *where, vol_scene *scene, vol_world **world,
                      app_fault *fault) {
    if (!app_cluster_agree(read_scene(recording, scene, fault), fault) || !app_same_scene(scene, fault)) {
        return false;
    }
    scene->world.cluster = app_cluster();
    if (!vol_scene_make_world_on(scene, where, world, fault)) {
        fault->code = APP_EXIT_FAILED;
        return false;
    }
    if (recording->start != NULL && !resume(recording, scene, *world, fault)) {
        return false;
    }
    if (vol_world_steps(*world) != recording->first) {
        return damaged(recording, "its start is of another step", fault);
    }
    return true;
}

static void note_boid(replay *r, app_boid_name boid) {
    app_verdict *verdict = r->verdict;
    verdict->boid_known = true;
    verdict->boid_step = vol_world_steps(r->world);
    verdict->boid = boid.id;
    snprintf(verdict->flock, sizeof verdict->flock, "%s", vol_flock_get_def(r->world, boid.flock).name);
}

/* Compares the world with the recorded state. False: there is nothing more to find out. */
static bool compare(replay *r) {
    app_verdict *verdict = r->verdict;
    app_boid_name boid;
    app_moment_take(&r->now, r->world, r->recorded.each);
    bool same = r->now.hash == r->recorded.hash && r->now.boids == r->recorded.boids;
    if (verdict->identical) {
        verdict->last = vol_world_steps(r->world);
        verdict->boids = r->now.boids;
        verdict->hash = r->now.hash;
        verdict->recorded_hash = r->recorded.hash;
        verdict->recorded_boids = r->recorded.boids;
        verdict->identical = same;
    } else if (!r->recorded.each) {
        return true; /* several boids differed, and the sums cannot tell them apart: wait for the checks of each */
    }
    if (!same && app_moment_find(&r->recorded, &r->now, r->world, &boid)) {
        note_boid(r, boid);
    }
    return same || (!r->recorded.each && !verdict->boid_known && r->now.boids == r->recorded.boids);
}

/* The next recorded state. Ranks read it each for itself, and go on only if all can; a signal is heard by all. */
static bool next(replay *r, bool *stop) {
    bool more = app_recording_next(r->recording, &r->recorded, r->fault);
    app_accord accord = {.stop = app_interrupt_came()};
    bool right = app_cluster_agree_on(&accord, r->fault->text[0] == '\0', r->fault);
    *stop = accord.stop;
    return right && more;
}

static bool compare_all(replay *r) {
    bool stop = false;
    bool more = next(r, &stop) && compare(r);
    while (more && !stop) {
        more = next(r, &stop);
        if (more) {
            if (!vol_scene_step(&r->scene, r->world, r->fault)) {
                return false;
            }
            more = compare(r);
        }
    }
    r->verdict->interrupted = more;
    return r->fault->text[0] == '\0';
}

bool app_replay(app_recording *recording, const vol_scene_where *where, app_verdict *verdict, app_fault *fault) {
    replay r = {.recording = recording, .verdict = verdict, .fault = fault};
    *verdict = (app_verdict){.identical = true, .first = recording->first};
    if (recording->about.length > 0 && app_computed_text_is_fast(recording->about.data)) {
        return app_fault_set(fault, APP_EXIT_FAILED,
                             "%s: cannot be verified: it was recorded with --fast (%s), and such bits are those of one "
                             "device and driver alone",
                             recording->name, recording->about.data);
    }
    bool right = app_replay_begin(recording, where, &r.scene, &r.world, fault);
    if (right) {
        verdict->threads = vol_world_workers(r.world);
        snprintf(verdict->isa, sizeof verdict->isa, "%s", vol_world_isa(r.world));
        snprintf(verdict->device, sizeof verdict->device, "%s", vol_world_device(r.world));
        vol_text computed = {0};
        app_computed_text(r.world, &computed);
        snprintf(verdict->computed, sizeof verdict->computed, "%s", computed.data);
        vol_text_release(&computed);
        right = compare_all(&r);
    }
    app_moment_release(&r.recorded);
    app_moment_release(&r.now);
    vol_world_destroy(r.world);
    vol_scene_release(&r.scene);
    return right;
}
