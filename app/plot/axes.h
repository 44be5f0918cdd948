/* Rulers along the sides of a plot: which part of the numbers is shown, where the ticks are and what stands at them. No
 * drawing here. */
#ifndef VOLERY_APP_PLOT_AXES_H
#define VOLERY_APP_PLOT_AXES_H

#include <stdbool.h>
#include <stddef.h>

enum { VOL_TICKS = 32, VOL_TICK_TEXT = 40 };

typedef struct vol_ruler {
    double from, to; /* the numbers at both ends */
    bool logarithmic;
    size_t count; /* of ticks */
    double tick[VOL_TICKS];
    char text[VOL_TICKS][VOL_TICK_TEXT];
    int power;         /* the texts are to be multiplied by 10 to this power */
    double begin, end; /* where `from` and `to` are in the picture */
} vol_ruler;

/* Shows least to most, with about so many ticks at round numbers: 1, 2 or 5 times a power of ten. Of numbers that are all
 * the same it shows some room around. */
void vol_ruler_fit(vol_ruler *ruler, double least, double most, int about);

/* The same with equal ratios; both must be above zero. */
void vol_ruler_fit_log(vol_ruler *ruler, double least, double most, int about);

/* Degrees: ticks at parts of the right angle. */
void vol_ruler_fit_degrees(vol_ruler *ruler, double least, double most, int about);

/* Ticks at these numbers (at most VOL_TICKS), in between from and to. */
void vol_ruler_fit_values(vol_ruler *ruler, double from, double to, const double *values, size_t count);

/* Names at 0, 1, 2, ... */
void vol_ruler_fit_names(vol_ruler *ruler, const char *const *names, size_t count);

/* Where a number is in the picture. */
double vol_ruler_place(const vol_ruler *ruler, double value);

/* A number as people read it: 0.25, −3, 12000; `digits` behind the point. */
void vol_ruler_text(char *text, size_t size, double value, int digits);

#endif
