/* From the window's pixels to a film: pictures go through a short queue to the encoder. */
#include "play/reel.h"

#include "common/arena.h"
#include "film/film.h"
#include "film/pipe.h"

#include <stdlib.h>
#include <string.h>

struct app_reel {
    app_output output;
    app_film *film;
    app_pipe *pipe;
    uint32_t width, height;
    unsigned char *picture; /* that is handed out */
};

/* The first kind of film that can be written here. */
static const app_film_kind *best_kind(app_fault *fault) {
    const app_film_kind *kind = NULL;
    for (unsigned i = 0; (kind = app_film_kind_at(i)) != NULL; i++) {
        if (app_film_able(kind, fault)) {
            return kind;
        }
    }
    return NULL;
}

const char *app_reel_ending(app_fault *fault) {
    const app_film_kind *kind = best_kind(fault);
    return kind != NULL ? kind->ending + 1 : NULL;
}

static bool write_picture(void *context, const unsigned char *bytes, uint64_t number, app_fault *fault) {
    (void)number;
    return app_film_frame(context, bytes, fault);
}

app_reel *app_reel_begin(const char *path, uint32_t width, uint32_t height, uint32_t fps, app_fault *fault) {
    const app_film_kind *kind = best_kind(fault);
    if (kind == NULL) {
        return NULL;
    }
    app_reel *reel = vol_take(sizeof *reel);
    *reel = (app_reel){.width = width & ~1U, .height = height & ~1U};
    fps = fps > kind->most_fps ? kind->most_fps : fps;
    size_t size = (size_t)reel->width * reel->height * 4;
    app_film_def def = {.kind = kind, .size = {reel->width, reel->height}, .fps = fps, .quality = APP_FILM_QUALITY};
    reel->film = app_output_open(&reel->output, path, fault) ? app_film_open(&reel->output, &def, fault) : NULL;
    reel->pipe = reel->film != NULL ? app_pipe_open(size, write_picture, reel->film, fault) : NULL;
    if (reel->pipe == NULL) {
        app_fault ignored = {0};
        app_film_close(reel->film, &ignored);
        app_output_close(&reel->output, NULL);
        free(reel);
        return NULL;
    }
    reel->picture = vol_take(size);
    return reel;
}

void app_reel_size(const app_reel *reel, uint32_t *width, uint32_t *height) {
    *width = reel->width;
    *height = reel->height;
}

unsigned char *app_reel_picture(app_reel *reel) {
    return reel->picture;
}

bool app_reel_send(app_reel *reel, unsigned times, app_fault *fault) {
    for (unsigned i = 0; i < times; i++) {
        unsigned char *to = app_pipe_next(reel->pipe, fault);
        if (to == NULL) {
            return false;
        }
        memcpy(to, reel->picture, (size_t)reel->width * reel->height * 4);
        app_pipe_send(reel->pipe);
    }
    return true;
}

bool app_reel_end(app_reel *reel, app_fault *fault) {
    if (reel == NULL) {
        return true;
    }
    bool right = app_pipe_close(reel->pipe, NULL, fault);
    app_fault closing = {0};
    if (!app_film_close(reel->film, &closing) && right) {
        *fault = closing;
        right = false;
    }
    right = app_output_close(&reel->output, right ? fault : NULL) && right;
    free(reel->picture);
    free(reel);
    return right;
}
