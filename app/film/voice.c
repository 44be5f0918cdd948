/* Reads sound, brings it to a rate and to channels that the encoder takes, and encodes it. */
#include "film/voice.h"

#include "common/arena.h"

#include <libavutil/channel_layout.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 4096, MOST_CHANNELS = 2, USUAL_RATE = 48000, USUAL_BLOCK = 1024 };

struct app_voice {
    vol_sound_file *file;
    bool loop, silent; /* silent: behind its end */
    uint32_t fps, rate, channels;
    float *piece; /* of the file, all its channels */
    size_t have, at;
    float now[MOST_CHANNELS], next[MOST_CHANNELS]; /* the frame of the file at `place`, and the one behind it */
    uint64_t place;
    AVCodecContext *codec;
    AVStream *stream;
    AVFrame *frame;
    int64_t made; /* samples that were encoded */
    bool ended;
};

/* The next frame of the file, on at most two channels: of more, the even ones are left and the odd ones right. */
static void read_frame(app_voice *voice, float *to) {
    uint32_t channels = vol_sound_file_channels(voice->file);
    if (voice->at == voice->have && !voice->silent) {
        voice->have = vol_sound_file_read(voice->file, voice->piece, PIECE);
        if (voice->have == 0 && voice->loop && vol_sound_file_rewind(voice->file)) {
            voice->have = vol_sound_file_read(voice->file, voice->piece, PIECE);
        }
        voice->at = 0;
        voice->silent = voice->have == 0;
    }
    for (uint32_t c = 0; c < voice->channels; c++) {
        float sum = 0;
        uint32_t count = 0;
        for (uint32_t from = c; from < channels && !voice->silent; from += voice->channels, count++) {
            float sample = voice->piece[voice->at * channels + from];
            sum += sample >= -1 && sample <= 1 ? sample : sample > 1 ? 1 : sample < -1 ? -1 : 0;
        }
        to[c] = count > 0 ? sum / (float)count : 0;
    }
    voice->at += voice->silent ? 0 : 1;
}

/* A sample of the film: on the line between the two of the file that it lies between. Where the rates are the same it
 * is one of them. */
static void make_sample(app_voice *voice, uint64_t number, float *to) {
    uint64_t in = vol_sound_file_rate(voice->file);
    uint64_t place = number / voice->rate * in + number % voice->rate * in / voice->rate;
    float part = (float)(number % voice->rate * in % voice->rate) / (float)voice->rate;
    for (; voice->place < place; voice->place++) {
        for (uint32_t c = 0; c < voice->channels; c++) {
            voice->now[c] = voice->next[c];
        }
        read_frame(voice, voice->next);
    }
    for (uint32_t c = 0; c < voice->channels; c++) {
        to[c] = voice->now[c] + (voice->next[c] - voice->now[c]) * part;
    }
}

static bool takes_rate(const AVCodec *encoder, uint32_t rate) {
    const int *rates = encoder->supported_samplerates;
    while (rates != NULL && *rates != 0 && *rates != (int)rate) {
        rates++;
    }
    return rates == NULL || *rates != 0;
}

static bool open_codec(app_voice *voice, const AVFormatContext *format, const AVCodec *encoder) {
    AVCodecContext *codec = avcodec_alloc_context3(encoder);
    voice->codec = codec;
    if (codec == NULL) {
        return false;
    }
    codec->sample_rate = (int)voice->rate;
    codec->time_base = (AVRational){1, (int)voice->rate};
    codec->sample_fmt = AV_SAMPLE_FMT_FLTP;
    int64_t bits = (int64_t)voice->rate * voice->channels * 4; /* of low rates no encoder takes more */
    codec->bit_rate = bits < 80000 * voice->channels ? bits : 80000 * voice->channels;
    if (strcmp(encoder->name, "libvorbis") == 0) {
        codec->bit_rate = 0; /* any rate by quality, only a few by bits */
        codec->flags |= AV_CODEC_FLAG_QSCALE;
        codec->global_quality = FF_QP2LAMBDA * 6;
    }
    av_channel_layout_default(&codec->ch_layout, (int)voice->channels);
    if ((format->oformat->flags & AVFMT_GLOBALHEADER) != 0) {
        codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    }
    return avcodec_open2(codec, encoder, NULL) >= 0;
}

