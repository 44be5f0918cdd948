/* What `auto` comes to is agreed on: a function of the world, the reach, the number of boids and two sums over cells;
 * and in built-in scenes, step by step, it does not depend on threads, instruction sets, the order of the boids, or on
 * where a run began. */
#include "unit/support.h"

#include "index/index.h"
#include <volery/scene.h>

#include <stdlib.h>
#include <string.h>

static vol_index agree(const vol_search_need *need, uint64_t in_cells, uint64_t around) {
    return vol_index_agree(need, &(vol_index_totals){in_cells, around});
}

/* 25 x 25 cells, 1000 boids: the tree from more than 200 candidates a boid on. */
static void the_same_totals_give_the_same_index(void **state) {
    (void)state;
    vol_world_def world = vol_default_world_def();
    world.size[0] = world.size[1] = 1000;
    vol_search_need need = {.world = &world, .index = VOL_INDEX_AUTO, .reach = 39, .count = 1000};
    assert_int_equal(agree(&need, VOL_NOT_COUNTED, VOL_NOT_COUNTED), VOL_INDEX_AUTO);
    assert_int_equal(agree(&need, 22222, VOL_NOT_COUNTED), VOL_INDEX_GRID); /* 9 times that is not enough */
    assert_int_equal(agree(&need, 22223, VOL_NOT_COUNTED), VOL_INDEX_AUTO);
    assert_int_equal(agree(&need, 100000, 200000), VOL_INDEX_GRID);
    assert_int_equal(agree(&need, 100000, 200001), VOL_INDEX_TREE);
    need.count = 40;
    assert_int_equal(agree(&need, VOL_NOT_COUNTED, VOL_NOT_COUNTED), VOL_INDEX_BRUTE);
    need.index = VOL_INDEX_GRID;
    assert_int_equal(agree(&need, 100000, 200001), VOL_INDEX_GRID);
    need.index = VOL_INDEX_KDTREE;
    assert_int_equal(agree(&need, VOL_NOT_COUNTED, VOL_NOT_COUNTED), VOL_INDEX_KDTREE);
}

/* In space 800 where cells are as narrow as the reach, and less where they are wider. */
static void crowds_in_space_are_larger(void **state) {
    (void)state;
    vol_world_def world = vol_default_world_def();
    world.dimensions = 3;
    world.size[0] = world.size[1] = world.size[2] = 1024;
    vol_search_need need = {.world = &world, .index = VOL_INDEX_AUTO, .reach = 102.3, .count = 1000};
    assert_int_equal(agree(&need, 1000000, 780000), VOL_INDEX_GRID);
    assert_int_equal(agree(&need, 1000000, 801000), VOL_INDEX_TREE);
    need.reach = 1;
    assert_int_equal(agree(&need, 1000000, 200000), VOL_INDEX_GRID);
    assert_int_equal(agree(&need, 1000000, 200001), VOL_INDEX_TREE);
}

/* A world that is too small for a grid, and for a tree. */
static void what_cannot_serve_is_not_chosen(void **state) {
    (void)state;
    vol_world_def world = vol_default_world_def();
    world.images = true;
    world.size[0] = world.size[1] = 100;
    vol_search_need need = {.world = &world, .index = VOL_INDEX_AUTO, .reach = 45, .count = 1000};
    assert_int_equal(agree(&need, VOL_NOT_COUNTED, VOL_NOT_COUNTED), VOL_INDEX_TREE);
    need.reach = 55;
    assert_int_equal(agree(&need, VOL_NOT_COUNTED, VOL_NOT_COUNTED), VOL_INDEX_BRUTE);
    need.index = VOL_INDEX_TREE;
    assert_int_equal(agree(&need, VOL_NOT_COUNTED, VOL_NOT_COUNTED), VOL_INDEX_BRUTE);
}

static vol_world *world_of(vol_scene *scene, uint32_t threads, const char *isa) {
    vol_world *world = NULL;
    vol_scene_fault fault = {0};
    scene->world.isa = isa;
    assert_true(vol_scene_make_world(scene, threads, &world, &fault));
    return world;
}

static void step(const vol_scene *scene, vol_world *world) {
    vol_scene_fault fault = {0};
    assert_true(vol_scene_step(scene, world, &fault));
}

/* The boids of the first flock where they are now, in a flock with no past, those of the last slots first. */
static vol_index index_of_copy(const vol_world *world) {
    vol_world_def def = vol_world_get_def(world);
    const vol_view view = vol_flock_view(world, 0);
    const size_t dimensions = (size_t)view.dimensions;
    double *position = calloc(view.count * dimensions, sizeof *position);
    double *velocity = calloc(view.count * dimensions, sizeof *velocity);
    assert_non_null(position);
    assert_non_null(velocity);
    for (size_t i = 0; i < view.count; i++) {
        for (size_t c = 0; c < dimensions; c++) {
            position[i * dimensions + c] = (double)((const float *)view.position[c])[view.count - 1 - i];
        }
    }
    vol_flock_def flock = vol_flock_get_def(world, 0);
    flock.start.shape = VOL_SHAPE_GIVEN;
    flock.count = 0;
    vol_world *copy = vol_test_world(&def);
    vol_flock number = vol_test_flock(copy, &flock);
    assert_int_equal(vol_flock_add(copy, number, view.count, position, velocity, NULL, NULL), VOL_OK);
    vol_world_step(copy, 1);
    vol_index index = vol_flock_index(copy, number);
    vol_world_destroy(copy);
    free(position);
    free(velocity);
    return index;
}

/* A world that was saved now, in another one of the same scene. */
static vol_world *restored(vol_scene *scene, vol_world *world) {
    vol_world *other = world_of(scene, 1, NULL);
    size_t size = vol_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    vol_snapshot_write(world, bytes);
    vol_scene_fault fault = {0};
    assert_true(vol_scene_resume(scene, other, NULL, bytes, size, &fault));
    free(bytes);
    return other;
}

static void scenes_choose_alike_in_every_step(void **state) {
    (void)state;
    static const char *const names[] = {"default", "murmuration", "obstacles"};
    uint32_t seen = 0;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        vol_scene scene = {0};
        vol_scene_fault fault = {0};
        assert_true(vol_scene_load(&scene, names[n], NULL, 0, &fault));
        vol_world *one = world_of(&scene, 1, NULL), *three = world_of(&scene, 3, "scalar"), *later = NULL;
        for (int k = 0; k < 60; k++) {
            vol_index copied = k % 12 == 0 ? index_of_copy(one) : VOL_INDEX_AUTO;
            step(&scene, one);
            step(&scene, three);
            const vol_index chosen = vol_flock_index(one, 0);
            seen |= 1u << chosen;
            assert_int_equal(vol_flock_index(three, 0), chosen);
            assert_int_equal(copied == VOL_INDEX_AUTO ? chosen : copied, chosen);
            if (later) {
                step(&scene, later);
                assert_int_equal(vol_flock_index(later, 0), chosen);
            }
            later = k == 20 ? restored(&scene, one) : later;
        }
        assert_hash_equal(vol_world_hash(later), vol_world_hash(one));
        vol_world_destroy(one);
        vol_world_destroy(three);
        vol_world_destroy(later);
        vol_scene_release(&scene);
    }
    assert_int_equal(seen, 1u << VOL_INDEX_GRID | 1u << VOL_INDEX_TREE); /* else nothing was chosen */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_totals_give_the_same_index),
        cmocka_unit_test(crowds_in_space_are_larger),
        cmocka_unit_test(what_cannot_serve_is_not_chosen),
        cmocka_unit_test(scenes_choose_alike_in_every_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
