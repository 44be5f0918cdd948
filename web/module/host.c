/* What the program's recorder needs of its surroundings: an output, which is memory here, a clock, and signals and
 * other ranks, which there are none of. */
#include "app/cluster/cluster.h"
#include "app/cluster/same.h"
#include "app/record/place.h"
#include "app/util/output.h"
#include "app/util/terminal.h"
#include "common/arena.h"

#include "module.h"

bool app_output_begin(app_output *output, app_fault *fault) {
    (void)output;
    (void)fault;
    web_answer()->length = 0;
    return true;
}

bool app_output_write(app_output *output, const void *bytes, size_t size) {
    (void)output;
    vol_text_add(web_answer(), bytes, size);
    return true;
}

/* A recording in memory is made at once: there is none to go on with. */
bool app_place_go_on(const app_place *place, app_output *output, app_fault *fault) {
    (void)place;
    (void)output;
    return app_fault_set(fault, APP_EXIT_FAILED, "a recording in memory cannot be gone on with");
}

/* Blocks of a recording end by their size alone. */
double app_clock(void) {
    return 0;
}

bool app_interrupt_came(void) {
    return false;
}

const vol_cluster *app_cluster(void) {
    return NULL;
}

bool app_cluster_agree(bool right, app_fault *fault) {
    (void)fault;
    return right;
}

bool app_cluster_agree_on(app_accord *accord, bool right, app_fault *fault) {
    (void)accord;
    (void)fault;
    return right;
}

bool app_same_scene(const vol_scene *scene, app_fault *fault) {
    (void)scene;
    (void)fault;
    return true;
}
