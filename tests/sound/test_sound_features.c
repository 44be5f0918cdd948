/* Features of signals whose features are known: silence, sines, sweeps, clicks, bands of noise. */
#include "sound/features.h"
#include "sound/fft.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if VOL_WITH_KISSFFT
#include <kiss_fftr.h>
#endif

#include "asserts.h"

enum { RATE = 44100, HOP = 512 };

static const double TURN = 6.283185307179586;

typedef struct heard {
    vol_sound_frame *frame;
    size_t count;
    double tempo;
} heard;

static void hear(heard *h, const vol_sound_frame *frame) {
    h->frame = realloc(h->frame, (h->count + 1) * sizeof *h->frame);
    assert_non_null(h->frame);
    h->frame[h->count++] = *frame;
}

/* All feature frames of some samples, which are handed over in portions. */
static heard analyse(uint32_t rate, uint32_t channels, const float *samples, size_t frames, size_t portion) {
    heard h = {0};
    vol_sound_frame frame;
    vol_sound_analyser *a = vol_sound_analyser_create(rate, channels);
    assert_non_null(a);
    while (frames > 0) {
        size_t taken = vol_sound_analyser_push(a, samples, frames < portion ? frames : portion);
        samples += taken * channels;
        frames -= taken;
        while (vol_sound_analyser_read(a, &frame)) {
            hear(&h, &frame);
        }
    }
    h.tempo = vol_sound_analyser_tempo(a);
    while (vol_sound_analyser_end(a, &frame)) {
        hear(&h, &frame);
    }
    vol_sound_analyser_destroy(a);
    return h;
}

static float *new_sound(size_t count) {
    float *sound = calloc(count, sizeof *sound);
    assert_non_null(sound);
    return sound;
}

/* Numbers between -1 and 1, the same each time. */
static double noise(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (double)*state / 2147483648.0 - 1;
}

static void there_is_a_frame_for_each_block_that_has_begun(void **unused) {
    (void)unused;
    static const size_t lengths[] = {0, 1, HOP - 1, HOP, HOP + 1, 2 * HOP, 7 * HOP + 3};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        float *sound = new_sound(lengths[i] + 1);
        heard h = analyse(RATE, 1, sound, lengths[i], 100);
        assert_int_equal(h.count, (lengths[i] + HOP - 1) / HOP);
        for (size_t k = 0; k < h.count; k++) {
            assert_number_equal(h.frame[k].time, ((double)k + 0.5) * HOP / RATE);
        }
        free(sound);
        free(h.frame);
    }
}

static void volume_is_ten_norms_of_the_block_exactly(void **unused) {
    (void)unused;
    enum { CHANNELS = 2, FRAMES = 9 * HOP + 100 };
    uint32_t state = 1;
    float *sound = new_sound(FRAMES * CHANNELS);
    for (size_t i = 0; i < FRAMES * CHANNELS; i++) {
        sound[i] = (float)(noise(&state) * (double)i / (FRAMES * CHANNELS));
    }
    heard h = analyse(RATE, CHANNELS, sound, FRAMES, 333);
    assert_int_equal(h.count, 10);
    for (size_t k = 0; k < h.count; k++) {
        double sum = 0;
        for (size_t i = k * HOP * CHANNELS; i < (k + 1) * HOP * CHANNELS && i < FRAMES * CHANNELS; i++) {
            sum += (double)sound[i] * (double)sound[i];
        }
        assert_number_equal(h.frame[k].value[VOL_SOUND_VOLUME], 10 * sqrt(sum));
        assert_number_equal(h.frame[k].value[VOL_SOUND_RMS], sqrt(sum / (HOP * CHANNELS)));
    }
    free(sound);
    free(h.frame);
}

static void silence_has_no_features(void **unused) {
    (void)unused;
    float *sound = new_sound(RATE);
    heard h = analyse(RATE, 1, sound, RATE, RATE);
    for (size_t k = 0; k < h.count; k++) {
        for (int f = 0; f < VOL_SOUND_FEATURES; f++) {
            assert_number_equal(h.frame[k].value[f], 0);
        }
        assert_false(h.frame[k].onset || h.frame[k].beat);
    }
    assert_number_equal(h.tempo, 0);
    free(sound);
    free(h.frame);
}

