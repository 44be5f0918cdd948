/* Film in a program that was built without libavcodec and libavformat: a message. */
#include "film/film.h"

#include <stddef.h>

bool vol_film_able(const vol_film_kind *kind, vol_fault *fault) {
    return vol_fault_set(fault, VOL_EXIT_WRONG,
                         "volery was built without libavcodec and libavformat: it cannot write %s files", kind->ending);
}

vol_film *vol_film_open(vol_output *output, const vol_film_def *def, vol_fault *fault) {
    (void)output;
    vol_film_able(def->kind, fault);
    return NULL;
}

bool vol_film_frame(vol_film *film, const unsigned char *bytes, vol_fault *fault) {
    (void)film;
    (void)bytes;
    (void)fault;
    return false;
}

bool vol_film_close(vol_film *film, vol_fault *fault) {
    (void)fault;
    return film == NULL;
}
