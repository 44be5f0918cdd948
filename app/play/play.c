/* `volery play`: chooses between window, terminal and, without a screen, a film and a picture. */
#include "play.h"

#include "render/render.h"

#include <string.h>

int vol_play_command(const vol_options *options, vol_fault *fault) {
    const vol_play_options *o = &options->play;
    const char *why = "";
    if (options->device != NULL && strcmp(options->device, "cpu") != 0) {
        vol_fault_set(fault, VOL_EXIT_WRONG, "volery play: --device %s is not available in this version; allowed: cpu",
                      options->device);
        return VOL_EXIT_WRONG;
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
