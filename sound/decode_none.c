/* In the place of decode.c where libsndfile is not there. */
#include "decode.h"

#include <stdio.h>

vol_sound_file *vol_sound_file_open(const vol_sound_place *place, char *why, size_t size) {
    (void)place;
    snprintf(why, size, "cannot be read: volery was built without the header of libsndfile");
    return NULL;
}

void vol_sound_file_close(vol_sound_file *file) {
    (void)file;
}

uint32_t vol_sound_file_rate(const vol_sound_file *file) {
    (void)file;
    return 0;
}

uint32_t vol_sound_file_channels(const vol_sound_file *file) {
    (void)file;
    return 0;
}

size_t vol_sound_file_read(vol_sound_file *file, float *samples, size_t frames) {
    (void)file;
    (void)samples;
    (void)frames;
    return 0;
}

bool vol_sound_file_rewind(vol_sound_file *file) {
    (void)file;
    return false;
}

bool vol_sound_file_seek(vol_sound_file *file, uint64_t frame) {
    (void)file;
    (void)frame;
    return false;
}

const char *vol_sound_decoder(void) {
    return NULL;
}
