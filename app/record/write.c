/* The recorder: takes the states and events of a run as they come, and writes them block by block, at least every
 * second, so that a process that is killed leaves all but the last moment. A run with checkpoints keeps to full blocks:
 * what is in memory goes into the checkpoint, and the bytes do not depend on how long anything took. */
#include "record/recording.h"
#include "util/computed.h"
#include "util/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHECKS_A_STEP = 1024,   /* with more boids than this, only every so many steps have a check of each boid */
    BLOCK_BYTES = 64 * 1024 /* a block of steps is about so large */
};

struct app_recorder {
    app_output *output;
    uint64_t sum;
    uint64_t interval; /* of the steps with a check of each boid */
    vol_text steps;    /* not written yet */
    uint64_t first, count;
    double written; /* when */
    bool untimed;   /* blocks are written when they are full */
    app_moment state;
    bool last_known; /* a state was recorded before */
    uint64_t last, last_hash;
    const vol_scene *scene;
    vol_index *index; /* of each flock: as a replay would find neighbours in the next step; auto: it would choose */
};

static void release(app_recorder *recorder) {
    vol_text_release(&recorder->steps);
    app_moment_release(&recorder->state);
    free(recorder->index);
    free(recorder);
}

static bool failed(const app_recorder *recorder, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_FAILED, "%s: the recording cannot be written: %s", recorder->output->name,
                         strerror(errno));
}

static bool write_block(app_recorder *recorder, const char *name, const vol_text *bytes, app_fault *fault) {
    return app_block_write(recorder->output, &recorder->sum, name, bytes->data, bytes->length) ||
           failed(recorder, fault);
}

static bool write_steps(app_recorder *recorder, app_fault *fault) {
    if (recorder->count == 0) {
        return true;
    }
    vol_text block = {0};
    app_put_number(&block, recorder->first, 8);
    app_put_number(&block, recorder->count, 8);
    vol_text_add(&block, recorder->steps.data, recorder->steps.length);
    bool right = write_block(recorder, "STEP", &block, fault);
    vol_text_release(&block);
    recorder->steps.length = 0;
    recorder->count = 0;
    recorder->written = app_clock();
    return right;
}

/* The scene without events and sound, which are recorded as they happen, and without other files: the boids of start
 * files are in the start, and flows are written out. */
static void print_scene(const vol_scene *scene, vol_text *text) {
    vol_scene plain = *scene;
    size_t bytes = scene->flock_count * sizeof *plain.flocks;
    size_t term_bytes = scene->term_count * sizeof *plain.terms;
    plain.event_count = 0;
    plain.sound.source = VOL_SCENE_SOUND_NONE;
    plain.terms = memcpy(vol_take(term_bytes + 1), scene->terms, term_bytes);
    for (size_t i = 0; i < plain.term_count; i++) {
        plain.terms[i].flow_path = NULL;
    }
    plain.flocks = memcpy(vol_take(bytes), scene->flocks, bytes);
    for (size_t i = 0; i < plain.flock_count; i++) {
        vol_scene_flock *flock = &plain.flocks[i];
        if (flock->start_path != NULL) {
            flock->start_path = NULL;
            flock->def.start = vol_default_flock_def(flock->def.model).start;
            flock->def.count = 0;
            flock->leader = VOL_NONE;
        }
    }
    size_t length = 0;
    char *yaml = vol_checked(vol_scene_print(&plain, &length));
    vol_text_add(text, yaml, length);
    free(yaml);
    free(plain.flocks);
    free(plain.terms);
}

static bool has_start_file(const vol_scene *scene) {
    for (size_t i = 0; i < scene->flock_count; i++) {
        if (scene->flocks[i].start_path != NULL) {
            return true;
        }
    }
    return false;
}

static bool write_scene(app_recorder *recorder, const vol_scene *scene, vol_world *world, app_fault *fault) {
    vol_text about = {0};
    vol_text_print(&about, "volery %s, ", vol_version());
    app_computed_text(world, &about);
    vol_text block = {0};
    app_put_number(&block, scene->world.seed, 8);
    app_put_number(&block, vol_world_steps(world), 8);
    app_put_number(&block, recorder->interval, 8);
    app_put_number(&block, about.length, 8);
    vol_text_add(&block, about.data, about.length);
    print_scene(scene, &block);
    bool right = write_block(recorder, "SCEN", &block, fault);
    vol_text_release(&block);
    vol_text_release(&about);
    return right;
}

static bool write_event(app_recorder *recorder, const vol_scene *scene, const vol_scene_event *event,
                        app_fault *fault) {
    vol_text line = {0};
    line.data = vol_checked(vol_scene_event_print(scene, event, &line.length));
    bool right = write_steps(recorder, fault) && write_block(recorder, "EVNT", &line, fault);
    vol_text_release(&line);
    return right;
}

