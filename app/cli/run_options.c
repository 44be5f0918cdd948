/* Wrong uses of `volery run` that need no scene to be seen. */
#include "cli/run_options.h"

#include "cluster/cluster.h"
#include "measure/measures.h"
#include "trajectory/trajectory.h"

#include <string.h>

bool app_run_is_stdout(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

static bool check_standard(const app_options *o, app_fault *fault) {
    static const char *const names[] = {"-o", "--measure", "--save"};
    const char *const paths[] = {o->output, o->measure, o->save};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < i; k++) {
            if (app_run_is_stdout(paths[i]) && app_run_is_stdout(paths[k])) {
                return app_fault_set(fault, APP_EXIT_WRONG, "volery run: %s and %s cannot both be standard output",
                                     names[k], names[i]);
            }
        }
    }
    return true;
}

const char *app_run_beside(const app_options *o) {
    const char *const paths[] = {o->output, o->record, o->measure, o->leader_log, o->save};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        if (paths[i] != NULL) {
            return paths[i];
        }
    }
    return NULL;
}

static bool check_checkpoints(const app_options *o, app_fault *fault) {
    if (o->checkpoint == 0) {
        return !(o->resume || o->checkpoint_file != NULL) ||
               app_fault_set(fault, APP_EXIT_WRONG, "volery run: %s needs --checkpoint EVERY%s",
                             o->resume ? "--resume" : "--checkpoint-file", o->resume ? ", as the run had it" : "");
    }
    if (o->checkpoint_file != NULL ? o->checkpoint_file[0] == '\0' || app_run_is_stdout(o->checkpoint_file)
                                   : app_run_beside(o) == NULL) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             o->checkpoint_file != NULL
                                 ? "volery run: --checkpoint-file needs the name of a file"
                                 : "volery run: --checkpoint needs --checkpoint-file NAME where nothing is written");
    }
    return !(app_run_is_stdout(o->output) || app_run_is_stdout(o->measure) || app_run_is_stdout(o->save)) ||
           app_fault_set(fault, APP_EXIT_WRONG,
                         "volery run: --checkpoint: a run cannot go on in standard output; give a file");
}

/* Those at the other end of OSC live in real time, with one process, and what they want is in no checkpoint. */
static bool check_osc(const app_options *o, app_fault *fault) {
    if (o->osc.in == NULL && o->osc.out == NULL) {
        return true;
    }
    if (app_cluster_size() > 1) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery run: OSC is for one process, and here are %u",
                             (unsigned)app_cluster_size());
    }
    return o->osc.in == NULL || o->checkpoint == 0 ||
           app_fault_set(fault, APP_EXIT_WRONG,
                         "volery run: --osc-in and --checkpoint cannot be given together: what has come by OSC is not "
                         "in a checkpoint");
}

bool app_run_check(const app_options *o, app_fault *fault) {
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
    if (app_run_is_stdout(o->load) && strcmp(o->operand, "-") == 0) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery run: the scene and --load cannot both be standard input");
    }
    return check_standard(o, fault) && check_checkpoints(o, fault) && check_osc(o, fault) &&
           (o->measure == NULL || app_measure_file_check(o->measure, fault)) &&
           (o->output == NULL || app_trajectory_check(o->output, fault));
}
