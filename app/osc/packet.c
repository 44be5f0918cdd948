/* The reader of packets. Everything has a length that is a multiple of four bytes; texts end with zeros up to there.
 * The whole packet is checked before the first message is handed over, by the same code. */
#include "osc/packet.h"

#include <stdint.h>
#include <string.h>

typedef struct reader {
    app_osc_taker take; /* NULL: only checks */
    void *context;
    app_osc_message message;
} reader;

/* Bytes that are left. */
typedef struct span {
    const unsigned char *at;
    size_t left;
} span;

static uint32_t read_word(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | (uint32_t)at[3];
}

static uint64_t read_long(const unsigned char *at) {
    return (uint64_t)read_word(at) << 32 | read_word(at + 4);
}

static void skip(span *s, size_t bytes) {
    s->at += bytes;
    s->left -= bytes;
}

/* A text and the zeros behind it, at least one; NULL: that is none. */
static const char *read_text(span *s) {
    const unsigned char *end = s->left > 0 ? memchr(s->at, 0, s->left) : NULL;
    if (end == NULL) {
        return NULL;
    }
    const char *text = (const char *)s->at;
    size_t length = (size_t)(end - s->at);
    size_t padded = (length / 4 + 1) * 4;
    for (size_t i = length; i < padded; i++) {
        if (i >= s->left || s->at[i] != 0) {
            return NULL;
        }
    }
    skip(s, padded);
    return text;
}

/* Letters that can be seen, but for those that make a pattern of it. */
static bool is_address(const char *text) {
    if (text[0] != '/') {
        return false;
    }
    for (; *text != '\0'; text++) {
        if (*text <= ' ' || *text > '~' || strchr("#*,?[]{}", *text) != NULL) {
            return false;
        }
    }
    return true;
}

static double real_of(const unsigned char *at, bool single) {
    float small = 0;
    double large = 0;
    uint32_t word = read_word(at);
    if (single) {
        memcpy(&small, &word, sizeof small);
        return (double)small;
    }
    uint64_t bits = read_long(at);
    memcpy(&large, &bits, sizeof large);
    return large;
}

/* Two's complement, whatever this machine has. */
static double whole_of(uint64_t bits, uint64_t sign) {
    return (bits & sign) != 0 ? -(double)((~bits & (sign - 1)) + 1) : (double)bits;
}

static const char *read_blob(span *s) {
    if (s->left < 4) {
        return "it ends within an argument";
    }
    uint32_t length = read_word(s->at);
    skip(s, 4);
    if (length > s->left) {
        return "a blob is longer than the packet";
    }
    size_t padded = ((size_t)length + 3) / 4 * 4;
    for (size_t i = length; i < padded; i++) {
        if (i >= s->left || s->at[i] != 0) {
            return "a blob is not filled up with zeros";
        }
    }
    skip(s, padded);
    return NULL;
}

/* One argument; what is wrong with it, or NULL. */
static const char *read_argument(span *s, char tag, app_osc_argument *argument) {
    *argument = (app_osc_argument){.kind = APP_OSC_OTHER};
    size_t size = strchr("ifcrm", tag) != NULL ? 4 : strchr("hdt", tag) != NULL ? 8 : 0;
    if (s->left < size) {
        return "it ends within an argument";
    }
    switch (tag) {
    case 'i':
    case 'f':
    case 'd':
    case 'h':
        argument->kind = APP_OSC_NUMBER;
        argument->single = tag == 'f';
        argument->number = tag == 'i'   ? whole_of(read_word(s->at), UINT64_C(1) << 31)
                           : tag == 'h' ? whole_of(read_long(s->at), UINT64_C(1) << 63)
                                        : real_of(s->at, tag == 'f');
        break;
    case 's':
    case 'S':
        argument->kind = APP_OSC_TEXT;
        argument->text = read_text(s);
        return argument->text != NULL ? NULL : "a text has no end, or is not filled up with zeros";
    case 'T':
    case 'F':
        argument->kind = APP_OSC_FLAG;
        argument->flag = tag == 'T';
        break;
    case 'b': return read_blob(s);
    case 'N':
    case 'I':
    case 'c':
    case 'r':
    case 'm':
    case 't': break;
    default: return "an argument has an unknown type";
    }
    skip(s, size);
    return NULL;
}

static const char *read_message(reader *r, span s) {
    app_osc_message *message = &r->message;
    message->address = read_text(&s);
    if (message->address == NULL || !is_address(message->address)) {
        return "the address is none, or is a pattern";
    }
    const char *tags = read_text(&s);
    if (tags == NULL || tags[0] != ',') {
        return "the types of the arguments are not told";
    }
    message->count = strlen(tags + 1);
    if (message->count > APP_OSC_MOST_ARGUMENTS) {
        return "a message has more than 32 arguments";
    }
    for (size_t i = 0; i < message->count; i++) {
        const char *wrong = read_argument(&s, tags[i + 1], &message->argument[i]);
        if (wrong != NULL) {
            return wrong;
        }
    }
    if (s.left > 0) {
        return "there are bytes behind the last argument";
    }
    if (r->take != NULL) {
        r->take(r->context, message);
    }
    return NULL;
}

static const char *read_packet(reader *r, span s, int nested) {
    static const char mark[8] = "#bundle";
    enum { HEAD = 16 }; /* the mark and a time */
    if (s.left == 0 || s.left % 4 != 0) {
        return "its size is not a multiple of four bytes";
    }
    if (s.at[0] != '#') {
        return read_message(r, s);
    }
    if (s.left < HEAD || memcmp(s.at, mark, sizeof mark) != 0) {
        return "it begins as a bundle, and is none";
    }
    if (nested == APP_OSC_MOST_NESTED) {
        return "bundles are nested too deep";
    }
    for (skip(&s, HEAD); s.left > 0;) {
        uint32_t size = read_word(s.at); /* there are four bytes: all sizes are multiples of that */
        skip(&s, 4);
        if (size > s.left) {
            return "a part of a bundle is longer than the packet";
        }
        const char *wrong = read_packet(r, (span){s.at, size}, nested + 1);
        if (wrong != NULL) {
            return wrong;
        }
        skip(&s, size);
    }
    return NULL;
}

const char *app_osc_read(const unsigned char *bytes, size_t size, app_osc_taker take, void *context) {
    if (size > APP_OSC_MOST_BYTES) {
        return "it is too large";
    }
    reader r = {.take = NULL};
    const char *wrong = read_packet(&r, (span){bytes, size}, 0);
    if (wrong == NULL && take != NULL) {
        r.take = take;
        r.context = context;
        read_packet(&r, (span){bytes, size}, 0);
    }
    return wrong;
}
