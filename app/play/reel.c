/* From the window's pixels to a film: pictures go through a short queue to the encoder. */
#include "play/reel.h"

#include "common/arena.h"
#include "film/film.h"
#include "film/pipe.h"

#include <stdlib.h>
#include <string.h>

struct vol_reel {
    vol_output output;
    vol_film *film;
    vol_pipe *pipe;
    uint32_t width, height;
    unsigned char *picture; /* that is handed out */
};

/* The first kind of film that can be written here. */
static const vol_film_kind *best_kind(vol_fault *fault) {
    const vol_film_kind *kind = NULL;
    for (unsigned i = 0; (kind = vol_film_kind_at(i)) != NULL; i++) {
        if (vol_film_able(kind, fault)) {
            return kind;
        }
    }
    return NULL;
}

const char *vol_reel_ending(vol_fault *fault) {
    const vol_film_kind *kind = best_kind(fault);
    return kind != NULL ? kind->ending + 1 : NULL;
}

static bool write_picture(void *context, const unsigned char *bytes, uint64_t number, vol_fault *fault) {
    (void)number;
    return vol_film_frame(context, bytes, fault);
}

vol_reel *vol_reel_begin(const char *path, uint32_t width, uint32_t height, uint32_t fps, vol_fault *fault) {
    const vol_film_kind *kind = best_kind(fault);
    if (kind == NULL) {
        return NULL;
    }
    vol_reel *reel = vol_take(sizeof *reel);
    *reel = (vol_reel){.width = width & ~1U, .height = height & ~1U};
    fps = fps > kind->most_fps ? kind->most_fps : fps;
    size_t size = (size_t)reel->width * reel->height * 4;
    vol_film_def def = {.kind = kind, .size = {reel->width, reel->height}, .fps = fps};
    reel->film = vol_output_open(&reel->output, path, fault) ? vol_film_open(&reel->output, &def, fault) : NULL;
    reel->pipe = reel->film != NULL ? vol_pipe_open(size, write_picture, reel->film, fault) : NULL;
    if (reel->pipe == NULL) {
        vol_fault ignored = {0};
        vol_film_close(reel->film, &ignored);
        vol_output_close(&reel->output, NULL);
        free(reel);
        return NULL;
    }
    reel->picture = vol_take(size);
    return reel;
}

void vol_reel_size(const vol_reel *reel, uint32_t *width, uint32_t *height) {
    *width = reel->width;
    *height = reel->height;
}

unsigned char *vol_reel_picture(vol_reel *reel) {
    return reel->picture;
}

bool vol_reel_send(vol_reel *reel, unsigned times, vol_fault *fault) {
    for (unsigned i = 0; i < times; i++) {
        unsigned char *to = vol_pipe_next(reel->pipe, fault);
        if (to == NULL) {
            return false;
        }
        memcpy(to, reel->picture, (size_t)reel->width * reel->height * 4);
        vol_pipe_send(reel->pipe);
    }
    return true;
}

bool vol_reel_end(vol_reel *reel, vol_fault *fault) {
    if (reel == NULL) {
        return true;
    }
    bool right = vol_pipe_close(reel->pipe, NULL, fault);
    vol_fault closing = {0};
    if (!vol_film_close(reel->film, &closing) && right) {
        *fault = closing;
        right = false;
    }
    right = vol_output_close(&reel->output, right ? fault : NULL) && right;
    free(reel->picture);
    free(reel);
    return right;
}
