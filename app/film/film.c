/* Film with libavcodec and libavformat: pixels to what the encoder wants, packets to the file. All of it is written so
 * that a process that is killed leaves a film: MP4 in fragments, each a moment that can be played alone, and WebP in
 * pieces (webp.c), as its encoder has nothing to give before its end. */
#include "film/film.h"

#include "common/arena.h"
#include "film/pixels.h"
#include "film/voice.h"
#include "film/webp.h"

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 64 * 1024, LEAST_PIECE = 8 };

struct app_film {
    app_output *output;
    app_film_def def;
    AVFormatContext *format; /* NULL: WebP, which `webp` writes */
    app_webp webp;
    int64_t piece; /* the first frame of the piece that the encoder has now */
    AVCodecContext *codec;
    AVStream *stream;
    AVFrame *frame;
    AVBufferPool *memory; /* of frames: the encoder keeps some for a while, then they are used again */
    AVPacket *packet;
    app_voice *voice;  /* NULL: silent */
    char silent[256];  /* why */
    app_colors colors; /* of GIF */
    int64_t frames;
    bool begun;     /* the file has a head */
    bool failed;    /* it cannot be written any more */
    int64_t useful; /* bytes of the file that can be played; 0: none yet */
};

#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef const uint8_t app_av_byte;
#else
typedef uint8_t app_av_byte;
#endif

static bool fail(const app_film *film, const char *what, int code, app_fault *fault) {
    char reason[AV_ERROR_MAX_STRING_SIZE] = "";
    av_strerror(code, reason, sizeof reason);
    return app_fault_set(fault, APP_EXIT_FAILED, "%s: %s: %s", film->output->name, what, reason);
}

/* The file cannot be written any more: cuts it off behind what can be played. */
static bool give_up(app_film *film, int code, app_fault *fault) {
    fail(film, "cannot be written", code, fault);
    film->failed = true;
    if (film->useful > 0 && film->output->regular) {
        app_output_cut(film->output, (size_t)film->useful);
        app_fault_more(fault, "; the film up to there is kept and can be played");
    }
    return false;
}

/* What the library writes behind a failure would only damage what is there. */
static int put_bytes(void *context, app_av_byte *bytes, int size) {
    const app_film *film = context;
    if (film->failed) {
        return size;
    }
    return app_output_write(film->output, bytes, (size_t)size) ? size : AVERROR(errno);
}

static int64_t seek(void *context, int64_t offset, int whence) {
    const app_film *film = context;
    struct stat about;
    if ((whence & AVSEEK_SIZE) != 0) {
        return fstat(film->output->file, &about) == 0 ? about.st_size : AVERROR(errno);
    }
    off_t at = lseek(film->output->file, offset, whence & ~AVSEEK_FORCE);
    return at >= 0 ? at : AVERROR(errno);
}

static const AVCodec *find_encoder(const app_film_kind *kind) {
    return avcodec_find_encoder_by_name(kind->encoder);
}

bool app_film_able(const app_film_kind *kind, app_fault *fault) {
    return (find_encoder(kind) != NULL && av_guess_format(kind->muxer, NULL, NULL) != NULL) ||
           app_fault_set(fault, APP_EXIT_WRONG, "libavcodec here has no %s: volery cannot write %s files",
                         kind->encoder, kind->ending);
}

/* A quality as a number of the encoder's, of which `best` is the finest and `worst` the coarsest of use. */
static void set_quality(AVDictionary **options, const char *key, uint32_t quality, double best, double worst) {
    char number[32];
    snprintf(number, sizeof number, "%.1f", worst + (best - worst) * quality / APP_FILM_BEST);
    av_dict_set(options, key, number, 0);
}

/* What each encoder wants to be told; those that it does not know are not for it. Boids are small, sharp and bright on
 * a ground that stands still: what pays is to look for where they were in small blocks, to keep their colours, of which
 * H.264 has one for four pixels, finer than their light, and never to pass over a block early, nor to drop the little
 * that is left in it: where a boid was, a trace of it would stay for seconds. With these options the encoder's numbers
 * of quality are higher than they usually are; it takes those beyond 51 for 51. */
static void set_options(const app_film_def *def, AVDictionary **options) {
    const char *muxer = def->kind->muxer;
    if (strcmp(muxer, "mp4") == 0) {
        av_dict_set(options, "preset", def->small ? "medium" : "ultrafast", 0);
        set_quality(options, "crf", def->quality, def->small ? 23.5 : 23, def->small ? 58.5 : 58);
        av_dict_set(options, "x264-params",
                    def->small ? "aq-mode=0:psy=0:chroma-qp-offset=-8:no-fast-pskip=1:no-dct-decimate=1:bframes=1:"
                                 "subme=9:me=umh:ref=4"
                               : "aq-mode=0:psy=0:chroma-qp-offset=-8:no-fast-pskip=1:no-dct-decimate=1:bframes=1:"
                                 "b-adapt=0:direct=temporal:cabac=1:deblock=0,0:subme=1:partitions=p8x8,i4x4:"
                                 "deadzone-inter=11:deadzone-intra=8",
                    0);
    } else if (strcmp(muxer, "webm") == 0) {
        av_dict_set(options, "deadline", def->small ? "good" : "realtime", 0);
        av_dict_set(options, "cpu-used", def->small ? "4" : "8", 0);
        av_dict_set(options, "row-mt", "1", 0);
        set_quality(options, "crf", def->quality, 12, 52);
        av_dict_set(options, "b", "0", 0);
    } else if (strcmp(muxer, "webp") == 0) {
        set_quality(options, "quality", def->quality, 100, 60);
    }
}

