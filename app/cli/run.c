/* `volery run`: a scene, computed without a window. The order of things is the contract: a state is recorded, then the
 * events of its step happen, then the next step is computed. */
#include "cli/options.h"
#include "cli/summary.h"
#include "measure/leader_log.h"
#include "measure/measures.h"
#include "record/recording.h"
#include "record/state_file.h"
#include "trajectory/trajectory.h"
#include "util/computed.h"
#include "util/path.h"
#include "util/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a run writes. */
enum { TRAJECTORY, RECORDING, LEADERS, MEASURES, STATE, FILES };

typedef struct run {
    const app_options *options;
    vol_scene_where where;
    vol_scene scene;
    vol_world *world;
    app_trajectory *trajectory;
    app_recorder *recorder;
    app_leader_log *leaders;
    app_measures measures;
    app_measure_file *measure_file;
    app_output files[FILES];
    app_summary summary;
    uint64_t at_once; /* steps of a device */
    bool lost;        /* a device failed: the world is at the last state that was read from it */
} run;

static bool is_stdout(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

static bool check_standard(const app_options *o, app_fault *fault) {
    static const char *const names[] = {"-o", "--measure", "--save"};
    const char *const paths[] = {o->output, o->measure, o->save};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < i; k++) {
            if (is_stdout(paths[i]) && is_stdout(paths[k])) {
                return app_fault_set(fault, APP_EXIT_WRONG, "volery run: %s and %s cannot both be standard output",
                                     names[k], names[i]);
            }
        }
    }
    return true;
}

/* Wrong uses that need no scene to be seen. */
static bool check_options(const app_options *o, app_fault *fault) {
    if (o->output != NULL && o->output[0] == '\0') {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery run: -o needs the name of a file");
    }
    if (o->record != NULL && (o->record[0] == '\0' || strcmp(o->record, "-") == 0)) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery run: --record needs the name of a file");
    }
    if (o->leader_log != NULL && (o->leader_log[0] == '\0' || strcmp(o->leader_log, "-") == 0)) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery run: --leader-log needs the name of a file");
    }
    if (o->measures != NULL && o->measure == NULL) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery run: --measures needs --measure FILE");
    }
    if ((o->save != NULL && o->save[0] == '\0') || (o->load != NULL && o->load[0] == '\0')) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery run: --%s needs the name of a file",
                             o->save != NULL && o->save[0] == '\0' ? "save" : "load");
    }
    if (is_stdout(o->load) && strcmp(o->operand, "-") == 0) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery run: the scene and --load cannot both be standard input");
    }
    return check_standard(o, fault) && (o->measure == NULL || app_measure_file_check(o->measure, fault)) &&
           (o->output == NULL || app_trajectory_check(o->output, fault));
}

/* Tells a file that is read or written twice, before anything is done. */
static bool check_files(const run *r, app_fault *fault) {
    const app_options *o = r->options;
    app_uses uses = {0};
    app_uses_add_scene(&uses, &r->scene, "the scene", o->operand);
    app_uses_add(&uses, "--load", o->load, false);
    app_uses_add(&uses, "-o", o->output, true);
    app_uses_add(&uses, "--record", o->record, true);
    app_uses_add(&uses, "--leader-log", o->leader_log, true);
    app_uses_add(&uses, "--measure", o->measure, true);
    app_uses_add(&uses, "--save", o->save, true);
    bool right = app_uses_check(&uses, "run", fault);
    app_uses_release(&uses);
    return right && (o->leader_log == NULL || app_leader_log_check(&r->scene, fault));
}

/* All files are opened and locked before the first loses its old bytes, and before anything is computed. */
static bool open_files(run *r, app_fault *fault) {
    const app_options *o = r->options;
    const char *const paths[FILES] = {o->output, o->record, o->leader_log, o->measure, o->save};
    bool right = true;
    for (int i = 0; i < FILES && right; i++) {
        if (paths[i] != NULL) {
            right = i == STATE ? app_output_replace(&r->files[i], paths[i], fault)
                               : app_output_open(&r->files[i], paths[i], fault);
        }
    }
    return right;
}

