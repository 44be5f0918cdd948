/* Film files: frames in, one after the other, a file that others can play out. */
#ifndef VOLERY_APP_FILM_FILM_H
#define VOLERY_APP_FILM_FILM_H

#include "util/output.h"

#include <stdint.h>

typedef struct vol_film vol_film;

/* What a kind of film can do. */
typedef struct vol_film_kind {
    const char *ending; /* ".mp4" */
    const char *about;
    uint32_t most_side; /* pixels */
    uint32_t most_fps;  /* frames a second */
    bool even;          /* sides must be even */
    const char *muxer, *encoder;
} vol_film_kind;

/* The kind by its number, NULL behind the last; and by a file's ending, NULL if it is none. */
const vol_film_kind *vol_film_kind_at(unsigned index);
const vol_film_kind *vol_film_kind_of(const char *ending);

/* Can this program write it? False with a fault that says what is missing. */
bool vol_film_able(const vol_film_kind *kind, vol_fault *fault);

typedef struct vol_film_def {
    const vol_film_kind *kind;
    uint32_t size[2]; /* pixels */
    uint32_t fps;     /* frames a second */
    bool small;       /* take more time for a smaller file */
} vol_film_def;

/* Begins a film in a file, which must stay until the film is closed. NULL on failure. */
vol_film *vol_film_open(vol_output *output, const vol_film_def *def, vol_fault *fault);

/* Adds a frame: red, green, blue and a fourth byte a pixel, top row first. */
bool vol_film_frame(vol_film *film, const unsigned char *bytes, vol_fault *fault);

/* Writes what is still held back and the end; releases. The file is whole then, however many frames it has. Where it could
 * not be written, say because the disk is full, it is cut off behind what can be played, and the fault says what is left. NULL
 * is fine. */
bool vol_film_close(vol_film *film, vol_fault *fault);

#endif
