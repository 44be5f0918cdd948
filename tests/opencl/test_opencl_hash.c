/* OpenCL: the state hash of a flock and places on the Hilbert curve are those of the CPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device.h"

#include "asserts.h"
#include "backends/cpu/cpu.h"
#include "core/hash.h"
#include "core/hilbert.h"

enum { BOIDS = 1000, GROUP = 32, GROUPS_MOST = 40, BEHIND = 3, CELLS = 25 * VOL_HILBERT_BLOCK };

static device gpu;

typedef struct flock4 {
    cl_mem state, id; /* on the device, behind others */
    uint32_t count;
} flock4;

/* Writes one of a boid's numbers, and gives the place of the next. */
static unsigned char *put(unsigned char *to, const void *array, uint32_t slot, size_t bytes) {
    if (array) {
        memcpy(to, (const unsigned char *)array + slot * bytes, bytes);
    }
    return to + bytes;
}

/* The boids of a flock as a device has them. */
static flock4 load(const vol_world *world, uint32_t number) {
    const vol_host_boids boids = world->backend->view(world, vol_flock_of(world, number));
    const vol_state *now = &boids.now;
    const size_t bytes = world->def.precision == VOL_PRECISION_DOUBLE ? sizeof(double) : sizeof(float);
    unsigned char *state = calloc(BEHIND + 2 * (size_t)boids.count, 4 * bytes), *to = state + BEHIND * 4 * bytes;
    uint32_t *id = calloc(BEHIND + (size_t)boids.count, sizeof *id);
    assert_non_null(state);
    assert_non_null(id);
    for (uint32_t i = 0; i < boids.count; i++) {
        to = put(put(to, now->position[0], i, bytes), now->position[1], i, bytes);
        if (world->def.dimensions == 3) {
            to = put(put(to, now->position[2], i, bytes), NULL, i, bytes);
        } else {
            to = put(put(to, now->velocity[0], i, bytes), now->velocity[1], i, bytes);
        }
        id[BEHIND + i] = boids.id[i];
    }
    for (uint32_t i = 0; i < boids.count && world->def.dimensions == 3; i++) {
        to = put(put(to, now->velocity[0], i, bytes), now->velocity[1], i, bytes);
        to = put(put(to, now->velocity[2], i, bytes), NULL, i, bytes);
    }
    flock4 flock = {device_buffer(&gpu, (BEHIND + 2 * (size_t)boids.count) * 4 * bytes, state),
                    device_buffer(&gpu, (BEHIND + (size_t)boids.count) * sizeof *id, id), boids.count};
    free(state);
    free(id);
    return flock;
}

static uint64_t hash_device(cl_program program, const flock4 *flock, cl_uint number, size_t groups) {
    const cl_ulong a = BEHIND, b = BEHIND + flock->count, slot = BEHIND;
    const cl_uint begin = 0, end = flock->count;
    cl_ulong part[GROUPS_MOST], sum = 0;
    cl_mem sums = device_buffer(&gpu, sizeof part, NULL);
    const device_argument argument[] = {{sizeof number, &number},
                                        {sizeof flock->state, &flock->state},
                                        {sizeof a, &a},
                                        {sizeof b, &b},
                                        {sizeof flock->id, &flock->id},
                                        {sizeof slot, &slot},
                                        {sizeof begin, &begin},
                                        {sizeof end, &end},
                                        {sizeof sums, &sums}};
    device_launch(&gpu, program, "hash", groups, GROUP, sizeof argument / sizeof *argument, argument);
    device_read(&gpu, sums, groups * sizeof *part, part);
    clReleaseMemObject(sums);
    for (size_t i = 0; i < groups; i++) {
        sum += part[i];
    }
    return sum;
}

