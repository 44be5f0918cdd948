/* Drawing with OpenGL 3.3 core: the same code for the window and for pictures without one. One upload of a flock's arrays
 * a frame; everything about single boids happens in shaders. */
#ifndef VOLERY_APP_DRAW_GL_H
#define VOLERY_APP_DRAW_GL_H

#include "draw/draw.h"

typedef struct vol_gl vol_gl;

/* Compiles what is needed; a context of OpenGL 3.3 core must be current, then and in all calls below. NULL: the fault
 * tells what the driver said. */
vol_gl *vol_gl_make(vol_fault *fault);

/* Draws into the bound framebuffer, background included, within the camera's size only. For three dimensions it must have a
 * depth buffer. Leaves blending, depth test and scissors off, and no program, buffer or vertex array bound. */
void vol_gl_draw(vol_gl *gl, const vol_draw_frame *frame, const vol_camera *camera, const vol_draw_style *style);

void vol_gl_release(vol_gl *gl);

#endif
