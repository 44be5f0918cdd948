/* `volery bench sound`: what the features of sound cost of a core, in real time. */
#include "bench/bench.h"
#include "common/arena.h"
#include "sound/features.h"
#include "util/json.h"
#include "util/terminal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE = 44100, CHANNELS = 2, SECONDS = 60 };

/* Notes over noise: something is new in it all the time. */
static float *compose(void) {
    size_t count = (size_t)RATE * SECONDS;
    float *samples = vol_take(count * CHANNELS * sizeof *samples);
    uint32_t state = 1;
    for (size_t i = 0; i < count; i++) {
        double t = (double)i / RATE;
        state = state * 1664525u + 1013904223u;
        double noise = (double)state / 2147483648.0 - 1;
        double note = sin(2765 * t) * exp(-8 * fmod(t, 0.5));
        samples[2 * i] = (float)(0.4 * note + 0.05 * noise);
        samples[2 * i + 1] = (float)(0.4 * note - 0.05 * noise);
    }
    return samples;
}

/* Seconds that analysing them took, and how many blocks there were. */
static double analyse(const float *samples, size_t *blocks) {
    vol_sound_analyser *analyser = vol_checked(vol_sound_analyser_create(RATE, CHANNELS));
    vol_sound_frame frame;
    size_t left = (size_t)RATE * SECONDS;
    double begun = app_clock();
    *blocks = 0;
    while (left > 0) {
        size_t taken = vol_sound_analyser_push(analyser, samples, left);
        samples += taken * CHANNELS;
        left -= taken;
        *blocks += vol_sound_analyser_read(analyser, &frame);
    }
    double seconds = app_clock() - begun;
    vol_sound_analyser_destroy(analyser);
    return seconds;
}

void app_bench_sound(vol_text *text, uint64_t repeat, bool json) {
    float *samples = compose();
    double best = INFINITY;
    size_t blocks = 0;
    for (uint64_t i = 0; i < repeat; i++) {
        best = fmin(best, analyse(samples, &blocks));
    }
    free(samples);
    if (!json) {
        vol_text_print(text, "%d s of sound, %d channels of %d Hz: %.3g s, %.3g us a block, %.2g %% of a core\n",
                       SECONDS, CHANNELS, RATE, best, 1e6 * best / (double)blocks, 100 * best / SECONDS);
        return;
    }
    app_json_open(text, NULL, '{');
    app_json_text(text, "workload", "sound");
    app_json_whole(text, "rate", RATE);
    app_json_whole(text, "channels", CHANNELS);
    app_json_whole(text, "blocks", blocks);
    app_json_whole(text, "sound_seconds", SECONDS);
    app_json_real(text, "seconds", best);
    app_json_real(text, "share_of_a_core", best / SECONDS);
    app_json_close(text, '}');
    vol_text_put(text, "\n");
}
