/* Animated WebP that grows: pieces of an animation, each encoded as a file of its own, become one file that is right
 * after each piece, also if the process is killed then. */
#ifndef VOLERY_APP_FILM_WEBP_H
#define VOLERY_APP_FILM_WEBP_H

#include "util/output.h"

#include <stdint.h>

typedef struct app_webp {
    app_output *output;
    uint32_t size[2]; /* pixels */
    uint64_t bytes;   /* of the file so far */
    unsigned flags;   /* of all pieces */
} app_webp;

/* Writes the head; the output is begun. False: errno says why. */
bool app_webp_begin(app_webp *webp, app_output *output, const uint32_t size[2]);

/* Adds the pictures of a WebP file, an animation or a single picture; together they are shown for so many milliseconds.
 * False: errno says why (EINVAL: this is no such file), and the file is right up to the pieces before. */
bool app_webp_add(app_webp *webp, const unsigned char *piece, size_t length, uint32_t milliseconds);

#endif
