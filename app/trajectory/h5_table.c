/* The HDF5 file under the H5MD format: tables that grow by frames, attributes, and what is written once. */
#include "common/arena.h"
#include "trajectory/h5.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hsize_t row_cells(const app_h5_table *table) {
    return (table->rank > 1 ? table->size[1] : 1) * (table->rank > 2 ? table->size[2] : 1);
}

void *app_h5_table_row(const app_h5_table *table, hsize_t row) {
    return table->rows + row * row_cells(table) * H5Tget_size(table->type);
}

void app_h5_table_widen(app_h5_table *table, hsize_t width, hsize_t batch) {
    table->size[1] = width;
    table->rows = vol_retake(table->rows, (size_t)(batch * row_cells(table)) * H5Tget_size(table->type) + 1);
}

static void set_chunk(app_h5_table *table, hsize_t batch, hsize_t width) {
    table->chunk_rows = batch;
    table->chunk_width = table->rank > 1 ? width : 1;
}

/* Chunks are filled from first to last: the library need not keep more than those that are being filled. */
static hid_t access_plan(const app_h5_table *table) {
    hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
    size_t cells = (size_t)(table->chunk_rows * table->chunk_width * (table->rank > 2 ? table->size[2] : 1));
    H5Pset_chunk_cache(access, 11, 2 * cells * H5Tget_size(table->type), 1);
    return access;
}

bool app_h5_table_reopen(app_h5_table *table, hid_t file, const char *path) {
    hid_t access = access_plan(table);
    table->set = H5Dopen2(file, path, access);
    H5Pclose(access);
    return table->set >= 0;
}

bool app_h5_table_open(app_h5_table *table, hid_t file, const char *path, hsize_t batch, hsize_t width) {
    set_chunk(table, batch, width);
    table->rows = vol_take((size_t)(batch * row_cells(table)) * H5Tget_size(table->type) + 1);
    return app_h5_table_reopen(table, file, path);
}

bool app_h5_table_make_plain(app_h5_table *table, hid_t owner, const char *name, hsize_t batch, hsize_t width,
                             const void *fill) {
    hsize_t now[3] = {0, table->size[1], table->size[2]};
    hsize_t most[3] = {H5S_UNLIMITED, H5S_UNLIMITED, table->size[2]};
    hsize_t chunk[3] = {batch, width, table->size[2]};
    hid_t space = H5Screate_simple(table->rank, now, most);
    hid_t plan = app_h5_timeless();
    set_chunk(table, batch, width);
    hid_t access = access_plan(table);
    bool right = space >= 0 && plan >= 0 && H5Pset_chunk(plan, table->rank, chunk) >= 0 &&
                 H5Pset_fill_value(plan, table->type, fill) >= 0;
    table->set = right ? H5Dcreate2(owner, name, table->type, space, H5P_DEFAULT, plan, access) : -1;
    H5Pclose(access);
    H5Pclose(plan);
    H5Sclose(space);
    table->rows = vol_take((size_t)(batch * row_cells(table)) * H5Tget_size(table->type) + 1);
    return table->set >= 0;
}

bool app_h5_table_make(app_h5_table *table, hid_t owner, const char *name, hsize_t batch, hsize_t width,
                       const void *fill) {
    hid_t group = app_h5_group(owner, name);
    bool right = group >= 0 && app_h5_table_make_plain(table, group, "value", batch, width, fill);
    H5Gclose(group);
    return right;
}

static hsize_t chunks(const app_h5_table *table, hsize_t rows, hsize_t width) {
    hsize_t down = (rows + table->chunk_rows - 1) / table->chunk_rows;
    return table->rank > 1 ? down * ((width + table->chunk_width - 1) / table->chunk_width) : down;
}

hsize_t app_h5_table_room(const app_h5_table *table, hsize_t frames, hsize_t count) {
    hsize_t now[3] = {0, 0, 0};
    hid_t space = H5Dget_space(table->set);
    H5Sget_simple_extent_dims(space, now, NULL);
    H5Sclose(space);
    hsize_t cells = table->chunk_rows * (table->rank > 1 ? table->chunk_width : 1);
    hsize_t after = chunks(table, frames + count, table->size[1]), before = chunks(table, now[0], now[1]);
    return (after > before ? after - before : 0) * cells * (table->rank > 2 ? table->size[2] : 1) *
           H5Tget_size(table->type);
}

