/* OpenCL: every model and every kind of hard obstacle, run as OpenCL C one work item a boid, gives the bits of the CPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device.h"

#include "around/hard.h"
#include "kernels/registry.h"
#include "params/params.h"
#include "world.h"

enum { BOIDS = 96, STEPS = 6, ARRAYS = 8 };

static device gpu;
static cl_program step_program[2], stop_program[2]; /* by vol_precision */

/* A world on the CPU, and its flock on the device. */
typedef struct scene {
    char name[160];
    vol_world_def def;
    vol_flock_def flock_def;
    vol_world *world;
    vol_flock flock;
    size_t number; /* bytes of one */
    cl_mem now, next, constants;
    cl_mem around[6]; /* what kernels/hard.h reads */
} scene;

/* The state as step.cl has it; arrays that a flock does not have are 0. */
static void read_world(const scene *s, unsigned char *state) {
    const vol_state *now = &vol_flock_at(s->world, s->flock)->now;
    const void *array[ARRAYS] = {now->position[0], now->position[1], now->position[2], now->velocity[0],
                                 now->velocity[1], now->velocity[2], now->heading,     now->speed};
    for (int a = 0; a < ARRAYS; a++) {
        unsigned char *to = state + (size_t)a * BOIDS * s->number;
        memset(to, 0, BOIDS * s->number);
        if (array[a]) {
            memcpy(to, array[a], BOIDS * s->number);
        }
    }
}

static void open_scene(scene *s) {
    vol_error error;
    s->def.index = VOL_INDEX_BRUTE;
    s->def.threads = 1;
    s->def.seed = 20;
    s->flock_def.count = BOIDS;
    s->number = s->def.precision == VOL_PRECISION_DOUBLE ? sizeof(double) : sizeof(float);
    if (vol_world_create(&s->def, &s->world, &error) != VOL_OK ||
        vol_flock_create(s->world, &s->flock_def, &s->flock, &error) != VOL_OK) {
        fail_msg("%s: %s", s->name, error.text);
    }
    unsigned char state[ARRAYS * BOIDS * sizeof(double)];
    read_world(s, state);
    s->now = device_buffer(&gpu, ARRAYS * BOIDS * s->number, state);
    s->next = device_buffer(&gpu, ARRAYS * BOIDS * s->number, NULL);
    s->constants = device_buffer(&gpu, vol_find_kernels("scalar", s->def.precision)->constants_size, NULL);
}

static void close_scene(scene *s) {
    clReleaseMemObject(s->now);
    clReleaseMemObject(s->next);
    clReleaseMemObject(s->constants);
    vol_world_destroy(s->world);
}

/* The obstacles of the world, sorted as a step sorts them. */
static void load_obstacles(scene *s) {
    vol_barriers *b = &s->world->around.barriers;
    const vol_world_numbers world = vol_world_numbers_of(&s->def);
    vol_barriers_sort(b);
    size_t cells = (size_t)b->grid.number[0] * b->grid.number[1] * b->grid.number[2];
    s->around[0] = device_buffer(&gpu, sizeof world, &world);
    s->around[1] = device_buffer(&gpu, sizeof b->grid, &b->grid);
    s->around[2] = device_buffer(&gpu, b->count * sizeof *b->barrier, b->barrier);
    s->around[3] = device_buffer(&gpu, b->point_count * 3 * sizeof *b->points, b->points);
    s->around[4] = device_buffer(&gpu, (cells + 1) * sizeof *b->start, b->start);
    s->around[5] = device_buffer(&gpu, b->start[cells] * sizeof *b->list, b->list);
}

static void release_obstacles(scene *s) {
    for (int i = 0; i < 6; i++) {
        clReleaseMemObject(s->around[i]);
    }
}

