/* Hard obstacles: no boid gets into one, or through a wall; boids that touch one slide; those that start inside get
 * out. */
#include "around.h"
#include "support.h"

#include "oracle/surround.h"

#include <math.h>
#include <string.h>

enum { MOST = 400, OBSTACLES = 24, POINTS = 8 };

/* A world of hard obstacles and a flock that is driven about in it. */
typedef struct cage {
    vol_world_def def;
    vol_world *world;
    vol_obstacle_def obstacle[OBSTACLES];
    double points[OBSTACLES][POINTS * 3];
    size_t count;
    vol_oracle_boid old[MOST], now[MOST];
    size_t boids, touched;
} cage;

static void make_points(cage *c, vol_test_random *r, vol_obstacle_def *o, double *points) {
    size_t dimensions = (size_t)c->def.dimensions;
    double size = c->def.size[0] * vol_test_spread(r, 0.02, 0.3), turn = vol_test_uniform(r, 0, 6);
    o->points = points;
    o->point_count = o->shape == VOL_OBSTACLE_SEGMENT ? 2 : 3 + vol_test_pick(r, POINTS - 2);
    for (size_t i = 0; i < o->point_count; i++) { /* a star around the middle: does not cross itself */
        double angle = turn + 6.283185307 * (double)i / (double)o->point_count;
        double far = size * vol_test_uniform(r, 0.2, 1);
        double at[3] = {o->center[0] + far * cos(angle), o->center[1] + far * sin(angle),
                        o->center[2] + vol_test_uniform(r, -size, size)};
        memcpy(points + i * dimensions, at, dimensions * sizeof *at);
    }
}

static void make_obstacles(cage *c, vol_test_random *r) {
    int shapes = c->def.dimensions == 3 ? VOL_OBSTACLE_POLYGON : VOL_OBSTACLE_SHAPE_COUNT;
    for (size_t k = 0; k < c->count; k++) {
        vol_obstacle_def *o = &c->obstacle[k];
        *o = vol_default_obstacle_def();
        o->shape = (vol_obstacle_shape)vol_test_pick(r, (size_t)shapes);
        o->law = VOL_LAW_HARD;
        for (int a = 0; a < c->def.dimensions; a++) {
            o->center[a] = vol_test_uniform(r, 0, c->def.size[a]);
            o->size[a] = o->shape == VOL_OBSTACLE_BOX ? c->def.size[a] * vol_test_spread(r, 0.005, 0.2) : 0;
        }
        bool thin = o->shape != VOL_OBSTACLE_CIRCLE && vol_test_chance(r, 0.5);
        o->radius = thin ? 0 : c->def.size[0] * vol_test_spread(r, 0.003, 0.08);
        if (o->shape >= VOL_OBSTACLE_SEGMENT) {
            make_points(c, r, o, c->points[k]);
        }
        vol_test_put(c->world, o);
    }
}

/* Where p is seen by the obstacle, and how far outside its surface; in worlds with images the nearest of the images. */
static double clearance(const cage *c, const vol_obstacle_def *o, vol_oracle_vec p) {
    double least = INFINITY;
    int turns = c->def.images ? 1 : 0, deep = c->def.dimensions == 3 ? turns : 0;
    for (int x = -turns; x <= turns; x++) {
        for (int y = -turns; y <= turns; y++) {
            for (int z = -deep; z <= deep; z++) {
                vol_oracle_vec q = {p.x + x * c->def.size[0], p.y + y * c->def.size[1], p.z + z * c->def.size[2]};
                double d = vol_oracle_distance(&c->def, o, q);
                /* of a box or polygon without a radius, distance 0 is inside, and so is its border */
                least = fmin(least, d - o->radius - (d == 0 && o->shape != VOL_OBSTACLE_SEGMENT ? 1 : 0));
            }
        }
    }
    return least;
}

static bool is_free(const cage *c, vol_oracle_vec p) {
    for (size_t k = 0; k < c->count; k++) {
        if (clearance(c, &c->obstacle[k], p) < 0) {
            return false;
        }
    }
    return true;
}

