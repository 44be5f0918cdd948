/* Pictures as SVG and PDF, and the quiver plot; all by cairo. */
#ifndef VOLERY_APP_DRAW_VECTOR_FILE_H
#define VOLERY_APP_DRAW_VECTOR_FILE_H

#include "draw/draw.h"
#include "util/output.h"

/* Draws a frame into a file; `ending` is .svg, .pdf or .png. With `quiver` it is a plot of positions with an arrow
 * along each velocity, and axes. False with a fault, also where there is no cairo; then what was there stays. */
bool app_vector_file(app_output *output, const char *ending, const app_draw_frame *frame, const app_camera *camera,
                     const app_draw_style *style, bool quiver, app_fault *fault);

#endif
