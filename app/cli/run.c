/* `volery run`: a scene, computed without a window. The order of things is the contract: a state is recorded, then the
 * events of its step happen, then the next step is computed.
 *
 * Over several ranks all of them do all of this, since what is asked of a world must be asked by all; files are written
 * by the first one, and wherever that can fail, or a signal can end the loop, the ranks agree. */
#include "cli/options.h"
#include "cli/run_options.h"
#include "cli/summary.h"
#include "cluster/cluster.h"
#include "cluster/same.h"
#include "measure/leader_log.h"
#include "measure/measures.h"
#include "osc/live.h"
#include "osc/osc.h"
#include "record/checkpoint.h"
#include "record/identity.h"
#include "record/recording.h"
#include "record/state_file.h"
#include "trajectory/trajectory.h"
#include "util/computed.h"
#include "util/path.h"
#include "util/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a run writes: files that grow, and the state at the end. */
enum { TRAJECTORY, RECORDING, LEADERS, MEASURES, STATE, FILES };
_Static_assert((int)STATE == (int)APP_CHECKPOINT_FILES, "a checkpoint has a place for each file that grows");

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
    app_checkpoints checkpoints;
    app_checkpoint saved; /* what the run goes on from; then the last one that was written, without its state */
    app_osc *osc;         /* NULL: none */
    app_live live;
    bool paused;
    uint64_t single;  /* steps to make in spite of a pause */
    double due;       /* with OSC, when the next step is */
    uint64_t at_once; /* steps of a device, or between two meetings of ranks */
    uint64_t alone;   /* steps since the last meeting */
    double met;       /* when that was */
    bool stop;        /* a signal has come */
    bool lost;        /* a device failed: the world is at the last state that was read from it */
} run;

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
    app_uses_add(&uses, "--checkpoint", r->checkpoints.path[0], true);
    app_uses_add(&uses, "--checkpoint", r->checkpoints.path[1], true);
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
            right = !app_cluster_first() ? app_output_nowhere(&r->files[i], paths[i])
                    : i == STATE         ? app_output_replace(&r->files[i], paths[i], fault)
                                         : app_output_open(&r->files[i], paths[i], fault);
        }
    }
    return app_cluster_agree(right, fault);
}

/* All that the files of a run depend on, but for where it is computed. */
static void identify(run *r) {
    const app_options *o = r->options;
    const char *const names[] = {"output", "record", "leader-log", "measure", "measures", "load"};
    const char *const words[] = {o->output, o->record, o->leader_log, o->measure, o->measures, o->load};
    vol_text text = {0};
    char *scene = vol_checked(vol_scene_print(&r->scene, NULL));
    vol_text_print(&text, "volery %s\n", vol_version());
    vol_text_print(&text, "steps %llu\nevery %llu\nfrom %llu\ncheckpoint %llu\n", (unsigned long long)o->steps,
                   (unsigned long long)o->every, (unsigned long long)o->from, (unsigned long long)o->checkpoint);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        vol_text_print(&text, "%s %s\n", names[i], words[i] != NULL ? words[i] : "not given");
    }
    vol_text_print(&text, "fast %s\nscene %s\n%sall of it %016llx\n", o->fast ? r->where.device : "not given",
                   r->scene.name, scene, (unsigned long long)app_scene_sum(&r->scene));
    free(scene);
    r->checkpoints.identity = text.data;
}

static void name_checkpoints(run *r) {
    const app_options *o = r->options;
    vol_text name = {0};
    if (o->checkpoint_file != NULL) {
        vol_text_put(&name, o->checkpoint_file);
    } else {
        vol_text_print(&name, "%s.checkpoint", app_run_beside(o));
    }
    app_checkpoints_name(&r->checkpoints, name.data);
    vol_text_release(&name);
    identify(r);
}

/* Pipes and devices keep nothing of what was written. */
static bool check_regular(const run *r, app_fault *fault) {
    for (int i = 0; i < STATE; i++) {
        if (r->files[i].name != NULL && !r->files[i].nowhere && !r->files[i].regular) {
            return app_fault_set(fault, APP_EXIT_WRONG,
                                 "volery run: --checkpoint: a run cannot go on in %s; give a file", r->files[i].name);
        }
    }
    return true;
}

