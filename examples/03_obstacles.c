/* Obstacles: a round one that pushes boids away, and a wall that no boid gets through. */
#include <volery/volery.h>

#include <stdio.h>

int main(void) {
    vol_world_def world_def = vol_default_world_def();
    world_def.boundary = VOL_BOUNDARY_BOUNCE;
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.count = 300;
    flock_def.start.shape = VOL_SHAPE_BOX; /* all begin left of the wall */
    flock_def.start.center[0] = 150;
    flock_def.start.center[1] = 300;
    flock_def.start.size[0] = 200;
    flock_def.start.size[1] = 500;
    flock_def.start.heading = 0;

    vol_obstacle_def rock_def = vol_default_obstacle_def();
    rock_def.center[0] = 200;
    rock_def.center[1] = 300;
    rock_def.radius = 40;
    rock_def.reach = 30; /* felt so far beyond its surface */

    static const double ends[] = {400, 0, 400, 600};
    vol_obstacle_def wall_def = vol_default_obstacle_def();
    wall_def.shape = VOL_OBSTACLE_SEGMENT;
    wall_def.points = ends; /* copied */
    wall_def.point_count = 2;
    wall_def.radius = 4;
    wall_def.law = VOL_LAW_HARD;

    vol_error error;
    vol_world *world;
    vol_flock flock;
    vol_obstacle rock, wall;
    if (vol_world_create(&world_def, &world, &error) != VOL_OK ||
        vol_flock_create(world, &flock_def, &flock, &error) != VOL_OK ||
        vol_obstacle_create(world, &rock_def, &rock, &error) != VOL_OK ||
        vol_obstacle_create(world, &wall_def, &wall, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        vol_world_destroy(world);
        return 1;
    }
    vol_result result = VOL_OK;
    for (int second = 0; second <= 10 && result == VOL_OK; second += 5) {
        size_t through = 0;
        vol_view view = vol_flock_view(world, flock);
        for (size_t i = 0; i < view.count; i++) {
            through += vol_view_position(&view, 0, i) > 400;
        }
        printf("after %2d seconds %3zu of %zu are behind the wall\n", second, through, view.count);
        if (second == 5) {
            vol_obstacle_remove(world, wall, NULL); /* obstacles may come, move and go between steps */
        }
        result = vol_world_step(world, 300);
    }
    vol_world_destroy(world);
    return result == VOL_OK ? 0 : 1;
}
