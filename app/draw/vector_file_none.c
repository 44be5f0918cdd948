/* SVG, PDF and quiver plots in a program that was built without cairo: a message. */
#include "draw/vector_file.h"

bool app_vector_file(app_output *output, const char *ending, const app_draw_frame *frame, const app_camera *camera,
                     const app_draw_style *style, bool quiver, app_fault *fault) {
    (void)ending;
    (void)frame;
    (void)camera;
    (void)style;
    (void)quiver;
    return app_fault_set(fault, APP_EXIT_FAILED, "%s: volery was built without cairo, which draws this", output->name);
}
