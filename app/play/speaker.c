/* Playing, by SDL: a part of the file is always in SDL's queue, ahead of the step that is shown. Where steps come too
 * late or jump, the queue is filled anew from there. */
#include "play/speaker.h"

#include "common/arena.h"
#include "sound/decode.h"
#include "sound/features.h"

#include <SDL2/SDL.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 512, PIECE = 1024 };
#define AHEAD 0.15    /* seconds that are in the queue */
#define MOST_OFF 0.08 /* seconds that sound and steps may be apart */

struct app_speaker {
    SDL_AudioDeviceID device;
    SDL_AudioSpec spec;
    vol_sound_file *file;
    uint32_t channels; /* of the file */
    bool loop, playing;
    double length; /* seconds */
    double next;   /* the time of the next frame that goes to the queue */
    float read[PIECE * VOL_SOUND_MOST_CHANNELS];
    float mixed[PIECE * 2];
};

static bool open_device(app_speaker *speaker, app_fault *fault) {
    SDL_AudioSpec wanted = {.freq = (int)vol_sound_file_rate(speaker->file), .format = AUDIO_F32SYS, .samples = BUFFER};
    wanted.channels = speaker->channels == 2 ? 2 : 1;
    speaker->device = SDL_OpenAudioDevice(NULL, 0, &wanted, &speaker->spec, 0);
    return speaker->device != 0 ||
           app_fault_set(fault, APP_EXIT_FAILED, "there is no sound device to play with: %s", SDL_GetError());
}

app_speaker *app_speaker_open(const vol_scene *scene, app_fault *fault) {
    size_t size = 0;
    const void *bytes = vol_scene_sound_bytes(scene, &size);
    vol_sound_place place = {bytes == NULL ? scene->sound.file : NULL, bytes, size};
    char why[256];
    vol_sound_file *file = vol_sound_file_open(&place, why, sizeof why);
    if (file == NULL) {
        app_fault_set(fault, APP_EXIT_FAILED, "the sound '%s' %s", scene->sound.file, why);
        return NULL;
    }
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) {
        app_fault_set(fault, APP_EXIT_FAILED, "there is no sound device on this machine: %s", SDL_GetError());
        vol_sound_file_close(file);
        return NULL;
    }
    app_speaker *speaker = vol_take(sizeof *speaker);
    *speaker = (app_speaker){.file = file, .channels = vol_sound_file_channels(file), .loop = scene->sound.loop};
    speaker->length = vol_scene_sound_length(scene);
    if (!open_device(speaker, fault)) {
        app_speaker_close(speaker);
        return NULL;
    }
    return speaker;
}

void app_speaker_close(app_speaker *speaker) {
    if (speaker == NULL) {
        return;
    }
    if (speaker->device != 0) {
        SDL_CloseAudioDevice(speaker->device);
    }
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
    vol_sound_file_close(speaker->file);
    free(speaker);
}

/* Two channels stay two; of any others the mean is heard. */
static void mix(app_speaker *speaker, size_t frames) {
    if (speaker->channels == 2) {
        memcpy(speaker->mixed, speaker->read, frames * 2 * sizeof *speaker->mixed);
        return;
    }
    for (size_t i = 0; i < frames; i++) {
        float sum = 0;
        for (uint32_t channel = 0; channel < speaker->channels; channel++) {
            sum += speaker->read[i * speaker->channels + channel];
        }
        speaker->mixed[i] = sum / (float)speaker->channels;
    }
}

static void seek(app_speaker *speaker, double time) {
    double within = speaker->loop ? fmod(time, speaker->length) : time;
    speaker->next = time;
    if (within < speaker->length) {
        vol_sound_file_seek(speaker->file, (uint64_t)(within * (double)speaker->spec.freq));
    }
}

/* The next piece; behind the end of a sound that does not begin again it is silence. */
static void queue_piece(app_speaker *speaker) {
    size_t frames = vol_sound_file_read(speaker->file, speaker->read, PIECE);
    if (frames == 0 && speaker->loop && vol_sound_file_rewind(speaker->file)) {
        frames = vol_sound_file_read(speaker->file, speaker->read, PIECE);
    }
    if (frames == 0) {
        frames = PIECE;
        memset(speaker->read, 0, sizeof speaker->read);
    }
    mix(speaker, frames);
    SDL_QueueAudio(speaker->device, speaker->mixed,
                   (uint32_t)(frames * speaker->spec.channels * sizeof *speaker->mixed));
    speaker->next += (double)frames / (double)speaker->spec.freq;
}

void app_speaker_follow(app_speaker *speaker, double time, bool playing) {
    const double a_second = (double)speaker->spec.freq * (double)speaker->spec.channels * sizeof *speaker->mixed;
    double queued = (double)SDL_GetQueuedAudioSize(speaker->device) / a_second;
    if (!playing) {
        SDL_PauseAudioDevice(speaker->device, 1);
        SDL_ClearQueuedAudio(speaker->device);
        speaker->playing = false;
        return;
    }
    if (!speaker->playing || fabs(speaker->next - queued - time) > MOST_OFF) {
        SDL_ClearQueuedAudio(speaker->device);
        seek(speaker, time);
        queued = 0;
    }
    int pieces = (int)ceil((AHEAD - queued) * (double)speaker->spec.freq / PIECE);
    for (int i = 0; i < pieces; i++) {
        queue_piece(speaker);
    }
    if (!speaker->playing) {
        SDL_PauseAudioDevice(speaker->device, 0);
        speaker->playing = true;
    }
}
