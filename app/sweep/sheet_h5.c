/* The table of a sweep as HDF5: a dataset of one dimension for each column, as long as there are runs.
 *
 *   /run /combination /repetition /seed /status
 *   /parameters/KEY       numbers, or texts where a value is none; attribute unit
 *   /measures/NAME/mean   sd, error, tau, binder and susceptibility; in scenes of several flocks also
 *                         /measures/FLOCK.NAME/...; attribute unit
 *
 *   /scene                YAML
 *
 * Attributes of the file: creator, version, steps, window, every; of sweeps with --fast also fast, the device. Cells of
 * runs that failed are not a number. Made from the CSV, whose digits read back to the same bits. */
#include "plot/table.h"
#include "sweep/sweep.h"
#include "trajectory/h5.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_COLUMNS = 5 };

typedef struct sheet {
    const app_sweep *sweep;
    app_table table;
    hid_t file;
    app_h5_reason reason;
} sheet;

bool app_sweep_has_h5(void) {
    return true;
}

/* A dataset with its unit; groups before its name are made. */
static bool put_set(const sheet *s, const char *path, hid_t type, const void *values, const char *unit) {
    hsize_t size = s->table.rows;
    hid_t space = H5Screate_simple(1, &size, NULL);
    hid_t plan = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(plan, 1);
    hid_t timeless = app_h5_timeless();
    hid_t set = H5Dcreate2(s->file, path, type, space, plan, timeless, H5P_DEFAULT);
    bool right = set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0 &&
                 (unit == NULL || app_h5_text_attribute(set, "unit", unit));
    H5Dclose(set);
    H5Pclose(timeless);
    H5Pclose(plan);
    H5Sclose(space);
    return right;
}

static bool put_wholes(const sheet *s, const char *path, size_t column) {
    uint64_t *numbers = vol_take(s->table.rows * sizeof *numbers);
    for (size_t i = 0; i < s->table.rows; i++) {
        vol_whole_read(app_table_cell(&s->table, i, column), &numbers[i]);
    }
    bool right = put_set(s, path, H5T_NATIVE_UINT64, numbers, NULL);
    free(numbers);
    return right;
}

static bool put_texts(const sheet *s, const char *path, size_t column, const char *unit) {
    size_t longest = 1;
    for (size_t i = 0; i < s->table.rows; i++) {
        size_t length = strlen(app_table_cell(&s->table, i, column));
        longest = length > longest ? length : longest;
    }
    char *texts = memset(vol_take(s->table.rows * longest), 0, s->table.rows * longest);
    for (size_t i = 0; i < s->table.rows; i++) {
        const char *cell = app_table_cell(&s->table, i, column);
        for (size_t c = 0; cell[c] != '\0'; c++) {
            texts[i * longest + c] = cell[c]; /* filled up with zeros, and not ended by one */
        }
    }
    hid_t type = app_h5_text_type(longest);
    bool right = put_set(s, path, type, texts, unit);
    H5Tclose(type);
    free(texts);
    return right;
}

static bool put_numbers(const sheet *s, const char *path, size_t column, const char *unit) {
    app_fault ignored;
    if (!app_table_is_numeric(&s->table, column)) {
        return put_texts(s, path, column, unit);
    }
    double *numbers = vol_take(s->table.rows * sizeof *numbers);
    bool right =
        app_table_numbers(&s->table, column, numbers, &ignored) && put_set(s, path, H5T_NATIVE_DOUBLE, numbers, unit);
    free(numbers);
    return right;
}

static bool put_parameters(const sheet *s) {
    bool right = true;
    for (size_t k = 0; k < s->sweep->plan.key_count && right; k++) {
        vol_text path = {0};
        vol_text_print(&path, "/parameters/%s", s->sweep->plan.keys[k]);
        right = put_numbers(s, path.data, FIRST_COLUMNS + k, app_plan_unit(s->sweep->plan.keys[k]));
        vol_text_release(&path);
    }
    return right;
}

/* Of a column of measures; of squares of them the square. */
static const char *unit_of(const sheet *s, app_sweep_column column, vol_text *text) {
    const char *unit = vol_measure_at(s->sweep->measures.measure[column.measure])->unit;
    const char *power = column.statistic == APP_STATISTIC_SUSCEPTIBILITY && unit[0] != '\0' ? "^2" : "";
    const bool plain = column.statistic == APP_STATISTIC_BINDER;
    vol_text_print(text, "%s%s", plain ? "" : column.statistic == APP_STATISTIC_TAU ? "steps" : unit, power);
    return text->data;
}

static bool put_measures(const sheet *s) {
    const app_sweep *sweep = s->sweep;
    size_t first = FIRST_COLUMNS + sweep->plan.key_count;
    bool right = true;
    for (size_t i = 0; i < app_sweep_columns(sweep) && right; i++) {
        const app_sweep_column column = app_sweep_column_at(sweep, i);
        vol_text path = {0}, unit = {0};
        vol_text_put(&path, "/measures/");
        app_sweep_column_name(sweep, column, &path);
        *strrchr(path.data, '_') = '/';
        right = put_numbers(s, path.data, first + i, unit_of(s, column, &unit));
        vol_text_release(&unit);
        vol_text_release(&path);
    }
    return right;
}

static bool put_about(const sheet *s) {
    const app_sweep *sweep = s->sweep;
    const int numbers[3] = {(int)sweep->steps, (int)sweep->window, (int)sweep->every};
    char *text = vol_checked(vol_scene_print(&sweep->scene, NULL));
    bool right = app_h5_text_attribute(s->file, "creator", "volery") &&
                 app_h5_text_attribute(s->file, "version", vol_version()) && app_h5_text(s->file, "scene", text) &&
                 app_h5_whole_attribute(s->file, "steps", &numbers[0], 1) &&
                 app_h5_whole_attribute(s->file, "window", &numbers[1], 1) &&
                 app_h5_whole_attribute(s->file, "every", &numbers[2], 1) &&
                 (!sweep->where.fast || app_h5_text_attribute(s->file, "fast", sweep->where.device));
    free(text);
    return right;
}

static bool put_all(const sheet *s) {
    return put_about(s) && put_wholes(s, "/run", 0) && put_wholes(s, "/combination", 1) &&
           put_wholes(s, "/repetition", 2) && put_wholes(s, "/seed", 3) && put_texts(s, "/status", 4, NULL) &&
           put_parameters(s) && put_measures(s);
}

bool app_sweep_write_h5(const app_sweep *sweep, app_output *output, const vol_text *csv, app_fault *fault) {
    sheet s = {.sweep = sweep};
    char *copy = memcpy(vol_take(csv->length + 1), csv->data, csv->length + 1);
    if (!app_table_read_text(&s.table, copy, csv->length, output->name, APP_TABLE_WHOLE, fault)) {
        return false;
    }
    app_h5_begin();
    app_h5_listen(&s.reason);
    s.file = H5Fcreate(output->path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    bool right = s.file >= 0 && put_all(&s);
    right = (s.file < 0 || H5Fclose(s.file) >= 0) && right;
    right = right || app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be written: %s", output->name,
                                   s.reason.text[0] != '\0' ? s.reason.text : "the HDF5 library failed");
    right = right && app_output_finish(output, fault);
    H5Eclear2(H5E_DEFAULT);
    app_table_release(&s.table);
    return right;
}
