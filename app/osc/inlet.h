/* Where packets come in: a socket of UDP, bound to this machine alone unless another address was asked for. Nothing
 * ever waits for it. */
#ifndef VOLERY_APP_OSC_INLET_H
#define VOLERY_APP_OSC_INLET_H

#include "util/fault.h"

#define APP_OSC_LOCAL "127.0.0.1"

/* A host and a port, from "9000", "HOST:9000" or "[::1]:9000". */
typedef struct app_osc_place {
    char host[256];
    char port[8];
} app_osc_place;

/* `title` is what messages begin with: "volery run: --osc-in". Without a host it is APP_OSC_LOCAL. Ports are from
 * `least` to 65535; 0, where that is allowed, is any free one. */
bool app_osc_place_read(app_osc_place *place, const char *text, unsigned least, const char *title, app_fault *fault);

typedef struct app_osc_inlet app_osc_inlet;

/* NULL on failure. */
app_osc_inlet *app_osc_inlet_open(const app_osc_place *place, const char *title, app_fault *fault);
void app_osc_inlet_close(app_osc_inlet *inlet);

/* Where it is bound: "127.0.0.1:9000". */
const char *app_osc_inlet_name(const app_osc_inlet *inlet);

/* The socket, to wait for. */
int app_osc_inlet_file(const app_osc_inlet *inlet);

/* The next packet, valid until the next call; false: none has come. */
bool app_osc_inlet_next(app_osc_inlet *inlet, const unsigned char **bytes, size_t *size);

#endif
