/* What the speaker plays, by a driver of SDL that writes it to a file: the sound of the scene's tune, from the time
 * that was asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/arena.h"
#include "play/speaker.h"
#include "sound/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 2048, MOST = 1 << 20 };

static const char text[] =
    "{world: {size: [300, 200]}, flocks: [{name: birds, model: steering, count: 4}], sound: {builtin: loom}}";

static vol_scene open_scene(void) {
    vol_scene scene;
    vol_scene_fault fault = {0};
    if (!vol_scene_read(&scene, "test", ".", text, strlen(text), NULL, 0, &fault)) {
        fail_msg("%s", fault.text);
    }
    return scene;
}

/* Samples of the tune from a time on, as the speaker mixes them. */
static size_t decode(const vol_scene *scene, double time, float *samples) {
    char why[256];
    size_t size = 0;
    const void *bytes = vol_scene_sound_bytes(scene, &size);
    vol_sound_file *file = vol_sound_file_open(&(vol_sound_place){NULL, bytes, size}, why, sizeof why);
    assert_non_null(file);
    uint32_t channels = vol_sound_file_channels(file);
    assert_in_range(channels, 1, 2);
    assert_true(vol_sound_file_seek(file, (uint64_t)(time * vol_sound_file_rate(file))));
    size_t count = vol_sound_file_read(file, samples, FRAMES) * channels;
    vol_sound_file_close(file);
    return count;
}

/* Is it in what the driver has written so far? */
static bool is_written(const float *samples, size_t count, float *all) {
    FILE *file = fopen("test_speaker.raw", "rb");
    size_t there = file != NULL ? fread(all, sizeof *all, MOST, file) : 0;
    bool found = false;
    if (file != NULL) {
        fclose(file);
    }
    for (size_t i = 0; i + count <= there && !found; i++) {
        found = memcmp(all + i, samples, count * sizeof *all) == 0;
    }
    return found;
}

static void the_tune_is_played_from_the_time_of_the_step(void **state) {
    (void)state;
    static float wanted[2 * FRAMES], all[MOST];
    const double times[] = {1.5, 0.25};
    vol_scene scene = open_scene();
    vol_scene_fault fault = {0};
    app_speaker *speaker = app_speaker_open(&scene, &fault);
    if (speaker == NULL) {
        fail_msg("%s", fault.text);
    }
    for (int i = 0; i < 2; i++) {
        size_t count = decode(&scene, times[i], wanted);
        assert_int_not_equal(count, 0);
        app_speaker_follow(speaker, times[i], true);
        while (!is_written(wanted, count, all)) { /* the driver takes as long as it would sound */
        }
        app_speaker_follow(speaker, times[i], false);
    }
    app_speaker_close(speaker);
    vol_scene_release(&scene);
    remove("test_speaker.raw");
}

int main(void) {
    if (vol_scene_sound_version() == NULL) {
        return 77; /* there is no libsndfile here */
    }
    setenv("SDL_AUDIODRIVER", "disk", 1);
    setenv("SDL_DISKAUDIOFILE", "test_speaker.raw", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_tune_is_played_from_the_time_of_the_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
