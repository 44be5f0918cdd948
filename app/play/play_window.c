/* `volery play` in a window: opens it, shows frames until the person leaves (or as many as were asked for), and closes
 * everything again. */
#include "play/desk.h"
#include "play/play.h"
#include "util/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *app_play_window_missing(void) {
    return NULL;
}

bool app_play_screen(const char **why) {
    return app_window_possible(why);
}

static void show_frames(app_desk *desk) {
    while (!desk->quit && !app_interrupt_came()) {
        app_desk_frame(desk, NULL);
        app_window_show(&desk->window);
    }
}

static bool count_frames(app_desk *desk, uint64_t frames, app_fault *fault) {
    const char *screenshot = desk->options->play.screenshot;
    for (uint64_t i = 0; i < frames && !desk->quit && !app_interrupt_came(); i++) {
        app_desk_frame(desk, NULL);
        if (i + 1 == frames && screenshot != NULL && !app_desk_screenshot(desk, screenshot, fault)) {
            return false;
        }
        app_window_show(&desk->window);
    }
    return true;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Middle values: a frame that something else delayed does not count. */
static void bench_frames(app_desk *desk, uint64_t frames) {
    enum { PARTS = 4 };
    static const char *const names[PARTS] = {"step", "draw", "panel", "swap"};
    double *taken[PARTS];
    double middle[PARTS];
    double all = 0;
    for (int part = 0; part < PARTS; part++) {
        taken[part] = vol_take(frames * sizeof **taken);
    }
    uint64_t count = 0;
    for (; count < frames && (count == 0 || !app_interrupt_came()); count++) {
        app_frame_times times;
        app_desk_frame(desk, &times);
        double before = app_clock();
        app_window_show(&desk->window);
        taken[0][count] = times.wait;
        taken[1][count] = times.draw;
        taken[2][count] = times.panel;
        taken[3][count] = app_clock() - before;
    }
    for (int part = 0; part < PARTS; part++) {
        qsort(taken[part], count, sizeof **taken, by_size);
        middle[part] = 1e3 * taken[part][count / 2];
        all += middle[part];
        free(taken[part]);
    }
    const app_show *show = &desk->stage->sides[0];
    printf("frame      %.3f ms (%.0f a second): ", all, 1e3 / all);
    for (int part = 0; part < PARTS; part++) {
        printf("%s%s %.3f", part > 0 ? ", " : "", names[part], middle[part]);
    }
    printf("\nscene      %s, %zu boids, %dx%d pixels, %llu frames, median\ndrawn by   %s\n", show->name, show->boids,
           desk->window.width, desk->window.height, (unsigned long long)count, app_window_renderer());
}

static bool play(app_desk *desk, app_fault *fault) {
    const app_play_options *o = &desk->options->play;
    if (o->script != NULL) {
        return app_desk_script(desk, o->script, fault);
    }
    if (o->bench_frames > 0) {
        bench_frames(desk, o->bench_frames);
        return true;
    }
    if (desk->scripted) {
        return count_frames(desk, o->frames > 0 ? o->frames : 1, fault);
    }
    show_frames(desk);
    return true;
}

int app_play_window(const app_options *options, app_fault *fault) {
    const app_play_options *o = &options->play;
    app_desk desk = {.options = options,
                     .hidden = o->no_panel,
                     .overlays = {[APP_OVERLAY_COPIES] = true, [APP_OVERLAY_LEGEND] = true},
                     .tool_pixels = {[APP_TOOL_PREDATOR] = 18, [APP_TOOL_WIND] = 90, [APP_TOOL_ERASER] = 18}};
    desk.scripted = o->script != NULL || o->frames > 0 || o->bench_frames > 0 || o->screenshot != NULL;
    app_runner_def def = {.name = options->operand != NULL ? options->operand : "default",
                          .overrides = options->overrides,
                          .override_count = options->override_count,
                          .osc = options->osc,
                          .record = options->record,
                          .own_thread = !desk.scripted};
    if (!app_window_check(fault) || !app_where_read(options, &def.where, fault)) {
        return fault->code;
    }
    app_interrupt_catch();
    desk.runner = app_runner_start(&def, fault);
    if (desk.runner == NULL) {
        return fault->code;
    }
    bool open = app_desk_open(&desk, fault), right = open && play(&desk, fault);
    app_runner_stop(desk.runner); /* its sound devices are closed before SDL is */
    if (open) {
        app_desk_close(&desk);
    }
    return right ? app_interrupt_came() ? APP_EXIT_INTERRUPTED : APP_EXIT_DONE : fault->code;
}
