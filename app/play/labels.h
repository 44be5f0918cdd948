/* Names over the world, of which none lies over another one. */
#ifndef VOLERY_APP_PLAY_LABELS_H
#define VOLERY_APP_PLAY_LABELS_H

#include "play/imgui_shim.h"

/* Those that have been put in a frame; start with {0}. */
typedef struct app_labels {
    app_ui_box boxes[32];
    size_t count;
} app_labels;

/* At the place that is wanted, or below what is there already; on a card that is seen on any ground. */
void app_labels_put(app_labels *labels, float x, float y, float scale, app_ui_color color, const char *text);

#endif
