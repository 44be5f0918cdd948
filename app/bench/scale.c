/* `volery bench scale`: what surrounds many boids, beside a plain step of the same boids: hunters that eat, prey that
 * flees from them, trees as the index, all measures. By one thread and by all there are; all of it in turn, so that a
 * slow moment of the machine is in every figure. */
#include "bench/bench.h"
#include "cli/program.h"
#include "util/json.h"
#include "util/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOIDS = 100000, MEASURED = 1000000, PREY_FOR_EACH = 100, SETTLE = 10, STEPS = 20, LONG_STEPS = 3 };

/* What is added to a plain flock, and what is timed. */
typedef struct scene {
    const char *name, *plain; /* the scene that it is compared with; NULL: itself is plain */
    uint32_t boids;
    int dimensions;
    vol_index index;
    bool hunters, flee, by_index, measures; /* by_index: the stage index alone */
} scene;

static const scene standard[] = {
    {"a step", NULL, BOIDS, 2, VOL_INDEX_AUTO, false, false, false, false},
    {"a step with hunters that eat", "a step", BOIDS, 2, VOL_INDEX_AUTO, true, false, false, false},
    {"the same, and prey that flees", "a step", BOIDS, 2, VOL_INDEX_AUTO, true, true, false, false},
    {"sorting along the curve", NULL, BOIDS, 2, VOL_INDEX_TREE, false, false, true, false},
    {"sorting as a k-d tree", "sorting along the curve", BOIDS, 2, VOL_INDEX_KDTREE, false, false, true, false},
    {"sorting along the curve, 3D", NULL, BOIDS, 3, VOL_INDEX_TREE, false, false, true, false},
    {"sorting as a k-d tree, 3D", "sorting along the curve, 3D", BOIDS, 3, VOL_INDEX_KDTREE, false, false, true, false},
    {"a step of many", NULL, MEASURED, 2, VOL_INDEX_AUTO, false, false, false, false},
    {"all measures of them", "a step of many", MEASURED, 2, VOL_INDEX_AUTO, false, false, false, true},
    {"a step of many, 3D", NULL, MEASURED, 3, VOL_INDEX_AUTO, false, false, false, false},
    {"all measures of them, 3D", "a step of many, 3D", MEASURED, 3, VOL_INDEX_AUTO, false, false, false, true},
};

enum { SCENES = sizeof standard / sizeof *standard };

static void must(bool right, const vol_error *error) {
    if (!right) {
        fprintf(stderr, "volery bench scale: %s\n", error->text);
        exit(APP_EXIT_FAILED);
    }
}

/* The flock of `uniform`, in space with as many neighbours. */
static vol_flock add_boids(vol_world *world, const scene *s) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_BLEND);
    vol_flock flock;
    vol_error error = {0};
    def.name = "boids";
    def.count = s->boids;
    def.start.shape = VOL_SHAPE_UNIFORM;
    def.start.speed = def.max_speed = 2;
    def.separation.radius = 25;
    def.alignment.radius = def.cohesion.radius = 50;
    def.separation.weight = def.alignment.weight = 0.005;
    def.cohesion.weight = 0.0005;
    must(vol_flock_create(world, &def, &flock, &error) == VOL_OK, &error);
    return flock;
}

/* Half as fast again as their prey, which they see from twice as far as their prey sees. */
static void add_hunters(vol_world *world, vol_flock prey, bool flee) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_flock hunters;
    vol_error error = {0};
    def.name = "hunters";
    def.count = vol_flock_view(world, prey).count / PREY_FOR_EACH;
    def.start.shape = VOL_SHAPE_UNIFORM;
    def.start.speed = 2;
    def.max_speed = 3;
    def.separation.radius = def.alignment.radius = def.cohesion.radius = 50;
    def.alignment.weight = def.cohesion.weight = 0;
    must(vol_flock_create(world, &def, &hunters, &error) == VOL_OK, &error);
    vol_relation_def hunt = vol_default_relation_def();
    hunt.from = hunters;
    hunt.to[0] = prey;
    hunt.to_count = 1;
    hunt.kind = VOL_RELATION_HUNT;
    hunt.radius = 100;
    hunt.force = 0.2;
    hunt.eat = 2;
    must(vol_relation_create(world, &hunt, NULL, &error) == VOL_OK, &error);
    if (flee) {
        vol_relation_def away = vol_default_relation_def();
        away.from = prey;
        away.to[0] = hunters;
        away.to_count = 1;
        away.kind = VOL_RELATION_AVOID;
        away.radius = 50;
        away.weight = 0.02;
        must(vol_relation_create(world, &away, NULL, &error) == VOL_OK, &error);
    }
}

