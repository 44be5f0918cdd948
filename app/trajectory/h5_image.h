/* What a checkpoint keeps of an HDF5 file: all of it but the cells. The library changes its index in place as a file
 * grows, so a killed process may leave it in pieces; with this it is put back as it was, and behind it the file is
 * written on. Cells are written once and stay where they are. */
#ifndef VOLERY_APP_TRAJECTORY_H5_IMAGE_H
#define VOLERY_APP_TRAJECTORY_H5_IMAGE_H

#include "record/place.h"
#include "trajectory/h5.h"

/* Parts of a file that hold cells. Start with {0}. */
typedef struct app_h5_cells {
    struct app_h5_range {
        uint64_t at, size;
    } * range;
    size_t count, room;
} app_h5_cells;

/* Adds the chunks of the first `frames` rows of a table, which must be flushed. */
bool app_h5_cells_add(app_h5_cells *cells, const app_h5_table *table, hsize_t frames);
void app_h5_cells_release(app_h5_cells *cells);

/* Appends what the file has beside the cells; it must be closed. Sets *size to its bytes. False: errno says why. */
bool app_h5_image_take(vol_text *image, app_h5_cells *cells, const char *path, uint64_t *size);
/* Puts all of that back into an open file, from `at` on in the image. False: errno says why, or the image is wrong. */
bool app_h5_image_put(const vol_text *image, size_t at, int file);

#endif