app_voice *app_voice_open(AVFormatContext *format, const app_film_def *def, char *why, size_t size) {
    const AVCodec *encoder = avcodec_find_encoder_by_name(def->kind->voice);
    vol_sound_file *file = NULL;
    if (encoder == NULL) {
        snprintf(why, size, "libavcodec here has no %s", def->kind->voice);
    } else {
        file = vol_sound_file_open(&def->sound->place, why, size);
    }
    if (file == NULL) {
        return NULL;
    }
    app_voice *voice = vol_take(sizeof *voice);
    *voice = (app_voice){.file = file, .loop = def->sound->loop, .fps = def->fps};
    uint32_t channels = vol_sound_file_channels(file);
    uint32_t rate = vol_sound_file_rate(file);
    voice->channels = channels < MOST_CHANNELS ? channels : MOST_CHANNELS;
    voice->rate = takes_rate(encoder, rate) ? rate : USUAL_RATE;
    voice->piece = vol_take((size_t)PIECE * channels * sizeof *voice->piece);
    voice->frame = av_frame_alloc();
    if (voice->frame == NULL || !open_codec(voice, format, encoder) ||
        (voice->stream = avformat_new_stream(format, NULL)) == NULL) {
        snprintf(why, size, "the encoder %s cannot be started", def->kind->voice);
        app_voice_close(voice);
        return NULL;
    }
    voice->stream->time_base = voice->codec->time_base;
    avcodec_parameters_from_context(voice->stream->codecpar, voice->codec);
    for (uint64_t i = 0; i < def->sound->begin && !voice->silent; i++) {
        read_frame(voice, voice->now);
    }
    read_frame(voice, voice->now);
    read_frame(voice, voice->next);
    return voice;
}

/* Hands the encoder the next block, of at most so many samples. */
static int encode(app_voice *voice, int64_t most) {
    AVFrame *frame = voice->frame;
    int block = voice->codec->frame_size > 0 ? voice->codec->frame_size : USUAL_BLOCK;
    av_frame_unref(frame);
    frame->format = AV_SAMPLE_FMT_FLTP;
    frame->sample_rate = (int)voice->rate;
    frame->nb_samples = most < block ? (int)most : block;
    frame->pts = voice->made;
    int code = av_channel_layout_copy(&frame->ch_layout, &voice->codec->ch_layout);
    code = code >= 0 ? av_frame_get_buffer(frame, 0) : code;
    for (int i = 0; i < frame->nb_samples && code >= 0; i++) {
        float sample[MOST_CHANNELS];
        make_sample(voice, (uint64_t)voice->made++, sample);
        for (uint32_t c = 0; c < voice->channels; c++) {
            ((float *)frame->extended_data[c])[i] = sample[c];
        }
    }
    return code >= 0 ? avcodec_send_frame(voice->codec, frame) : code;
}

int app_voice_next(app_voice *voice, int64_t pictures, bool end, AVPacket *packet) {
    int64_t until = pictures / voice->fps * voice->rate + pictures % voice->fps * voice->rate / voice->fps;
    int block = voice->codec->frame_size > 0 ? voice->codec->frame_size : USUAL_BLOCK;
    int code = avcodec_receive_packet(voice->codec, packet);
    while (code == AVERROR(EAGAIN)) {
        int64_t left = until - voice->made;
        if (left >= block || (end && left > 0)) {
            code = encode(voice, left);
        } else if (end && !voice->ended) {
            voice->ended = true;
            code = avcodec_send_frame(voice->codec, NULL);
        } else {
            return 0;
        }
        code = code >= 0 ? avcodec_receive_packet(voice->codec, packet) : code;
    }
    if (code == AVERROR_EOF) {
        return 0;
    }
    if (code >= 0) {
        av_packet_rescale_ts(packet, voice->codec->time_base, voice->stream->time_base);
        packet->stream_index = voice->stream->index;
    }
    return code >= 0 ? 1 : code;
}

void app_voice_close(app_voice *voice) {
    if (voice != NULL) {
        avcodec_free_context(&voice->codec);
        av_frame_free(&voice->frame);
        vol_sound_file_close(voice->file);
        free(voice->piece);
        free(voice);
    }
}
