/* Your own loop: the flock steps sixty times a second whatever the screen does, and what is drawn lies between the last
 * two states. Frames here take as long as the table says; a game would ask its clock, and draw instead of print. */
#include <volery/volery.h>

#include <math.h>
#include <stdio.h>

#define STEP (1.0 / 60) /* seconds */

int main(void) {
    static const double frames[] = {0.007, 0.007, 0.030, 0.007,
                                    0.250, 0.016, 0.016}; /* seconds: a screen has hiccups */
    vol_world_def world_def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.count = 50;
    flock_def.previous = true; /* views also have where boids were before the last step */
    vol_error error;
    vol_world *world;
    vol_flock flock;
    if (vol_world_create(&world_def, &world, &error) != VOL_OK ||
        vol_flock_create(world, &flock_def, &flock, &error) != VOL_OK) {
        fprintf(stderr, "%s\n", error.text);
        vol_world_destroy(world);
        return 1;
    }
    vol_result result = VOL_OK;
    double owed = STEP; /* time that has passed and is not yet simulated; one step so that there are two states */
    for (size_t frame = 0; frame < sizeof frames / sizeof *frames; frame++) {
        owed += fmin(frames[frame], 0.1); /* after a long pause go on from here, do not catch up */
        while (owed >= STEP && result == VOL_OK) {
            owed -= STEP;
            result = vol_world_step(world, 1);
        }
        vol_view view = vol_flock_view(world, flock);
        size_t slot = vol_flock_slot(world, flock, 0); /* a game draws all, slot by slot */
        double x = vol_view_between(&view, 0, slot, owed / STEP), y = vol_view_between(&view, 1, slot, owed / STEP);
        printf("frame %zu: step %2d, boid 0 at (%.2f, %.2f)\n", frame, (int)vol_world_steps(world), x, y);
    }
    vol_world_destroy(world);
    return result == VOL_OK ? 0 : 1;
}
