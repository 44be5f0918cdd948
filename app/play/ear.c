/* Listening, by SDL: samples wait in a queue of its own, which its thread fills, until somebody asks for features. */
#include "play/ear.h"

#include "common/arena.h"

#include <SDL2/SDL.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BUFFER = 512, PIECE = 1024 };
#define MOST_LATE 0.5 /* seconds */

struct app_ear {
    SDL_AudioDeviceID device;
    SDL_AudioSpec spec;
    vol_sound_analyser *analyser;
    char name[200];
    float samples[PIECE];
    size_t at, count; /* of the piece that is being analysed */
};

static bool says_monitor(const char *name) {
    static const char word[] = "monitor";
    for (; *name != '\0'; name++) {
        size_t i = 0;
        while (word[i] != '\0' && tolower((unsigned char)name[i]) == word[i]) {
            i++;
        }
        if (word[i] == '\0') {
            return true;
        }
    }
    return false;
}

/* The name of the first device that is a monitor; NULL: none is. */
static const char *find_monitor(void) {
    for (int i = 0; i < SDL_GetNumAudioDevices(1); i++) {
        const char *name = SDL_GetAudioDeviceName(i, 1);
        if (name != NULL && says_monitor(name)) {
            return name;
        }
    }
    return NULL;
}

static bool open_device(app_ear *ear, bool monitor, app_fault *fault) {
    const char *name = monitor ? find_monitor() : NULL;
    if (monitor && name == NULL) {
        return app_fault_set(fault, APP_EXIT_FAILED,
                             "there is no device to hear what this machine plays: none of the sound system's inputs "
                             "(%s) is called a monitor",
                             SDL_GetCurrentAudioDriver());
    }
    snprintf(ear->name, sizeof ear->name, "%s", name != NULL ? name : "the usual input");
    const SDL_AudioSpec wanted = {.freq = RATE, .format = AUDIO_F32SYS, .channels = 1, .samples = BUFFER};
    ear->device = SDL_OpenAudioDevice(name, 1, &wanted, &ear->spec, 0);
    if (ear->device == 0) {
        return app_fault_set(fault, APP_EXIT_FAILED, "there is no microphone that can be heard: %s", SDL_GetError());
    }
    return true;
}

app_ear *app_ear_open(bool monitor, app_fault *fault) {
    SDL_SetHint(SDL_HINT_AUDIO_INCLUDE_MONITORS, "1");
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) {
        app_fault_set(fault, APP_EXIT_FAILED, "there is no sound device on this machine: %s", SDL_GetError());
        return NULL;
    }
    app_ear *ear = vol_take(sizeof *ear);
    *ear = (app_ear){.device = 0};
    if (!open_device(ear, monitor, fault)) {
        app_ear_close(ear);
        return NULL;
    }
    ear->analyser = vol_checked(vol_sound_analyser_create((uint32_t)ear->spec.freq, ear->spec.channels));
    SDL_PauseAudioDevice(ear->device, 0);
    return ear;
}

void app_ear_close(app_ear *ear) {
    if (ear == NULL) {
        return;
    }
    if (ear->device != 0) {
        SDL_CloseAudioDevice(ear->device);
    }
    vol_sound_analyser_destroy(ear->analyser);
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
    free(ear);
}

const char *app_ear_name(const app_ear *ear) {
    return ear->name;
}

double app_ear_latency(const app_ear *ear) {
    return (double)ear->spec.samples / (double)ear->spec.freq + vol_sound_analyser_latency(ear->analyser);
}

static size_t dequeue(app_ear *ear) {
    size_t channels = ear->spec.channels;
    size_t bytes = PIECE / channels * channels * sizeof *ear->samples;
    return SDL_DequeueAudio(ear->device, ear->samples, (uint32_t)bytes) / (sizeof *ear->samples * channels);
}

static void drop_late(app_ear *ear) {
    double a_second = (double)ear->spec.freq * (double)ear->spec.channels * sizeof *ear->samples;
    while ((double)SDL_GetQueuedAudioSize(ear->device) > MOST_LATE * a_second && dequeue(ear) > 0) {
    }
}

bool app_ear_hear(app_ear *ear, vol_sound_frame *frame, double *seconds) {
    *seconds = (double)vol_sound_analyser_hop(ear->analyser) / (double)ear->spec.freq;
    while (!vol_sound_analyser_read(ear->analyser, frame)) {
        if (ear->at == ear->count) {
            drop_late(ear);
            ear->count = dequeue(ear);
            ear->at = 0;
            if (ear->count == 0) {
                return false;
            }
        }
        const float *from = ear->samples + ear->at * ear->spec.channels;
        ear->at += vol_sound_analyser_push(ear->analyser, from, ear->count - ear->at);
    }
    return true;
}
