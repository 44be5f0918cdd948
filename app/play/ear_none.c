/* Listening in a program that was built without SDL2: a message. */
#include "play/ear.h"

#include <stddef.h>

app_ear *app_ear_open(bool monitor, app_fault *fault) {
    (void)monitor;
    app_fault_set(fault, APP_EXIT_FAILED, "this volery was built without SDL2: it cannot hear a sound device");
    return NULL;
}

void app_ear_close(app_ear *ear) {
    (void)ear;
}

const char *app_ear_name(const app_ear *ear) {
    (void)ear;
    return "";
}

double app_ear_latency(const app_ear *ear) {
    (void)ear;
    return 0;
}

bool app_ear_hear(app_ear *ear, vol_sound_frame *frame, double *seconds) {
    (void)ear;
    (void)frame;
    (void)seconds;
    return false;
}
