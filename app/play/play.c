/* `volery play`: chooses between window, terminal and, without a screen, a picture. */
#include "play.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { STEPS_INSTEAD = 300 };

/* Where there is no screen: says so, and draws what would have been there. */
static int picture_instead(const vol_options *options, const char *why, vol_fault *fault) {
    vol_options picture = *options;
    char path[32];
    for (unsigned number = 1; number == 1 || (access(path, F_OK) == 0 && number < 1000); number++) {
        snprintf(path, sizeof path, "volery-%u.png", number);
    }
    fprintf(stderr,
            "volery play: %s. Drawing a picture of step %d instead, to %s; "
            "volery play --tty draws in the terminal\n",
            why, STEPS_INSTEAD, path);
    picture.play.no_panel = true;
    picture.play.frames = STEPS_INSTEAD;
    picture.play.screenshot = path;
    return vol_play_window(&picture, fault);
}

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
    if (!scripted && vol_play_window_missing() == NULL && !vol_play_screen(&why)) {
        return picture_instead(options, why, fault);
    }
    return vol_play_window(options, fault);
}
