/* Whether a recording replays to the same bits, for tests of what records. */
#ifndef VOL_TESTS_VERIFY_RECORDING_H
#define VOL_TESTS_VERIFY_RECORDING_H

#include "record/recording.h"
#include "record/replay.h"

#include <stdio.h>

static inline void vol_test_verify_recording(const char *path) {
    vol_scene_fault fault = {0};
    app_recording recording;
    app_verdict verdict;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(app_recording_open(&recording, file, path, &fault));
    if (!app_replay(&recording, &(vol_scene_where){.threads = 1}, &verdict, &fault)) {
        fail_msg("%s", fault.text);
    }
    assert_true(verdict.identical);
    app_recording_release(&recording);
    fclose(file);
}

#endif
