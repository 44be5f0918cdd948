/* What a message asks for, as a wish: the same that a mouse or a slider would make. */
#ifndef VOLERY_APP_OSC_COMMAND_H
#define VOLERY_APP_OSC_COMMAND_H

#include "osc/packet.h"
#include "play/wish.h"
#include <volery/scene.h>

enum { APP_OSC_MOST_ADDED = 1000 }; /* boids by one message */

/* False: the message asks for nothing that there is, and `why` (of `size` bytes) says what is wrong. Values of
 * parameters are not looked at: the table of parameters does that when they are set. */
bool app_osc_command(const vol_scene *scene, const app_osc_message *message, app_wish *wish, char *why, size_t size);

/* The addresses that are taken, with their arguments and what they do, a line of docs/osc.md each; NULL behind the
 * last. */
typedef struct app_osc_address {
    const char *address, *arguments, *about;
} app_osc_address;

const app_osc_address *app_osc_address_at(size_t index);

#endif
