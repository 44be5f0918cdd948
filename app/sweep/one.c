/* One run of a sweep: the scene with its values and its seed, stepped as `volery run` does it, and measured at the end.
 * The process that does this was made for it and does nothing else. */
#include "common/format_number.h"
#include "measure/statistics.h"
#include "sweep/sweep.h"
#include "util/computed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEVICE_STEPS = 100 }; /* that a device is asked for at once, at most */

/* What is measured of one part of the world: all boids, or a flock. */
typedef struct part {
    double boids, states; /* summed over the states that are measured, and how many these are */
    app_series *series;   /* of each measure */
} part;

bool app_sweep_is_measured(const app_sweep *sweep, uint64_t step) {
    uint64_t back = sweep->steps - step;
    return back < sweep->window && back % sweep->every == 0;
}

bool app_sweep_scene(const app_sweep *sweep, uint64_t combination, uint64_t run, vol_scene *scene, app_fault *fault) {
    const app_options *o = sweep->options;
    const app_plan *plan = &sweep->plan;
    vol_arena arena = {0};
    size_t count = o->override_count;
    vol_scene_override *all = vol_arena_take(&arena, (count + plan->key_count + 1) * sizeof *all);
    if (count > 0) {
        memcpy(all, o->overrides, count * sizeof *all);
    }
    if (run != UINT64_MAX && !plan->seed_swept) {
        const char *seed = vol_arena_print(&arena, "%llu", (unsigned long long)app_plan_seed(plan, run));
        all[count++] = (vol_scene_override){"world.seed", seed, "--seed"};
    }
    for (size_t k = 0; k < plan->key_count; k++) {
        const char *value = app_plan_value(plan, combination, k);
        const char *option = vol_arena_print(&arena, "--over %s=%s", plan->keys[k], value);
        all[count++] = (vol_scene_override){plan->keys[k], value, option};
    }
    bool right = vol_scene_reload(scene, &sweep->scene, all, count, fault);
    vol_arena_release(&arena);
    return right;
}

static double count_boids(const vol_world *world, size_t number) {
    size_t boids = 0;
    for (vol_flock flock = 0; flock < vol_flock_count(world); flock++) {
        boids += number == 0 || number == flock + 1 ? vol_flock_view(world, flock).count : 0;
    }
    return (double)boids;
}

/* Reads the meter for each part. */
static bool take_measures(const app_sweep *sweep, const vol_world *world, vol_meter *meter, part *parts,
                          app_fault *fault) {
    vol_error error;
    for (size_t i = 0; i < sweep->parts; i++) {
        if (vol_meter_read(meter, i == 0 ? VOL_NONE : (vol_flock)(i - 1), &error) != VOL_OK) {
            return app_fault_set(fault, APP_EXIT_FAILED, "measures: %s", error.text);
        }
        for (size_t m = 0; m < sweep->measures.count; m++) {
            app_series_add(&parts[i].series[m], vol_meter_value(meter, sweep->measures.measure[m]));
        }
        parts[i].boids += count_boids(world, i);
        parts[i].states += 1;
    }
    return true;
}

/* The order of things is that of `volery run`: a state is measured, then its events happen, then the next is computed.
 * A process whose parent is gone ends. */
static bool compute(const app_sweep *sweep, const vol_scene *scene, vol_world *world, vol_meter *meter, part *parts,
                    app_fault *fault) {
    const uint64_t most = app_computed_on_device(world) ? DEVICE_STEPS : 1;
    pid_t parent = getppid();
    for (uint64_t step = 0;; step = vol_world_steps(world)) {
        if (app_sweep_is_measured(sweep, step) && !take_measures(sweep, world, meter, parts, fault)) {
            return false;
        }
        if (step == sweep->steps) {
            return true;
        }
        uint64_t some = 1, alike = vol_scene_steps_alike(scene, step, most);
        while (some < alike && step + some < sweep->steps && !app_sweep_is_measured(sweep, step + some)) {
            some++;
        }
        if (!vol_scene_apply_events(scene, world, fault) || !vol_scene_step_world(world, some, fault)) {
            return false;
        }
        if (getppid() != parent) {
            return app_fault_set(fault, APP_EXIT_FAILED, "the sweep that started this run has ended");
        }
    }
}

static void put_cell(vol_text *cells, double value) {
    char number[VOL_NUMBER_SIZE];
    vol_text_put(cells, ",");
    vol_text_add(cells, number, vol_format_double(number, value));
}

static bool measure_scene(const app_sweep *sweep, const vol_scene *scene, part *parts, app_fault *fault) {
    vol_world *world = NULL;
    vol_meter *meter = NULL;
    vol_error error;
    vol_meter_def def = scene->meter;
    def.measures = app_measures_bits(&sweep->measures);
    if (scene->flock_count != sweep->scene.flock_count) {
        return app_fault_set(fault, APP_EXIT_WRONG, "with these values the scene has %zu flocks, and without them %zu",
                             scene->flock_count, sweep->scene.flock_count);
    }
    bool right = vol_scene_make_world_on(scene, &sweep->where, &world, fault);
    if (right && vol_meter_create(world, &def, &meter, &error) != VOL_OK) {
        right = app_fault_set(fault, APP_EXIT_FAILED, "measures: %s", error.text);
    }
    right = right && compute(sweep, scene, world, meter, parts, fault);
    vol_meter_destroy(meter);
    vol_world_destroy(world);
    return right;
}

/* The cells in the order of app_sweep_column_at. */
static void put_cells(const app_sweep *sweep, const part *parts, vol_text *cells) {
    const size_t measures = sweep->measures.count;
    double(*value)[APP_STATISTIC_COUNT] = vol_take(sweep->parts * measures * sizeof *value);
    for (size_t i = 0; i < sweep->parts * measures; i++) {
        const part *of = &parts[i / measures];
        app_series_read(&of->series[i % measures], (double)sweep->every, of->boids / of->states, value[i]);
    }
    for (size_t i = 0; i < app_sweep_columns(sweep); i++) {
        const app_sweep_column column = app_sweep_column_at(sweep, i);
        put_cell(cells, value[column.part * measures + column.measure][column.statistic]);
    }
    free(value);
}

bool app_sweep_run(const app_sweep *sweep, uint64_t run, vol_text *cells, app_fault *fault) {
    vol_scene scene;
    if (!app_sweep_scene(sweep, run / sweep->plan.repeat, run, &scene, fault)) {
        return false;
    }
    const size_t measures = sweep->measures.count, count = sweep->parts * measures;
    app_series *series = memset(vol_take(count * sizeof *series), 0, count * sizeof *series);
    part *parts = vol_take(sweep->parts * sizeof *parts);
    for (size_t i = 0; i < sweep->parts; i++) {
        parts[i] = (part){.series = series + i * measures};
    }
    bool right = measure_scene(sweep, &scene, parts, fault);
    if (right) {
        put_cells(sweep, parts, cells);
    }
    for (size_t i = 0; i < count; i++) {
        app_series_release(&series[i]);
    }
    free(parts);
    free(series);
    vol_scene_release(&scene);
    return right;
}
