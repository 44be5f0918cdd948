/* Relations: which hunter eats which prey, and in which order; which prey a hunter chooses; what is wrong is refused,
 * and a lack of memory survived. */
#include "around.h"
#include "counting.h"
#include "support.h"

#include <math.h>
#include <string.h>

static vol_error error;

/* Boids that stay where they are put. */
static vol_flock add_resting(vol_world *world, const char *name, const double (*at)[2], size_t count) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.name = name;
    def.count = 0;
    def.start.shape = VOL_SHAPE_GIVEN;
    def.max_speed = 0;
    vol_flock flock = vol_test_flock(world, &def);
    for (size_t i = 0; i < count; i++) {
        vol_oracle_boid b = {{at[i][0], at[i][1], 0}, {0, 0, 0}, 0, {0}};
        vol_test_add(world, flock, &b, 1);
    }
    return flock;
}

static vol_world *plain_world(void) {
    vol_world_def def = vol_default_world_def();
    def.threads = 1;
    return vol_test_world(&def);
}

/* --- Eating ------------------------------------------------------------------------------------------------------- */

static void expect_meal(const vol_world *world, size_t i, vol_meal expected) {
    size_t count;
    const vol_meal *meals = vol_world_meals(world, &count);
    assert_true(i < count);
    assert_int_equal(meals[i].hunter_flock, expected.hunter_flock);
    assert_int_equal(meals[i].hunter, expected.hunter);
    assert_int_equal(meals[i].prey_flock, expected.prey_flock);
    assert_int_equal(meals[i].prey, expected.prey);
}

static void meals_are_in_the_order_of_flocks_and_ids(void **state) {
    (void)state;
    static const double foxes[][2] = {{10, 10}, {50, 50}, {90, 90}}, owls[][2] = {{30, 30}};
    static const double mice[][2] = {{11, 10}, {51, 50}, {91, 90}, {31, 30}, {11, 11}};
    static const double voles[][2] = {{52, 50}, {12, 10}, {700, 500}};
    vol_world *world = plain_world();
    vol_flock fox = add_resting(world, "foxes", foxes, 3), mouse = add_resting(world, "mice", mice, 5);
    vol_flock vole = add_resting(world, "voles", voles, 3), owl = add_resting(world, "owls", owls, 1);
    vol_relation_def relations[3] = {vol_test_relation(owl, mouse, VOL_RELATION_HUNT),
                                     vol_test_relation(fox, vole, VOL_RELATION_HUNT),
                                     vol_test_relation(fox, mouse, VOL_RELATION_HUNT)};
    for (size_t i = 0; i < 3; i++) {
        relations[i].eat = 5;
        vol_test_relate(world, &relations[i]);
    }
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    const vol_meal expected[] = {{fox, 0, vole, 1},  {fox, 0, mouse, 0}, {fox, 1, vole, 0},
                                 {fox, 1, mouse, 1}, {fox, 2, mouse, 2}, {owl, 0, mouse, 3}};
    size_t count;
    vol_world_meals(world, &count);
    assert_int_equal(count, 6);
    for (size_t i = 0; i < 6; i++) {
        expect_meal(world, i, expected[i]);
    }
    /* they can be read until the next step, whatever else happens */
    static double many[2 * 500];
    vol_test_relate(world, &relations[0]);
    assert_int_equal(vol_flock_add(world, fox, 500, many, many, NULL, NULL), VOL_OK);
    vol_world_meals(world, &count);
    assert_int_equal(count, 6);
    expect_meal(world, 5, expected[5]);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    vol_world_meals(world, &count);
    assert_int_equal(count, 1); /* mouse 4, by fox 0 */
    expect_meal(world, 0, (vol_meal){fox, 0, mouse, 4});
    assert_int_equal(vol_world_eaten(world), 7);
    vol_world_destroy(world);
}