static void put_flock(vol_world *world, const char *name, size_t count) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_flock flock;
    vol_error error;
    def.name = name;
    def.count = count;
    if (vol_flock_create(world, &def, &flock, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
}

/* Boids that have stepped in a grid, so that slots are in another order than ids. */
static vol_world *open_world(int dimensions, vol_precision precision) {
    vol_world_def def = vol_default_world_def();
    vol_world *world;
    vol_error error;
    def.dimensions = dimensions;
    def.precision = precision;
    def.index = VOL_INDEX_GRID;
    def.threads = 1;
    if (vol_world_create(&def, &world, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
    put_flock(world, "many", BOIDS);
    put_flock(world, "none", 0);
    put_flock(world, "few", 1);
    vol_world_step(world, 3);
    return world;
}

/* The hash of the world from the sums of its flocks, as vol_world_hash makes it. */
static void the_hash_of_a_world_is_that_of_the_cpu(void **state) {
    (void)state;
    static const size_t groups[] = {1, 7, GROUPS_MOST};
    for (int i = 0; i < 4; i++) {
        const int dimensions = 2 + i % 2, wide = i / 2;
        vol_world *world = open_world(dimensions, wide ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE);
        char options[120];
        snprintf(options, sizeof options, "-DVOL_DOUBLE=%d -DVOL_D=%d -DVOL_HASH_GROUP=%d", wide, dimensions, GROUP);
        cl_program program = device_compile_backend(&gpu, "hash.cl", options);
        for (int k = 0; k < 3; k++) {
            uint64_t hash = vol_mix(0, (uint64_t)dimensions);
            for (uint32_t f = 0; f < world->flock_count; f++) {
                flock4 flock = load(world, f);
                hash = vol_mix(vol_mix(hash, flock.count), hash_device(program, &flock, f, groups[k]));
                clReleaseMemObject(flock.state);
                clReleaseMemObject(flock.id);
            }
            assert_hash_equal(hash, vol_world_hash(world));
        }
        clReleaseProgram(program);
        vol_world_destroy(world);
    }
}

/* Cells from all over, of so many bits. */
static void curve(cl_program program, int dimensions, cl_int bits) {
    cl_uint cell[3 * CELLS];
    cl_ulong key[CELLS];
    for (uint32_t i = 0; i < 3 * CELLS; i++) {
        cell[i] = (cl_uint)(vol_mix(7, i) >> (64 - bits));
    }
    const cl_mem buffer[] = {device_buffer(&gpu, sizeof cell, cell), device_buffer(&gpu, sizeof bits, &bits),
                             device_buffer(&gpu, sizeof key, NULL)};
    device_run(&gpu, program, dimensions == 3 ? "curve_3" : "curve_2", CELLS, 3, buffer);
    device_read(&gpu, buffer[2], sizeof key, key);
    for (uint32_t first = 0; first < CELLS; first += VOL_HILBERT_BLOCK) {
        uint32_t block[3][VOL_HILBERT_BLOCK];
        uint64_t expected[VOL_HILBERT_BLOCK];
        for (uint32_t c = 0; c < 3; c++) {
            memcpy(block[c], cell + c * CELLS + first, sizeof block[c]);
        }
        vol_hilbert_keys(dimensions, block, bits, expected);
        for (uint32_t i = 0; i < VOL_HILBERT_BLOCK; i++) {
            assert_hash_equal(key[first + i], expected[i]);
        }
    }
    for (int i = 0; i < 3; i++) {
        clReleaseMemObject(buffer[i]);
    }
}

static void places_on_the_curve_are_those_of_the_cpu(void **state) {
    (void)state;
    cl_program program = device_compile(&gpu, "curve.cl", "");
    for (cl_int bits = 1; bits <= 32; bits++) {
        curve(program, 2, bits);
    }
    for (cl_int bits = 1; bits <= 21; bits++) {
        curve(program, 3, bits);
    }
    clReleaseProgram(program);
}

static int close_device(void **state) {
    (void)state;
    device_close(&gpu);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hash_of_a_world_is_that_of_the_cpu),
        cmocka_unit_test(places_on_the_curve_are_those_of_the_cpu),
    };
    if (!device_open(&gpu)) {
        fprintf(stderr, "there is no OpenCL device with double precision here\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, close_device);
}
