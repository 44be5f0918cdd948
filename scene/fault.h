/* What went wrong, as one line for a person. Functions that can fail take a fault and return false (or NULL) when they
 * filled it. */
#ifndef VOLERY_SCENE_FAULT_H
#define VOLERY_SCENE_FAULT_H

#include <stdbool.h>

/* The machine could not do it; or what was asked for is wrong. */
enum { VOL_SCENE_FAILED = 1, VOL_SCENE_WRONG = 2 };

typedef struct vol_scene_fault {
    int code; /* one of these, or one of the program's own */
    char text[2048];
} vol_scene_fault;

/* Fills the fault; always returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool vol_scene_fault_set(vol_scene_fault *fault, int code, const char *format, ...);

/* Adds to the text of a fault. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void vol_scene_fault_more(vol_scene_fault *fault, const char *format, ...);

#endif
