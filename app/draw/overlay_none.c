/* Axes in a program that was built without cairo: none. */
#include "draw/overlay.h"

uint64_t app_overlay_key(const app_draw_frame *frame, const app_camera *camera, const app_draw_style *style) {
    (void)frame;
    (void)camera;
    (void)style;
    return 1;
}

bool app_overlay_paint(unsigned char *bytes, const app_draw_frame *frame, const app_camera *camera,
                       const app_draw_style *style) {
    (void)bytes;
    (void)frame;
    (void)camera;
    (void)style;
    return false;
}
