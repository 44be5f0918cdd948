/* From the world to the screen and back. In two dimensions the whole world fits into the picture, until it is panned or
 * zooms; in three the camera points at its middle, from a little above (z points up), and goes around it. Screen
 * coordinates are pixels from the upper left corner. */
#ifndef VOLERY_APP_DRAW_CAMERA_H
#define VOLERY_APP_DRAW_CAMERA_H

#include <volery/scene.h>

#include <volery/volery.h>

typedef struct app_camera {
    int dimensions;
    double low[3], size[3]; /* where the world begins, and how long it is */
    bool y_up;
    bool axes;            /* room is left for them */
    double width, height; /* of the picture in pixels */
    double inset[4];      /* pixels left free for axes or a panel: left, top, right, bottom */
    double center[3];     /* what is in the middle of the picture */
    double zoom;          /* 1: the world fits */
    double yaw, pitch;    /* 3D: where the camera is, in radians around the z axis and above the ground */
    double first[2];      /* where it begins */
    bool sky;             /* there is a backdrop in the place of a ground: one may look up from below */
} app_camera;

/* A camera that sees the whole world. */
app_camera app_camera_make(const vol_world_def *world, const vol_scene_look *look, double width, double height);

/* The picture has another size, or the world has; what is in the middle stays there. */
void app_camera_resize(app_camera *camera, double width, double height);

/* Back to seeing the whole world. */
void app_camera_reset(app_camera *camera);

/* Does it see the whole world, and in the middle? */
bool app_camera_whole(const app_camera *camera);

/* The look has or has no axes now, or its y axis points another way, or it says another place for the camera. */
void app_camera_relook(app_camera *camera, const vol_scene_look *look);

/* Do two see the same? */
bool app_camera_same(const app_camera *a, const app_camera *b);

/* Moves the picture by pixels, as a hand on paper does. */
void app_camera_pan(app_camera *camera, double dx, double dy);

/* Zooms by a factor; what is at (x, y) stays there. */
void app_camera_zoom(app_camera *camera, double factor, double x, double y);

/* 3D: goes around the world; a drag over the width of the picture is half a turn. */
void app_camera_orbit(app_camera *camera, double dx, double dy);

/* The same in radians around the z axis, and up. */
void app_camera_turn(app_camera *camera, double around, double above);

/* 3D: is there a ground, and does the camera see it from above? */
bool app_camera_over_ground(const app_camera *camera);

/* 3D: axes of the eye in the world: to the right, up, and towards the eye. */
void app_camera_axes(const app_camera *camera, double right[3], double up[3], double back[3]);

/* Pixels per unit of length (3D: at the middle). */
double app_camera_scale(const app_camera *camera);

/* 3D: how far the eye is from the middle, in units of length. */
double app_camera_distance(const app_camera *camera);

/* The matrix, column by column, from the world to OpenGL's clip coordinates. */
void app_camera_matrix(const app_camera *camera, float matrix[16]);

/* The same for rasters: from the world to pixels, whose first row is the upper one. */
void app_camera_view(const app_camera *camera, vol_raster_view *view);

/* A point of the world on the screen. `depth`, unless NULL: how far it is from the eye, in units of length; scale there
 * is app_camera_scale * distance / depth. False: behind the eye. */
bool app_camera_to_screen(const app_camera *camera, const double *world, double screen[2], double *depth);

/* Where a flat world lies in the picture: left, top, right, bottom, in pixels and not beyond the picture's edges. */
void app_camera_world_box(const app_camera *camera, double box[4]);

/* The point of the world under a pixel; in 3D on the plane through the middle that faces the eye. */
void app_camera_to_world(const app_camera *camera, double x, double y, double world[3]);

#endif
