/* `volery plot`: finds out what a file holds, chooses the kind of plot that suits it, and draws it. */
#include "plot/plot.h"

#include "common/words.h"
#include "plot/builders.h"
#include "plot/figure.h"
#include "util/interrupt.h"
#include "util/path.h"

#include <stdio.h>
#include <string.h>

static const char *const kinds[] = {"series", "errorbars", "heat", "histogram", "map", "track"};
typedef enum kind { SERIES, ERRORBARS, HEAT, HISTOGRAM, MAP, TRACK, KINDS } kind;

/* The kind by its name, or `suits`. */
static bool choose_kind(const vol_plot_options *options, kind suits, kind *chosen, vol_fault *fault) {
    *chosen = suits;
    for (size_t i = 0; options->kind != NULL && i < KINDS; i++) {
        if (strcmp(kinds[i], options->kind) == 0) {
            *chosen = (kind)i;
            return true;
        }
    }
    return options->kind == NULL ||
           vol_fault_set(
               fault, VOL_EXIT_WRONG,
               "volery plot: --kind %s is not allowed; allowed: series, errorbars, heat, histogram, map, track",
               options->kind);
}

/* FROM:TO, or nothing. */
static bool read_band(const char *text, double band[2], vol_fault *fault) {
    const char *colon = text != NULL ? strchr(text, ':') : NULL;
    char first[40] = "";
    if (colon != NULL && (size_t)(colon - text) < sizeof first) {
        memcpy(first, text, (size_t)(colon - text));
    }
    bool right =
        text == NULL || (colon != NULL && vol_read_real(first, &band[0]) && vol_read_real(colon + 1, &band[1]));
    return right ||
           vol_fault_set(fault, VOL_EXIT_WRONG,
                         "volery plot: --band %s: allowed are two numbers with a colon between them: 1.5:2", text);
}

bool vol_plot_check(const char *path, const char *option, const vol_plot_options *options, vol_fault *fault) {
    static const char *const endings[] = {".png", ".svg", ".pdf"};
    vol_figure_size size;
    kind which = SERIES;
    double band[2];
    for (size_t i = 0; i < 3; i++) {
        if (vol_ends_with(path, endings[i])) {
            return choose_kind(options, SERIES, &which, fault) && vol_figure_size_read(&size, options->size, fault) &&
                   read_band(options->band, band, fault);
        }
    }
    return vol_fault_set(fault, VOL_EXIT_WRONG, "%s %s: no format has this ending; allowed: .png, .svg, .pdf", option,
                         path);
}

/* What the header suggests. */
static kind suiting(const vol_table *table) {
    if (vol_table_is_places(table)) {
        return vol_table_is_boids(table) ? MAP : TRACK;
    }
    if (vol_table_is_sweep(table)) {
        return vol_sweep_parameters(table) == 2 ? HEAT : ERRORBARS;
    }
    return SERIES;
}

static bool boids_chart(vol_charts *charts, const vol_boids *boids, kind which, const vol_plot_options *options,
                        vol_fault *fault) {
    switch (which) {
    case HISTOGRAM: return vol_chart_histogram(charts, boids, options, fault);
    case TRACK: return vol_chart_track(charts, boids, options, fault);
    case MAP: return vol_chart_map(charts, boids, options, fault);
    default:
        return vol_fault_set(fault, VOL_EXIT_WRONG,
                             "%s: --kind %s: of boids there are the plots histogram, map and track; for series measure "
                             "them, with volery run --measure",
                             boids->name, kinds[which]);
    }
}

