/* OpenCL: every model and all that surrounds flocks, run as OpenCL C one work item a boid, give the bits of the CPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device.h"

#include "step_data.h"

#include "backends/cpu/cpu.h"
#include "kernels/one_boid.h"

enum { BOIDS = 64, OTHERS = 24, STEPS = 6, ARRAYS = 8, STATE = ARRAYS * (BOIDS + OTHERS) };

static device gpu;
static cl_program step_program[2], stop_program[2]; /* by vol_precision */

/* The arguments of the kernels of step.cl, in their order. */
enum buffer {
    CONSTANTS,
    NUMBERS,
    NOW,
    NEXT,
    WISHES,
    PENDING,
    IDS,
    TERMS,
    TERM_NUMBERS,
    RELATIONS,
    TARGETS,
    GRID,
    BARRIERS,
    POINTS,
    START,
    LIST,
    PLAYERS,
    BUFFERS
};

/* A world on the CPU, and its state on the device. */
typedef struct scene {
    char name[200];
    vol_world_def def;
    vol_flock_def flock_def;
    vol_world *world;
    vol_flock flock, others; /* others: VOL_NONE where there are none */
    size_t number;           /* bytes of one */
    cl_mem buffer[BUFFERS], world_numbers;
} scene;

static void must(const scene *s, vol_result result, const vol_error *error) {
    if (result != VOL_OK) {
        fail_msg("%s: %s", s->name, error->text);
    }
}

/* The state as step.cl has it; arrays that a flock does not have are 0. */
static void read_world(const scene *s, unsigned char *state) {
    memset(state, 0, STATE * s->number);
    for (uint32_t f = 0; f < s->world->flock_count; f++) {
        const vol_host_boids boids = s->world->backend->view(s->world, vol_flock_at(s->world, f));
        const vol_state *now = &boids.now;
        const void *array[ARRAYS] = {now->position[0], now->position[1], now->position[2], now->velocity[0],
                                     now->velocity[1], now->velocity[2], now->heading,     now->speed};
        for (int a = 0; a < ARRAYS; a++) {
            if (array[a]) {
                memcpy(state, array[a], boids.count * s->number);
            }
            state += boids.count * s->number;
        }
    }
}

static void open_scene(scene *s) {
    vol_error error;
    s->def.index = VOL_INDEX_BRUTE;
    s->def.threads = 1;
    s->def.seed = 20;
    s->flock_def.count = BOIDS;
    s->others = VOL_NONE;
    s->number = s->def.precision == VOL_PRECISION_DOUBLE ? sizeof(double) : sizeof(float);
    must(s, vol_world_create(&s->def, &s->world, &error), &error);
    must(s, vol_flock_create(s->world, &s->flock_def, &s->flock, &error), &error);
}

static void add_others(scene *s) {
    vol_error error;
    vol_flock_def others = s->flock_def;
    others.name = "others";
    others.count = OTHERS;
    must(s, vol_flock_create(s->world, &others, &s->others, &error), &error);
}

static void load_state(scene *s) {
    unsigned char state[STATE * sizeof(double)];
    uint32_t ids[BOIDS];
    const vol_world_numbers world = vol_world_numbers_of(&s->def);
    for (uint32_t i = 0; i < BOIDS; i++) {
        ids[i] = i;
    }
    read_world(s, state);
    s->world_numbers = device_buffer(&gpu, sizeof world, &world);
    s->buffer[NOW] = device_buffer(&gpu, STATE * s->number, state);
    s->buffer[NEXT] = device_buffer(&gpu, STATE * s->number, state);
    s->buffer[WISHES] = device_buffer(&gpu, STATE * s->number, NULL);
    s->buffer[PENDING] = device_buffer(&gpu, STATE * s->number, NULL);
    s->buffer[IDS] = device_buffer(&gpu, sizeof ids, ids);
    s->buffer[NUMBERS] = device_buffer(&gpu, sizeof(step_numbers), NULL);
    s->buffer[CONSTANTS] = device_buffer(&gpu, s->world->kernels->constants_size, NULL);
}

