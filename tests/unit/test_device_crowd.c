/* Boids in crowded cells in space, which sense together on a device (sense_crowd.h): the bits of the processor. */
#include "pair.h"

#include "backends/opencl/opencl.h"

/* A box of five cells a side with 32 boids in each, if `count` is 4000 and they are anywhere in it. */
static vol_world_def box_world(vol_boundary boundary, bool images, vol_precision precision) {
    vol_world_def def = vol_default_world_def();
    def.dimensions = 3;
    def.size[0] = def.size[1] = def.size[2] = 100;
    def.boundary = boundary;
    def.images = images;
    def.precision = precision;
    def.index = VOL_INDEX_GRID;
    def.threads = 1;
    return def;
}

static vol_flock_def crowd(vol_model model, size_t count) {
    vol_flock_def def = vol_default_flock_def(model);
    def.count = count;
    def.start.shape = VOL_SHAPE_UNIFORM;
    def.max_speed = 3;
    def.start.speed = 2;
    def.separation.radius = 9;
    def.alignment.radius = 20;
    def.cohesion.radius = 20;
    def.lattice.range = 20;
    return def;
}

static bool is_crowded(const vol_test_pair *pair, vol_flock flock) {
    return vol_cl_flock_of(pair->world[1]->flocks[flock])->together;
}

/* All that differs in how they look: through edges or not, cones, sums with one count or three, pushes at once. */
static void a_crowd_has_the_bits_of_the_processor(void **state) {
    (void)state;
    static const struct {
        vol_boundary boundary;
        bool images;
        vol_precision precision;
        vol_model model;
        double cohesion, view;
    } way[] = {{VOL_BOUNDARY_WRAP, true, VOL_PRECISION_SINGLE, VOL_MODEL_BLEND, 20, 360},
               {VOL_BOUNDARY_WRAP, false, VOL_PRECISION_SINGLE, VOL_MODEL_STEERING, 15, 360},
               {VOL_BOUNDARY_BOUNCE, false, VOL_PRECISION_DOUBLE, VOL_MODEL_BLEND, 20, 360},
               {VOL_BOUNDARY_WRAP, true, VOL_PRECISION_SINGLE, VOL_MODEL_CAPPED, 20, 250},
               {VOL_BOUNDARY_WRAP, true, VOL_PRECISION_DOUBLE, VOL_MODEL_VICSEK, 20, 360},
               {VOL_BOUNDARY_WRAP, true, VOL_PRECISION_SINGLE, VOL_MODEL_COUZIN, 20, 360},
               {VOL_BOUNDARY_WRAP, true, VOL_PRECISION_SINGLE, VOL_MODEL_OLFATI_SABER, 20, 360},
               {VOL_BOUNDARY_WRAP, true, VOL_PRECISION_SINGLE, VOL_MODEL_CUSTOM, 20, 360}};
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        const vol_world_def def = box_world(way[i].boundary, way[i].images, way[i].precision);
        vol_flock_def flock = crowd(way[i].model, 4003);
        vol_test_pair pair = vol_test_pair_create(&def);
        flock.cohesion.radius = way[i].cohesion;
        flock.view.angle = way[i].view;
        vol_test_pair_flock(&pair, &flock);
        vol_test_pair_step(&pair, 4);
        assert_true(is_crowded(&pair, 0));
        vol_test_pair_destroy(&pair);
    }
}

/* Work items that run together have boids of a dense ball, of the sparse rows around it and of several rows at once. */
static void a_crowd_in_one_place_has_the_bits_of_the_processor(void **state) {
    (void)state;
    vol_world_def def = box_world(VOL_BOUNDARY_WRAP, true, VOL_PRECISION_SINGLE);
    def.size[0] = 400; /* long rows */
    vol_flock_def ball = crowd(VOL_MODEL_BLEND, 6000), all = crowd(VOL_MODEL_BLEND, 300);
    vol_test_pair pair = vol_test_pair_create(&def);
    ball.start.shape = VOL_SHAPE_DISC;
    ball.start.radius = 30;
    ball.start.center[0] = 395; /* over the edge */
    ball.start.center[1] = 50;
    ball.start.center[2] = 2;
    vol_test_pair_flock(&pair, &ball);
    all.name = "others";
    vol_test_pair_flock(&pair, &all);
    vol_test_pair_step(&pair, 5);
    assert_true(is_crowded(&pair, 0));
    assert_false(is_crowded(&pair, 1));
    vol_test_pair_destroy(&pair);
}

/* So many boids are removed that it is none any more, and brought back. */
static void a_crowd_comes_and_goes(void **state) {
    (void)state;
    const vol_world_def def = box_world(VOL_BOUNDARY_WRAP, true, VOL_PRECISION_SINGLE);
    const vol_flock_def flock = crowd(VOL_MODEL_BLEND, 1200);
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_test_pair_flock(&pair, &flock);
    vol_test_pair_step(&pair, 3);
    assert_true(is_crowded(&pair, 0));
    uint32_t id[1100];
    for (uint32_t i = 0; i < 1100; i++) {
        id[i] = i;
    }
    double place[2100], velocity[2100];
    for (int i = 0; i < 2100; i++) {
        place[i] = i * 29 % 100 + 0.25;
        velocity[i] = i % 3 - 1;
    }
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_flock_remove(pair.world[k], 0, 1100, id, NULL), VOL_OK);
    }
    vol_test_pair_step(&pair, 3);
    assert_false(is_crowded(&pair, 0));
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_flock_add(pair.world[k], 0, 700, place, velocity, NULL, NULL), VOL_OK);
    }
    vol_test_pair_step(&pair, 3);
    assert_true(is_crowded(&pair, 0));
    vol_test_pair_destroy(&pair);
}

/* What surrounds a crowd acts on each boid for itself, and leaves out the work items that have none. */
static void a_surrounded_crowd_has_the_bits_of_the_processor(void **state) {
    (void)state;
    vol_world_def def = box_world(VOL_BOUNDARY_WRAP, true, VOL_PRECISION_SINGLE);
    def.wind.velocity[1] = 0.3;
    const vol_flock_def flock = crowd(VOL_MODEL_BLEND, 2001);
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_test_pair_flock(&pair, &flock);
    vol_test_pair_step(&pair, 3);
    assert_true(is_crowded(&pair, 0));
    vol_test_pair_destroy(&pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_has_the_bits_of_the_processor),
        cmocka_unit_test(a_crowd_in_one_place_has_the_bits_of_the_processor),
        cmocka_unit_test(a_crowd_comes_and_goes),
        cmocka_unit_test(a_surrounded_crowd_has_the_bits_of_the_processor),
    };
    return vol_test_has_device() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
