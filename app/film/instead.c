/* What `volery play` does without a display: a film and a picture. */
#include "film/render.h"

#include <stdio.h>
#include <string.h>

/* "scenes/my.yaml" is called my. */
static void name_of(const char *scene, char *name, size_t size) {
    const char *slash = strrchr(scene, '/');
    const char *base = slash != NULL ? slash + 1 : scene;
    const char *dot = strrchr(base, '.');
    size_t length = dot != NULL && dot > base ? (size_t)(dot - base) : strcspn(base, ":");
    snprintf(name, size, "%.*s", (int)(length < 200 ? length : 200), strcmp(base, "-") == 0 ? "scene" : base);
}

static bool make(const app_render_job *wanted, const char *output, uint64_t steps, app_render_report *report,
                 app_fault *fault) {
    app_render_job job = *wanted;
    job.output = output;
    job.steps = steps;
    return app_render(&job, report, fault);
}

/* Film where this program can write one. */
static const app_film_kind *choose_film(void) {
    app_fault ignored;
    for (unsigned i = 0; app_film_kind_at(i) != NULL; i++) {
        if (app_film_able(app_film_kind_at(i), &ignored)) {
            return app_film_kind_at(i);
        }
    }
    return NULL;
}

int app_render_instead(const app_render_job *wanted, const char *reason, app_fault *fault) {
    const bool quiet = wanted->quiet;
    char name[256];
    char path[2][300] = {"", ""};
    app_render_report report[2] = {{0}};
    const app_film_kind *film = choose_film();
    name_of(wanted->input, name, sizeof name);
    if (!quiet) {
        printf("There is no window here: %s.\nRendering %sa picture of the scene %s instead.\n", reason,
               film != NULL ? "ten seconds of film and " : "", name);
        fflush(stdout);
    }
    uint64_t last = UINT64_MAX;
    if (film != NULL) {
        snprintf(path[0], sizeof path[0], "%s%s", name, film->ending);
        if (!make(wanted, path[0], UINT64_MAX, &report[0], fault)) {
            return fault->code;
        }
        last = report[0].last;
    }
    snprintf(path[1], sizeof path[1], "%s.png", name);
    if (!report[0].interrupted && !make(wanted, path[1], last, &report[1], fault)) {
        return fault->code;
    }
    for (int i = 0; i < 2 && !quiet; i++) {
        if (report[i].frames > 0) {
            printf("%s  %s, %ux%u, %llu frame%s\n", i == 0 ? "film   " : "picture", path[i], report[i].size[0],
                   report[i].size[1], (unsigned long long)report[i].frames, report[i].frames == 1 ? "" : "s");
        }
    }
    return report[0].interrupted || report[1].interrupted ? APP_EXIT_INTERRUPTED : APP_EXIT_DONE;
}