static enum AVPixelFormat pixels_of(const app_film_kind *kind) {
    return kind->even ? AV_PIX_FMT_YUV420P : strcmp(kind->muxer, "gif") == 0 ? AV_PIX_FMT_PAL8 : AV_PIX_FMT_BGRA;
}

static bool open_codec(app_film *film, const app_film_def *def, app_fault *fault) {
    const app_film_kind *kind = def->kind;
    uint32_t fps = def->fps;
    const AVCodec *encoder = find_encoder(kind);
    avcodec_free_context(&film->codec);
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
    if (film->format != NULL && (film->format->oformat->flags & AVFMT_GLOBALHEADER) != 0) {
        codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    }
    AVDictionary *options = NULL;
    set_options(def, &options);
    int code = avcodec_open2(codec, encoder, &options);
    av_dict_free(&options);
    return code >= 0 || fail(film, "the encoder cannot be started", code, fault);
}

static bool open_file(app_film *film, app_fault *fault) {
    if (!app_output_begin(film->output, fault)) {
        return false;
    }
    if (film->format == NULL) {
        film->begun = app_webp_begin(&film->webp, film->output, film->def.size);
        return film->begun || fail(film, "cannot be written", AVERROR(errno), fault);
    }
    film->stream = avformat_new_stream(film->format, NULL);
    film->stream->time_base = film->codec->time_base;
    film->stream->avg_frame_rate = film->codec->framerate;
    avcodec_parameters_from_context(film->stream->codecpar, film->codec);
    if (film->def.sound != NULL && film->def.kind->voice != NULL) {
        film->voice = app_voice_open(film->format, &film->def, film->silent, sizeof film->silent);
    }
    film->format->pb =
        avio_alloc_context(av_malloc(BUFFER), BUFFER, 1, film, NULL, put_bytes, film->output->regular ? seek : NULL);
    film->format->flags |= AVFMT_FLAG_CUSTOM_IO;
    film->format->flush_packets = 1; /* what is whole is in the file */
    AVDictionary *options = NULL;
    av_dict_set(&options, "movflags", "+frag_keyframe+delay_moov+default_base_moof", 0);
    av_dict_set(&options, "frag_duration", "500000", 0);   /* microseconds of film */
    av_dict_set(&options, "cluster_time_limit", "500", 0); /* milliseconds of WebM */
    av_dict_set(&options, "loop", "0", 0);
    int code = avformat_write_header(film->format, &options);
    av_dict_free(&options);
    film->begun = code >= 0;
    return film->begun || fail(film, "cannot be written", code, fault);
}

static void release(app_film *film) {
    if (film->format != NULL && film->format->pb != NULL) {
        av_freep(&film->format->pb->buffer);
        avio_context_free(&film->format->pb);
    }
    app_voice_close(film->voice);
    avformat_free_context(film->format);
    avcodec_free_context(&film->codec);
    av_frame_free(&film->frame);
    av_packet_free(&film->packet);
    av_buffer_pool_uninit(&film->memory);
    app_colors_release(&film->colors);
    free(film);
}

