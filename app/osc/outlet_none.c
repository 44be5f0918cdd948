/* Stands in for outlet.c where liblo was not there at build time. */
#include "osc/outlet.h"

const char *app_osc_outlet_missing(void) {
    return "this volery was built without liblo (Debian: liblo-dev)";
}

app_osc_outlet *app_osc_outlet_open(const app_osc_place *place, const char *title, app_fault *fault) {
    app_fault_set(fault, APP_EXIT_FAILED, "%s %s:%s: %s", title, place->host, place->port, app_osc_outlet_missing());
    return NULL;
}

void app_osc_outlet_begin(app_osc_outlet *outlet, uint64_t step, double time) {
    (void)outlet, (void)step, (void)time;
}

void app_osc_outlet_put(app_osc_outlet *outlet, const char *address, const uint32_t *whole, const double *numbers,
                        size_t count) {
    (void)outlet, (void)address, (void)whole, (void)numbers, (void)count;
}

void app_osc_outlet_end(app_osc_outlet *outlet) {
    (void)outlet;
}

void app_osc_outlet_close(app_osc_outlet *outlet) {
    (void)outlet;
}

uint64_t app_osc_outlet_sent(const app_osc_outlet *outlet) {
    (void)outlet;
    return 0;
}

uint64_t app_osc_outlet_lost(const app_osc_outlet *outlet) {
    (void)outlet;
    return 0;
}