static vol_world *make(const scene *s, uint32_t threads) {
    static const double pi = 3.14159265358979323846;
    vol_world_def def = vol_default_world_def();
    vol_world *world = NULL;
    vol_error error = {0};
    const double side =
        s->dimensions == 3 ? cbrt(s->boids * 4 / 3.0 * pi * 125000 / 10) : sqrt(s->boids * pi * 2500 / 10);
    def.dimensions = s->dimensions;
    def.size[0] = def.size[1] = def.size[2] = side;
    def.boundary = VOL_BOUNDARY_WRAP;
    def.images = true;
    def.index = s->index;
    def.threads = threads;
    must(vol_world_create(&def, &world, &error) == VOL_OK, &error);
    const vol_flock boids = add_boids(world, s);
    if (s->hunters) {
        add_hunters(world, boids, s->flee);
    }
    must(vol_world_step(world, SETTLE) == VOL_OK, &error);
    return world;
}

/* Seconds of a step, of its stage index, or of a reading. */
static double time_once(const scene *s, vol_world *world, vol_meter *meter) {
    const uint64_t steps = s->boids > BOIDS ? LONG_STEPS : STEPS;
    vol_error error = {0};
    double begun = app_clock();
    if (s->measures) {
        must(vol_meter_read(meter, VOL_NONE, &error) == VOL_OK, &error);
        return app_clock() - begun;
    }
    vol_world_reset_profile(world);
    must(vol_world_step(world, steps) == VOL_OK, &error);
    return (s->by_index ? vol_world_profile(world).index : app_clock() - begun) / (double)steps;
}

static size_t plain_of(const scene *scenes, size_t i) {
    size_t k = i;
    while (scenes[i].plain && strcmp(scenes[k].name, scenes[i].plain) != 0) {
        k--;
    }
    return k;
}

/* The scenes from `first` to `end` - 1, whose plain ones are among them. */
static void measure(const scene *scenes, size_t first, size_t end, uint32_t threads, uint64_t repeat, double *best) {
    vol_world *world[SCENES] = {NULL};
    vol_meter *meter[SCENES] = {NULL};
    for (size_t i = first; i < end; i++) {
        vol_error error = {0};
        const vol_meter_def def = vol_default_meter_def();
        world[i] = make(&scenes[i], threads);
        best[i] = INFINITY;
        must(!scenes[i].measures || vol_meter_create(world[i], &def, &meter[i], &error) == VOL_OK, &error);
    }
    for (uint64_t r = 0; r < repeat; r++) {
        for (size_t i = first; i < end; i++) {
            best[i] = fmin(best[i], time_once(&scenes[i], world[i], meter[i]));
        }
    }
    for (size_t i = first; i < end; i++) {
        vol_meter_destroy(meter[i]);
        vol_world_destroy(world[i]);
    }
}

/* A line of its own. */
static void print_json(vol_text *text, const scene *s, uint32_t threads, double seconds, double times) {
    vol_text line = {0};
    app_json_open(&line, NULL, '{');
    app_json_text(&line, "workload", "scale");
    app_json_text(&line, "what", s->name);
    app_json_whole(&line, "boids", s->boids);
    app_json_whole(&line, "threads", threads);
    app_json_real(&line, "seconds", seconds);
    app_json_real(&line, "times_plain", times);
    app_json_close(&line, '}');
    vol_text_print(text, "%s\n", line.data);
    vol_text_release(&line);
}

static void print(vol_text *text, const scene *scenes, uint32_t threads, const double *best, bool json) {
    for (size_t i = 0; i < SCENES; i++) {
        const double times = best[i] / best[plain_of(scenes, i)];
        if (json) {
            print_json(text, &scenes[i], threads, best[i], times);
        } else {
            vol_text_print(text, "%-36s  %8u  %7u  %9.3f  %11.2f\n", scenes[i].name, (unsigned)scenes[i].boids,
                           (unsigned)threads, 1e3 * best[i], times);
        }
    }
}

void app_bench_scale(vol_text *text, uint64_t repeat, bool json, uint32_t boids) {
    scene scenes[SCENES];
    memcpy(scenes, standard, sizeof scenes);
    for (size_t i = 0; boids > 0 && i < SCENES; i++) {
        scenes[i].boids = boids;
    }
    const uint32_t all = (uint32_t)app_processors();
    if (!json) {
        vol_text_print(text, "%-36s  %8s  %7s  %9s  %11s\n", "what", "boids", "threads", "ms", "times plain");
    }
    for (uint32_t threads = 1; threads <= all; threads = threads < all ? all : all + 1) {
        double best[SCENES];
        for (size_t first = 0, end; first < SCENES; first = end) { /* those that are compared with each other */
            for (end = first + 1; end < SCENES && scenes[end].plain; end++) {
            }
            measure(scenes, first, end, threads, repeat, best);
        }
        print(text, scenes, threads, best, json);
    }
}