static void who_has_been_eaten_eats_no_more(void **state) {
    (void)state;
    static const double spot[][2] = {{10, 10}};
    vol_world *world = plain_world();
    vol_flock fox = add_resting(world, "foxes", spot, 1), cat = add_resting(world, "cats", spot, 1);
    vol_flock mouse = add_resting(world, "mice", spot, 1);
    vol_relation_def eats_mouse = vol_test_relation(cat, mouse, VOL_RELATION_HUNT);
    vol_relation_def eats_cat = vol_test_relation(fox, cat, VOL_RELATION_HUNT);
    vol_relation_def eats_fox = vol_test_relation(cat, fox, VOL_RELATION_HUNT);
    eats_mouse.eat = eats_cat.eat = eats_fox.eat = 1;
    vol_test_relate(world, &eats_mouse);
    vol_test_relate(world, &eats_cat);
    vol_test_relate(world, &eats_fox);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    size_t count;
    vol_world_meals(world, &count);
    assert_int_equal(count, 1);
    expect_meal(world, 0, (vol_meal){fox, 0, cat, 0});
    assert_int_equal(vol_flock_view(world, mouse).count, 1);
    assert_int_equal(vol_flock_view(world, fox).count, 1);
    vol_world_destroy(world);
}

/* --- Many that eat ------------------------------------------------------------------------------------------------ */

enum { CROWD_HUNTERS = 300, CROWD_PREY = 2000, CROWD_FLOCKS = 4 }; /* two flocks of each */

typedef struct crowd {
    const vol_world_def *def;
    double speed;
    vol_flock flock[CROWD_FLOCKS]; /* hunters, hunters, prey, prey */
    uint32_t count[CROWD_FLOCKS];
    double at[CROWD_FLOCKS][CROWD_PREY][3];
    bool gone[CROWD_FLOCKS][CROWD_PREY];
    vol_meal meal[2 * CROWD_FLOCKS * CROWD_HUNTERS];
    size_t meals;
} crowd;

/* Boids so close that many hunters want the same prey; some, where they stay where they are, on a lattice, equally
 * far. */
static void add_crowd(crowd *c, vol_world *world) {
    static const char *const names[CROWD_FLOCKS] = {"a", "b", "c", "d"};
    static const uint32_t counts[CROWD_FLOCKS] = {CROWD_HUNTERS, 5, CROWD_PREY, CROWD_PREY / 2};
    for (int f = 0; f < CROWD_FLOCKS; f++) {
        vol_flock_def def = vol_default_flock_def(VOL_MODEL_BLEND);
        double at[CROWD_PREY * 3], way[CROWD_PREY * 3];
        def.name = names[f];
        def.count = 0;
        def.start.shape = VOL_SHAPE_GIVEN;
        def.max_speed = 2 * c->speed;
        def.separation.radius = def.alignment.radius = def.cohesion.radius = 5;
        c->flock[f] = vol_test_flock(world, &def);
        c->count[f] = counts[f];
        const int dimensions = c->def->dimensions;
        for (uint32_t i = 0; i < counts[f]; i++) {
            for (int axis = 0; axis < dimensions; axis++) {
                const double part = vol_random(7, (uint32_t)f, i, 0, (uint32_t)axis);
                const double place = part * c->def->size[axis];
                c->at[f][i][axis] = at[i * (uint32_t)dimensions + (uint32_t)axis] =
                    i % 2 ? floor(place) : (double)(float)place;
                way[i * (uint32_t)dimensions + (uint32_t)axis] =
                    c->speed * (2 * vol_random(8, (uint32_t)f, i, 0, (uint32_t)axis) - 1);
            }
        }
        assert_int_equal(vol_flock_add(world, c->flock[f], counts[f], at, way, NULL, NULL), VOL_OK);
    }
}

/* Where a step has brought them. */
static void find_crowd(crowd *c, const vol_world *world) {
    for (int f = 0; f < CROWD_FLOCKS; f++) {
        const vol_view view = vol_flock_view(world, c->flock[f]);
        for (size_t i = 0; i < view.count; i++) {
            for (int axis = 0; axis < view.dimensions; axis++) {
                c->at[f][view.id[i]][axis] = view.precision == VOL_PRECISION_SINGLE
                                                 ? (double)((const float *)view.position[axis])[i]
                                                 : ((const double *)view.position[axis])[i];
            }
        }
    }
}

static double far2(const crowd *c, int f, uint32_t i, int g, uint32_t j) {
    double sum = 0;
    for (int axis = 0; axis < c->def->dimensions; axis++) {
        double d = fabs(c->at[f][i][axis] - c->at[g][j][axis]);
        d = c->def->images && c->def->size[axis] - d < d ? c->def->size[axis] - d : d;
        sum += d * d;
    }
    return sum;
}

