/* Hello, flock: a world, five hundred boids, ten seconds at sixty steps a second, and where they are at the end. */
#include <volery/volery.h>

#include <stdio.h>

int main(void) {
    vol_world_def world_def = vol_default_world_def();
    world_def.size[0] = 1280;
    world_def.size[1] = 720;
    world_def.images = true; /* boids see each other across the edges */

    vol_error error;
    vol_world *world;
    if (vol_world_create(&world_def, &world, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }

    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.name = "birds";
    flock_def.count = 500;
    vol_flock birds;
    if (vol_flock_create(world, &flock_def, &birds, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        vol_world_destroy(world);
        return 1;
    }

    vol_result result = vol_world_step(world, 600); /* a game calls this once a frame with 1 */
    if (result != VOL_OK) {
        fprintf(stderr, "a step failed: %s\n", vol_result_name(result));
        vol_world_destroy(world);
        return 1;
    }

    vol_view view = vol_flock_view(world, birds); /* no copy: read it before the next step */
    for (size_t i = 0; i < 3; i++) {
        printf("boid %u at (%.1f, %.1f) flying (%.2f, %.2f)\n", (unsigned)view.id[i], vol_view_position(&view, 0, i),
               vol_view_position(&view, 1, i), vol_view_velocity(&view, 0, i), vol_view_velocity(&view, 1, i));
    }
    printf("after %u steps the state is %016llx\n", (unsigned)vol_world_steps(world),
           (unsigned long long)vol_world_hash(world));
    vol_world_destroy(world);
    return 0;
}
