/* What the program does not do on Windows: it says so. */
#include "cli/options.h"
#include "osc/inlet.h"
#include "osc/outlet.h"
#include "play/play.h"

static const char here[] = "is not for Windows: run, bench, verify, scenes, info and help are";

static int refuse(const char *command, app_fault *fault) {
    app_fault_set(fault, APP_EXIT_WRONG, "volery %s: %s", command, here);
    return fault->code;
}

int app_play_command(const app_options *options, app_fault *fault) {
    (void)options;
    return refuse("play", fault);
}

int app_render_command(const app_options *options, app_fault *fault) {
    (void)options;
    return refuse("render", fault);
}

int app_sweep_command(const app_options *options, app_fault *fault) {
    (void)options;
    return refuse("sweep", fault);
}

int app_plot_command(const app_options *options, app_fault *fault) {
    (void)options;
    return refuse("plot", fault);
}

const char *app_play_window_missing(void) {
    return here;
}

const char *app_play_tty_missing(void) {
    return here;
}

bool app_osc_place_read(app_osc_place *place, const char *text, unsigned least, const char *title, app_fault *fault) {
    (void)place, (void)text, (void)least;
    return app_fault_set(fault, APP_EXIT_WRONG, "%s: is not for Windows", title);
}

app_osc_inlet *app_osc_inlet_open(const app_osc_place *place, const char *title, app_fault *fault) {
    (void)place;
    app_fault_set(fault, APP_EXIT_WRONG, "%s: is not for Windows", title);
    return NULL;
}

void app_osc_inlet_close(app_osc_inlet *inlet) {
    (void)inlet;
}

const char *app_osc_inlet_name(const app_osc_inlet *inlet) {
    (void)inlet;
    return NULL;
}

int app_osc_inlet_file(const app_osc_inlet *inlet) {
    (void)inlet;
    return -1;
}

bool app_osc_inlet_next(app_osc_inlet *inlet, const unsigned char **bytes, size_t *size) {
    (void)inlet, (void)bytes, (void)size;
    return false;
}
