/* Bundles by liblo, to an address of UDP. */
#include "osc/outlet.h"

#include "common/arena.h"

#include <lo/lo.h>
#include <stdlib.h>

struct app_osc_outlet {
    lo_address to;
    lo_bundle bundle; /* NULL: none was begun */
    size_t bytes;
    vol_arena paths; /* of the messages of this step, which bundles may only point at */
    uint64_t step;
    double time;
    uint64_t sent, lost;
};

const char *app_osc_outlet_missing(void) {
    return NULL;
}

app_osc_outlet *app_osc_outlet_open(const app_osc_place *place, const char *title, app_fault *fault) {
    lo_address to = lo_address_new(place->host, place->port);
    if (to == NULL) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s %s:%s: there is no such address", title, place->host, place->port);
        return NULL;
    }
    app_osc_outlet *outlet = vol_take(sizeof *outlet);
    *outlet = (app_osc_outlet){.to = to};
    return outlet;
}

/* The step as 32 bits, the longest whole number that all programs read. */
static lo_message step_message(const app_osc_outlet *outlet) {
    lo_message message = lo_message_new();
    lo_message_add_int32(message, outlet->step < INT32_MAX ? (int32_t)outlet->step : INT32_MAX);
    lo_message_add_float(message, (float)outlet->time);
    return message;
}

static void add(app_osc_outlet *outlet, const char *path, lo_message message) {
    outlet->bytes += 4 + lo_message_length(message, path);
    lo_bundle_add_message(outlet->bundle, path, message);
}

static void open_bundle(app_osc_outlet *outlet) {
    outlet->bundle = lo_bundle_new(LO_TT_IMMEDIATE);
    outlet->bytes = lo_bundle_length(outlet->bundle);
    add(outlet, "/volery/step", step_message(outlet));
}

static void send_bundle(app_osc_outlet *outlet) {
    if (outlet->bundle != NULL) {
        bool went = lo_send_bundle(outlet->to, outlet->bundle) > 0;
        outlet->sent += went;
        outlet->lost += !went;
        lo_bundle_free_recursive(outlet->bundle);
        outlet->bundle = NULL;
    }
}

void app_osc_outlet_begin(app_osc_outlet *outlet, uint64_t step, double time) {
    outlet->step = step;
    outlet->time = time;
    open_bundle(outlet);
}

void app_osc_outlet_put(app_osc_outlet *outlet, const char *address, const uint32_t *whole, const double *numbers,
                        size_t count) {
    const char *path = vol_arena_print(&outlet->paths, "%s", address);
    lo_message message = lo_message_new();
    if (whole != NULL) {
        lo_message_add_int32(message, *whole < INT32_MAX ? (int32_t)*whole : INT32_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        lo_message_add_float(message, (float)numbers[i]);
    }
    if (outlet->bytes + 4 + lo_message_length(message, path) > APP_OSC_BUNDLE_BYTES) {
        send_bundle(outlet);
        open_bundle(outlet);
    }
    add(outlet, path, message);
}

void app_osc_outlet_end(app_osc_outlet *outlet) {
    send_bundle(outlet);
    vol_arena_release(&outlet->paths);
}

void app_osc_outlet_close(app_osc_outlet *outlet) {
    if (outlet != NULL) {
        app_osc_outlet_end(outlet);
        lo_address_free(outlet->to);
        free(outlet);
    }
}

uint64_t app_osc_outlet_sent(const app_osc_outlet *outlet) {
    return outlet->sent;
}

uint64_t app_osc_outlet_lost(const app_osc_outlet *outlet) {
    return outlet->lost;
}
