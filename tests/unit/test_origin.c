/* Worlds that do not begin at 0: whatever happens in a world happens in the same world elsewhere. Where all numbers are
 * held exactly it is the same to the last bit, else within rounding; and every edge is where it was said to be. */
#include "support.h"

#include <math.h>
#include <string.h>

enum { COUNT = 240, MOST = 300 };

typedef vol_oracle_boid boid;

static const double elsewhere[3] = {-2048, 4096, 1024};

/* A world, and how far it is moved: 0, or elsewhere. */
typedef struct site {
    vol_world_def world;
    vol_flock_def flock;
    bool moved;
    boid boids[COUNT];
} site;

static void move_world(site *s) {
    s->moved = true;
    for (int c = 0; c < s->world.dimensions; c++) {
        s->world.origin[c] = elsewhere[c];
    }
    for (size_t i = 0; i < COUNT; i++) {
        s->boids[i].p.x += elsewhere[0];
        s->boids[i].p.y += elsewhere[1];
        s->boids[i].p.z += s->world.dimensions == 3 ? elsewhere[2] : 0;
    }
}

static double from_origin(const site *s, int axis, double x) {
    return s->moved ? x + elsewhere[axis] : x;
}

/* Boids on a lattice of 1/16, in a world of 256 times 192 (times 128). */
static site make_site(vol_model model, int dimensions, vol_precision precision, vol_boundary boundary,
                      vol_index index) {
    site s = {.world = vol_default_world_def(), .flock = vol_lively_flock_def(model)};
    vol_test_random r = {77};
    s.world.dimensions = dimensions;
    s.world.precision = precision;
    s.world.boundary = boundary;
    s.world.index = index;
    s.world.images = boundary == VOL_BOUNDARY_WRAP;
    s.world.size[0] = 256;
    s.world.size[1] = 192;
    s.world.size[2] = 128;
    s.world.margin = boundary == VOL_BOUNDARY_TILE ? 8 : 0;
    s.flock.count = 0;
    s.flock.start.shape = VOL_SHAPE_GIVEN;
    for (size_t i = 0; i < COUNT; i++) {
        boid *b = &s.boids[i];
        double *p[3] = {&b->p.x, &b->p.y, &b->p.z}, *v[3] = {&b->v.x, &b->v.y, &b->v.z};
        for (int c = 0; c < dimensions; c++) {
            *p[c] = floor(vol_test_uniform(&r, 0, s.world.size[c]) * 16) / 16;
            *v[c] = floor(vol_test_uniform(&r, -1, 1) * 64) / 64;
        }
    }
    return s;
}

static vol_world *open_site(const site *s) {
    vol_world *world = vol_test_world(&s->world);
    vol_test_flock(world, &s->flock);
    vol_test_add(world, 0, s->boids, COUNT);
    return world;
}

static void assert_near(double a, double b, double tolerance, const char *what) {
    if (!(fabs(a - b) <= tolerance) && !(isnan(a) && isnan(b))) {
        fail_msg("%s: %.17g and %.17g", what, a, b);
    }
}

/* How far two states are apart: places and velocities of all boids but for so many, which are off by more. */
static void compare_most(const site *s, vol_world *here, vol_world *there, size_t strays, double places,
                         double velocities) {
    static boid a[MOST], b[MOST];
    const size_t count = vol_test_state(here, 0, a, MOST);
    assert_int_equal(vol_test_state(there, 0, b, MOST), count);
    for (size_t i = 0; i < count; i++) {
        const double p[3] = {b[i].p.x - a[i].p.x, b[i].p.y - a[i].p.y, b[i].p.z - a[i].p.z};
        const double v[3] = {b[i].v.x - a[i].v.x, b[i].v.y - a[i].v.y, b[i].v.z - a[i].v.z};
        double off = 0;
        for (int c = 0; c < s->world.dimensions; c++) {
            const double along = p[c] - elsewhere[c];
            off = fmax(off, fabs(s->world.boundary == VOL_BOUNDARY_WRAP ? remainder(along, s->world.size[c]) : along));
        }
        if (strays > 0 && off > places) {
            strays--;
            continue;
        }
        assert_near(off, 0, places, "place");
        for (int c = 0; c < s->world.dimensions; c++) {
            assert_near(v[c], 0, velocities, "velocity");
        }
    }
}

