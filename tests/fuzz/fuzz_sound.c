/* Any bytes as a sound file: refused with a reason, or features that are numbers, as many as the sound is long. */
#include "fuzz.h"
#include "sound/track.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char why[200] = "";
    vol_sound_place place = {NULL, data, size};
    vol_sound_track *track = vol_sound_track_read(&place, why, sizeof why);
    MUST((track == NULL) == (why[0] != '\0'));
    if (track != NULL) {
        MUST(track->length > 0 && track->count == (track->length + track->hop - 1) / track->hop);
        for (size_t i = 0; i < track->count * VOL_SOUND_FEATURES; i++) {
            MUST(isfinite(track->value[i]) && track->value[i] >= 0);
        }
        for (uint64_t step = 0; step < 100; step++) {
            MUST(vol_sound_track_block(track, step * 77, 60, true) < track->count);
            vol_sound_track_marks(track, step * 77, 60, step % 2 == 0);
        }
    }
    vol_sound_track_release(track);
    return 0;
}
