/* Players and wind: the flock flees from wherever the host says that players are, and gusts blow it about. */
#include <volery/volery.h>

#include <stdio.h>

/* Where the flock is on the whole. */
static void middle(const vol_world *world, vol_flock flock, double *x, double *y) {
    vol_view view = vol_flock_view(world, flock);
    *x = *y = 0;
    for (size_t i = 0; i < view.count; i++) {
        *x += vol_view_position(&view, 0, i) / (double)view.count;
        *y += vol_view_position(&view, 1, i) / (double)view.count;
    }
}

int main(void) {
    vol_world_def world_def = vol_default_world_def();
    world_def.boundary = VOL_BOUNDARY_OPEN;
    world_def.player.flee_radius = 150;
    world_def.player.flee_weight = 0.2;
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.start.shape = VOL_SHAPE_DISC;
    flock_def.start.radius = 60;

    vol_error error;
    vol_world *world;
    vol_flock flock;
    if (vol_world_create(&world_def, &world, &error) != VOL_OK ||
        vol_flock_create(world, &flock_def, &flock, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        vol_world_destroy(world);
        return 1;
    }

    double x, y;
    middle(world, flock, &x, &y);
    printf("the flock begins at (%.0f, %.0f)\n", x, y);
    vol_result result = VOL_OK;
    for (int step = 0; step < 120 && result == VOL_OK; step++) { /* two dogs chase it from below */
        middle(world, flock, &x, &y);
        double dogs[] = {x - 40, y - 60, x + 40, y - 60};
        vol_world_set_players(world, 2, dogs, NULL);
        result = vol_world_step(world, 1);
    }
    middle(world, flock, &x, &y);
    printf("chased, it is at (%.0f, %.0f)\n", x, y);

    vol_world_set_players(world, 0, NULL, NULL);
    vol_world_gust(world, (double[]){-2, 0}, NULL);            /* once, in the next step */
    vol_world_set(world, "wind.velocity", "[-0.05, 0]", NULL); /* steady, until it is changed again */
    result = result == VOL_OK ? vol_world_step(world, 120) : result;
    middle(world, flock, &x, &y);
    printf("blown, it is at (%.0f, %.0f)\n", x, y);
    vol_world_destroy(world);
    return result == VOL_OK ? 0 : 1;
}
