/* The way of a picture: simulate, draw, hand over to the writer. Between the step and the files. */
#include "film/render.h"

#include "draw/density.h"
#include "draw/png.h"
#include "draw/vector_file.h"
#include "film/pipe.h"
#include "film/source.h"
#include "util/computed.h"
#include "util/path.h"
#include "util/terminal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct rendering {
    const app_render_job *job;
    app_render_report *report;
    app_render_kind kind;
    const app_film_kind *film_kind;
    uint64_t first, last, every; /* steps that are drawn */
    uint32_t finer;
    app_source source;
    app_output output;
    app_easel easel;
    app_film *film;
    app_pipe *pipe;
    app_draw_history *history;
    app_draw_frame frame;
    app_density density;
    app_camera camera;
    app_draw_style style;
} rendering;

static const double DEGREE = 3.141592653589793 / 180;

/* Lets a function's seconds count for a stage. */
static void count_time(double *stage, double *since) {
    double now = app_clock();
    *stage += now - *since;
    *since = now;
}

static uint32_t usual_side(const vol_scene *scene, int axis) {
    double size = scene->world.size[axis];
    uint32_t side = size < 16 ? 16 : size > 1920 ? 1920 : (uint32_t)size;
    return scene->look.window[axis] > 0 ? scene->look.window[axis] : side;
}

/* A world that is not as large as pictures are is scaled up or down, its shape kept. */
static void choose_size(rendering *r) {
    const vol_scene *scene = &r->source.scene;
    uint32_t *size = r->report->size;
    memcpy(size, r->job->size, sizeof r->job->size);
    if (size[0] == 0) {
        size[0] = usual_side(scene, 0);
        size[1] = usual_side(scene, 1);
        if (scene->look.window[0] == 0) {
            double scale = 1280 / fmax(scene->world.size[0], scene->world.size[1]);
            size[0] = (uint32_t)fmax(scene->world.size[0] * scale, 16);
            size[1] = (uint32_t)fmax(scene->world.size[1] * scale, 16);
        }
        for (int axis = 0; axis < 2 && r->kind == APP_RENDER_FILM; axis++) {
            size[axis] -= size[axis] % 2;
        }
    }
    r->finer = r->job->finer > 0 ? r->job->finer : r->kind == APP_RENDER_FILM ? 1 : 2;
    if (r->job->finer == 0 && (size[0] > 4096 || size[1] > 4096)) {
        r->finer = 1;
    }
}

static bool check_film(const rendering *r, app_fault *fault) {
    const app_film_kind *kind = r->film_kind;
    const uint32_t *size = r->report->size;
    if (r->kind != APP_RENDER_FILM) {
        return true;
    }
    if (kind->even && (size[0] % 2 != 0 || size[1] % 2 != 0)) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery render: --size %ux%u: width and height of a film in %s must be even; next to it "
                             "is %ux%u",
                             size[0], size[1], kind->ending, size[0] + size[0] % 2, size[1] + size[1] % 2);
    }
    if (size[0] > kind->most_side || size[1] > kind->most_side) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery render: --size %ux%u: a side of a %s has at most %u pixels",
                             size[0], size[1], kind->ending, kind->most_side);
    }
    if (r->job->fps > kind->most_fps) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery render: --fps %u: a %s shows at most %u frames a second",
                             r->job->fps, kind->ending, kind->most_fps);
    }
    return app_film_able(kind, fault);
}

/* Has the scene a sound that a film of this kind can have? */
static bool has_sound(const rendering *r) {
    vol_scene_sound_source source = r->source.scene.sound.source;
    return (source == VOL_SCENE_SOUND_FILE || source == VOL_SCENE_SOUND_BUILTIN) && r->film_kind != NULL &&
           r->film_kind->voice != NULL && !r->job->mute;
}

/* Frames a second, where nobody has said how many: as the scene has it, or so that its sound is heard in its time. */
static uint64_t usual_fps(const rendering *r) {
    const vol_scene *scene = &r->source.scene;
    bool whole = has_sound(r) && scene->sound.steps_per_second % r->job->every == 0;
    return whole ? scene->sound.steps_per_second / r->job->every : scene->look.fps;
}

