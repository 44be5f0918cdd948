/* `volery render`: the command line to a job, and the report to what a person reads. */
#include "common/words.h"
#include "film/render.h"
#include "util/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SIDE = 16, MOST_SIDE = 16384 };

app_render_job app_default_render_job(void) {
    return (app_render_job){.steps = UINT64_MAX, .every = 1, .zoom = 1, .quality = APP_FILM_QUALITY};
}

bool app_render_read_size(const char *text, uint32_t size[2]) {
    char side[2][24];
    uint64_t pixels[2];
    const char *cross = strchr(text, 'x');
    if (cross == NULL || cross - text >= 24 || strlen(cross + 1) >= 24) {
        return false;
    }
    snprintf(side[0], sizeof side[0], "%.*s", (int)(cross - text), text);
    snprintf(side[1], sizeof side[1], "%s", cross + 1);
    for (int i = 0; i < 2; i++) {
        if (!vol_whole_read(side[i], &pixels[i]) || pixels[i] < LEAST_SIDE || pixels[i] > MOST_SIDE) {
            return false;
        }
        size[i] = (uint32_t)pixels[i];
    }
    return true;
}

/* One number, as %d or %05d, and nothing else behind a %. */
static bool is_pattern(const char *path) {
    const char *percent = strchr(path, '%');
    size_t digits = percent != NULL ? strspn(percent + 1, "0123456789") : 0;
    return percent != NULL && digits <= 2 && percent[1 + digits] == 'd' && strchr(percent + 1, '%') == NULL;
}

static bool unknown_ending(const char *path, app_fault *fault) {
    app_fault_set(fault, APP_EXIT_WRONG, "volery render: -o %s: no format has this ending; allowed: .png, .svg, .pdf",
                  path);
    for (unsigned i = 0; app_film_kind_at(i) != NULL; i++) {
        app_fault_more(fault, ", %s (%s)", app_film_kind_at(i)->ending, app_film_kind_at(i)->about);
    }
    app_fault_more(fault, ", and NAME%%05d.png for a picture of each frame");
    return false;
}

bool app_render_kind_of(const app_render_job *job, app_render_kind *kind, const app_film_kind **film,
                        app_fault *fault) {
    const char *slash = strrchr(job->output, '/');
    const char *ending = strrchr(slash != NULL ? slash : job->output, '.');
    *film = ending != NULL ? app_film_kind_of(ending) : NULL;
    bool png = ending != NULL && strcmp(ending, ".png") == 0;
    bool vectors = ending != NULL && (strcmp(ending, ".svg") == 0 || strcmp(ending, ".pdf") == 0);
    if (*film == NULL && !png && !vectors) {
        return unknown_ending(job->output, fault);
    }
    *kind = *film != NULL ? APP_RENDER_FILM : vectors ? APP_RENDER_VECTORS : APP_RENDER_PICTURE;
    if (png && strchr(job->output, '%') != NULL) {
        *kind = APP_RENDER_SEQUENCE;
        if (!is_pattern(job->output)) {
            return app_fault_set(fault, APP_EXIT_WRONG,
                                 "volery render: -o %s: a pattern has one number, as in frame-%%05d.png", job->output);
        }
    }
    if (job->quiver && (*kind == APP_RENDER_FILM || *kind == APP_RENDER_SEQUENCE)) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery render: --quiver makes one picture; allowed is .png, .svg or .pdf, not %s",
                             job->output);
    }
    if ((vectors || job->quiver) && job->renderer == APP_RENDERER_GL) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery render: --renderer gl makes pixels; %s is drawn by cairo",
                             job->quiver ? "--quiver" : ending);
    }
    return true;
}

static bool read_renderer(const char *word, app_renderer *renderer, app_fault *fault) {
    static const char *const names[] = {"auto", "gl", "cairo"};
    for (int i = 0; i < 3; i++) {
        if (word == NULL || strcmp(word, names[i]) == 0) {
            *renderer = (app_renderer)i;
            return true;
        }
    }
    return app_fault_set(fault, APP_EXIT_WRONG,
                         "volery render: --renderer: value '%s' is not allowed; allowed: auto, gl, cairo", word);
}

