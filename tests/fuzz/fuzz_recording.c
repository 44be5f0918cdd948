/* Any bytes as a recording, as they are and with all sums made right: refused with a message, or replayed. */
#include "core/hash.h"
#include "fuzz.h"
#include "record/replay.h"

#include <string.h>

static void put(uint8_t *at, uint64_t number) {
    for (int i = 0; i < 8; i++) {
        at[i] = (uint8_t)(number >> (8 * i));
    }
}

/* Makes the sums of all blocks right, and of a snapshot in them. A length beyond the end becomes that of the rest. */
static void repair(uint8_t *bytes, size_t size) {
    uint64_t sum = APP_FIRST_SUM;
    size_t at = APP_MARK_SIZE;
    if (size >= APP_MARK_SIZE) {
        memcpy(bytes, APP_RECORDING_MARK, APP_MARK_SIZE);
    }
    while (size >= at + APP_BLOCK_HEAD + APP_BLOCK_TAIL) {
        uint8_t *inside = bytes + at + APP_BLOCK_HEAD;
        uint64_t length = app_get_number(bytes + at + 8, 8);
        size_t most = size - at - APP_BLOCK_HEAD - APP_BLOCK_TAIL;
        if (length > most) {
            length = most;
            put(bytes + at + 8, length);
        }
        if (memcmp(bytes + at, "STAT", 4) == 0 && length >= 8) {
            put(inside + length - 8, vol_checksum(inside, (size_t)length - 8));
        }
        uint64_t of_head = app_block_sum(sum, bytes + at, 16);
        put(bytes + at + 16, of_head);
        sum = app_block_sum(of_head, inside, (size_t)length);
        put(inside + length, sum);
        at += APP_BLOCK_HEAD + (size_t)length + APP_BLOCK_TAIL;
    }
}

static bool is_small(const app_recording *recording) {
    vol_scene scene;
    vol_scene_fault fault = {0};
    bool small = recording->states < 100;
    if (small && vol_scene_read(&scene, "fuzz", ".", recording->scene.data, recording->scene.length, NULL, 0, &fault)) {
        small = fuzz_is_small(&scene);
        vol_scene_release(&scene);
    }
    return small;
}

static void try_it(uint8_t *bytes, size_t size) {
    app_recording recording;
    app_verdict verdict;
    vol_scene_fault fault = {0};
    FILE *file = fmemopen(bytes, size, "rb");
    MUST(file != NULL);
    if (!app_recording_open(&recording, file, "fuzz", &fault)) {
        MUST(fault.text[0] != '\0' && fault.code == VOL_SCENE_FAILED);
    } else {
        if (is_small(&recording) && !app_replay(&recording, &(vol_scene_where){.threads = 1}, &verdict, &fault)) {
            MUST(fault.text[0] != '\0' && fault.code == VOL_SCENE_FAILED);
        }
        app_recording_release(&recording);
    }
    fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0) {
        uint8_t *bytes = memcpy(vol_take(size), data, size);
        try_it(bytes, size);
        repair(bytes, size);
        try_it(bytes, size);
        free(bytes);
    }
    return 0;
}
