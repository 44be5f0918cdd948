/* The camera: an orthogonal view in 2D, a perspective one in 3D; the same numbers as a matrix and point by point. */
#include "draw/camera.h"

#include <math.h>
#include <string.h>

/* Degrees: a camera that sees the ground does not go below it by hand. */
enum { LEAST_OVER_GROUND = -5 };

/* Half the opening angle of the view in 3D, as a tangent. */
static const double OPENING = 0.36;

static const double DEGREE = 3.141592653589793 / 180;

/* Shares of the picture that are left free for axes: the margins of the plots in an article. */
static const double axes_inset[4] = {0.125, 0.12, 0.1, 0.11};

static double inner_width(const app_camera *c) {
    double width = c->width - c->inset[0] - c->inset[2];
    return width > 1 ? width : 1;
}

static double inner_height(const app_camera *c) {
    double height = c->height - c->inset[1] - c->inset[3];
    return height > 1 ? height : 1;
}

/* The radius of a ball around the world. */
static double radius(const app_camera *c) {
    return 0.5 * sqrt(c->size[0] * c->size[0] + c->size[1] * c->size[1] + c->size[2] * c->size[2]);
}

/* Pixels per unit when the world fits. In 3D a little less than the ball around the world fits: corners may be cut,
 * which are empty or faint. */
static double fitting(const app_camera *c) {
    double w = inner_width(c);
    double h = inner_height(c);
    if (c->dimensions == 2) {
        return fmin(w / c->size[0], h / c->size[1]);
    }
    double wide = sqrt(c->size[0] * c->size[0] + c->size[1] * c->size[1]);
    return fmin(w / (1.12 * wide), h / (2 * 0.72 * radius(c)));
}

double app_camera_scale(const app_camera *c) {
    return fitting(c) * c->zoom;
}

double app_camera_distance(const app_camera *c) {
    return inner_height(c) / (2 * OPENING * app_camera_scale(c));
}

void app_camera_reset(app_camera *c) {
    for (int axis = 0; axis < 3; axis++) {
        c->center[axis] = axis < c->dimensions ? c->low[axis] + c->size[axis] / 2 : 0;
    }
    if (c->dimensions == 3) {
        c->center[2] = c->low[2] + c->size[2] / 2 * (c->sky ? 1 : 0.86); /* the ground is worth seeing */
    }
    c->zoom = 1;
    c->yaw = c->first[0];
    c->pitch = c->first[1];
}

app_camera app_camera_make(const vol_world_def *world, const vol_scene_look *look, double width, double height) {
    app_camera camera = {.dimensions = world->dimensions,
                         .y_up = look->y_up,
                         .sky = look->backdrop != VOL_SCENE_BACKDROP_NONE,
                         .first = {look->camera[0] * DEGREE, look->camera[1] * DEGREE}};
    for (int axis = 0; axis < world->dimensions; axis++) {
        camera.low[axis] = world->origin[axis];
        camera.size[axis] = world->size[axis];
    }
    camera.axes = look->axes && world->dimensions == 2;
    app_camera_resize(&camera, width, height);
    app_camera_reset(&camera);
    return camera;
}

void app_camera_resize(app_camera *c, double width, double height) {
    c->width = width;
    c->height = height;
    for (int i = 0; i < 4 && c->axes; i++) {
        c->inset[i] = axes_inset[i] * (i % 2 == 0 ? width : height);
    }
}

bool app_camera_whole(const app_camera *c) {
    return c->zoom == 1 && c->center[0] == c->low[0] + c->size[0] / 2 && c->center[1] == c->low[1] + c->size[1] / 2;
}

void app_camera_relook(app_camera *c, const vol_scene_look *look) {
    bool axes = look->axes && c->dimensions == 2;
    c->y_up = look->y_up;
    c->sky = look->backdrop != VOL_SCENE_BACKDROP_NONE;
    if (c->first[0] != look->camera[0] * DEGREE || c->first[1] != look->camera[1] * DEGREE) {
        c->yaw = c->first[0] = look->camera[0] * DEGREE;
        c->pitch = c->first[1] = look->camera[1] * DEGREE;
    }
    if (axes != c->axes) {
        c->axes = axes;
        memset(c->inset, 0, sizeof c->inset);
        app_camera_resize(c, c->width, c->height);
    }
}