/* What surrounds the flocks, which the first step on the CPU has flattened. */
static void load_surroundings(scene *s) {
    const vol_surroundings *around = &s->world->around;
    const vol_barriers *b = &around->barriers;
    size_t cells = (size_t)b->grid.number[0] * b->grid.number[1] * b->grid.number[2];
    cl_mem *to = s->buffer;
    to[TERMS] = device_buffer(&gpu, around->terms.living * sizeof(vol_term_core), around->terms.core);
    to[TERM_NUMBERS] = device_buffer(&gpu, around->terms.number_count * sizeof(double), around->terms.number);
    to[RELATIONS] = device_buffer(&gpu, around->relation_count * sizeof(vol_relation_core), around->relation_core);
    to[TARGETS] =
        device_buffer(&gpu, (size_t)around->relation_count * VOL_TARGETS_MOST * sizeof(uint32_t), around->targets);
    to[GRID] = device_buffer(&gpu, sizeof b->grid, &b->grid);
    to[BARRIERS] = device_buffer(&gpu, b->count * sizeof *b->barrier, b->barrier);
    to[POINTS] = device_buffer(&gpu, b->point_count * 3 * sizeof *b->points, b->points);
    to[START] = device_buffer(&gpu, b->count ? (cells + 1) * sizeof *b->start : 0, b->start);
    to[LIST] = device_buffer(&gpu, b->count ? b->start[cells] * sizeof *b->list : 0, b->list);
    to[PLAYERS] = device_buffer(&gpu, around->player_count * 3 * sizeof(double), around->players);
}

static void close_scene(scene *s) {
    for (int i = 0; i < BUFFERS; i++) {
        clReleaseMemObject(s->buffer[i]);
    }
    clReleaseMemObject(s->world_numbers);
    vol_world_destroy(s->world);
}

/* What the CPU's last step read of a flock, for the same step on the device. */
static void load_flock(scene *s, uint32_t number, uint64_t step) {
    const vol_flock_data *flock = vol_flock_at(s->world, number);
    const vol_context c = vol_cpu_context(s->world, vol_flock_at(s->world, number));
    const vol_around *a = c.around;
    step_numbers n = {.flee_radius = a->flee_radius,
                      .flee_weight = a->flee_weight,
                      .blow = {a->blow[0], a->blow[1], a->blow[2]},
                      .time = c.time,
                      .budget = c.budget,
                      .reach = c.reach,
                      .obstacle_count = a->obstacle_count,
                      .soft_count = a->soft_count,
                      .hard_count = a->hard_count,
                      .player_count = a->player_count,
                      .blows = (uint32_t)a->blows,
                      .flock = number,
                      .flock_count = s->world->flock_count,
                      .terms_begin = c.terms_begin,
                      .terms_end = c.terms_end,
                      .relation = {c.relation[0], c.relation[1], c.relation[2]},
                      .force = c.force != 0,
                      .pends = step > 0 && c.relation[VOL_RELATION_DELAYED] != VOL_NO_RELATION};
    for (uint32_t i = 0, at = 0; i < n.flock_count; i++) {
        uint32_t count = (uint32_t)vol_flock_view(s->world, i).count;
        n.of[i] = (step_flock){count, s->world->boids[i].leader, at, 0};
        at += ARRAYS * count;
    }
    device_write(&gpu, s->buffer[NUMBERS], sizeof n, &n);
    device_write(&gpu, s->buffer[CONSTANTS], s->world->kernels->constants_size, flock->constants);
}

static void run(const scene *s, uint32_t flock, const char *kernel) {
    device_run(&gpu, step_program[s->def.precision], kernel, (uint32_t)vol_flock_view(s->world, flock).count, BUFFERS,
               s->buffer);
}