static void compare_states(const site *s, vol_world *here, vol_world *there, double places, double velocities) {
    compare_most(s, here, there, 0, places, velocities);
}

/* Models that see differences of places alone: a first step is exact, whatever finds the neighbours. */
static void a_step_elsewhere_is_the_same_to_the_last_bit_where_numbers_are_exact(void **state) {
    (void)state;
    static const vol_model models[] = {VOL_MODEL_CUSTOM, VOL_MODEL_VICSEK, VOL_MODEL_CUCKER_SMALE, VOL_MODEL_DORSOGNA,
                                       VOL_MODEL_COUZIN};
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        for (unsigned k = 0; k < 4 * (VOL_INDEX_COUNT - 1) * VOL_BOUNDARY_COUNT; k++) {
            const vol_index index = (vol_index)(VOL_INDEX_BRUTE + (int)(k / 4 % (VOL_INDEX_COUNT - 1)));
            const vol_boundary boundary = (vol_boundary)(k / 4 / (VOL_INDEX_COUNT - 1));
            site s = make_site(models[m], k & 1 ? 3 : 2, k & 2 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE, boundary,
                               index);
            vol_world *here = open_site(&s);
            move_world(&s);
            vol_world *there = open_site(&s);
            assert_int_equal(vol_world_step(here, 1), VOL_OK);
            assert_int_equal(vol_world_step(there, 1), VOL_OK);
            compare_states(&s, here, there, k & 2 ? 1e-11 : 1e-3, 0);
            vol_world_destroy(here);
            vol_world_destroy(there);
        }
    }
}

/* Obstacles of all shapes, soft and hard, players, a hunter, terms, a goal. */
static void furnish(const site *s, vol_world *world) {
    double points[8] = {0}, flow[2 * 2 * 2 * 3];
    vol_error error = {0};
    vol_obstacle obstacle;
    vol_term term;
    uint32_t relation;
    const size_t D = (size_t)s->world.dimensions;
    for (unsigned i = 0; i < 12; i++) {
        vol_obstacle_def o = vol_default_obstacle_def();
        o.shape = (vol_obstacle_shape)(i % (D == 3 ? 3 : 4));
        o.law = i < 6 ? VOL_LAW_HARD : VOL_LAW_FADE;
        o.point_count = o.shape == VOL_OBSTACLE_SEGMENT ? 2 : o.shape == VOL_OBSTACLE_POLYGON ? 4 : 0;
        o.points = o.point_count > 0 ? points : NULL;
        o.radius = o.shape == VOL_OBSTACLE_CIRCLE ? 6 : 1;
        o.reach = 8;
        for (int c = 0; c < (int)D; c++) {
            const double at = 40.3 + 70.7 * i + 11.3 * c; /* on no lattice, or rounding would decide between ways */
            o.center[c] = from_origin(s, c, at - floor(at / s->world.size[c]) * s->world.size[c]);
            o.size[c] = 12;
        }
        for (size_t k = 0; k < o.point_count; k++) { /* a square, or one side of it */
            for (size_t c = 0; c < D; c++) {
                points[k * D + c] = o.center[c] + (c == 0 ? k == 1 || k == 2 ? 12 : 0 : c == 1 && k > 1 ? 12 : 0);
            }
        }
        assert_int_equal(vol_obstacle_create(world, &o, &obstacle, &error), VOL_OK);
    }
    for (uint32_t id = 0; id < COUNT; id++) { /* for one inside, rounding decides whether it comes away in this step */
        const boid *b = &s->boids[id];
        vol_obstacle_hit hit;
        assert_int_equal(vol_query_obstacle(world, (double[3]){b->p.x, b->p.y, b->p.z}, &hit, &error), VOL_OK);
        if (hit.distance < 1) {
            assert_int_equal(vol_flock_remove(world, 0, 1, &id, &error), VOL_OK);
        }
    }
    vol_flock_def hawks = vol_default_flock_def(VOL_MODEL_STEERING);
    hawks.name = "hawks";
    hawks.count = 5;
    hawks.start.shape = VOL_SHAPE_RING; /* around the middle of the world */
    hawks.start.radius = 30;
    vol_test_flock(world, &hawks);
    vol_relation_def flee = vol_default_relation_def();
    flee.from = 0;
    flee.to[flee.to_count++] = 1;
    flee.kind = VOL_RELATION_FLEE;
    assert_int_equal(vol_relation_create(world, &flee, &relation, &error), VOL_OK);
    for (size_t i = 0; i < sizeof flow / sizeof *flow; i++) {
        flow[i] = (double)(i % 5) - 2;
    }
    static const vol_term_kind kinds[] = {VOL_TERM_CONTAIN, VOL_TERM_FOLLOW_FLOW, VOL_TERM_SEEK,
                                          VOL_TERM_AVOID_OBSTACLES, VOL_TERM_WIND};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        vol_term_def t = vol_default_term_def(kinds[k]);
        t.flow = flow;
        t.flow_count[0] = t.flow_count[1] = t.flow_count[2] = 2;
        t.weight = kinds[k] == VOL_TERM_WIND ? 0.05 : 1;
        for (int c = 0; c < (int)D; c++) {
            t.point[c] = from_origin(s, c, 100);
        }
        assert_int_equal(vol_term_create(world, &t, &term, &error), VOL_OK);
    }
    const double player[3] = {from_origin(s, 0, 64), from_origin(s, 1, 64), from_origin(s, 2, 64)};
    assert_int_equal(vol_world_set_players(world, 1, player, &error), VOL_OK);
}

