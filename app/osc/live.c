/* A wish becomes events at the step where the world is: they join the scene's, so that times and players go by them,
 * and go to the recording in the order in which they happened. */
#include "osc/live.h"

#include "play/deeds.h"

#include <stdlib.h>
#include <string.h>

typedef struct doing {
    app_live *live;
    size_t done;
} doing;

static void keep(app_live *live, const vol_scene_event *event) {
    vol_scene *scene = live->scene;
    if (live->events == NULL || scene->event_count == live->room) {
        live->room = scene->event_count * 2 + 64;
        vol_scene_event *larger = vol_take(live->room * sizeof *larger);
        if (scene->event_count > 0) {
            memcpy(larger, scene->events, scene->event_count * sizeof *larger);
        }
        free(live->events);
        live->events = larger;
        scene->events = larger;
    }
    size_t at = scene->event_count; /* behind those of this step, before those of later ones */
    while (at > 0 && scene->events[at - 1].at > event->at) {
        at--;
    }
    memmove(&scene->events[at + 1], &scene->events[at], (scene->event_count - at) * sizeof *scene->events);
    scene->events[at] = *event;
    scene->event_count++;
    vol_scene_link_events(scene, at);
}

static bool happen(void *context, vol_scene_event event) {
    doing *d = context;
    app_live *live = d->live;
    event.at = vol_world_steps(live->world);
    event.added = true;
    if (!vol_scene_event_happen(live->scene, &event, live->world, &live->fault)) {
        return false;
    }
    if (event.key != NULL) { /* only now: of what is refused nothing is kept */
        event.key = vol_arena_copy(&live->words, event.key, strlen(event.key));
        event.value = vol_arena_copy(&live->words, event.value, strlen(event.value));
    }
    keep(live, &event);
    if (live->recorder != NULL && live->recorded.text[0] == '\0') {
        app_recorder_event(live->recorder, live->scene, &event, &live->recorded);
    }
    d->done++;
    return true;
}

bool app_live_do(app_live *live, const app_wish *wish) {
    doing d = {.live = live};
    live->fault = (app_fault){0};
    if (wish->kind == APP_WISH_SET) {
        happen(&d, (vol_scene_event){.kind = VOL_SCENE_EVENT_SET, .key = wish->key, .value = wish->value});
    } else if (!app_deeds_do(live->scene, live->world, wish, happen, &d)) {
        return app_fault_set(&live->fault, APP_EXIT_WRONG, "that is for volery play alone");
    }
    /* Erasing where nobody is does nothing, and that is right. */
    return (d.done > 0 || live->fault.text[0] == '\0') && vol_scene_place(live->scene, live->world, &live->fault);
}

void app_live_release(app_live *live) {
    if (live->events != NULL) {
        live->scene->events = NULL;
        live->scene->event_count = 0;
        free(live->events);
    }
    vol_arena_release(&live->words);
}
