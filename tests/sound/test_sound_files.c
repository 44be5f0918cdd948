/* Sound files as people have them, and as nobody wants them: many channels, high rates, few bits, broken, cut off,
 * empty. Each is read, or refused with a reason. */
#include "sound/track.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asserts.h"

/* Bytes that grow. */
typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

static void put(bytes *b, const void *data, size_t size) {
    b->data = realloc(b->data, b->size + size + 1);
    assert_non_null(b->data);
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void put_number(bytes *b, uint32_t number, int size) {
    for (int i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)(number >> (8 * i) & 255);
        put(b, &byte, 1);
    }
}

/* The head of a WAV; 32 bits are floating point numbers. */
static bytes wav(uint32_t rate, uint32_t channels, uint32_t bits, uint32_t frames) {
    bytes b = {0};
    uint32_t block = channels * bits / 8;
    put(&b, "RIFF", 4);
    put_number(&b, 36 + frames * block, 4);
    put(&b, "WAVEfmt ", 8);
    put_number(&b, 16, 4);
    put_number(&b, bits == 32 ? 3 : 1, 2);
    put_number(&b, channels, 2);
    put_number(&b, rate, 4);
    put_number(&b, rate * block, 4);
    put_number(&b, block, 2);
    put_number(&b, bits, 2);
    put(&b, "data", 4);
    put_number(&b, frames * block, 4);
    return b;
}

static vol_sound_track *track_of(const bytes *b, char why[200]) {
    vol_sound_place place = {NULL, b->data, b->size};
    why[0] = '\0';
    return vol_sound_track_read(&place, why, 200);
}

/* Reads a file that must be right. */
static vol_sound_track *read_right(bytes *b) {
    char why[200];
    vol_sound_track *track = track_of(b, why);
    if (track == NULL) {
        fail_msg("refused: %s", why);
    }
    return track;
}

static void refused(bytes *b, const char *reason) {
    char why[200];
    vol_sound_track *track = track_of(b, why);
    assert_null(track);
    if (strstr(why, reason) == NULL) {
        fail_msg("'%s' is not in '%s'", reason, why);
    }
    free(b->data);
}

/* A square wave of half the full scale: its root mean square is known in any number of bits. */
static void put_square(bytes *b, uint32_t channels, uint32_t bits, uint32_t frames) {
    for (uint32_t i = 0; i < frames * channels; i++) {
        bool high = i / channels % 100 < 50;
        if (bits == 8) {
            put_number(b, high ? 192 : 64, 1);
        } else if (bits == 32) {
            float value = high ? 0.5F : -0.5F;
            put(b, &value, 4);
        } else {
            put_number(b, (uint32_t)((high ? 1 : -1) * (1 << (bits - 2))), (int)bits / 8);
        }
    }
}

static void any_bits_rate_and_channels_are_read(void **unused) {
    (void)unused;
    static const struct {
        uint32_t rate, channels, bits;
    } kinds[] = {{44100, 1, 16}, {48000, 2, 24}, {22050, 1, 8}, {192000, 2, 24},
                 {48000, 8, 16}, {8000, 1, 8},   {44100, 2, 32}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        uint32_t frames = kinds[i].rate / 10 + 3;
        bytes b = wav(kinds[i].rate, kinds[i].channels, kinds[i].bits, frames);
        put_square(&b, kinds[i].channels, kinds[i].bits, frames);
        vol_sound_track *track = read_right(&b);
        assert_int_equal(track->rate, kinds[i].rate);
        assert_int_equal(track->channels, kinds[i].channels);
        assert_int_equal(track->length, frames);
        assert_int_equal(track->count, (frames + track->hop - 1) / track->hop);
        const double *value = track->value + 2 * VOL_SOUND_FEATURES;
        assert_number_equal(value[VOL_SOUND_RMS], 0.5);
        assert_number_equal(value[VOL_SOUND_VOLUME], 10 * sqrt(0.25 * track->hop * kinds[i].channels));
        vol_sound_track_release(track);
        free(b.data);
    }
}

static void a_file_that_is_cut_off_is_played_as_far_as_it_goes(void **unused) {
    (void)unused;
    bytes b = wav(44100, 1, 16, 44100);
    put_square(&b, 1, 16, 10000);
    vol_sound_track *track = read_right(&b);
    assert_int_equal(track->length, 10000);
    vol_sound_track_release(track);
    free(b.data);
}

static void what_is_no_sound_is_refused(void **unused) {
    (void)unused;
    bytes empty = {0};
    put(&empty, "", 0);
    refused(&empty, "no sound that can be read");
    bytes words = {0};
    put(&words, "These are words, and no more than that.\n", 40);
    refused(&words, "no sound that can be read");
    bytes head = wav(44100, 1, 16, 0);
    refused(&head, "has no samples");
    bytes short_head = wav(44100, 1, 16, 100);
    short_head.size = 30;
    refused(&short_head, "");
    bytes slow = wav(100, 1, 16, 10);
    put_square(&slow, 1, 16, 10);
    refused(&slow, "has 100 samples a second; allowed are 4000 to 768000");
    bytes many = wav(44100, 100, 16, 10);
    put_square(&many, 100, 16, 10);
    refused(&many, "has 100 channels; allowed are 1 to 64");
}

static void files_that_are_no_files_are_refused(void **unused) {
    (void)unused;
    char why[200];
    static const vol_sound_place none = {"/there/is/none.wav", NULL, 0}, folder = {VOL_TESTS_DIR, NULL, 0},
                                 device = {"/dev/null", NULL, 0};
    assert_null(vol_sound_track_read(&none, why, sizeof why));
    assert_string_equal(why, "cannot be opened: No such file or directory");
    assert_null(vol_sound_track_read(&folder, why, sizeof why));
    assert_string_equal(why, "is no plain file");
    assert_null(vol_sound_track_read(&device, why, sizeof why));
    assert_string_equal(why, "is no plain file");
}