/* A step on the device: the model, and hard obstacles if there are any. */
static void step_device(scene *s, uint64_t step) {
    const vol_kernels *kernels = vol_find_kernels("scalar", s->def.precision);
    const vol_flock_data *flock = vol_flock_at(s->world, s->flock);
    void *constants = calloc(1, kernels->constants_size);
    char name[64];
    kernels->fill_constants(constants, &s->def, &flock->def, flock->number, step, false, vol_flock_reach(&flock->def));
    device_write(&gpu, s->constants, kernels->constants_size, constants);
    free(constants);
    snprintf(name, sizeof name, "%s_%d%d", vol_model_name(flock->def.model), s->def.dimensions,
             (int)flock->def.variant);
    cl_program program = step_program[s->def.precision];
    device_run(&gpu, program, name, BOIDS, 3, (cl_mem[]){s->constants, s->now, s->next});
    if (s->world->around.barriers.count > 0) {
        const cl_mem *a = s->around;
        device_run(&gpu, stop_program[s->def.precision], "stop", BOIDS, 8,
                   (cl_mem[]){a[0], a[1], a[2], a[3], a[4], a[5], s->now, s->next});
        if (kernels->heading[flock->def.model]) {
            device_run(&gpu, program, "face", BOIDS, 1, &s->next);
        }
    }
    cl_mem swap = s->now;
    s->now = s->next;
    s->next = swap;
}

static double number_at(const scene *s, const unsigned char *state, size_t i) {
    float single;
    double number;
    memcpy(&single, state + i * s->number, sizeof single);
    memcpy(&number, state + i * s->number, s->number == sizeof number ? sizeof number : 0);
    return s->number == sizeof number ? number : (double)single;
}

/* Both step; after each step every bit is the same. */
static void compare(scene *s) {
    static const char *const array[ARRAYS] = {"x", "y", "z", "vx", "vy", "vz", "heading", "speed"};
    unsigned char state[ARRAYS * BOIDS * sizeof(double)], found[ARRAYS * BOIDS * sizeof(double)];
    for (uint64_t step = 0; step < STEPS; step++) {
        step_device(s, step);
        vol_world_step(s->world, 1);
        read_world(s, state);
        device_read(&gpu, s->now, ARRAYS * BOIDS * s->number, found);
        for (size_t i = 0; i < (size_t)ARRAYS * BOIDS; i++) {
            if (memcmp(state + i * s->number, found + i * s->number, s->number) != 0) {
                fail_msg("%s: in step %d %s of boid %d is %a on the CPU and %a on %s", s->name, (int)step,
                         array[i / BOIDS], (int)(i % BOIDS), number_at(s, state, i), number_at(s, found, i), gpu.name);
            }
        }
    }
}

/* A dense flock; `manner` chooses what else is asked of it: sight, pace, weights from a table. */
static scene scene_of(vol_model model, int dimensions, int variant, vol_precision precision, vol_boundary boundary,
                      int manner) {
    scene s = {.def = vol_default_world_def(), .flock_def = vol_default_flock_def(model)};
    snprintf(s.name, sizeof s.name, "%s in %dD, variant %d, precision %d, boundary %d, manner %d",
             vol_model_name(model), dimensions, variant, (int)precision, (int)boundary, manner);
    s.def.dimensions = dimensions;
    s.def.size[0] = 130;
    s.def.size[1] = 110;
    s.def.size[2] = 90;
    s.def.precision = precision;
    s.def.boundary = boundary;
    s.def.margin = 4;
    s.def.images = boundary == VOL_BOUNDARY_WRAP && manner % 2 == 0;
    s.flock_def.variant = (vol_variant)variant;
    s.flock_def.start.speed = s.flock_def.max_speed * 0.9;
    if (manner == 1 && model != VOL_MODEL_SIGHTED) {
        s.flock_def.view.angle = 220;
        s.flock_def.view.distance = 40;
    }
    if (manner == 2) {
        s.flock_def.min_speed = s.flock_def.max_speed * 0.5;
        s.flock_def.cruise.speed = s.flock_def.max_speed * 0.7;
        s.flock_def.cruise.rate = 0.1;
        s.flock_def.turn.rate = 20;
    }
    if (manner == 1 && model == VOL_MODEL_CUSTOM) {
        s.flock_def.cohesion.table = (vol_weight_table){.count = 3, .value = {0, 2, 0.5}};
        s.flock_def.separation.power = 1.5;
    }
    return s;
}

static void models_in(vol_precision precision) {
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        for (int dimensions = 2; dimensions <= (model == VOL_MODEL_SIGHTED ? 2 : 3); dimensions++) {
            for (int variant = 0; variant < VOL_VARIANT_COUNT; variant++) {
                for (int i = 0; i < 3 * VOL_BOUNDARY_COUNT; i++) {
                    scene s = scene_of((vol_model)model, dimensions, variant, precision,
                                       (vol_boundary)(i % VOL_BOUNDARY_COUNT), i / VOL_BOUNDARY_COUNT);
                    open_scene(&s);
                    compare(&s);
                    close_scene(&s);
                }
            }
        }
    }
}

