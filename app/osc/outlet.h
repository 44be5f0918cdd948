/* Where packets go out: bundles of messages, none larger than a packet that every network carries whole. */
#ifndef VOLERY_APP_OSC_OUTLET_H
#define VOLERY_APP_OSC_OUTLET_H

#include "osc/inlet.h"

enum { APP_OSC_BUNDLE_BYTES = 1400 };

typedef struct app_osc_outlet app_osc_outlet;

/* What the program was built without, for messages and `volery info`; NULL: it can send. */
const char *app_osc_outlet_missing(void);

/* NULL on failure. */
app_osc_outlet *app_osc_outlet_open(const app_osc_place *place, const char *title, app_fault *fault);
void app_osc_outlet_close(app_osc_outlet *outlet);

/* Begins what is sent of a step: every bundle of it has /volery/step first. */
void app_osc_outlet_begin(app_osc_outlet *outlet, uint64_t step, double time);
/* A message: a whole number, unless `whole` is NULL, then numbers. A bundle that is full is sent. */
void app_osc_outlet_put(app_osc_outlet *outlet, const char *address, const uint32_t *whole, const double *numbers,
                        size_t count);
/* Sends the rest. */
void app_osc_outlet_end(app_osc_outlet *outlet);

/* Packets that went out, and that could not. */
uint64_t app_osc_outlet_sent(const app_osc_outlet *outlet);
uint64_t app_osc_outlet_lost(const app_osc_outlet *outlet);

#endif