static void fill_cage(cage *c, vol_test_random *r) {
    vol_flock_def flock = vol_default_flock_def(c->def.dimensions == 3 ? VOL_MODEL_STEERING
                                                                       : (vol_model)vol_test_pick(r, VOL_MODEL_COUNT));
    flock.count = 0;
    flock.start.shape = VOL_SHAPE_GIVEN;
    flock.max_speed = c->def.size[0] * vol_test_spread(r, 0.003, 0.4);
    flock.max_force = flock.max_speed / 10;
    vol_test_flock(c->world, &flock);
    for (size_t tries = 0; c->boids < 40 && tries < 4000; tries++) {
        vol_oracle_boid b = {0};
        b.p = (vol_oracle_vec){vol_test_uniform(r, 0, c->def.size[0]), vol_test_uniform(r, 0, c->def.size[1]),
                               c->def.dimensions == 3 ? vol_test_uniform(r, 0, c->def.size[2]) : 0};
        b.p = c->def.precision == VOL_PRECISION_SINGLE
                  ? (vol_oracle_vec){(double)(float)b.p.x, (double)(float)b.p.y, (double)(float)b.p.z}
                  : b.p;
        b.v = (vol_oracle_vec){flock.max_speed * vol_test_uniform(r, -1, 1), flock.max_speed, 0};
        if (is_free(c, b.p)) {
            vol_test_add(c->world, 0, &b, 1);
            c->boids++;
        }
    }
}

static void complain(const cage *c, uint64_t seed, size_t boid, size_t k, const char *what) {
    const vol_obstacle_def *o = &c->obstacle[k];
    print_error("%dD precision %d boundary %d images %d update %d; obstacle %zu shape %d radius %g at %g %g %g\n",
                c->def.dimensions, (int)c->def.precision, (int)c->def.boundary, (int)c->def.images, (int)c->def.update,
                k, (int)o->shape, o->radius, o->center[0], o->center[1], o->center[2]);
    print_error("from %.17g %.17g %.17g to %.17g %.17g %.17g\n", c->old[boid].p.x, c->old[boid].p.y, c->old[boid].p.z,
                c->now[boid].p.x, c->now[boid].p.y, c->now[boid].p.z);
    fail_msg("cage %llu, step %llu: boid %zu %s", (unsigned long long)seed,
             (unsigned long long)vol_world_steps(c->world), boid, what);
}

/* After a step no boid is inside. */
static void check_cage(cage *c, uint64_t seed) {
    assert_int_equal(vol_test_state(c->world, 0, c->now, MOST), c->boids);
    for (size_t i = 0; i < c->boids; i++) {
        for (size_t k = 0; k < c->count; k++) {
            double clear = clearance(c, &c->obstacle[k], c->now[i].p);
            if (!(clear >= 0)) {
                complain(c, seed, i, k, "is inside");
            }
            c->touched += clear < 1e-3 * c->def.size[0];
        }
    }
    memcpy(c->old, c->now, sizeof c->old);
}

static void run_cage(uint64_t seed, uint64_t steps, size_t *boid_steps, size_t *touched) {
    static cage c;
    vol_test_random r = {seed};
    memset(&c, 0, sizeof c);
    c.def = vol_default_world_def();
    c.def.dimensions = 2 + (int)(seed % 2);
    c.def.precision = (vol_precision)(seed / 2 % 2);
    c.def.size[0] = vol_test_spread(&r, 50, 2000);
    c.def.size[1] = c.def.size[0] * vol_test_uniform(&r, 0.5, 1);
    c.def.size[2] = c.def.size[0] * vol_test_uniform(&r, 0.5, 1);
    c.def.boundary = (vol_boundary)vol_test_pick(&r, VOL_BOUNDARY_COUNT);
    c.def.images = c.def.boundary == VOL_BOUNDARY_WRAP && vol_test_chance(&r, 0.5);
    c.def.update = vol_test_chance(&r, 0.3) ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER;
    c.def.threads = 1;
    c.world = vol_test_world(&c.def);
    c.count = 1 + vol_test_pick(&r, OBSTACLES);
    make_obstacles(&c, &r);
    fill_cage(&c, &r);
    vol_test_state(c.world, 0, c.old, MOST);
    double middle[3] = {c.def.size[0] / 2, c.def.size[1] / 2, c.def.size[2] / 2};
    for (uint64_t step = 0; step < steps; step++) {
        if (step % 16 == 0) { /* scatters and pulls: full speed in all directions */
            assert_int_equal(vol_world_scatter(c.world, middle, vol_test_uniform(&r, -1, 1), NULL), VOL_OK);
        }
        assert_int_equal(vol_world_step(c.world, 1), VOL_OK);
        check_cage(&c, seed);
    }
    *boid_steps += c.boids * steps;
    *touched += c.touched;
    vol_world_destroy(c.world);
}

