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
        return vol_render_instead(options->operand != NULL ? options->operand : "default", why, options->quiet, fault);
    }
    return vol_play_window(options, fault);
}
