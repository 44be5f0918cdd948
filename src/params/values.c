/* Parameter values as text, for scene files, command lines and vol_world_set. */
#include "core/error.h"
#include "params/params.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *text) {
    return text + strspn(text, " \t");
}

/* "[1, 2, 3]", "1, 2" or "1 2": how many numbers, or 0. */
static size_t read_numbers(const char *text, double *value, size_t most) {
    size_t count = 0;
    text = skip_blanks(text);
    bool bracket = *text == '[';
    text = skip_blanks(text + bracket);
    while (count < most && vol_number_next(&text, &value[count])) {
        count++;
        const char *next = skip_blanks(text);
        if (*next == ',') {
            next = skip_blanks(next + 1);
        }
        if (next == text ||
            vol_number_length(next) == 0) { /* nothing between two numbers, or no number behind a comma */
            break;
        }
        text = next;
    }
    text = skip_blanks(text);
    if (bracket) {
        if (*text != ']') {
            return 0;
        }
        text = skip_blanks(text + 1);
    }
    return *text == '\0' ? count : 0;
}

void vol_write_choices(const vol_param *param, char *text, size_t size) {
    size_t used = 0;
    for (size_t i = 0; param->choices[i] && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", param->choices[i]);
    }
}

static vol_result bad_value(const vol_param *p, const char *text, vol_error *error) {
    char allowed[160] = "";
    if (p->choices) {
        vol_write_choices(p, allowed, sizeof allowed);
    } else if (p->type == VOL_PARAM_FLAG) {
        snprintf(allowed, sizeof allowed, "true, false");
    } else if (p->type == VOL_PARAM_SEED) {
        snprintf(allowed, sizeof allowed, "a whole number from 0 to 18446744073709551615");
    } else if (p->type == VOL_PARAM_MASK) {
        snprintf(allowed, sizeof allowed, "all, or a list of numbers of flocks from 0 to 63 such as [0, 2]");
    } else if (p->type == VOL_PARAM_LIST) {
        snprintf(allowed, sizeof allowed, "a list of 2 to %d numbers, each from %.10g to %.10g, or []", VOL_TABLE_MOST,
                 p->least, p->most);
    } else {
        snprintf(allowed, sizeof allowed, "%s from %.10g to %.10g%s",
                 p->type == VOL_PARAM_COUNT    ? "a whole number"
                 : p->type == VOL_PARAM_VECTOR ? "two or three numbers"
                                               : "a number",
                 p->least, p->most,
                 p->random                                           ? ", or random"
                 : p->type == VOL_PARAM_VECTOR && isnan(p->standard) ? ", or middle"
                                                                     : "");
    }
    return vol_fail(error, VOL_ERROR_VALUE, p->name, "%s is '%.60s'; allowed is %s", p->name, text, allowed);
}

static bool read_choice(const vol_param *p, const char *text, int *choice) {
    for (int i = 0; p->choices[i]; i++) {
        if (strcmp(p->choices[i], text) == 0) {
            *choice = i;
            return true;
        }
    }
    return false;
}

static bool read_vector_row(const vol_row *row, void *def, const char *text) {
    double value[3] = {NAN, NAN, NAN};
    if (isnan(row->param.standard) && strcmp(text, "middle") == 0) {
        memcpy((char *)def + row->offset, value, sizeof value);
        return true;
    }
    size_t count = read_numbers(text, value, 3);
    for (size_t k = 0; k < count; k++) {
        if (!(value[k] >= row->param.least && value[k] <= row->param.most)) {
            return false;
        }
    }
    if (count < 2) {
        return false;
    }
    memcpy((char *)def + row->offset, value, count * sizeof *value);
    if (row->offset == offsetof(vol_world_def, size) && row->param.of_world) { /* which also says how many dimensions */
        ((vol_world_def *)def)->dimensions = (int)count;
    }
    return true;
}

/* "[]" is no table. */
static bool read_table(const vol_param *p, const char *text, vol_weight_table *table) {
    vol_weight_table given;
    given.count = read_numbers(text, given.value, VOL_TABLE_MOST);
    if (given.count < 2 && strcmp(text, "[]") != 0) {
        return false;
    }
    for (size_t i = 0; i < given.count; i++) {
        if (!(given.value[i] >= p->least && given.value[i] <= p->most)) {
            return false;
        }
    }
    memcpy(table->value, given.value, given.count * sizeof *table->value);
    table->count = given.count;
    return true;
}