static bytes tune(void) {
    bytes b = {0};
    char piece[4096];
    FILE *file = fopen(VOL_TESTS_DIR "/../scenes/tunes/loom.flac", "rb");
    assert_non_null(file);
    for (size_t count; (count = fread(piece, 1, sizeof piece, file)) > 0;) {
        put(&b, piece, count);
    }
    fclose(file);
    return b;
}

static void the_tune_has_its_tempo_and_its_length(void **unused) {
    (void)unused;
    bytes b = tune();
    vol_sound_track *track = read_right(&b);
    assert_int_equal(track->rate, 16000);
    assert_int_equal(track->length, 16 * 16000);
    assert_true(fabs(track->tempo - 120) < 1);
    assert_true((track->mark[0] & VOL_SOUND_MARK_ONSET) != 0); /* its first note */
    vol_sound_track_release(track);
    free(b.data);
}

/* Whatever bytes are wrong: a track or a reason, and the same each time. */
static void a_broken_file_is_played_or_refused(void **unused) {
    (void)unused;
    bytes b = tune();
    uint32_t state = 1;
    int played = 0;
    for (int i = 0; i < 40; i++) {
        bytes broken = {0};
        char why[2][200];
        put(&broken, b.data, b.size);
        for (int k = 0; k < 1 + i; k++) {
            state = state * 1664525u + 1013904223u;
            broken.data[state % (i % 2 == 0 ? b.size : 200)] ^= (unsigned char)(1u << (state >> 29));
        }
        broken.size = i % 4 == 3 ? b.size * (size_t)i / 40 : b.size;
        vol_sound_track *once = track_of(&broken, why[0]);
        vol_sound_track *again = track_of(&broken, why[1]);
        assert_int_equal(once != NULL, again != NULL);
        assert_string_equal(why[0], why[1]);
        assert_true(once != NULL || why[0][0] != '\0');
        if (once != NULL) {
            played++;
            assert_int_equal(once->count, again->count);
            assert_memory_equal(once->value, again->value, once->count * VOL_SOUND_FEATURES * sizeof *once->value);
        }
        vol_sound_track_release(once);
        vol_sound_track_release(again);
        free(broken.data);
    }
    assert_true(played > 0 && played < 40);
    free(b.data);
}

static void time_is_counted_in_whole_numbers(void **unused) {
    (void)unused;
    bytes b = wav(44100, 1, 16, 44100);
    put_square(&b, 1, 16, 44100);
    vol_sound_track *track = read_right(&b);
    /* a second of sound that begins again: after ten minutes it is as exact as in the first second */
    for (uint64_t step = 0; step < 100; step++) {
        uint64_t frame = step % 60 * 44100 / 60;
        assert_int_equal(vol_sound_track_frame(track, step, 60, true), frame);
        assert_int_equal(vol_sound_track_frame(track, 36000 + step, 60, true), frame);
        assert_int_equal(vol_sound_track_frame(track, UINT64_C(60000000000000) + step, 60, true), frame);
        assert_int_equal(vol_sound_track_block(track, step, 60, true), frame / 512);
        assert_int_equal(vol_sound_track_frame(track, 36000 + step, 60, false), (36000 + step) * 735);
    }
    assert_true(vol_sound_track_block(track, UINT64_MAX, 60, false) >= track->count);
    vol_sound_track_release(track);
    free(b.data);
}

static void every_mark_is_met_once_a_round(void **unused) {
    (void)unused;
    bytes b = wav(44100, 1, 16, 44100 * 2 + 777);
    put_square(&b, 1, 16, 44100 * 2 + 777);
    vol_sound_track *track = read_right(&b);
    memset(track->mark, 0, track->count);
    track->mark[0] = track->mark[1] = track->mark[track->count - 1] = VOL_SOUND_MARK_BEAT;
    track->mark[50] = VOL_SOUND_MARK_ONSET;
    unsigned onsets = 0, beats = 0, all = 0;
    uint64_t rounds = 0;
    for (uint64_t step = 0; step < 60 * 30; step++) {
        unsigned marks = vol_sound_track_marks(track, step, 60, true);
        bool round =
            step > 0 && vol_sound_track_block(track, step, 60, true) < vol_sound_track_block(track, step - 1, 60, true);
        rounds += round;
        onsets += (marks & VOL_SOUND_MARK_ONSET) != 0;
        beats += (marks & VOL_SOUND_MARK_BEAT) != 0;
        all |= marks;
    }
    assert_int_equal(all, VOL_SOUND_MARK_ONSET | VOL_SOUND_MARK_BEAT);
    assert_int_equal(onsets, rounds + 1);
    assert_true(beats >= rounds + 1);
    vol_sound_track_release(track);
    free(b.data);
}

int main(void) {
    if (vol_sound_decoder() == NULL) {
        puts("skipped: built without libsndfile");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_bits_rate_and_channels_are_read),
        cmocka_unit_test(a_file_that_is_cut_off_is_played_as_far_as_it_goes),
        cmocka_unit_test(what_is_no_sound_is_refused),
        cmocka_unit_test(files_that_are_no_files_are_refused),
        cmocka_unit_test(the_tune_has_its_tempo_and_its_length),
        cmocka_unit_test(a_broken_file_is_played_or_refused),
        cmocka_unit_test(time_is_counted_in_whole_numbers),
        cmocka_unit_test(every_mark_is_met_once_a_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