static void move_device(scene *s, uint32_t number) {
    const vol_flock_def *def = &vol_flock_at(s->world, number)->def;
    const cl_mem *b = s->buffer;
    const int dimensions = s->def.dimensions;
    char name[64];
    snprintf(name, sizeof name, "%s_%d%d", vol_model_name(def->model), dimensions, (int)def->variant);
    run(s, number, name);
    run(s, number, dimensions == 3 ? "surround_3" : "surround_2");
    snprintf(name, sizeof name, "%s_move_%d", vol_model_name(def->model), dimensions);
    run(s, number, name);
    if (s->world->around.flat.hard_count > 0) {
        device_run(&gpu, stop_program[s->def.precision], "stop", (uint32_t)vol_flock_view(s->world, number).count, 9,
                   (cl_mem[]){s->world_numbers, b[NUMBERS], b[NOW], b[NEXT], b[GRID], b[BARRIERS], b[POINTS], b[START],
                              b[LIST]});
        if (s->world->kernels->traits[def->model] & VOL_TRAIT_HEADING) {
            run(s, number, "face");
        }
    }
}

/* The step that the CPU has just done: what is decided at its beginning for all flocks, then each flock. */
static void step_device(scene *s, uint64_t step) {
    for (uint32_t f = 0; f < s->world->flock_count && step > 0; f++) {
        if (vol_flock_at(s->world, f)->relation[VOL_RELATION_DELAYED] != VOL_NO_RELATION) {
            load_flock(s, f, step);
            run(s, f, s->def.dimensions == 3 ? "delayed_3" : "delayed_2");
        }
    }
    for (uint32_t f = 0; f < s->world->flock_count; f++) {
        load_flock(s, f, step);
        move_device(s, f);
    }
    cl_mem swap = s->buffer[NOW];
    s->buffer[NOW] = s->buffer[NEXT];
    s->buffer[NEXT] = swap;
}

static double number_at(const scene *s, const unsigned char *state, size_t i) {
    float single;
    double number;
    memcpy(&single, state + i * s->number, sizeof single);
    memcpy(&number, state + i * s->number, s->number == sizeof number ? sizeof number : 0);
    return s->number == sizeof number ? number : (double)single;
}

static void compare_state(const scene *s, uint64_t step) {
    static const char *const array[ARRAYS] = {"x", "y", "z", "vx", "vy", "vz", "heading", "speed"};
    unsigned char state[STATE * sizeof(double)], found[STATE * sizeof(double)];
    size_t count = ARRAYS * (BOIDS + (s->world->flock_count > 1 ? OTHERS : 0));
    read_world(s, state);
    device_read(&gpu, s->buffer[NOW], count * s->number, found);
    for (size_t i = 0; i < count; i++) {
        if (memcmp(state + i * s->number, found + i * s->number, s->number) != 0) {
            bool other = i >= ARRAYS * BOIDS;
            size_t n = other ? OTHERS : BOIDS, k = other ? i - ARRAYS * BOIDS : i;
            fail_msg("%s: in step %d %s of boid %d of flock %d is %a on the CPU and %a on %s", s->name, (int)step,
                     array[k / n], (int)(k % n), other, number_at(s, state, i), number_at(s, found, i), gpu.name);
        }
    }
}