void app_camera_axes(const app_camera *c, double right[3], double up[3], double back[3]) {
    double cy = cos(c->yaw);
    double sy = sin(c->yaw);
    double cp = cos(c->pitch);
    double sp = sin(c->pitch);
    memcpy(right, (double[3]){-sy, cy, 0}, 3 * sizeof(double));
    memcpy(up, (double[3]){-sp * cy, -sp * sy, cp}, 3 * sizeof(double));
    memcpy(back, (double[3]){cp * cy, cp * sy, sp}, 3 * sizeof(double));
}

/* Pixels from the middle of the inner picture, y down. */
static double middle_x(const app_camera *c) {
    return c->inset[0] + inner_width(c) / 2;
}

static double middle_y(const app_camera *c) {
    return c->inset[1] + inner_height(c) / 2;
}

bool app_camera_to_screen(const app_camera *c, const double *world, double screen[2], double *depth) {
    double scale = app_camera_scale(c);
    double d[3] = {world[0] - c->center[0], world[1] - c->center[1], c->dimensions == 3 ? world[2] - c->center[2] : 0};
    double distance = app_camera_distance(c);
    if (depth != NULL) {
        *depth = distance;
    }
    if (c->dimensions == 2) {
        screen[0] = middle_x(c) + d[0] * scale;
        screen[1] = middle_y(c) + d[1] * scale * (c->y_up ? -1 : 1);
        return true;
    }
    double right[3];
    double up[3];
    double back[3];
    app_camera_axes(c, right, up, back);
    double away = distance - (d[0] * back[0] + d[1] * back[1] + d[2] * back[2]);
    if (depth != NULL) {
        *depth = away;
    }
    double near = scale * distance / (away > 1e-6 * distance ? away : 1e-6 * distance);
    screen[0] = middle_x(c) + (d[0] * right[0] + d[1] * right[1] + d[2] * right[2]) * near;
    screen[1] = middle_y(c) - (d[0] * up[0] + d[1] * up[1] + d[2] * up[2]) * near;
    return away > 1e-3 * distance;
}

void app_camera_to_world(const app_camera *c, double x, double y, double world[3]) {
    double scale = app_camera_scale(c);
    double dx = (x - middle_x(c)) / scale;
    double dy = (y - middle_y(c)) / scale;
    if (c->dimensions == 2) {
        world[0] = c->center[0] + dx;
        world[1] = c->center[1] + (c->y_up ? -dy : dy);
        world[2] = 0;
        return;
    }
    double right[3];
    double up[3];
    double back[3];
    app_camera_axes(c, right, up, back);
    for (int axis = 0; axis < 3; axis++) {
        world[axis] = c->center[axis] + right[axis] * dx - up[axis] * dy;
    }
}

bool app_camera_same(const app_camera *a, const app_camera *b) {
    bool same = a->dimensions == b->dimensions && a->y_up == b->y_up && a->width == b->width &&
                a->height == b->height && a->zoom == b->zoom && a->yaw == b->yaw && a->pitch == b->pitch;
    for (int i = 0; i < 4; i++) {
        same = same && a->inset[i] == b->inset[i];
    }
    for (int axis = 0; axis < 3; axis++) {
        same = same && a->low[axis] == b->low[axis] && a->size[axis] == b->size[axis];
        same = same && a->center[axis] == b->center[axis];
    }
    return same;
}

void app_camera_pan(app_camera *c, double dx, double dy) {
    double moved[3];
    app_camera_to_world(c, middle_x(c) - dx, middle_y(c) - dy, moved);
    memcpy(c->center, moved, sizeof moved);
}

void app_camera_zoom(app_camera *c, double factor, double x, double y) {
    double before[3];
    double after[3];
    app_camera_to_world(c, x, y, before);
    double zoom = c->zoom * factor;
    c->zoom = zoom < 0.05 ? 0.05 : zoom > 1000 ? 1000 : zoom;
    app_camera_to_world(c, x, y, after);
    for (int axis = 0; axis < 3; axis++) {
        c->center[axis] += before[axis] - after[axis];
    }
}

void app_camera_turn(app_camera *c, double around, double above) {
    double lowest = (c->sky ? VOL_SCENE_LEAST_PITCH : LEAST_OVER_GROUND) * DEGREE;
    c->yaw = fmod(c->yaw + around, 360 * DEGREE);
    c->pitch = fmin(fmax(c->pitch + above, lowest), VOL_SCENE_MOST_PITCH * DEGREE);
}

void app_camera_orbit(app_camera *c, double dx, double dy) {
    app_camera_turn(c, -dx / c->width * 180 * DEGREE, dy / c->width * 180 * DEGREE);
}

