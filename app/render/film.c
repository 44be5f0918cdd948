/* Film with libavcodec and libavformat: pixels to what the encoder wants, packets to the file. */
#include "render/film.h"

#include "arena.h"
#include "render/pixels.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vol_film {
    char *path;
    AVFormatContext *format;
    AVCodecContext *codec;
    AVStream *stream;
    AVFrame *frame;
    AVBufferPool *memory; /* of frames: the encoder keeps some for a while, then they are used again */
    AVPacket *packet;
    vol_colors colors; /* of GIF */
    int64_t frames;
    bool begun; /* the file has a head */
};

static bool fail(const vol_film *film, const char *what, int code, vol_fault *fault) {
    char reason[AV_ERROR_MAX_STRING_SIZE] = "";
    av_strerror(code, reason, sizeof reason);
    return vol_fault_set(fault, VOL_EXIT_FAILED, "%s: %s: %s", film->path, what, reason);
}

static const AVCodec *find_encoder(const vol_film_kind *kind) {
    return avcodec_find_encoder_by_name(kind->encoder);
}

bool vol_film_able(const vol_film_kind *kind, vol_fault *fault) {
    return (find_encoder(kind) != NULL && av_guess_format(kind->muxer, NULL, NULL) != NULL) ||
           vol_fault_set(fault, VOL_EXIT_WRONG, "libavcodec here has no %s: volery cannot write %s files",
                         kind->encoder, kind->ending);
}

/* What each encoder wants to be told; those that it does not know are not for it. */
static void set_options(const vol_film_kind *kind, bool small, AVDictionary **options) {
    if (strcmp(kind->muxer, "mp4") == 0) {
        av_dict_set(options, "preset", small ? "medium" : "ultrafast", 0);
        av_dict_set(options, "crf", "21", 0);
        if (!small) {
            av_dict_set(options, "bf", "2", 0); /* these two cost little and save a quarter of the size */
            av_dict_set(options, "x264-params", "subme=1", 0);
        }
    } else if (strcmp(kind->muxer, "webm") == 0) {
        av_dict_set(options, "deadline", small ? "good" : "realtime", 0);
        av_dict_set(options, "cpu-used", small ? "4" : "8", 0);
        av_dict_set(options, "row-mt", "1", 0);
        av_dict_set(options, "crf", "24", 0);
        av_dict_set(options, "b", "0", 0);
    } else if (strcmp(kind->muxer, "webp") == 0) {
        av_dict_set(options, "quality", "88", 0);
    }
}

static enum AVPixelFormat pixels_of(const vol_film_kind *kind) {
    return kind->even ? AV_PIX_FMT_YUV420P : strcmp(kind->muxer, "gif") == 0 ? AV_PIX_FMT_PAL8 : AV_PIX_FMT_BGRA;
}

static bool open_codec(vol_film *film, const vol_film_def *def, vol_fault *fault) {
    const vol_film_kind *kind = def->kind;
    uint32_t fps = def->fps;
    const AVCodec *encoder = find_encoder(kind);
    film->codec = avcodec_alloc_context3(encoder);
    AVCodecContext *codec = film->codec;
    codec->width = (int)def->size[0];
    codec->height = (int)def->size[1];
    codec->time_base = (AVRational){1, (int)fps};
    codec->framerate = (AVRational){(int)fps, 1};
    codec->pix_fmt = pixels_of(kind);
    codec->gop_size = (int)(2 * fps < 250 ? 2 * fps : 250);
    codec->thread_count = 0;
    if (kind->even) {
        codec->color_range = AVCOL_RANGE_MPEG;
        codec->colorspace = AVCOL_SPC_BT709;
        codec->color_primaries = AVCOL_PRI_BT709;
        codec->color_trc = AVCOL_TRC_BT709;
    }
    if ((film->format->oformat->flags & AVFMT_GLOBALHEADER) != 0) {
        codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    }
    AVDictionary *options = NULL;
    set_options(kind, def->small, &options);
    int code = avcodec_open2(codec, encoder, &options);
    av_dict_free(&options);
    return code >= 0 || fail(film, "the encoder cannot be started", code, fault);
}

static bool open_file(vol_film *film, vol_fault *fault) {
    film->stream = avformat_new_stream(film->format, NULL);
    film->stream->time_base = film->codec->time_base;
    film->stream->avg_frame_rate = film->codec->framerate;
    avcodec_parameters_from_context(film->stream->codecpar, film->codec);
    int code = avio_open(&film->format->pb, film->path, AVIO_FLAG_WRITE);
    if (code < 0) {
        return fail(film, "cannot be written", code, fault);
    }
    AVDictionary *options = NULL;
    av_dict_set(&options, "movflags", "+faststart", 0);
    av_dict_set(&options, "loop", "0", 0);
    code = avformat_write_header(film->format, &options);
    av_dict_free(&options);
    film->begun = code >= 0;
    return film->begun || fail(film, "cannot be written", code, fault);
}