/* One hunter after the other looks at all prey: what eating means. */
static void eat_one_by_one(crowd *c, int hunters, const int *prey, int kinds, double eat) {
    for (uint32_t i = 0; i < c->count[hunters]; i++) {
        double least = eat * eat;
        int from = -1;
        uint32_t which = 0;
        for (int k = 0; k < kinds; k++) {
            for (uint32_t j = 0; j < c->count[prey[k]]; j++) {
                const double d2 = far2(c, hunters, i, prey[k], j);
                if (!c->gone[prey[k]][j] && d2 < least) {
                    least = d2;
                    from = prey[k];
                    which = j;
                }
            }
        }
        if (from >= 0) {
            c->gone[from][which] = true;
            c->meal[c->meals++] = (vol_meal){c->flock[hunters], i, c->flock[from], which};
        }
    }
}

/* After a step; nobody eats unless they are hungry. */
static vol_world *step_crowd(crowd *c, bool hungry) {
    vol_world *world = vol_test_world(c->def);
    add_crowd(c, world);
    vol_relation_def both = vol_test_relation(c->flock[0], c->flock[3], VOL_RELATION_HUNT), few = both;
    both.to[1] = c->flock[2];
    both.to_count = 2;
    few.from = c->flock[1];
    both.eat = hungry ? 2 : 0;
    few.eat = hungry ? 9 : 0;
    vol_test_relate(world, &both);
    vol_test_relate(world, &few);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    return world;
}

static void many_hunters_eat_as_if_one_by_one(void **state) {
    (void)state;
    static crowd c;
    for (int kind = 0; kind < 64; kind++) {
        vol_world_def def = vol_default_world_def();
        def.dimensions = kind & 1 ? 3 : 2;
        def.images = kind & 2;
        def.boundary = def.images ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_OPEN;
        def.precision = kind & 4 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE;
        def.threads = kind & 8 ? 3 : 1;
        def.index = kind & 32 ? VOL_INDEX_TREE : VOL_INDEX_AUTO;
        def.size[0] = 64;
        def.size[1] = def.dimensions == 3 ? 32 : 96;
        def.size[2] = 16;
        c = (crowd){.def = &def, .speed = kind & 16 ? 1.5 : 0};
        vol_world *world = step_crowd(&c, true), *twin = step_crowd(&c, false);
        find_crowd(&c, twin);
        vol_world_destroy(twin);
        eat_one_by_one(&c, 0, (const int[]){3, 2}, 2, 2);
        eat_one_by_one(&c, 1, (const int[]){3}, 1, 9);
        size_t count;
        vol_world_meals(world, &count);
        assert_int_equal(count, c.meals);
        assert_in_range(count, 200, CROWD_HUNTERS + 5);
        for (size_t i = 0; i < count; i++) {
            expect_meal(world, i, c.meal[i]);
        }
        vol_world_destroy(world);
    }
}

/* Exactly as far as `eat` is not near enough; across an edge counts where the world has images. */
static void eating_reaches_as_far_as_it_should(void **state) {
    (void)state;
    static const double hunter[][2] = {{1, 300}}, prey[][2] = {{4, 300}, {799, 300}, {3, 301}};
    for (int images = 0; images < 2; images++) {
        vol_world_def def = vol_default_world_def();
        def.images = images;
        def.threads = 1;
        vol_world *world = vol_test_world(&def);
        vol_flock fox = add_resting(world, "foxes", hunter, 1), hare = add_resting(world, "hares", prey, 3);
        vol_relation_def eats = vol_test_relation(fox, hare, VOL_RELATION_HUNT);
        eats.eat = 3;
        vol_test_relate(world, &eats);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        expect_meal(world, 0, (vol_meal){fox, 0, hare, images ? 1 : 2});
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        size_t count;
        vol_world_meals(world, &count);
        assert_int_equal(count, images);
        vol_world_destroy(world);
    }
}

