/* Means and moments of series, and the windowed sum of their autocorrelation. docs/sweeping.md has the formulas. */
#include "measure/statistics.h"

#include "common/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double WINDOW = 5; /* autocorrelation is summed up to this many times its own integral */

static const char *const names[APP_STATISTIC_COUNT] = {
    [APP_STATISTIC_MEAN] = "mean", [APP_STATISTIC_SD] = "sd",         [APP_STATISTIC_ERROR] = "error",
    [APP_STATISTIC_TAU] = "tau",   [APP_STATISTIC_BINDER] = "binder", [APP_STATISTIC_SUSCEPTIBILITY] = "susceptibility",
};

const char *app_statistic_name(size_t statistic) {
    return statistic < APP_STATISTIC_COUNT ? names[statistic] : NULL;
}

app_statistic app_statistic_of(const char *title, size_t *length) {
    const char *tail = strrchr(title, '_');
    size_t i = 0;
    while (tail != NULL && i < APP_STATISTIC_COUNT && strcmp(tail + 1, names[i]) != 0) {
        i++;
    }
    *length = tail != NULL && i < APP_STATISTIC_COUNT ? (size_t)(tail - title) : strlen(title);
    return tail != NULL ? (app_statistic)i : APP_STATISTIC_COUNT;
}

/* Two blocks become one. */
static void halve(app_series *s) {
    for (size_t i = 0; i < s->blocks / 2; i++) {
        s->block[i] = (s->block[2 * i] + s->block[2 * i + 1]) / 2;
    }
    s->blocks /= 2;
    s->per_block *= 2;
}

void app_series_add(app_series *s, double value) {
    if (!isfinite(value)) {
        return;
    }
    if (s->block == NULL) {
        s->block = vol_take(APP_SERIES_BLOCKS * sizeof *s->block);
        s->per_block = 1;
    }
    s->count += 1;
    s->sum += value;
    double off = value - s->mean, square = value * value;
    s->mean += off / s->count;
    s->squares += off * (value - s->mean);
    s->seconds += square;
    s->fourths += square * square;
    s->pending_sum += value;
    if (++s->pending < s->per_block) {
        return;
    }
    s->block[s->blocks++] = s->pending_sum / (double)s->pending;
    s->pending = 0;
    s->pending_sum = 0;
    if (s->blocks == APP_SERIES_BLOCKS) {
        halve(s);
    }
}

void app_series_release(app_series *s) {
    free(s->block);
    *s = (app_series){0};
}

/* The covariance of values that are `lag` apart. */
static double covariance(const app_series *s, size_t lag) {
    double sum = 0;
    for (size_t i = 0; i + lag < s->blocks; i++) {
        sum += (s->block[i] - s->mean) * (s->block[i + lag] - s->mean);
    }
    return sum / (double)(s->blocks - lag);
}

/* The square of the standard error: 2 tau variance / n, with tau = 1/2 + the sum of the autocorrelation up to the first
 * lag that is at least WINDOW tau (Sokal), and a correction for the mean, which is the series' own (Wolff). */
static double square_error(const app_series *s) {
    const double number = (double)s->blocks, variance = covariance(s, 0);
    double tau = 0.5;
    size_t lag = 0;
    if (!(variance > 0)) {
        return 0;
    }
    while (lag < s->blocks / 2 && (lag == 0 || (double)lag < WINDOW * tau)) {
        lag++;
        tau += covariance(s, lag) / variance;
    }
    tau *= 1 + (2 * (double)lag + 1) / number;
    tau = tau > 0.5 ? tau : 0.5; /* less is mostly chance, and would make few values look better than they are */
    return 2 * tau * variance / number;
}

void app_series_read(const app_series *s, double every, double boids, double value[APP_STATISTIC_COUNT]) {
    for (size_t i = 0; i < APP_STATISTIC_COUNT; i++) {
        value[i] = NAN;
    }
    if (!(s->count > 0)) {
        return;
    }
    const double variance = s->squares / s->count, second = s->seconds / s->count;
    value[APP_STATISTIC_MEAN] = s->sum / s->count;
    value[APP_STATISTIC_SD] = sqrt(variance);
    value[APP_STATISTIC_BINDER] = second > 0 ? 1 - s->fourths / s->count / (3 * second * second) : NAN;
    value[APP_STATISTIC_SUSCEPTIBILITY] = boids * variance;
    if (s->blocks > 1) {
        double error2 = square_error(s);
        value[APP_STATISTIC_ERROR] = sqrt(error2);
        value[APP_STATISTIC_TAU] = variance > 0 ? every * error2 * s->count / (2 * variance) : NAN;
    }
}

void app_runs_add(app_runs *runs, double value, double error) {
    if (isfinite(value)) {
        runs->count += 1;
        double off = value - runs->mean;
        runs->mean += off / runs->count;
        runs->squares += off * (value - runs->mean);
        runs->errors2 += isfinite(error) ? error * error : 0;
    }
}

double app_runs_deviation(const app_runs *runs) {
    return runs->count > 1 ? sqrt(runs->squares / (runs->count - 1)) : NAN;
}

double app_runs_error(const app_runs *runs) {
    double known = sqrt(runs->errors2) / runs->count;
    return runs->count > 1 ? fmax(known, app_runs_deviation(runs) / sqrt(runs->count)) : known;
}