/* A disturbance grows from step to step, so these are few; what does not know where the world begins is far off at
 * once. */
static void every_model_and_surrounding_does_the_same_elsewhere(void **state) {
    (void)state;
    for (unsigned k = 0; k < VOL_MODEL_COUNT * VOL_BOUNDARY_COUNT * 4; k++) {
        const vol_model model = (vol_model)(k / 4 % VOL_MODEL_COUNT);
        const vol_boundary boundary = (vol_boundary)(k / 4 / VOL_MODEL_COUNT);
        const int dimensions = k & 1 && model != VOL_MODEL_SIGHTED ? 3 : 2;
        site s = make_site(model, dimensions, VOL_PRECISION_DOUBLE, boundary,
                           (vol_index)(VOL_INDEX_BRUTE + (int)(k % (VOL_INDEX_COUNT - 1))));
        s.flock.wall.weight = 1;
        s.flock.variant = VOL_VARIANT_AS_INTENDED; /* as written, some take places for ways, as if 0 were one of them */
        vol_world *here = open_site(&s);
        if (k & 2) {
            furnish(&s, here);
        }
        move_world(&s);
        vol_world *there = open_site(&s);
        if (k & 2) {
            furnish(&s, there);
        }
        const uint64_t steps = k & 2 ? 1 : 2; /* how far one slides round a corner, rounding decides, too */
        assert_int_equal(vol_world_step(here, steps), VOL_OK);
        assert_int_equal(vol_world_step(there, steps), VOL_OK);
        compare_most(&s, here, there, k & 2 ? 1 : 0, 1e-6, 1e-6);
        vol_world_destroy(here);
        vol_world_destroy(there);
    }
}

/* Where a boid comes to that would come to x, and with what velocity, in a world from -96 to -32. */
typedef struct arrival {
    vol_boundary boundary;
    double x, to;
    int turns; /* its velocity is turned round */
} arrival;

