/* Steering: tourists follow a path round the town, keep out of each other's way and off the fountain, which comes first. */
#include <volery/volery.h>

#include <math.h>
#include <stdio.h>

static vol_world *world;

static int fails(vol_result result, const vol_error *error) {
    if (result != VOL_OK) {
        fprintf(stderr, "%s\n", error->text);
        vol_world_destroy(world);
    }
    return result != VOL_OK;
}

int main(void) {
    static const double walk[] = {150, 150, 650, 150, 650, 450, 150, 450};
    vol_error error;
    vol_world_def world_def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.count = 60;
    flock_def.alignment.weight = flock_def.cohesion.weight = 0; /* strangers */
    flock_def.separation.radius = 8;
    flock_def.turn.rate = 20;
    flock_def.steer.combine = VOL_COMBINE_PRIORITY;
    vol_obstacle_def fountain = vol_default_obstacle_def();
    fountain.center[0] = 400;
    fountain.center[1] = 150;
    fountain.radius = 25;
    fountain.law = VOL_LAW_HARD;

    /* priorities are the order of the list: what comes first has the budget first */
    vol_term_def terms[] = {vol_default_term_def(VOL_TERM_AVOID_OBSTACLES), vol_default_term_def(VOL_TERM_AVOID_COLLISION),
                            vol_default_term_def(VOL_TERM_FOLLOW_PATH)};
    terms[2].points = walk;
    terms[2].point_count = 4;
    terms[2].closed = true;
    vol_flock flock;
    vol_obstacle obstacle;
    vol_term term;
    if (fails(vol_world_create(&world_def, &world, &error), &error) ||
        fails(vol_flock_create(world, &flock_def, &flock, &error), &error) ||
        fails(vol_obstacle_create(world, &fountain, &obstacle, &error), &error)) {
        return 1;
    }
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        if (fails(vol_term_create(world, &terms[i], &term, &error), &error)) {
            return 1;
        }
    }
    vol_world_step(world, 1500);
    vol_view view = vol_flock_view(world, flock);
    size_t near = 0;
    for (size_t i = 0; i < view.count; i++) { /* how far off the rectangle of the walk? */
        double x = fabs(vol_view_position(&view, 0, i) - 400) - 250, y = fabs(vol_view_position(&view, 1, i) - 300) - 150;
        near += fabs(fmax(x, y)) < 40;
    }
    printf("%zu of %zu tourists are on the walk\n", near, view.count);
    vol_world_destroy(world);
    return 0;
}
