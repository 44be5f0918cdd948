/* Ticks at round numbers, as a person would put them on paper. */
#include "draw/ruler.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* m times 10 to the power e. */
typedef struct nice {
    int m, e;
} nice;

/* The round number nearest to x in ratio. */
static nice round_number(double x) {
    int e = (int)floor(log10(x));
    double rest = x * pow(10, -e);
    if (rest < 1.4142) {
        return (nice){1, e};
    }
    if (rest < 3.1623) {
        return (nice){2, e};
    }
    return rest < 7.0711 ? (nice){5, e} : (nice){1, e + 1};
}

/* k times that, exactly the double nearest to the decimal number wherever powers of ten are exact. */
static double times(nice n, double k) {
    return n.e < 0 ? k * n.m / pow(10, -n.e) : k * n.m * pow(10, n.e);
}

void app_ruler_text(char *text, size_t size, double value, int digits) {
    char plain[APP_TICK_TEXT];
    snprintf(plain, sizeof plain, "%.*f", digits, value);
    if (strspn(plain, "-0.") == strlen(plain)) {
        snprintf(text, size, "%.*f", digits, 0.0);
    } else {
        snprintf(text, size, "%s%s", plain[0] == '-' ? "\xE2\x88\x92" : "", plain + (plain[0] == '-'));
    }
}

/* Thousands and thousandths go to the label of the axis, so that the numbers stay short. */
static int choose_power(double from, double to) {
    double largest = fmax(fabs(from), fabs(to));
    bool far = largest >= 1e5 || largest < 1e-2;
    return far && largest > 0 ? 3 * (int)floor(log10(largest) / 3 + 1e-9) : 0;
}

/* Two numbers apart, both finite. */
static void make_room(double *least, double *most) {
    if (!isfinite(*least) || !isfinite(*most)) {
        *least = 0;
        *most = 1;
    }
    if (*least > *most) {
        double swap = *least;
        *least = *most;
        *most = swap;
    }
    if (*most - *least <= 1e-12 * fmax(fabs(*least), fabs(*most))) {
        double room = *least != 0 ? 0.1 * fabs(*least) : 0.5;
        *least -= room;
        *most += room;
    }
}

/* A number in few letters, however large or small. */
static void short_text(char *text, double value) {
    char plain[APP_TICK_TEXT];
    snprintf(plain, sizeof plain, "%.4g", value);
    snprintf(text, APP_TICK_TEXT, "%s%s", plain[0] == '-' ? "\xE2\x88\x92" : "", plain + (plain[0] == '-'));
}

/* Ticks at round numbers whose distance is nearest to `rough` in ratio; their texts are to be multiplied by 10 to the
 * power. */
static void fit(app_ruler *ruler, double least, double most, double rough, int power) {
    nice step = round_number(rough);
    double unit = times(step, 1);
    double first = ceil(least / unit - 1e-9);
    ruler->from = least;
    ruler->to = most;
    ruler->logarithmic = false;
    ruler->power = power;
    ruler->count = 0;
    int digits = power - step.e > 0 ? power - step.e : 0;
    for (int i = 0; i < APP_TICKS && (first + i) * unit <= most + 1e-9 * unit; i++) {
        double k = first + i;
        ruler->tick[ruler->count] = times(step, k);
        app_ruler_text(ruler->text[ruler->count], APP_TICK_TEXT, times((nice){step.m, step.e - power}, k), digits);
        ruler->count++;
    }
}

void app_ruler_fit(app_ruler *ruler, double least, double most, int about) {
    make_room(&least, &most);
    fit(ruler, least, most, (most - least) / about, choose_power(least, most));
}

void app_ruler_fit_plain(app_ruler *ruler, double least, double most, int most_ticks) {
    make_room(&least, &most);
    double rough = (most - least) / most_ticks;
    fit(ruler, least, most, 1.4 * rough,
        0); /* where `fit` would choose the next smaller step, there would be too many */
    bool far = fmax(fabs(least), fabs(most)) >= 1e6 || rough < 1e-6;
    for (size_t i = 0; i < ruler->count && far; i++) {
        short_text(ruler->text[i], ruler->tick[i]);
    }
}

void app_ruler_fit_log(app_ruler *ruler, double least, double most, int about) {
    static const int all[] = {1, 2, 5};
    *ruler = (app_ruler){.from = least, .to = most, .logarithmic = true};
    int low = (int)floor(log10(least));
    int high = (int)ceil(log10(most));
    int decades = (int)ceil((double)(high - low) / about);
    size_t fine = high - low <= about / 2 ? 3 : 1; /* 1, 2 and 5 of each power, where there is room */
    for (int e = low; e <= high; e += decades) {
        for (size_t i = 0; i < fine && ruler->count < APP_TICKS; i++) {
            double value = times((nice){all[i], e}, 1);
            if (value >= least * (1 - 1e-9) && value <= most * (1 + 1e-9)) {
                ruler->tick[ruler->count] = value;
                short_text(ruler->text[ruler->count++], value);
            }
        }
    }
}

void app_ruler_fit_degrees(app_ruler *ruler, double least, double most, int about) {
    static const double steps[] = {15, 30, 45, 90, 180};
    size_t i = 0;
    while (i < 4 && (most - least) / steps[i] > about) {
        i++;
    }
    if ((most - least) / steps[i] < 3) {
        app_ruler_fit(ruler, least, most, about);
        return;
    }
    *ruler = (app_ruler){.from = least, .to = most};
    double first = ceil(least / steps[i]);
    for (int k = 0; k < APP_TICKS && (first + k) * steps[i] <= most; k++) {
        ruler->tick[ruler->count] = (first + k) * steps[i];
        app_ruler_text(ruler->text[ruler->count++], APP_TICK_TEXT, (first + k) * steps[i], 0);
    }
}

void app_ruler_fit_values(app_ruler *ruler, double from, double to, const double *values, size_t count) {
    *ruler = (app_ruler){.from = from, .to = to, .count = count < APP_TICKS ? count : APP_TICKS};
    for (size_t i = 0; i < ruler->count; i++) {
        ruler->tick[i] = values[i];
        short_text(ruler->text[i], values[i]);
    }
}

void app_ruler_fit_names(app_ruler *ruler, const char *const *names, size_t count) {
    *ruler = (app_ruler){.from = -0.5, .to = (double)count - 0.5, .count = count < APP_TICKS ? count : APP_TICKS};
    for (size_t i = 0; i < ruler->count; i++) {
        ruler->tick[i] = (double)i;
        snprintf(ruler->text[i], APP_TICK_TEXT, "%s", names[i]);
    }
}

double app_ruler_place(const app_ruler *ruler, double value) {
    double part = ruler->logarithmic ? log(value / ruler->from) / log(ruler->to / ruler->from)
                                     : (value - ruler->from) / (ruler->to - ruler->from);
    return ruler->begin + part * (ruler->end - ruler->begin);
}
