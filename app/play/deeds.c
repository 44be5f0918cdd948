/* Wishes become events: boids put in with their places and headings, found by the pointer, pushed apart. Between what a
 * person does and the scene's list of events. */
#include "play/deeds.h"

#include "common/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A number from 0 to 1 for the nth boid that was put in by hand. */
static double scattered(uint64_t seed, uint64_t n) {
    uint64_t x = seed * UINT64_C(0x9E3779B97F4A7C15) + n * UINT64_C(0xD1B54A32D192ED03);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

static vol_scene_event make_boid(const vol_scene *scene, const vol_world *world, const app_wish *wish, uint64_t nth) {
    const vol_scene_flock *flock = &scene->flocks[wish->flock];
    vol_scene_event event = {.kind = VOL_SCENE_EVENT_ADD, .flock = wish->flock};
    uint64_t number = 4 * (uint64_t)scene->event_count;
    double turn = 6.283185307179586 * scattered(scene->world.seed, number);
    double around = 6.283185307179586 * scattered(scene->world.seed, number + 1);
    const vol_scene_shown shown = vol_scene_look_shown(scene);
    double size = vol_scene_flock_shown(scene, &shown, wish->flock).size;
    double away = nth == 0 ? 0 : size * sqrt((double)wish->count) * sqrt(scattered(scene->world.seed, number + 2));
    double speed = flock->def.start.speed > 0 ? flock->def.start.speed : flock->def.max_speed / 2;
    bool thrown = wish->velocity[0] != 0 || wish->velocity[1] != 0 || wish->velocity[2] != 0;
    double offset[3] = {away * cos(around), away * sin(around), 0};
    double random_velocity[3] = {speed * cos(turn), speed * sin(turn), 0};
    for (int axis = 0; axis < 3 && axis < scene->world.dimensions; axis++) {
        const vol_world_def now = vol_world_get_def(world);
        const double low = now.origin[axis], high = low + now.size[axis];
        double place = wish->position[axis] + offset[axis];
        if (scene->world.boundary != VOL_BOUNDARY_OPEN) {
            place = place < low ? low : place > high ? high : place;
        }
        event.position[axis] = place;
        event.velocity[axis] = thrown ? wish->velocity[axis] : random_velocity[axis];
    }
    return event;
}

enum { MOST_ERASED = 4096 }; /* by one touch */

static void erase(vol_world *world, const app_wish *wish, app_deed deed, void *context) {
    vol_hit *hits = vol_take(MOST_ERASED * sizeof *hits);
    for (uint32_t flock = 0; flock < vol_flock_count(world); flock++) {
        size_t found = 0;
        vol_query_near(world, flock, wish->position, wish->number, hits, MOST_ERASED, &found, NULL);
        for (size_t i = 0; i < found && i < MOST_ERASED; i++) {
            deed(context, (vol_scene_event){.kind = VOL_SCENE_EVENT_REMOVE, .flock = flock, .id = hits[i].id});
        }
    }
    free(hits);
}

/* What happens at a place, or to all. */
static void strike(vol_scene_event_kind kind, const app_wish *wish, app_deed deed, void *context) {
    vol_scene_event event = {.kind = kind, .strength = wish->number, .none = wish->none};
    memcpy(event.position, wish->position, sizeof event.position);
    memcpy(event.velocity, wish->velocity, sizeof event.velocity);
    deed(context, event);
}

bool app_deeds_do(const vol_scene *scene, vol_world *world, const app_wish *wish, app_deed deed, void *context) {
    switch (wish->kind) {
    case APP_WISH_ADD:
        for (uint64_t i = 0; wish->flock < scene->flock_count && i < wish->count; i++) {
            deed(context, make_boid(scene, world, wish, i));
        }
        break;
    case APP_WISH_ERASE: erase(world, wish, deed, context); break;
    case APP_WISH_SCATTER: strike(VOL_SCENE_EVENT_SCATTER, wish, deed, context); break;
    case APP_WISH_BLOW: strike(VOL_SCENE_EVENT_BLOW, wish, deed, context); break;
    case APP_WISH_GUST: strike(VOL_SCENE_EVENT_GUST, wish, deed, context); break;
    case APP_WISH_PLAYER: strike(VOL_SCENE_EVENT_PLAYER, wish, deed, context); break;
    case APP_WISH_GOAL: strike(VOL_SCENE_EVENT_GOAL, wish, deed, context); break;
    default: return false;
    }
    return true;
}
