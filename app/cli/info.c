/* `volery info`: what this program is and what it can do on this machine. */
#include "cli/options.h"
#include "cluster/cluster.h"
#include "osc/outlet.h"
#include "play/play.h"
#include "util/json.h"

#include <volery/device.h>
#include <stdio.h>
#include <unistd.h>
#ifndef _WIN32
#include <sys/wait.h>
#endif

#ifdef _WIN32
#define OSC_WITHOUT_OUTLET "no"
#else
#define OSC_WITHOUT_OUTLET "in alone"
#endif
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

/* Does a process that looks for devices survive it? Drivers end it where they cannot start, as PoCL does in a system
 * without /sys; what they say then is of no use to who asks for the version. */
#ifdef _WIN32
static bool drivers_start(void) {
    return true; /* none are looked for */
}
#else
static bool drivers_start(void) {
    fflush(NULL);
    pid_t process = fork();
    if (process == 0) {
        vol_device_info info;
        if (freopen("/dev/null", "w", stderr) != NULL) {
            vol_device_read(0, &info, sizeof info, NULL);
        }
        _exit(0);
    }
    int how = 0;
    return process < 0 || waitpid(process, &how, 0) != process || WIFEXITED(how);
}
#endif

static bool read_device(bool starts, uint32_t number, vol_device_info *info, vol_error *error) {
    if (!starts) {
        snprintf(error->text, sizeof error->text, "a driver of OpenCL ends every process that looks for devices");
    }
    return starts && vol_device_read(number, info, sizeof *info, error) == VOL_OK;
}

/* A line each, or why there is none. */
static void devices_as_text(vol_text *text) {
    const bool starts = drivers_start();
    vol_device_info info;
    vol_error error;
    uint32_t number = 0;
    for (; read_device(starts, number, &info, &error); number++) {
        vol_text_print(text, "              %u: %s (%s), %s, %.1f GiB, %u units, %s%s\n", (unsigned)number, info.name,
                       info.platform, info.gpu ? "gpu" : "processor", (double)info.memory / (1024.0 * 1024 * 1024),
                       (unsigned)info.units, info.lacks[0] != '\0' ? "lacks: " : "exact", info.lacks);
    }
    if (number == 0) {
        vol_text_print(text, "              no others: %s\n", error.text);
    }
}

/* "cpu" and the names of all, as --device takes them; then all that is known of each. */
static void devices_as_json(vol_text *text) {
    const bool starts = drivers_start();
    vol_device_info info;
    vol_error error;
    app_json_open(text, "devices", '[');
    app_json_text(text, NULL, "cpu");
    for (uint32_t number = 0; read_device(starts, number, &info, &error); number++) {
        app_json_text(text, NULL, info.name);
    }
    app_json_close(text, ']');
    app_json_open(text, "opencl", '{');
    app_json_open(text, "devices", '[');
    uint32_t number = 0;
    for (; read_device(starts, number, &info, &error); number++) {
        app_json_open(text, NULL, '{');
        app_json_whole(text, "number", number);
        app_json_text(text, "name", info.name);
        app_json_text(text, "platform", info.platform);
        app_json_text(text, "version", info.version);
        app_json_flag(text, "gpu", info.gpu);
        app_json_whole(text, "memory", info.memory);
        app_json_whole(text, "piece_most", info.piece_most);
        app_json_whole(text, "units", info.units);
        app_json_flag(text, "exact", info.lacks[0] == '\0');
        app_json_text(text, "lacks", info.lacks);
        app_json_close(text, '}');
    }
    app_json_close(text, ']');
    app_json_text(text, "missing", number == 0 ? error.text : "");
    app_json_close(text, '}');
}

static void as_text(vol_text *text) {
    vol_text_print(text, "version       %s\n", vol_version());
    vol_text_put(text, "instructions ");
    for (size_t i = 0; vol_isa_name(i) != NULL; i++) {
        vol_text_print(text, " %s", vol_isa_name(i));
    }
    vol_text_print(text, "\nthreads       %lu\ndevices       cpu\n", app_processors());
    devices_as_text(text);
    vol_text_put(text, "models       ");
    for (unsigned i = 0; vol_model_name((vol_model)i) != NULL; i++) {
        vol_text_print(text, " %s", vol_model_name((vol_model)i));
    }
    const char *yaml = vol_scene_yaml_version();
    vol_text_print(text, "\nyaml          %s%s%s\nhdf5          %s\ncairo         %s\n",
                   yaml != NULL ? "yes (libyaml " : "a part (built without libyaml", yaml != NULL ? yaml : "", ")",
                   VOLERY_WITH_HDF5 ? "yes" : "no", VOLERY_WITH_CAIRO ? "yes" : "no");
    const char *sound = vol_scene_sound_version();
    vol_text_print(text, "sound files   %s%s%s\n", sound != NULL ? "yes (" : "no", sound != NULL ? sound : "",
                   sound != NULL ? ")" : "");
    vol_text_print(text, "opengl        %s\nfilm          %s\n", VOLERY_WITH_GL ? "yes" : "no",
                   VOLERY_WITH_FILM ? "yes" : "no");
    vol_text_print(text, "osc           %s\n", app_osc_outlet_missing() == NULL ? "yes" : OSC_WITHOUT_OUTLET);
    vol_text_print(text, "window        %s\nterminal      %s\n", app_play_window_missing() == NULL ? "yes" : "no",
                   app_play_tty_missing() == NULL ? "yes" : "no");
    vol_text_print(text, "mpi           %s\n", app_cluster_there() ? "yes" : "no");
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
    devices_as_json(text);
    app_json_open(text, "models", '[');
    for (unsigned i = 0; vol_model_name((vol_model)i) != NULL; i++) {
        app_json_text(text, NULL, vol_model_name((vol_model)i));
    }
    app_json_close(text, ']');
    app_json_open(text, "features", '{');
    app_json_flag(text, "yaml", vol_scene_yaml_version() != NULL);
    app_json_flag(text, "hdf5", VOLERY_WITH_HDF5);
    app_json_flag(text, "sound", vol_scene_sound_version() != NULL);
    app_json_flag(text, "cairo", VOLERY_WITH_CAIRO);
    app_json_flag(text, "opengl", VOLERY_WITH_GL);
    app_json_flag(text, "film", VOLERY_WITH_FILM);
    app_json_flag(text, "osc", app_osc_outlet_missing() == NULL);
    app_json_flag(text, "window", app_play_window_missing() == NULL);
    app_json_flag(text, "terminal", app_play_tty_missing() == NULL);
    app_json_flag(text, "mpi", app_cluster_there());
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
