/* `volery sweep`: plan, run, table. Everything that can be wrong with the command line, the scene or the keys is found
 * before the first run; after that a run that fails is a row that says why. */
#include "sweep/sweep.h"

#include "cluster/cluster.h"
#include "cluster/same.h"
#include "common/words.h"
#include "plot/plot.h"
#include "plot/table.h"
#include "record/block.h"
#include "record/identity.h"
#include "sweep/part.h"
#include "sweep/pool.h"
#include "sweep/ranks.h"
#include "util/json.h"
#include "util/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TRIALS = 100 };

static bool is_output(const char *path) {
    return path == NULL || strcmp(path, "-") == 0;
}

/* A part has a journal and no table, a table from parts no journal of its own: both need to know where they are. */
static bool check_part(const app_options *o, app_fault *fault) {
    const char *option = o->sweep.join ? "--join" : "--part";
    if (o->sweep.part == NULL && !o->sweep.join) {
        return true;
    }
    if (o->sweep.part != NULL && o->sweep.join) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery sweep: --part and --join: one of them");
    }
    if (is_output(o->output)) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery sweep: %s needs -o FILE: journals are beside it", option);
    }
    return o->sweep.join || (o->sweep.points == NULL && o->plot.file == NULL) ||
           app_fault_set(fault, APP_EXIT_WRONG, "volery sweep: --part makes no table: give %s to --join",
                         o->sweep.points != NULL ? "--points" : "--plot");
}

/* Wrong uses that need no scene to be seen. */
static bool check_options(const app_options *o, vol_scene_where *where, app_fault *fault) {
    if (!app_where_understand(o, where, fault)) {
        return false;
    }
    where->threads = 1; /* a run has one; --threads is how many runs there are at a time */
    if (!is_output(o->output) && !vol_ends_with(o->output, ".csv") && !vol_ends_with(o->output, ".h5")) {
        return app_fault_set(
            fault, APP_EXIT_WRONG,
            "volery sweep: -o %s: no format has this ending; allowed: .csv (a table), .h5 (HDF5), - (CSV "
            "to standard output)",
            o->output);
    }
    if (!is_output(o->output) && vol_ends_with(o->output, ".h5") && !app_sweep_has_h5()) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery sweep: -o %s: volery was built without HDF5", o->output);
    }
    if (o->sweep.points != NULL && !vol_ends_with(o->sweep.points, ".csv")) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery sweep: --points %s: no format has this ending; allowed: .csv", o->sweep.points);
    }
    if (o->sweep.window > o->steps + 1) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery sweep: --window %llu: with --steps %llu at most %llu",
                             (unsigned long long)o->sweep.window, (unsigned long long)o->steps,
                             (unsigned long long)o->steps + 1);
    }
    if (!check_part(o, fault)) {
        return false;
    }
    return o->plot.file == NULL || app_plot_check(o->plot.file, "volery sweep: --plot", &o->plot, fault);
}

/* Centres are left out: in a world that wraps, the mean of places on both sides of an edge is nowhere near them. */
static bool choose_measures(app_sweep *sweep, app_fault *fault) {
    const char *names = sweep->options->measures;
    app_measures all;
    if (!app_measures_read(&all, names, sweep->scene.world.dimensions, "volery sweep: --measures", fault)) {
        return false;
    }
    for (size_t i = 0; i < all.count; i++) {
        vol_measure m = all.measure[i];
        bool is_center = m == VOL_MEASURE_CENTER_X || m == VOL_MEASURE_CENTER_Y || m == VOL_MEASURE_CENTER_Z;
        if (is_center && names != NULL) {
            return app_fault_set(
                fault, APP_EXIT_WRONG,
                "volery sweep: --measures: '%s' is a place, of which a mean over time says nothing in a "
                "world that wraps",
                vol_measure_name(m));
        }
        if (!is_center) {
            sweep->measures.measure[sweep->measures.count++] = m;
        }
    }
    return true;
}

/* A key that no value fits is a mistake in the command, not a run that fails: tries each key's values, up to some
 * number. */
static bool try_keys(const app_sweep *sweep, app_fault *fault) {
    const app_plan *plan = &sweep->plan;
    bool right = plan->key_count == 0;
    app_fault first = {0};
    for (uint64_t c = 0; c < plan->combinations && c < MOST_TRIALS && !right; c++) {
        uint64_t spread = plan->combinations <= MOST_TRIALS ? c : c * (plan->combinations / MOST_TRIALS);
        vol_scene scene;
        right = app_sweep_scene(sweep, spread, UINT64_MAX, &scene, c == 0 ? &first : fault);
        if (right) {
            vol_scene_release(&scene);
        }
    }
    if (!right) {
        *fault = first;
    }
    return right;
}

