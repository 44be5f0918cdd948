/* Film files: frames in, one after the other, a file that others can play out. */
#ifndef VOLERY_APP_FILM_FILM_H
#define VOLERY_APP_FILM_FILM_H

#include "sound/decode.h"
#include "util/output.h"

#include <stdint.h>

typedef struct app_film app_film;

/* What a kind of film can do. */
typedef struct app_film_kind {
    const char *ending; /* ".mp4" */
    const char *about;
    uint32_t most_side; /* pixels */
    uint32_t most_fps;  /* frames a second */
    bool even;          /* sides must be even */
    const char *muxer, *encoder;
    const char *voice; /* the encoder of its sound; NULL: it has none */
} app_film_kind;

/* The kind by its number, NULL behind the last; and by a file's ending, NULL if it is none. */
const app_film_kind *app_film_kind_at(unsigned index);
const app_film_kind *app_film_kind_of(const char *ending);

/* Can this program write it? False with a fault that says what is missing. */
bool app_film_able(const app_film_kind *kind, app_fault *fault);

/* What is heard. */
typedef struct app_film_sound {
    vol_sound_place place;
    uint64_t begin; /* the frame of the sound that is heard with the first picture */
    bool loop;      /* begins again at its end; else it is silent from there on */
} app_film_sound;

/* The quality of a film about which nothing is said. */
enum { APP_FILM_QUALITY = 70, APP_FILM_BEST = 100 };

typedef struct app_film_def {
    const app_film_kind *kind;
    uint32_t size[2];            /* pixels */
    uint32_t fps;                /* frames a second */
    uint32_t quality;            /* from 0 to 100 */
    bool small;                  /* take more time for a smaller file */
    const app_film_sound *sound; /* NULL: none */
} app_film_def;

/* Begins a film in a file, which must stay until the film is closed. NULL on failure. A sound that cannot be had is no
 * failure: the film is silent then, and app_film_silent says why. */
app_film *app_film_open(app_output *output, const app_film_def *def, app_fault *fault);

/* Why there is no sound, though one was asked for; "" if there is. */
const char *app_film_silent(const app_film *film);

/* Adds a frame: red, green, blue and a fourth byte a pixel, top row first. */
bool app_film_frame(app_film *film, const unsigned char *bytes, app_fault *fault);

/* Writes what is still held back and the end; releases. The file is whole then, however many frames it has. Where it
 * could not be written, say because the disk is full, it is cut off behind what can be played, and the fault says what
 * is left. NULL is fine. */
bool app_film_close(app_film *film, app_fault *fault);

#endif