static void what_is_no_number_counts_as_silence(void **unused) {
    (void)unused;
    float *sound = new_sound(RATE);
    for (size_t i = 0; i < RATE; i++) {
        sound[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? INFINITY : -1e30F;
    }
    heard h = analyse(RATE, 1, sound, RATE, RATE);
    assert_number_equal(h.frame[40].value[VOL_SOUND_VOLUME], 0);
    assert_number_equal(h.frame[40].value[VOL_SOUND_CENTROID], 0);
    free(sound);
    free(h.frame);
}

/* Which band a frequency lies in, or -1. */
static int band_of(double frequency) {
    return frequency < 20 || frequency >= 16000 ? -1 : frequency < 250 ? 0 : frequency < 4000 ? 1 : 2;
}

static void a_sine_lies_in_its_band_with_its_root_mean_square(void **unused) {
    (void)unused;
    static const double frequencies[] = {60, 120, 180, 400, 1000, 3500, 4500, 9000, 15000};
    static const uint32_t rates[] = {44100, 48000, 96000, 192000};
    for (size_t r = 0; r < 4; r++) {
        for (size_t i = 0; i < 9; i++) {
            double frequency = frequencies[i];
            float *sound = new_sound(rates[r]);
            for (size_t k = 0; k < rates[r]; k++) {
                sound[k] = (float)(0.5 * sin(TURN * frequency * (double)k / rates[r]));
            }
            heard h = analyse(rates[r], 1, sound, rates[r], 4096);
            const double *value = h.frame[h.count / 2].value;
            for (int band = 0; band < 3; band++) {
                double wanted = band == band_of(frequency) ? 0.5 / sqrt(2) : 0;
                assert_true(fabs(value[VOL_SOUND_LOW + band] - wanted) < 0.01);
            }
            assert_true(fabs(value[VOL_SOUND_CENTROID] - frequency) < 30 + frequency * 0.02);
            free(sound);
            free(h.frame);
        }
    }
}

static void a_sweep_goes_through_the_bands_in_their_order(void **unused) {
    (void)unused;
    enum { SECONDS = 10 };
    float *sound = new_sound((size_t)SECONDS * RATE);
    double phase = 0;
    for (size_t k = 0; k < (size_t)SECONDS * RATE; k++) {
        double frequency = 40 * pow(300, (double)k / (SECONDS * (double)RATE)); /* 40 to 12,000 Hz */
        phase += frequency / RATE;
        sound[k] = (float)(0.5 * sin(TURN * phase));
    }
    heard h = analyse(RATE, 1, sound, (size_t)SECONDS * RATE, 1000);
    double before = 0;
    for (size_t k = 4; k + 4 < h.count; k++) {
        double frequency = 40 * pow(300, h.frame[k].time / SECONDS);
        const double *value = h.frame[k].value;
        int band = band_of(frequency);
        bool at_an_edge = fabs(frequency - 250) < 60 || fabs(frequency - 4000) < 200;
        if (!at_an_edge) {
            assert_true(fabs(value[VOL_SOUND_LOW + band] - 0.5 / sqrt(2)) < 0.02);
        }
        if (frequency > 150) {
            assert_true(value[VOL_SOUND_CENTROID] > before * 0.99);
            assert_true(fabs(value[VOL_SOUND_CENTROID] - frequency) < 30 + frequency * 0.05);
        }
        before = frequency > 150 ? value[VOL_SOUND_CENTROID] : 0;
    }
    free(sound);
    free(h.frame);
}

/* Noise between two frequencies, as a sum of sines of its own. */
static void add_noise_band(float *sound, size_t count, double from, double to, double amplitude) {
    uint32_t state = 7;
    enum { SINES = 60 };
    for (int s = 0; s < SINES; s++) {
        double frequency = from + (to - from) * (s + 0.5 + 0.4 * noise(&state)) / SINES;
        double phase = noise(&state);
        for (size_t k = 0; k < count; k++) {
            sound[k] += (float)(amplitude * sqrt(2.0 / SINES) * sin(TURN * (phase + frequency * (double)k / RATE)));
        }
    }
}

static void a_band_of_noise_has_its_energy_on_average(void **unused) {
    (void)unused;
    static const double ends[3][2] = {{60, 200}, {400, 3500}, {4500, 12000}};
    for (int band = 0; band < 3; band++) {
        float *sound = new_sound(2 * RATE);
        add_noise_band(sound, 2 * RATE, ends[band][0], ends[band][1], 0.2);
        heard h = analyse(RATE, 1, sound, 2 * RATE, 2 * RATE);
        double squares[3] = {0};
        size_t counted = 0;
        for (size_t k = 4; k + 4 < h.count; k++, counted++) {
            for (int b = 0; b < 3; b++) {
                squares[b] += h.frame[k].value[VOL_SOUND_LOW + b] * h.frame[k].value[VOL_SOUND_LOW + b];
            }
        }
        for (int b = 0; b < 3; b++) {
            double wanted = b == band ? 0.2 : 0;
            assert_true(fabs(sqrt(squares[b] / (double)counted) - wanted) < 0.02);
        }
        free(sound);
        free(h.frame);
    }
}

static void clicks_are_onsets_within_one_hop_and_nothing_else_is(void **unused) {
    (void)unused;
    enum { CLICKS = 40, APART = 13331 }; /* not a whole number of hops: they fall anywhere in a block */
    size_t count = (size_t)(CLICKS + 1) * APART;
    static const double floors[] = {0, 0.01};
    for (int f = 0; f < 2; f++) {
        uint32_t state = 3;
        float *sound = new_sound(count);
        for (size_t k = 0; k < count; k++) {
            sound[k] = (float)(floors[f] * noise(&state));
        }
        for (size_t i = 0; i < CLICKS; i++) {
            sound[(i + 1) * APART] += 0.9F;
        }
        heard h = analyse(RATE, 1, sound, count, 777);
        size_t found = 0;
        for (size_t k = 0; k < h.count; k++) {
            if (h.frame[k].onset && h.frame[k].time > 0.1) { /* noise begins at 0: an onset too */
                double at = (double)(++found * APART) / RATE;
                assert_true(fabs(h.frame[k].time - at) <= (double)HOP / RATE);
                assert_true(h.frame[k].value[VOL_SOUND_ONSET] > 0.1);
            }
        }
        assert_int_equal(found, CLICKS);
        free(sound);
        free(h.frame);
    }
}

static void notes_are_onsets_and_steady_sound_has_none(void **unused) {
    (void)unused;
    size_t count = 6 * (size_t)RATE;
    uint32_t state = 5;
    float *sound = new_sound(count);
    for (size_t k = 0; k < count; k++) {
        double t = (double)k / RATE;
        double in_note = fmod(t, 0.5);
        sound[k] = (float)(0.3 * sin(TURN * 440 * t) * exp(-6 * in_note) + 0.002 * noise(&state));
    }
    heard h = analyse(RATE, 1, sound, count, 777);
    int found = 0;
    for (size_t k = 20; k < h.count; k++) {
        if (h.frame[k].onset) {
            double off = fmod(h.frame[k].time + 0.25, 0.5) - 0.25;
            assert_true(fabs(off) <= 1.5 * HOP / RATE);
            found++;
        }
    }
    assert_int_equal(found, 11);
    free(h.frame);
    for (size_t k = 0; k < count; k++) {
        sound[k] = (float)(0.3 * sin(TURN * 440 * (double)k / RATE) + 0.05 * noise(&state));
    }
    h = analyse(RATE, 1, sound, count, 777);
    for (size_t k = 20; k + 3 < h.count; k++) { /* where it ends abruptly there is something new */
        assert_false(h.frame[k].onset);
    }
    free(sound);
    free(h.frame);
}

static void the_beat_of_a_metronome_is_found(void **unused) {
    (void)unused;
    static const double tempos[] = {75, 100, 120, 132, 160};
    for (size_t i = 0; i < 5; i++) {
        size_t count = 16 * (size_t)RATE;
        double period = 60 / tempos[i];
        float *sound = new_sound(count);
        for (size_t k = 0; k < count; k++) {
            double t = fmod((double)k / RATE, period);
            sound[k] = (float)(0.6 * sin(TURN * 200 * t) * exp(-30 * t));
        }
        heard h = analyse(RATE, 1, sound, count, 2000);
        assert_true(fabs(h.tempo - tempos[i]) < 2);
        int beats = 0;
        for (size_t k = 0; k < h.count; k++) {
            if (h.frame[k].time > 6 && h.frame[k].time < 15.5 && h.frame[k].beat) {
                double off = fmod(h.frame[k].time + period / 2, period) - period / 2;
                assert_true(fabs(off) < 0.05);
                beats++;
            }
        }
        assert_true(fabs(beats - 9.5 / period) < 1.5);
        free(sound);
        free(h.frame);
    }
}

static void portions_do_not_matter(void **unused) {
    (void)unused;
    size_t count = 3 * (size_t)RATE;
    uint32_t state = 11;
    float *sound = new_sound(count);
    for (size_t k = 0; k < count; k++) {
        sound[k] = (float)noise(&state);
    }
    heard one = analyse(RATE, 1, sound, count, 1);
    heard all = analyse(RATE, 1, sound, count, count);
    assert_int_equal(one.count, all.count);
    for (size_t k = 0; k < one.count; k++) {
        assert_memory_equal(one.frame[k].value, all.frame[k].value, sizeof one.frame[k].value);
        assert_int_equal(one.frame[k].onset, all.frame[k].onset);
    }
    free(sound);
    free(one.frame);
    free(all.frame);
}

/* The bits of all features of a sound that is made of whole numbers: the same on every machine. */
static void features_have_the_same_bits_on_every_machine(void **unused) {
    (void)unused;
    size_t count = 8 * (size_t)RATE;
    uint32_t state = 21;
    uint64_t hash = UINT64_C(14695981039346656037);
    float *sound = new_sound(2 * count);
    for (size_t k = 0; k < count; k++) {
        double loud = k % 22050 < 3000 ? 1 : 0.125; /* a beat of noise, over a square wave */
        sound[2 * k] = (float)(noise(&state) / 2 * loud);
        sound[2 * k + 1] = k / 100 % 2 == 0 ? 0.25F : -0.25F;
    }
    heard h = analyse(RATE, 2, sound, count, 1234);
    for (size_t k = 0; k < h.count; k++) {
        for (int f = 0; f < VOL_SOUND_FEATURES; f++) {
            uint64_t bits;
            memcpy(&bits, &h.frame[k].value[f], sizeof bits);
            hash = (hash ^ bits) * UINT64_C(1099511628211);
        }
        hash = (hash ^ (h.frame[k].onset + 2u * h.frame[k].beat)) * UINT64_C(1099511628211);
    }
    assert_hash_equal(hash, UINT64_C(0x2b59e1d664ef9fdd));
    free(sound);
    free(h.frame);
}

static void blocks_are_64_to_128_a_second_at_any_rate(void **unused) {
    (void)unused;
    static const uint32_t rates[] = {4000, 8000, 11025, 22050, 44100, 48000, 96000, 192000, 768000};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        vol_sound_analyser *a = vol_sound_analyser_create(rates[i], 8);
        assert_non_null(a);
        uint32_t hop = vol_sound_analyser_hop(a);
        assert_int_equal(hop & (hop - 1), 0);
        assert_true(rates[i] / hop >= 62 && rates[i] / hop < 128);
        assert_true(vol_sound_analyser_latency(a) < 0.041);
        vol_sound_analyser_destroy(a);
    }
    assert_null(vol_sound_analyser_create(3999, 1));
    assert_null(vol_sound_analyser_create(768001, 1));
    assert_null(vol_sound_analyser_create(44100, 0));
    assert_null(vol_sound_analyser_create(44100, VOL_SOUND_MOST_CHANNELS + 1));
}