static void every_boundary_acts_at_the_edges_of_the_world(void **state) {
    (void)state;
    static const arrival arrivals[] = {
        {VOL_BOUNDARY_WRAP, -100, -36, 0},   {VOL_BOUNDARY_WRAP, -30, -94, 0},   {VOL_BOUNDARY_WRAP, -32, -96, 0},
        {VOL_BOUNDARY_WRAP, -60, -60, 0},    {VOL_BOUNDARY_WRAP, -360, -40, 0},  {VOL_BOUNDARY_JUMP, -100, -32, 0},
        {VOL_BOUNDARY_JUMP, -30, -96, 0},    {VOL_BOUNDARY_JUMP, -32, -32, 0},   {VOL_BOUNDARY_TILE, -100, -100, 0},
        {VOL_BOUNDARY_TILE, -105, -24, 0},   {VOL_BOUNDARY_TILE, -23, -104, 0},  {VOL_BOUNDARY_TILE, -25, -25, 0},
        {VOL_BOUNDARY_CLAMP, -100, -96, 0},  {VOL_BOUNDARY_CLAMP, 5, -32, 0},    {VOL_BOUNDARY_BOUNCE, -100, -92, 1},
        {VOL_BOUNDARY_BOUNCE, -30, -34, 1},  {VOL_BOUNDARY_BOUNCE, 500, -96, 1}, {VOL_BOUNDARY_BOUNCE, -32, -32, 0},
        {VOL_BOUNDARY_OPEN, -1000, -1000, 0}};
    for (size_t i = 0; i < sizeof arrivals / sizeof *arrivals; i++) {
        for (unsigned k = 0; k < 4; k++) {
            const arrival *a = &arrivals[i];
            vol_world_def def = vol_default_world_def();
            vol_flock_def flock = vol_test_given_flock(VOL_MODEL_STEERING);
            def.dimensions = k & 1 ? 3 : 2;
            def.precision = k & 2 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE;
            def.boundary = a->boundary;
            def.margin = a->boundary == VOL_BOUNDARY_TILE ? 8 : 0;
            flock.max_speed = 1e6;
            vol_oracle_vec p = {-64, -64, k & 1 ? -64 : 0}, v = {0, 0, 0};
            for (int c = 0; c < 3; c++) {
                def.size[c] = 64;
                def.origin[c] = -96;
            }
            *(k & 1 ? &v.z : &v.y) = a->x + 64;
            vol_world *world = vol_test_world(&def);
            vol_test_flock(world, &flock);
            vol_test_add(world, 0, &(boid){.p = p, .v = v}, 1);
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            boid b;
            vol_test_state(world, 0, &b, 1);
            assert_number_equal(k & 1 ? b.p.z : b.p.y, a->to);
            assert_number_equal(k & 1 ? b.v.z : b.v.y, a->turns ? -(a->x + 64) : a->x + 64);
            assert_number_equal(b.p.x, -64);
            vol_world_destroy(world);
        }
    }
}

/* Every start is where the world is. */
static void boids_spawn_in_the_world_wherever_it_is(void **state) {
    (void)state;
    for (unsigned k = 0; k < 2 * VOL_SHAPE_GIVEN; k++) {
        site s = make_site(VOL_MODEL_STEERING, k & 1 ? 3 : 2, VOL_PRECISION_DOUBLE, VOL_BOUNDARY_CLAMP, VOL_INDEX_AUTO);
        s.flock.count = COUNT;
        s.flock.start.shape = (vol_shape)(k / 2);
        s.flock.start.radius = 40;
        s.flock.start.spacing = 4;
        s.flock.start.speed = 1;
        vol_world *here = vol_test_world(&s.world);
        vol_test_flock(here, &s.flock);
        move_world(&s);
        vol_world *there = vol_test_world(&s.world);
        vol_test_flock(there, &s.flock);
        compare_states(&s, here, there, 1e-9, 0);
        vol_world_destroy(here);
        vol_world_destroy(there);
    }
}

static void compare_hits(const vol_hit *a, const vol_hit *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(a[i].id, b[i].id);
        assert_number_equal(a[i].distance, b[i].distance);
    }
}