/* Leaders of boids from start files: the scene in the recording has no such boids, the start has. */
static bool write_leaders(app_recorder *recorder, const vol_scene *scene, app_fault *fault) {
    bool right = true;
    for (size_t i = 0; right && i < scene->flock_count; i++) {
        if (scene->flocks[i].start_path != NULL && scene->flocks[i].leader != VOL_NONE) {
            vol_scene_event event = {
                .kind = VOL_SCENE_EVENT_LEADER, .flock = (uint32_t)i, .id = scene->flocks[i].leader};
            right = write_event(recorder, scene, &event, fault);
        }
    }
    return right;
}

/* The state that the recording begins with; NULL where the scene says it. */
static void *take_start(const vol_scene *scene, vol_world *world, size_t *size) {
    if (vol_world_steps(world) == 0 && !has_start_file(scene)) {
        return NULL;
    }
    *size = vol_snapshot_size(world);
    void *bytes = vol_take(*size);
    vol_snapshot_write(world, bytes);
    return bytes;
}

static bool write_start(app_recorder *recorder, const vol_scene *scene, vol_world *world, const void *start,
                        size_t size, app_fault *fault) {
    if (start == NULL) {
        return true;
    }
    bool right = app_block_write(recorder->output, &recorder->sum, "STAT", start, size) || failed(recorder, fault);
    right = right && write_leaders(recorder, scene, fault);
    /* A saved state has no parameters: what changed them before goes with it. */
    for (size_t i = 0; i < scene->event_count && scene->events[i].at < vol_world_steps(world) && right; i++) {
        right =
            !vol_scene_event_sets(&scene->events[i]) || app_recorder_event(recorder, scene, &scene->events[i], fault);
    }
    vol_scene_sound_act act;
    size_t sounds = vol_world_steps(world) > 0 ? vol_scene_sound_count(scene) : 0;
    for (size_t i = 0; i < sounds && right; i++) {
        right = !vol_scene_sound_state_at(scene, vol_world_steps(world) - 1, i, &act) ||
                app_recorder_event(recorder, scene, &act.event, fault);
    }
    return right;
}

/* How a replay would find neighbours: as the scene says, or, after anything has changed that, not known. */
static void expect_index(app_recorder *recorder, bool as_scene) {
    for (size_t i = 0; i < recorder->scene->flock_count; i++) {
        vol_index own = recorder->scene->flocks[i].def.index;
        recorder->index[i] = !as_scene ? VOL_INDEX_AUTO : own != VOL_INDEX_AUTO ? own : recorder->scene->world.index;
    }
}

/* What `auto` chose for the step that was computed last, as events before it: so a replay adds in the same order,
 * whatever it would choose itself. */
static bool write_index(app_recorder *recorder, vol_world *world, app_fault *fault) {
    bool right = true;
    for (vol_flock flock = 0; right && flock < vol_flock_count(world); flock++) {
        vol_index used = vol_flock_index(world, flock);
        if (used == VOL_INDEX_AUTO || used == recorder->index[flock]) {
            continue;
        }
        char key[80];
        snprintf(key, sizeof key, "%s.index", recorder->scene->flocks[flock].name);
        vol_scene_event event = {.kind = VOL_SCENE_EVENT_SET, .at = vol_world_steps(world) - 1, .key = key};
        event.value = vol_param_find("index")->choices[used];
        right = write_event(recorder, recorder->scene, &event, fault);
        recorder->index[flock] = used;
    }
    return right;
}

/* What a place keeps: numbers of eight bytes, one for the index of each flock, then the steps that are not written. */
enum { OWN_NUMBERS = 7 };

bool app_recorder_place(const app_recorder *recorder, app_place *place, app_fault *fault) {
    const uint64_t numbers[OWN_NUMBERS] = {recorder->sum,      recorder->interval,   recorder->first,
                                           recorder->count,    recorder->last_known, recorder->last,
                                           recorder->last_hash};
    place->own.length = 0;
    for (size_t i = 0; i < OWN_NUMBERS; i++) {
        app_put_number(&place->own, numbers[i], 8);
    }
    for (size_t i = 0; i < recorder->scene->flock_count; i++) {
        app_put_number(&place->own, recorder->index[i], 8);
    }
    vol_text_add(&place->own, vol_text_read(&recorder->steps), recorder->steps.length);
    return app_place_take(place, recorder->output, fault);
}