/* Both step; after each step every bit is the same. */
static void compare(scene *s) {
    load_state(s);
    for (uint64_t step = 0; step < STEPS; step++) {
        vol_world_step(s->world, 1);
        if (step == 0) {
            load_surroundings(s);
        }
        step_device(s, step);
        compare_state(s, step);
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

/* Nine obstacles of one shape and law, large and small, some across the edges; boids start inside and outside. */
static void put_obstacles(scene *s, int shape, int law) {
    for (int i = 0; i < 9; i++) {
        vol_error error;
        vol_obstacle number;
        vol_obstacle_def o = vol_default_obstacle_def();
        double points[9], at[3] = {i * 47 % 131, i * 31 % 109, i * 67 % 91};
        o.shape = (vol_obstacle_shape)shape;
        o.law = (vol_law)law;
        o.radius = i % 3 == 0 && shape != VOL_OBSTACLE_CIRCLE ? 0 : (2 + i) * (s->def.dimensions - 1);
        o.reach = 12;
        o.strength = i % 4 == 3 ? -0.4 : 0.7;
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
        must(s, vol_obstacle_create(s->world, &o, &number, &error), &error);
    }
}

/* A term of that kind for the first flock, with all that any kind needs. */
static void put_term(scene *s, int kind) {
    static const double path[] = {20, 30, 40, 100, 35, 60, 70, 90, 20};
    double flow[3 * 27];
    vol_error error;
    vol_term number;
    vol_term_def t = vol_default_term_def((vol_term_kind)kind);
    for (size_t i = 0; i < sizeof flow / sizeof *flow; i++) {
        flow[i] = (double)(i * 13 % 7) - 3;
    }
    t.flock = s->flock;
    t.target = kind == VOL_TERM_FOLLOW_LEADER ? s->flock : s->others;
    t.force = 0.3;
    t.weight = 0.8;
    t.period = 4;
    for (int c = 0; c < s->def.dimensions; c++) {
        t.point[c] = 55 - 10 * c;
        t.flow_count[c] = 3;
    }
    t.points = kind == VOL_TERM_FOLLOW_PATH ? path : NULL;
    t.point_count = kind == VOL_TERM_FOLLOW_PATH ? 3 : 0;
    t.closed = s->def.dimensions == 3;
    t.flow = kind == VOL_TERM_FOLLOW_FLOW || kind == VOL_TERM_WIND ? flow : NULL;
    must(s, vol_flock_set_leader(s->world, s->flock, 7, &error), &error);
    must(s, vol_term_create(s->world, &t, &number, &error), &error);
}

static void put_relation(scene *s, int kind, int choose, int delay) {
    vol_error error;
    vol_relation_def r = vol_default_relation_def();
    r.from = s->flock;
    r.to[r.to_count++] = s->others;
    r.kind = (vol_relation_kind)kind;
    r.choose = (vol_choose)choose;
    r.delay = delay;
    r.weight = 0.3;
    must(s, vol_relation_create(s->world, &r, NULL, &error), &error);
    r.from = s->others;
    r.to[0] = s->flock;
    must(s, vol_relation_create(s->world, &r, NULL, &error), &error);
}

static void put_players(scene *s) {
    static const double players[] = {30, 40, 50, 90, 20, 10};
    vol_error error;
    must(s, vol_world_set_players(s->world, 2, players, &error), &error);
}

static void put_wind(scene *s) {
    vol_error error;
    s->def = vol_world_get_def(s->world);
    s->def.wind.velocity[0] = 0.5;
    s->def.wind.velocity[1] = -0.25;
    s->def.wind.chance = 0.4;
    s->def.wind.duration = 2;
    must(s, vol_world_set_def(s->world, &s->def, &error), &error);
    must(s, vol_world_gust(s->world, (double[]){0.125, 1, 0.5}, &error), &error);
}

static void put_everything(scene *s) {
    for (int shape = 0; shape < (s->def.dimensions == 3 ? VOL_OBSTACLE_POLYGON : VOL_OBSTACLE_SHAPE_COUNT); shape++) {
        put_obstacles(s, shape, shape % VOL_LAW_COUNT);
    }
    for (int kind = 0; kind < VOL_TERM_KIND_COUNT; kind++) {
        put_term(s, kind);
    }
    for (int kind = 0; kind < VOL_RELATION_KIND_COUNT; kind++) {
        put_relation(s, kind, VOL_CHOOSE_NEAREST, kind != VOL_RELATION_FLOCK_WITH && kind % 2);
    }
    put_players(s);
    put_wind(s);
}

/* What may surround the flocks: each term, relation and obstacle there is, players, wind, and all at once. */
enum {
    OF_TERMS = VOL_TERM_KIND_COUNT,
    OF_RELATIONS = OF_TERMS + VOL_RELATION_KIND_COUNT,
    OF_RANDOM = OF_RELATIONS + 1,
    OF_DELAYED = OF_RANDOM + VOL_RELATION_FLOCK_WITH,
    OF_OBSTACLES = OF_DELAYED + VOL_OBSTACLE_SHAPE_COUNT * VOL_LAW_COUNT,
    OF_PLAYERS = OF_OBSTACLES + 1,
    OF_WIND = OF_PLAYERS + 1,
    SURROUNDINGS = OF_WIND + 1
};

/* Puts surrounding number `which` into the world; false if there is none such in its dimensions. */
static bool surround(scene *s, int which) {
    if (which < OF_TERMS) {
        put_obstacles(s, VOL_OBSTACLE_BOX, VOL_LAW_FADE);
        put_term(s, which);
    } else if (which < OF_RELATIONS) {
        put_relation(s, which - OF_TERMS, VOL_CHOOSE_NEAREST, 0);
    } else if (which < OF_RANDOM) {
        put_relation(s, VOL_RELATION_HUNT, VOL_CHOOSE_RANDOM, 0);
    } else if (which < OF_DELAYED) {
        put_relation(s, which - OF_RANDOM, VOL_CHOOSE_NEAREST, 1);
    } else if (which < OF_OBSTACLES) {
        int shape = (which - OF_DELAYED) / VOL_LAW_COUNT;
        if (shape == VOL_OBSTACLE_POLYGON && s->def.dimensions == 3) {
            return false;
        }
        put_obstacles(s, shape, (which - OF_DELAYED) % VOL_LAW_COUNT);
    } else if (which < OF_PLAYERS) {
        put_players(s);
    } else if (which < OF_WIND) {
        put_wind(s);
    } else {
        put_everything(s);
    }
    return true;
}

/* A surrounding that changes nothing would show nothing. */
static void must_matter(const scene *s, int which) {
    scene bare = *s;
    open_scene(&bare);
    add_others(&bare);
    if (which < OF_TERMS) {
        put_obstacles(&bare, VOL_OBSTACLE_BOX, VOL_LAW_FADE);
    }
    vol_world_step(bare.world, STEPS);
    if (vol_world_hash(bare.world) == vol_world_hash(s->world)) {
        fail_msg("%s: it changes nothing", s->name);
    }
    vol_world_destroy(bare.world);
}

static void surroundings_in(vol_precision precision) {
    static const vol_model models[] = {VOL_MODEL_STEERING, VOL_MODEL_NUDGE, VOL_MODEL_SIGHTED};
    for (int i = 0; i < SURROUNDINGS * 2 * VOL_BOUNDARY_COUNT; i++) {
        int which = i % SURROUNDINGS, dimensions = 2 + i / SURROUNDINGS % 2, boundary = i / SURROUNDINGS / 2;
        vol_model model = models[(which + boundary) % (dimensions == 3 ? 2 : 3)];
        scene s = scene_of(model, dimensions, 0, precision, (vol_boundary)boundary, 0);
        snprintf(s.name + strlen(s.name), sizeof s.name - strlen(s.name), ", surrounding %d", which);
        s.flock_def.max_speed = s.flock_def.start.speed = 6;
        s.flock_def.steer.combine = boundary % 2 ? VOL_COMBINE_PRIORITY : VOL_COMBINE_SUM;
        s.flock_def.steer.budget = 0.4;
        open_scene(&s);
        add_others(&s);
        if (surround(&s, which)) {
            compare(&s);
            must_matter(&s, which);
            close_scene(&s);
        } else {
            vol_world_destroy(s.world);
        }
    }
}

static void all_that_surrounds_flocks_gives_the_bits_of_the_cpu_in_single_precision(void **state) {
    (void)state;
    surroundings_in(VOL_PRECISION_SINGLE);
}

static void all_that_surrounds_flocks_gives_the_bits_of_the_cpu_in_double_precision(void **state) {
    (void)state;
    surroundings_in(VOL_PRECISION_DOUBLE);
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
        cmocka_unit_test(all_that_surrounds_flocks_gives_the_bits_of_the_cpu_in_single_precision),
        cmocka_unit_test(all_that_surrounds_flocks_gives_the_bits_of_the_cpu_in_double_precision),
    };
    if (!device_open(&gpu)) {
        fprintf(stderr, "there is no OpenCL device with double precision here\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, compile_programs, release_programs);
}
