/* Worlds of the module: made from scenes, stepped, changed by events, gone back in time. */
#include "module.h"

#include "app/record/recording.h"
#include "crew.h"
#include "sound/decode_wav.h"

#include <stdlib.h>
#include <string.h>

vol_scene_fault web_fault;

enum { MOST_AT_ONCE = 64 /* parameters that one event sets */ };

vol_text *web_answer(void) {
    static vol_text answer;
    return &answer;
}

bool web_error(const vol_error *error) {
    vol_scene_fault_set(&web_fault, error->result == VOL_ERROR_MEMORY ? VOL_SCENE_FAILED : VOL_SCENE_WRONG, "%s",
                        error->text);
    memcpy(web_fault.key, error->field, sizeof error->field);
    return false;
}

/* --- Making and ending -------------------------------------------------------------------------------------------- */

static void take_world(web_world *w, vol_world *world) {
    vol_meter_destroy(w->meter);
    vol_world_destroy(w->world);
    w->meter = NULL;
    w->world = world;
    w->applied = 0;
    w->placed = false;
    w->generation++;
    while (w->applied < w->scene.event_count && w->scene.events[w->applied].at < vol_world_steps(world)) {
        w->applied++;
    }
}

bool web_world_begin(web_world *w) {
    vol_world *world = NULL;
    if (!vol_scene_make_world(&w->scene, w->scene.world.threads, &world, &web_fault)) {
        return false;
    }
    take_world(w, world);
    return true;
}

WEB_EXPORT(web_close) void web_close(web_world *w) {
    if (w != NULL) {
        vol_meter_destroy(w->meter);
        vol_world_destroy(w->world);
        if (w->room > 0) {
            free(w->scene.events);
        }
        vol_scene_release(&w->scene);
        free(w);
    }
}

/* What is heard in the place of built-in tunes: a WAV file, in memory that is the module's from here on. */
WEB_EXPORT(web_sound) void web_sound(const void *bytes, size_t size) {
    vol_sound_give(bytes, size);
}

/* `text` NULL: a built-in scene. Overrides are `count` pairs of key and value, one zero-ended text behind the other. */
WEB_EXPORT(web_open)
web_world *web_open(const char *name, const char *text, size_t length, const char *overrides, size_t count,
                    uint32_t threads, bool may_sleep) {
    vol_scene_override *given = calloc(count + 1, sizeof *given);
    web_world *w = calloc(1, sizeof *w);
    if (given == NULL || w == NULL) {
        free(given);
        free(w);
        vol_scene_fault_set(&web_fault, VOL_SCENE_FAILED, "no memory left");
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        given[i].key = overrides;
        given[i].value = overrides + strlen(overrides) + 1;
        overrides = given[i].value + strlen(given[i].value) + 1;
    }
    bool right = text != NULL ? vol_scene_read(&w->scene, name, NULL, text, length, given, count, &web_fault)
                              : vol_scene_load(&w->scene, name, given, count, &web_fault);
    free(given);
    w->scene.world.threads = 1;
    w->scene.world.tasks = web_crew_tasks(threads, may_sleep);
    if (!right || !web_world_begin(w)) {
        vol_scene_release(&w->scene);
        free(w);
        return NULL;
    }
    return w;
}

/* --- Events ------------------------------------------------------------------------------------------------------- */

static void take_back(web_world *w, size_t place, size_t count) {
    vol_scene *scene = &w->scene;
    memmove(&scene->events[place], &scene->events[place + count],
            (scene->event_count - place - count) * sizeof *scene->events);
    scene->event_count -= count;
    vol_scene_link_events(scene, place);
}

bool web_world_happen(web_world *w, app_recorder *recorder) {
    vol_scene *scene = &w->scene;
    uint64_t step = vol_world_steps(w->world);
    while (w->applied < scene->event_count && scene->events[w->applied].at <= step) {
        const vol_scene_event *event = &scene->events[w->applied];
        if (!vol_scene_event_happen(scene, event, w->world, &web_fault)) {
            if (event->added) {
                take_back(w, w->applied, 1); /* of the host: it is told once, and the world can go on */
            }
            return false;
        }
        if (recorder != NULL && !app_recorder_event(recorder, scene, event, &web_fault)) {
            return false;
        }
        w->applied++;
        w->placed = false;
        w->generation++;
    }
    if (w->placed) {
        return true;
    }
    w->placed = true;
    return vol_scene_place(scene, w->world, &web_fault);
}

bool web_world_hear(web_world *w) {
    vol_scene_sound_act act;
    size_t count = vol_scene_sound_count(&w->scene);
    for (size_t i = 0; i < count; i++) {
        if (vol_scene_sound_act_at(&w->scene, vol_world_steps(w->world), i, &act) &&
            !vol_scene_event_happen(&w->scene, &act.event, w->world, &web_fault)) {
            return false;
        }
    }
    return true;
}

