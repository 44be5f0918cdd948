/* Many boids beside few others, as hunters among prey: what each meets is what the formulas say, whichever way it was
 * found. Batches of many groups list what is near them, hunters far apart look one by one, crowds are asked group by
 * group; worlds here have all of it, in 2D and 3D, both precisions, with images and without. */
#include "around.h"

#include <math.h>
#include <string.h>

enum { MANY = 700, OTHERS_MOST = 300, KINDS = 4 };

typedef struct meeting {
    vol_world_def world;
    vol_relation_def relation;
    vol_flock from, to;
    size_t others;
    double many_at[MANY * 3], others_at[OTHERS_MOST * 3];
    size_t checked, met, unsure;
} meeting;

/* Every other one stands on a lattice, where many are equally near, and some in one place. */
static void choose_places(const vol_world_def *world, vol_test_random *r, double *at, size_t count) {
    const size_t dimensions = (size_t)world->dimensions;
    for (size_t i = 0; i < count * dimensions; i++) {
        const double size = world->size[i % dimensions];
        double place = world->origin[i % dimensions] + vol_test_uniform(r, 0, size * 0.999);
        place = i / dimensions % 2 ? floor(place / 4) * 4 : (double)(float)place;
        at[i] = fmax(place, world->origin[i % dimensions]);
    }
}

static vol_flock add_at(vol_world *world, const char *name, const double *at, size_t count) {
    static const double still[MANY * 3];
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_error error = {0};
    vol_flock flock;
    def.name = name;
    def.start.shape = VOL_SHAPE_GIVEN;
    def.max_speed = 1e4;
    def.max_force = 1e4;
    def.separation.weight = def.alignment.weight = def.cohesion.weight = 0;
    assert_int_equal(vol_flock_create(world, &def, &flock, &error), VOL_OK);
    assert_int_equal(vol_flock_add(world, flock, (uint32_t)count, at, still, NULL, NULL), VOL_OK);
    return flock;
}

/* From b to a, the shorter way round a world with images; returns how far. */
static double way(const vol_world_def *world, const double *a, const double *b, double along[3]) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        along[c] = c < world->dimensions ? a[c] - b[c] : 0;
        if (world->images && c < world->dimensions) {
            along[c] -= world->size[c] * floor(along[c] / world->size[c] + 0.5);
        }
        sum += along[c] * along[c];
    }
    return sqrt(sum);
}

/* What the boid at `me` should do; false if rounding may decide. */
static bool expected(const meeting *m, const double *me, double force[3], bool *met) {
    const vol_relation_def *relation = &m->relation;
    double sum[3] = {0, 0, 0}, along[3], least = 1e30, second = 1e30, towards[3] = {0, 0, 0};
    size_t number = 0;
    for (size_t i = 0; i < m->others; i++) {
        const double d = way(&m->world, me, m->others_at + i * (size_t)m->world.dimensions, along);
        if (fabs(d - relation->radius) < 1e-3 * relation->radius || (d > 0 && d < 1e-3)) {
            return false;
        }
        if (d >= relation->radius) {
            continue;
        }
        number++;
        if (d < least) { /* the others are in the order of their ids */
            second = least;
            least = d;
            memcpy(towards, along, sizeof towards);
        } else if (d > least && d < second) {
            second = d;
        }
        const double share = relation->kind == VOL_RELATION_AVOID ? 1 - d / relation->radius : 1;
        for (int c = 0; c < 3; c++) {
            sum[c] += relation->kind == VOL_RELATION_FOLLOW ? -along[c] : d > 0 ? along[c] / d * share : 0;
        }
    }
    *met = number > 0;
    const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (int c = 0; c < 3; c++) {
        force[c] = relation->weight * sum[c];
        if (relation->kind == VOL_RELATION_FOLLOW) {
            force[c] = length > 0 ? relation->weight * sum[c] / length : 0;
        } else if (relation->kind == VOL_RELATION_HUNT) {
            force[c] = number > 0 && least > 0 ? -towards[c] / least * relation->force : 0;
        }
    }
    return (relation->kind != VOL_RELATION_HUNT || second - least > 1e-3) &&
           (relation->kind != VOL_RELATION_FOLLOW || number == 0 || length > 0.1);
}

/* A step from rest: the velocity of each is what it has met. */
static void check(meeting *m, vol_world *world) {
    const size_t dimensions = (size_t)m->world.dimensions;
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    static vol_oracle_boid boids[MANY];
    assert_int_equal(vol_test_state(world, m->from, boids, MANY), MANY);
    for (size_t i = 0; i < MANY; i++) {
        double force[3];
        bool met = false;
        const double velocity[3] = {boids[i].v.x, boids[i].v.y, boids[i].v.z};
        if (!expected(m, m->many_at + i * dimensions, force, &met)) {
            m->unsure++;
            continue;
        }
        m->checked++;
        m->met += met;
        for (size_t c = 0; c < dimensions; c++) {
            if (fabs(velocity[c] - force[c]) > 2e-3) {
                fail_msg("kind %d, %zu others in %zuD, images %d: boid %zu goes by %g along axis %zu, right is %g",
                         m->relation.kind, m->others, dimensions, m->world.images, i, velocity[c], c, force[c]);
            }
        }
    }
}

static void run(uint64_t seed, meeting *m) {
    static const vol_relation_kind kinds[KINDS] = {VOL_RELATION_FLEE, VOL_RELATION_AVOID, VOL_RELATION_FOLLOW,
                                                   VOL_RELATION_HUNT};
    static const size_t others[4] = {3, 20, 60, OTHERS_MOST};
    vol_test_random r = {seed};
    m->world = vol_default_world_def();
    m->world.dimensions = seed & 1 ? 3 : 2;
    m->world.images = seed & 2;
    m->world.boundary = m->world.images ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_OPEN;
    m->world.precision = seed & 4 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE;
    m->world.threads = 1;
    m->others = others[seed / 8 % 4];
    const double side = m->world.dimensions == 3 ? 80 : 400;
    for (int c = 0; c < m->world.dimensions; c++) {
        m->world.size[c] = side + 8 * c;
        m->world.origin[c] = seed / 128 % 2 ? -200 : 0;
    }
    choose_places(&m->world, &r, m->many_at, MANY);
    choose_places(&m->world, &r, m->others_at, m->others);
    vol_world *world = vol_test_world(&m->world);
    m->from = add_at(world, "many", m->many_at, MANY);
    m->to = add_at(world, "others", m->others_at, m->others);
    m->relation = vol_test_relation(m->from, m->to, kinds[seed / 32 % KINDS]);
    m->relation.radius = vol_test_uniform(&r, 5, side / 4);
    m->relation.weight = 0.5;
    m->relation.force = 0.5;
    vol_test_relate(world, &m->relation);
    check(m, world);
    vol_world_destroy(world);
}

static void many_meet_what_the_formulas_say(void **state) {
    (void)state;
    static meeting m;
    m = (meeting){0};
    for (uint64_t seed = 0; seed < 256; seed++) {
        run(seed, &m);
    }
    assert_in_range(m.checked, 128 * MANY, 256 * MANY);
    assert_in_range(m.met, 48 * MANY, m.checked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_meet_what_the_formulas_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