/* The first rank finds the checkpoint; the others get of it what they need to do the same. */
static void share_checkpoint(app_checkpoint *c) {
    uint64_t numbers[] = {c->first, c->step, c->frames, c->measured, c->state_size, c->place[RECORDING].own.length};
    uint64_t bytes[APP_CHECKPOINT_FILES];
    for (int i = 0; i < APP_CHECKPOINT_FILES; i++) {
        bytes[i] = c->place[i].bytes;
    }
    app_cluster_spread(0, numbers, sizeof numbers);
    app_cluster_spread(0, bytes, sizeof bytes);
    if (!app_cluster_first()) {
        vol_text own = {.data = vol_take((size_t)numbers[5] + 1), .length = numbers[5], .room = numbers[5] + 1};
        *c = (app_checkpoint){.first = numbers[0], .step = numbers[1], .frames = numbers[2], .measured = numbers[3]};
        c->state_size = (size_t)numbers[4];
        c->state = vol_take(c->state_size + 1);
        c->place[RECORDING].own = own;
        for (int i = 0; i < APP_CHECKPOINT_FILES; i++) {
            c->place[i].bytes = bytes[i];
        }
    }
    app_cluster_spread(0, c->state, c->state_size);
    app_cluster_spread(0, c->place[RECORDING].own.data, (size_t)numbers[5]);
}

static bool resume(run *r, app_fault *fault) {
    app_checkpoint *c = &r->saved;
    const app_output *outputs[APP_CHECKPOINT_FILES];
    const char *path = r->checkpoints.path[0];
    for (int i = 0; i < STATE; i++) {
        outputs[i] = r->files[i].name != NULL ? &r->files[i] : NULL;
    }
    bool found = !app_cluster_first() || app_checkpoint_find(&r->checkpoints, outputs, c, &path, fault);
    if (!app_cluster_agree(found, fault)) {
        return false;
    }
    if (app_cluster_size() > 1) {
        share_checkpoint(c);
    }
    bool right = vol_scene_resume(&r->scene, r->world, path, c->state, c->state_size, fault);
    free(c->state);
    c->state = NULL;
    r->summary.frames = c->frames;
    r->summary.measured = c->measured;
    return app_cluster_agree(right, fault);
}

/* The state that the run begins with: of a checkpoint, of --load, or the scene's own. */
static bool load_state(run *r, app_fault *fault) {
    const app_options *o = r->options;
    if (o->resume) {
        return resume(r, fault);
    }
    if (o->load != NULL && !app_cluster_agree(app_state_load(&r->scene, r->world, o->load, fault), fault)) {
        return false;
    }
    if (o->checkpoint > 0 && app_cluster_first()) {
        app_checkpoints_remove(&r->checkpoints);
    }
    r->saved.first = r->saved.step = vol_world_steps(r->world);
    return true;
}

/* What a writer begins with. */
static const app_place *place_of(const run *r, int file) {
    return r->options->checkpoint > 0 ? &r->saved.place[file] : NULL;
}

static bool begin(run *r, app_fault *fault) {
    const app_options *o = r->options;
    if (!open_files(r, fault) || (o->checkpoint > 0 && !app_cluster_agree(check_regular(r, fault), fault)) ||
        !app_cluster_agree(vol_scene_make_world_on(&r->scene, &r->where, &r->world, fault), fault) ||
        !load_state(r, fault)) {
        return false;
    }
    r->scene.world.fast = app_computed_fast(r->world); /* trajectories name it */
    r->scene.world.device = vol_world_device(r->world);
    if (o->output != NULL) {
        r->trajectory =
            app_trajectory_open(o->output, &r->files[TRAJECTORY], &r->scene, place_of(r, TRAJECTORY), fault);
    }
    if (o->output != NULL && !app_cluster_agree(r->trajectory != NULL, fault)) {
        return false;
    }
    if (o->leader_log != NULL) {
        r->leaders = app_leader_log_open(&r->files[LEADERS], &r->scene, place_of(r, LEADERS), fault);
    }
    if (o->leader_log != NULL && !app_cluster_agree(r->leaders != NULL, fault)) {
        return false;
    }
    if (o->record != NULL) {
        r->recorder = app_recorder_open(&r->files[RECORDING], &r->scene, r->world, place_of(r, RECORDING), fault);
    }
    if (o->record != NULL && !app_cluster_agree(r->recorder != NULL, fault)) {
        return false;
    }
    if (o->measure != NULL) {
        r->measure_file =
            app_measure_file_open(&r->files[MEASURES], &r->measures, &r->scene, r->world, place_of(r, MEASURES), fault);
    }
    return o->measure == NULL || app_cluster_agree(r->measure_file != NULL, fault);
}

