/* From samples to features, block by block: sums while samples come in, a spectrum when a block is complete, and a
 * block later what the flux says about onsets and beats. Before it is a file or a device, after it a scene's maps. */
#include "features.h"

#include "beat.h"
#include "fft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const vol_sound_feature_row rows[] = {
#define X(symbol, name, unit, most, help) {name, unit, help, most},
#include "features.def"
#undef X
};

enum { WINDOW_HOPS = 3, SPECTRUM_HOPS = 4, BANDS = 3 };

/* The edges of low, middle and high, Hz. */
static const double edges[BANDS + 1] = {20, 250, 4000, 16000};

/* An onset must be so much above the mean flux of the last half second, and so large compared with what is heard. */
static const double ABOVE_MEAN = 1.5, OF_LEVEL = 0.05, LEAST_FLUX = 0.002, LEAST_RMS = 0.001;
static const double MEAN_SECONDS = 0.5, LEVEL_SECONDS = 2, APART_SECONDS = 0.06, HALF_SECONDS = 0.1;

/* What is known of a block before its onset is. */
typedef struct raw {
    double value[VOL_SOUND_FEATURES];
    double flux, level;
} raw;

struct vol_sound_analyser {
    uint32_t rate, channels;
    size_t hop;
    double *samples;           /* all channels as one, the last three hops, and a hop of zeros */
    double *window, *windowed; /* the latter as long as the spectrum, zeros at its end */
    double *power, *before;    /* squares of magnitudes, and the magnitudes of the block before */
    vol_sound_fft fft;
    vol_sound_beat beat;
    double window_sum, window_squares;
    size_t filled;        /* frames of the hop that is being filled */
    double squares[2];    /* sums over the samples of the block that is being filled, and of the one before */
    uint64_t blocks;      /* that are complete */
    raw last[3];          /* of blocks - 2, and of the two before */
    double mean, level;   /* of the flux; and the loudest that was heard lately */
    double fall;          /* of `onset` from block to block */
    double onset;         /* as it is now */
    uint64_t onset_apart; /* blocks until there may be another */
    vol_sound_frame ready;
    bool has_ready, ended;
    uint64_t frames, out; /* pushed; and blocks that were handed out */
};

const vol_sound_feature_row *vol_sound_feature_at(unsigned feature) {
    return feature < VOL_SOUND_FEATURES ? &rows[feature] : NULL;
}

vol_sound_feature vol_sound_feature_find(const char *name) {
    unsigned feature = 0;
    while (feature < VOL_SOUND_FEATURES && strcmp(rows[feature].name, name) != 0) {
        feature++;
    }
    return (vol_sound_feature)feature;
}

/* 2 to the power of -x, for x of at least 0: by the bits of x, whose powers are square roots. */
static double half_power(double x) {
    double result = 1;
    while (x >= 1) {
        result /= 2;
        x -= 1;
    }
    double root = 0.5;
    for (int i = 0; i < 53; i++) {
        root = sqrt(root);
        x *= 2;
        if (x >= 1) {
            x -= 1;
            result *= root;
        }
    }
    return result;
}

/* The window of Hann, three hops long. Its cosines are those of a circle of 3 hops, for which there is no table: each
 * is the one before, turned by one step, in a fixed order; the steps begin at angles that are known. */
static void fill_window(vol_sound_analyser *a) {
    size_t length = WINDOW_HOPS * a->hop;
    double c = -0.5; /* a third of a turn, halved until it is one step: hop is a power of two */
    double s = sqrt(0.75);
    for (size_t k = a->hop; k > 1; k /= 2) {
        double half = sqrt((1 + c) / 2);
        s = s / (2 * half);
        c = half;
    }
    double x = sqrt((1 + c) / 2); /* half a step: samples lie in the middle of steps */
    double y = s / (2 * x);
    a->window_sum = a->window_squares = 0;
    for (size_t i = 0; i < length; i++) {
        a->window[i] = (1 - x) / 2;
        a->window_sum += a->window[i];
        a->window_squares += a->window[i] * a->window[i];
        double turned = x * c - y * s;
        y = y * c + x * s;
        x = turned;
    }
}