void app_sweep_identity(const app_sweep *sweep, vol_text *text) {
    const app_plan *plan = &sweep->plan;
    uint64_t sum = APP_FIRST_SUM;
    for (uint64_t i = 0; i < plan->combinations * plan->key_count; i++) {
        sum = app_block_sum(sum, (const unsigned char *)plan->values[i], strlen(plan->values[i]));
    }
    vol_text_print(text, "volery %s\nscene %s %016llx\n", vol_version(), sweep->scene.name,
                   (unsigned long long)app_scene_sum(&sweep->scene));
    vol_text_print(text, "steps %llu\nwindow %llu\nevery %llu\nrepeat %llu\nseed %llu\n",
                   (unsigned long long)sweep->steps, (unsigned long long)sweep->window,
                   (unsigned long long)sweep->every, (unsigned long long)plan->repeat, (unsigned long long)plan->seed);
    vol_text_put(text, "parameters");
    for (size_t k = 0; k < plan->key_count; k++) {
        vol_text_print(text, " %s", plan->keys[k]);
    }
    vol_text_print(text, "\nvalues %llu combinations %016llx\nmeasures", (unsigned long long)plan->combinations,
                   (unsigned long long)sum);
    for (size_t m = 0; m < sweep->measures.count; m++) {
        vol_text_print(text, " %s", vol_measure_name(sweep->measures.measure[m]));
    }
    vol_text_put(text, "\n");
    if (sweep->where.fast) { /* else the rows are the same wherever they are computed */
        vol_text_print(text, "fast %s\n", sweep->where.device);
    }
}

static void keep_row(app_sweep *sweep, uint64_t run, const char *row, bool failed) {
    size_t size = strlen(row) + 1;
    sweep->rows[run] = memcpy(vol_take(size), row, size);
    sweep->done++;
    sweep->failed += failed;
}

bool app_sweep_found_row(void *user, uint64_t run, const char *row, app_fault *why) {
    app_sweep *sweep = user;
    bool failed = false;
    if (run >= app_plan_runs(&sweep->plan)) {
        return app_fault_set(why, APP_EXIT_WRONG, "there is no run %llu; this sweep has %llu, counted from 0",
                             (unsigned long long)run, (unsigned long long)app_plan_runs(&sweep->plan));
    }
    if (sweep->rows[run] != NULL) {
        return app_fault_set(why, APP_EXIT_WRONG, "run %llu is there twice", (unsigned long long)run);
    }
    if (!app_sweep_check_row(sweep, run, row, &failed, why)) {
        return false;
    }
    keep_row(sweep, run, row, failed);
    return true;
}

static bool is_wanted(void *user, uint64_t run) {
    const app_sweep *sweep = user;
    return sweep->rows[run] == NULL && app_part_has(&sweep->part, run);
}

static uint64_t count_wanted(app_sweep *sweep) {
    uint64_t count = 0;
    for (uint64_t run = 0; run < app_plan_runs(&sweep->plan); run++) {
        count += is_wanted(sweep, run);
    }
    return count;
}

/* In a process of its own. What is locked is the first one's: when that is killed, the next sweep may go on at once. */
static bool do_run(void *user, uint64_t run, vol_text *answer, app_fault *fault) {
    app_sweep *sweep = user;
    app_output_leave(&sweep->table);
    app_output_leave(&sweep->points);
    app_output_leave(&sweep->picture);
    if (sweep->journalled) {
        close(sweep->journal.file);
    }
    return app_sweep_run(sweep, run, answer, fault);
}

static bool run_done(void *user, uint64_t run, bool right, const char *answer, app_fault *fault) {
    app_sweep *sweep = user;
    vol_text row = {0};
    app_sweep_row(sweep, run, right, answer, &row);
    bool kept = !sweep->journalled || app_journal_add(&sweep->journal, run, row.data, fault);
    keep_row(sweep, run, row.data, !right);
    vol_text_release(&row);
    app_progress_show(&sweep->progress, sweep->done);
    return kept;
}

