/* Tempo by autocorrelation of the last six seconds, four times a second; then a comb of that period is laid over them
 * to see when its teeth were hit. Between these looks the beat goes on by itself. Periods are those of 60 to 180 beats
 * a minute, with a leaning towards 120, since half and double of a tempo match as well as itself. */
#include "beat.h"

#include <stdint.h>
#include <stdlib.h>

enum { SECONDS = 6, LEAST_SECONDS = 3, LOOKS = 4, SLOWEST = 60, FASTEST = 180, USUAL = 120 };

bool vol_sound_beat_create(vol_sound_beat *beat, double blocks) {
    *beat = (vol_sound_beat){.blocks = blocks};
    beat->room = (size_t)(SECONDS * blocks);
    beat->shortest = (size_t)(blocks * 60 / FASTEST);
    beat->longest = (size_t)(blocks * 60 / SLOWEST) + 1;
    beat->news = calloc(beat->room, sizeof *beat->news);
    beat->past = calloc(beat->room, sizeof *beat->past);
    beat->match = calloc(2 * beat->longest + 2, sizeof *beat->match);
    return beat->news != NULL && beat->past != NULL && beat->match != NULL;
}

void vol_sound_beat_release(vol_sound_beat *beat) {
    free(beat->news);
    free(beat->past);
    free(beat->match);
    *beat = (vol_sound_beat){0};
}

static double match_at(const vol_sound_beat *beat, size_t there, size_t lag) {
    double sum = 0;
    for (size_t i = 0; i + lag < there; i++) {
        sum += beat->past[i] * beat->past[i + lag];
    }
    return sum / (double)(there - lag);
}

/* The period that matches best, or 0. */
static double find_period(vol_sound_beat *beat, size_t there) {
    double most = 0;
    size_t best = 0;
    double *match = beat->match;
    for (size_t lag = beat->shortest - 1; lag <= 2 * beat->longest + 1; lag++) {
        match[lag] = lag < there / 2 ? match_at(beat, there, lag) : 0;
    }
    for (size_t lag = beat->shortest; lag <= beat->longest; lag++) {
        double usual = beat->blocks * 60 / USUAL;
        double off = (double)lag / usual - usual / (double)lag;
        double score = (match[lag] + match[2 * lag] / 2) / (1 + off * off);
        if (score > most) {
            most = score;
            best = lag;
        }
    }
    double same = match_at(beat, there, 0);
    if (best == 0 || match[best] < same / 8) {
        return 0;
    }
    double curve = match[best - 1] - 2 * match[best] + match[best + 1]; /* the top of a parabola through three */
    double shift = curve < 0 ? (match[best - 1] - match[best + 1]) / (2 * curve) : 0;
    return (double)best + (shift > -1 && shift < 1 ? shift : 0);
}

/* How many blocks ago the last beat was: where the teeth of the comb hit most. */
static double find_since(const vol_sound_beat *beat, size_t there) {
    double most = -1;
    size_t best = 0;
    for (size_t offset = 0; (double)offset < beat->period; offset++) {
        double sum = 0;
        double weight = 1;
        double back = (double)offset;
        while (back < (double)there - 0.5) {
            sum += weight * beat->past[(size_t)(back + 0.5)];
            weight *= 0.9; /* the newest count most: music breathes */
            back += beat->period;
        }
        if (sum > most) {
            most = sum;
            best = offset;
        }
    }
    return (double)best;
}

static void look(vol_sound_beat *beat) {
    size_t there = beat->count < beat->room ? beat->count : beat->room;
    if ((double)there < LEAST_SECONDS * beat->blocks) {
        return;
    }
    for (size_t back = 0; back < there; back++) {
        beat->past[back] = beat->news[(beat->count - 1 - back) % beat->room];
    }
    bool had = beat->period > 0;
    beat->period = find_period(beat, there);
    if (!(beat->period > 0)) {
        beat->since = 0;
        return;
    }
    double since = find_since(beat, there);
    if (!had) {
        beat->since = since;
        return;
    }
    double off = since - beat->since;
    off -= off > beat->period / 2 ? beat->period : 0;
    off += off < -beat->period / 2 ? beat->period : 0;
    beat->since += off / 2;
}

bool vol_sound_beat_step(vol_sound_beat *beat, double news) {
    beat->news[beat->count % beat->room] = news;
    beat->count++;
    bool had = beat->period > 0;
    beat->since += had ? 1 : 0;
    size_t every = (size_t)(beat->blocks / LOOKS);
    if (beat->count % every == 0) {
        look(beat);
    }
    bool now = had && beat->period > 0 && beat->since >= beat->period;
    while (beat->period > 0 && beat->since >= beat->period) {
        beat->since -= beat->period;
    }
    return now;
}

double vol_sound_beat_value(const vol_sound_beat *beat) {
    if (!(beat->period > 0)) {
        return 0;
    }
    double value = 1 - beat->since / beat->period;
    return value < 1 ? value : 1;
}