/* Which steps are drawn: a film's or a sequence's from first to last, of a picture the last one alone. */
static bool choose_steps(rendering *r, app_fault *fault) {
    const app_render_job *job = r->job;
    uint64_t begin = vol_world_steps(r->source.world);
    uint64_t fps = r->job->fps > 0 ? r->job->fps : usual_fps(r);
    bool film = r->kind == APP_RENDER_FILM || r->kind == APP_RENDER_SEQUENCE;
    if (r->film_kind != NULL && fps > r->film_kind->most_fps) {
        fps = r->film_kind->most_fps;
    }
    r->report->fps = (uint32_t)fps;
    r->every = job->every;
    r->first = job->from > begin ? job->from : begin;
    uint64_t usual = film ? r->first - begin + (10 * fps - 1) * job->every : 300;
    r->last = begin + (job->steps != UINT64_MAX ? job->steps : usual);
    if (r->source.recorded && (r->last > r->source.last || job->steps == UINT64_MAX)) {
        if (job->steps != UINT64_MAX) {
            return app_fault_set(fault, APP_EXIT_WRONG, "volery render: --steps %llu: %s has %llu steps",
                                 (unsigned long long)job->steps, job->input,
                                 (unsigned long long)(r->source.last - begin));
        }
        r->last = r->source.last;
    }
    if (r->first > r->last) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery render: --from %llu is behind the last step, %llu",
                             (unsigned long long)r->first, (unsigned long long)r->last);
    }
    if (!film) {
        r->first = r->last;
    }
    return true;
}

/* A camera goes around a space alone, and only while there is time. */
static bool check_camera(const rendering *r, app_fault *fault) {
    const app_render_job *job = r->job;
    const char *option = job->turned ? "--camera" : "--orbit";
    bool film = r->kind == APP_RENDER_FILM || r->kind == APP_RENDER_SEQUENCE;
    if ((job->turned || job->orbit != 0) && r->source.scene.world.dimensions == 2) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery render: %s: the scene %s has two dimensions", option,
                             job->input);
    }
    return job->orbit == 0 || film ||
           app_fault_set(fault, APP_EXIT_WRONG, "volery render: --orbit: %s is one picture; --camera turns it",
                         job->output);
}

static bool choose_color(rendering *r, app_fault *fault) {
    vol_scene_color color;
    if (r->job->color == NULL) {
        return true;
    }
    if (!vol_scene_color_read(&color, r->job->color) || color.rule == VOL_SCENE_COLOR_NONE) {
        app_fault_set(fault, APP_EXIT_WRONG,
                      "volery render: --color: value '%s' is not allowed; allowed is heading, speed, density, random, "
                      "flock, \"#rrggbb\", or one of",
                      r->job->color);
        for (unsigned i = 0; vol_scene_color_name(i) != NULL; i++) {
            app_fault_more(fault, "%s %s", i > 0 ? "," : "", vol_scene_color_name(i));
        }
        return false;
    }
    for (size_t i = 0; i < r->source.scene.flock_count; i++) {
        r->source.scene.flocks[i].look.color = color;
    }
    return true;
}

static bool write_film(void *context, const unsigned char *bytes, uint64_t number, app_fault *fault) {
    (void)number;
    return app_film_frame(((rendering *)context)->film, bytes, fault);
}

/* `number` is put into the name, whose pattern was checked with the job. */
static bool write_png(void *context, const unsigned char *bytes, uint64_t number, app_fault *fault) {
    rendering *r = context;
    char path[4096];
    const char *pattern = strchr(r->job->output, '%');
    if (r->kind != APP_RENDER_SEQUENCE) {
        return app_png_write(&r->output, bytes, r->report->size[0], r->report->size[1], fault);
    }
    int digits = (int)strtol(pattern + 1, NULL, 10);
    snprintf(path, sizeof path, "%.*s%0*llu%s", (int)(pattern - r->job->output), r->job->output, digits,
             (unsigned long long)number, strchr(pattern, 'd') + 1);
    return app_png_put(path, bytes, r->report->size[0], r->report->size[1], fault);
}

/* Tells a picture that would overwrite what it is made from; then opens and locks the file before the first step. Of a
 * sequence the pattern is locked: another process that writes the same pictures is refused. */
static bool open_output(rendering *r, app_fault *fault) {
    app_uses uses = {0};
    app_uses_add_scene(&uses, &r->source.scene, r->source.recorded ? "the recording" : "the scene", r->job->input);
    app_uses_add(&uses, "-o", r->job->output, true);
    bool right = app_uses_check(&uses, "render", fault);
    app_uses_release(&uses);
    return right && (r->kind == APP_RENDER_FILM ? app_output_open(&r->output, r->job->output, fault)
                                                : app_output_replace(&r->output, r->job->output, fault));
}

