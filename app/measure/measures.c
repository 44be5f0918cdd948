/* From the world to a table of measures, a line a step. After the step, beside the trajectories. */
#include "measure/measures.h"

#include "common/format_number.h"
#include "common/words.h"
#include "trajectory/trajectory.h"
#include "util/terminal.h"

#include <stdlib.h>
#include <string.h>

static bool add_measure(app_measures *measures, const char *name, int dimensions, const char *title, app_fault *fault) {
    vol_measure measure = vol_measure_find(name);
    if (measure < VOL_MEASURE_COUNT && vol_measure_at(measure)->least_dimensions <= dimensions) {
        bool twice = (app_measures_bits(measures) & VOL_MEASURE_BIT(measure)) != 0;
        measures->measure[measures->count] = measure;
        measures->count += !twice;
        return !twice || app_fault_set(fault, APP_EXIT_WRONG, "%s: '%s' is given twice", title, name);
    }
    vol_words known = {0};
    vol_text list = {0};
    for (size_t i = 0; i < VOL_MEASURE_COUNT; i++) {
        if (vol_measure_at(i)->least_dimensions <= dimensions) {
            vol_words_add(&known, vol_measure_name(i));
        }
    }
    vol_words_list(&known, &list);
    const char *nearest = vol_words_nearest(&known, name);
    app_fault_set(fault, APP_EXIT_WRONG, "%s: there is no measure '%.63s'%s; ", title, name,
                  measure < VOL_MEASURE_COUNT ? " in 2D" : "");
    if (nearest != NULL) {
        app_fault_more(fault, "did you mean '%s'? ", nearest);
    }
    app_fault_more(fault, "allowed: %s", list.data);
    vol_text_release(&list);
    vol_words_release(&known);
    return false;
}

bool app_measures_read(app_measures *measures, const char *names, int dimensions, const char *title, app_fault *fault) {
    *measures = (app_measures){.count = 0};
    for (size_t i = 0; names == NULL && i < VOL_MEASURE_COUNT; i++) {
        measures->measure[measures->count] = (vol_measure)i;
        measures->count += vol_measure_at(i)->least_dimensions <= dimensions;
    }
    for (const char *at = names, *comma = names; comma != NULL; at = comma != NULL ? comma + 1 : NULL) {
        char name[64];
        comma = strchr(at, ',');
        size_t length = comma != NULL ? (size_t)(comma - at) : strlen(at);
        length = length < sizeof name ? length : sizeof name - 1;
        memcpy(name, at, length);
        name[length] = '\0';
        if (!add_measure(measures, name, dimensions, title, fault)) {
            return false;
        }
    }
    return true;
}

uint64_t app_measures_bits(const app_measures *measures) {
    uint64_t bits = 0;
    for (size_t i = 0; i < measures->count; i++) {
        bits |= VOL_MEASURE_BIT(measures->measure[i]);
    }
    return bits;
}

struct app_measure_file {
    app_sink sink;
    app_measures measures;
    const vol_scene *scene;
    vol_world *world;
    vol_meter *meter;
    double flushed; /* when */
};

bool app_measure_file_check(const char *path, app_fault *fault) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash != NULL ? slash : path, '.');
    return (path[0] != '\0' && (dot == NULL || strcmp(dot, ".csv") == 0)) ||
           app_fault_set(fault, APP_EXIT_WRONG,
                         "volery run: --measure '%s': allowed is a file that ends in .csv, or - for standard output",
                         path);
}

/* Those that are measured: all boids, and where there are several flocks, each. */
static size_t part_count(const app_measure_file *file) {
    return file->scene->flock_count > 1 ? 1 + file->scene->flock_count : 1;
}

static void put_word(app_sink *sink, const char *word) {
    app_sink_put(sink, word, strlen(word));
}

static bool put_header(app_measure_file *file, app_fault *fault) {
    put_word(&file->sink, "step,time");
    for (size_t part = 0; part < part_count(file); part++) {
        if (!app_sink_room(&file->sink, fault)) {
            return false;
        }
        for (size_t i = 0; i < file->measures.count; i++) {
            put_word(&file->sink, ",");
            if (part > 0) {
                put_word(&file->sink, file->scene->flocks[part - 1].name);
                put_word(&file->sink, ".");
            }
            put_word(&file->sink, vol_measure_name(file->measures.measure[i]));
        }
    }
    put_word(&file->sink, "\n");
    return true;
}

app_measure_file *app_measure_file_open(app_output *output, const app_measures *measures, const vol_scene *scene,
                                        vol_world *world, const app_place *from, app_fault *fault) {
    app_measure_file *file = vol_take(sizeof *file);
    *file = (app_measure_file){.measures = *measures, .scene = scene, .world = world};
    vol_meter_def def = scene->meter;
    vol_error error;
    def.measures = app_measures_bits(measures);
    if (vol_meter_create(world, &def, &file->meter, &error) != VOL_OK) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s: %s", output->name, error.text);
        free(file);
        return NULL;
    }
    if (!app_sink_open(&file->sink, output, from, fault)) {
        vol_meter_destroy(file->meter);
        free(file);
        return NULL;
    }
    file->flushed = -1;
    if (!app_place_is_set(from) && !put_header(file, fault)) {
        app_fault ignored;
        app_measure_file_close(file, &ignored);
        return NULL;
    }
    return file;
}

static void put_real(app_sink *sink, double number) {
    char digits[VOL_NUMBER_SIZE];
    app_sink_put(sink, digits, vol_format_double(digits, number));
}

bool app_measure_file_line(app_measure_file *file, app_fault *fault) {
    app_sink *sink = &file->sink;
    uint64_t step = vol_world_steps(file->world);
    vol_error error;
    bool right = app_sink_room(sink, fault);
    app_sink_put_whole(sink, step);
    app_sink_put_char(sink, ',');
    put_real(sink, vol_scene_time(file->scene, step));
    for (size_t part = 0; part < part_count(file); part++) {
        if (vol_meter_read(file->meter, part == 0 ? VOL_NONE : (vol_flock)(part - 1), &error) != VOL_OK) {
            return app_fault_set(fault, APP_EXIT_FAILED, "%s: %s", sink->name, error.text);
        }
        for (size_t i = 0; i < file->measures.count; i++) {
            app_sink_put_char(sink, ',');
            put_real(sink, vol_meter_value(file->meter, file->measures.measure[i]));
        }
        right =
            app_sink_room(sink, fault) && right; /* the other ranks of a world measure all parts, so this one does */
    }
    app_sink_put_char(sink, '\n');
    if (!right) {
        return false;
    }
    double now = app_clock();
    if (file->flushed >= 0 && now - file->flushed < 1) {
        return true;
    }
    file->flushed = now;
    return app_sink_flush(sink, fault);
}

bool app_measure_file_place(app_measure_file *file, app_place *place, app_fault *fault) {
    return app_sink_place(&file->sink, place, fault);
}

bool app_measure_file_close(app_measure_file *file, app_fault *fault) {
    if (file == NULL) {
        return true;
    }
    bool right = app_sink_close(&file->sink, fault);
    vol_meter_destroy(file->meter);
    free(file);
    return right;
}