static bool go_on(app_recorder *recorder, const app_place *from, app_fault *fault) {
    const size_t flocks = recorder->scene->flock_count, head = 8 * (OWN_NUMBERS + flocks);
    const unsigned char *own = (const unsigned char *)vol_text_read(&from->own);
    if (from->own.length < head) {
        return app_fault_set(fault, APP_EXIT_WRONG, "%s: the checkpoint does not say how to go on with it",
                             recorder->output->name);
    }
    recorder->sum = app_get_number(own, 8);
    recorder->interval = app_get_number(own + 8, 8);
    recorder->first = app_get_number(own + 16, 8);
    recorder->count = app_get_number(own + 24, 8);
    recorder->last_known = app_get_number(own + 32, 8) != 0;
    recorder->last = app_get_number(own + 40, 8);
    recorder->last_hash = app_get_number(own + 48, 8);
    for (size_t i = 0; i < flocks; i++) {
        recorder->index[i] = (vol_index)app_get_number(own + 8 * (OWN_NUMBERS + i), 8);
    }
    vol_text_add(&recorder->steps, from->own.data + head, from->own.length - head);
    return app_place_go_on(from, recorder->output, fault);
}

static bool begin(app_recorder *recorder, vol_world *world, app_fault *fault) {
    size_t boids = 0;
    for (vol_flock flock = 0; flock < vol_flock_count(world); flock++) {
        boids += vol_flock_get_def(world, flock).count;
    }
    recorder->interval = 1 + boids / CHECKS_A_STEP;
    expect_index(recorder, vol_world_steps(world) == 0);
    /* Before anything that can fail: the other ranks of a world take it too. */
    size_t start_size = 0;
    void *start = take_start(recorder->scene, world, &start_size);
    bool right = app_output_begin(recorder->output, fault) &&
                 (app_output_write(recorder->output, APP_RECORDING_MARK, APP_MARK_SIZE) || failed(recorder, fault)) &&
                 write_scene(recorder, recorder->scene, world, fault) &&
                 write_start(recorder, recorder->scene, world, start, start_size, fault);
    free(start);
    return right;
}

app_recorder *app_recorder_open(app_output *output, const vol_scene *scene, vol_world *world, const app_place *from,
                                app_fault *fault) {
    app_recorder *recorder = vol_take(sizeof *recorder);
    *recorder = (app_recorder){.output = output, .sum = APP_FIRST_SUM, .written = app_clock()};
    recorder->untimed = from != NULL;
    recorder->scene = scene;
    recorder->index = vol_take((scene->flock_count + 1) * sizeof *recorder->index);
    if (!(app_place_is_set(from) ? go_on(recorder, from, fault) : begin(recorder, world, fault))) {
        release(recorder);
        return NULL;
    }
    return recorder;
}

bool app_recorder_step(app_recorder *recorder, vol_world *world, app_fault *fault) {
    uint64_t step = vol_world_steps(world);
    app_moment *state = &recorder->state;
    app_moment_take(state, world, step % recorder->interval == 0);
    if (recorder->last_known && !write_index(recorder, world, fault)) {
        return false;
    }
    recorder->last_known = true;
    if (recorder->count++ == 0) {
        recorder->first = step;
    }
    vol_text *text = &recorder->steps;
    app_put_number(text, state->hash, 8);
    app_put_number(text, state->sum, 8);
    app_put_number(text, state->weighted, 8);
    app_put_number(text, state->boids, 4);
    app_put_number(text, state->each ? 1 : 0, 4);
    for (uint32_t i = 0; state->each && i < state->boids; i++) {
        app_put_number(text, state->check[i], 2);
    }
    recorder->last = step;
    recorder->last_hash = state->hash;
    bool due = text->length >= BLOCK_BYTES || (!recorder->untimed && app_clock() - recorder->written >= 1);
    return !due || write_steps(recorder, fault);
}

bool app_recorder_event(app_recorder *recorder, const vol_scene *scene, const vol_scene_event *event,
                        app_fault *fault) {
    size_t length = event->kind == VOL_SCENE_EVENT_SET ? strlen(event->key) : 0;
    if (length > 6 && strcmp(event->key + length - 6, ".index") == 0) {
        expect_index(recorder, false);
    }
    return write_event(recorder, scene, event, fault);
}

bool app_recorder_sound(app_recorder *recorder, const vol_scene *scene, const vol_world *world, app_fault *fault) {
    vol_scene_sound_act act;
    size_t count = vol_scene_sound_count(scene);
    bool right = true;
    for (size_t i = 0; i < count && right; i++) {
        right = !vol_scene_sound_act_at(scene, vol_world_steps(world), i, &act) ||
                app_recorder_event(recorder, scene, &act.event, fault);
    }
    return right;
}

bool app_recorder_close(app_recorder *recorder, app_fault *fault) {
    if (recorder == NULL) {
        return true;
    }
    vol_text end = {0};
    app_put_number(&end, recorder->last, 8);
    app_put_number(&end, recorder->last_hash, 8);
    bool right = write_steps(recorder, fault) && write_block(recorder, "END ", &end, fault);
    vol_text_release(&end);
    release(recorder);
    return right;
}
