/* In the place of decode.c where a host gives sounds as bytes, as the module for browsers and node does: WAV alone, of
 * whole numbers or floats, with the numbers that libsndfile makes of them. There are no files; what is given stands for
 * built-in tunes, whose bytes such a build leaves out. */
#include "decode_wav.h"
#include "features.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_WHOLE = 1, FORMAT_FLOAT = 3, FORMAT_MORE = 0xfffe, HEAD = 12, CHUNK = 8 };

struct vol_sound_file {
    const uint8_t *samples;
    uint64_t frames, at;
    uint32_t rate, channels, bytes; /* of a sample */
    bool floats;
};

static vol_sound_place given;

void vol_sound_give(const void *bytes, size_t size) {
    given.bytes = bytes;
    given.size = size;
}

static uint32_t whole(const uint8_t *at, unsigned bytes) {
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes; i++) {
        value |= (uint32_t)at[i] << 8 * i;
    }
    return value;
}

/* The part of that name: where it begins, and how much of it there is. */
static const uint8_t *find_chunk(const uint8_t *bytes, size_t size, const char *name, size_t *length) {
    for (size_t at = HEAD; at + CHUNK <= size;) {
        size_t room = size - at - CHUNK, long_as = whole(bytes + at + 4, 4);
        *length = long_as < room ? long_as : room;
        if (memcmp(bytes + at, name, 4) == 0) {
            return bytes + at + CHUNK;
        }
        at += CHUNK + *length + *length % 2;
    }
    return NULL;
}

/* "" if it can be read. */
static const char *read_head(vol_sound_file *file, const uint8_t *bytes, size_t size) {
    size_t length = 0, samples = 0;
    if (size < HEAD || memcmp(bytes, "RIFF", 4) != 0 || memcmp(bytes + 8, "WAVE", 4) != 0) {
        return "is no WAV file";
    }
    const uint8_t *format = find_chunk(bytes, size, "fmt ", &length);
    file->samples = find_chunk(bytes, size, "data", &samples);
    if (format == NULL || length < 16 || file->samples == NULL) {
        return "is broken: it lacks 'fmt ' or 'data'";
    }
    uint32_t kind = whole(format, 2);
    if (kind == FORMAT_MORE && length >= 26) {
        kind = whole(format + 24, 2);
    }
    file->channels = whole(format + 2, 2);
    file->rate = whole(format + 4, 4);
    file->bytes = whole(format + 14, 2) / 8;
    file->floats = kind == FORMAT_FLOAT;
    if (!(kind == FORMAT_WHOLE && file->bytes >= 1 && file->bytes <= 4) && !(file->floats && file->bytes == 4)) {
        return "is no WAV file of whole numbers of 8 to 32 bits or of floats";
    }
    if (file->rate < VOL_SOUND_LEAST_RATE || file->rate > VOL_SOUND_MOST_RATE) {
        return "must have 4000 to 768000 samples a second";
    }
    if (file->channels < 1 || file->channels > VOL_SOUND_MOST_CHANNELS) {
        return "must have 1 to 64 channels";
    }
    file->frames = samples / file->bytes / file->channels;
    return "";
}

vol_sound_file *vol_sound_file_open(const vol_sound_place *place, char *why, size_t size) {
    vol_sound_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        snprintf(why, size, "there is no memory left");
        return NULL;
    }
    const char *wrong = place->path != NULL || given.bytes == NULL
                            ? "is not there: files cannot be opened here; the host can give a sound instead of a tune"
                            : read_head(file, given.bytes, given.size);
    if (wrong[0] != '\0') {
        snprintf(why, size, "%s", wrong);
        free(file);
        return NULL;
    }
    return file;
}

void vol_sound_file_close(vol_sound_file *file) {
    free(file);
}

uint32_t vol_sound_file_rate(const vol_sound_file *file) {
    return file->rate;
}

uint32_t vol_sound_file_channels(const vol_sound_file *file) {
    return file->channels;
}

/* Full scale is -1 to 1. Eight bits have no sign. */
static float sample(const vol_sound_file *file, const uint8_t *at) {
    uint32_t bits = whole(at, file->bytes) << 8 * (4 - file->bytes);
    if (file->floats) {
        float value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    int64_t value = bits ^ (file->bytes == 1 ? 0x80000000U : 0);
    return (float)(value >= 0x80000000LL ? value - 0x100000000LL : value) / 0x1p31F;
}

size_t vol_sound_file_read(vol_sound_file *file, float *samples, size_t frames) {
    size_t count = file->frames - file->at < frames ? (size_t)(file->frames - file->at) : frames;
    const uint8_t *from = file->samples + (size_t)file->at * file->channels * file->bytes;
    for (size_t i = 0; i < count * file->channels; i++) {
        samples[i] = sample(file, from + i * file->bytes);
    }
    file->at += count;
    return count;
}

bool vol_sound_file_rewind(vol_sound_file *file) {
    return vol_sound_file_seek(file, 0);
}

bool vol_sound_file_seek(vol_sound_file *file, uint64_t frame) {
    file->at = frame < file->frames ? frame : file->frames;
    return true;
}

const char *vol_sound_decoder(void) {
    return "WAV alone";
}