/* A number of an option that takes words. NULL: it was not given. */
static bool read_number(const char *option, const char *word, double least, double most, double *number,
                        app_fault *fault) {
    double read = 0;
    if (word == NULL) {
        return true;
    }
    if (!vol_number_read(word, &read) || !(read >= least && read <= most)) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery render: %s: value '%s' is not allowed; allowed is a number from %g to %g", option,
                             word, least, most);
    }
    *number = read;
    return true;
}

static bool read_angles(const char *word, app_render_job *job, app_fault *fault) {
    char first[32];
    double angle[2];
    if (word == NULL) {
        return true;
    }
    const char *comma = strchr(word, ',');
    size_t length = comma != NULL ? (size_t)(comma - word) : sizeof first;
    snprintf(first, sizeof first, "%.*s", (int)(length < sizeof first ? length : 0), word);
    job->turned = length < sizeof first && vol_number_read(first, &angle[0]) && vol_number_read(comma + 1, &angle[1]) &&
                  angle[0] >= -360 && angle[0] <= 360 && angle[1] >= VOL_SCENE_LEAST_PITCH &&
                  angle[1] <= VOL_SCENE_MOST_PITCH;
    memcpy(job->camera, angle, job->turned ? sizeof angle : 0);
    return job->turned || app_fault_set(fault, APP_EXIT_WRONG,
                                        "volery render: --camera: value '%s' is not allowed; allowed are the degrees "
                                        "around the world, from -360 to 360, and above the ground, from %d to %d, as "
                                        "in 30,20",
                                        word, VOL_SCENE_LEAST_PITCH, VOL_SCENE_MOST_PITCH);
}

static bool read_quality(const char *word, uint32_t *quality, app_fault *fault) {
    static const struct {
        const char *word;
        uint32_t quality;
    } known[] = {{"low", 50}, {"medium", APP_FILM_QUALITY}, {"high", 85}};
    uint64_t number = 0;
    for (size_t i = 0; word != NULL && i < sizeof known / sizeof *known; i++) {
        if (strcmp(word, known[i].word) == 0) {
            *quality = known[i].quality;
            return true;
        }
    }
    if (word != NULL && (!vol_whole_read(word, &number) || number > APP_FILM_BEST)) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery render: --quality: value '%s' is not allowed; allowed is low, medium, high, or a "
                             "whole number from 0 to %d",
                             word, APP_FILM_BEST);
    }
    *quality = word != NULL ? (uint32_t)number : *quality;
    return true;
}

static bool read_view(const app_render_options *o, app_render_job *job, app_fault *fault) {
    return read_angles(o->camera, job, fault) && read_number("--zoom", o->zoom, 0.05, 1000, &job->zoom, fault) &&
           read_number("--orbit", o->orbit, -360, 360, &job->orbit, fault) &&
           read_quality(o->quality, &job->quality, fault);
}

static bool read_job(const app_options *o, app_render_job *job, app_fault *fault) {
    *job = app_default_render_job();
    job->input = o->operand;
    job->output = o->output;
    job->overrides = o->overrides;
    job->override_count = o->override_count;
    job->fps = (uint32_t)o->render.fps;
    job->finer = (uint32_t)o->render.finer;
    job->trails = (uint32_t)o->render.trails;
    job->steps = o->render.steps;
    job->from = o->from;
    job->every = o->every;
    job->color = o->render.color;
    job->quiver = o->render.quiver;
    job->small = o->render.small;
    job->follow = o->render.follow;
    job->mute = o->render.mute;
    job->quiet = o->quiet;
    if (o->output == NULL || o->output[0] == '\0') {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery render: -o FILE is missing; see volery render --help");
    }
    if (job->finer == 3) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery render: --supersample: allowed is 1, 2 or 4, not 3");
    }
    if (o->render.size != NULL && !app_render_read_size(o->render.size, job->size)) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery render: --size: value '%s' is not allowed; allowed is WIDTHxHEIGHT, each from %d "
                             "to %d, as in 1280x720",
                             o->render.size, LEAST_SIDE, MOST_SIDE);
    }
    return read_view(&o->render, job, fault) && app_where_read(o, &job->where, fault) &&
           read_renderer(o->render.renderer, &job->renderer, fault);
}