/* Opens the film, with the sound of its scene where pictures and sound go on in one time. */
static bool open_film(rendering *r, app_fault *fault) {
    const vol_scene *scene = &r->source.scene;
    app_film_def def = {
        r->film_kind, {r->report->size[0], r->report->size[1]}, r->report->fps, r->job->quality, r->job->small, NULL};
    app_film_sound sound = {{scene->sound.file, NULL, 0}, vol_scene_sound_frame(scene, r->first), scene->sound.loop};
    uint64_t shown = (uint64_t)def.fps * r->every;
    char why[160] = "";
    if (scene->sound.source == VOL_SCENE_SOUND_BUILTIN) {
        sound.place.path = NULL;
        sound.place.bytes = vol_scene_sound_bytes(scene, &sound.place.size);
    }
    if (has_sound(r) && shown != scene->sound.steps_per_second) {
        snprintf(why, sizeof why, "it shows %llu steps a second, and the sound goes with %u (sound.steps_per_second)",
                 (unsigned long long)shown, (unsigned)scene->sound.steps_per_second);
    } else if (has_sound(r)) {
        def.sound = &sound;
    }
    r->film = app_film_open(&r->output, &def, fault);
    if (r->film == NULL) {
        return false;
    }
    const char *reason = why[0] != '\0' ? why : app_film_silent(r->film);
    r->report->sound = def.sound != NULL && reason[0] == '\0';
    if (reason[0] != '\0' && !r->job->quiet) {
        fprintf(stderr, "volery: the film has no sound: %s\n", reason);
    }
    return true;
}

/* Opens what draws and what writes. */
static bool open_files(rendering *r, app_fault *fault) {
    const uint32_t *size = r->report->size;
    app_fault note = {0};
    if (r->kind == APP_RENDER_VECTORS || r->job->quiver) {
        snprintf(r->report->driver, sizeof r->report->driver, "cairo");
        return true;
    }
    if (!app_easel_open(&r->easel, r->job->renderer, (int)size[0], (int)size[1], (int)r->finer, &note, fault)) {
        return false;
    }
    if (note.text[0] != '\0' && r->easel.gl == NULL && !r->job->quiet) {
        fprintf(stderr, "volery: drawing with cairo, which is slower: %s\n", note.text);
    }
    memcpy(r->report->driver, r->easel.driver, sizeof r->easel.driver);
    if (r->kind == APP_RENDER_FILM && !open_film(r, fault)) {
        return false;
    }
    size_t bytes = (size_t)size[0] * (size_t)size[1] * 4;
    r->pipe = app_pipe_open(bytes, r->kind == APP_RENDER_FILM ? write_film : write_png, r, fault);
    return r->pipe != NULL;
}

static void set_up_view(rendering *r) {
    const vol_scene *scene = &r->source.scene;
    double width = r->report->size[0];
    double height = r->report->size[1];
    r->history = app_draw_history_make(r->job->trails);
    r->camera = app_camera_make(&scene->world, &scene->look, width, height);
    if (r->job->turned) {
        r->camera.yaw = r->job->camera[0] * DEGREE;
        r->camera.pitch = r->job->camera[1] * DEGREE;
    }
    r->camera.zoom = r->job->zoom;
    r->style = app_default_draw_style();
    double usual = fmin(width / usual_side(scene, 0), height / usual_side(scene, 1));
    r->style.pixel = (float)fmax(usual, 1); /* lines are thicker in a picture that is larger than the window would be */
    if (!r->job->quiver && !r->job->follow) {
        app_density_aim(&r->density, &r->camera, r->style.pixel);
    }
}

/* Points the camera at the mean position of all boids; where there are none it stays. */
static void follow(rendering *r) {
    double sum[3] = {0, 0, 0};
    size_t count = 0;
    for (size_t f = 0; f < r->frame.flock_count; f++) {
        const app_draw_flock *flock = &r->frame.flocks[f];
        for (int axis = 0; axis < r->camera.dimensions; axis++) {
            const float *position = app_draw_row(&r->frame, flock, APP_ROW_POSITION, axis);
            for (size_t i = 0; i < flock->count; i++) {
                sum[axis] += (double)position[i];
            }
        }
        count += flock->count;
    }
    for (int axis = 0; axis < r->camera.dimensions && count > 0; axis++) {
        r->camera.center[axis] = sum[axis] / (double)count;
    }
}