/* "all", "[0, 2]", "[]". */
static bool read_mask(const char *text, vol_flocks *flocks) {
    double number[64];
    const size_t count = read_numbers(text, number, 64);
    vol_flocks read = strcmp(text, "all") == 0 ? VOL_ALL_FLOCKS : 0;
    for (size_t i = 0; i < count; i++) {
        if (!(number[i] >= 0 && number[i] <= 63 && number[i] == floor(number[i]))) {
            return false;
        }
        read |= (vol_flocks)1 << (unsigned)number[i];
    }
    if (count == 0 ? read == 0 && strcmp(text, "[]") != 0 : text[0] != '[') {
        return false;
    }
    *flocks = read;
    return true;
}

vol_result vol_row_read(const vol_row *row, void *def, const char *text, vol_error *error) {
    const vol_param *p = &row->param;
    void *at = (char *)def + row->offset;
    double value = 0;
    int choice = 0;
    bool right = false;
    switch (p->type) {
    case VOL_PARAM_REAL:
        right = vol_number_read(text, &value) && value >= p->least && value <= p->most;
        if (!right && p->random && strcmp(text, "random") == 0) {
            right = true;
            value = NAN;
        }
        if (right) {
            *(double *)at = value;
        }
        break;
    case VOL_PARAM_COUNT:
        right = vol_number_read(text, &value) && value >= p->least && value <= p->most && value == floor(value);
        if (right) {
            *(size_t *)at = (size_t)value;
        }
        break;
    case VOL_PARAM_SEED: right = vol_whole_read(text, (uint64_t *)at); break;
    case VOL_PARAM_CHOICE:
        right = read_choice(p, text, &choice);
        if (right) {
            memcpy(at, &choice, sizeof choice);
        }
        break;
    case VOL_PARAM_FLAG:
        right = strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
        if (right) {
            *(bool *)at = text[0] == 't';
        }
        break;
    case VOL_PARAM_VECTOR: right = read_vector_row(row, def, text); break;
    case VOL_PARAM_LIST: right = read_table(p, text, (vol_weight_table *)at); break;
    case VOL_PARAM_MASK: right = read_mask(text, (vol_flocks *)at); break;
    case VOL_PARAM_WHOLE: /* this and the rest: only surroundings have such */
    case VOL_PARAM_FLOCK:
    case VOL_PARAM_FLOCKS:
    case VOL_PARAM_POINTS:
    case VOL_PARAM_FLOW: break;
    }
    return right ? VOL_OK : bad_value(p, text, error);
}

void vol_write_number(double value, char *text, size_t size) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, size, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    char *point = strchr(text, localeconv()->decimal_point[0]);
    if (point) {
        *point = '.';
    }
}

static vol_result too_long(const vol_param *p, size_t size, vol_error *error) {
    return vol_fail(error, VOL_ERROR_VALUE, p->name, "%s needs a text of more than %zu bytes", p->name, size);
}

static vol_result write_table(const vol_param *p, const vol_weight_table *table, char *text, size_t size,
                              vol_error *error) {
    size_t used = 0;
    for (size_t i = 0; i < table->count && used < size; i++) {
        char number[40];
        vol_write_number(table->value[i], number, sizeof number);
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "[", number);
    }
    if (used < size) {
        used += (size_t)snprintf(text + used, size - used, "%s", used > 0 ? "]" : "[]");
    }
    return used < size ? VOL_OK : too_long(p, size, error);
}

static vol_result write_mask(const vol_param *p, vol_flocks flocks, char *text, size_t size, vol_error *error) {
    size_t used = (size_t)snprintf(text, size, "%s", flocks == VOL_ALL_FLOCKS ? "all" : "[");
    const char *comma = "";
    for (unsigned i = 0; flocks != VOL_ALL_FLOCKS && i < 64 && used < size; i++) {
        if (flocks >> i & 1) {
            used += (size_t)snprintf(text + used, size - used, "%s%u", comma, i);
            comma = ", ";
        }
    }
    if (flocks != VOL_ALL_FLOCKS && used < size) {
        used += (size_t)snprintf(text + used, size - used, "]");
    }
    return used < size ? VOL_OK : too_long(p, size, error);
}