static bool open_journal(app_sweep *sweep, app_fault *fault) {
    if (is_output(sweep->options->output) || sweep->options->sweep.join) {
        return true;
    }
    vol_text path = {0}, identity = {0};
    app_part_journal(&sweep->part, sweep->options->output, &path);
    app_sweep_identity(sweep, &identity);
    sweep->journalled = app_journal_open(&sweep->journal, path.data, identity.data, app_sweep_found_row, sweep, fault);
    vol_text_release(&identity);
    vol_text_release(&path);
    return sweep->journalled;
}

/* Tells a file that is read or written twice. */
static bool check_files(const app_sweep *sweep, app_fault *fault) {
    const app_options *o = sweep->options;
    app_uses uses = {0};
    vol_text journal = {0};
    app_uses_add_scene(&uses, &sweep->scene, "the scene", o->operand);
    app_uses_add(&uses, "--list", o->sweep.list, false);
    if (!is_output(o->output)) {
        app_part_journal(&sweep->part, o->output, &journal);
        app_uses_add(&uses, "-o", o->output, true);
        app_uses_add(&uses, "the journal", journal.data, true);
    }
    app_uses_add(&uses, "--points", o->sweep.points, true);
    app_uses_add(&uses, "--plot", o->plot.file, true);
    bool right = app_uses_check(&uses, "sweep", fault);
    app_uses_release(&uses);
    vol_text_release(&journal);
    return right;
}

/* Before the first run. */
static bool open_files(app_sweep *sweep, app_fault *fault) {
    const app_options *o = sweep->options;
    return (is_output(o->output) || o->sweep.part != NULL || app_output_replace(&sweep->table, o->output, fault)) &&
           (o->sweep.points == NULL || app_output_replace(&sweep->points, o->sweep.points, fault)) &&
           (o->plot.file == NULL || app_output_replace(&sweep->picture, o->plot.file, fault)) &&
           open_journal(sweep, fault);
}

bool app_sweep_prepare(app_sweep *sweep, const app_options *o, app_fault *fault) {
    *sweep = (app_sweep){.options = o, .journal.file = -1};
    const app_plan_source source = {o->sweep.over, o->sweep.list, o->sweep.latin, o->sweep.repeat, 0};
    if (!app_part_read(&sweep->part, o->sweep.part, fault) || !check_options(o, &sweep->where, fault) ||
        !vol_scene_load(&sweep->scene, o->operand, o->overrides, o->override_count, fault) ||
        !choose_measures(sweep, fault) || !check_files(sweep, fault)) {
        return false;
    }
    app_plan_source seeded = source;
    seeded.seed = sweep->scene.world.seed;
    sweep->parts = sweep->scene.flock_count > 1 ? 1 + sweep->scene.flock_count : 1;
    sweep->steps = o->steps;
    sweep->every = o->sweep.every;
    sweep->window = o->sweep.window > 0 ? o->sweep.window : o->steps / 2 > 0 ? o->steps / 2 : 1;
    if (!app_plan_make(&sweep->plan, &seeded, fault) || !try_keys(sweep, fault)) {
        return false;
    }
    size_t bytes = (size_t)app_plan_runs(&sweep->plan) * sizeof *sweep->rows;
    sweep->rows = memset(vol_take(bytes), 0, bytes);
    return true;
}

void app_sweep_release(app_sweep *sweep) {
    for (uint64_t run = 0; sweep->rows != NULL && run < app_plan_runs(&sweep->plan); run++) {
        free(sweep->rows[run]);
    }
    free(sweep->rows);
    app_plan_release(&sweep->plan);
    vol_scene_release(&sweep->scene);
    app_output_close(&sweep->table, NULL);
    app_output_close(&sweep->points, NULL);
    app_output_close(&sweep->picture, NULL);
    *sweep = (app_sweep){.journal.file = -1};
}

static bool write_table(app_sweep *sweep, const vol_text *csv, app_fault *fault) {
    const char *path = sweep->options->output;
    if (is_output(path)) {
        return fwrite(csv->data, 1, csv->length, stdout) == csv->length ||
               app_fault_set(fault, APP_EXIT_FAILED, "standard output: cannot be written: %s", strerror(errno));
    }
    if (vol_ends_with(path, ".h5")) {
        return app_sweep_write_h5(sweep, &sweep->table, csv, fault);
    }
    return app_output_fill(&sweep->table, csv->data, csv->length, fault);
}

