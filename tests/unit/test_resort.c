/* There are two ways to sort boids by cell and id: all anew, and those alone that have changed their cell since the
 * last step. They give the same slots, in whatever world, also where boids come, go and are put elsewhere in between.
 * What boids carry for the host is sorted with all of them: so a flock that carries something is always sorted anew. */
#include "support.h"

#include "store/store.h"
#include "world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 600, MANY = 20000, STEPS = 12 };

typedef struct place {
    vol_world_def world;
    vol_flock_def flock;
    size_t count;
    double crowd; /* part of the boids that is in a thousandth of the world */
} place;

static place place_of(unsigned k, size_t count, uint32_t threads, double speed) {
    place p = {.world = vol_default_world_def(), .flock = vol_default_flock_def(VOL_MODEL_BLEND), .count = count};
    const double reach = 10, cells = (double)count / 3;
    p.world.dimensions = 2 + (int)(k % 2);
    p.world.precision = (vol_precision)(k / 2 % 2);
    p.world.index = VOL_INDEX_GRID;
    p.world.boundary = k % 3 == 0 ? VOL_BOUNDARY_OPEN : VOL_BOUNDARY_WRAP;
    p.world.images = k % 3 == 1;
    p.world.threads = threads;
    for (int c = 0; c < 3; c++) {
        p.world.size[c] = 1.1 * reach * (p.world.dimensions == 3 ? cbrt(cells) : sqrt(cells));
    }
    p.flock.count = 0;
    p.flock.start.shape = VOL_SHAPE_GIVEN;
    p.flock.max_speed = speed;
    p.flock.separation.radius = 2;
    p.flock.alignment.radius = p.flock.cohesion.radius = reach;
    p.crowd = k / 6 % 2 ? 0.1 : 0;
    return p;
}

static vol_oracle_boid boid_of(const place *p, vol_test_random *r) {
    vol_oracle_boid b = {0};
    const double within = vol_test_chance(r, p->crowd) ? 0.1 : 1, speed = p->flock.max_speed;
    b.p.x = vol_test_uniform(r, 0, within * p->world.size[0]);
    b.p.y = vol_test_uniform(r, 0, within * p->world.size[1]);
    b.p.z = p->world.dimensions == 3 ? vol_test_uniform(r, 0, within * p->world.size[2]) : 0;
    b.v.x = vol_test_uniform(r, -speed, speed);
    b.v.y = vol_test_uniform(r, -speed, speed);
    b.v.z = p->world.dimensions == 3 ? vol_test_uniform(r, -speed, speed) : 0;
    return b;
}

/* Ids in no order along the world. */
static vol_world *make(const place *p, size_t carries) {
    vol_flock_def def = p->flock;
    def.user_bytes = carries;
    vol_world *world = vol_test_world(&p->world);
    vol_flock flock = vol_test_flock(world, &def);
    vol_test_random r = {11};
    vol_oracle_boid *boids = calloc(p->count, sizeof *boids);
    for (size_t i = 0; i < p->count; i++) {
        boids[i] = boid_of(p, &r);
    }
    vol_test_add(world, flock, boids, p->count);
    free(boids);
    return world;
}

static const vol_store *store_of(const vol_world *world) {
    return world->flocks[0]->store;
}

static void assert_same_slots(const vol_world *one, const vol_world *other) {
    const vol_store *a = store_of(one), *b = store_of(other);
    const size_t bytes = a->count * a->plan.number_size, cells = vol_grid_cells(&a->search.grid);
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->id, b->id, a->count * sizeof *a->id);
    for (int c = 0; c < a->plan.dimensions; c++) {
        assert_memory_equal(a->now.position[c], b->now.position[c], bytes);
        assert_memory_equal(a->now.velocity[c], b->now.velocity[c], bytes);
    }
    assert_memory_equal(a->search.grid.cell, b->search.grid.cell, a->count * sizeof *a->search.grid.cell);
    assert_memory_equal(a->search.grid.start, b->search.grid.start, (cells + 1) * sizeof *a->search.grid.start);
}

/* What hosts do between steps. */
static void meddle(const place *p, vol_world *world, unsigned step) {
    vol_error error = {0};
    vol_flock flock = vol_flock_handle(world->flocks[0]);
    vol_test_random r = {step};
    if (step == 5) {
        const uint32_t ids[] = {3, 77, 400, 401};
        assert_int_equal(vol_flock_remove(world, flock, sizeof ids / sizeof *ids, ids, &error), VOL_OK);
    } else if (step == 7) {
        const vol_oracle_boid more[3] = {boid_of(p, &r), boid_of(p, &r), boid_of(p, &r)};
        vol_test_add(world, flock, more, 3);
    }
}

/* Steps both ways side by side; returns in how many steps those alone were sorted that had changed their cell. */
static unsigned both_ways(const place *p, bool meddles) {
    vol_world *some = make(p, 0), *all = make(p, 8);
    unsigned resorted = 0;
    for (unsigned step = 0; step < STEPS; step++) {
        assert_int_equal(vol_world_step(some, 1), VOL_OK);
        assert_int_equal(vol_world_step(all, 1), VOL_OK);
        assert_same_slots(some, all);
        assert_false(store_of(all)->search.grid.resorted);
        resorted += store_of(some)->search.grid.resorted;
        if (meddles) {
            meddle(p, some, step);
            meddle(p, all, step);
        }
    }
    vol_world_destroy(some);
    vol_world_destroy(all);
    return resorted;
}

static void sorting_those_that_changed_their_cell_gives_the_order_of_sorting_all(void **state) {
    (void)state;
    for (unsigned k = 0; k < 12; k++) {
        for (uint32_t threads = 1; threads < 4; threads += 2) {
            const place few = place_of(k, FEW, threads, 0.2), many = place_of(k, MANY, threads, 0.2);
            assert_int_equal(both_ways(&few, false), STEPS - 1);
            assert_int_equal(both_ways(&many, false), STEPS - 1);
        }
    }
}

static void boids_that_come_and_go_are_sorted_with_all_others(void **state) {
    (void)state;
    for (unsigned k = 0; k < 12; k++) {
        const place p = place_of(k, k % 4 ? FEW : MANY, 1 + k % 3, 0.2);
        const unsigned resorted = both_ways(&p, true);
        assert_int_equal(resorted, STEPS - 3); /* the first step, and those after boids have gone and come */
    }
}

/* Nearly as many as there may be, and more. */
static void where_many_change_their_cell_all_are_sorted(void **state) {
    (void)state;
    for (unsigned k = 0; k < 6; k++) {
        const place brisk = place_of(k, MANY, 2, 0.45), fast = place_of(k, MANY, 2, 8);
        both_ways(&brisk, false);
        assert_int_equal(both_ways(&fast, false), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorting_those_that_changed_their_cell_gives_the_order_of_sorting_all),
        cmocka_unit_test(boids_that_come_and_go_are_sorted_with_all_others),
        cmocka_unit_test(where_many_change_their_cell_all_are_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
