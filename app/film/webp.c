/* The file of an animated WebP: RIFF, WEBP, the chunks VP8X and ANIM, and a chunk ANMF a picture. The length of all is
 * in the first bytes: it is written again behind each piece, so that what is not whole yet lies beyond it. */
#include "film/webp.h"

#include "common/arena.h"
#include "record/block.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum {
    RIFF_HEAD = 12,
    CHUNK_HEAD = 8,
    FLAGS_AT = 20,   /* in the file */
    ANIMATED = 0x02, /* flags of VP8X */
    ALPHA = 0x10,
    FRAME_HEAD = 16,  /* of ANMF */
    DURATION_AT = 12, /* in it */
    MOST_DURATION = 0xFFFFFF
};

static void put_chunk_head(vol_text *text, const char *name, size_t length) {
    vol_text_add(text, name, 4);
    app_put_number(text, length, 4);
}

static size_t padded(size_t length) {
    return length + length % 2;
}

bool app_webp_begin(app_webp *webp, app_output *output, const uint32_t size[2]) {
    vol_text head = {0};
    *webp = (app_webp){.output = output, .size = {size[0], size[1]}, .flags = ANIMATED};
    vol_text_put(&head, "RIFF");
    app_put_number(&head, RIFF_HEAD - 8 + 2 * CHUNK_HEAD + 10 + 6, 4);
    vol_text_put(&head, "WEBP");
    put_chunk_head(&head, "VP8X", 10);
    app_put_number(&head, webp->flags, 4);
    app_put_number(&head, size[0] - 1, 3);
    app_put_number(&head, size[1] - 1, 3);
    put_chunk_head(&head, "ANIM", 6);
    app_put_number(&head, 0xFFFFFFFF, 4); /* the ground, which no picture shows */
    app_put_number(&head, 0, 2);          /* again and again */
    webp->bytes = head.length;
    bool right = app_output_write(output, head.data, head.length);
    vol_text_release(&head);
    return right;
}

/* What the chunks of a piece become. */
typedef struct picture_list {
    vol_text frames; /* chunks ANMF */
    vol_text single; /* the chunks of a picture that is no animation */
    size_t last;     /* where the last ANMF begins; SIZE_MAX: there is none */
    uint64_t shown;  /* milliseconds of all but the last */
    uint64_t last_shown;
    unsigned flags;
} picture_list;

static void take_chunk(picture_list *list, const unsigned char *chunk, size_t length) {
    const unsigned char *bytes = chunk + CHUNK_HEAD;
    size_t all = CHUNK_HEAD + padded(length);
    if (memcmp(chunk, "VP8X", 4) == 0 && length >= 10) {
        list->flags |= bytes[0] & ALPHA;
    } else if (memcmp(chunk, "ANMF", 4) == 0 && length >= FRAME_HEAD) {
        list->shown += list->last_shown;
        list->last_shown = app_get_number(bytes + DURATION_AT, 3);
        list->last = list->frames.length;
        vol_text_add(&list->frames, (const char *)chunk, all);
    } else if (memcmp(chunk, "ALPH", 4) == 0 || memcmp(chunk, "VP8 ", 4) == 0 || memcmp(chunk, "VP8L", 4) == 0) {
        vol_text_add(&list->single, (const char *)chunk, all);
    }
}

static void wrap_single(picture_list *list, const uint32_t size[2]) {
    list->last = 0;
    put_chunk_head(&list->frames, "ANMF", FRAME_HEAD + list->single.length);
    app_put_number(&list->frames, 0, 6);
    app_put_number(&list->frames, size[0] - 1, 3);
    app_put_number(&list->frames, size[1] - 1, 3);
    app_put_number(&list->frames, 0, 4);
    vol_text_add(&list->frames, list->single.data, list->single.length);
}

static bool take_chunks(picture_list *list, const unsigned char *piece, size_t length) {
    if (length < RIFF_HEAD || memcmp(piece, "RIFF", 4) != 0 || memcmp(piece + 8, "WEBP", 4) != 0) {
        return false;
    }
    size_t at = RIFF_HEAD;
    while (length - at >= CHUNK_HEAD) {
        size_t size = (size_t)app_get_number(piece + at + 4, 4);
        if (size > length - at - CHUNK_HEAD || padded(size) > length - at - CHUNK_HEAD) {
            return false;
        }
        take_chunk(list, piece + at, size);
        at += CHUNK_HEAD + padded(size);
    }
    return list->last != SIZE_MAX || list->single.length > 0;
}

/* Behind the frames: now they belong to the file. */
static bool write_length(app_webp *webp) {
    vol_text length = {0};
    app_put_number(&length, webp->bytes - 8, 4);
    unsigned char flags = (unsigned char)webp->flags;
    bool right =
        pwrite(webp->output->file, &flags, 1, FLAGS_AT) == 1 && pwrite(webp->output->file, length.data, 4, 4) == 4;
    vol_text_release(&length);
    return right;
}

bool app_webp_add(app_webp *webp, const unsigned char *piece, size_t length, uint32_t milliseconds) {
    picture_list list = {.last = SIZE_MAX};
    bool right = take_chunks(&list, piece, length);
    errno = EINVAL;
    if (right) {
        if (list.last == SIZE_MAX) {
            wrap_single(&list, webp->size);
        }
        uint64_t rest = milliseconds > list.shown ? milliseconds - list.shown : 0;
        rest = rest < MOST_DURATION ? rest : MOST_DURATION;
        for (size_t i = 0; i < 3; i++) {
            list.frames.data[list.last + CHUNK_HEAD + DURATION_AT + i] = (char)(unsigned char)(rest >> (8 * i));
        }
        right = webp->bytes + list.frames.length <= UINT32_MAX;
        errno = EFBIG;
    }
    right = right && app_output_write(webp->output, list.frames.data, list.frames.length);
    if (right) {
        webp->bytes += list.frames.length;
        webp->flags |= list.flags;
        right = write_length(webp);
    }
    vol_text_release(&list.frames);
    vol_text_release(&list.single);
    return right;
}
