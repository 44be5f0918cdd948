/* Marks in files that grow: between the writers of a run and its checkpoints. */
#include "record/place.h"

#include "record/block.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOKED_AT = 4096 }; /* the last bytes, which tell this file from another one */

void app_place_release(app_place *place) {
    vol_text_release(&place->own);
    *place = (app_place){0};
}

static bool cannot(const app_output *output, const char *what, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be %s: %s", output->name, what, strerror(errno));
}

/* Outputs are open for writing alone. */
static bool sum_end(const app_output *output, uint64_t bytes, uint64_t *sum, app_fault *fault) {
    unsigned char last[LOOKED_AT];
    size_t size = bytes < LOOKED_AT ? (size_t)bytes : LOOKED_AT, got = 0;
    int file = open(output->path, O_RDONLY | O_CLOEXEC);
    ssize_t count = 1;
    while (file >= 0 && got < size && count > 0) {
        count = pread(file, last + got, size - got, (off_t)(bytes - size + got));
        got += count > 0 ? (size_t)count : 0;
    }
    bool right = (file >= 0 && got == size) || cannot(output, "read", fault);
    if (file >= 0) {
        close(file);
    }
    *sum = app_block_sum(APP_FIRST_SUM, last, got);
    return right;
}

bool app_place_sync(const app_output *output, app_fault *fault) {
    return fsync(output->file) == 0 || cannot(output, "written", fault);
}

bool app_place_take(app_place *place, const app_output *output, app_fault *fault) {
    if (output->nowhere) {
        return true;
    }
    off_t at = lseek(output->file, 0, SEEK_CUR);
    place->bytes = at > 0 ? (uint64_t)at : 0;
    return (at >= 0 || cannot(output, "written", fault)) && app_place_sync(output, fault) &&
           sum_end(output, place->bytes, &place->sum, fault);
}

bool app_place_fits(const app_place *place, const app_output *output, app_fault *fault) {
    struct stat about;
    uint64_t sum = 0;
    if (fstat(output->file, &about) != 0) {
        return cannot(output, "read", fault);
    }
    if ((uint64_t)about.st_size < place->bytes) {
        return app_fault_set(fault, APP_EXIT_WRONG, "%s: has %llu bytes, and had %llu then", output->name,
                             (unsigned long long)about.st_size, (unsigned long long)place->bytes);
    }
    return place->sum == 0 ||
           (sum_end(output, place->bytes, &sum, fault) &&
            (sum == place->sum ||
             app_fault_set(fault, APP_EXIT_WRONG, "%s: is not the file that was written then", output->name)));
}

bool app_place_go_on(const app_place *place, app_output *output, app_fault *fault) {
    if (!output->nowhere &&
        (ftruncate(output->file, (off_t)place->bytes) != 0 || lseek(output->file, 0, SEEK_END) < 0)) {
        return cannot(output, "written", fault);
    }
    output->begun = true;
    return true;
}
