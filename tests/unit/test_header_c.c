/* The public header alone, as C17: it needs nothing before it, and what it promises links. */
#include <volery/volery.h>

int main(void) {
    vol_world_def world_def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_world *world;
    vol_flock flock;
    if (vol_world_create(&world_def, &world, NULL) != VOL_OK) {
        return 1;
    }
    if (vol_flock_create(world, &flock_def, &flock, NULL) != VOL_OK) {
        return 2;
    }
    if (vol_world_step(world, 3) != VOL_OK) {
        return 3;
    }
    vol_view view = vol_flock_view(world, flock);
    double x = vol_view_position(&view, 0, 0), speed = vol_view_velocity(&view, 0, 0);
    int wrong = view.count != 100 || !(x >= 0 && x <= world_def.size[0]) || !(speed >= -3 && speed <= 3);
    vol_world_destroy(world);
    return wrong ? 3 : 0;
}
