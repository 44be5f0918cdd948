/* The parameter table as the library itself sees it. */
#ifndef VOLERY_PARAMS_INTERNAL_H
#define VOLERY_PARAMS_INTERNAL_H

#include <volery/params.h>

enum vol_param_flag {
    VOL_FLAG_FIXED = 0,
    VOL_FLAG_LIVE = 1,
    VOL_FLAG_ZONE = 2,
    VOL_FLAG_RANDOM = 4,
    VOL_FLAG_PICKED = 8 /* only the models that name it in models.def use it */
};

/* One row: what the public sees, and where the value lies in vol_world_def or vol_flock_def. */
typedef struct vol_row {
    vol_param param;
    size_t offset;
    unsigned flags;
} vol_row;

/* The row of a public parameter. */
const vol_row *vol_row_of(const vol_param *param);

/* The value of a row in a def, for numbers, counts, flags and choices. */
double vol_row_number(const vol_row *row, const void *def);

/* Is the def's value of every row allowed? Also checks what concerns several rows. */
vol_result vol_check_world_def(const vol_world_def *def, vol_error *error);
vol_result vol_check_flock_def(const vol_flock_def *def, int dimensions, vol_error *error);

/* Fails with VOL_ERROR_FIXED if a row that is not live differs between the two defs. */
vol_result vol_check_fixed(bool of_world, const void *before, const void *after, vol_error *error);

/* The farthest distance at which a boid of this flock minds another. */
double vol_flock_reach(const vol_flock_def *def);

/* Writes a row's value as text / reads it from text. `def` is of the row's kind. */
vol_result vol_row_read(const vol_row *row, void *def, const char *text, vol_error *error);
vol_result vol_row_write(const vol_row *row, const void *def, int dimensions, char *text, size_t size,
                         vol_error *error);

/* The fewest digits that read back to the same number. */
void vol_write_number(double value, char *text, size_t size);

enum { VOL_USER_BYTES_MOST = 4096 };

#define VOL_WORLD_COOKIE 0x766F6C57u
#define VOL_FLOCK_COOKIE 0x766F6C46u

#endif
