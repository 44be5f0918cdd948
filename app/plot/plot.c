/* `volery plot`: finds out what a file holds, chooses the kind of plot that suits it, and draws it. */
#include "plot/plot.h"

#include "common/words.h"
#include "plot/builders.h"
#include "plot/figure.h"
#include "util/file.h"
#include "util/interrupt.h"
#include "util/path.h"

#include <stdio.h>
#include <string.h>

static const char *const kinds[] = {"series", "errorbars", "heat", "histogram", "map", "track"};
typedef enum kind { SERIES, ERRORBARS, HEAT, HISTOGRAM, MAP, TRACK, KINDS } kind;

/* The kind by its name, or `suits`. */
static bool choose_kind(const app_plot_options *options, kind suits, kind *chosen, app_fault *fault) {
    *chosen = suits;
    for (size_t i = 0; options->kind != NULL && i < KINDS; i++) {
        if (strcmp(kinds[i], options->kind) == 0) {
            *chosen = (kind)i;
            return true;
        }
    }
    return options->kind == NULL ||
           app_fault_set(
               fault, APP_EXIT_WRONG,
               "volery plot: --kind %s is not allowed; allowed: series, errorbars, heat, histogram, map, track",
               options->kind);
}

/* FROM:TO, or nothing. */
static bool read_band(const char *text, double band[2], app_fault *fault) {
    const char *colon = text != NULL ? strchr(text, ':') : NULL;
    char first[40] = "";
    if (colon != NULL && (size_t)(colon - text) < sizeof first) {
        memcpy(first, text, (size_t)(colon - text));
    }
    bool right =
        text == NULL || (colon != NULL && vol_number_read(first, &band[0]) && vol_number_read(colon + 1, &band[1]));
    return right ||
           app_fault_set(fault, APP_EXIT_WRONG,
                         "volery plot: --band %s: allowed are two numbers with a colon between them: 1.5:2", text);
}

static bool check_bars(const char *bars, app_fault *fault) {
    return bars == NULL || strcmp(bars, "sd") == 0 || strcmp(bars, "error") == 0 ||
           app_fault_set(fault, APP_EXIT_WRONG, "volery plot: --bars %s is not allowed; allowed: sd, error", bars);
}

bool app_plot_check(const char *path, const char *option, const app_plot_options *options, app_fault *fault) {
    static const char *const endings[] = {".png", ".svg", ".pdf"};
    app_figure_size size;
    kind which = SERIES;
    double band[2];
    for (size_t i = 0; i < 3; i++) {
        if (vol_ends_with(path, endings[i])) {
            return choose_kind(options, SERIES, &which, fault) && app_figure_size_read(&size, options->size, fault) &&
                   read_band(options->band, band, fault) && check_bars(options->bars, fault);
        }
    }
    return app_fault_set(fault, APP_EXIT_WRONG, "%s %s: no format has this ending; allowed: .png, .svg, .pdf", option,
                         path);
}

/* What the header suggests. */
static kind suiting(const app_table *table) {
    if (app_table_is_places(table)) {
        return app_table_is_boids(table) ? MAP : TRACK;
    }
    if (app_table_is_sweep(table)) {
        return app_sweep_parameters(table) == 2 ? HEAT : ERRORBARS;
    }
    return SERIES;
}

static bool boids_chart(app_charts *charts, const app_boids *boids, kind which, const app_plot_options *options,
                        app_fault *fault) {
    switch (which) {
    case HISTOGRAM: return app_chart_histogram(charts, boids, options, fault);
    case TRACK: return app_chart_track(charts, boids, options, fault);
    case MAP: return app_chart_map(charts, boids, options, fault);
    default:
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "%s: --kind %s: of boids there are the plots histogram, map and track; for series measure "
                             "them, with volery run --measure",
                             boids->name, kinds[which]);
    }
}