bool app_camera_over_ground(const app_camera *c) {
    return !c->sky && c->center[2] + app_camera_distance(c) * sin(c->pitch) > c->low[2];
}

/* Rows of clip coordinates: x, y, z and w of a point with a 1 behind it. */
static void flat_rows(const app_camera *c, double rows[4][4]) {
    double scale = app_camera_scale(c);
    double flip = c->y_up ? 1 : -1;
    rows[0][0] = 2 * scale / c->width;
    rows[0][3] = 2 * (middle_x(c) - c->center[0] * scale) / c->width - 1;
    rows[1][1] = flip * 2 * scale / c->height;
    rows[1][3] = 1 - 2 * middle_y(c) / c->height - flip * 2 * c->center[1] * scale / c->height;
    rows[3][3] = 1;
}

static void deep_rows(const app_camera *c, double rows[4][4]) {
    double right[3];
    double up[3];
    double back[3];
    app_camera_axes(c, right, up, back);
    double distance = app_camera_distance(c);
    double focus = app_camera_scale(c) * distance;
    double near = fmax(distance - 2 * radius(c) - distance * 0.5, distance * 0.02);
    double far = distance * 1.5 + 4 * radius(c);
    double shift[2] = {2 * middle_x(c) / c->width - 1, 1 - 2 * middle_y(c) / c->height};
    double away[4] = {-back[0], -back[1], -back[2], distance};
    for (int axis = 0; axis < 3; axis++) {
        away[3] += back[axis] * c->center[axis];
        rows[0][axis] = 2 * focus * right[axis] / c->width;
        rows[0][3] -= rows[0][axis] * c->center[axis];
        rows[1][axis] = 2 * focus * up[axis] / c->height;
        rows[1][3] -= rows[1][axis] * c->center[axis];
    }
    for (int i = 0; i < 4; i++) {
        rows[0][i] += shift[0] * away[i];
        rows[1][i] += shift[1] * away[i];
        rows[2][i] = away[i] * (far + near) / (far - near);
        rows[3][i] = away[i];
    }
    rows[2][3] -= 2 * far * near / (far - near);
}

void app_camera_matrix(const app_camera *c, float matrix[16]) {
    double rows[4][4] = {{0}};
    if (c->dimensions == 2) {
        flat_rows(c, rows);
    } else {
        deep_rows(c, rows);
    }
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 4; column++) {
            matrix[column * 4 + row] = (float)rows[row][column];
        }
    }
}

void app_camera_view(const app_camera *c, vol_raster_view *view) {
    double scale = app_camera_scale(c);
    *view = (vol_raster_view){.row = {{0}, {0}, {0, 0, 0, 1}}};
    if (c->dimensions == 2) {
        double flip = c->y_up ? -1 : 1;
        view->row[0][0] = scale;
        view->row[0][3] = middle_x(c) - c->center[0] * scale;
        view->row[1][1] = flip * scale;
        view->row[1][3] = middle_y(c) - flip * c->center[1] * scale;
        return;
    }
    double right[3];
    double up[3];
    double back[3];
    app_camera_axes(c, right, up, back);
    double distance = app_camera_distance(c);
    view->near = 1e-3 * distance;
    view->row[2][3] = distance;
    for (int axis = 0; axis < 3; axis++) {
        view->row[2][axis] = -back[axis];
        view->row[2][3] += back[axis] * c->center[axis];
        view->row[0][axis] = scale * distance * right[axis];
        view->row[0][3] -= view->row[0][axis] * c->center[axis];
        view->row[1][axis] = -scale * distance * up[axis];
        view->row[1][3] -= view->row[1][axis] * c->center[axis];
    }
    for (int i = 0; i < 4; i++) {
        view->row[0][i] += middle_x(c) * view->row[2][i];
        view->row[1][i] += middle_y(c) * view->row[2][i];
    }
}

void app_camera_world_box(const app_camera *c, double box[4]) {
    const double most[4] = {c->width, c->height, c->width, c->height};
    double low[2], high[2];
    app_camera_to_screen(c, c->low, low, NULL);
    app_camera_to_screen(c, (const double[3]){c->low[0] + c->size[0], c->low[1] + c->size[1], 0}, high, NULL);
    for (int i = 0; i < 4; i++) {
        const double at = i < 2 ? fmin(low[i], high[i]) : fmax(low[i - 2], high[i - 2]);
        box[i] = fmin(fmax(i < 2 ? floor(at) : ceil(at), 0), most[i]);
    }
}
