/* Events: hawks hunt birds, birds fly past a lookout; the host steps ten at a time and misses nothing. */
#include <volery/volery.h>

#include <stdio.h>

static void tell(const vol_event *e) {
    if (e->kind == VOL_EVENT_DIED && e->other != VOL_NONE) {
        printf("step %3u: hawk %u ate bird %u, worth %d, at (%.0f, %.0f)\n", (unsigned)e->step, (unsigned)e->other,
               (unsigned)e->id, *(const int *)e->user, e->position[0], e->position[1]);
    }
}

int main(void) {
    vol_world_def world_def = vol_default_world_def();
    vol_flock_def birds_def = vol_default_flock_def(VOL_MODEL_STEERING), hawks_def = birds_def;
    vol_relation_def hunt = vol_default_relation_def();
    vol_world *world;
    vol_flock birds, hawks;
    birds_def.name = "birds";
    birds_def.count = 200;
    birds_def.user_bytes = sizeof(int);
    hawks_def.name = "hawks";
    hawks_def.count = 3;
    hunt.to_count = 1;
    hunt.kind = VOL_RELATION_HUNT;
    hunt.eat = 6;
    if (vol_world_create(&world_def, &world, NULL) != VOL_OK) {
        return 1;
    }
    const double lookout[2] = {400, 300};
    if (vol_flock_create(world, &birds_def, &birds, NULL) != VOL_OK ||
        vol_flock_create(world, &hawks_def, &hawks, NULL) != VOL_OK ||
        vol_world_watch(world, VOL_EVENT_ALL, 1000, sizeof(int), NULL) != VOL_OK ||
        vol_world_watch_ball(world, 0, &birds, 1, lookout, 80, NULL) != VOL_OK) {
        vol_world_destroy(world);
        return 1;
    }
    hunt.from = hawks;
    hunt.to[0] = birds;
    vol_result result = vol_relation_create(world, &hunt, NULL, NULL);
    for (uint32_t id = 0; id < 200; id++) {
        *(int *)vol_flock_user(world, birds, id) = 10 + (int)(id % 5);
    }
    uint64_t cursor = 0, lost = 0, entered = 0;
    for (int frame = 0; result == VOL_OK && frame < 20; frame++) {
        vol_event events[32];
        result = vol_world_step(world, 10);
        for (size_t n; (n = vol_world_read_events(world, &cursor, events, 32, &lost)) > 0;) {
            for (size_t i = 0; i < n; i++) {
                tell(&events[i]);
                entered += events[i].kind == VOL_EVENT_ENTERED;
            }
        }
    }
    printf("birds came by the lookout %u times\n", (unsigned)entered);
    vol_world_destroy(world);
    return result == VOL_OK && lost == 0 ? 0 : 1;
}