static bool write_points(app_sweep *sweep, const vol_text *csv, app_fault *fault) {
    vol_text text = {0};
    bool right =
        sweep->options->sweep.points == NULL ||
        (app_sweep_points(sweep, csv, &text, fault) && app_output_fill(&sweep->points, text.data, text.length, fault));
    vol_text_release(&text);
    return right;
}

static bool draw_plot(app_sweep *sweep, vol_text *csv, app_fault *fault) {
    app_table table;
    const char *name = is_output(sweep->options->output) ? "the sweep" : sweep->options->output;
    char *text = csv->data;
    size_t length = csv->length;
    *csv = (vol_text){0}; /* now the table's */
    bool right = app_table_read_text(&table, text, length, name, APP_TABLE_WHOLE, fault) &&
                 app_plot_table(&table, &sweep->options->plot, &sweep->picture, fault);
    app_table_release(&table);
    return right;
}

static void print_summary(const app_sweep *sweep, double seconds, uint32_t workers, uint64_t found) {
    const app_options *o = sweep->options;
    uint64_t runs = app_plan_runs(&sweep->plan);
    vol_text text = {0};
    bool is_part = o->sweep.part != NULL;
    if (o->json) {
        app_json_open(&text, NULL, '{');
        app_json_text(&text, "scene", sweep->scene.name);
        app_json_whole(&text, "runs", runs);
        app_json_whole(&text, "combinations", sweep->plan.combinations);
        app_json_whole(&text, "repetitions", sweep->plan.repeat);
        if (is_part) {
            app_json_text(&text, "part", o->sweep.part);
            app_json_whole(&text, "runs_of_part", sweep->done);
        }
        app_json_whole(&text, "resumed", found);
        app_json_whole(&text, "failed", sweep->failed);
        app_json_whole(&text, "steps", sweep->steps);
        app_json_whole(&text, "workers", workers);
        app_json_text(&text, "device", sweep->where.device != NULL ? sweep->where.device : "cpu");
        app_json_flag(&text, "fast", sweep->where.fast);
        app_json_real(&text, "seconds", seconds);
        app_json_close(&text, '}');
        vol_text_put(&text, "\n");
    } else {
        vol_text_print(&text, "scene      %s\nruns       %llu: %llu combinations, %llu of each\n", sweep->scene.name,
                       (unsigned long long)runs, (unsigned long long)sweep->plan.combinations,
                       (unsigned long long)sweep->plan.repeat);
        if (is_part) {
            vol_text_print(&text, "part       %s: %llu runs; --join makes the table of all parts\n", o->sweep.part,
                           (unsigned long long)sweep->done);
        }
        vol_text_print(&text, "failed     %llu%s\n", (unsigned long long)sweep->failed,
                       sweep->failed > 0 ? "; the column status says why" : "");
        vol_text_print(&text, "time       %.3f s with %u process%s%s", seconds, (unsigned)workers,
                       workers == 1 ? "" : "es", found > 0 ? "; " : "\n");
        if (found > 0) {
            vol_text_print(&text, "%llu runs were done before\n", (unsigned long long)found);
        }
        if (app_where_is_device(o)) {
            vol_text_print(&text, "computed   with --device %s%s\n", o->device, o->fast ? " --fast" : "");
        }
    }
    if (o->json || !o->quiet) {
        fputs(text.data, is_output(o->output) ? stderr : stdout);
    }
    vol_text_release(&text);
}

/* On a device that was asked for runs come one by one, unless --threads says more: together they are no faster there,
 * and need the memory of all. */
static bool is_own_device(const app_options *o) {
    return app_where_is_device(o) && strcmp(o->device, "auto") != 0;
}

/* Whether there is such a device is asked in a process of its own: after asking, this one could make no others that
 * compute there. */
static bool is_any(void *user, uint64_t job) {
    (void)user, (void)job;
    return true;
}

static bool ask_device(void *user, uint64_t job, vol_text *answer, app_fault *fault) {
    const app_sweep *sweep = user;
    (void)job, (void)answer;
    return app_where_try(sweep->options, fault);
}

static bool device_answered(void *user, uint64_t job, bool right, const char *answer, app_fault *fault) {
    (void)user, (void)job;
    return right || app_fault_set(fault, APP_EXIT_WRONG, "%s", answer);
}

static bool check_device(app_sweep *sweep, app_fault *fault) {
    const app_pool pool = {sweep, 1, 1, is_any, ask_device, device_answered, NULL, NULL};
    return !is_own_device(sweep->options) || app_pool_run(&pool, fault);
}

