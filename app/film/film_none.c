/* Film in a program that was built without libavcodec and libavformat: a message. */
#include "film/film.h"

#include <stddef.h>

bool app_film_able(const app_film_kind *kind, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_WRONG,
                         "volery was built without libavcodec and libavformat: it cannot write %s files", kind->ending);
}

app_film *app_film_open(app_output *output, const app_film_def *def, app_fault *fault) {
    (void)output;
    app_film_able(def->kind, fault);
    return NULL;
}

const char *app_film_silent(const app_film *film) {
    (void)film;
    return "";
}

bool app_film_frame(app_film *film, const unsigned char *bytes, app_fault *fault) {
    (void)film;
    (void)bytes;
    (void)fault;
    return false;
}

bool app_film_close(app_film *film, app_fault *fault) {
    (void)fault;
    return film == NULL;
}