static void compare_obstacle_hits(const vol_obstacle_hit *a, const vol_obstacle_hit *b, int dimensions) {
    assert_int_equal(a->obstacle, b->obstacle);
    assert_near(a->distance, b->distance, 1e-7, "distance of an obstacle");
    for (int c = 0; c < dimensions && a->obstacle != VOL_NONE; c++) {
        assert_near(a->point[c] + elsewhere[c], b->point[c], 1e-7, "place of an obstacle");
    }
}

/* Points on the lattice, inside and outside of the world, so that answers are the same to the last bit. */
static void queries_find_the_same_elsewhere(void **state) {
    (void)state;
    vol_error error = {0};
    for (unsigned k = 0; k < 8; k++) {
        site s = make_site(VOL_MODEL_STEERING, k & 1 ? 3 : 2, k & 2 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE,
                           k & 4 ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_OPEN, VOL_INDEX_AUTO);
        site t = s;
        move_world(&t);
        vol_world *world[2] = {open_site(&s), open_site(&t)};
        furnish(&s, world[0]);
        furnish(&t, world[1]);
        vol_test_random r = {9};
        for (int round = 0; round < 60; round++) {
            static vol_hit hits[2][MOST], ray[2];
            vol_obstacle_hit obstacle[2], met[2];
            size_t found[2], nearest[2];
            double at[3], high[3], way[3];
            for (int c = 0; c < 3; c++) {
                at[c] = floor(vol_test_uniform(&r, -100, 300));
                high[c] = at[c] + floor(vol_test_uniform(&r, 1, 150));
                way[c] = vol_test_uniform(&r, -1, 1);
            }
            for (int w = 0; w < 2; w++) {
                const double point[3] = {from_origin(w ? &t : &s, 0, at[0]), from_origin(w ? &t : &s, 1, at[1]),
                                         from_origin(w ? &t : &s, 2, at[2])};
                const double end[3] = {point[0] + high[0] - at[0], point[1] + high[1] - at[1],
                                       point[2] + high[2] - at[2]};
                assert_int_equal(vol_query_near(world[w], 0, point, 50, hits[w], MOST, &found[w], &error), VOL_OK);
                size_t *more = &nearest[w];
                assert_int_equal(vol_query_nearest(world[w], 0, point, 9, hits[w] + found[w], more, &error), VOL_OK);
                found[w] += nearest[w];
                size_t inside;
                assert_int_equal(
                    vol_query_box(world[w], 0, point, end, hits[w] + found[w], MOST - found[w], &inside, &error),
                    VOL_OK);
                found[w] += inside < MOST - found[w] ? inside : MOST - found[w];
                assert_int_equal(vol_query_ray(world[w], 0, point, way, 200, 3, &ray[w], &error), VOL_OK);
                assert_int_equal(vol_query_obstacle(world[w], point, &obstacle[w], &error), VOL_OK);
                assert_int_equal(vol_query_obstacle_ray(world[w], point, way, 200, &met[w], &error), VOL_OK);
            }
            assert_int_equal(found[0], found[1]);
            compare_hits(hits[0], hits[1], found[0]);
            assert_int_equal(ray[0].id, ray[1].id);
            assert_near(ray[0].distance, ray[1].distance, 1e-9, "distance along a ray");
            compare_obstacle_hits(&obstacle[0], &obstacle[1], s.world.dimensions);
            compare_obstacle_hits(&met[0], &met[1], s.world.dimensions);
        }
        vol_world_destroy(world[0]);
        vol_world_destroy(world[1]);
    }
}

