/* A device that is listened to: the microphone, or what the machine plays itself. Between the system's sound and a
 * session, which makes events of what is heard. */
#ifndef VOLERY_APP_PLAY_EAR_H
#define VOLERY_APP_PLAY_EAR_H

#include "sound/features.h"
#include "util/fault.h"

typedef struct app_ear app_ear;

/* Opens a device: `monitor` is one whose name says so, which PulseAudio and PipeWire have for every output; else it is
 * the usual input. NULL on failure: there may be none, and the fault says that. */
app_ear *app_ear_open(bool monitor, app_fault *fault);
void app_ear_close(app_ear *ear); /* NULL: does nothing */

/* What the device is called, and how many seconds pass from a sound to its features: the device's own buffer and that
 * of the analysis. */
const char *app_ear_name(const app_ear *ear);
double app_ear_latency(const app_ear *ear);

/* The features of the next block that was heard, and how many seconds it lasts; false: nothing new has come. Never
 * waits. What lies longer than half a second is left out: sound that is late is of no use. */
bool app_ear_hear(app_ear *ear, vol_sound_frame *frame, double *seconds);

#endif