static bool table_chart(app_charts *charts, const app_table *table, const app_plot_options *options, app_fault *fault) {
    kind which = SERIES;
    if (!choose_kind(options, suiting(table), &which, fault)) {
        return false;
    }
    bool of_boids = app_table_is_boids(table) &&
                    !(which == HISTOGRAM && options->x != NULL && app_table_find(table, options->x) < table->columns);
    if (of_boids || which == MAP || which == TRACK) {
        app_boids boids;
        bool right =
            app_boids_from_table(&boids, table, options, fault) && boids_chart(charts, &boids, which, options, fault);
        app_boids_release(&boids);
        return right;
    }
    switch (which) {
    case ERRORBARS: return app_chart_errorbars(charts, table, options, fault);
    case HEAT: return app_chart_heat(charts, table, options, fault);
    case HISTOGRAM: return app_chart_column(charts, table, options, fault);
    default: return app_chart_series(charts, table, options, fault);
    }
}

static bool draw(app_charts *charts, bool right, const app_plot_options *options, app_output *output,
                 app_fault *fault) {
    app_figure_size size;
    charts->title = options->title; /* of the command line, which stays */
    right = right && app_figure_size_read(&size, options->size, fault) && read_band(options->band, charts->band, fault);
    if (right && options->size == NULL && charts->count > 2) {
        size.height *= 0.4 * (double)charts->count; /* charts one above the other need room */
    }
    right = right && app_figure_draw(charts, &size, options->dark, output, fault);
    app_charts_release(charts);
    return right;
}

bool app_plot_table(const app_table *table, const app_plot_options *options, app_output *output, app_fault *fault) {
    app_charts charts = {0};
    return draw(&charts, table_chart(&charts, table, options, fault), options, output, fault);
}

/* What was read is drawn soon: from here on signals wait, so that nothing is left beside the picture. */
static bool open_output(const app_options *o, app_output *output, app_fault *fault) {
    app_interrupt_catch();
    return app_output_replace(output, o->output, fault);
}

/* A recording, or a trajectory in HDF5. */
static bool plot_boids(const app_options *o, bool h5, app_fault *fault) {
    app_output output = {0};
    app_charts charts = {0};
    app_boids boids = {0};
    kind which = MAP;
    bool right = choose_kind(&o->plot, MAP, &which, fault) &&
                 (h5 ? app_boids_from_h5(&boids, o->operand, &o->plot, fault)
                     : app_boids_from_recording(&boids, o->operand, &o->plot, fault)) &&
                 boids_chart(&charts, &boids, which, &o->plot, fault) && open_output(o, &output, fault);
    right = draw(&charts, right, &o->plot, &output, fault);
    app_boids_release(&boids);
    return app_output_close(&output, right ? fault : NULL) && right;
}

/* A plot is soon made, but reading may take long. */
static bool check_files(const app_options *o, app_fault *fault) {
    app_uses uses = {0};
    app_uses_add(&uses, "the data", o->operand, false);
    app_uses_add(&uses, "-o", o->output, true);
    bool right = app_uses_check(&uses, "plot", fault);
    app_uses_release(&uses);
    return right && app_output_try(o->output, fault);
}

int app_plot_command(const app_options *options, app_fault *fault) {
    app_table table = {0};
    app_output output = {0};
    if (options->output == NULL) {
        app_fault_set(fault, APP_EXIT_WRONG, "volery plot: -o FILE is missing: .png, .svg or .pdf");
        return APP_EXIT_WRONG;
    }
    bool right =
        app_plot_check(options->output, "volery plot: -o", &options->plot, fault) && check_files(options, fault);
    if (right && app_file_begins(options->operand, "\x89HDF")) {
        right = plot_boids(options, true, fault);
    } else if (right && app_boids_is_recording(options->operand)) {
        right = plot_boids(options, false, fault);
    } else if (right) {
        right = app_table_read(&table, options->operand, APP_TABLE_CUT, fault);
        if (right && table.cut_line > 0) {
            fprintf(stderr,
                    "%s:%zu: the last line is cut off, as if its writer had been stopped; it is left out of the plot\n",
                    table.name, table.cut_line);
        }
        right = right && open_output(options, &output, fault) && app_plot_table(&table, &options->plot, &output, fault);
        right = app_output_close(&output, right ? fault : NULL) && right;
        app_table_release(&table);
    }
    return right ? APP_EXIT_DONE : fault->code;
}