/* Is the step where the world is one that --every and --from name, and does something record it? */
static bool is_recorded(const run *r) {
    const app_options *o = r->options;
    uint64_t step = vol_world_steps(r->world);
    bool wanted = r->leaders != NULL || r->measure_file != NULL || r->trajectory != NULL;
    return wanted && step >= o->from && (step - o->from) % o->every == 0;
}

/* The first fault counts. */
static bool note(bool worked, const app_fault *other, bool right, app_fault *fault) {
    if (!worked && right) {
        *fault = *other;
    }
    return worked && right;
}

/* All of it also where one thing has failed: the other ranks look at the world for all. */
static bool record(run *r, app_fault *fault) {
    app_fault other;
    bool right = r->recorder == NULL || app_recorder_step(r->recorder, r->world, fault);
    if (!is_recorded(r)) {
        return right;
    }
    if (r->leaders != NULL) {
        right = note(app_leader_log_step(r->leaders, r->world, &other), &other, right, fault);
    }
    if (r->measure_file != NULL) {
        bool written = app_measure_file_line(r->measure_file, &other);
        right = note(written, &other, right, fault);
        r->summary.measured += written;
    }
    if (r->trajectory != NULL) {
        bool written = app_trajectory_frame(r->trajectory, r->world, &other);
        right = note(written, &other, right, fault);
        r->summary.frames += written;
    }
    return right;
}

static bool let_events_happen(run *r, app_fault *fault) {
    size_t count = 0;
    const vol_scene_event *events = vol_scene_events_at(&r->scene, vol_world_steps(r->world), &count);
    bool right = vol_scene_apply_events(&r->scene, r->world, fault);
    for (size_t i = 0; r->recorder != NULL && i < count && right; i++) {
        right = app_recorder_event(r->recorder, &r->scene, &events[i], fault);
    }
    right = right && (r->recorder == NULL || app_recorder_sound(r->recorder, &r->scene, r->world, fault));
    return count == 0 && r->recorder == NULL ? right : app_cluster_agree(right, fault);
}

/* Twice as many where they took little time, half as many where they took long. */
static void adapt(run *r, double seconds) {
    if (seconds < 0.05 && r->at_once < 4096) {
        r->at_once *= 2;
    } else if (seconds > 0.2 && r->at_once > 1) {
        r->at_once /= 2;
    }
}

/* After a step, or the first record: has anything failed, has a signal come? Ranks meet for that when something was
 * written, and else so often that a signal is heard soon; how often is told by the clock of the first one. */
static bool meet(run *r, bool right, bool last, app_fault *fault) {
    if (app_cluster_size() == 1) {
        r->stop = app_interrupt_came();
        return right;
    }
    if (right && !last && r->recorder == NULL && !is_recorded(r) && ++r->alone < r->at_once) {
        return true;
    }
    adapt(r, app_clock() - r->met);
    app_accord accord = {.stop = app_interrupt_came(), .number = r->at_once};
    right = app_cluster_agree_on(&accord, right, fault);
    r->met = app_clock();
    r->stop = accord.stop;
    r->at_once = accord.number;
    r->alone = 0;
    return right;
}

static bool note_places(run *r, app_fault *fault) {
    app_checkpoint *c = &r->saved;
    return (r->trajectory == NULL || app_trajectory_place(r->trajectory, &c->place[TRAJECTORY], fault)) &&
           (r->recorder == NULL || app_recorder_place(r->recorder, &c->place[RECORDING], fault)) &&
           (r->leaders == NULL || app_leader_log_place(r->leaders, &c->place[LEADERS], fault)) &&
           (r->measure_file == NULL || app_measure_file_place(r->measure_file, &c->place[MEASURES], fault));
}

/* Saves all that is needed to go on from this state, which is recorded already, and whose events are still to come. All
 * ranks take the state; the first one writes. */
static bool save_checkpoint(run *r, app_fault *fault) {
    app_checkpoint *c = &r->saved;
    c->step = vol_world_steps(r->world);
    c->frames = r->summary.frames;
    c->measured = r->summary.measured;
    c->state = app_state_bytes(r->world, &c->state_size);
    bool right = note_places(r, fault) && (!app_cluster_first() || app_checkpoint_write(&r->checkpoints, c, fault));
    free(c->state);
    c->state = NULL;
    return app_cluster_agree(right, fault);
}

/* Steps until the next checkpoint. */
static uint64_t until_checkpoint(const run *r) {
    uint64_t every = r->options->checkpoint;
    return every > 0 ? every - (vol_world_steps(r->world) - r->saved.first) % every : UINT64_MAX;
}

