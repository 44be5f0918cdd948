/* The sound devices of a played scene: the one that is listened to, and the one that plays the scene's file. They are
 * opened and closed as the sessions want; without any, all else works. Used on the runner's thread. */
#ifndef VOLERY_APP_PLAY_AUDIO_H
#define VOLERY_APP_PLAY_AUDIO_H

#include "play/ear.h"
#include "play/session.h"
#include "play/speaker.h"

typedef struct app_audio {
    app_ear *ear; /* NULL: no device is listened to */
    bool ear_wanted, ear_monitor;
    char ear_trouble[256];
    app_speaker *speaker; /* NULL: nothing is played */
    char speaker_of[600];
    bool muted;
} app_audio;

/* Hands what the device heard to the sessions that want it; true if that was anything. */
bool app_audio_listen(app_audio *audio, app_session *sessions, uint32_t count);

/* Plays the sound of the session's file, from the step where its world is; `playing` false: is silent. */
void app_audio_play(app_audio *audio, app_session *session, bool playing);

/* What the device is called ("": none), how late it is, and why there is none. */
void app_audio_tell(const app_audio *audio, char *name, size_t size, double *latency);

void app_audio_close(app_audio *audio);

#endif
