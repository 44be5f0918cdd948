/* The clock and the progress bar. */
#include "util/terminal.h"

#include "cluster/cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double app_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

app_progress app_progress_begin(uint64_t from, uint64_t total, bool quiet) {
    const char *terminal = getenv("TERM");
    const char *plain = getenv("NO_COLOR");
    bool able = isatty(STDERR_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0;
    double now = app_clock();
    return (app_progress){.wanted = able && !quiet && app_cluster_first(),
                          .colors = plain == NULL || plain[0] == '\0',
                          .begin = now,
                          .last = now,
                          .from = from,
                          .total = total,
                          .what = "step"};
}

void app_duration_text(char *text, int size, double seconds) {
    unsigned long long whole = seconds < 1e15 ? (unsigned long long)(seconds + 0.5) : 0;
    if (whole >= 3600) {
        snprintf(text, (size_t)size, "%llu h %02llu min", whole / 3600, whole / 60 % 60);
    } else if (whole >= 60) {
        snprintf(text, (size_t)size, "%llu min %02llu s", whole / 60, whole % 60);
    } else {
        snprintf(text, (size_t)size, "%llu s", whole);
    }
}

void app_progress_show(app_progress *progress, uint64_t step) {
    enum { BAR = 30 };
    if (!progress->wanted) {
        return;
    }
    double now = app_clock();
    if (now - progress->begin < 1 || now - progress->last < 0.1) {
        return;
    }
    progress->last = now;
    progress->shown = true;
    uint64_t done = step - progress->from;
    double part = progress->total > 0 ? (double)done / (double)progress->total : 1;
    double rate = (double)done / (now - progress->begin);
    char bar[BAR + 1];
    int filled = (int)(part * BAR);
    memset(bar, ' ', BAR);
    memset(bar, '=', (size_t)filled);
    bar[BAR] = '\0';
    char left[48] = "?";
    if (rate > 0) {
        app_duration_text(left, sizeof left, (double)(progress->total - done) / rate);
    }
    fprintf(stderr, "\r\033[K[%s%s%s] %3.0f %%  %s %llu  %.4g %ss/s  %s left", progress->colors ? "\033[36m" : "", bar,
            progress->colors ? "\033[0m" : "", 100 * part, progress->what, (unsigned long long)step, rate,
            progress->what, left);
    fflush(stderr);
}

void app_progress_end(app_progress *progress) {
    if (progress->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}