static void release(vol_film *film) {
    if (film->format != NULL && film->format->pb != NULL) {
        avio_closep(&film->format->pb);
    }
    avformat_free_context(film->format);
    avcodec_free_context(&film->codec);
    av_frame_free(&film->frame);
    av_packet_free(&film->packet);
    av_buffer_pool_uninit(&film->memory);
    vol_colors_release(&film->colors);
    free(film->path);
    free(film);
}

/* An empty frame in memory of the pool. */
static int take_frame(vol_film *film) {
    AVFrame *frame = film->frame;
    av_frame_unref(frame);
    frame->format = film->codec->pix_fmt;
    frame->width = film->codec->width;
    frame->height = film->codec->height;
    frame->buf[0] = av_buffer_pool_get(film->memory);
    if (frame->buf[0] == NULL) {
        return AVERROR(ENOMEM);
    }
    return av_image_fill_arrays(frame->data, frame->linesize, frame->buf[0]->data, film->codec->pix_fmt, frame->width,
                                frame->height, 32);
}

vol_film *vol_film_open(const char *path, const vol_film_def *def, vol_fault *fault) {
    const vol_film_kind *kind = def->kind;
    if (!vol_film_able(kind, fault)) {
        return NULL;
    }
    vol_film *film = vol_take(sizeof *film);
    *film = (vol_film){.path = vol_take(strlen(path) + 6)};
    snprintf(film->path, strlen(path) + 6, "%s", path);
    av_log_set_level(AV_LOG_FATAL);
    char address[4096]; /* so that a colon in a name does not make it a protocol */
    snprintf(address, sizeof address, "file:%s", path);
    avformat_alloc_output_context2(&film->format, NULL, kind->muxer, address);
    film->frame = av_frame_alloc();
    film->packet = av_packet_alloc();
    bool right = film->format != NULL && film->frame != NULL && film->packet != NULL;
    right = right && open_codec(film, def, fault) && open_file(film, fault);
    if (right) {
        int bytes = av_image_get_buffer_size(film->codec->pix_fmt, film->codec->width, film->codec->height, 32);
        film->memory = av_buffer_pool_init((size_t)bytes, NULL);
        right = film->memory != NULL;
    }
    if (!right) {
        release(film);
        return NULL;
    }
    return film;
}

/* Writes all packets that the encoder has ready. */
static bool write_packets(vol_film *film, vol_fault *fault) {
    int code = avcodec_receive_packet(film->codec, film->packet);
    while (code >= 0) {
        film->packet->duration = 1;
        av_packet_rescale_ts(film->packet, film->codec->time_base, film->stream->time_base);
        film->packet->stream_index = film->stream->index;
        code = av_interleaved_write_frame(film->format, film->packet);
        if (code >= 0) {
            code = film->format->pb->error;
        }
        if (code < 0) {
            return fail(film, "cannot be written", code, fault);
        }
        code = avcodec_receive_packet(film->codec, film->packet);
    }
    return code == AVERROR(EAGAIN) || code == AVERROR_EOF || fail(film, "the encoder failed", code, fault);
}

static void fill_frame(vol_film *film, const unsigned char *bytes) {
    AVFrame *frame = film->frame;
    size_t width = (size_t)frame->width;
    size_t height = (size_t)frame->height;
    size_t stride[3] = {(size_t)frame->linesize[0], (size_t)frame->linesize[1], (size_t)frame->linesize[2]};
    if (frame->format == AV_PIX_FMT_YUV420P) {
        vol_pixels_to_yuv(bytes, width, height,
                          (unsigned char *const[3]){frame->data[0], frame->data[1], frame->data[2]}, stride);
    } else if (frame->format == AV_PIX_FMT_PAL8) {
        vol_colors_apply(&film->colors, bytes, width, height, frame->data[0], stride[0]);
        memcpy(frame->data[1], film->colors.palette, sizeof film->colors.palette);
    } else {
        for (size_t i = 0; i < width * height; i++) {
            unsigned char *to = frame->data[0] + i / width * stride[0] + i % width * 4;
            to[0] = bytes[4 * i + 2];
            to[1] = bytes[4 * i + 1];
            to[2] = bytes[4 * i];
            to[3] = 255;
        }
    }
}

bool vol_film_frame(vol_film *film, const unsigned char *bytes, vol_fault *fault) {
    int code = take_frame(film);
    if (code >= 0) {
        fill_frame(film, bytes);
        film->frame->pts = film->frames++;
        code = avcodec_send_frame(film->codec, film->frame);
    }
    if (code < 0) {
        return fail(film, "the encoder failed", code, fault);
    }
    return write_packets(film, fault);
}

bool vol_film_close(vol_film *film, vol_fault *fault) {
    if (film == NULL) {
        return true;
    }
    bool right = film->frames == 0 || avcodec_send_frame(film->codec, NULL) >= 0;
    right = right && (film->frames == 0 || write_packets(film, fault));
    int code = film->begun ? av_write_trailer(film->format) : 0;
    if (right && code >= 0) {
        avio_flush(film->format->pb);
        code = film->format->pb->error;
    }
    if (right && code < 0) {
        right = fail(film, "cannot be written", code, fault);
    }
    release(film);
    return right;
}
