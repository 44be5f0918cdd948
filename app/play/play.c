/* `volery play`: chooses between window, terminal and, without a screen, a film and a picture. */
#include "play/play.h"

#include "film/render.h"
#include "util/output.h"
#include "util/path.h"

#include <string.h>

static bool is_file(const char *path) {
    return path == NULL || (path[0] != '\0' && strcmp(path, "-") != 0);
}

/* What can be said about the files before anything is opened. */
static bool check_files(const app_options *options, app_fault *fault) {
    const char *record = options->record, *screenshot = options->play.screenshot;
    if (!is_file(record) || !is_file(screenshot)) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery play: --%s needs the name of a file",
                             is_file(record) ? "screenshot" : "record");
    }
    app_uses uses = {0};
    app_uses_add(&uses, "--script", options->play.script, false);
    app_uses_add(&uses, "the scene", options->operand, false);
    app_uses_add(&uses, "--record", record, true);
    app_uses_add(&uses, "--screenshot", screenshot, true);
    bool right = app_uses_check(&uses, "play", fault);
    app_uses_release(&uses);
    return right && (screenshot == NULL || app_output_try(screenshot, fault));
}

int app_play_command(const app_options *options, app_fault *fault) {
    const app_play_options *o = &options->play;
    const char *why = "";
    vol_scene_where where;
    if (!app_where_read(options, &where, fault) || !check_files(options, fault)) {
        return fault->code;
    }
    if (o->tty) {
        return app_play_tty(options, fault);
    }
    bool scripted = o->script != NULL || o->frames > 0 || o->bench_frames > 0 || o->screenshot != NULL;
    if (!scripted && !app_play_screen(&why)) {
        app_render_job job = app_default_render_job();
        job.input = options->operand != NULL ? options->operand : "default";
        job.overrides = options->overrides;
        job.override_count = options->override_count;
        job.where = where;
        job.quiet = options->quiet;
        return app_render_instead(&job, why, fault);
    }
    return app_play_window(options, fault);
}