/* The camera goes on around the world; what is counted into pixels is counted for where it will be. */
static void orbit(rendering *r) {
    app_camera_turn(&r->camera, r->job->orbit * DEGREE / (double)r->report->fps, 0);
    if (r->density.aimed) {
        app_density_aim(&r->density, &r->camera, r->style.pixel);
    }
}

static bool draw_frame(rendering *r, double *since, app_fault *fault) {
    app_render_report *report = r->report;
    if (r->job->follow) {
        follow(r);
    }
    if (r->pipe == NULL) {
        const char *ending = strrchr(r->job->output, '.');
        report->frames++;
        bool right = app_vector_file(&r->output, ending, &r->frame, &r->camera, &r->style, r->job->quiver, fault);
        count_time(&report->draw, since);
        return right;
    }
    unsigned char *bytes = app_pipe_next(r->pipe, fault);
    count_time(&report->wait, since);
    if (bytes == NULL) {
        return false;
    }
    app_easel_draw(&r->easel, &r->frame, &r->camera, &r->style, bytes);
    app_pipe_send(r->pipe);
    if (r->job->orbit != 0) {
        orbit(r);
    }
    report->frames++;
    count_time(&report->draw, since);
    return true;
}

/* The loop: each step that is drawn is taken, and with trails those before it too. It is drawn after the next one was
 * begun, which a device computes meanwhile. */
static bool render_steps(rendering *r, app_fault *fault) {
    vol_world *world = r->source.world;
    uint64_t begin = vol_world_steps(world);
    app_progress progress = app_progress_begin(begin, r->last - begin, r->job->quiet);
    double since = app_clock();
    bool right = true;
    for (uint64_t step = begin; right && !app_interrupt_came(); step++) {
        bool drawn = step >= r->first && (step - r->first) % r->every == 0;
        if (drawn || (r->job->trails > 0 && step + r->job->trails * r->every >= r->first) || step + 1 == r->first) {
            app_draw_frame_take(&r->frame, r->history, world, &r->source.scene, NULL, &r->density);
        }
        bool goes_on = step < r->last;
        right = !goes_on || app_source_step(&r->source, fault);
        count_time(&r->report->simulate, &since);
        app_density_end(&r->density, &r->frame);
        count_time(&r->report->draw, &since);
        right = (!drawn || draw_frame(r, &since, fault)) && right;
        r->report->last = step;
        if (!goes_on) {
            break;
        }
        app_progress_show(&progress, step);
    }
    app_progress_end(&progress);
    r->report->interrupted = app_interrupt_came() && r->report->last < r->last;
    return right;
}

/* In any case; the first fault counts. */
static bool close_all(rendering *r, bool right, app_fault *fault) {
    app_fault closing;
    double since = app_clock();
    if (!app_pipe_close(r->pipe, &r->report->write, &closing) && right) {
        *fault = closing;
        right = false;
    }
    if (!app_film_close(r->film, &closing) && right) {
        *fault = closing;
        right = false;
    }
    if (!app_output_close(&r->output, &closing) && right) {
        *fault = closing;
        right = false;
    }
    count_time(&r->report->wait, &since);
    app_easel_close(&r->easel);
    app_draw_frame_release(&r->frame);
    app_draw_history_release(r->history);
    return right;
}

bool app_render(const app_render_job *job, app_render_report *report, app_fault *fault) {
    rendering r = {.job = job, .report = report};
    *report = (app_render_report){0};
    double begun = app_clock();
    if (!app_render_kind_of(job, &r.kind, &r.film_kind, fault) ||
        !app_source_open(&r.source, job->input, job->overrides, job->override_count, &job->where, fault)) {
        return false;
    }
    choose_size(&r);
    report->kind = r.kind;
    bool right = check_film(&r, fault) && choose_steps(&r, fault) && choose_color(&r, fault) && check_camera(&r, fault);
    if (right) {
        set_up_view(&r);
        report->first = r.first;
        app_interrupt_catch();
        right = open_output(&r, fault) && open_files(&r, fault) && render_steps(&r, fault);
        right = close_all(&r, right, fault);
    }
    for (size_t i = 0; right && i < r.source.scene.flock_count; i++) {
        report->boids += vol_flock_get_def(r.source.world, (vol_flock)i).count;
    }
    snprintf(report->device, sizeof report->device, "%s", vol_world_device(r.source.world));
    report->fast = app_computed_fast(r.source.world);
    app_density_leave(&r.density);
    app_source_close(&r.source);
    report->seconds = app_clock() - begun;
    return right;
}
