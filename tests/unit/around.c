/* What tests of surroundings share. See around.h. */
#include "around.h"

uint32_t vol_test_relate(vol_world *world, const vol_relation_def *def) {
    vol_error error;
    uint32_t number = 0;
    if (vol_relation_create(world, def, &number, &error) != VOL_OK) {
        fail_msg("the relation was refused: %s", error.text);
    }
    return number;
}

vol_obstacle vol_test_put(vol_world *world, const vol_obstacle_def *def) {
    vol_error error;
    vol_obstacle number = 0;
    if (vol_obstacle_create(world, def, &number, &error) != VOL_OK) {
        fail_msg("the obstacle was refused: %s", error.text);
    }
    return number;
}

vol_relation_def vol_test_relation(vol_flock from, vol_flock to, vol_relation_kind kind) {
    vol_relation_def def = vol_default_relation_def();
    def.from = from;
    def.to[0] = to;
    def.to_count = 1;
    def.kind = kind;
    return def;
}

vol_obstacle_def vol_test_wall(const double *points, double radius, vol_law law) {
    vol_obstacle_def def = vol_default_obstacle_def();
    def.shape = VOL_OBSTACLE_SEGMENT;
    def.points = points;
    def.point_count = 2;
    def.radius = radius;
    def.law = law;
    return def;
}

vol_flock vol_test_slow_flock(vol_world *world, const char *name, vol_model model, size_t count) {
    vol_flock_def def = vol_lively_flock_def(model);
    def.name = name;
    def.count = count;
    def.start.speed = def.max_speed / 2;
    return vol_test_flock(world, &def);
}
