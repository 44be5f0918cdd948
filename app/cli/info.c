/* `volery info`: what this program is and what it can do on this machine. */
#include "cli/options.h"
#include "play/play.h"
#include "util/json.h"

#include <stdio.h>
#include <unistd.h>
#include <yaml.h>

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

unsigned long vol_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned long)count : 1;
}

static void as_text(vol_text *text) {
    vol_text_print(text, "version       %s\n", vol_version());
    vol_text_put(text, "instructions ");
    for (size_t i = 0; vol_isa_name(i) != NULL; i++) {
        vol_text_print(text, " %s", vol_isa_name(i));
    }
    vol_text_print(text, "\nthreads       %lu\ndevices       cpu\nmodels       ", vol_processors());
    for (unsigned i = 0; vol_model_name((vol_model)i) != NULL; i++) {
        vol_text_print(text, " %s", vol_model_name((vol_model)i));
    }
    vol_text_print(text, "\nyaml          yes (libyaml %s)\nhdf5          %s\ncairo         %s\n",
                   yaml_get_version_string(), VOLERY_WITH_HDF5 ? "yes" : "no", VOLERY_WITH_CAIRO ? "yes" : "no");
    vol_text_print(text, "opengl        %s\nfilm          %s\n", VOLERY_WITH_GL ? "yes" : "no",
                   VOLERY_WITH_FILM ? "yes" : "no");
    vol_text_print(text, "window        %s\nterminal      %s\n", vol_play_window_missing() == NULL ? "yes" : "no",
                   vol_play_tty_missing() == NULL ? "yes" : "no");
}

static void as_json(vol_text *text) {
    vol_json_open(text, NULL, '{');
    vol_json_text(text, "version", vol_version());
    vol_json_open(text, "instructions", '[');
    for (size_t i = 0; vol_isa_name(i) != NULL; i++) {
        vol_json_text(text, NULL, vol_isa_name(i));
    }
    vol_json_close(text, ']');
    vol_json_whole(text, "threads", vol_processors());
    vol_json_open(text, "devices", '[');
    vol_json_text(text, NULL, "cpu");
    vol_json_close(text, ']');
    vol_json_open(text, "models", '[');
    for (unsigned i = 0; vol_model_name((vol_model)i) != NULL; i++) {
        vol_json_text(text, NULL, vol_model_name((vol_model)i));
    }
    vol_json_close(text, ']');
    vol_json_open(text, "features", '{');
    vol_json_flag(text, "yaml", true);
    vol_json_flag(text, "hdf5", VOLERY_WITH_HDF5);
    vol_json_flag(text, "cairo", VOLERY_WITH_CAIRO);
    vol_json_flag(text, "opengl", VOLERY_WITH_GL);
    vol_json_flag(text, "film", VOLERY_WITH_FILM);
    vol_json_flag(text, "window", vol_play_window_missing() == NULL);
    vol_json_flag(text, "terminal", vol_play_tty_missing() == NULL);
    vol_json_close(text, '}');
    vol_json_close(text, '}');
    vol_text_put(text, "\n");
}

int vol_info_command(const vol_options *options, vol_fault *fault) {
    (void)fault;
    vol_text text = {0};
    if (options->json) {
        as_json(&text);
    } else {
        as_text(&text);
    }
    fputs(text.data, stdout);
    vol_text_release(&text);
    return VOL_EXIT_DONE;
}
