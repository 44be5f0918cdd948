/* `volery render`: the command line to a job, and the report to what a person reads. */
#include "common/words.h"
#include "film/render.h"
#include "util/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SIDE = 16, MOST_SIDE = 16384 };

vol_render_job vol_default_render_job(void) {
    return (vol_render_job){.steps = UINT64_MAX, .every = 1};
}

bool vol_render_read_size(const char *text, uint32_t size[2]) {
    char side[2][24];
    uint64_t pixels[2];
    const char *cross = strchr(text, 'x');
    if (cross == NULL || cross - text >= 24 || strlen(cross + 1) >= 24) {
        return false;
    }
    snprintf(side[0], sizeof side[0], "%.*s", (int)(cross - text), text);
    snprintf(side[1], sizeof side[1], "%s", cross + 1);
    for (int i = 0; i < 2; i++) {
        if (!vol_read_whole(side[i], &pixels[i]) || pixels[i] < LEAST_SIDE || pixels[i] > MOST_SIDE) {
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

static bool unknown_ending(const char *path, vol_fault *fault) {
    vol_fault_set(fault, VOL_EXIT_WRONG, "volery render: -o %s: no format has this ending; allowed: .png, .svg, .pdf",
                  path);
    for (unsigned i = 0; vol_film_kind_at(i) != NULL; i++) {
        vol_fault_more(fault, ", %s (%s)", vol_film_kind_at(i)->ending, vol_film_kind_at(i)->about);
    }
    vol_fault_more(fault, ", and NAME%%05d.png for a picture of each frame");
    return false;
}

bool vol_render_kind_of(const vol_render_job *job, vol_render_kind *kind, const vol_film_kind **film,
                        vol_fault *fault) {
    const char *slash = strrchr(job->output, '/');
    const char *ending = strrchr(slash != NULL ? slash : job->output, '.');
    *film = ending != NULL ? vol_film_kind_of(ending) : NULL;
    bool png = ending != NULL && strcmp(ending, ".png") == 0;
    bool vectors = ending != NULL && (strcmp(ending, ".svg") == 0 || strcmp(ending, ".pdf") == 0);
    if (*film == NULL && !png && !vectors) {
        return unknown_ending(job->output, fault);
    }
    *kind = *film != NULL ? VOL_RENDER_FILM : vectors ? VOL_RENDER_VECTORS : VOL_RENDER_PICTURE;
    if (png && strchr(job->output, '%') != NULL) {
        *kind = VOL_RENDER_SEQUENCE;
        if (!is_pattern(job->output)) {
            return vol_fault_set(fault, VOL_EXIT_WRONG,
                                 "volery render: -o %s: a pattern has one number, as in frame-%%05d.png", job->output);
        }
    }
    if (job->quiver && (*kind == VOL_RENDER_FILM || *kind == VOL_RENDER_SEQUENCE)) {
        return vol_fault_set(fault, VOL_EXIT_WRONG,
                             "volery render: --quiver makes one picture; allowed is .png, .svg or .pdf, not %s",
                             job->output);
    }
    if ((vectors || job->quiver) && job->renderer == VOL_RENDERER_GL) {
        return vol_fault_set(fault, VOL_EXIT_WRONG, "volery render: --renderer gl makes pixels; %s is drawn by cairo",
                             job->quiver ? "--quiver" : ending);
    }
    return true;
}

static bool read_renderer(const char *word, vol_renderer *renderer, vol_fault *fault) {
    static const char *const names[] = {"auto", "gl", "cairo"};
    for (int i = 0; i < 3; i++) {
        if (word == NULL || strcmp(word, names[i]) == 0) {
            *renderer = (vol_renderer)i;
            return true;
        }
    }
    return vol_fault_set(fault, VOL_EXIT_WRONG,
                         "volery render: --renderer: value '%s' is not allowed; allowed: auto, gl, cairo", word);
}

static bool read_job(const vol_options *o, vol_render_job *job, vol_fault *fault) {
    *job = vol_default_render_job();
    job->input = o->operand;
    job->output = o->output;
    job->overrides = o->overrides;
    job->override_count = o->override_count;
    job->threads = (uint32_t)o->threads;
    job->fps = (uint32_t)o->render.fps;
    job->finer = (uint32_t)o->render.finer;
    job->trails = (uint32_t)o->render.trails;
    job->steps = o->render.steps;
    job->from = o->from;
    job->every = o->every;
    job->color = o->render.color;
    job->quiver = o->render.quiver;
    job->small = o->render.small;
    job->quiet = o->quiet;
    if (o->output == NULL || o->output[0] == '\0') {
        return vol_fault_set(fault, VOL_EXIT_WRONG, "volery render: -o FILE is missing; see volery render --help");
    }
    if (job->finer == 3) {
        return vol_fault_set(fault, VOL_EXIT_WRONG, "volery render: --supersample: allowed is 1, 2 or 4, not 3");
    }
    if (o->render.size != NULL && !vol_render_read_size(o->render.size, job->size)) {
        return vol_fault_set(fault, VOL_EXIT_WRONG,
                             "volery render: --size: value '%s' is not allowed; allowed is WIDTHxHEIGHT, each from %d "
                             "to %d, as in 1280x720",
                             o->render.size, LEAST_SIDE, MOST_SIDE);
    }
    return read_renderer(o->render.renderer, &job->renderer, fault);
}

static double milliseconds(double seconds, uint64_t frames) {
    return frames > 0 ? 1000 * seconds / (double)frames : 0;
}

static void as_text(const vol_render_job *job, const vol_render_report *r, vol_text *text) {
    vol_text_print(text, "%s: ", job->output);
    if (r->kind == VOL_RENDER_FILM || r->kind == VOL_RENDER_SEQUENCE) {
        vol_text_print(text, "%llu frames of %ux%u", (unsigned long long)r->frames, r->size[0], r->size[1]);
        if (r->kind == VOL_RENDER_FILM) {
            vol_text_print(text, " at %u a second", r->fps);
        }
        vol_text_print(text, ", steps %llu to %llu", (unsigned long long)r->first, (unsigned long long)r->last);
    } else {
        vol_text_print(text, "%ux%u, step %llu", r->size[0], r->size[1], (unsigned long long)r->last);
    }
    vol_text_print(text, ", %zu boids%s\n", r->boids, r->interrupted ? "; interrupted" : "");
    vol_text_print(text, "drawn by   %s\n", r->driver);
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

static void as_json(const vol_render_job *job, const vol_render_report *r, vol_text *text) {
    vol_json_open(text, NULL, '{');
    vol_json_text(text, "scene", job->input);
    vol_json_text(text, "output", job->output);
    vol_json_whole(text, "width", r->size[0]);
    vol_json_whole(text, "height", r->size[1]);
    vol_json_whole(text, "fps", r->fps);
    vol_json_whole(text, "frames", r->frames);
    vol_json_whole(text, "step", r->last);
    vol_json_whole(text, "boids", r->boids);
    vol_json_text(text, "renderer", r->driver);
    vol_json_flag(text, "interrupted", r->interrupted);
    vol_json_real(text, "seconds", r->seconds);
    vol_json_open(text, "stages", '{');
    vol_json_real(text, "simulate", r->simulate);
    vol_json_real(text, "draw", r->draw);
    vol_json_real(text, "wait", r->wait);
    vol_json_real(text, "write", r->write);
    vol_json_close(text, '}');
    vol_json_close(text, '}');
    vol_text_put(text, "\n");
}

int vol_render_command(const vol_options *options, vol_fault *fault) {
    vol_render_job job;
    vol_render_report report;
    if (!read_job(options, &job, fault) || !vol_render(&job, &report, fault)) {
        return fault->exit_code;
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
    return report.interrupted ? VOL_EXIT_INTERRUPTED : VOL_EXIT_DONE;
}