static void features_are_found_by_their_names(void **unused) {
    (void)unused;
    for (unsigned f = 0; f < VOL_SOUND_FEATURES; f++) {
        assert_int_equal(vol_sound_feature_find(vol_sound_feature_at(f)->name), f);
    }
    assert_null(vol_sound_feature_at(VOL_SOUND_FEATURES));
    assert_int_equal(vol_sound_feature_find("loudness"), VOL_SOUND_FEATURES);
}

/* The table of docs/sound.md is that of the code. */
static void features_are_documented(void **unused) {
    (void)unused;
    static char text[65536];
    FILE *file = fopen(VOL_TESTS_DIR "/../docs/sound.md", "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    for (unsigned f = 0; f < VOL_SOUND_FEATURES; f++) {
        char row[256];
        snprintf(row, sizeof row, "\n| `%s` | %s |\n", vol_sound_feature_at(f)->name, vol_sound_feature_at(f)->help);
        if (strstr(text, row) == NULL) {
            fail_msg("docs/sound.md has no row%s", row);
        }
    }
}

static void the_transform_is_that_of_its_definition(void **unused) {
    (void)unused;
    for (size_t size = 4; size <= 256; size *= 2) {
        vol_sound_fft fft;
        double samples[256];
        double power[129];
        uint32_t state = (uint32_t)size;
        assert_true(vol_sound_fft_create(&fft, size));
        for (size_t i = 0; i < size; i++) {
            samples[i] = noise(&state);
        }
        vol_sound_fft_power(&fft, samples, power);
        for (size_t k = 0; k <= size / 2; k++) {
            double re = 0;
            double im = 0;
            for (size_t i = 0; i < size; i++) {
                re += samples[i] * cos(TURN * (double)((k * i) % size) / (double)size);
                im -= samples[i] * sin(TURN * (double)((k * i) % size) / (double)size);
            }
            assert_true(fabs(power[k] - (re * re + im * im)) < 1e-11 * (double)size);
        }
        vol_sound_fft_release(&fft);
    }
}

