/* What a person at a terminal sees and does while a run goes on: a bar, and the interrupt key. */
#ifndef VOLERY_APP_UTIL_TERMINAL_H
#define VOLERY_APP_UTIL_TERMINAL_H

#include "util/interrupt.h"

#include <stdbool.h>
#include <stdint.h>

/* Seconds since some moment. */
double vol_app_clock(void);

/* A bar on standard error with the rate and the time left, if that is a terminal and the work takes longer than a
 * second. */
typedef struct vol_progress {
    bool wanted, shown, colors;
    double begin, last;
    uint64_t from, total;
    const char *what; /* is counted: "step", unless it is changed after beginning */
} vol_progress;

vol_progress vol_progress_begin(uint64_t from, uint64_t total, bool quiet);
void vol_progress_show(vol_progress *progress, uint64_t step);
/* Removes the bar. */
void vol_progress_end(vol_progress *progress);

/* "2 h 05 min", "3 min 20 s", "12 s" */
void vol_duration_text(char *text, int size, double seconds);

#endif
