/* An HDF5 file without its cells, taken at a checkpoint and put back by a run that goes on. */
#include "trajectory/h5_image.h"

#include "common/arena.h"
#include "record/block.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 64 * 1024 };

static void add_range(app_h5_cells *cells, uint64_t at, uint64_t size) {
    if (cells->count == cells->room) {
        cells->room = cells->room > 0 ? 2 * cells->room : 64;
        cells->range = vol_retake(cells->range, cells->room * sizeof *cells->range);
    }
    cells->range[cells->count++] = (struct app_h5_range){at, size};
}

bool app_h5_cells_add(app_h5_cells *cells, const app_h5_table *table, hsize_t frames) {
    const hsize_t width = table->rank > 1 ? table->size[1] : 1;
    for (hsize_t row = 0; row < frames; row += table->chunk_rows) {
        for (hsize_t column = 0; column < width; column += table->chunk_width) {
            const hsize_t from[3] = {row, column, 0};
            haddr_t at = HADDR_UNDEF;
            hsize_t size = 0;
            unsigned filters = 0;
            if (H5Dget_chunk_info_by_coord(table->set, from, &filters, &at, &size) < 0) {
                return false;
            }
            if (at != HADDR_UNDEF && size > 0) {
                add_range(cells, at, size);
            }
        }
    }
    return true;
}

void app_h5_cells_release(app_h5_cells *cells) {
    free(cells->range);
    *cells = (app_h5_cells){0};
}

static int by_address(const void *a, const void *b) {
    const struct app_h5_range *left = a, *right = b;
    return left->at < right->at ? -1 : left->at > right->at;
}

static bool take_piece(vol_text *image, int file, uint64_t at, uint64_t size) {
    char piece[PIECE];
    app_put_number(image, at, 8);
    app_put_number(image, size, 8);
    while (size > 0) {
        ssize_t count = pread(file, piece, size < PIECE ? (size_t)size : PIECE, (off_t)at);
        if (count <= 0) {
            errno = count == 0 ? EIO : errno;
            return false;
        }
        vol_text_add(image, piece, (size_t)count);
        at += (uint64_t)count;
        size -= (uint64_t)count;
    }
    return true;
}

bool app_h5_image_take(vol_text *image, app_h5_cells *cells, const char *path, uint64_t *size) {
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool right = file >= 0 && fstat(file, &about) == 0;
    uint64_t at = 0;
    *size = right ? (uint64_t)about.st_size : 0;
    if (cells->count > 0) {
        qsort(cells->range, cells->count, sizeof *cells->range, by_address);
    }
    for (size_t i = 0; right && i <= cells->count; i++) {
        uint64_t end = i < cells->count ? cells->range[i].at : *size;
        right = end <= at || take_piece(image, file, at, end - at);
        at = i < cells->count ? cells->range[i].at + cells->range[i].size : at;
    }
    if (file >= 0) {
        close(file);
    }
    return right;
}

static bool put_piece(int file, const char *bytes, size_t size, uint64_t at) {
    while (size > 0) {
        ssize_t count = pwrite(file, bytes, size, (off_t)at);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        bytes += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
        at += count > 0 ? (uint64_t)count : 0;
    }
    return true;
}

bool app_h5_image_put(const vol_text *image, size_t at, int file) {
    while (at < image->length) {
        const unsigned char *head = (const unsigned char *)image->data + at;
        if (image->length - at < 16 || app_get_number(head + 8, 8) > image->length - at - 16) {
            errno = EINVAL;
            return false;
        }
        size_t size = (size_t)app_get_number(head + 8, 8);
        if (!put_piece(file, image->data + at + 16, size, app_get_number(head, 8))) {
            return false;
        }
        at += 16 + size;
    }
    return true;
}
