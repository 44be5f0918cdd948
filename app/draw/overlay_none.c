/* Axes in a program that was built without cairo: none. */
#include "draw/overlay.h"

uint64_t vol_overlay_key(const vol_draw_frame *frame, const vol_camera *camera, const vol_draw_style *style) {
    (void)frame;
    (void)camera;
    (void)style;
    return 1;
}

bool vol_overlay_paint(unsigned char *bytes, const vol_draw_frame *frame, const vol_camera *camera,
                       const vol_draw_style *style) {
    (void)bytes;
    (void)frame;
    (void)camera;
    (void)style;
    return false;
}
