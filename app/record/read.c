/* The reader of recordings: one pass over the file for its sums, scene, start and events; then state after state, as
 * the replay asks for them. Whatever the bytes are, what comes out is a recording or a fault. */
#include "record/recording.h"

#include <stdlib.h>
#include <string.h>

enum { SCENE_HEAD = 32, STEPS_HEAD = 16, STEP_HEAD = 32 };

static bool damaged(const app_recording *recording, const char *what, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_FAILED, "%s: the recording is damaged: %s", recording->name, what);
}

static bool read_scene(app_recording *r, app_fault *fault) {
    const unsigned char *bytes = r->blocks.bytes;
    if (r->scene.length > 0 || r->blocks.length < SCENE_HEAD) {
        return damaged(r, "its scene is wrong", fault);
    }
    uint64_t about = app_get_number(bytes + 24, 8);
    if (about > r->blocks.length - SCENE_HEAD) {
        return damaged(r, "its scene is wrong", fault);
    }
    r->first = app_get_number(bytes + 8, 8);
    vol_text_add(&r->about, (const char *)bytes + SCENE_HEAD, (size_t)about);
    size_t begin = SCENE_HEAD + (size_t)about;
    vol_text_add(&r->scene, (const char *)bytes + begin, r->blocks.length - begin);
    return true;
}

static bool read_start(app_recording *r, app_fault *fault) {
    if (r->start != NULL || r->states > 0) {
        return damaged(r, "it has a second start", fault);
    }
    r->start_size = r->blocks.length;
    r->start = memcpy(vol_take(r->start_size + 1), r->blocks.bytes, r->start_size);
    return true;
}

/* The size of the step at `at` of the current block; 0 if it does not fit. */
static size_t step_size(const app_recording *r, size_t at) {
    if (r->blocks.length - at < STEP_HEAD) {
        return 0;
    }
    uint64_t boids = app_get_number(r->blocks.bytes + at + 24, 4);
    uint64_t each = app_get_number(r->blocks.bytes + at + 28, 4);
    uint64_t size = STEP_HEAD + (each != 0 ? 2 * boids : 0);
    return each <= 1 && size <= r->blocks.length - at ? (size_t)size : 0;
}

static bool count_steps(app_recording *r, app_fault *fault) {
    if (r->blocks.length < STEPS_HEAD || app_get_number(r->blocks.bytes, 8) != r->first + r->states) {
        return damaged(r, "steps are missing", fault);
    }
    uint64_t count = app_get_number(r->blocks.bytes + 8, 8);
    size_t at = STEPS_HEAD;
    for (uint64_t i = 0; i < count; i++) {
        size_t size = step_size(r, at);
        if (size == 0) {
            return damaged(r, "a step is wrong", fault);
        }
        at += size;
    }
    r->states += count;
    return at == r->blocks.length || damaged(r, "a step is wrong", fault);
}

static bool read_block(app_recording *r, vol_text *events, app_fault *fault) {
    const char *name = r->blocks.name;
    if (strcmp(name, "SCEN") == 0) {
        return read_scene(r, fault);
    }
    if (r->scene.length == 0 || r->ended) {
        return damaged(r, r->ended ? "there is something behind its end" : "it does not begin with a scene", fault);
    }
    if (strcmp(name, "STAT") == 0) {
        return read_start(r, fault);
    }
    if (strcmp(name, "STEP") == 0) {
        return count_steps(r, fault);
    }
    if (strcmp(name, "EVNT") == 0) {
        vol_text_add(events, (const char *)r->blocks.bytes, r->blocks.length);
        return true;
    }
    r->ended = strcmp(name, "END ") == 0;
    return r->ended ||
           app_fault_set(fault, APP_EXIT_FAILED, "%s: the recording has a block '%s', which this version does not know",
                         r->name, name);
}

static bool read_all(app_recording *r, vol_text *events, app_fault *fault) {
    app_block_state state = APP_BLOCK_WHOLE;
    while (state == APP_BLOCK_WHOLE) {
        uint64_t at = r->blocks.at;
        state = app_block_next(&r->blocks);
        if (state == APP_BLOCK_DAMAGED) {
            return app_fault_set(fault, APP_EXIT_FAILED, "%s: the recording is damaged at byte %llu", r->name,
                                 (unsigned long long)at);
        }
        if (state == APP_BLOCK_WHOLE && !read_block(r, events, fault)) {
            return false;
        }
    }
    return r->states > 0 ||
           app_fault_set(fault, APP_EXIT_FAILED, "%s: the recording was cut off before its first state", r->name);
}

bool app_recording_open(app_recording *r, FILE *file, const char *name, app_fault *fault) {
    *r = (app_recording){.name = name};
    vol_text events = {0};
    bool right = app_block_begin(&r->blocks, file, APP_RECORDING_MARK) == APP_BLOCK_WHOLE ||
                 app_fault_set(fault, APP_EXIT_FAILED, "%s: is not a recording of volery, version 1", name);
    right = right && read_all(r, &events, fault);
    if (right && events.length > 0) {
        vol_text_put(&r->scene, "events:\n");
        vol_text_add(&r->scene, events.data, events.length);
    }
    vol_text_release(&events);
    if (!right) {
        app_recording_release(r);
        return false;
    }
    app_block_rewind(&r->blocks);
    return true;
}

/* Moves on to the next block of steps. */
static bool find_steps(app_recording *r, app_fault *fault) {
    fault->text[0] = '\0';
    while (r->left == 0) {
        app_block_state state = app_block_next(&r->blocks);
        if (state == APP_BLOCK_DAMAGED) {
            return damaged(r, "it changed while it was read", fault);
        }
        if (state != APP_BLOCK_WHOLE) {
            return false;
        }
        if (strcmp(r->blocks.name, "STEP") == 0 && r->blocks.length >= STEPS_HEAD) {
            r->left = app_get_number(r->blocks.bytes + 8, 8);
            r->at = STEPS_HEAD;
        }
    }
    return true;
}

bool app_recording_next(app_recording *r, app_moment *state, app_fault *fault) {
    if (!find_steps(r, fault)) {
        return false;
    }
    size_t size = step_size(r, r->at);
    if (size == 0) {
        return damaged(r, "it changed while it was read", fault);
    }
    const unsigned char *at = r->blocks.bytes + r->at;
    state->hash = app_get_number(at, 8);
    state->sum = app_get_number(at + 8, 8);
    state->weighted = app_get_number(at + 16, 8);
    state->boids = (uint32_t)app_get_number(at + 24, 4);
    state->each = at[28] != 0;
    if (state->each) {
        app_moment_room(state, state->boids);
        for (uint32_t i = 0; i < state->boids; i++) {
            state->check[i] = (uint16_t)app_get_number(at + STEP_HEAD + 2 * (size_t)i, 2);
        }
    }
    r->at += size;
    r->left--;
    return true;
}

void app_recording_release(app_recording *r) {
    app_block_release(&r->blocks);
    vol_text_release(&r->about);
    vol_text_release(&r->scene);
    free(r->start);
    r->start = NULL;
}
