/* Rulers along the sides of plots and pictures: which part of the numbers is shown, where the ticks are and what stands
 * at them. No drawing here. */
#ifndef VOLERY_APP_DRAW_RULER_H
#define VOLERY_APP_DRAW_RULER_H

#include <stdbool.h>
#include <stddef.h>

enum { APP_TICKS = 32, APP_TICK_TEXT = 40 };

typedef struct app_ruler {
    double from, to; /* the numbers at both ends */
    bool logarithmic;
    size_t count; /* of ticks */
    double tick[APP_TICKS];
    char text[APP_TICKS][APP_TICK_TEXT];
    int power;         /* the texts are to be multiplied by 10 to this power */
    double begin, end; /* where `from` and `to` are in the picture */
} app_ruler;

/* Shows least to most, with about so many ticks at round numbers: 1, 2 or 5 times a power of ten. Of numbers that are
 * all the same it shows some room around. */
void app_ruler_fit(app_ruler *ruler, double least, double most, int about);

/* The same where no label can say the power: numbers that are too long have an exponent. At most so many ticks,
 * roughly. */
void app_ruler_fit_plain(app_ruler *ruler, double least, double most, int most_ticks);

/* The same with equal ratios; both must be above zero. */
void app_ruler_fit_log(app_ruler *ruler, double least, double most, int about);

/* Degrees: ticks at parts of the right angle. */
void app_ruler_fit_degrees(app_ruler *ruler, double least, double most, int about);

/* Ticks at these numbers (at most APP_TICKS), in between from and to. */
void app_ruler_fit_values(app_ruler *ruler, double from, double to, const double *values, size_t count);

/* Names at 0, 1, 2, ... */
void app_ruler_fit_names(app_ruler *ruler, const char *const *names, size_t count);

/* Where a number is in the picture. */
double app_ruler_place(const app_ruler *ruler, double value);

/* A number as people read it: 0.25, −3, 12000; `digits` behind the point. */
void app_ruler_text(char *text, size_t size, double value, int digits);

#endif