vol_sound_analyser *vol_sound_analyser_create(uint32_t rate, uint32_t channels) {
    if (rate < VOL_SOUND_LEAST_RATE || rate > VOL_SOUND_MOST_RATE || channels < 1 ||
        channels > VOL_SOUND_MOST_CHANNELS) {
        return NULL;
    }
    vol_sound_analyser *a = calloc(1, sizeof *a);
    if (a == NULL) {
        return NULL;
    }
    a->rate = rate;
    a->channels = channels;
    a->hop = 1;
    while (rate / a->hop >= 128) {
        a->hop *= 2;
    }
    size_t size = SPECTRUM_HOPS * a->hop;
    a->samples = calloc(WINDOW_HOPS * a->hop, sizeof *a->samples);
    a->window = calloc(size, sizeof *a->window);
    a->windowed = calloc(size, sizeof *a->windowed);
    a->power = calloc(size / 2 + 1, sizeof *a->power);
    a->before = calloc(size / 2 + 1, sizeof *a->before);
    double blocks = (double)rate / (double)a->hop;
    bool whole = vol_sound_fft_create(&a->fft, size);
    whole = vol_sound_beat_create(&a->beat, blocks) && whole;
    if (!whole || a->samples == NULL || a->window == NULL || a->windowed == NULL || a->power == NULL ||
        a->before == NULL) {
        vol_sound_analyser_destroy(a);
        return NULL;
    }
    a->fall = half_power(1 / (HALF_SECONDS * blocks));
    fill_window(a);
    return a;
}

void vol_sound_analyser_destroy(vol_sound_analyser *a) {
    if (a == NULL) {
        return;
    }
    vol_sound_fft_release(&a->fft);
    vol_sound_beat_release(&a->beat);
    free(a->samples);
    free(a->window);
    free(a->windowed);
    free(a->power);
    free(a->before);
    free(a);
}

uint32_t vol_sound_analyser_hop(const vol_sound_analyser *a) {
    return (uint32_t)a->hop;
}

double vol_sound_analyser_latency(const vol_sound_analyser *a) {
    return 2.5 * (double)a->hop / a->rate;
}

double vol_sound_analyser_tempo(const vol_sound_analyser *a) {
    return a->beat.period > 0 ? 60 * a->beat.blocks / a->beat.period : 0;
}

/* Bands, centroid and flux from the squares of magnitudes. */
static void weigh_spectrum(vol_sound_analyser *a, raw *r) {
    size_t bins = a->fft.size / 2;
    double width = (double)a->rate / (double)a->fft.size;
    double band[BANDS] = {0};
    double sum = 0;
    double moment = 0;
    for (size_t k = 1; k < bins; k++) {
        double frequency = (double)k * width;
        double magnitude = sqrt(a->power[k]) * 2 / a->window_sum;
        for (int b = 0; b < BANDS; b++) {
            band[b] += frequency >= edges[b] && frequency < edges[b + 1] ? a->power[k] : 0;
        }
        sum += magnitude;
        moment += magnitude * frequency;
        r->flux += magnitude > a->before[k] ? magnitude - a->before[k] : 0;
        a->before[k] = magnitude;
    }
    double scale = 2 / ((double)a->fft.size * a->window_squares);
    r->value[VOL_SOUND_LOW] = sqrt(band[0] * scale);
    r->value[VOL_SOUND_MIDDLE] = sqrt(band[1] * scale);
    r->value[VOL_SOUND_HIGH] = sqrt(band[2] * scale);
    r->value[VOL_SOUND_CENTROID] = sum > 1e-9 ? moment / sum : 0;
    double fall = 1 - 1 / (LEVEL_SECONDS * a->beat.blocks);
    a->level = a->level * fall > sum ? a->level * fall : sum;
    r->level = a->level;
}

/* The block before the one that is complete now, in the middle of the window. */
static raw measure_block(vol_sound_analyser *a) {
    raw r = {.flux = 0};
    size_t length = WINDOW_HOPS * a->hop;
    for (size_t i = 0; i < length; i++) {
        a->windowed[i] = a->samples[i] * a->window[i];
    }
    vol_sound_fft_power(&a->fft, a->windowed, a->power);
    weigh_spectrum(a, &r);
    r.value[VOL_SOUND_VOLUME] = 10 * sqrt(a->squares[1]);
    r.value[VOL_SOUND_RMS] = sqrt(a->squares[1] / ((double)a->hop * a->channels));
    return r;
}