/* Of two equally near prey the hunter chooses the lower id, whatever the index. */
static void the_lower_id_of_two_equally_near_is_hunted(void **state) {
    (void)state;
    for (unsigned k = 0; k < 8; k++) {
        vol_world_def def = vol_default_world_def();
        def.index = k % 2 ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
        def.precision = (vol_precision)(k / 2 % 2);
        def.threads = 1;
        vol_world *world = vol_test_world(&def);
        static const double prey[][2] = {{500, 500}, {300, 260}, {300, 240}, {310, 250}, {290, 250}};
        double turned[5][2];
        for (size_t i = 0; i < 5; i++) {
            memcpy(turned[i], prey[k / 4 ? 4 - i : i], sizeof turned[i]);
        }
        vol_flock hare = add_resting(world, "hares", (const double(*)[2])turned, 5);
        vol_flock_def fox_def = vol_default_flock_def(VOL_MODEL_STEERING);
        fox_def.name = "foxes";
        fox_def.count = 0;
        fox_def.start.shape = VOL_SHAPE_GIVEN;
        vol_flock fox = vol_test_flock(world, &fox_def);
        vol_flock_def hare_def = vol_flock_get_def(world, hare);
        hare_def.separation.radius = hare_def.alignment.radius = hare_def.cohesion.radius = 5;
        assert_int_equal(vol_flock_set_def(world, hare, &hare_def, &error), VOL_OK);
        vol_oracle_boid b = {{300, 250, 0}, {0, 0, 0}, 0, {0}}, now[2];
        vol_test_add(world, fox, &b, 1);
        vol_relation_def hunts = vol_test_relation(fox, hare, VOL_RELATION_HUNT);
        vol_test_relate(world, &hunts);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        vol_test_state(world, fox, now, 2);
        if (k / 4) { /* id 0 is at 290, 250 */
            assert_true(now[0].v.x < -0.09 && fabs(now[0].v.y) < 1e-6);
        } else { /* id 1 is at 300, 260 */
            assert_true(now[0].v.y > 0.09 && fabs(now[0].v.x) < 1e-6);
        }
        vol_world_destroy(world);
    }
}

/* --- The API ------------------------------------------------------------------------------------------------------ */

static void expect_refusal(vol_world *world, const vol_relation_def *def, vol_result kind, const char *field) {
    uint32_t number = 7, count = vol_relation_count(world);
    memset(&error, 0, sizeof error);
    vol_result result = vol_relation_create(world, def, &number, &error);
    if (result != kind || number != VOL_NONE || strcmp(error.field, field) != 0 || strlen(error.text) < 5) {
        fail_msg("expected a refusal of %s; got %d, field %s: %s", field, (int)result, error.field, error.text);
    }
    assert_int_equal(vol_relation_count(world), count);
}