static void nobody_is_inside_a_hard_obstacle(void **state) {
    (void)state;
    size_t boid_steps = 0, touched = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        run_cage(seed, 100, &boid_steps, &touched);
    }
    print_message("10,000 steps, %zu of boids, %zu at a surface\n", boid_steps, touched);
    assert_true(boid_steps > 100000 && touched > 10000);
}

/* A closed room of walls without thickness, with more walls in it: boids in it never leave, boids outside never come
 * in, whatever the boundary. */
static void check_room(vol_precision precision, vol_boundary boundary, bool images, vol_update update, double speed,
                       uint64_t seed) {
    static const double corner[6][2] = {{200, 200}, {600, 180}, {580, 420}, {420, 300}, {380, 300.5}, {210, 410}};
    vol_test_random r = {seed};
    vol_world_def def = vol_default_world_def();
    def.precision = precision;
    def.boundary = boundary;
    def.images = images;
    def.update = update;
    def.threads = 1;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(seed % 2 ? VOL_MODEL_BLEND : VOL_MODEL_STEERING);
    flock.count = 0;
    flock.start.shape = VOL_SHAPE_GIVEN;
    flock.max_speed = speed;
    flock.max_force = speed;
    vol_test_flock(world, &flock);
    double shape[12];
    for (size_t i = 0; i < 6; i++) {
        double points[4] = {corner[i][0], corner[i][1], corner[(i + 1) % 6][0], corner[(i + 1) % 6][1]};
        vol_obstacle_def def_of_wall = vol_test_wall(points, 0, VOL_LAW_HARD);
        vol_test_put(world, &def_of_wall);
        memcpy(shape + 2 * i, corner[i], sizeof corner[i]);
    }
    double post[4] = {300, 250, 350, 350};
    vol_obstacle_def inner = vol_test_wall(post, 0, VOL_LAW_HARD);
    vol_test_put(world, &inner);
    vol_obstacle_def room = vol_default_obstacle_def();
    room.shape = VOL_OBSTACLE_POLYGON;
    room.points = shape;
    room.point_count = 6;
    static vol_oracle_boid boids[MOST];
    bool inside[40];
    for (size_t i = 0; i < 40; i++) {
        vol_oracle_boid b = {{vol_test_uniform(&r, 0, 800), vol_test_uniform(&r, 0, 600), 0},
                             {vol_test_uniform(&r, -speed, speed), vol_test_uniform(&r, -speed, speed), 0},
                             0,
                             {0}};
        vol_test_add(world, 0, &b, 1);
        inside[i] = vol_oracle_distance(&def, &room, b.p) == 0;
    }
    double middle[2] = {400, 300};
    for (int step = 0; step < 60; step++) {
        if (step % 8 == 0) {
            vol_world_scatter(world, middle, vol_test_uniform(&r, -1, 1), NULL);
        }
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        vol_test_state(world, 0, boids, MOST);
        for (size_t i = 0; i < 40; i++) {
            if ((vol_oracle_distance(&def, &room, boids[i].p) == 0) != inside[i]) {
                fail_msg(
                    "precision %d boundary %d images %d update %d speed %g: boid %zu went through a wall in step %d",
                    (int)precision, (int)boundary, (int)images, (int)update, speed, i, step);
            }
        }
    }
    vol_world_destroy(world);
}