#if VOL_WITH_KISSFFT
static void the_transform_agrees_with_kissfft(void **unused) {
    (void)unused;
    enum { SIZE = 2048 };
    static float single[SIZE];
    static double samples[SIZE], power[SIZE / 2 + 1];
    static kiss_fft_cpx bins[SIZE / 2 + 1];
    vol_sound_fft fft;
    uint32_t state = 9;
    kiss_fftr_cfg other = kiss_fftr_alloc(SIZE, 0, NULL, NULL);
    assert_true(vol_sound_fft_create(&fft, SIZE) && other != NULL);
    for (size_t i = 0; i < SIZE; i++) {
        single[i] = (float)noise(&state);
        samples[i] = (double)single[i];
    }
    kiss_fftr(other, single, bins);
    vol_sound_fft_power(&fft, samples, power);
    for (size_t k = 0; k <= SIZE / 2; k++) {
        double magnitude = hypot((double)bins[k].r, (double)bins[k].i);
        assert_true(fabs(sqrt(power[k]) - magnitude) < 1e-3);
    }
    vol_sound_fft_release(&fft);
    kiss_fftr_free(other);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_a_frame_for_each_block_that_has_begun),
        cmocka_unit_test(volume_is_ten_norms_of_the_block_exactly),
        cmocka_unit_test(silence_has_no_features),
        cmocka_unit_test(what_is_no_number_counts_as_silence),
        cmocka_unit_test(a_sine_lies_in_its_band_with_its_root_mean_square),
        cmocka_unit_test(a_sweep_goes_through_the_bands_in_their_order),
        cmocka_unit_test(a_band_of_noise_has_its_energy_on_average),
        cmocka_unit_test(clicks_are_onsets_within_one_hop_and_nothing_else_is),
        cmocka_unit_test(notes_are_onsets_and_steady_sound_has_none),
        cmocka_unit_test(the_beat_of_a_metronome_is_found),
        cmocka_unit_test(portions_do_not_matter),
        cmocka_unit_test(features_have_the_same_bits_on_every_machine),
        cmocka_unit_test(blocks_are_64_to_128_a_second_at_any_rate),
        cmocka_unit_test(features_are_found_by_their_names),
        cmocka_unit_test(features_are_documented),
        cmocka_unit_test(the_transform_is_that_of_its_definition),
#if VOL_WITH_KISSFFT
        cmocka_unit_test(the_transform_agrees_with_kissfft),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