/* Computes what is wanted, here or by all ranks. Sets how many processes that were at a time. */
static bool compute(app_sweep *sweep, uint64_t wanted, uint32_t *workers, app_fault *fault) {
    const bool alone = app_cluster_size() == 1;
    uint64_t most = app_cluster_threads(sweep->options->threads);
    if (most == 0 || (sweep->options->threads == 0 && is_own_device(sweep->options))) {
        most = is_own_device(sweep->options) ? 1 : app_processors();
    }
    *workers = (uint32_t)(alone && most > wanted ? wanted : most);
    app_pool pool = {sweep, app_plan_runs(&sweep->plan), *workers, is_wanted, do_run, run_done, NULL, NULL};
    sweep->progress = app_progress_begin(sweep->done, wanted, sweep->options->quiet || !app_cluster_first());
    sweep->progress.what = "run";
    bool right = !alone ? app_sweep_share(&pool, workers, fault) : wanted == 0 || app_pool_run(&pool, fault);
    app_progress_end(&sweep->progress);
    return right;
}

/* All that comes of the runs. */
static bool conclude(app_sweep *sweep, double begun, uint32_t workers, uint64_t found, app_fault *fault) {
    vol_text csv = {0};
    bool right = true;
    if (sweep->options->sweep.part == NULL) {
        app_sweep_csv(sweep, &csv);
        right = write_table(sweep, &csv, fault) && write_points(sweep, &csv, fault);
    }
    if (right) {
        print_summary(sweep, app_clock() - begun, workers, found);
    }
    right = right && (sweep->options->plot.file == NULL || draw_plot(sweep, &csv, fault));
    vol_text_release(&csv);
    return right;
}

/* The other ranks compute for the first one, which has the files. */
static bool run_all(app_sweep *sweep, app_fault *fault) {
    uint64_t wanted = count_wanted(sweep), found = sweep->done, all = found + wanted;
    uint32_t workers = 0;
    double begun = app_clock();
    if (!compute(sweep, wanted, &workers, fault)) {
        return false;
    }
    if (app_cluster_first() && sweep->done < all) {
        return app_fault_set(fault, APP_EXIT_INTERRUPTED, "volery sweep: interrupted after %llu of %llu runs%s",
                             (unsigned long long)sweep->done, (unsigned long long)all,
                             sweep->journalled ? "; the same command goes on from there" : "");
    }
    return !app_cluster_first() || conclude(sweep, begun, workers, found, fault);
}

/* What the first rank does before anything is computed. */
static bool begin(app_sweep *sweep, app_fault *fault) {
    return open_files(sweep, fault) && (!sweep->options->sweep.join || app_part_join(sweep, fault));
}

/* Do all ranks have the same plan? */
static bool is_same(const app_sweep *sweep, app_fault *fault) {
    vol_text identity = {0};
    app_sweep_identity(sweep, &identity);
    uint64_t sum = app_block_sum(APP_FIRST_SUM, (const unsigned char *)identity.data, identity.length);
    vol_text_release(&identity);
    return app_same_number(sum, "the plan of the sweep", fault);
}

int app_sweep_command(const app_options *options, app_fault *fault) {
    app_sweep sweep = {.journal.file = -1};
    bool shared = strcmp(options->operand, "-") != 0 || app_cluster_share_input(fault);
    bool right = shared && app_cluster_agree(app_sweep_prepare(&sweep, options, fault), fault) &&
                 is_same(&sweep, fault) && app_cluster_agree(check_device(&sweep, fault), fault);
    app_interrupt_catch(); /* from here on signals are noted: nothing is left beside the files */
    right = right && app_cluster_agree(!app_cluster_first() || begin(&sweep, fault), fault) && run_all(&sweep, fault);
    right = app_cluster_agree(right, fault);
    if (sweep.journalled) {
        app_journal_close(&sweep.journal, right && options->sweep.part == NULL);
    }
    if (right && options->sweep.part == NULL && sweep.failed > 0 && sweep.failed == sweep.done) {
        right = app_fault_set(fault, APP_EXIT_FAILED, "volery sweep: all %llu runs failed; the column status says why",
                              (unsigned long long)sweep.failed);
    }
    app_sweep_release(&sweep);
    return right ? APP_EXIT_DONE : fault->code;
}