vol_result vol_row_write(const vol_row *row, const void *def, int dimensions, char *text, size_t size,
                         vol_error *error) {
    const vol_param *p = &row->param;
    const void *at = (const char *)def + row->offset;
    char out[128] = "";
    if (p->type == VOL_PARAM_LIST || p->choices) { /* a def of the host's, or what its model has no use for */
        const vol_result result = vol_row_check(row, def, dimensions, error);
        if (result != VOL_OK) {
            return result;
        }
    }
    if (p->type == VOL_PARAM_LIST) {
        return write_table(p, at, text, size, error);
    }
    if (p->type == VOL_PARAM_MASK) {
        return write_mask(p, *(const vol_flocks *)at, text, size, error);
    }
    double number = vol_row_number(row, def);
    if (p->type == VOL_PARAM_CHOICE) {
        snprintf(out, sizeof out, "%s", p->choices[(int)number]);
    } else if (p->type == VOL_PARAM_FLAG) {
        snprintf(out, sizeof out, "%s", number != 0 ? "true" : "false");
    } else if (p->type == VOL_PARAM_SEED) {
        snprintf(out, sizeof out, "%llu", (unsigned long long)*(const uint64_t *)at);
    } else if (p->type == VOL_PARAM_COUNT) {
        snprintf(out, sizeof out, "%zu", *(const size_t *)at);
    } else if (p->type == VOL_PARAM_VECTOR) {
        char each[3][40] = {"", "", ""};
        int given = 0;
        for (; given < dimensions && !isnan(((const double *)at)[given]); given++) {
            vol_write_number(((const double *)at)[given], each[given], sizeof each[given]);
        }
        snprintf(out, sizeof out,
                 given == 3   ? "[%s, %s, %s]"
                 : given == 2 ? "[%s, %s%s]"
                              : "middle",
                 each[0], each[1], each[2]);
    } else if (p->random && isnan(number)) {
        snprintf(out, sizeof out, "random");
    } else {
        vol_write_number(number, out, sizeof out);
    }
    if ((size_t)snprintf(text, size, "%s", out) >= size) {
        return too_long(p, size, error);
    }
    return VOL_OK;
}

static vol_result unknown_name(const char *name, bool of_world, vol_error *error) {
    const char *near = name ? vol_param_nearest(name, of_world) : NULL;
    return vol_fail(error, VOL_ERROR_NAME, name ? name : "", "there is no parameter '%.70s'%s%s%s", name ? name : "",
                    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* The row of that name, or NULL with the error filled. */
static const vol_row *find_row(const char *name, bool of_world, vol_error *error) {
    const vol_param *param = vol_param_find(name);
    if (!param || param->of_world != of_world) {
        unknown_name(name, of_world, error);
        return NULL;
    }
    return vol_row_of(param);
}

vol_result vol_world_def_set(vol_world_def *def, const char *name, const char *value, vol_error *error) {
    vol_result result = vol_check_world_layout(def, error);
    const vol_row *row = result == VOL_OK ? find_row(name, true, error) : NULL;
    return row ? vol_row_read(row, def, value ? value : "", error) : result != VOL_OK ? result : VOL_ERROR_NAME;
}

vol_result vol_flock_def_set(vol_flock_def *def, const char *name, const char *value, vol_error *error) {
    vol_result result = vol_check_flock_layout(def, error);
    if (result != VOL_OK) {
        return result;
    }
    const vol_row *row = find_row(name, false, error);
    if (!row) {
        return VOL_ERROR_NAME;
    }
    const char *model = vol_model_name(def->model);
    if (!model || !vol_param_used(&row->param, def->model)) {
        return vol_fail(error, VOL_ERROR_NAME, row->param.name, "the model %s has no use for '%s'",
                        model ? model : "(unknown)", row->param.name);
    }
    return vol_row_read(row, def, value ? value : "", error);
}

vol_result vol_world_def_get(const vol_world_def *def, const char *name, char *text, size_t size, vol_error *error) {
    vol_result result = vol_check_world_layout(def, error);
    const vol_row *row = result == VOL_OK ? find_row(name, true, error) : NULL;
    return row                ? vol_row_write(row, def, def->dimensions, text, size, error)
           : result != VOL_OK ? result
                              : VOL_ERROR_NAME;
}

vol_result vol_flock_def_get(const vol_flock_def *def, const char *name, char *text, size_t size, vol_error *error) {
    vol_result result = vol_check_flock_layout(def, error);
    const vol_row *row = result == VOL_OK ? find_row(name, false, error) : NULL;
    return row ? vol_row_write(row, def, 3, text, size, error) : result != VOL_OK ? result : VOL_ERROR_NAME;
}
