/* What went wrong, as one line for a person, and the exit code that goes with it: the faults of scenes, which the whole
 * program uses. Functions that can fail take a fault and return false (or NULL) when they filled it. */
#ifndef VOLERY_APP_UTIL_FAULT_H
#define VOLERY_APP_UTIL_FAULT_H

#include <volery/scene.h>

/* The program's exit codes. */
enum {
    APP_EXIT_DONE = 0,
    APP_EXIT_FAILED = VOL_SCENE_FAILED,
    APP_EXIT_WRONG = VOL_SCENE_WRONG,
    APP_EXIT_INTERRUPTED = 130
};

typedef vol_scene_fault app_fault;

#define app_fault_set vol_scene_fault_set
#define app_fault_more vol_scene_fault_more

#endif
