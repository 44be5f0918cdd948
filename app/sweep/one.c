/* One run of a sweep: the scene with its values and its seed, stepped as `volery run` does it, and measured at the end.
 * The process that does this was made for it and does nothing else. */
#include "common/format_number.h"
#include "sweep/sweep.h"
#include "util/computed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEVICE_STEPS = 100 }; /* that a device is asked for at once, at most */

/* Mean and spread of numbers that come one after the other (Welford); those that are not defined do not count. */
typedef struct spread {
    double count, sum, mean, squares;
} spread;

static void spread_add(spread *s, double value) {
    if (isfinite(value)) {
        s->count += 1;
        s->sum += value;
        double off = value - s->mean;
        s->mean += off / s->count;
        s->squares += off * (value - s->mean);
    }
}

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

/* Reads the meter for each part. */
static bool take_measures(const app_sweep *sweep, vol_meter *meter, spread *spreads, app_fault *fault) {
    vol_error error;
    for (size_t part = 0; part < sweep->parts; part++) {
        if (vol_meter_read(meter, part == 0 ? VOL_NONE : (vol_flock)(part - 1), &error) != VOL_OK) {
            return app_fault_set(fault, APP_EXIT_FAILED, "measures: %s", error.text);
        }
        for (size_t m = 0; m < sweep->measures.count; m++) {
            spread_add(&spreads[part * sweep->measures.count + m], vol_meter_value(meter, sweep->measures.measure[m]));
        }
    }
    return true;
}

/* The order of things is that of `volery run`: a state is measured, then its events happen, then the next is computed.
 * A process whose parent is gone ends. */
static bool compute(const app_sweep *sweep, const vol_scene *scene, vol_world *world, vol_meter *meter, spread *spreads,
                    app_fault *fault) {
    const uint64_t most = app_computed_on_device(world) ? DEVICE_STEPS : 1;
    pid_t parent = getppid();
    for (uint64_t step = 0;; step = vol_world_steps(world)) {
        if (app_sweep_is_measured(sweep, step) && !take_measures(sweep, meter, spreads, fault)) {
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

static bool measure_scene(const app_sweep *sweep, const vol_scene *scene, spread *spreads, app_fault *fault) {
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
    right = right && compute(sweep, scene, world, meter, spreads, fault);
    vol_meter_destroy(meter);
    vol_world_destroy(world);
    return right;
}

bool app_sweep_run(const app_sweep *sweep, uint64_t run, vol_text *cells, app_fault *fault) {
    vol_scene scene;
    if (!app_sweep_scene(sweep, run / sweep->plan.repeat, run, &scene, fault)) {
        return false;
    }
    size_t count = sweep->parts * sweep->measures.count;
    spread *spreads = memset(vol_take(count * sizeof *spreads), 0, count * sizeof *spreads);
    bool right = measure_scene(sweep, &scene, spreads, fault);
    for (size_t i = 0; i < count && right; i++) {
        const spread *s = &spreads[i];
        put_cell(cells, s->count > 0 ? s->sum / s->count : NAN);
        put_cell(cells, s->count > 0 ? sqrt(s->squares / s->count) : NAN);
    }
    free(spreads);
    vol_scene_release(&scene);
    return right;
}
