/* What several tests need. See support.h. */
#include "support.h"

#include <math.h>

uint64_t vol_test_bits(vol_test_random *random) {
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

double vol_test_uniform(vol_test_random *random, double from, double to) {
    return from + (to - from) * ((double)(vol_test_bits(random) >> 11) * 0x1p-53);
}

double vol_test_spread(vol_test_random *random, double from, double to) {
    return exp(vol_test_uniform(random, log(from), log(to)));
}

size_t vol_test_pick(vol_test_random *random, size_t choices) {
    return (size_t)(vol_test_bits(random) % choices);
}

bool vol_test_chance(vol_test_random *random, double probability) {
    return vol_test_uniform(random, 0, 1) < probability;
}

vol_world *vol_test_world(const vol_world_def *def) {
    vol_error error = {0};
    vol_world *world = NULL;
    if (vol_world_create(def, &world, &error) != VOL_OK) {
        fail_msg("the world was refused: %s", error.text);
    }
    assert_non_null(world);
    return world;
}

vol_flock vol_test_flock(vol_world *world, const vol_flock_def *def) {
    vol_error error = {0};
    vol_flock flock = VOL_NONE;
    if (vol_flock_create(world, def, &flock, &error) != VOL_OK) {
        fail_msg("the flock was refused: %s", error.text);
    }
    assert_int_not_equal(flock, VOL_NONE);
    return flock;
}

vol_world *vol_test_model_world(const vol_world_def *def, vol_model model, size_t count) {
    vol_world *world = vol_test_world(def);
    vol_flock_def flock_def = vol_lively_flock_def(model);
    flock_def.count = count;
    flock_def.start.speed = flock_def.max_speed / 2;
    vol_test_flock(world, &flock_def);
    return world;
}

vol_world_def vol_test_lively_def(vol_model model, int dimensions, vol_precision precision) {
    vol_world_def def = vol_default_world_def();
    def.dimensions = dimensions;
    def.size[0] = dimensions == 3 ? 200 : 400;
    def.size[1] = dimensions == 3 ? 160 : 300;
    def.size[2] = 180;
    def.precision = precision;
    def.boundary = model == VOL_MODEL_BLEND ? VOL_BOUNDARY_CLAMP : VOL_BOUNDARY_WRAP;
    def.threads = 1;
    return def;
}

vol_world_def vol_test_open_def(vol_integrator integrator, int dimensions, double dt) {
    vol_world_def def = vol_default_world_def();
    def.dimensions = dimensions;
    def.boundary = VOL_BOUNDARY_OPEN;
    def.precision = VOL_PRECISION_DOUBLE;
    def.integrator = integrator;
    def.dt = dt;
    def.threads = 1;
    return def;
}

vol_flock_def vol_test_given_flock(vol_model model) {
    vol_flock_def def = vol_default_flock_def(model);
    def.count = 0;
    def.start.shape = VOL_SHAPE_GIVEN;
    return def;
}

void vol_test_add(vol_world *world, vol_flock flock, const vol_oracle_boid *boids, size_t count) {
    vol_error error = {0};
    bool deep = vol_world_get_def(world).dimensions == 3;
    for (size_t i = 0; i < count; i++) {
        const vol_oracle_boid *b = &boids[i];
        double p[3] = {b->p.x, b->p.y, deep ? b->p.z : 0}, v[3] = {b->v.x, b->v.y, deep ? b->v.z : 0};
        if (vol_flock_add(world, flock, 1, p, v, NULL, &error) != VOL_OK) {
            fail_msg("adding was refused: %s", error.text);
        }
    }
}

size_t vol_test_state(vol_world *world, vol_flock flock, vol_oracle_boid *boids, size_t most) {
    const uint32_t *order = vol_flock_order(world, flock);
    vol_view view = vol_flock_view(world, flock);
    assert_true(view.count <= most);
    for (size_t i = 0; i < view.count; i++) {
        size_t slot = order[i];
        vol_oracle_boid *b = &boids[i];
        b->p.x = vol_view_position(&view, 0, slot);
        b->p.y = vol_view_position(&view, 1, slot);
        b->p.z = view.dimensions == 3 ? vol_view_position(&view, 2, slot) : 0;
        b->v.x = vol_view_velocity(&view, 0, slot);
        b->v.y = vol_view_velocity(&view, 1, slot);
        b->v.z = view.dimensions == 3 ? vol_view_velocity(&view, 2, slot) : 0;
        double degrees = atan2(b->v.y, b->v.x) * (180 / 3.14159265358979323846);
        b->heading = fmod(degrees + 360, 360);
        vol_oracle_chance(vol_world_get_def(world).seed, flock, view.id[slot], vol_world_steps(world), b->chance);
    }
    return view.count;
}

void vol_test_watch(vol_world *world, double radius) {
    const vol_world_def def = vol_world_get_def(world);
    const double middle[3] = {def.size[0] / 2, def.size[1] / 2, def.size[2] / 2};
    assert_int_equal(vol_world_watch(world, VOL_EVENT_ALL, 10000, 4, NULL), VOL_OK);
    assert_int_equal(vol_world_watch_ball(world, 1, NULL, 0, middle, radius, NULL), VOL_OK);
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

uint64_t vol_test_events(const vol_world *world, uint64_t *cursor) {
    uint64_t hash = 1, lost;
    vol_event event;
    while (vol_world_read_events(world, cursor, &event, 1, &lost) > 0) {
        const uint64_t numbers[] = {event.step,        (uint64_t)event.kind, event.flock,  event.id,
                                    event.other_flock, event.other,          event.region, event.user_bytes};
        assert_int_equal(lost, 0);
        hash = mix(mix(hash, numbers, sizeof numbers), event.position, sizeof event.position);
        hash = mix(hash, event.user, event.user_bytes);
    }
    return hash;
}

vol_world *vol_test_two_flocks(vol_flock flock[2]) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    def.threads = 1;
    vol_world *world = vol_test_world(&def);
    vol_flock_def birds = vol_default_flock_def(VOL_MODEL_STEERING);
    birds.count = 40;
    birds.user_bytes = 8;
    for (int i = 0; i < 2; i++) {
        birds.name = i == 0 ? "birds" : "others";
        flock[i] = vol_test_flock(world, &birds);
    }
    return world;
}
