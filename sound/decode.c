/* Reads sound through libsndfile, which is looked for when the first sound is read: who has no sound in a scene needs
 * no decoder of sound in the process. Before it are bytes, after it an analyser or the encoder of a film. */
#include "decode.h"

#include "features.h"

#include <dlfcn.h>
#include <errno.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What is used of it. */
#define FUNCTIONS(X)                                                                      \
    X(SNDFILE *, open, (const char *path, int mode, SF_INFO *info))                       \
    X(SNDFILE *, open_virtual, (SF_VIRTUAL_IO * io, int mode, SF_INFO *info, void *user)) \
    X(const char *, strerror, (SNDFILE * file))                                           \
    X(sf_count_t, readf_float, (SNDFILE * file, float *samples, sf_count_t frames))       \
    X(sf_count_t, seek, (SNDFILE * file, sf_count_t frames, int from))                    \
    X(int, close, (SNDFILE * file))                                                       \
    X(const char *, version_string, (void))

/* The list has the types of the header. */
#define CHECK(result, name, arguments) \
    _Static_assert(_Generic(&sf_##name, result(*) arguments : 1, default : 0), "sf_" #name);
FUNCTIONS(CHECK)

#define FIELD(result, name, arguments) result(*name) arguments;
typedef struct functions {
    FUNCTIONS(FIELD)
} functions;

/* C has no conversion from what dlsym returns to a function; POSIX says that the bits are those of one. */
static bool find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

/* The library is never closed: opening it again gives the same one. */
static bool load(functions *sf, char *why, size_t size) {
    const char *elsewhere = getenv("VOLERY_SNDFILE");
    const char *name = elsewhere != NULL && elsewhere[0] != '\0' ? elsewhere : "libsndfile.so.1";
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    bool whole = library != NULL;
#define FIND(result, function, arguments) whole = whole && find(library, "sf_" #function, &sf->function);
    FUNCTIONS(FIND)
    if (!whole) {
        snprintf(why, size, "cannot be read: %.80s was not found; Debian: libsndfile1", name);
    }
    return whole;
}

struct vol_sound_file {
    functions sf;
    SNDFILE *file;
    SF_INFO info;
    vol_sound_place place;
    sf_count_t at; /* in memory */
};

static sf_count_t memory_length(void *user) {
    return (sf_count_t)((vol_sound_file *)user)->place.size;
}

static sf_count_t memory_seek(sf_count_t offset, int from, void *user) {
    vol_sound_file *file = user;
    sf_count_t size = memory_length(user);
    sf_count_t base = from == SEEK_CUR ? file->at : from == SEEK_END ? size : 0;
    if (offset < -base || offset > size - base) {
        return -1;
    }
    return file->at = base + offset;
}

static sf_count_t memory_read(void *to, sf_count_t count, void *user) {
    vol_sound_file *file = user;
    sf_count_t left = memory_length(user) - file->at;
    count = count < 0 ? 0 : count < left ? count : left;
    if (count > 0) {
        memcpy(to, (const char *)file->place.bytes + file->at, (size_t)count);
    }
    file->at += count;
    return count;
}

/* Nothing is written, but libsndfile asks. */
static sf_count_t memory_write(const void *from, sf_count_t count, void *user) {
    (void)from;
    (void)count;
    (void)user;
    return 0;
}

static sf_count_t memory_tell(void *user) {
    return ((vol_sound_file *)user)->at;
}

static SNDFILE *open_memory(vol_sound_file *file) {
    static SF_VIRTUAL_IO io = {memory_length, memory_seek, memory_read, memory_write, memory_tell};
    return file->sf.open_virtual(&io, SFM_READ, &file->info, file);
}

/* Opening a pipe would wait for someone who writes to it. */
static bool is_plain_file(const char *path, char *why, size_t size) {
    struct stat about;
    if (stat(path, &about) != 0) {
        snprintf(why, size, "cannot be opened: %s", strerror(errno));
        return false;
    }
    if (!S_ISREG(about.st_mode)) {
        snprintf(why, size, "is no plain file");
        return false;
    }
    if (about.st_size == 0) {
        snprintf(why, size, "is empty");
        return false;
    }
    return true;
}

static bool is_analysable(const SF_INFO *info, char *why, size_t size) {
    if (info->samplerate < VOL_SOUND_LEAST_RATE || info->samplerate > VOL_SOUND_MOST_RATE) {
        snprintf(why, size, "has %d samples a second; allowed are %d to %d", info->samplerate, VOL_SOUND_LEAST_RATE,
                 VOL_SOUND_MOST_RATE);
        return false;
    }
    if (info->channels < 1 || info->channels > VOL_SOUND_MOST_CHANNELS) {
        snprintf(why, size, "has %d channels; allowed are 1 to %d", info->channels, VOL_SOUND_MOST_CHANNELS);
        return false;
    }
    return true;
}

vol_sound_file *vol_sound_file_open(const vol_sound_place *place, char *why, size_t size) {
    if (place->path != NULL && !is_plain_file(place->path, why, size)) {
        return NULL;
    }
    vol_sound_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        snprintf(why, size, "there is no memory left");
        return NULL;
    }
    file->place = *place;
    if (!load(&file->sf, why, size)) {
        free(file);
        return NULL;
    }
    file->file = place->path != NULL ? file->sf.open(place->path, SFM_READ, &file->info) : open_memory(file);
    if (file->file == NULL) {
        const char *reason = file->sf.strerror(NULL);
        size_t length = strcspn(reason, ".\n");
        snprintf(why, size, "is no sound that can be read (%.*s); WAV, AIFF, FLAC and Ogg can", (int)length, reason);
    }
    if (file->file == NULL || !is_analysable(&file->info, why, size)) {
        vol_sound_file_close(file);
        return NULL;
    }
    return file;
}

void vol_sound_file_close(vol_sound_file *file) {
    if (file != NULL) {
        if (file->file != NULL) {
            file->sf.close(file->file);
        }
        free(file);
    }
}

uint32_t vol_sound_file_rate(const vol_sound_file *file) {
    return (uint32_t)file->info.samplerate;
}

uint32_t vol_sound_file_channels(const vol_sound_file *file) {
    return (uint32_t)file->info.channels;
}

size_t vol_sound_file_read(vol_sound_file *file, float *samples, size_t frames) {
    sf_count_t count = file->sf.readf_float(file->file, samples, (sf_count_t)frames);
    return count > 0 ? (size_t)count : 0;
}

bool vol_sound_file_rewind(vol_sound_file *file) {
    return file->sf.seek(file->file, 0, SEEK_SET) == 0;
}

bool vol_sound_file_seek(vol_sound_file *file, uint64_t frame) {
    return frame <= INT64_MAX && file->sf.seek(file->file, (sf_count_t)frame, SEEK_SET) >= 0;
}

const char *vol_sound_decoder(void) {
    functions sf;
    char why[160];
    return load(&sf, why, sizeof why) ? sf.version_string() : NULL;
}
