/* Any bytes as a scene, and lines of overrides before them: what has not changed is written back byte for byte; what
 * has changed is written so that it reads back to the same, or refused with a message. Input: lines KEY=VALUE, an empty
 * line, the scene. */
#include "fuzz.h"

static vol_scene *read_scene(const char *text, size_t length, const vol_scene_override *overrides, size_t count) {
    vol_scene_fault fault = {0};
    vol_scene *scene = vol_scene_open_text("fuzz", "/nowhere", text, length, overrides, count, &fault);
    MUST(scene != NULL || (fault.text[0] != '\0' && fault.code == VOL_SCENE_WRONG));
    return scene;
}

/* The keys and values, which are all that overrides can change. */
static bool same(const vol_scene *a, const vol_scene *b) {
    char *left = vol_scene_list(a, NULL), *right = vol_scene_list(b, NULL);
    MUST(left != NULL && right != NULL);
    bool equal = strcmp(left, right) == 0;
    vol_scene_free(left);
    vol_scene_free(right);
    return equal && vol_scene_event_count(a) == vol_scene_event_count(b);
}

static void check_unchanged(const char *text, size_t length) {
    vol_scene *scene = read_scene(text, length, NULL, 0);
    if (scene != NULL) {
        vol_scene_fault fault = {0};
        size_t written_length = 0;
        char *written = vol_scene_write(scene, &written_length, &fault);
        MUST(written != NULL && written_length == length && memcmp(written, text, length) == 0);
        vol_scene_free(written);
        vol_scene_close(scene);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *input = fuzz_text(data, size);
    vol_scene_override overrides[FUZZ_OVERRIDES];
    size_t count = 0;
    size_t at = fuzz_overrides(input, size, overrides, &count);
    check_unchanged(input + at, size - at);
    vol_scene *scene = read_scene(input + at, size - at, overrides, count);
    if (scene != NULL) {
        vol_scene_fault fault = {0};
        size_t length = 0;
        char *written = vol_scene_write(scene, &length, &fault);
        if (written == NULL) {
            MUST(strstr(fault.text, "cannot be written in place") != NULL);
        } else {
            vol_scene *again = read_scene(written, length, NULL, 0);
            MUST(again != NULL && same(scene, again));
            vol_scene_close(again);
        }
        vol_scene_free(written);
        vol_scene_close(scene);
    }
    free(input);
    return 0;
}
