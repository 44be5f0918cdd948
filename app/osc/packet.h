/* Packets of Open Sound Control 1.0, read from bytes that anybody may have sent. A packet is read whole or not at all,
 * and nothing else ever sees bytes that this reader has refused. */
#ifndef VOLERY_APP_OSC_PACKET_H
#define VOLERY_APP_OSC_PACKET_H

#include <stdbool.h>
#include <stddef.h>

enum {
    APP_OSC_MOST_BYTES = 65507, /* of a packet: all that UDP carries */
    APP_OSC_MOST_NESTED = 8,    /* bundles within bundles */
    APP_OSC_MOST_ARGUMENTS = 32 /* of a message */
};

typedef enum app_osc_kind {
    APP_OSC_NUMBER, /* of the tags i, f, h, d */
    APP_OSC_TEXT,   /* s, S */
    APP_OSC_FLAG,   /* T, F */
    APP_OSC_OTHER   /* N, I, b, t, c, r, m: known, and of no use here */
} app_osc_kind;

typedef struct app_osc_argument {
    app_osc_kind kind;
    double number; /* may be infinite, or not a number */
    bool single;   /* the number came as a float of 32 bits */
    bool flag;
    const char *text; /* ends with a zero */
} app_osc_argument;

typedef struct app_osc_message {
    const char *address; /* begins with a slash; letters that can be seen, none that make it a pattern */
    size_t count;
    app_osc_argument argument[APP_OSC_MOST_ARGUMENTS];
} app_osc_message;

typedef void (*app_osc_taker)(void *context, const app_osc_message *message);

/* Reads a packet and hands over its messages in their order, also those of bundles, whose times are not looked at. The
 * texts of a message are in `bytes`. Returns NULL, or what is wrong with the packet: then nothing was handed over. */
const char *app_osc_read(const unsigned char *bytes, size_t size, app_osc_taker take, void *context);

#endif