/* Not behind the last step. */
static bool is_due(const run *r, uint64_t left) {
    return r->options->checkpoint > 0 && until_checkpoint(r) == r->options->checkpoint && left > 0;
}

/* Where one is due; and when the run is interrupted, wherever it is. */
static bool keep_checkpoints(run *r, uint64_t left, app_fault *fault) {
    bool stopped = r->options->checkpoint > 0 && r->stop && left > 0;
    return !(is_due(r, left) || stopped) || vol_world_steps(r->world) == r->saved.step || save_checkpoint(r, fault);
}

/* A wish that came by OSC. */
static bool grant(void *context, const app_wish *wish, char *why, size_t size) {
    run *r = context;
    if (wish->kind == APP_WISH_PAUSE || wish->kind == APP_WISH_STEP) {
        r->single = wish->kind == APP_WISH_STEP ? r->single + 1 : 0;
        r->paused = wish->kind == APP_WISH_STEP || wish->count == APP_PAUSE_ON ||
                    (wish->count == APP_PAUSE_OTHER && !r->paused);
        return true;
    }
    bool done = app_live_do(&r->live, wish);
    if (!done) {
        snprintf(why, size, "%s", r->live.fault.text);
    }
    return done;
}

/* Does what comes by OSC until the next step is due: those at the other end live in real time. */
static bool wait_for_turn(run *r, app_fault *fault) {
    const double most_behind = 0.25; /* seconds: a scene that is too slow by more does not try to catch up */
    for (bool idle = true; r->osc != NULL && !app_interrupt_came();) {
        app_osc_take(r->osc, &r->scene, grant, r);
        const char *complaint = app_osc_complaint(r->osc);
        if (complaint != NULL) {
            fprintf(stderr, "volery run: %s\n", complaint);
        }
        if (r->live.recorded.text[0] != '\0') {
            *fault = r->live.recorded;
            return false;
        }
        idle = r->paused && r->single == 0;
        double wait = r->due - app_clock();
        if (!idle && wait <= 0) {
            r->due = wait < -most_behind ? app_clock() : r->due;
            r->single -= r->single > 0;
            break;
        }
        app_interrupt_wait(app_osc_file(r->osc), false, idle ? 1000 : 1 + (int)(1e3 * wait));
        r->due = idle ? app_clock() : r->due;
    }
    r->due += 1 / (double)r->scene.look.fps;
    return true;
}

/* How many steps to ask for at once. Processors are as fast one by one. A device is not: there it is as many as nothing
 * is recorded and nothing happens in between, and as fit into the time between two looks at what the person wants. */
static uint64_t steps_at_once(const run *r, uint64_t left) {
    const app_options *o = r->options;
    uint64_t step = vol_world_steps(r->world), most = left < r->at_once ? left : r->at_once;
    if (!app_computed_on_device(r->world) || r->recorder != NULL || r->osc != NULL) {
        return 1;
    }
    if (r->leaders != NULL || r->measure_file != NULL || r->trajectory != NULL) {
        uint64_t wait = step < o->from ? o->from - step : o->every - (step - o->from) % o->every;
        most = wait < most ? wait : most;
    }
    most = until_checkpoint(r) < most ? until_checkpoint(r) : most;
    return vol_scene_steps_alike(&r->scene, step, most);
}

/* The loop. */
static bool compute(run *r, app_fault *fault) {
    uint64_t first = vol_world_steps(r->world), left = r->options->steps - (first - r->saved.first);
    app_progress progress = app_progress_begin(first, left, r->options->quiet);
    double begun = app_clock();
    r->at_once = 1;
    bool right = meet(r, r->options->resume || record(r, fault), true, fault);
    app_osc_send(r->osc, &r->scene, r->world, NULL);
    r->due = begun;
    while (right && left > 0 && !r->stop) {
        uint64_t some = steps_at_once(r, left);
        double since = app_clock();
        right = let_events_happen(r, fault) && wait_for_turn(r, fault);
        r->lost = right && !vol_scene_step_world(r->world, some, fault);
        right = right && !r->lost && record(r, fault);
        if (right) {
            app_osc_send(r->osc, &r->scene, r->world, NULL);
        }
        if (app_cluster_size() == 1) {
            adapt(r, app_clock() - since);
        }
        left -= some;
        right = meet(r, right, left == 0 || is_due(r, left), fault);
        right = right && keep_checkpoints(r, left, fault);
        app_progress_show(&progress, vol_world_steps(r->world));
    }
    r->summary.seconds = app_clock() - begun;
    r->summary.first_step = r->saved.first;
    r->summary.resumed_at = first;
    r->summary.interrupted = r->stop;
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
    r->summary.shares = app_shares_take(r->world, r->summary.seconds);
    r->summary.osc = r->osc;
    if (o->json) {
        app_summary_json(&r->summary, &text);
    } else {
        app_summary_text(&r->summary, &text);
    }
    bool data = app_run_is_stdout(o->output) || app_run_is_stdout(o->measure) || app_run_is_stdout(o->save);
    if (app_cluster_first()) {
        fputs(text.data, data ? stderr : stdout);
    }
    vol_text_release(&text);
}

