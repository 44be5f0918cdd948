/* From a scene to a world, and the scene's events while that runs. */
#include "scene.h"
#include "words.h"

#include <string.h>

static bool failed(const vol_scene *scene, const vol_error *error, vol_fault *fault) {
    int code = error->result == VOL_ERROR_MEMORY ? VOL_EXIT_FAILED : VOL_EXIT_WRONG;
    return vol_fault_set(fault, code, "scene '%s': %s", scene->name, error->text);
}

static bool make_flock(const vol_scene *scene, const vol_scene_flock *flock, vol_world *world, vol_fault *fault) {
    vol_flock_def def = flock->def;
    const vol_start *start = &flock->start;
    vol_flock made = VOL_NONE;
    vol_error error;
    if (flock->start_path != NULL) {
        def.count = 0;
    }
    if (vol_flock_create(world, &def, &made, &error) != VOL_OK) {
        return failed(scene, &error, fault);
    }
    vol_result result = VOL_OK;
    if (start->count > 0 && start->headings != NULL) {
        result = vol_flock_add_heading(world, made, start->count, start->positions, start->headings, start->speeds,
                                       NULL, &error);
    } else if (start->count > 0) {
        result = vol_flock_add(world, made, start->count, start->positions, start->velocities, NULL, &error);
    }
    if (result != VOL_OK) {
        return vol_fault_set(fault, VOL_EXIT_WRONG, "%s: %s", flock->start_path, error.text);
    }
    return true;
}

bool vol_scene_make_world(const vol_scene *scene, uint32_t threads, vol_world **world, vol_fault *fault) {
    vol_world_def def = scene->world;
    vol_error error;
    def.threads = threads;
    if (vol_world_create(&def, world, &error) != VOL_OK) {
        return failed(scene, &error, fault);
    }
    for (size_t i = 0; i < scene->flock_count; i++) {
        if (!make_flock(scene, &scene->flocks[i], *world, fault)) {
            vol_world_destroy(*world);
            *world = NULL;
            return false;
        }
    }
    return true;
}

static bool happen(const vol_event *event, vol_world *world, vol_fault *fault) {
    vol_error error;
    vol_result result = VOL_OK;
    switch (event->kind) {
    case VOL_EVENT_ADD:
        result = vol_flock_add(world, event->flock, 1, event->position, event->velocity, NULL, &error);
        break;
    case VOL_EVENT_SCATTER: result = vol_world_scatter(world, event->position, event->strength, &error); break;
    case VOL_EVENT_SET: result = vol_world_set(world, event->key, event->value, &error); break;
    }
    if (result != VOL_OK) {
        vol_fault_at(fault, event->node, "events", "at step %llu: %s", (unsigned long long)event->at, error.text);
        fault->exit_code = VOL_EXIT_FAILED;
    }
    return result == VOL_OK;
}

/* The first event at or after a step. */
static size_t first_event(const vol_scene *scene, uint64_t step) {
    size_t low = 0;
    size_t high = scene->event_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (scene->events[middle].at < step) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const vol_event *vol_scene_events_at(const vol_scene *scene, uint64_t step, size_t *count) {
    size_t first = first_event(scene, step);
    size_t end = first;
    while (end < scene->event_count && scene->events[end].at == step) {
        end++;
    }
    *count = end - first;
    return scene->events + first;
}

bool vol_scene_apply_events(const vol_scene *scene, vol_world *world, vol_fault *fault) {
    size_t count = 0;
    const vol_event *events = vol_scene_events_at(scene, vol_world_steps(world), &count);
    for (size_t i = 0; i < count; i++) {
        if (!happen(&events[i], world, fault)) {
            return false;
        }
    }
    return true;
}

bool vol_scene_catch_up(const vol_scene *scene, vol_world *world, vol_fault *fault) {
    size_t past = first_event(scene, vol_world_steps(world));
    for (size_t i = 0; i < past; i++) {
        if (scene->events[i].kind == VOL_EVENT_SET && !happen(&scene->events[i], world, fault)) {
            return false;
        }
    }
    return true;
}

double vol_scene_time(const vol_scene *scene, uint64_t step) {
    double time = 0;
    double dt = scene->world.dt;
    uint64_t since = 0;
    size_t past = first_event(scene, step);
    for (size_t i = 0; i < past; i++) {
        const vol_event *event = &scene->events[i];
        if (event->kind == VOL_EVENT_SET && strcmp(event->key, "world.dt") == 0) {
            time += (double)(event->at - since) * dt;
            since = event->at;
            vol_read_real(event->value, &dt);
        }
    }
    return time + (double)(step - since) * dt;
}
