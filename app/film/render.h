/* Pictures and film of a scene or a recording: `volery render`, and what `volery play` does where there is no
 * display. */
#ifndef VOLERY_APP_FILM_RENDER_H
#define VOLERY_APP_FILM_RENDER_H

#include "cli/options.h"
#include "film/easel.h"
#include "film/film.h"

/* What kind of file a name asks for. */
typedef enum app_render_kind {
    APP_RENDER_PICTURE,  /* .png: pixels of one step */
    APP_RENDER_VECTORS,  /* .svg, .pdf: one step */
    APP_RENDER_SEQUENCE, /* frame-%05d.png: a picture for each frame */
    APP_RENDER_FILM
} app_render_kind;

/* What is to be made. Zeros mean: as the scene says, or as is usual for the kind. */
typedef struct app_render_job {
    const char *input;  /* a scene or a recording */
    const char *output; /* a file */
    const vol_scene_override *overrides;
    size_t override_count;
    vol_scene_where where;
    uint32_t size[2]; /* pixels */
    uint32_t fps, finer, trails;
    uint64_t steps; /* UINT64_MAX: ten seconds of film, or a picture of step 300 */
    uint64_t from, every;
    const char *color; /* NULL: as the scene says */
    bool turned;       /* the camera is as `camera` says, in degrees around the world and above the ground */
    double camera[2];
    double zoom;      /* 1: the world fits */
    double orbit;     /* degrees a second of film */
    uint32_t quality; /* of film, from 0 to 100 */
    app_renderer renderer;
    bool quiver, small, follow, mute, quiet;
} app_render_job;

app_render_job app_default_render_job(void);

/* What came out. */
typedef struct app_render_report {
    app_render_kind kind;
    uint32_t size[2], fps;
    uint64_t frames, first, last; /* steps */
    size_t boids;                 /* at the last one */
    char driver[160];
    char device[128]; /* that computed it: cpu, or its name */
    bool fast;
    double seconds;                     /* in all */
    double simulate, draw, wait, write; /* of them; writing goes on beside the others, waiting for it does not */
    bool sound;                         /* the film has one */
    bool interrupted;
} app_render_report;

/* Makes it. True with report->interrupted after an interrupt: the file is whole and ends there. */
bool app_render(const app_render_job *job, app_render_report *report, app_fault *fault);

/* Where there is no display: says so, and writes ten seconds of film and a picture of the scene to the current folder,
 * with a progress bar. Of `wanted` the input, its overrides, where it is computed and `quiet` count; `reason` is why
 * there is no window. Returns the exit code. */
int app_render_instead(const app_render_job *wanted, const char *reason, app_fault *fault);

/* Checks a file's name, and what the job wants of it. */
bool app_render_kind_of(const app_render_job *job, app_render_kind *kind, const app_film_kind **film, app_fault *fault);

/* "640x480" to two numbers. False: it is something else, or too small or large. */
bool app_render_read_size(const char *text, uint32_t size[2]);

#endif
