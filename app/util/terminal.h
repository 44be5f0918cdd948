/* What a person at a terminal sees and does while a run goes on: a bar, and the interrupt key. */
#ifndef VOLERY_APP_UTIL_TERMINAL_H
#define VOLERY_APP_UTIL_TERMINAL_H

#include "util/interrupt.h"

#include <stdbool.h>
#include <stdint.h>

/* Seconds since some moment. */
double app_clock(void);

/* A bar on standard error with the rate and the time left, if that is a terminal and the work takes longer than a
 * second. */
typedef struct app_progress {
    bool wanted, shown, colors;
    double begin, last;
    uint64_t from, total;
    const char *what; /* is counted: "step", unless it is changed after beginning */
} app_progress;

app_progress app_progress_begin(uint64_t from, uint64_t total, bool quiet);
void app_progress_show(app_progress *progress, uint64_t step);
/* Removes the bar. */
void app_progress_end(app_progress *progress);

/* "2 h 05 min", "3 min 20 s", "12 s" */
void app_duration_text(char *text, int size, double seconds);

#endif