static double milliseconds(double seconds, uint64_t frames) {
    return frames > 0 ? 1000 * seconds / (double)frames : 0;
}

static void as_text(const app_render_job *job, const app_render_report *r, vol_text *text) {
    vol_text_print(text, "%s: ", job->output);
    if (r->kind == APP_RENDER_FILM || r->kind == APP_RENDER_SEQUENCE) {
        vol_text_print(text, "%llu frames of %ux%u", (unsigned long long)r->frames, r->size[0], r->size[1]);
        if (r->kind == APP_RENDER_FILM) {
            vol_text_print(text, " at %u a second%s", r->fps, r->sound ? ", with sound" : "");
        }
        vol_text_print(text, ", steps %llu to %llu", (unsigned long long)r->first, (unsigned long long)r->last);
    } else {
        vol_text_print(text, "%ux%u, step %llu", r->size[0], r->size[1], (unsigned long long)r->last);
    }
    vol_text_print(text, ", %zu boids%s\n", r->boids, r->interrupted ? "; interrupted" : "");
    vol_text_print(text, "drawn by   %s\n", r->driver);
    if (strcmp(r->device, "cpu") != 0) {
        vol_text_print(text, "computed   on %s%s\n", r->device, r->fast ? ", fast" : "");
    }
    vol_text_print(text, "time       %.3g s", r->seconds);
    if (r->frames > 1) {
        vol_text_print(text,
                       ", %.1f frames a second; a frame: simulate %.2f ms, draw %.2f ms, wait %.2f ms, and beside "
                       "that write %.2f ms",
                       (double)r->frames / r->seconds, milliseconds(r->simulate, r->frames),
                       milliseconds(r->draw, r->frames), milliseconds(r->wait, r->frames),
                       milliseconds(r->write, r->frames));
    }
    vol_text_put(text, "\n");
}

static void as_json(const app_render_job *job, const app_render_report *r, vol_text *text) {
    app_json_open(text, NULL, '{');
    app_json_text(text, "scene", job->input);
    app_json_text(text, "output", job->output);
    app_json_whole(text, "width", r->size[0]);
    app_json_whole(text, "height", r->size[1]);
    app_json_whole(text, "fps", r->fps);
    app_json_whole(text, "frames", r->frames);
    app_json_whole(text, "step", r->last);
    app_json_whole(text, "boids", r->boids);
    app_json_text(text, "renderer", r->driver);
    app_json_text(text, "device", r->device);
    app_json_flag(text, "fast", r->fast);
    app_json_flag(text, "sound", r->sound);
    app_json_flag(text, "interrupted", r->interrupted);
    app_json_real(text, "seconds", r->seconds);
    app_json_open(text, "stages", '{');
    app_json_real(text, "simulate", r->simulate);
    app_json_real(text, "draw", r->draw);
    app_json_real(text, "wait", r->wait);
    app_json_real(text, "write", r->write);
    app_json_close(text, '}');
    app_json_close(text, '}');
    vol_text_put(text, "\n");
}

int app_render_command(const app_options *options, app_fault *fault) {
    app_render_job job;
    app_render_report report;
    if (!read_job(options, &job, fault) || !app_render(&job, &report, fault)) {
        return fault->code;
    }
    vol_text text = {0};
    if (options->json) {
        as_json(&job, &report, &text);
    } else if (!options->quiet) {
        as_text(&job, &report, &text);
    }
    if (text.data != NULL) {
        fputs(text.data, stdout);
    }
    vol_text_release(&text);
    return report.interrupted ? APP_EXIT_INTERRUPTED : APP_EXIT_DONE;
}