static void nobody_goes_through_a_wall_without_thickness(void **state) {
    (void)state;
    static const double speeds[] = {1, 5, 40, 300, 3000};
    for (unsigned k = 0; k < 5 * 2 * VOL_BOUNDARY_COUNT * 2; k++) {
        vol_boundary boundary = (vol_boundary)(k / 10 % VOL_BOUNDARY_COUNT);
        vol_update update = k / 60 ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER;
        check_room((vol_precision)(k / 5 % 2), boundary, false, update, speeds[k % 5], k);
        if (boundary == VOL_BOUNDARY_WRAP) {
            check_room((vol_precision)(k / 5 % 2), boundary, true, update, speeds[k % 5], k);
        }
    }
}

/* A wall near the edge: a boid that the boundary takes over the edge must come to the edge first. */
static void a_wall_before_an_edge_stops_who_would_jump(void **state) {
    (void)state;
    static const vol_boundary boundaries[] = {VOL_BOUNDARY_WRAP, VOL_BOUNDARY_JUMP, VOL_BOUNDARY_TILE};
    for (size_t k = 0; k < 12; k++) {
        vol_world_def def = vol_default_world_def();
        def.boundary = boundaries[k % 3];
        def.margin = def.boundary == VOL_BOUNDARY_TILE ? 2 : 0;
        def.images = k % 3 == 0 && k / 6;
        def.precision = (vol_precision)(k / 3 % 2);
        def.threads = 1;
        vol_world *world = vol_test_world(&def);
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.count = 0;
        flock.start.shape = VOL_SHAPE_GIVEN;
        flock.max_speed = 30;
        vol_test_flock(world, &flock);
        double points[4] = {798, -100, 798, 700}, behind[4] = {2, -100, 2, 700};
        vol_obstacle_def here = vol_test_wall(points, 0, VOL_LAW_HARD), there = vol_test_wall(behind, 0, VOL_LAW_HARD);
        vol_test_put(world, k % 2 ? &here : &there);
        vol_oracle_boid b = {{790, 300, 0}, {30, 0, 0}, 0, {0}}, now[2];
        vol_test_add(world, 0, &b, 1);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        vol_test_state(world, 0, now, 2);
        /* before the wall at 798, or between the edge and the wall at 2 */
        assert_true(k % 2 ? now[0].p.x > 780 && now[0].p.x < 798 : now[0].p.x > 798 || now[0].p.x < 2);
        vol_world_destroy(world);
    }
}

/* A wall along which boids slide to the very edge, where rounding may put them out of the world: they come in at the
 * other side only if it is free there. */
static double slide_to_edge(double x, bool taken) {
    vol_world_def def = vol_default_world_def();
    def.boundary = VOL_BOUNDARY_JUMP;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.count = 0;
    flock.start.shape = VOL_SHAPE_GIVEN;
    flock.max_speed = 12;
    vol_test_flock(world, &flock);
    double points[4] = {300, 80, 380, -80};
    vol_obstacle_def wall = vol_test_wall(points, 1, VOL_LAW_HARD), box = vol_default_obstacle_def();
    vol_test_put(world, &wall);
    box.shape = VOL_OBSTACLE_BOX;
    box.law = VOL_LAW_HARD;
    box.center[0] = 340;
    box.center[1] = taken ? 600 : 300;
    box.size[0] = 60;
    box.size[1] = 20;
    vol_test_put(world, &box);
    vol_oracle_boid b = {{x, 0, 0}, {10.5, 0.35, 0}, 0, {0}}, now[2];
    vol_test_add(world, 0, &b, 1);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    vol_test_state(world, 0, now, 2);
    vol_world_destroy(world);
    return now[0].p.y;
}

static void who_slides_over_an_edge_comes_into_nothing(void **state) {
    (void)state;
    int over = 0;
    for (int k = 0; k < 100; k++) {
        const double x = 330 + 0.087 * k;
        over += slide_to_edge(x, false) > 590;
        if (slide_to_edge(x, true) > 590) {
            fail_msg("from x = %g into a box", x);
        }
    }
    assert_true(over > 0);
}

