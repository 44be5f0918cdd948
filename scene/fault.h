/* What went wrong, as one line for a person, and the exit code that goes with it. Functions that can fail take a
 * vol_fault and return false (or NULL) when they filled it. */
#ifndef VOLERY_SCENE_FAULT_H
#define VOLERY_SCENE_FAULT_H

#include <stdbool.h>

/* The program's exit codes. */
enum { VOL_EXIT_DONE = 0, VOL_EXIT_FAILED = 1, VOL_EXIT_WRONG = 2, VOL_EXIT_INTERRUPTED = 130 };

typedef struct vol_fault {
    int exit_code;
    char text[2048];
} vol_fault;

/* Fills the fault; always returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool vol_fault_set(vol_fault *fault, int exit_code, const char *format, ...);

/* Adds to the text of a fault. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void vol_fault_more(vol_fault *fault, const char *format, ...);

#endif
