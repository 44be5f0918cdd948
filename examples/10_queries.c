/* Queries: boids near the mouse, the nearest to it, the first along a ray, and those in a box. */
#include <volery/volery.h>

#include <stdio.h>

enum { ROOM = 8 };

static void show(const char *what, const vol_hit *hits, size_t found) {
    printf("%s: %zu", what, found);
    for (size_t i = 0; i < found && i < ROOM; i++) {
        printf("%s%u", i == 0 ? ", boids " : " ", (unsigned)hits[i].id);
    }
    printf("%s\n", found > ROOM ? " ..." : "");
}

int main(void) {
    vol_world_def world_def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_world *world;
    vol_flock birds;
    world_def.images = true; /* queries, too, see across the edges */
    flock_def.count = 2000;
    if (vol_world_create(&world_def, &world, NULL) != VOL_OK) {
        return 1;
    }
    if (vol_flock_create(world, &flock_def, &birds, NULL) != VOL_OK || vol_world_step(world, 100) != VOL_OK) {
        vol_world_destroy(world);
        return 1;
    }

    const double mouse[2] = {795, 300}, right[2] = {1, 0}, low[2] = {760, 270}, high[2] = {840, 330};
    vol_hit hits[ROOM], hit;
    size_t found;
    vol_error error;
    vol_result result = vol_query_near(world, birds, mouse, 40, hits, ROOM, &found, &error);
    show("nearer to the mouse than 40", hits, found);
    if (result == VOL_OK) {
        result = vol_query_nearest(world, birds, mouse, 3, hits, &found, &error);
        show("the nearest three", hits, found);
    }
    if (result == VOL_OK) {
        result = vol_query_box(world, birds, low, high, hits, ROOM, &found, &error);
        show("in a box across the edge", hits, found);
    }
    if (result == VOL_OK) {
        result = vol_query_ray(world, birds, mouse, right, 400, 2, &hit, &error);
        show("first along a ray", &hit, hit.slot == VOL_NONE ? 0 : 1);
    }
    if (result != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
    }
    vol_world_destroy(world);
    return result == VOL_OK ? 0 : 1;
}