/* At more than half a world a step the boundary may put a boid near to where it was; walls it has flown through all the
 * same are in its way. */
static void a_wall_stops_who_flies_round_the_world(void **state) {
    (void)state;
    for (size_t k = 0; k < 4; k++) {
        vol_world_def def = vol_default_world_def();
        def.precision = (vol_precision)(k % 2);
        def.images = k / 2;
        def.threads = 1;
        vol_world *world = vol_test_world(&def);
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.count = 0;
        flock.start.shape = VOL_SHAPE_GIVEN;
        flock.max_speed = 780;
        vol_test_flock(world, &flock);
        double points[4] = {400, -100, 400, 700};
        vol_obstacle_def across = vol_test_wall(points, 0, VOL_LAW_HARD);
        vol_test_put(world, &across);
        vol_oracle_boid b = {{500, 300, 0}, {780, 0, 0}, 0, {0}}, now[2];
        vol_test_add(world, 0, &b, 1);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        vol_test_state(world, 0, now, 2);
        assert_true(now[0].p.x > 399 && now[0].p.x < 400 && now[0].v.x < 1);
        vol_world_destroy(world);
    }
}

/* Sliding is not sticking: along a wall, boids keep the speed along it. */
static void who_touches_a_wall_slides_along_it(void **state) {
    (void)state;
    for (unsigned k = 0; k < 8; k++) {
        vol_world_def def = vol_default_world_def();
        def.precision = (vol_precision)(k % 2);
        def.boundary = VOL_BOUNDARY_OPEN;
        def.threads = 1;
        vol_world *world = vol_test_world(&def);
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.count = 0;
        flock.start.shape = VOL_SHAPE_GIVEN;
        flock.max_speed = 5;
        vol_test_flock(world, &flock);
        double points[4] = {-1e4, 300, 1e4, 300};
        vol_obstacle_def box = vol_default_obstacle_def();
        box.shape = VOL_OBSTACLE_BOX;
        box.law = VOL_LAW_HARD;
        box.size[0] = 2e4;
        box.size[1] = 20;
        box.center[1] = 310;
        vol_obstacle_def line = vol_test_wall(points, 0, VOL_LAW_HARD);
        vol_test_put(world, k / 2 % 2 ? &box : &line);
        vol_oracle_boid b = {{100, 290, 0}, {3, 4, 0}, 0, {0}}, now[2];
        vol_test_add(world, 0, &b, 1);
        double down[2] = {0, k / 4 ? 0.5 : 0}; /* pressed against it by wind, or not */
        double x = 0;
        for (int step = 0; step < 100; step++) {
            assert_int_equal(vol_world_gust(world, down, NULL), VOL_OK);
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            vol_test_state(world, 0, now, 2);
            x = step == 9 ? now[0].p.x : x;
        }
        assert_true(now[0].p.y < 300 && now[0].p.y > 299.99);
        assert_true(now[0].v.x > 2 && fabs(now[0].v.y) < 1e-6);
        assert_true(fabs(now[0].p.x - x - 90 * now[0].v.x) < 0.01);
        vol_world_destroy(world);
    }
}

static void who_starts_inside_gets_out(void **state) {
    (void)state;
    for (unsigned k = 0; k < 80; k++) {
        static cage c;
        vol_test_random r = {k};
        memset(&c, 0, sizeof c);
        c.def = vol_default_world_def();
        c.def.dimensions = 2 + (int)(k % 2);
        c.def.precision = (vol_precision)(k / 2 % 2);
        c.def.threads = 1;
        c.world = vol_test_world(&c.def);
        c.count = 1 + k / 4;
        make_obstacles(&c, &r);
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.count = 200;
        vol_test_flock(c.world, &flock);
        for (size_t i = 0; i < c.count; i++) { /* and in the very middle of each, at rest */
            vol_oracle_boid b = {
                {c.obstacle[i].center[0], c.obstacle[i].center[1], c.obstacle[i].center[2]}, {0, 0, 0}, 0, {0}};
            vol_test_add(c.world, 0, &b, 1);
        }
        assert_int_equal(vol_world_step(c.world, 30), VOL_OK);
        size_t count = vol_test_state(c.world, 0, c.now, MOST), inside = 0;
        for (size_t i = 0; i < count; i++) {
            inside += !is_free(&c, c.now[i].p);
        }
        assert_int_equal(inside, 0);
        vol_world_destroy(c.world);
    }
}