/* Closes all in any case. */
static bool close_files(run *r, bool right, app_fault *fault) {
    app_fault closing;
    right = note(app_trajectory_close(r->trajectory, &closing), &closing, right, fault);
    right = note(app_recorder_close(r->recorder, &closing), &closing, right, fault);
    right = note(app_leader_log_close(r->leaders, &closing), &closing, right, fault);
    right = note(app_measure_file_close(r->measure_file, &closing), &closing, right, fault);
    right = app_cluster_agree(right, fault);
    if (r->options->save != NULL && (right || (r->lost && app_cluster_size() == 1))) {
        right = note(app_state_save(r->world, &r->files[STATE], &closing), &closing, right, fault);
    }
    for (int i = 0; i < FILES; i++) {
        right = note(app_output_close(&r->files[i], &closing), &closing, right, fault);
    }
    return app_cluster_agree(right, fault);
}

/* Before any file loses its old bytes. */
static bool begin_osc(run *r, app_fault *fault) {
    if (!app_osc_open(&r->osc, &r->options->osc, "run", r->scene.world.dimensions, fault)) {
        return false;
    }
    if (app_osc_at(r->osc) != NULL && !r->options->quiet) {
        fprintf(stderr, "volery run: OSC is taken at %s\n", app_osc_at(r->osc));
    }
    return true;
}

static bool whole_run(run *r, app_fault *fault) {
    app_interrupt_catch();
    bool right = begin_osc(r, fault) && begin(r, fault);
    r->live = (app_live){.scene = &r->scene, .world = r->world, .recorder = r->recorder};
    right = right && compute(r, fault);
    right = close_files(r, right, fault);
    if (right && r->options->checkpoint > 0 && !r->summary.interrupted && app_cluster_first()) {
        app_checkpoints_remove(&r->checkpoints);
    }
    if (right) {
        print_summary(r);
    }
    app_osc_close(r->osc);
    app_live_release(&r->live);
    vol_world_destroy(r->world);
    return right;
}

/* The same scene on all ranks, and a world over them. */
static bool load_scene(run *r, app_fault *fault) {
    const app_options *o = r->options;
    bool reads_input = app_run_is_stdout(o->operand) || app_run_is_stdout(o->load);
    if (!app_cluster_agree(app_where_read(o, &r->where, fault) && app_run_check(o, fault), fault) ||
        (reads_input && !app_cluster_share_input(fault))) {
        return false;
    }
    bool loaded = vol_scene_load(&r->scene, o->operand, o->overrides, o->override_count, fault);
    if (!app_cluster_agree(loaded, fault) || !app_same_scene(&r->scene, fault)) {
        if (loaded) {
            vol_scene_release(&r->scene);
        }
        return false;
    }
    r->scene.world.cluster = app_cluster();
    return true;
}

int app_run_command(const app_options *options, app_fault *fault) {
    run r = {.options = options};
    if (!load_scene(&r, fault)) {
        return fault->code;
    }
    int code = APP_EXIT_DONE;
    if (!app_measures_read(&r.measures, options->measures, r.scene.world.dimensions, "volery run: --measures", fault)) {
        code = fault->code;
    } else if (options->print_scene) {
        char *text = vol_checked(vol_scene_print(&r.scene, NULL));
        fputs(text, stdout);
        free(text);
    } else {
        if (options->checkpoint > 0) {
            name_checkpoints(&r);
        }
        if (!app_cluster_agree(!app_cluster_first() || check_files(&r, fault), fault) || !whole_run(&r, fault)) {
            code = fault->code;
        } else if (r.summary.interrupted) {
            code = APP_EXIT_INTERRUPTED;
        }
    }
    app_checkpoint_release(&r.saved);
    app_checkpoints_release(&r.checkpoints);
    vol_scene_release(&r.scene);
    return code;
}