/* This rank's part of the rows: some of the boids; what has none is the first one's. */
static bool write_part(const app_h5_table *table, hsize_t frames, hsize_t count) {
    hsize_t width = table->rank > 1 ? table->size[1] : 0;
    hsize_t begin = width * table->part / table->parts, end = width * (table->part + 1) / table->parts;
    if (width > 0 ? begin == end : table->part > 0) {
        return true;
    }
    hsize_t all[3] = {count, width, table->size[2]};
    hsize_t file_from[3] = {frames, begin, 0}, memory_from[3] = {0, begin, 0};
    hsize_t some[3] = {count, end - begin, table->size[2]};
    hid_t file_space = H5Dget_space(table->set);
    hid_t memory_space = H5Screate_simple(table->rank, all, NULL);
    bool right = file_space >= 0 && memory_space >= 0 &&
                 H5Sselect_hyperslab(file_space, H5S_SELECT_SET, file_from, NULL, some, NULL) >= 0 &&
                 H5Sselect_hyperslab(memory_space, H5S_SELECT_SET, memory_from, NULL, some, NULL) >= 0 &&
                 H5Dwrite(table->set, table->type, memory_space, file_space, H5P_DEFAULT, table->rows) >= 0;
    H5Sclose(memory_space);
    H5Sclose(file_space);
    return right;
}

bool app_h5_table_write(app_h5_table *table, hsize_t frames, hsize_t count) {
    hsize_t all[3] = {frames + count, table->size[1], table->size[2]};
    hsize_t from[3] = {frames, 0, 0};
    hsize_t rows[3] = {count, table->size[1], table->size[2]};
    if (H5Dset_extent(table->set, all) < 0) {
        return false;
    }
    if (row_cells(table) == 0) {
        return true;
    }
    if (table->parts > 0) {
        return write_part(table, frames, count);
    }
    if (count == 1 && table->chunk_rows == 1 && table->chunk_width == (table->rank > 1 ? table->size[1] : 1)) {
        /* A row is a chunk: past the library's cache, which would copy it. */
        size_t bytes = (size_t)row_cells(table) * H5Tget_size(table->type);
        return H5Dwrite_chunk(table->set, H5P_DEFAULT, 0, from, bytes, table->rows) >= 0;
    }
    hid_t file_space = H5Dget_space(table->set);
    hid_t memory_space = H5Screate_simple(table->rank, rows, NULL);
    bool right = file_space >= 0 && memory_space >= 0 &&
                 H5Sselect_hyperslab(file_space, H5S_SELECT_SET, from, NULL, rows, NULL) >= 0 &&
                 H5Dwrite(table->set, table->type, memory_space, file_space, H5P_DEFAULT, table->rows) >= 0;
    H5Sclose(memory_space);
    H5Sclose(file_space);
    return right;
}

void app_h5_table_release(app_h5_table *table) {
    free(table->rows);
    table->rows = NULL;
}

hid_t app_h5_group(hid_t owner, const char *path) {
    hid_t plan = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(plan, 1);
    hid_t group = H5Gcreate2(owner, path, plan, H5P_DEFAULT, H5P_DEFAULT);
    H5Pclose(plan);
    return group;
}

hid_t app_h5_text_type(size_t length) {
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, length > 0 ? length : 1);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static bool attribute(hid_t owner, const char *name, hid_t type, hid_t space, const void *value) {
    hid_t made = H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool right = made >= 0 && H5Awrite(made, type, value) >= 0;
    H5Aclose(made);
    H5Sclose(space);
    return right;
}

bool app_h5_text_attribute(hid_t owner, const char *name, const char *text) {
    hid_t type = app_h5_text_type(strlen(text));
    bool right = attribute(owner, name, type, H5Screate(H5S_SCALAR), text);
    H5Tclose(type);
    return right;
}