/* --- The same bits ------------------------------------------------------------------------------------------------ */

enum { WALKS = 8, WALKS_EACH = 24, WALKERS = 150 };

/* The state after a few steps of a crowd that starts anywhere, also inside, among obstacles that may overlap. */
static uint64_t walk(uint64_t seed, const char *isa) {
    static cage c;
    vol_test_random r = {seed + 1000};
    c = (cage){.def = vol_default_world_def()};
    c.def.isa = isa;
    c.def.dimensions = seed % 4 == 3 ? 3 : 2;
    c.def.precision = seed % 2 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE;
    c.def.boundary = (vol_boundary)vol_test_pick(&r, VOL_BOUNDARY_COUNT);
    c.def.images = c.def.boundary == VOL_BOUNDARY_WRAP && vol_test_chance(&r, 0.5);
    c.def.update = vol_test_chance(&r, 0.2) ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER;
    c.def.threads = 1;
    for (int a = 0; a < 3; a++) {
        c.def.size[a] = floor(vol_test_uniform(&r, 60, 400));
    }
    c.world = vol_test_world(&c.def);
    c.count = 1 + vol_test_pick(&r, OBSTACLES);
    make_obstacles(&c, &r);
    vol_flock_def flock =
        vol_default_flock_def(c.def.dimensions == 2 && seed % 3 == 0 ? VOL_MODEL_SIGHTED : VOL_MODEL_STEERING);
    flock.count = WALKERS;
    flock.max_speed = vol_test_spread(&r, 0.3, 20);
    vol_test_flock(c.world, &flock);
    assert_int_equal(vol_world_step(c.world, 12), VOL_OK);
    const uint64_t hash = vol_world_hash(c.world);
    vol_world_destroy(c.world);
    return hash;
}

/* Shortcuts (what is far from whom in lanes, heights that are known, where a straight piece meets a straight wall, one
 * wall that a boid slides along) must not show. These numbers were made before there were any. */
static void walks_have_the_bits_that_they_always_had(void **state) {
    (void)state;
    static const uint64_t right[WALKS] = {0xa8c8fcf99b4b0467, 0x11af2a7b274a2dc3, 0x8b612c373419cfb1,
                                          0x1d28dff660464a64, 0x1bc09a6ee34a45c3, 0x0d38d37e45b54e03,
                                          0x773370f02a31156b, 0x83dada8bdd633227};
    const char *isa;
    for (size_t i = 0; (isa = vol_isa_name(i)) != NULL; i++) {
        for (uint64_t k = 0; k < WALKS; k++) {
            uint64_t all = 0;
            for (uint64_t n = 0; n < WALKS_EACH; n++) {
                all = all * 31 + walk(k * WALKS_EACH + n, isa);
            }
            if (all != right[k]) {
                fail_msg("walks %u with %s: 0x%016llx", (unsigned)k, isa, (unsigned long long)all);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_inside_a_hard_obstacle),
        cmocka_unit_test(nobody_goes_through_a_wall_without_thickness),
        cmocka_unit_test(a_wall_before_an_edge_stops_who_would_jump),
        cmocka_unit_test(who_slides_over_an_edge_comes_into_nothing),
        cmocka_unit_test(a_wall_stops_who_flies_round_the_world),
        cmocka_unit_test(who_touches_a_wall_slides_along_it),
        cmocka_unit_test(who_starts_inside_gets_out),
        cmocka_unit_test(walks_have_the_bits_that_they_always_had),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