static void wrong_relations_are_refused(void **state) {
    (void)state;
    vol_world *world = plain_world();
    vol_flock a = vol_test_slow_flock(world, "a", VOL_MODEL_STEERING, 5),
              b = vol_test_slow_flock(world, "b", VOL_MODEL_STEERING, 5);
    vol_flock seeing = vol_test_slow_flock(world, "seeing", VOL_MODEL_SIGHTED, 5);
    const double wrong[] = {NAN, INFINITY, -INFINITY, 2e12, -2e12};
    static const char *const fields[] = {"radius", "weight", "force", "eat"};
    for (size_t k = 0; k < 5; k++) {
        for (int field = 0; field < 4; field++) {
            vol_relation_def def = vol_test_relation(a, b, VOL_RELATION_HUNT);
            double *number[] = {&def.radius, &def.weight, &def.force, &def.eat};
            *number[field] = wrong[k];
            expect_refusal(world, &def, VOL_ERROR_VALUE, fields[field]);
        }
    }
    vol_relation_def good = vol_test_relation(a, b, VOL_RELATION_FLEE), def = good;
    expect_refusal(world, NULL, VOL_ERROR_VALUE, "relation");
    def.cookie = 1;
    expect_refusal(world, &def, VOL_ERROR_VALUE, "relation");
    def = good, def.radius = -1;
    expect_refusal(world, &def, VOL_ERROR_VALUE, "radius");
    def = good, def.delay = 2;
    expect_refusal(world, &def, VOL_ERROR_VALUE, "delay");
    def = good, def.delay = -1;
    expect_refusal(world, &def, VOL_ERROR_VALUE, "delay");
    def = good, def.kind = (vol_relation_kind)VOL_RELATION_KIND_COUNT;
    expect_refusal(world, &def, VOL_ERROR_VALUE, "kind");
    def = good, def.choose = (vol_choose)VOL_CHOOSE_COUNT;
    expect_refusal(world, &def, VOL_ERROR_VALUE, "choose");
    def = good, def.kind = VOL_RELATION_FLOCK_WITH, def.delay = 1;
    expect_refusal(world, &def, VOL_ERROR_VALUE, "delay");
    def = good, def.from = 3;
    expect_refusal(world, &def, VOL_ERROR_NAME, "from");
    def = good, def.to[0] = a;
    expect_refusal(world, &def, VOL_ERROR_NAME, "to");
    def = good, def.to[0] = 3;
    expect_refusal(world, &def, VOL_ERROR_NAME, "to");
    def = good, def.to_count = 0;
    expect_refusal(world, &def, VOL_ERROR_VALUE, "to");
    def = good, def.to_count = 17;
    expect_refusal(world, &def, VOL_ERROR_VALUE, "to");
    def = good, def.to[1] = b, def.to_count = 2;
    expect_refusal(world, &def, VOL_ERROR_VALUE, "to"); /* twice the same */
    def = vol_test_relation(seeing, a, VOL_RELATION_FLOCK_WITH);
    expect_refusal(world, &def, VOL_ERROR_VALUE, "to"); /* a flock without headings */
    def = vol_test_relation(a, seeing, VOL_RELATION_FLOCK_WITH);
    uint32_t made = vol_test_relate(world, &def);
    def.from = b;
    assert_int_equal(vol_relation_set_def(world, made, &def, &error), VOL_ERROR_FIXED);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    vol_world_destroy(world);
}

/* As many flocks as one may flock with, and no more, in one relation or several. */
static void the_number_of_a_relation_may_be_unwanted(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    vol_world *world = vol_test_world(&def);
    vol_flock birds = vol_test_slow_flock(world, "birds", VOL_MODEL_STEERING, 5);
    vol_flock hawks = vol_test_slow_flock(world, "hawks", VOL_MODEL_STEERING, 5);
    vol_relation_def flee = vol_test_relation(birds, hawks, VOL_RELATION_FLEE),
                     wrong = vol_test_relation(birds, 9, VOL_RELATION_FLEE);
    assert_int_equal(vol_relation_create(world, &flee, NULL, &error), VOL_OK);
    assert_int_equal(vol_relation_create(world, &wrong, NULL, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_relation_count(world), 1);
    vol_world_destroy(world);
}

static void a_flock_flocks_with_sixteen_others(void **state) {
    (void)state;
    for (int grid = 0; grid < 2; grid++) {
        vol_world_def world_def = vol_default_world_def();
        world_def.index = grid ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
        world_def.size[0] = world_def.size[1] = 4000;
        world_def.threads = 1;
        vol_world *world = vol_test_world(&world_def);
        vol_relation_def def = vol_test_relation(0, 1, VOL_RELATION_FLOCK_WITH);
        char name[8] = "a";
        for (int i = 0; i < 18; i++, name[0]++) {
            vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
            flock.name = name;
            flock.count = 200;
            flock.separation.radius = flock.alignment.radius = flock.cohesion.radius = i ? 5 : 900;
            vol_test_flock(world, &flock);
        }
        for (vol_flock to = 1; to <= 16; to++) {
            def.to[0] = to;
            vol_test_relate(world, &def);
        }
        def.to[0] = 17;
        expect_refusal(world, &def, VOL_ERROR_VALUE, "to");
        assert_int_equal(vol_world_step(world, 2), VOL_OK);
        vol_world_destroy(world);
    }
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

typedef vol_result (*deed)(vol_world *world);

static vol_result hunt_later(vol_world *world) {
    vol_relation_def def = vol_test_relation(1, 0, VOL_RELATION_HUNT);
    uint32_t number = 0;
    def.delay = 1;
    def.eat = 3;
    vol_result result = vol_relation_create(world, &def, &number, NULL);
    assert_int_equal(number == VOL_NONE, result != VOL_OK);
    return result;
}

static vol_result change_to_later(vol_world *world) {
    vol_relation_def def = vol_relation_get_def(world, 3);
    def.delay = 1;
    def.kind = VOL_RELATION_HUNT;
    return vol_relation_set_def(world, 3, &def, NULL);
}

static vol_result add_many(vol_world *world) {
    static double p[2 * 600], v[2 * 600];
    for (size_t i = 0; i < 1200; i++) {
        p[i] = (double)(i % 211);
    }
    return vol_flock_add(world, 2, 600, p, v, NULL, NULL);
}

static vol_result add_one(vol_world *world) {
    double p[2] = {3, 4}, v[2] = {1, 0};
    return vol_flock_add(world, 2, 1, p, v, NULL, NULL);
}

static vol_world *counted_world(vol_test_counter *c) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_DOUBLE);
    vol_test_count(&def, c);
    vol_world *world = vol_test_world(&def);
    vol_test_slow_flock(world, "a", VOL_MODEL_STEERING, 60);
    vol_test_slow_flock(world, "b", VOL_MODEL_STEERING, 30);
    vol_test_slow_flock(world, "c", VOL_MODEL_STEERING, 30);
    for (int i = 0; i < 4; i++) {
        vol_relation_def r = vol_test_relation(i < 3 ? 2 : 1, 0, i < 2 ? VOL_RELATION_HUNT : VOL_RELATION_FLEE);
        r.delay = i % 2 && i < 3;
        r.eat = 2;
        vol_test_relate(world, &r);
    }
    return world;
}