/* Is the flux of a block a peak, and high enough? */
static bool is_onset(const vol_sound_analyser *a, const raw *before, const raw *r, const raw *after) {
    return a->onset_apart == 0 && r->flux > before->flux && r->flux >= after->flux &&
           r->flux > ABOVE_MEAN * a->mean + OF_LEVEL * after->level + LEAST_FLUX &&
           (r->value[VOL_SOUND_RMS] > LEAST_RMS || after->value[VOL_SOUND_RMS] > LEAST_RMS);
}

/* The block that has one behind it now. */
static void finish_block(vol_sound_analyser *a) {
    const raw *r = &a->last[1];
    vol_sound_frame *frame = &a->ready;
    uint64_t number = a->blocks - 3;
    frame->time = ((double)number + 0.5) * (double)a->hop / a->rate;
    memcpy(frame->value, r->value, sizeof frame->value);
    a->onset_apart -= a->onset_apart > 0 ? 1 : 0;
    frame->onset = is_onset(a, &a->last[2], r, &a->last[0]);
    double level = a->last[0].level + LEAST_FLUX;
    double strength = r->flux < level ? r->flux / level : 1;
    a->onset *= a->fall;
    if (frame->onset) {
        a->onset = strength > a->onset ? strength : a->onset;
        a->onset_apart = (uint64_t)(APART_SECONDS * a->beat.blocks);
    }
    frame->beat = vol_sound_beat_step(&a->beat, r->flux > a->mean ? (r->flux - a->mean) / level : 0);
    double over = MEAN_SECONDS * a->beat.blocks; /* of all there is, while that is less */
    a->mean += (r->flux - a->mean) / ((double)number + 1 < over ? (double)number + 1 : over);
    frame->value[VOL_SOUND_ONSET] = a->onset;
    frame->value[VOL_SOUND_BEAT] = vol_sound_beat_value(&a->beat);
    a->has_ready = true;
}

static void complete_block(vol_sound_analyser *a) {
    a->blocks++;
    if (a->blocks >= 2) {
        a->last[2] = a->last[1];
        a->last[1] = a->last[0];
        a->last[0] = measure_block(a);
    }
    if (a->blocks >= 3) {
        finish_block(a);
    }
    memmove(a->samples, a->samples + a->hop, (WINDOW_HOPS - 1) * a->hop * sizeof *a->samples);
    a->squares[1] = a->squares[0];
    a->squares[0] = 0;
    a->filled = 0;
}

size_t vol_sound_analyser_push(vol_sound_analyser *a, const float *samples, size_t frames) {
    size_t taken = 0;
    double *to = a->samples + (WINDOW_HOPS - 1) * a->hop;
    while (taken < frames && !a->has_ready && !a->ended) {
        double sum = 0;
        for (uint32_t c = 0; c < a->channels; c++) {
            double x = (double)*samples++;
            x = x > -1000 && x < 1000 ? x : 0;
            sum += x;
            a->squares[0] += x * x;
        }
        to[a->filled++] = sum / a->channels;
        taken++;
        a->frames++;
        if (a->filled == a->hop) {
            complete_block(a);
        }
    }
    return taken;
}

bool vol_sound_analyser_read(vol_sound_analyser *a, vol_sound_frame *frame) {
    if (!a->has_ready) {
        return false;
    }
    *frame = a->ready;
    a->has_ready = false;
    a->out++;
    return true;
}

bool vol_sound_analyser_end(vol_sound_analyser *a, vol_sound_frame *frame) {
    a->ended = true;
    if (a->out >= (a->frames + a->hop - 1) / a->hop) {
        return false;
    }
    while (!a->has_ready) {
        double *to = a->samples + (WINDOW_HOPS - 1) * a->hop;
        memset(to + a->filled, 0, (a->hop - a->filled) * sizeof *to);
        complete_block(a);
    }
    return vol_sound_analyser_read(a, frame);
}
