/* Playing sound in a program that was built without SDL2: a message. */
#include "play/speaker.h"

#include <stddef.h>

app_speaker *app_speaker_open(const vol_scene *scene, app_fault *fault) {
    (void)scene;
    app_fault_set(fault, APP_EXIT_FAILED, "this volery was built without SDL2: it cannot play sound");
    return NULL;
}

void app_speaker_close(app_speaker *speaker) {
    (void)speaker;
}

void app_speaker_follow(app_speaker *speaker, double time, bool playing) {
    (void)speaker;
    (void)time;
    (void)playing;
}
