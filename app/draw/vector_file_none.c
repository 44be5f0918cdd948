/* SVG, PDF and quiver plots in a program that was built without cairo: a message. */
#include "draw/vector_file.h"

bool vol_vector_file(vol_output *output, const char *ending, const vol_draw_frame *frame, const vol_camera *camera,
                     const vol_draw_style *style, bool quiver, vol_fault *fault) {
    (void)ending;
    (void)frame;
    (void)camera;
    (void)style;
    (void)quiver;
    return vol_fault_set(fault, VOL_EXIT_FAILED, "%s: volery was built without cairo, which draws this", output->name);
}
