/* Inside of the H5MD format: tables of an HDF5 file that grow by frames, and the few things that never change. */
#ifndef VOLERY_APP_TRAJECTORY_H5_H
#define VOLERY_APP_TRAJECTORY_H5_H

#include <volery/scene.h>

#include <hdf5.h>

/* A dataset with a row a frame: [frames][size[1]][size[2]]. Rows gather in memory and are written together. */
typedef struct app_h5_table {
    hid_t set;
    hid_t type; /* of a cell, in memory and in the file */
    int rank;   /* 1 to 3 */
    hsize_t size[3];
    hsize_t chunk_rows, chunk_width;
    uint32_t part, parts; /* of several ranks that each write a part of every row; parts 0: one writes all */
    unsigned char *rows;
} app_h5_table;

/* Makes the dataset `value` of the group `owner`/`name`, which is made too, with room for `batch` rows. `fill` is what
 * cells hold that are never written; `width` is how many cells of size[1] a chunk takes. */
bool app_h5_table_make(app_h5_table *table, hid_t owner, const char *name, hsize_t batch, hsize_t width,
                       const void *fill);
/* The same for a dataset that is called `name` itself. */
bool app_h5_table_make_plain(app_h5_table *table, hid_t owner, const char *name, hsize_t batch, hsize_t width,
                             const void *fill);
/* Opens a dataset that was made like that, by its path in the file. */
bool app_h5_table_open(app_h5_table *table, hid_t file, const char *path, hsize_t batch, hsize_t width);
/* The same for one whose file was closed and opened again. */
bool app_h5_table_reopen(app_h5_table *table, hid_t file, const char *path);
/* Writes `count` rows from memory behind the first `frames` of the file. */
bool app_h5_table_write(app_h5_table *table, hsize_t frames, hsize_t count);
/* How many bytes of chunks the file gets by writing these rows. */
hsize_t app_h5_table_room(const app_h5_table *table, hsize_t frames, hsize_t count);
/* Gives the rows another size[1]; there must be none in memory. */
void app_h5_table_widen(app_h5_table *table, hsize_t width, hsize_t batch);
/* Where row `row` is in memory. */
void *app_h5_table_row(const app_h5_table *table, hsize_t row);
void app_h5_table_release(app_h5_table *table);

/* Makes a group with all groups before it. */
hid_t app_h5_group(hid_t owner, const char *path);
/* A type for texts of that length, to be closed. */
hid_t app_h5_text_type(size_t length);
bool app_h5_text_attribute(hid_t owner, const char *name, const char *text);
/* As many texts as the world has dimensions, all the same. */
bool app_h5_texts_attribute(hid_t owner, const char *name, const char *text, int count);
bool app_h5_whole_attribute(hid_t owner, const char *name, const int *numbers, int count);
bool app_h5_reals_attribute(hid_t owner, const char *name, const double *numbers, int count);
/* How to make a dataset that does not note when it was made: the same values make the same bytes. To be closed. */
hid_t app_h5_timeless(void);
/* A dataset of one text. */
bool app_h5_text(hid_t owner, const char *name, const char *text);
/* /h5md and /parameters; `person` is the author. */
bool app_h5_write_about(hid_t file, const vol_scene *scene, const char *person);

/* Why the library failed first, as the system or the library says it; "" while it did not. */
typedef struct app_h5_reason {
    char text[256];
    bool of_system;
} app_h5_reason;

/* To be called before anything else of the library: makes it leave locks and the end of the program to us. */
void app_h5_begin(void);

/* From now on failures in this thread are noted there, and nothing is printed. */
void app_h5_listen(app_h5_reason *reason);

#endif
