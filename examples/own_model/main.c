/* A model of one's own, compiled with the kit of the installed library: see swirl.h and CMakeLists.txt. */
#include <volery/volery.h>

#include <stdio.h>

VOL_DECLARE_MODEL(swirl);

/* How many boids go round the middle of the world to the left. */
static size_t count_left(const vol_world *world, vol_flock flock) {
    const vol_view view = vol_flock_view(world, flock);
    size_t left = 0;
    for (size_t i = 0; i < view.count; i++) {
        double x = vol_view_position(&view, 0, i) - 200, y = vol_view_position(&view, 1, i) - 200;
        left += x * vol_view_velocity(&view, 1, i) - y * vol_view_velocity(&view, 0, i) > 0;
    }
    return left;
}

int main(void) {
    vol_world *world;
    vol_flock flock;
    vol_error error;
    vol_world_def world_def = vol_default_world_def();
    world_def.size[0] = world_def.size[1] = 400;
    world_def.boundary = VOL_BOUNDARY_OPEN;
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_CUSTOM); /* whose parameters the model takes */
    def.own.model = &swirl_model;
    def.own.number[0] = 0.002;
    def.cohesion.radius = 300;
    def.cohesion.weight = 0.005;
    def.alignment.weight = 0;
    def.count = 300;
    if (vol_world_create(&world_def, &world, &error) != VOL_OK ||
        vol_flock_create(world, &def, &flock, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    printf("at the start %zu of 300 turn left, ", count_left(world, flock));
    if (vol_world_step(world, 300) != VOL_OK) {
        return 1;
    }
    printf("after 300 steps %zu\n", count_left(world, flock));
    vol_world_destroy(world);
    return 0;
}