static void every_model_gives_the_bits_of_the_cpu_in_single_precision(void **state) {
    (void)state;
    models_in(VOL_PRECISION_SINGLE);
}

static void every_model_gives_the_bits_of_the_cpu_in_double_precision(void **state) {
    (void)state;
    models_in(VOL_PRECISION_DOUBLE);
}

/* Obstacles of one shape, large and small, some across the edges; boids start inside and outside. */
static void put_obstacles(scene *s, vol_obstacle_shape shape) {
    for (int i = 0; i < 9; i++) {
        vol_error error;
        vol_obstacle number;
        vol_obstacle_def o = vol_default_obstacle_def();
        double points[9], at[3] = {i * 47 % 131, i * 31 % 109, i * 67 % 91};
        o.shape = shape;
        o.law = VOL_LAW_HARD;
        o.radius = i % 3 == 0 && shape != VOL_OBSTACLE_CIRCLE ? 0 : 2 + i;
        for (int c = 0; c < s->def.dimensions; c++) {
            o.center[c] = at[c];
            o.size[c] = 5 + i * 7 % 30;
        }
        o.point_count = shape == VOL_OBSTACLE_SEGMENT ? 2 : shape == VOL_OBSTACLE_POLYGON ? 3 : 0;
        o.points = o.point_count > 0 ? points : NULL;
        for (size_t p = 0; p < o.point_count; p++) {
            for (size_t c = 0; c < (size_t)s->def.dimensions; c++) {
                points[p * (size_t)s->def.dimensions + c] = at[c] + (p == c ? 25 : -10) + (double)(c * p);
            }
        }
        if (vol_obstacle_create(s->world, &o, &number, &error) != VOL_OK) {
            fail_msg("%s: %s", s->name, error.text);
        }
    }
}

static void hard_obstacles_stop_boids_as_on_the_cpu(void **state) {
    (void)state;
    for (int i = 0; i < 2 * 2 * VOL_OBSTACLE_SHAPE_COUNT * VOL_BOUNDARY_COUNT; i++) {
        int dimensions = 2 + i % 2, shape = i / 4 % VOL_OBSTACLE_SHAPE_COUNT;
        int boundary = i / 4 / VOL_OBSTACLE_SHAPE_COUNT;
        vol_model model = dimensions == 2 && boundary % 2 ? VOL_MODEL_SIGHTED : VOL_MODEL_STEERING;
        if (shape == VOL_OBSTACLE_POLYGON && dimensions == 3) {
            continue;
        }
        scene s = scene_of(model, dimensions, 0, (vol_precision)(i / 2 % 2), (vol_boundary)boundary, 0);
        snprintf(s.name + strlen(s.name), sizeof s.name - strlen(s.name), ", obstacle shape %d", shape);
        s.flock_def.max_speed = s.flock_def.start.speed = 9;
        open_scene(&s);
        put_obstacles(&s, (vol_obstacle_shape)shape);
        load_obstacles(&s);
        compare(&s);
        release_obstacles(&s);
        close_scene(&s);
    }
}

static int compile_programs(void **state) {
    (void)state;
    for (int precision = 0; precision < 2; precision++) {
        bool doubles = precision == VOL_PRECISION_DOUBLE;
        step_program[precision] = device_compile(&gpu, "step.cl", doubles ? "-DVOL_DOUBLE=1" : "-DVOL_DOUBLE=0");
        stop_program[precision] = device_compile(
            &gpu, "hard.cl", doubles ? "-DVOL_DOUBLE=1 -DSTORED=double" : "-DVOL_DOUBLE=1 -DSTORED=float");
    }
    return 0;
}

static int release_programs(void **state) {
    (void)state;
    for (int precision = 0; precision < 2; precision++) {
        clReleaseProgram(step_program[precision]);
        clReleaseProgram(stop_program[precision]);
    }
    device_close(&gpu);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_gives_the_bits_of_the_cpu_in_single_precision),
        cmocka_unit_test(every_model_gives_the_bits_of_the_cpu_in_double_precision),
        cmocka_unit_test(hard_obstacles_stop_boids_as_on_the_cpu),
    };
    if (!device_open(&gpu)) {
        fprintf(stderr, "there is no OpenCL device with double precision here\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, compile_programs, release_programs);
}
