/* OpenCL: boids that a device spawns, and that it folds into a world with images, have the bits of the CPU's. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device.h"

#include "backends/cpu/cpu.h"
#include "kernels/one_boid.h"
#include "spawn.h"

/* The boids of the flock lie behind others, as they do in the arrays of several flocks. */
enum { BOIDS = 700, GROUP = 64, GROUPS = (BOIDS + GROUP - 1) / GROUP, BEHIND = 5, STATE = BEHIND + 2 * BOIDS };

static device gpu;
static cl_program programs[2][2][2]; /* by vol_precision, 2D or 3D, headings */

/* Boids as a device has them: of each precision one is used. */
typedef union boids4 {
    float single[STATE][4];
    double wide[STATE][4];
} boids4;

/* A world on the CPU, and its state on the device. */
typedef struct scene {
    char name[120];
    vol_world_def def;
    vol_flock_def flock_def;
    vol_world *world;
    bool wide;
    size_t bytes;     /* of the state */
    cl_mem state, id; /* on the device */
} scene;

static const void *row(const scene *s, const boids4 *boids, size_t i) {
    return s->wide ? (const void *)boids->wide[i] : (const void *)boids->single[i];
}

static void put(const scene *s, boids4 *boids, size_t i, const void *array, uint32_t slot, int column) {
    if (s->wide && array) {
        boids->wide[i][column] = ((const double *)array)[slot];
    } else if (array) {
        boids->single[i][column] = ((const float *)array)[slot];
    }
}

/* The CPU's boids as the device has them; what the flock does not have is left as it is. */
static void pack(const scene *s, const vol_state *now, boids4 *boids) {
    const size_t a = BEHIND, b = BEHIND + BOIDS;
    const bool space = s->def.dimensions == 3;
    for (uint32_t i = 0; i < BOIDS; i++) {
        for (int c = 0; c < s->def.dimensions; c++) {
            put(s, boids, a + i, now->position[c], i, c);
            put(s, boids, space ? b + i : a + i, now->velocity[c], i, space ? c : 2 + c);
        }
        put(s, boids, b + i, now->heading, i, 0);
        put(s, boids, b + i, now->speed, i, 1);
    }
}

static void compare(const scene *s, const boids4 *expected) {
    static boids4 found;
    const size_t bytes = 4 * (s->wide ? sizeof(double) : sizeof(float));
    device_read(&gpu, s->state, s->bytes, &found);
    for (size_t i = 0; i < STATE; i++) {
        for (int k = 0; memcmp(row(s, expected, i), row(s, &found, i), bytes) != 0 && k < 4; k++) {
            double here = s->wide ? expected->wide[i][k] : (double)expected->single[i][k];
            double there = s->wide ? found.wide[i][k] : (double)found.single[i][k];
            if (memcmp(&here, &there, sizeof here) != 0) {
                fail_msg("%s: number %d of row %d is %a on the CPU and %a on %s", s->name, k, (int)i, here, there,
                         gpu.name);
            }
        }
    }
}

/* Rows as they are before: also those that nothing may write to. */
static void fill(const scene *s, boids4 *boids) {
    for (size_t i = 0; i < STATE; i++) {
        for (int k = 0; k < 4; k++) {
            if (s->wide) {
                boids->wide[i][k] = i < BEHIND ? -7 : 0;
            } else {
                boids->single[i][k] = i < BEHIND ? -7 : 0;
            }
        }
    }
}

static void open_scene(scene *s, const char *what) {
    vol_error error;
    vol_flock flock;
    s->wide = s->def.precision == VOL_PRECISION_DOUBLE;
    s->bytes = 4 * STATE * (s->wide ? sizeof(double) : sizeof(float));
    s->def.threads = 1;
    s->flock_def.count = BOIDS;
    snprintf(s->name, sizeof s->name, "%s in %dD, precision %d, images %d, %s", vol_model_name(s->flock_def.model),
             s->def.dimensions, (int)s->def.precision, (int)s->def.images, what);
    vol_flock_def other = vol_default_flock_def(VOL_MODEL_STEERING);
    other.name = "other"; /* so that the number of the flock is not 0 */
    if (vol_world_create(&s->def, &s->world, &error) != VOL_OK ||
        vol_flock_create(s->world, &other, &flock, &error) != VOL_OK ||
        vol_flock_create(s->world, &s->flock_def, &flock, &error) != VOL_OK) {
        fail_msg("%s: %s", s->name, error.text);
    }
}

