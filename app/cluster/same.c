/* Scenes as numbers, compared over the ranks. After reading, before a world is made. */
#include "cluster/same.h"

#include "cluster/cluster.h"
#include "util/terminal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t mix(uint64_t sum, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) {
        sum = (sum ^ at[i]) * UINT64_C(0x100000001B3);
    }
    return sum;
}

static uint64_t mix_numbers(uint64_t sum, const double *numbers, size_t count) {
    return numbers != NULL ? mix(sum, numbers, count * sizeof *numbers) : sum;
}

static uint64_t number_of(const vol_scene *scene) {
    size_t length = 0, dimensions = (size_t)scene->world.dimensions;
    char *text = vol_checked(vol_scene_print(scene, &length));
    uint64_t sum = mix(UINT64_C(0xCBF29CE484222325), text, length);
    free(text);
    for (size_t i = 0; i < scene->flock_count; i++) {
        const vol_scene_start *start = &scene->flocks[i].start;
        sum = mix_numbers(sum, start->positions, start->count * dimensions);
        sum = mix_numbers(sum, start->velocities, start->count * dimensions);
        sum = mix_numbers(sum, start->headings, start->count);
        sum = mix_numbers(sum, start->speeds, start->count);
    }
    return sum;
}

bool app_same_number(uint64_t own, const char *what, app_fault *fault) {
    app_accord accord = {.number = own};
    app_cluster_agree_on(&accord, true, fault);
    bool same = own == accord.number;
    if (!same) {
        app_fault_set(fault, APP_EXIT_FAILED,
                      "%s: rank %u reads another one than rank 0; all of them need the same files", what,
                      (unsigned)app_cluster_rank());
    }
    return app_cluster_agree(same, fault);
}

bool app_same_scene(const vol_scene *scene, app_fault *fault) {
    return app_cluster_size() == 1 || app_same_number(number_of(scene), scene->name, fault);
}

enum { MARK = 48 };

static bool reads(const char *path, const char *mark) {
    char found[MARK] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool same = file >= 0 && read(file, found, MARK) == MARK && memcmp(found, mark, MARK) == 0;
    if (file >= 0) {
        close(file);
    }
    return same;
}

/* Machines may each have a file of that name: so the first rank puts something there that nobody else could, and the
 * others look for it. */
bool app_same_file(app_output *output, app_fault *fault) {
    char mark[MARK] = "";
    if (!app_cluster_has_h5()) {
        return true;
    }
    bool right = app_output_begin(output, fault);
    snprintf(mark, sizeof mark, "volery %ld %.17g", (long)getpid(), app_clock());
    app_cluster_spread(0, mark, sizeof mark);
    app_accord accord = {.stop = app_cluster_first() && right &&
                                 (!output->regular || !app_output_write(output, mark, MARK))};
    if (!app_cluster_agree_on(&accord, right, fault)) {
        return false;
    }
    accord.stop = accord.stop || !reads(output->path, mark);
    app_cluster_agree_on(&accord, true, fault);
    output->shared = !accord.stop;
    return true;
}