bool app_h5_texts_attribute(hid_t owner, const char *name, const char *text, int count) {
    hsize_t size = (hsize_t)count;
    hid_t type = app_h5_text_type(strlen(text));
    vol_text all = {0};
    for (int i = 0; i < count; i++) {
        vol_text_put(&all, text);
    }
    bool right = attribute(owner, name, type, H5Screate_simple(1, &size, NULL), all.data);
    vol_text_release(&all);
    H5Tclose(type);
    return right;
}

bool app_h5_whole_attribute(hid_t owner, const char *name, const int *numbers, int count) {
    hsize_t size = (hsize_t)count;
    hid_t space = count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
    return attribute(owner, name, H5T_NATIVE_INT, space, numbers);
}

bool app_h5_reals_attribute(hid_t owner, const char *name, const double *numbers, int count) {
    hsize_t size = (hsize_t)count;
    return attribute(owner, name, H5T_NATIVE_DOUBLE, H5Screate_simple(1, &size, NULL), numbers);
}

hid_t app_h5_timeless(void) {
    hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(plan, false);
    return plan;
}

/* A dataset of one value. */
static bool single(hid_t owner, const char *name, hid_t type, const void *value) {
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t plan = app_h5_timeless();
    hid_t set = H5Dcreate2(owner, name, type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    bool right = set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0;
    H5Dclose(set);
    H5Pclose(plan);
    H5Sclose(space);
    return right;
}

bool app_h5_text(hid_t owner, const char *name, const char *text) {
    hid_t type = app_h5_text_type(strlen(text));
    bool right = single(owner, name, type, text);
    H5Tclose(type);
    return right;
}

bool app_h5_write_about(hid_t file, const vol_scene *scene, const char *person) {
    static const int version[2] = {1, 1};
    hid_t h5md = app_h5_group(file, "h5md");
    hid_t author = app_h5_group(h5md, "author");
    hid_t creator = app_h5_group(h5md, "creator");
    hid_t parameters = app_h5_group(file, "parameters");
    char *text = vol_checked(vol_scene_print(scene, NULL));
    bool right = app_h5_whole_attribute(h5md, "version", version, 2) && app_h5_text_attribute(author, "name", person) &&
                 app_h5_text_attribute(creator, "name", "volery") &&
                 app_h5_text_attribute(creator, "version", vol_version()) && app_h5_text(parameters, "scene", text) &&
                 single(parameters, "seed", H5T_NATIVE_UINT64, &scene->world.seed) &&
                 app_h5_text(parameters, "version", vol_version()) &&
                 (!scene->world.fast || app_h5_text(parameters, "fast", scene->world.device));
    free(text);
    H5Gclose(parameters);
    H5Gclose(creator);
    H5Gclose(author);
    H5Gclose(h5md);
    return right;
}

/* From the innermost error outwards: the first that has the system's own words, else the very first. */
static herr_t look_at_error(unsigned depth, const H5E_error2_t *error, void *argument) {
    app_h5_reason *reason = argument;
    static const char mark[] = "error message = '";
    const char *words = error->desc != NULL ? strstr(error->desc, mark) : NULL;
    if (words != NULL && !reason->of_system) {
        words += sizeof mark - 1;
        snprintf(reason->text, sizeof reason->text, "%.*s", (int)strcspn(words, "'"), words);
        reason->of_system = true;
    } else if (depth == 0 && error->desc != NULL) {
        snprintf(reason->text, sizeof reason->text, "%s", error->desc);
    }
    return 0;
}

/* Only the first failure counts: those after it are its consequences. */
static herr_t note_failure(hid_t stack, void *argument) {
    app_h5_reason *reason = argument;
    if (reason->text[0] == '\0') {
        H5Ewalk2(stack, H5E_WALK_UPWARD, look_at_error, reason);
    }
    return 0;
}

void app_h5_listen(app_h5_reason *reason) {
    H5Eset_auto2(H5E_DEFAULT, note_failure, reason);
}

void app_h5_begin(void) {
    /* Files are locked when they are opened (output.h), before their old bytes are lost; the library would lock them
     * once more, which fails, as a lock belongs to one descriptor. */
    setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
    H5dont_atexit(); /* a file that cannot be written must not be tried again then */
}