static void close_scene(scene *s) {
    clReleaseMemObject(s->state);
    clReleaseMemObject(s->id);
    vol_world_destroy(s->world);
}

static cl_program program_of(const scene *s) {
    return programs[s->def.precision][s->def.dimensions == 3][s->flock_def.model == VOL_MODEL_SIGHTED];
}

/* In two parts, as a large flock may be. */
static void spawn_device(const scene *s) {
    const vol_spawn_numbers numbers = vol_spawn_numbers_of(&s->def, &s->flock_def, 1);
    const cl_ulong a = BEHIND, b = BEHIND + BOIDS, slot = BEHIND;
    cl_mem buffer = device_buffer(&gpu, sizeof numbers, &numbers);
    for (cl_uint begin = 0, end = 2 * GROUP; begin < BOIDS; begin = end, end = BOIDS) {
        const device_argument argument[] = {
            {sizeof buffer, &buffer}, {sizeof s->state, &s->state}, {sizeof a, &a},         {sizeof b, &b},
            {sizeof s->id, &s->id},   {sizeof slot, &slot},         {sizeof begin, &begin}, {sizeof end, &end}};
        device_launch(&gpu, program_of(s), "spawn", GROUPS, GROUP, sizeof argument / sizeof *argument, argument);
    }
    clReleaseMemObject(buffer);
}

static void fold_device(const scene *s, cl_uint begin, cl_uint end) {
    const vol_world_numbers world = vol_world_numbers_of(&s->def);
    const cl_ulong a = BEHIND;
    cl_mem buffer = device_buffer(&gpu, sizeof world, &world);
    const device_argument argument[] = {{sizeof buffer, &buffer},
                                        {sizeof s->state, &s->state},
                                        {sizeof a, &a},
                                        {sizeof begin, &begin},
                                        {sizeof end, &end}};
    device_launch(&gpu, program_of(s), "fold", GROUPS, GROUP, sizeof argument / sizeof *argument, argument);
    clReleaseMemObject(buffer);
}

static void compare_ids(const scene *s) {
    uint32_t id[BEHIND + BOIDS];
    device_read(&gpu, s->id, sizeof id, id);
    for (uint32_t i = 0; i < BEHIND + BOIDS; i++) {
        assert_int_equal(id[i], i < BEHIND ? 99 : i - BEHIND);
    }
}

static void spawn_here_and_there(scene *s, const char *what) {
    static boids4 boids;
    uint32_t id[BEHIND + BOIDS];
    open_scene(s, what);
    for (uint32_t i = 0; i < BEHIND + BOIDS; i++) {
        id[i] = 99;
    }
    fill(s, &boids);
    s->state = device_buffer(&gpu, s->bytes, &boids);
    s->id = device_buffer(&gpu, sizeof id, id);
    spawn_device(s);
    const vol_state now = s->world->backend->view(s->world, vol_flock_of(s->world, 1)).now;
    pack(s, &now, &boids);
    compare(s, &boids);
    compare_ids(s);
    close_scene(s);
}

static scene scene_of(vol_model model, int dimensions, vol_precision precision, bool images) {
    static const double size[3] = {130.3, 110.1, 90.7}; /* no numbers of either precision */
    scene s = {.def = vol_default_world_def(), .flock_def = vol_default_flock_def(model)};
    s.def.dimensions = dimensions;
    s.def.precision = precision;
    s.def.boundary = VOL_BOUNDARY_WRAP;
    s.def.images = images;
    s.def.seed = 0x123456789ABCDEFu;
    memcpy(s.def.size, size, sizeof size);
    s.flock_def.start.speed = 1.7;
    return s;
}

/* Every shape in the middle and across an edge; with any heading or one given; at whole numbers. */
static void every_start(vol_model model, int dimensions, vol_precision precision, bool images) {
    static const double headings[] = {NAN, -1234.5};
    for (int i = 0; i < VOL_SHAPE_GIVEN * 8; i++) {
        scene s = scene_of(model, dimensions, precision, images);
        char what[80];
        s.flock_def.start.shape = (vol_shape)(i / 8);
        s.flock_def.start.heading = headings[i % 2];
        s.flock_def.start.whole = i / 2 % 2;
        s.flock_def.start.spacing = 3.3;
        if (i / 4 % 2) {
            s.flock_def.start.center[0] = 3.3;
            s.flock_def.start.center[1] = 333.3;
            s.flock_def.start.center[2] = -44.4;
        }
        snprintf(what, sizeof what, "shape %d, heading %g, whole %d, across %d", i / 8, headings[i % 2], i / 2 % 2,
                 i / 4 % 2);
        spawn_here_and_there(&s, what);
    }
}

