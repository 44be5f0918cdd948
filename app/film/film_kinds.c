/* The kinds of film. What really writes them is film.c, where the libraries for it are there. */
#include "film/film.h"

#include <stddef.h>
#include <string.h>

static const app_film_kind kinds[] = {
    {".mp4", "H.264", 16384, 1000, true, "mp4", "libx264", "aac"},
    {".webm", "VP9", 16384, 1000, true, "webm", "libvpx-vp9", "libvorbis"},
    {".gif", "animated GIF", 16384, 50, false, "gif", "gif", NULL},
    {".webp", "animated WebP", 16383, 1000, false, "webp", "libwebp_anim", NULL},
};

const app_film_kind *app_film_kind_at(unsigned index) {
    return index < sizeof kinds / sizeof *kinds ? &kinds[index] : NULL;
}

const app_film_kind *app_film_kind_of(const char *ending) {
    for (unsigned i = 0; app_film_kind_at(i) != NULL; i++) {
        if (strcmp(kinds[i].ending, ending) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}
