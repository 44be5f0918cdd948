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
static bool check_files(const vol_options *options, vol_fault *fault) {
    const char *record = options->record, *screenshot = options->play.screenshot;
    if (!is_file(record) || !is_file(screenshot)) {
        return vol_fault_set(fault, VOL_EXIT_WRONG, "volery play: --%s needs the name of a file",
                             is_file(record) ? "screenshot" : "record");
    }
    vol_uses uses = {0};
    vol_uses_add(&uses, "--script", options->play.script, false);
    vol_uses_add(&uses, "the scene", options->operand, false);
    vol_uses_add(&uses, "--record", record, true);
    vol_uses_add(&uses, "--screenshot", screenshot, true);
    bool right = vol_uses_check(&uses, "play", fault);
    vol_uses_release(&uses);
    return right && (screenshot == NULL || vol_output_try(screenshot, fault));
}

int vol_play_command(const vol_options *options, vol_fault *fault) {
    const vol_play_options *o = &options->play;
    const char *why = "";
    if (options->device != NULL && strcmp(options->device, "cpu") != 0) {
        vol_fault_set(fault, VOL_EXIT_WRONG, "volery play: --device %s is not available in this version; allowed: cpu",
                      options->device);
        return VOL_EXIT_WRONG;
    }
    if (!check_files(options, fault)) {
        return fault->exit_code;
    }
    if (o->tty) {
        return vol_play_tty(options, fault);
    }
    bool scripted = o->script != NULL || o->frames > 0 || o->bench_frames > 0 || o->screenshot != NULL;
    if (!scripted && !vol_play_screen(&why)) {
        vol_render_job job = vol_default_render_job();
        job.input = options->operand != NULL ? options->operand : "default";
        job.overrides = options->overrides;
        job.override_count = options->override_count;
        job.threads = (uint32_t)options->threads;
        job.quiet = options->quiet;
        return vol_render_instead(&job, why, fault);
    }
    return vol_play_window(options, fault);
}
