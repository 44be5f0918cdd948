/* `volery info`: what this program is and what it can do on this machine. */
#include "cli/options.h"
#include "play/play.h"
#include "util/json.h"

#include <stdio.h>
#include <unistd.h>

#ifndef VOLERY_WITH_HDF5
#define VOLERY_WITH_HDF5 0
#endif
#ifndef VOLERY_WITH_GL
#define VOLERY_WITH_GL 0
#endif
#ifndef VOLERY_WITH_FILM
#define VOLERY_WITH_FILM 0
#endif
#ifndef VOLERY_WITH_CAIRO
#define VOLERY_WITH_CAIRO 0
#endif

unsigned long app_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned long)count : 1;
}

static void as_text(vol_text *text) {
    vol_text_print(text, "version       %s\n", vol_version());
    vol_text_put(text, "instructions ");
    for (size_t i = 0; vol_isa_name(i) != NULL; i++) {
        vol_text_print(text, " %s", vol_isa_name(i));
    }
    vol_text_print(text, "\nthreads       %lu\ndevices       cpu\nmodels       ", app_processors());
    for (unsigned i = 0; vol_model_name((vol_model)i) != NULL; i++) {
        vol_text_print(text, " %s", vol_model_name((vol_model)i));
    }
    vol_text_print(text, "\nyaml          yes (libyaml %s)\nhdf5          %s\ncairo         %s\n",
                   vol_scene_yaml_version(), VOLERY_WITH_HDF5 ? "yes" : "no", VOLERY_WITH_CAIRO ? "yes" : "no");
    vol_text_print(text, "opengl        %s\nfilm          %s\n", VOLERY_WITH_GL ? "yes" : "no",
                   VOLERY_WITH_FILM ? "yes" : "no");
    vol_text_print(text, "window        %s\nterminal      %s\n", app_play_window_missing() == NULL ? "yes" : "no",
                   app_play_tty_missing() == NULL ? "yes" : "no");
}

static void as_json(vol_text *text) {
    app_json_open(text, NULL, '{');
    app_json_text(text, "version", vol_version());
    app_json_open(text, "instructions", '[');
    for (size_t i = 0; vol_isa_name(i) != NULL; i++) {
        app_json_text(text, NULL, vol_isa_name(i));
    }
    app_json_close(text, ']');
    app_json_whole(text, "threads", app_processors());
    app_json_open(text, "devices", '[');
    app_json_text(text, NULL, "cpu");
    app_json_close(text, ']');
    app_json_open(text, "models", '[');
    for (unsigned i = 0; vol_model_name((vol_model)i) != NULL; i++) {
        app_json_text(text, NULL, vol_model_name((vol_model)i));
    }
    app_json_close(text, ']');
    app_json_open(text, "features", '{');
    app_json_flag(text, "yaml", true);
    app_json_flag(text, "hdf5", VOLERY_WITH_HDF5);
    app_json_flag(text, "cairo", VOLERY_WITH_CAIRO);
    app_json_flag(text, "opengl", VOLERY_WITH_GL);
    app_json_flag(text, "film", VOLERY_WITH_FILM);
    app_json_flag(text, "window", app_play_window_missing() == NULL);
    app_json_flag(text, "terminal", app_play_tty_missing() == NULL);
    app_json_close(text, '}');
    app_json_close(text, '}');
    vol_text_put(text, "\n");
}

int app_info_command(const app_options *options, app_fault *fault) {
    (void)fault;
    vol_text text = {0};
    if (options->json) {
        as_json(&text);
    } else {
        as_text(&text);
    }
    fputs(text.data, stdout);
    vol_text_release(&text);
    return APP_EXIT_DONE;
}
