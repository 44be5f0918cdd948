/* Analyses a whole sound once, when a scene is read. */
#include "track.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What a file was when it was read. */
typedef struct stamp {
    dev_t device;
    ino_t number;
    off_t size;
    time_t changed; /* and its nanoseconds, where they are known */
    long part;
} stamp;

typedef struct whole {
    vol_sound_track track; /* first: the one is the other */
    atomic_uint holders;
    vol_sound_place place;
    char *path;
    stamp stamp;
    size_t room;
} whole;

enum { PIECE = 4096 };

static bool take_stamp(const char *path, stamp *s) {
    struct stat about;
    if (stat(path, &about) != 0) {
        return false;
    }
#if defined(_WIN32) || defined(__APPLE__)
    *s = (stamp){about.st_dev, about.st_ino, about.st_size, about.st_mtime, 0};
#else
    *s = (stamp){about.st_dev, about.st_ino, about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
#endif
    return true;
}

static bool keep(whole *w, const vol_sound_frame *frame) {
    vol_sound_track *track = &w->track;
    if (track->count == w->room) {
        size_t room = w->room * 2 + 256;
        double *value = realloc(track->value, room * VOL_SOUND_FEATURES * sizeof *value);
        track->value = value != NULL ? value : track->value;
        uint8_t *mark = value != NULL ? realloc(track->mark, room) : NULL;
        if (mark == NULL) {
            return false;
        }
        track->mark = mark;
        w->room = room;
    }
    memcpy(track->value + track->count * VOL_SOUND_FEATURES, frame->value, sizeof frame->value);
    unsigned mark = (frame->onset ? VOL_SOUND_MARK_ONSET : 0) | (frame->beat ? VOL_SOUND_MARK_BEAT : 0);
    track->mark[track->count++] = (uint8_t)mark;
    return true;
}

static bool push_all(whole *w, vol_sound_analyser *analyser, const float *samples, size_t count) {
    vol_sound_frame frame;
    while (count > 0) {
        size_t taken = vol_sound_analyser_push(analyser, samples, count);
        samples += taken * w->track.channels;
        count -= taken;
        while (vol_sound_analyser_read(analyser, &frame)) {
            if (!keep(w, &frame)) {
                return false;
            }
        }
    }
    return true;
}

/* "" if all went well. */
static const char *analyse(whole *w, vol_sound_file *file, vol_sound_analyser *analyser, float *samples) {
    vol_sound_track *track = &w->track;
    uint64_t most = (uint64_t)VOL_SOUND_MOST_HOURS * 3600 * track->rate;
    size_t count = PIECE;
    while (count == PIECE) {
        count = vol_sound_file_read(file, samples, PIECE);
        track->length += count;
        if (track->length > most) {
            return "is longer than 2 hours, which is the most";
        }
        if (!push_all(w, analyser, samples, count)) {
            return "there is no memory left";
        }
    }
    vol_sound_frame frame;
    track->tempo = vol_sound_analyser_tempo(analyser);
    while (vol_sound_analyser_end(analyser, &frame)) {
        if (!keep(w, &frame)) {
            return "there is no memory left";
        }
    }
    return track->length == 0 ? "has no samples" : "";
}

vol_sound_track *vol_sound_track_read(const vol_sound_place *place, char *why, size_t size) {
    whole *w = calloc(1, sizeof *w);
    vol_sound_file *file = w != NULL ? vol_sound_file_open(place, why, size) : NULL;
    if (file == NULL) {
        if (w == NULL) {
            snprintf(why, size, "there is no memory left");
        }
        free(w);
        return NULL;
    }
    atomic_init(&w->holders, 1);
    w->place = *place;
    w->track.rate = vol_sound_file_rate(file);
    w->track.channels = vol_sound_file_channels(file);
    vol_sound_analyser *analyser = vol_sound_analyser_create(w->track.rate, w->track.channels);
    float *samples = malloc(PIECE * w->track.channels * sizeof *samples);
    const char *wrong = "there is no memory left";
    bool stamped = place->path == NULL || take_stamp(place->path, &w->stamp);
    if (place->path != NULL) {
        w->path = malloc(strlen(place->path) + 1);
    }
    if (analyser != NULL && samples != NULL && stamped && (place->path == NULL || w->path != NULL)) {
        if (w->path != NULL && place->path != NULL) {
            memcpy(w->path, place->path, strlen(place->path) + 1);
        }
        w->track.hop = vol_sound_analyser_hop(analyser);
        wrong = analyse(w, file, analyser, samples);
    }
    free(samples);
    vol_sound_analyser_destroy(analyser);
    vol_sound_file_close(file);
    if (wrong[0] != '\0') {
        snprintf(why, size, "%s", wrong);
        vol_sound_track_release(&w->track);
        return NULL;
    }
    return &w->track;
}

vol_sound_track *vol_sound_track_hold(vol_sound_track *track) {
    atomic_fetch_add(&((whole *)track)->holders, 1);
    return track;
}

void vol_sound_track_release(vol_sound_track *track) {
    whole *w = (whole *)track;
    if (w != NULL && atomic_fetch_sub(&w->holders, 1) == 1) {
        free(track->value);
        free(track->mark);
        free(w->path);
        free(w);
    }
}

bool vol_sound_track_is_of(const vol_sound_track *track, const vol_sound_place *place) {
    const whole *w = (const whole *)track;
    if (place->path == NULL || w->path == NULL) {
        return place->path == NULL && w->path == NULL && place->bytes == w->place.bytes;
    }
    stamp now;
    return strcmp(place->path, w->path) == 0 && take_stamp(w->path, &now) && now.device == w->stamp.device &&
           now.number == w->stamp.number && now.size == w->stamp.size && now.changed == w->stamp.changed &&
           now.part == w->stamp.part;
}

uint64_t vol_sound_track_frame(const vol_sound_track *track, uint64_t step, uint32_t steps_per_second, bool loop) {
    uint64_t seconds = step / steps_per_second;
    uint64_t rest = step % steps_per_second * track->rate / steps_per_second;
    if (loop) {
        return (seconds % track->length * (track->rate % track->length) + rest) % track->length;
    }
    uint64_t far = (uint64_t)1 << 40; /* seconds: long after the end of any sound */
    return (seconds < far ? seconds : far) * track->rate + rest;
}

uint64_t vol_sound_track_block(const vol_sound_track *track, uint64_t step, uint32_t steps_per_second, bool loop) {
    return vol_sound_track_frame(track, step, steps_per_second, loop) / track->hop;
}

unsigned vol_sound_track_marks(const vol_sound_track *track, uint64_t step, uint32_t steps_per_second, bool loop) {
    uint64_t to = vol_sound_track_block(track, step, steps_per_second, loop);
    uint64_t from = step > 0 ? vol_sound_track_block(track, step - 1, steps_per_second, loop) + 1 : 0;
    unsigned marks = 0;
    if (from > to + 1) { /* the sound has begun again in between */
        for (; from < track->count; from++) {
            marks |= track->mark[from];
        }
        from = 0;
    }
    for (; from <= to && from < track->count; from++) {
        marks |= track->mark[from];
    }
    return marks;
}
