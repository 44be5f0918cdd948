/* Steering: tourists follow a path round the town; avoiding the fountain and each other has a higher priority. */
#include <volery/volery.h>

#include <math.h>
#include <stdio.h>

int main(void) {
    vol_world_def world_def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.count = 60;
    flock_def.separation.weight = flock_def.alignment.weight = flock_def.cohesion.weight = 0; /* no flocking */
    flock_def.max_speed = 1.5;
    flock_def.steer.combine = VOL_COMBINE_PRIORITY;
    vol_obstacle_def fountain = vol_default_obstacle_def();
    fountain.center[0] = 400;
    fountain.center[1] = 150;
    fountain.radius = 25;
    fountain.law = VOL_LAW_HARD;

    static const double corners[] = {150, 150, 650, 150, 650, 450, 150, 450};
    vol_term_def rock = vol_default_term_def(VOL_TERM_AVOID_OBSTACLES);
    vol_term_def others = vol_default_term_def(VOL_TERM_AVOID_COLLISION);
    vol_term_def walk = vol_default_term_def(VOL_TERM_FOLLOW_PATH);
    walk.points = corners; /* copied */
    walk.point_count = 4;
    walk.closed = true;
    others.priority = 1; /* after the fountain, which has 0 */
    walk.priority = 2;   /* with what is left of the budget */

    vol_error error;
    vol_world *world;
    vol_flock flock;
    vol_obstacle number;
    vol_term term;
    if (vol_world_create(&world_def, &world, &error) != VOL_OK ||
        vol_flock_create(world, &flock_def, &flock, &error) != VOL_OK ||
        vol_obstacle_create(world, &fountain, &number, &error) != VOL_OK ||
        vol_term_create(world, &rock, &term, &error) != VOL_OK ||
        vol_term_create(world, &others, &term, &error) != VOL_OK ||
        vol_term_create(world, &walk, &term, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        vol_world_destroy(world);
        return 1;
    }
    vol_result result = VOL_OK;
    for (int steps = 0; steps <= 1000 && result == VOL_OK; steps += 500) {
        vol_view view = vol_flock_view(world, flock);
        size_t near = 0;
        for (size_t i = 0; i < view.count; i++) { /* how far off the rectangle? */
            double x = fabs(vol_view_position(&view, 0, i) - 400) - 250;
            double y = fabs(vol_view_position(&view, 1, i) - 300) - 150;
            near += fabs(fmax(x, y)) < 40;
        }
        printf("after %4d steps %2zu of %zu tourists are on the walk\n", steps, near, view.count);
        result = vol_world_step(world, 500);
    }
    vol_world_destroy(world);
    return result == VOL_OK ? 0 : 1;
}