static void measures_are_the_same_elsewhere(void **state) {
    (void)state;
    for (unsigned k = 0; k < 2 * VOL_BOUNDARY_COUNT; k++) {
        site s =
            make_site(VOL_MODEL_STEERING, k & 1 ? 3 : 2, VOL_PRECISION_DOUBLE, (vol_boundary)(k / 2), VOL_INDEX_AUTO);
        site t = s;
        move_world(&t);
        vol_world *world[2] = {open_site(&s), open_site(&t)};
        vol_meter *meter[2];
        vol_meter_def def = vol_default_meter_def();
        def.density.cells[0] = def.density.cells[1] = def.density.cells[2] = 6;
        for (int w = 0; w < 2; w++) {
            assert_int_equal(vol_meter_create(world[w], &def, &meter[w], NULL), VOL_OK);
            assert_int_equal(vol_meter_read(meter[w], 0, NULL), VOL_OK);
        }
        for (unsigned m = 0; m < VOL_MEASURE_COUNT; m++) {
            const int axis = (int)m - VOL_MEASURE_CENTER_X;
            const double shift = axis >= 0 && axis < s.world.dimensions ? elsewhere[axis] : 0;
            const double here = vol_meter_value(meter[0], (vol_measure)m),
                         there = vol_meter_value(meter[1], (vol_measure)m);
            assert_near(here + shift, there, 1e-8 * (1 + fabs(here)), vol_measure_name(m));
        }
        const vol_density map[2] = {vol_meter_density(meter[0]), vol_meter_density(meter[1])};
        for (size_t i = 0; i < 36; i++) {
            assert_number_equal(map[0].value[i], map[1].value[i]);
        }
        for (int w = 0; w < 2; w++) {
            vol_meter_destroy(meter[w]);
            vol_world_destroy(world[w]);
        }
    }
}

/* Neighbours that are counted are whole numbers: no index may miss one because places are far from 0. */
static bool count_neighbours(void *user, vol_custom_batch *b) {
    double *numbers = user;
    for (size_t i = 0; i < b->count; i++) {
        numbers[b->id[i]] = b->cohesion.number[i];
        b->acceleration[0][i] = b->origin[0] + b->size[0] - b->origin[0] - b->size[0]; /* is there */
    }
    return true;
}

static void all_indexes_see_the_same_neighbours_far_from_0(void **state) {
    (void)state;
    for (unsigned k = 0; k < 16; k++) {
        site s = make_site(VOL_MODEL_CUSTOM, k & 1 ? 3 : 2, k & 2 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE,
                           k & 4 ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_CLAMP, VOL_INDEX_BRUTE);
        double numbers[VOL_INDEX_COUNT][COUNT] = {{0}}, worlds = s.world.precision ? 1e9 : 3000;
        s.world.size[0] = 250.1; /* not what single precision holds, nor are the edges */
        s.flock.rule.decide = count_neighbours;
        s.flock.separation.radius = s.flock.alignment.radius = 10;
        s.flock.cohesion.radius = 31.3;
        for (int c = 0; c < 3; c++) {
            s.world.origin[c] = (k & 8 ? -1.01 : 1.03) * worlds * s.world.size[c];
        }
        s.flock.count = COUNT;
        s.flock.start.shape = VOL_SHAPE_UNIFORM;
        for (int index = VOL_INDEX_BRUTE; index < VOL_INDEX_COUNT; index++) {
            s.world.index = (vol_index)index;
            s.flock.rule.user = numbers[index];
            vol_world *world = vol_test_world(&s.world);
            vol_test_flock(world, &s.flock);
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            assert_int_equal(vol_flock_index(world, 0), index);
            vol_world_destroy(world);
            assert_memory_equal(numbers[index], numbers[VOL_INDEX_BRUTE], sizeof numbers[index]);
        }
    }
}