static void every_start_has_the_bits_of_the_cpu(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        every_start(VOL_MODEL_STEERING, 2 + i % 2, (vol_precision)(i / 2 % 2), i / 4);
    }
}

static void every_start_with_headings_has_the_bits_of_the_cpu(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        every_start(VOL_MODEL_SIGHTED, 2, (vol_precision)(i % 2), i / 2);
    }
}

/* Places around the edges of a world: on them, next to them, worlds away, and no places at all. */
static double place(const scene *s, uint32_t i, int c) {
    const double size = s->def.size[c], near = s->wide ? 0x1p-45 : 0x1p-17;
    const double places[] = {
        0,          -0.0,         size,      size - near, size + near, -near,    -1e-300,         -3.7 * size,
        2.2 * size, size / 3,     -2 * size, 4 * size,    1e15,        -1e30,    INFINITY,        -INFINITY,
        NAN,        size * 0.999, -size,     1e-30,       size * 1e-9, 7 * size, size * 1.000001, 0.5 * size};
    const uint32_t count = sizeof places / sizeof *places;
    return places[(c == 0 ? i : c == 1 ? i / count : i * 7 + i / 5) % count];
}

static void set(const scene *s, void *array, uint32_t slot, double number) {
    if (s->wide) {
        ((double *)array)[slot] = number;
    } else {
        ((float *)array)[slot] = (float)number;
    }
}

/* Slots `begin` to `end` - 1 of boids that are anywhere. */
static void fold_here_and_there(int dimensions, vol_precision precision, uint32_t begin, uint32_t end) {
    static boids4 before, after;
    scene s = scene_of(VOL_MODEL_STEERING, dimensions, precision, true);
    open_scene(&s, "anywhere");
    const vol_state now = s.world->backend->edit(s.world, vol_flock_of(s.world, 1)).now;
    for (uint32_t i = 0; i < BOIDS; i++) {
        for (int c = 0; c < dimensions; c++) {
            set(&s, now.position[c], i, place(&s, i, c));
        }
    }
    fill(&s, &before);
    fill(&s, &after);
    pack(&s, &now, &before);
    s.state = device_buffer(&gpu, s.bytes, &before);
    s.id = device_buffer(&gpu, 1, NULL);
    fold_device(&s, begin, end);
    vol_fold(&s.def, &now, begin, end, &s.world->crew);
    pack(&s, &now, &after);
    assert_memory_not_equal(&before, &after, s.bytes);
    compare(&s, &after);
    close_scene(&s);
}

static void boids_that_were_anywhere_are_folded_to_the_bits_of_the_cpu(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        fold_here_and_there(2 + i % 2, (vol_precision)(i / 2), 0, BOIDS);
        fold_here_and_there(2 + i % 2, (vol_precision)(i / 2), 30, 300);
    }
}

static int compile_programs(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        const int wide = i % 2, dimensions = 2 + i / 4, heading = i / 2 == 1;
        char options[120];
        snprintf(options, sizeof options, "-DVOL_DOUBLE=1 -DVOL_STATE_DOUBLE=%d -DVOL_D=%d -DVOL_HEADING=%d", wide,
                 dimensions, heading);
        programs[wide ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE][dimensions == 3][heading] =
            device_compile_backend(&gpu, "spawn.cl", options);
    }
    return 0;
}

static int release_programs(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        if (programs[i % 2][i / 4][i / 2 % 2]) {
            clReleaseProgram(programs[i % 2][i / 4][i / 2 % 2]);
        }
    }
    device_close(&gpu);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_start_has_the_bits_of_the_cpu),
        cmocka_unit_test(every_start_with_headings_has_the_bits_of_the_cpu),
        cmocka_unit_test(boids_that_were_anywhere_are_folded_to_the_bits_of_the_cpu),
    };
    if (!device_open(&gpu)) {
        fprintf(stderr, "there is no OpenCL device with double precision here\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, compile_programs, release_programs);
}