/* An empty frame in memory of the pool. */
static int take_frame(app_film *film) {
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

app_film *app_film_open(app_output *output, const app_film_def *def, app_fault *fault) {
    const app_film_kind *kind = def->kind;
    if (!app_film_able(kind, fault)) {
        return NULL;
    }
    app_film *film = vol_take(sizeof *film);
    *film = (app_film){.output = output, .def = *def};
    av_log_set_level(AV_LOG_FATAL);
    bool right = strcmp(kind->muxer, "webp") == 0 ||
                 avformat_alloc_output_context2(&film->format, NULL, kind->muxer, NULL) >= 0 ||
                 fail(film, "cannot be written", AVERROR(ENOMEM), fault);
    film->frame = av_frame_alloc();
    film->packet = av_packet_alloc();
    right =
        right && film->frame != NULL && film->packet != NULL && open_codec(film, def, fault) && open_file(film, fault);
    if (right) {
        int bytes = av_image_get_buffer_size(film->codec->pix_fmt, film->codec->width, film->codec->height, 32);
        film->memory = av_buffer_pool_init((size_t)bytes, NULL);
        right = film->memory != NULL;
    }
    if (!right) {
        if (output->begun) {
            app_output_drop(output);
        }
        release(film);
        return NULL;
    }
    return film;
}

static int64_t milliseconds_at(const app_film *film, int64_t frame) {
    return frame * 1000 / (int64_t)film->def.fps;
}

/* A piece of a WebP, of the frames since the last one. */
static int put_piece(app_film *film) {
    int64_t shown = milliseconds_at(film, film->frames) - milliseconds_at(film, film->piece);
    if (!app_webp_add(&film->webp, film->packet->data, (size_t)film->packet->size, (uint32_t)shown)) {
        return AVERROR(errno);
    }
    film->useful = (int64_t)film->webp.bytes;
    return 0;
}

static int put_ready(app_film *film) {
    AVIOContext *pb = film->format->pb;
    int64_t before = avio_tell(pb);
    int code = av_interleaved_write_frame(film->format, film->packet);
    code = code >= 0 ? pb->error : code;
    if (code >= 0 && avio_tell(pb) > before) {
        film->useful = avio_tell(pb);
    }
    return code;
}

static int put_packet(app_film *film) {
    film->packet->duration = 1;
    av_packet_rescale_ts(film->packet, film->codec->time_base, film->stream->time_base);
    film->packet->stream_index = film->stream->index;
    return put_ready(film);
}

/* Writes the sound that goes with the frames up to now. */
static bool write_voice(app_film *film, bool end, app_fault *fault) {
    int code = 1;
    while (film->voice != NULL && code > 0) {
        code = app_voice_next(film->voice, film->frames, end, film->packet);
        if (code < 0) {
            return fail(film, "the encoder of the sound failed", code, fault);
        }
        int written = code > 0 ? put_ready(film) : 0;
        if (written < 0) {
            return give_up(film, written, fault);
        }
    }
    return true;
}

const char *app_film_silent(const app_film *film) {
    return film->silent;
}

/* Writes all packets that the encoder has ready. */
static bool write_packets(app_film *film, app_fault *fault) {
    int code = avcodec_receive_packet(film->codec, film->packet);
    while (code >= 0) {
        code = film->format == NULL ? put_piece(film) : put_packet(film);
        if (code < 0) {
            return give_up(film, code, fault);
        }
        av_packet_unref(film->packet);
        code = avcodec_receive_packet(film->codec, film->packet);
    }
    return code == AVERROR(EAGAIN) || code == AVERROR_EOF || fail(film, "the encoder failed", code, fault);
}

/* Lets the encoder give what it has held back; it takes no more frames then. */
static bool end_piece(app_film *film, app_fault *fault) {
    if (film->frames == film->piece) {
        return true;
    }
    int code = avcodec_send_frame(film->codec, NULL);
    return code >= 0 ? write_packets(film, fault) : fail(film, "the encoder failed", code, fault);
}

/* The encoder of WebP keeps all frames until its end: it is ended every half second of film, and begun again. */
static bool next_piece(app_film *film, app_fault *fault) {
    int64_t most = film->def.fps / 2 > LEAST_PIECE ? film->def.fps / 2 : LEAST_PIECE;
    if (film->format != NULL || film->frames - film->piece < most) {
        return true;
    }
    bool right = end_piece(film, fault) && open_codec(film, &film->def, fault);
    film->piece = film->frames;
    return right;
}

static void fill_frame(app_film *film, const unsigned char *bytes) {
    AVFrame *frame = film->frame;
    size_t width = (size_t)frame->width;
    size_t height = (size_t)frame->height;
    size_t stride[3] = {(size_t)frame->linesize[0], (size_t)frame->linesize[1], (size_t)frame->linesize[2]};
    if (frame->format == AV_PIX_FMT_YUV420P) {
        app_pixels_to_yuv(bytes, width, height,
                          (unsigned char *const[3]){frame->data[0], frame->data[1], frame->data[2]}, stride);
    } else if (frame->format == AV_PIX_FMT_PAL8) {
        app_colors_apply(&film->colors, bytes, width, height, frame->data[0], stride[0]);
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

bool app_film_frame(app_film *film, const unsigned char *bytes, app_fault *fault) {
    if (!next_piece(film, fault)) {
        return false;
    }
    int code = take_frame(film);
    if (code >= 0) {
        fill_frame(film, bytes);
        film->frame->pts = film->frames++;
        code = avcodec_send_frame(film->codec, film->frame);
    }
    if (code < 0) {
        return fail(film, "the encoder failed", code, fault);
    }
    return film->format == NULL || (write_packets(film, fault) && write_voice(film, false, fault));
}

bool app_film_close(app_film *film, app_fault *fault) {
    if (film == NULL) {
        return true;
    }
    bool right = film->failed || (end_piece(film, fault) && write_voice(film, true, fault));
    if (film->format != NULL && film->begun) {
        int code = av_write_trailer(film->format);
        avio_flush(film->format->pb);
        code = code >= 0 ? film->format->pb->error : code;
        if (code < 0 && right && !film->failed) {
            right = give_up(film, code, fault);
        }
    }
    if (film->frames == 0 || (film->failed && film->useful == 0)) {
        app_output_drop(film->output); /* no film */
    }
    release(film);
    return right;
}
