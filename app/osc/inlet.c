/* The socket that packets come in by. What is in them the reader (packet.c) finds out. */
#include "osc/inlet.h"

#include "common/arena.h"
#include "osc/packet.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct app_osc_inlet {
    int file;
    char name[300];
    unsigned char bytes[APP_OSC_MOST_BYTES + 1]; /* one more than a packet may have */
};

bool app_osc_place_read(app_osc_place *place, const char *text, unsigned least, const char *title, app_fault *fault) {
    const char *colon = strrchr(text, ':');
    const char *port = colon != NULL ? colon + 1 : text;
    const char *host = colon != NULL ? text : APP_OSC_LOCAL;
    size_t length = colon != NULL ? (size_t)(colon - text) : strlen(host);
    size_t digits = strspn(port, "0123456789");
    if (length >= 2 && host[0] == '[' && host[length - 1] == ']') {
        host++;
        length -= 2;
    }
    unsigned long number = digits > 0 && digits <= 5 ? strtoul(port, NULL, 10) : 65536;
    if (port[digits] != '\0' || number > 65535 || number < least || length == 0 || length >= sizeof place->host) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "%s '%.100s': allowed is a port from %u to 65535, or HOST:PORT, as in 127.0.0.1:9000",
                             title, text, least);
    }
    snprintf(place->host, sizeof place->host, "%.*s", (int)length, host);
    snprintf(place->port, sizeof place->port, "%lu", number);
    return true;
}

/* The address that the system gave it, which has the port where any free one was asked for. */
static void name_inlet(app_osc_inlet *inlet) {
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    char host[256] = "", port[16] = "";
    if (getsockname(inlet->file, (struct sockaddr *)&bound, &size) == 0) {
        getnameinfo((struct sockaddr *)&bound, size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV);
    }
    bool brackets = strchr(host, ':') != NULL;
    snprintf(inlet->name, sizeof inlet->name, "%s%s%s:%s", brackets ? "[" : "", host, brackets ? "]" : "", port);
}

app_osc_inlet *app_osc_inlet_open(const app_osc_place *place, const char *title, app_fault *fault) {
    struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;
    int result = getaddrinfo(place->host, place->port, &wanted, &found);
    if (result != 0) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s %s:%s: there is no such address: %s", title, place->host, place->port,
                      gai_strerror(result));
        return NULL;
    }
    app_osc_inlet *inlet = vol_take(sizeof *inlet);
    inlet->file = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
    bool bound = inlet->file >= 0 && bind(inlet->file, found->ai_addr, found->ai_addrlen) == 0;
    int reason = errno;
    freeaddrinfo(found);
    if (!bound) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s %s:%s: cannot be listened at: %s", title, place->host, place->port,
                      strerror(reason));
        app_osc_inlet_close(inlet);
        return NULL;
    }
    name_inlet(inlet);
    return inlet;
}

void app_osc_inlet_close(app_osc_inlet *inlet) {
    if (inlet != NULL && inlet->file >= 0) {
        close(inlet->file);
    }
    free(inlet);
}

const char *app_osc_inlet_name(const app_osc_inlet *inlet) {
    return inlet->name;
}

int app_osc_inlet_file(const app_osc_inlet *inlet) {
    return inlet->file;
}

bool app_osc_inlet_next(app_osc_inlet *inlet, const unsigned char **bytes, size_t *size) {
    ssize_t got = recv(inlet->file, inlet->bytes, sizeof inlet->bytes, MSG_DONTWAIT);
    *bytes = inlet->bytes;
    *size = got > 0 ? (size_t)got : 0;
    return got >= 0; /* a packet may be empty */
}