static bool survives(deed what, size_t n) {
    vol_test_counter c, control_c;
    vol_world *world = counted_world(&c), *control = counted_world(&control_c);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    assert_int_equal(vol_world_step(control, 2), VOL_OK);
    c.requests = 0;
    c.refuse = n;
    vol_result result = what(world);
    bool refused = c.requests >= n;
    c.refuse = 0;
    if (result != VOL_OK) {
        assert_int_equal(result, VOL_ERROR_MEMORY);
        assert_int_equal(vol_world_step(world, 3), VOL_OK);
        assert_int_equal(vol_world_step(control, 3), VOL_OK);
        assert_hash_equal(vol_world_hash(world), vol_world_hash(control));
        for (int i = 0; i < 40; i++) { /* whatever room there is by now must be there for everything */
            assert_int_equal(add_one(world), VOL_OK);
            assert_int_equal(add_one(control), VOL_OK);
        }
        assert_int_equal(vol_world_step(world, 3), VOL_OK);
        assert_int_equal(vol_world_step(control, 3), VOL_OK);
        assert_hash_equal(vol_world_hash(world), vol_world_hash(control));
        assert_int_equal(what(world), VOL_OK);
    }
    assert_int_equal(what(control), VOL_OK);
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    assert_int_equal(vol_world_step(control, 3), VOL_OK);
    if (result == VOL_OK) {
        assert_hash_equal(vol_world_hash(world), vol_world_hash(control));
    }
    vol_world_destroy(world);
    vol_world_destroy(control);
    assert_int_equal(c.living, 0);
    assert_int_equal(c.bytes, 0);
    return !refused;
}

static void every_deed_survives_every_refusal(void **state) {
    (void)state;
    static const deed deeds[] = {hunt_later, change_to_later, add_many};
    size_t refusals = 0;
    for (size_t k = 0; k < 3; k++) {
        size_t n = 1;
        while (!survives(deeds[k], n)) {
            n++;
            refusals++;
            assert_true(n < 100);
        }
    }
    assert_true(refusals > 15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meals_are_in_the_order_of_flocks_and_ids),
        cmocka_unit_test(who_has_been_eaten_eats_no_more),
        cmocka_unit_test(many_hunters_eat_as_if_one_by_one),
        cmocka_unit_test(eating_reaches_as_far_as_it_should),
        cmocka_unit_test(the_lower_id_of_two_equally_near_is_hunted),
        cmocka_unit_test(wrong_relations_are_refused),
        cmocka_unit_test(the_number_of_a_relation_may_be_unwanted),
        cmocka_unit_test(a_flock_flocks_with_sixteen_others),
        cmocka_unit_test(every_deed_survives_every_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
