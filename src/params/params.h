/* The parameter table as the library itself sees it. */
#ifndef VOLERY_PARAMS_INTERNAL_H
#define VOLERY_PARAMS_INTERNAL_H

#include <volery/params.h>

enum vol_param_flag {
    VOL_FLAG_FIXED = 0,
    VOL_FLAG_LIVE = 1,
    VOL_FLAG_ZONE = 2,
    VOL_FLAG_RANDOM = 4,
    VOL_FLAG_PICKED = 8,   /* only the models that name it in models.def use it */
    VOL_FLAG_UNSIGNED = 16 /* a whole number that is a uint32_t and not an int */
};

/* One row: what the public sees, and where the value lies in its def. */
typedef struct vol_row {
    vol_param param;
    size_t offset;
    unsigned flags;
} vol_row;

/* The row of a public parameter. */
const vol_row *vol_row_of(const vol_param *param);

/* The value of a row in a def, for numbers, counts, flags and choices. */
double vol_row_number(const vol_row *row, const void *def);
void vol_row_set_number(const vol_row *row, void *def, double value);

/* Is the value of a row in a def allowed? Lists of the host's own (points, flows) and flocks are not checked. */
vol_result vol_row_check(const vol_row *row, const void *def, int dimensions, vol_error *error);

/* Was the def made by its default function, by a caller with the same layout? */
vol_result vol_check_world_layout(const vol_world_def *def, vol_error *error);
vol_result vol_check_flock_layout(const vol_flock_def *def, vol_error *error);

/* Is the def's value of every row allowed? Also checks what concerns several rows. */
vol_result vol_check_world_def(const vol_world_def *def, vol_error *error);
vol_result vol_check_flock_def(const vol_flock_def *def, int dimensions, vol_error *error);

/* Can a flock of that def, which is right by itself, move by the integrator and in the time of the world? */
vol_result vol_check_integrator(const vol_world_def *world, const vol_flock_def *flock, vol_error *error);

/* Do the boids of the world move one after the other, each seeing what the earlier ones did? */
static inline bool vol_in_turn(const vol_world_def *def) {
    return def->update != VOL_UPDATE_TOGETHER;
}

/* Sets what the table has of an obstacle, a relation or a term to the defaults of that shape or kind. */
void vol_surrounding_fill(vol_surrounding of, unsigned kind, void *def);

/* Is the def's value of every row allowed? Lists are the caller's to check: their lengths and numbers. */
vol_result vol_surrounding_check(vol_surrounding of, const void *def, int dimensions, vol_error *error);

/* Are these numbers, which belong to the row of that name, within its range? */
vol_result vol_surrounding_check_numbers(vol_surrounding of, const char *name, const double *numbers, size_t count,
                                         vol_error *error);

/* Fails with VOL_ERROR_FIXED if a row that is not live differs between the two defs. */
vol_result vol_check_fixed(bool of_world, const void *before, const void *after, vol_error *error);

/* The farthest distance at which a boid of this flock reacts to another. */
double vol_zones_reach(const vol_flock_def *def);

/* Writes a row's value as text / reads it from text. `def` is of the row's kind. */
vol_result vol_row_read(const vol_row *row, void *def, const char *text, vol_error *error);
vol_result vol_row_write(const vol_row *row, const void *def, int dimensions, char *text, size_t size,
                         vol_error *error);

/* "wrap, jump, tile": the names of a choice, cut where there is no more room. */
void vol_write_choices(const vol_param *param, char *text, size_t size);

/* [+-] digits [. digits] [e [+-] digits], at least one digit before the exponent, at the start of a text: the length of
 * that, or 0; and its value, moving the text behind it. False: there is none, or it is too long or too large. */
enum { VOL_NUMBER_MOST = 400 };
size_t vol_number_length(const char *text);
bool vol_number_next(const char **text, double *value);

/* The fewest digits that read back to the same number. */
void vol_write_number(double value, char *text, size_t size);

enum { VOL_USER_BYTES_MOST = 4096, VOL_RULE_NEIGHBOURS_MOST = 64 };

#endif