static bool begin(run *r, app_fault *fault) {
    const app_options *o = r->options;
    if (!open_files(r, fault) || !vol_scene_make_world_on(&r->scene, &r->where, &r->world, fault)) {
        return false;
    }
    r->scene.world.fast = app_computed_fast(r->world); /* trajectories name it */
    r->scene.world.device = vol_world_device(r->world);
    if (o->load != NULL && !app_state_load(&r->scene, r->world, o->load, fault)) {
        return false;
    }
    if (o->output != NULL) {
        r->trajectory = app_trajectory_open(o->output, &r->files[TRAJECTORY], &r->scene, fault);
    }
    if (o->output != NULL && r->trajectory == NULL) {
        return false;
    }
    if (o->leader_log != NULL) {
        r->leaders = app_leader_log_open(&r->files[LEADERS], &r->scene, fault);
    }
    if (o->leader_log != NULL && r->leaders == NULL) {
        return false;
    }
    if (o->record != NULL) {
        r->recorder = app_recorder_open(&r->files[RECORDING], &r->scene, r->world, fault);
    }
    if (o->record != NULL && r->recorder == NULL) {
        return false;
    }
    if (o->measure != NULL) {
        r->measure_file = app_measure_file_open(&r->files[MEASURES], &r->measures, &r->scene, r->world, fault);
    }
    return o->measure == NULL || r->measure_file != NULL;
}

static bool record(run *r, app_fault *fault) {
    uint64_t step = vol_world_steps(r->world);
    const app_options *o = r->options;
    if (r->recorder != NULL && !app_recorder_step(r->recorder, r->world, fault)) {
        return false;
    }
    if (step < o->from || (step - o->from) % o->every != 0) {
        return true;
    }
    if (r->leaders != NULL && !app_leader_log_step(r->leaders, r->world, fault)) {
        return false;
    }
    if (r->measure_file != NULL && !app_measure_file_line(r->measure_file, fault)) {
        return false;
    }
    r->summary.measured += r->measure_file != NULL;
    if (r->trajectory == NULL) {
        return true;
    }
    if (!app_trajectory_frame(r->trajectory, r->world, fault)) {
        return false;
    }
    r->summary.frames++;
    return true;
}

static bool let_events_happen(run *r, app_fault *fault) {
    size_t count = 0;
    const vol_scene_event *events = vol_scene_events_at(&r->scene, vol_world_steps(r->world), &count);
    bool right = vol_scene_apply_events(&r->scene, r->world, fault);
    for (size_t i = 0; r->recorder != NULL && i < count && right; i++) {
        right = app_recorder_event(r->recorder, &r->scene, &events[i], fault);
    }
    return right;
}

/* How many steps to ask for at once. Processors are as fast one by one. A device is not: there it is as many as nothing
 * is recorded and nothing happens in between, and as fit into the time between two looks at what the person wants. */
static uint64_t steps_at_once(const run *r, uint64_t left) {
    const app_options *o = r->options;
    uint64_t step = vol_world_steps(r->world), most = left < r->at_once ? left : r->at_once;
    if (!app_computed_on_device(r->world) || r->recorder != NULL) {
        return 1;
    }
    if (r->leaders != NULL || r->measure_file != NULL || r->trajectory != NULL) {
        uint64_t wait = step < o->from ? o->from - step : o->every - (step - o->from) % o->every;
        most = wait < most ? wait : most;
    }
    return vol_scene_steps_alike(&r->scene, step, most);
}

/* Twice as many where they took little time, half as many where they took long. */
static void adapt(run *r, double seconds) {
    if (seconds < 0.05 && r->at_once < 4096) {
        r->at_once *= 2;
    } else if (seconds > 0.2 && r->at_once > 1) {
        r->at_once /= 2;
    }
}

