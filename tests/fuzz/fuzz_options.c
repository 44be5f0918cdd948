/* Any lines as the arguments of a command line: refused with a message, or options that are within what the table of
 * options allows. What --set and --over hold is then read further, and so is how a plot shall look. */
#include "cli/options.h"
#include "fuzz.h"
#include "plot/plot.h"
#include "sweep/plan.h"

enum { MOST_ARGUMENTS = 64 };

/* Cuts the text at its line ends. */
static int cut(char *text, size_t size, char *arguments[MOST_ARGUMENTS + 1]) {
    int count = 0;
    arguments[count++] = "volery";
    for (char *at = text, *end = NULL; at < text + size && count < MOST_ARGUMENTS; at = end + 1) {
        end = at + strcspn(at, "\n");
        *end = '\0';
        arguments[count++] = at;
    }
    arguments[count] = NULL;
    return count;
}

/* Whole numbers are in the range of their row, whichever row of several with one field was meant. */
static void check_ranges(const app_options *options) {
    const app_option *row = NULL;
    for (size_t i = 0; (row = app_option_at(i)) != NULL; i++) {
        if (row->kind == APP_OPTION_WHOLE && app_option_of(row, options->command)) {
            uint64_t number = 0;
            memcpy(&number, (const char *)options + row->field, sizeof number);
            bool untouched = number == 0 || number == UINT64_MAX;
            MUST(untouched || (number >= row->least && number <= row->most));
        }
    }
}

/* The overrides against a scene: refused with a message, or a scene. */
static void check_overrides(const app_options *options) {
    static const char text[] =
        "{world: {size: [100, 80]}, flocks: [{name: boids, model: steering, count: 3, terms: "
        "[{kind: seek, point: [1, 2]}]}], obstacles: [{shape: circle, center: [9, 9], radius: 3}]}";
    vol_scene scene;
    vol_scene_fault fault = {0};
    if (vol_scene_read(&scene, "fuzz", "/nowhere", text, strlen(text), options->overrides, options->override_count,
                       &fault)) {
        vol_scene_release(&scene);
    } else {
        MUST(fault.text[0] != '\0');
    }
}

/* Has the list three digits in a row at most, so that its ranges are short? */
static bool is_short(const char *text) {
    size_t digits = 0;
    size_t most = 0;
    for (; *text != '\0'; text++) {
        digits = *text >= '0' && *text <= '9' ? digits + 1 : 0;
        most = digits > most ? digits : most;
    }
    return most <= 3;
}

static void check_plan(const app_options *options) {
    const app_sweep_options *sweep = &options->sweep;
    const app_plan_source source = {sweep->over, NULL, sweep->latin, sweep->repeat, 7};
    bool small = sweep->over.count <= 2 && sweep->latin <= 1000 && sweep->list == NULL;
    for (size_t i = 0; i < sweep->over.count; i++) {
        small = small && is_short(sweep->over.word[i]);
    }
    app_plan plan;
    vol_scene_fault fault = {0};
    if (small && app_plan_make(&plan, &source, &fault)) {
        MUST(app_plan_runs(&plan) > 0 && app_plan_runs(&plan) <= 10000000);
        for (uint64_t i = 0; i < plan.combinations * plan.key_count; i++) {
            MUST(plan.values[i] != NULL);
        }
        app_plan_release(&plan);
    } else {
        MUST(!small || fault.text[0] != '\0');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    char *arguments[MOST_ARGUMENTS + 1];
    int count = cut(text, size, arguments);
    app_options options;
    vol_scene_fault fault = {0};
    if (app_options_read(&options, count, arguments, &fault)) {
        MUST(options.command != NULL && options.command->run != NULL);
        check_ranges(&options);
        check_overrides(&options);
        check_plan(&options);
        if (options.output != NULL && !app_plot_check(options.output, "-o", &options.plot, &fault)) {
            MUST(fault.text[0] != '\0' && fault.code == VOL_SCENE_WRONG);
        }
    } else {
        MUST(fault.text[0] != '\0' && fault.code == VOL_SCENE_WRONG);
    }
    app_options_release(&options);
    free(text);
    return 0;
}