static void a_world_can_be_moved_saved_and_loaded(void **state) {
    (void)state;
    static unsigned char bytes[1 << 16];
    vol_error error = {0};
    site s = make_site(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE, VOL_BOUNDARY_WRAP, VOL_INDEX_AUTO);
    vol_world *world = open_site(&s);
    furnish(&s, world);
    size_t size;
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    assert_int_equal(vol_world_save_full(world, bytes, sizeof bytes, &size, &error), VOL_OK);
    const uint64_t before = vol_world_hash(world);
    assert_int_equal(vol_world_set(world, "world.origin", "[1000, -64]", &error), VOL_OK);
    boid b[MOST];
    for (size_t i = vol_test_state(world, 0, b, MOST); i-- > 0;) { /* images: boids are in the world at once */
        assert_true(b[i].p.x >= 1000 && b[i].p.x <= 1256 && b[i].p.y >= -64 && b[i].p.y <= 128);
    }
    char text[64];
    assert_int_equal(vol_world_get(world, "world.origin", text, sizeof text, &error), VOL_OK);
    assert_string_equal(text, "[1000, -64]");
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    assert_int_equal(vol_world_load_full(world, bytes, size, &error), VOL_OK);
    assert_hash_equal(vol_world_hash(world), before);
    assert_number_equal(vol_world_get_def(world).origin[0], 0);
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    const uint64_t after = vol_world_hash(world);
    vol_world_destroy(world);
    world = open_site(&s);
    furnish(&s, world);
    assert_int_equal(vol_world_step(world, 6), VOL_OK);
    assert_hash_equal(vol_world_hash(world), after);
    vol_world_destroy(world);
}

/* A 0 has a sign, which places at the edge must not get from the origin. */
static void an_origin_of_minus_0_is_0(void **state) {
    (void)state;
    for (int boundary = 0; boundary < VOL_BOUNDARY_COUNT; boundary++) {
        site s = make_site(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE, (vol_boundary)boundary, VOL_INDEX_AUTO);
        vol_world *here = open_site(&s);
        s.world.origin[0] = s.world.origin[1] = -0.0;
        s.world.origin[2] = NAN; /* no axis of a flat world */
        vol_world *there = open_site(&s);
        assert_int_equal(vol_world_step(here, 40), VOL_OK);
        assert_int_equal(vol_world_step(there, 40), VOL_OK);
        assert_hash_equal(vol_world_hash(here), vol_world_hash(there));
        vol_world_destroy(here);
        vol_world_destroy(there);
    }
}

static void expect_refused(const vol_world_def *def, const char *words) {
    vol_world *world;
    vol_error error = {0};
    assert_int_equal(vol_world_create(def, &world, &error), VOL_ERROR_VALUE);
    assert_null(world);
    assert_string_equal(error.field, "world.origin");
    if (!strstr(error.text, words)) {
        fail_msg("'%s' does not say '%s'", error.text, words);
    }
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    static const double wrong[] = {NAN, INFINITY, -INFINITY, 2e12, -2e12};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        def.origin[1] = wrong[i];
        expect_refused(&def, "allowed is a number from -1e+12 to 1e+12");
    }
    def.origin[1] = 4097.0 * 600;
    expect_refused(&def, "in single precision is at most 4096 sizes");
    def.precision = VOL_PRECISION_DOUBLE;
    vol_world *world = vol_test_world(&def);
    vol_error error = {0};
    def = vol_world_get_def(world);
    def.origin[0] = 9.9999e11;
    assert_int_equal(vol_world_set_def(world, &def, &error), VOL_OK);
    def.origin[0] = 1e12;
    assert_int_equal(vol_world_set_def(world, &def, &error), VOL_ERROR_VALUE);
    assert_non_null(strstr(error.text, "the world ends at 1e+12"));
    assert_number_equal(vol_world_get_def(world).origin[0], 9.9999e11);
    assert_int_equal(vol_world_set(world, "world.size", "[1, 1]", &error), VOL_OK);
    assert_int_equal(vol_world_set(world, "world.size", "[0.001, 0.001]", &error), VOL_ERROR_VALUE);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_elsewhere_is_the_same_to_the_last_bit_where_numbers_are_exact),
        cmocka_unit_test(every_model_and_surrounding_does_the_same_elsewhere),
        cmocka_unit_test(every_boundary_acts_at_the_edges_of_the_world),
        cmocka_unit_test(boids_spawn_in_the_world_wherever_it_is),
        cmocka_unit_test(queries_find_the_same_elsewhere),
        cmocka_unit_test(measures_are_the_same_elsewhere),
        cmocka_unit_test(all_indexes_see_the_same_neighbours_far_from_0),
        cmocka_unit_test(a_world_can_be_moved_saved_and_loaded),
        cmocka_unit_test(an_origin_of_minus_0_is_0),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
