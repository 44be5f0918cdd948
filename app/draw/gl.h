/* Drawing with OpenGL 3.3 core: the same code for the window and for pictures without one. One upload of a flock's
 * arrays a moment, however often it is drawn; everything about single boids happens in shaders. */
#ifndef VOLERY_APP_DRAW_GL_H
#define VOLERY_APP_DRAW_GL_H

#include "draw/draw.h"
#include "util/fault.h"

typedef struct app_gl app_gl;

/* Compiles what is needed; a context of OpenGL 3.3 core must be current, then and in all calls below. NULL: the fault
 * tells what the driver said. */
app_gl *app_gl_make(app_fault *fault);

/* Draws into the bound framebuffer, background included, within the camera's size only. For three dimensions it must
 * have a depth buffer. Leaves blending, depth test and scissors off, and no program, buffer or vertex array bound. */
void app_gl_draw(app_gl *gl, const app_draw_frame *frame, const app_camera *camera, const app_draw_style *style);

/* What is kept of frames that were drawn is known by where they are in memory, and the number of their moment: to be
 * called when a frame was released and another one may be in its place. */
void app_gl_forget(app_gl *gl);

/* How often arrays of flocks were uploaded so far. */
uint64_t app_gl_uploads(const app_gl *gl);

void app_gl_release(app_gl *gl);

#endif