/* The loop. */
static bool compute(run *r, app_fault *fault) {
    uint64_t first = vol_world_steps(r->world);
    app_progress progress = app_progress_begin(first, r->options->steps, r->options->quiet);
    double begun = app_clock();
    bool right = record(r, fault);
    r->at_once = 1;
    for (uint64_t left = r->options->steps; right && left > 0 && !app_interrupt_came();) {
        uint64_t some = steps_at_once(r, left);
        double since = app_clock();
        right = let_events_happen(r, fault);
        r->lost = right && !vol_scene_step_world(r->world, some, fault);
        right = right && !r->lost && record(r, fault);
        adapt(r, app_clock() - since);
        left -= some;
        app_progress_show(&progress, vol_world_steps(r->world));
    }
    r->summary.seconds = app_clock() - begun;
    r->summary.first_step = first;
    r->summary.interrupted = app_interrupt_came();
    app_progress_end(&progress);
    return right;
}

/* Data has standard output to itself: the summary moves over to standard error then. */
static void print_summary(run *r) {
    const app_options *o = r->options;
    if (o->quiet && !o->json) {
        return;
    }
    vol_text text = {0};
    r->summary.scene = &r->scene;
    r->summary.world = r->world;
    r->summary.output = o->output;
    r->summary.measure = o->measure;
    if (o->json) {
        app_summary_json(&r->summary, &text);
    } else {
        app_summary_text(&r->summary, &text);
    }
    bool data = is_stdout(o->output) || is_stdout(o->measure) || is_stdout(o->save);
    fputs(text.data, data ? stderr : stdout);
    vol_text_release(&text);
}

/* The first fault counts. */
static bool note(bool worked, const app_fault *closing, bool right, app_fault *fault) {
    if (!worked && right) {
        *fault = *closing;
    }
    return worked && right;
}

/* Closes all in any case. */
static bool close_files(run *r, bool right, app_fault *fault) {
    app_fault closing;
    right = note(app_trajectory_close(r->trajectory, &closing), &closing, right, fault);
    right = note(app_recorder_close(r->recorder, &closing), &closing, right, fault);
    right = note(app_leader_log_close(r->leaders, &closing), &closing, right, fault);
    right = note(app_measure_file_close(r->measure_file, &closing), &closing, right, fault);
    if (r->options->save != NULL && (right || r->lost)) {
        right = note(app_state_save(r->world, &r->files[STATE], &closing), &closing, right, fault);
    }
    for (int i = 0; i < FILES; i++) {
        right = note(app_output_close(&r->files[i], &closing), &closing, right, fault);
    }
    return right;
}

static bool whole_run(run *r, app_fault *fault) {
    app_interrupt_catch();
    bool right = begin(r, fault) && compute(r, fault);
    right = close_files(r, right, fault);
    if (right) {
        print_summary(r);
    }
    vol_world_destroy(r->world);
    return right;
}

int app_run_command(const app_options *options, app_fault *fault) {
    run r = {.options = options};
    if (!app_where_read(options, &r.where, fault) || !check_options(options, fault) ||
        !vol_scene_load(&r.scene, options->operand, options->overrides, options->override_count, fault)) {
        return fault->code;
    }
    int code = APP_EXIT_DONE;
    if (!app_measures_read(&r.measures, options->measures, r.scene.world.dimensions, "volery run: --measures", fault)) {
        code = fault->code;
    } else if (options->print_scene) {
        char *text = vol_checked(vol_scene_print(&r.scene, NULL));
        fputs(text, stdout);
        free(text);
    } else if (!check_files(&r, fault) || !whole_run(&r, fault)) {
        code = fault->code;
    } else if (r.summary.interrupted) {
        code = APP_EXIT_INTERRUPTED;
    }
    vol_scene_release(&r.scene);
    return code;
}