static bool table_chart(vol_charts *charts, const vol_table *table, const vol_plot_options *options, vol_fault *fault) {
    kind which = SERIES;
    if (!choose_kind(options, suiting(table), &which, fault)) {
        return false;
    }
    bool of_boids = vol_table_is_boids(table) &&
                    !(which == HISTOGRAM && options->x != NULL && vol_table_find(table, options->x) < table->columns);
    if (of_boids || which == MAP || which == TRACK) {
        vol_boids boids;
        bool right =
            vol_boids_from_table(&boids, table, options, fault) && boids_chart(charts, &boids, which, options, fault);
        vol_boids_release(&boids);
        return right;
    }
    switch (which) {
    case ERRORBARS: return vol_chart_errorbars(charts, table, options, fault);
    case HEAT: return vol_chart_heat(charts, table, options, fault);
    case HISTOGRAM: return vol_chart_column(charts, table, options, fault);
    default: return vol_chart_series(charts, table, options, fault);
    }
}

static bool draw(vol_charts *charts, bool right, const vol_plot_options *options, vol_output *output,
                 vol_fault *fault) {
    vol_figure_size size;
    charts->title = options->title; /* of the command line, which stays */
    right = right && vol_figure_size_read(&size, options->size, fault) && read_band(options->band, charts->band, fault);
    if (right && options->size == NULL && charts->count > 2) {
        size.height *= 0.4 * (double)charts->count; /* charts one above the other need room */
    }
    right = right && vol_figure_draw(charts, &size, options->dark, output, fault);
    vol_charts_release(charts);
    return right;
}

bool vol_plot_table(const vol_table *table, const vol_plot_options *options, vol_output *output, vol_fault *fault) {
    vol_charts charts = {0};
    return draw(&charts, table_chart(&charts, table, options, fault), options, output, fault);
}

/* What was read is drawn soon: from here on signals wait, so that nothing is left beside the picture. */
static bool open_output(const vol_options *o, vol_output *output, vol_fault *fault) {
    vol_interrupt_catch();
    return vol_output_replace(output, o->output, fault);
}

static bool plot_recording(const vol_options *o, vol_fault *fault) {
    vol_output output = {0};
    vol_charts charts = {0};
    vol_boids boids = {0};
    kind which = MAP;
    bool right = choose_kind(&o->plot, MAP, &which, fault) &&
                 vol_boids_from_recording(&boids, o->operand, &o->plot, fault) &&
                 boids_chart(&charts, &boids, which, &o->plot, fault) && open_output(o, &output, fault);
    right = draw(&charts, right, &o->plot, &output, fault);
    vol_boids_release(&boids);
    return vol_output_close(&output, right ? fault : NULL) && right;
}

/* A plot is soon made, but reading may take long. */
static bool check_files(const vol_options *o, vol_fault *fault) {
    vol_uses uses = {0};
    vol_uses_add(&uses, "the data", o->operand, false);
    vol_uses_add(&uses, "-o", o->output, true);
    bool right = vol_uses_check(&uses, "plot", fault);
    vol_uses_release(&uses);
    return right && vol_output_try(o->output, fault);
}

int vol_plot_command(const vol_options *options, vol_fault *fault) {
    vol_table table = {0};
    vol_output output = {0};
    if (options->output == NULL) {
        vol_fault_set(fault, VOL_EXIT_WRONG, "volery plot: -o FILE is missing: .png, .svg or .pdf");
        return VOL_EXIT_WRONG;
    }
    bool right =
        vol_plot_check(options->output, "volery plot: -o", &options->plot, fault) && check_files(options, fault);
    if (right && vol_boids_is_recording(options->operand)) {
        right = plot_recording(options, fault);
    } else if (right) {
        right = vol_table_read(&table, options->operand, VOL_TABLE_CUT, fault);
        if (right && table.cut_line > 0) {
            fprintf(stderr,
                    "%s:%zu: the last line is cut off, as if its writer had been stopped; it is left out of the plot\n",
                    table.name, table.cut_line);
        }
        right = right && open_output(options, &output, fault) && vol_plot_table(&table, &options->plot, &output, fault);
        right = vol_output_close(&output, right ? fault : NULL) && right;
        vol_table_release(&table);
    }
    return right ? VOL_EXIT_DONE : fault->exit_code;
}
