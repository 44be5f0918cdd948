/* The leader log: what the rules of its flock do to a leader, step by step, as the program of the emergence article
 * writes it for the unit that it marks. */
#ifndef VOLERY_APP_MEASURE_LEADER_LOG_H
#define VOLERY_APP_MEASURE_LEADER_LOG_H

#include "record/place.h"
#include "util/output.h"
#include <volery/scene.h>

typedef struct app_leader_log app_leader_log;

/* A scene that never has a leader is a fault. */
bool app_leader_log_check(const vol_scene *scene, app_fault *fault);

/* Begins the file, or goes on behind a place. Scene and output must stay until it is closed. NULL on failure. */
app_leader_log *app_leader_log_open(app_output *output, const vol_scene *scene, const app_place *from,
                                    app_fault *fault);
/* A line for each flock that has a leader now. */
bool app_leader_log_step(app_leader_log *log, vol_world *world, app_fault *fault);
bool app_leader_log_place(app_leader_log *log, app_place *place, app_fault *fault);
/* Closes and releases; NULL is fine. */
bool app_leader_log_close(app_leader_log *log, app_fault *fault);

#endif
