/* The devices, between the system's sound and the sessions of a runner. */
#include "play/audio.h"

#include <stdio.h>
#include <string.h>

/* Opens and closes the ear as the sessions want it. A device that cannot be opened is told, and not tried again until
 * something else was wanted. */
static void tend_ear(app_audio *audio, app_session *sessions, uint32_t count) {
    bool wanted = false, monitor = false;
    for (uint32_t i = 0; i < count && !wanted; i++) {
        wanted = app_session_listens(&sessions[i], &monitor);
    }
    if (wanted == audio->ear_wanted && (!wanted || monitor == audio->ear_monitor)) {
        return;
    }
    app_fault fault = {0};
    audio->ear_wanted = wanted;
    audio->ear_monitor = monitor;
    app_ear_close(audio->ear);
    audio->ear = wanted ? app_ear_open(monitor, &fault) : NULL;
    snprintf(audio->ear_trouble, sizeof audio->ear_trouble, "%.250s", fault.text);
    if (fault.text[0] != '\0') {
        app_session_tell(&sessions[0], true, "%s; all else works", fault.text);
    }
}

bool app_audio_listen(app_audio *audio, app_session *sessions, uint32_t count) {
    vol_sound_frame frame;
    double seconds = 0;
    bool heard = false, monitor = false;
    tend_ear(audio, sessions, count);
    while (audio->ear != NULL && app_ear_hear(audio->ear, &frame, &seconds)) {
        for (uint32_t i = 0; i < count; i++) {
            if (app_session_listens(&sessions[i], &monitor)) {
                app_session_hear(&sessions[i], &frame, seconds);
            }
        }
        heard = true;
    }
    return heard;
}

void app_audio_play(app_audio *audio, app_session *session, bool playing) {
    const vol_scene *scene = &session->scene;
    bool there = scene->sound.source == VOL_SCENE_SOUND_FILE || scene->sound.source == VOL_SCENE_SOUND_BUILTIN;
    char name[sizeof audio->speaker_of] = "";
    snprintf(name, sizeof name, "%s", there ? scene->sound.file : "");
    if (strcmp(name, audio->speaker_of) != 0 && (playing || !there)) {
        app_fault fault = {0};
        app_speaker_close(audio->speaker);
        audio->speaker = there ? app_speaker_open(scene, &fault) : NULL;
        memcpy(audio->speaker_of, name, sizeof name); /* one that cannot be played is not tried again */
        if (fault.text[0] != '\0') {
            app_session_tell(session, true, "%s; all else works", fault.text);
        }
    }
    if (audio->speaker != NULL) {
        double time = vol_scene_sound_time(scene, vol_world_steps(session->world));
        app_speaker_follow(audio->speaker, time, playing && !audio->muted && !session->hearing.silent);
    }
}

void app_audio_tell(const app_audio *audio, char *name, size_t size, double *latency) {
    snprintf(name, size, "%s", audio->ear != NULL ? app_ear_name(audio->ear) : "");
    *latency = audio->ear != NULL ? app_ear_latency(audio->ear) : 0;
}

void app_audio_close(app_audio *audio) {
    app_ear_close(audio->ear);
    app_speaker_close(audio->speaker);
    *audio = (app_audio){.ear = NULL};
}
