/* `volery play` in a window: opens it, shows frames until the person leaves (or as many as were asked for), and closes
 * everything again. */
#include "play/desk.h"
#include "play/play.h"
#include "util/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *vol_play_window_missing(void) {
    return NULL;
}

bool vol_play_screen(const char **why) {
    return vol_window_possible(why);
}

static void show_frames(vol_desk *desk) {
    while (!desk->quit && !vol_interrupt_came()) {
        vol_desk_frame(desk, NULL);
        vol_window_show(&desk->window);
    }
}

static bool count_frames(vol_desk *desk, uint64_t frames, vol_fault *fault) {
    const char *screenshot = desk->options->play.screenshot;
    for (uint64_t i = 0; i < frames && !desk->quit && !vol_interrupt_came(); i++) {
        vol_desk_frame(desk, NULL);
        if (i + 1 == frames && screenshot != NULL && !vol_desk_screenshot(desk, screenshot, fault)) {
            return false;
        }
        vol_window_show(&desk->window);
    }
    return true;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Middle values: a frame that something else delayed does not count. */
static void bench_frames(vol_desk *desk, uint64_t frames) {
    enum { PARTS = 4 };
    static const char *const names[PARTS] = {"step", "draw", "panel", "swap"};
    double *taken[PARTS];
    double middle[PARTS];
    double all = 0;
    for (int part = 0; part < PARTS; part++) {
        taken[part] = vol_take(frames * sizeof **taken);
    }
    uint64_t count = 0;
    for (; count < frames && (count == 0 || !vol_interrupt_came()); count++) {
        vol_frame_times times;
        vol_desk_frame(desk, &times);
        double before = vol_app_clock();
        vol_window_show(&desk->window);
        taken[0][count] = times.wait;
        taken[1][count] = times.draw;
        taken[2][count] = times.panel;
        taken[3][count] = vol_app_clock() - before;
    }
    for (int part = 0; part < PARTS; part++) {
        qsort(taken[part], count, sizeof **taken, by_size);
        middle[part] = 1e3 * taken[part][count / 2];
        all += middle[part];
        free(taken[part]);
    }
    const vol_show *show = &desk->stage->sides[0];
    printf("frame      %.3f ms (%.0f a second): ", all, 1e3 / all);
    for (int part = 0; part < PARTS; part++) {
        printf("%s%s %.3f", part > 0 ? ", " : "", names[part], middle[part]);
    }
    printf("\nscene      %s, %zu boids, %dx%d pixels, %llu frames, median\ndrawn by   %s\n", show->name, show->boids,
           desk->window.width, desk->window.height, (unsigned long long)count, vol_window_renderer());
}

static bool play(vol_desk *desk, vol_fault *fault) {
    const vol_play_options *o = &desk->options->play;
    if (o->script != NULL) {
        return vol_desk_script(desk, o->script, fault);
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

int vol_play_window(const vol_options *options, vol_fault *fault) {
    const vol_play_options *o = &options->play;
    vol_desk desk = {.options = options, .hidden = o->no_panel};
    desk.scripted = o->script != NULL || o->frames > 0 || o->bench_frames > 0 || o->screenshot != NULL;
    vol_runner_def def = {.name = options->operand != NULL ? options->operand : "default",
                          .overrides = options->overrides,
                          .override_count = options->override_count,
                          .threads = (uint32_t)options->threads,
                          .record = options->record,
                          .own_thread = !desk.scripted};
    vol_interrupt_catch();
    desk.runner = vol_runner_start(&def, fault);
    if (desk.runner == NULL) {
        return fault->exit_code;
    }
    bool right = vol_desk_open(&desk, fault);
    if (right) {
        right = play(&desk, fault);
        vol_desk_close(&desk);
    }
    vol_runner_stop(desk.runner);
    return right ? vol_interrupt_came() ? VOL_EXIT_INTERRUPTED : VOL_EXIT_DONE : fault->exit_code;
}