/* Puts events into the list, behind those of their step and those before. */
static bool insert(web_world *w, const vol_scene_event *events, size_t count) {
    vol_scene *scene = &w->scene;
    if (w->room < scene->event_count + count) {
        size_t room = 2 * (scene->event_count + count) + 64;
        vol_scene_event *larger = malloc(room * sizeof *larger);
        if (larger == NULL) {
            return vol_scene_fault_set(&web_fault, VOL_SCENE_FAILED, "no memory left");
        }
        if (scene->event_count > 0) {
            memcpy(larger, scene->events, scene->event_count * sizeof *larger);
        }
        if (w->room > 0) {
            free(scene->events);
        }
        scene->events = larger;
        w->room = room;
    }
    size_t place = scene->event_count;
    while (place > w->applied && scene->events[place - 1].at > events->at) {
        place--;
    }
    memmove(&scene->events[place + count], &scene->events[place], (scene->event_count - place) * sizeof *scene->events);
    memcpy(&scene->events[place], events, count * sizeof *events);
    scene->event_count += count;
    vol_scene_link_events(scene, place);
    return true;
}

/* An event now, or at the later step that the text names: as JSON or YAML in brackets. False: it cannot happen, and is
 * forgotten. */
WEB_EXPORT(web_event) bool web_event(web_world *w, const char *text) {
    vol_scene_event events[MOST_AT_ONCE];
    size_t count = 0;
    uint64_t step = vol_world_steps(w->world);
    events->at = step;
    if (!vol_scene_event_read(&w->scene, text, events, MOST_AT_ONCE, &count, &web_fault)) {
        return false;
    }
    if (events->at < step) {
        return vol_scene_fault_set(&web_fault, VOL_SCENE_WRONG, "event: 'at' is %llu, and the world is at step %llu",
                                   (unsigned long long)events->at, (unsigned long long)step);
    }
    if (events->at > step) {
        return insert(w, events, count);
    }
    if (!web_world_happen(w, NULL) || !insert(w, events, count)) {
        return false;
    }
    size_t before = w->applied;
    if (!web_world_happen(w, NULL)) {
        take_back(w, w->applied, count - (w->applied - before) - 1);
        return false;
    }
    return true;
}

/* The host's events that are still to come are given up: from here on it goes another way. */
WEB_EXPORT(web_forget_future) void web_forget_future(web_world *w) {
    vol_scene *scene = &w->scene;
    size_t left = w->applied;
    for (size_t i = w->applied; i < scene->event_count; i++) {
        if (!scene->events[i].added) {
            scene->events[left++] = scene->events[i];
        }
    }
    scene->event_count = left;
    vol_scene_link_events(scene, w->applied);
}

/* The host's events, one a line. */
WEB_EXPORT(web_events) bool web_events(web_world *w) {
    vol_text *answer = web_answer();
    answer->length = 0;
    for (size_t i = 0; i < w->scene.event_count; i++) {
        if (w->scene.events[i].added) {
            char *line = vol_checked(vol_scene_event_print(&w->scene, &w->scene.events[i], NULL));
            const char *entry = strchr(line, '{');
            vol_text_put(answer, entry != NULL ? entry : line);
            vol_scene_free(line);
        }
    }
    return true;
}

/* --- Time --------------------------------------------------------------------------------------------------------- */

/* Many steps are given to the library at once where nothing happens between them. */
WEB_EXPORT(web_step) bool web_step(web_world *w, double steps) {
    uint64_t last = vol_world_steps(w->world) + (uint64_t)steps;
    while (vol_world_steps(w->world) < last) {
        if (!web_world_happen(w, NULL) || !web_world_hear(w)) {
            return false;
        }
        uint64_t step = vol_world_steps(w->world);
        uint64_t alike = vol_scene_steps_alike(&w->scene, step, last - step);
        w->placed = false;
        w->generation++;
        if (!vol_scene_step_world(w->world, alike, &web_fault)) {
            return false;
        }
    }
    return true;
}

/* Back to step 0 or to a saved state; what the host did is still in the scene, and happens again. */
WEB_EXPORT(web_rewind) bool web_rewind(web_world *w) {
    return web_world_begin(w);
}

WEB_EXPORT(web_save) bool web_save(web_world *w) {
    vol_text *answer = web_answer();
    size_t size = vol_snapshot_size(w->world);
    answer->length = 0;
    if (answer->room < size + 1) {
        answer->data = vol_retake(answer->data, size + 1);
        answer->room = size + 1;
    }
    vol_snapshot_write(w->world, answer->data);
    answer->length = size;
    return true;
}

WEB_EXPORT(web_restore) bool web_restore(web_world *w, const void *bytes, size_t size) {
    vol_world *world = NULL;
    if (!vol_scene_make_world(&w->scene, w->scene.world.threads, &world, &web_fault)) {
        return false;
    }
    if (!vol_scene_resume(&w->scene, world, "state", bytes, size, &web_fault)) {
        vol_world_destroy(world);
        return false;
    }
    take_world(w, world);
    return true;
}

WEB_EXPORT(web_steps) double web_steps(const web_world *w) {
    return (double)vol_world_steps(w->world);
}

WEB_EXPORT(web_generation) double web_generation(const web_world *w) {
    return (double)w->generation;
}

/* Half of the hash: 0 the upper 32 bits, 1 the lower. */
WEB_EXPORT(web_hash) uint32_t web_hash(const web_world *w, uint32_t half) {
    uint64_t hash = vol_world_hash(w->world);
    return (uint32_t)(half == 0 ? hash >> 32 : hash);
}
