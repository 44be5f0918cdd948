/* From the world to the screen and back. In two dimensions the whole world fits into the picture, until somebody pans or
 * zooms; in three one looks at its middle, from a little above (z points up), and goes around it. Screen coordinates are
 * pixels from the upper left corner. */
#ifndef VOLERY_APP_DRAW_CAMERA_H
#define VOLERY_APP_DRAW_CAMERA_H

#include "scene/look.h"

#include <volery/volery.h>

typedef struct vol_camera {
    int dimensions;
    double size[3]; /* of the world */
    bool y_up;
    bool axes;            /* room is left for them */
    double width, height; /* of the picture in pixels */
    double inset[4];      /* pixels left free for axes or a panel: left, top, right, bottom */
    double center[3];     /* what is in the middle of the picture */
    double zoom;          /* 1: the world fits */
    double yaw, pitch;    /* 3D: where the camera is, in radians around the z axis and above the ground */
} vol_camera;

/* A camera that sees the whole world. */
vol_camera vol_camera_make(const vol_world_def *world, const vol_scene_look *look, double width, double height);

/* The picture has another size, or the world has; what is in the middle stays there. */
void vol_camera_resize(vol_camera *camera, double width, double height);

/* Back to seeing the whole world. */
void vol_camera_reset(vol_camera *camera);

/* Moves the picture by pixels, as a hand on paper does. */
void vol_camera_pan(vol_camera *camera, double dx, double dy);

/* Zooms by a factor; what is at (x, y) stays there. */
void vol_camera_zoom(vol_camera *camera, double factor, double x, double y);

/* 3D: goes around the world; a drag over the width of the picture is half a turn. */
void vol_camera_orbit(vol_camera *camera, double dx, double dy);

/* Pixels per unit of length (3D: at the middle). */
double vol_camera_scale(const vol_camera *camera);

/* 3D: how far the eye is from the middle, in units of length. */
double vol_camera_distance(const vol_camera *camera);

/* The matrix, column by column, from the world to OpenGL's clip coordinates. */
void vol_camera_matrix(const vol_camera *camera, float matrix[16]);

/* A point of the world on the screen. `depth`, unless NULL: how far it is from the eye, in units of length; scale there is
 * vol_camera_scale * distance / depth. False: behind the eye. */
bool vol_camera_to_screen(const vol_camera *camera, const double *world, double screen[2], double *depth);

/* The point of the world under a pixel; in 3D on the plane through the middle that faces the eye. */
void vol_camera_to_world(const vol_camera *camera, double x, double y, double world[3]);

#endif
