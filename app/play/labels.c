/* Names over the world, of which none lies over another one. */
#include "play/labels.h"

#define CARD 0x0d1016c8U /* under the letters */

static bool overlap(const app_ui_box *a, const app_ui_box *b) {
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

void app_labels_put(app_labels *labels, float x, float y, float scale, app_ui_color color, const char *text) {
    const float pad = 3 * scale;
    app_ui_box box = {x - pad, y, app_ui_text_width(text) + 2 * pad, app_ui_text_height()};
    for (size_t i = 0; i < labels->count; i++) {
        if (overlap(&box, &labels->boxes[i])) {
            box.y = labels->boxes[i].y + labels->boxes[i].height + scale;
            i = (size_t)-1; /* that may be over another one */
        }
    }
    if (labels->count < sizeof labels->boxes / sizeof *labels->boxes) {
        labels->boxes[labels->count++] = box;
    }
    app_ui_draw_box(box, CARD, pad);
    app_ui_draw_text(x, box.y, color, text);
}
