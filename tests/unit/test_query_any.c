/* Queries over several flocks answer what asking each flock and sorting answers; queries of obstacles answer what
 * walking through the world by a distance function of the test's own does. */
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { FLOCKS = 4, MOST = 2048, OBSTACLES = 10 };

#define assert_near(a, b, tolerance) check_near((a), (b), (tolerance), __LINE__)

static void check_near(double a, double b, double tolerance, int line) {
    if (!(fabs(a - b) <= tolerance)) {
        fail_msg("line %d: %.17g is not %.17g", line, a, b);
    }
}

/* --- Several flocks ----------------------------------------------------------------------------------------------- */

static int compare_hits(const void *a, const void *b) {
    const vol_hit *left = a, *right = b;
    if (left->distance != right->distance) {
        return left->distance < right->distance ? -1 : 1;
    }
    if (left->flock != right->flock) {
        return left->flock < right->flock ? -1 : 1;
    }
    return left->id < right->id ? -1 : left->id > right->id;
}

static void assert_hits_equal(const vol_hit *hits, const vol_hit *expected, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(hits[i].flock, expected[i].flock);
        assert_int_equal(hits[i].id, expected[i].id);
        assert_int_equal(hits[i].slot, expected[i].slot);
        assert_number_equal(hits[i].distance, expected[i].distance);
    }
}

static vol_world *world_of_flocks(vol_test_random *random, int dimensions, bool images) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, dimensions, VOL_PRECISION_SINGLE);
    def.boundary = images ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_BOUNCE;
    def.images = images;
    vol_world *world = vol_test_world(&def);
    const char *names[FLOCKS] = {"a", "b", "c", "d"};
    for (int i = 0; i < FLOCKS; i++) {
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.name = names[i];
        flock.count = i == 2 ? 0 : 1 + vol_test_pick(random, 300);
        flock.start.whole = true; /* some are equally near */
        vol_test_flock(world, &flock);
    }
    if (vol_test_chance(random, 0.5)) {
        assert_int_equal(vol_world_step(world, 2), VOL_OK);
    }
    return world;
}

static void choose_point(const vol_world *world, vol_test_random *random, double *point) {
    const vol_world_def def = vol_world_get_def(world);
    for (int c = 0; c < 3; c++) {
        point[c] = vol_test_uniform(random, -0.2, 1.2) * def.size[c];
        point[c] = vol_test_chance(random, 0.5) ? floor(point[c]) : point[c];
    }
}

static void check_flocks(vol_world *world, vol_test_random *random, const vol_flock *list, size_t count) {
    static vol_hit expected[MOST], hits[MOST];
    double point[3], high[3], radius = vol_test_spread(random, 5, 200);
    size_t found, total = 0, more;
    choose_point(world, random, point);
    for (size_t i = 0; i < count; i++, total += more) {
        assert_int_equal(vol_query_near(world, list[i], point, radius, expected + total, MOST - total, &more, NULL),
                         VOL_OK);
    }
    qsort(expected, total, sizeof *expected, compare_hits);
    const bool all = count == FLOCKS;
    size_t given = all ? 0 : count, room = vol_test_pick(random, total + 2);
    const vol_flock *flocks = all ? NULL : list;
    assert_int_equal(vol_query_near_any(world, flocks, given, point, radius, hits, room, &found, NULL), VOL_OK);
    assert_int_equal(found, total);
    assert_hits_equal(hits, expected, room < total ? room : total);
    assert_int_equal(vol_query_nearest_any(world, flocks, given, point, room, hits, &found, NULL), VOL_OK);
    assert_hits_equal(hits, expected, found < total ? found : total);
    assert_true(found == room || !all);
    total = 0;
    for (int c = 0; c < 3; c++) {
        high[c] = point[c] + radius;
    }
    for (size_t i = 0; i < count; i++, total += more) {
        assert_int_equal(vol_query_box(world, list[i], point, high, expected + total, MOST - total, &more, NULL),
                         VOL_OK);
    }
    qsort(expected, total, sizeof *expected, compare_hits);
    assert_int_equal(vol_query_box_any(world, flocks, given, point, high, hits, MOST, &found, NULL), VOL_OK);
    assert_int_equal(found, total);
    assert_hits_equal(hits, expected, total);
}

/* A world without obstacles: the ray over flocks is the first of the rays over each. */
static void check_rays(vol_world *world, vol_test_random *random, const vol_flock *list, size_t count) {
    double origin[3], direction[3] = {vol_test_uniform(random, -1, 1), 1, vol_test_uniform(random, -1, 1)};
    vol_hit first = {.flock = VOL_NONE, .id = VOL_NONE, .slot = VOL_NONE}, hit;
    vol_obstacle_hit obstacle;
    choose_point(world, random, origin);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(vol_query_ray(world, list[i], origin, direction, 300, 8, &hit, NULL), VOL_OK);
        if (hit.id != VOL_NONE && (first.id == VOL_NONE || compare_hits(&hit, &first) < 0)) {
            first = hit;
        }
    }
    assert_int_equal(vol_query_ray_any(world, list, count, origin, direction, 300, 8, &hit, &obstacle, NULL), VOL_OK);
    assert_int_equal(obstacle.obstacle, VOL_NONE);
    assert_hits_equal(&hit, &first, 1);
}

static void several_flocks_answer_as_each_does(void **state) {
    (void)state;
    vol_test_random random = {99};
    for (int k = 0; k < 24; k++) {
        vol_world *world = world_of_flocks(&random, 2 + k % 2, k / 2 % 2);
        const vol_flock all[FLOCKS] = {3, 0, 2, 1};
        for (size_t count = 0; count <= FLOCKS; count++) {
            check_flocks(world, &random, all, count);
            check_rays(world, &random, all, count);
        }
        vol_world_destroy(world);
    }
}

static void lists_of_flocks_are_checked(void **state) {
    (void)state;
    vol_test_random random = {1};
    vol_world *world = world_of_flocks(&random, 2, false);
    const vol_flock unknown[2] = {0, 9}, twice[3] = {1, 0, 1};
    const double point[2] = {0, 0}, wrong[2] = {NAN, 0};
    size_t found = 7;
    vol_hit hit;
    vol_error error;
    assert_int_equal(vol_query_nearest_any(world, unknown, 2, point, 1, &hit, &found, &error), VOL_ERROR_NAME);
    assert_string_equal(error.text, "there is no flock number 9");
    assert_int_equal(found, 0);
    assert_int_equal(vol_query_near_any(world, twice, 3, point, 5, &hit, 1, &found, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.text, "flock number 1 is given twice");
    assert_int_equal(vol_query_box_any(world, NULL, 0, wrong, point, &hit, 1, &found, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.field, "low");
    vol_world_destroy(world);
}

/* --- Obstacles ---------------------------------------------------------------------------------------------------- */

static double segment_distance(const double *a, const double *b, const double p[3], size_t dimensions) {
    double length = 0, along = 0, sum = 0;
    for (size_t c = 0; c < dimensions; c++) {
        length += (b[c] - a[c]) * (b[c] - a[c]);
        along += (b[c] - a[c]) * (p[c] - a[c]);
    }
    const double part = length > 0 ? fmin(fmax(along / length, 0), 1) : 0;
    for (size_t c = 0; c < dimensions; c++) {
        sum += pow(p[c] - a[c] - part * (b[c] - a[c]), 2);
    }
    return sqrt(sum);
}

static bool inside_polygon(const vol_obstacle_def *def, const double p[3]) {
    bool inside = false;
    for (size_t i = 0, j = def->point_count - 1; i < def->point_count; j = i++) {
        const double *a = def->points + 3 * i, *b = def->points + 3 * j;
        if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0]) {
            inside = !inside;
        }
    }
    return inside;
}

static double polygon_distance(const vol_obstacle_def *def, const double p[3]) {
    double least = INFINITY;
    for (size_t i = 0; i < def->point_count; i++) {
        least =
            fmin(least, segment_distance(def->points + 3 * i, def->points + 3 * ((i + 1) % def->point_count), p, 2));
    }
    return inside_polygon(def, p) ? -least : least;
}

static double box_distance(const vol_obstacle_def *def, const double p[3], size_t dimensions) {
    double sum = 0, deepest = -INFINITY;
    for (size_t c = 0; c < dimensions; c++) {
        const double outside = fabs(p[c] - def->center[c]) - def->size[c] / 2;
        sum += pow(fmax(outside, 0), 2);
        deepest = fmax(deepest, outside);
    }
    return sum > 0 ? sqrt(sum) : deepest;
}

static double own_distance(const vol_obstacle_def *def, const double p[3], size_t dimensions) {
    switch (def->shape) {
    case VOL_OBSTACLE_BOX: return box_distance(def, p, dimensions) - def->radius;
    case VOL_OBSTACLE_SEGMENT: return segment_distance(def->points, def->points + 3, p, dimensions) - def->radius;
    case VOL_OBSTACLE_POLYGON: return polygon_distance(def, p) - def->radius;
    default: return segment_distance(def->center, def->center, p, dimensions) - def->radius;
    }
}

/* From the nearest of some images. */
static double image_distance(const vol_world_def *world, const vol_obstacle_def *def, const double p[3]) {
    const int far = world->images ? 3 : 0, deep = world->dimensions == 3 ? far : 0;
    double least = INFINITY;
    for (int x = -far; x <= far; x++) {
        for (int y = -far; y <= far; y++) {
            for (int z = -deep; z <= deep; z++) {
                const double moved[3] = {p[0] + x * world->size[0], p[1] + y * world->size[1],
                                         p[2] + z * world->size[2]};
                least = fmin(least, own_distance(def, moved, (size_t)world->dimensions));
            }
        }
    }
    return least;
}

static double world_distance(const vol_world *world, const vol_world_def *def, const double p[3], vol_obstacle *which) {
    double least = INFINITY;
    for (vol_obstacle i = 0; i < vol_obstacle_count(world); i++) {
        if (vol_obstacle_exists(world, i)) {
            const vol_obstacle_def obstacle = vol_obstacle_get_def(world, i);
            const double d = image_distance(def, &obstacle, p);
            *which = d < least ? i : *which;
            least = fmin(least, d);
        }
    }
    return least;
}

static vol_obstacle_def random_obstacle(const vol_world_def *def, vol_test_random *random, double *points) {
    const size_t dimensions = (size_t)def->dimensions;
    vol_obstacle_def o = vol_default_obstacle_def();
    o.shape = (vol_obstacle_shape)vol_test_pick(random, dimensions == 3 ? 3 : 4);
    o.radius = vol_test_chance(random, 0.3) ? 0 : vol_test_spread(random, 0.5, 20);
    o.reach = vol_test_uniform(random, 0, 10);
    o.law = (vol_law)vol_test_pick(random, VOL_LAW_COUNT);
    for (size_t c = 0; c < dimensions; c++) {
        o.center[c] = vol_test_uniform(random, 0, def->size[c]);
        o.size[c] = o.shape == VOL_OBSTACLE_BOX ? vol_test_spread(random, 1, 80) : 0;
        points[c] = o.center[c];
        points[dimensions + c] = vol_test_uniform(random, 0, def->size[c]);
    }
    o.point_count = o.shape == VOL_OBSTACLE_SEGMENT ? 2 : 0;
    if (o.shape == VOL_OBSTACLE_POLYGON) { /* a star */
        o.point_count = 3 + vol_test_pick(random, 6);
        for (size_t i = 0; i < o.point_count; i++) {
            const double angle = 6.283185307179586 * (double)i / (double)o.point_count;
            const double far = vol_test_uniform(random, 8, 60);
            points[2 * i] = o.center[0] + far * cos(angle);
            points[2 * i + 1] = o.center[1] + far * sin(angle);
        }
    }
    o.points = o.point_count > 0 ? points : NULL;
    return o;
}

static vol_world *world_of_obstacles(vol_test_random *random, int dimensions, bool images) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, dimensions, VOL_PRECISION_DOUBLE);
    def.boundary = images ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_OPEN;
    def.images = images;
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 50);
    const size_t count = vol_test_pick(random, OBSTACLES);
    for (size_t i = 0; i < count; i++) {
        double points[2 * 16];
        vol_obstacle_def obstacle = random_obstacle(&def, random, points);
        vol_obstacle number;
        assert_int_equal(vol_obstacle_create(world, &obstacle, &number, NULL), VOL_OK);
    }
    if (count > 2) {
        assert_int_equal(vol_obstacle_remove(world, 1, NULL), VOL_OK);
    }
    return world;
}

static void check_nearest_obstacle(const vol_world *world, const vol_world_def *def, vol_test_random *random) {
    double point[3] = {0, 0, 0};
    vol_obstacle which = VOL_NONE;
    vol_obstacle_hit hit;
    choose_point(world, random, point);
    point[2] = def->dimensions == 3 ? point[2] : 0;
    const double least = world_distance(world, def, point, &which);
    assert_int_equal(vol_query_obstacle(world, point, &hit, NULL), VOL_OK);
    assert_int_equal(hit.obstacle == VOL_NONE, which == VOL_NONE);
    if (which == VOL_NONE) {
        return;
    }
    assert_near(hit.distance, least, 1e-9);
    const vol_obstacle_def obstacle = vol_obstacle_get_def(world, hit.obstacle);
    assert_near(image_distance(def, &obstacle, point), least, 1e-9);
    for (int c = 0; c < def->dimensions; c++) {
        assert_near(hit.point[c], point[c] - hit.distance * hit.normal[c], 1e-9);
    }
    if (hit.distance > 0) { /* inside a star, corners may hide the surface of its radius */
        assert_near(image_distance(def, &obstacle, hit.point), 0, 1e-9);
    }
}

typedef struct walk {
    double origin[3], along[3], length;
    double reached; /* INFINITY: the end */
    double nearest; /* that it came to anything on its way */
} walk;

/* Steps that are as long as the nearest thing is away cannot pass anything. */
static void walk_on(const vol_world *world, const vol_world_def *def, walk *w) {
    double at = 0;
    w->reached = w->nearest = INFINITY;
    for (int i = 0; i < 4000 && at <= w->length; i++) {
        vol_obstacle which = VOL_NONE;
        const double p[3] = {w->origin[0] + at * w->along[0], w->origin[1] + at * w->along[1],
                             w->origin[2] + at * w->along[2]};
        const double d = world_distance(world, def, p, &which);
        w->nearest = fmin(w->nearest, d);
        if (d < 1e-9) {
            w->reached = at;
            return;
        }
        at += d;
    }
}

static void check_normal(const vol_world_def *def, const vol_obstacle_def *obstacle, const vol_obstacle_hit *hit) {
    double length = 0, above[3] = {0, 0, 0};
    for (int c = 0; c < def->dimensions; c++) {
        length += hit->normal[c] * hit->normal[c];
        above[c] = hit->point[c] + 1e-3 * hit->normal[c];
    }
    assert_near(length, 1, 1e-9);
    const double height = image_distance(def, obstacle, above);
    assert_true(height > (obstacle->shape == VOL_OBSTACLE_POLYGON || def->images ? 0 : 0.999e-3));
}

static void check_obstacle_ray(const vol_world *world, const vol_world_def *def, vol_test_random *random) {
    walk w = {.length = vol_test_spread(random, 1, 400)};
    double sum = 0;
    vol_obstacle_hit hit;
    choose_point(world, random, w.origin);
    for (int c = 0; c < 3; c++) {
        w.origin[c] = c >= def->dimensions ? 0 : w.origin[c];
        w.origin[c] -= def->images ? def->size[c] * floor(w.origin[c] / def->size[c]) : 0;
        w.along[c] = c >= def->dimensions || vol_test_chance(random, 0.2) ? 0 : vol_test_uniform(random, -1, 1);
        w.along[c] += c == 0 && w.along[c] == 0;
        sum += w.along[c] * w.along[c];
    }
    for (int c = 0; c < 3; c++) {
        w.along[c] /= sqrt(sum);
    }
    walk_on(world, def, &w);
    assert_int_equal(vol_query_obstacle_ray(world, w.origin, w.along, w.length, &hit, NULL), VOL_OK);
    if (w.reached == INFINITY && w.nearest < 1e-6) {
        return; /* it grazes something, and rounding decides */
    }
    assert_int_equal(hit.obstacle != VOL_NONE, w.reached < INFINITY);
    if (hit.obstacle != VOL_NONE) {
        const vol_obstacle_def obstacle = vol_obstacle_get_def(world, hit.obstacle);
        assert_near(hit.distance, w.reached, 1e-5);
        if (hit.distance > 0) {
            assert_near(image_distance(def, &obstacle, hit.point), 0, 1e-8);
            check_normal(def, &obstacle, &hit);
        }
    }
}

static void obstacles_are_found_as_by_walking(void **state) {
    (void)state;
    vol_test_random random = {4711};
    for (int k = 0; k < 60; k++) {
        vol_world *world = world_of_obstacles(&random, 2 + k % 2, k / 2 % 2);
        const vol_world_def def = vol_world_get_def(world);
        for (int i = 0; i < (def.dimensions == 3 && def.images ? 6 : 40); i++) {
            check_nearest_obstacle(world, &def, &random);
            check_obstacle_ray(world, &def, &random);
        }
        vol_world_destroy(world);
    }
}

static vol_obstacle put_circle(vol_world *world, double x, double y, double radius) {
    vol_obstacle_def circle = vol_default_obstacle_def();
    vol_obstacle number;
    circle.center[0] = x;
    circle.center[1] = y;
    circle.radius = radius;
    assert_int_equal(vol_obstacle_create(world, &circle, &number, NULL), VOL_OK);
    return number;
}

static void a_ray_meets_what_is_first_boid_or_obstacle(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    def.boundary = VOL_BOUNDARY_OPEN;
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 0);
    const double at[4] = {100, 50, 300, 50}, still[4] = {0}, right[2] = {1, 0}, left[2] = {-2, 0};
    const double origin[2] = {0, 50}, beyond[2] = {400, 50};
    vol_hit boid;
    vol_obstacle_hit obstacle;
    assert_int_equal(vol_flock_add(world, 0, 2, at, still, NULL, NULL), VOL_OK);
    const vol_obstacle circle = put_circle(world, 200, 50, 10);
    assert_int_equal(vol_query_ray_any(world, NULL, 0, origin, right, 500, 1, &boid, &obstacle, NULL), VOL_OK);
    assert_int_equal(boid.id, 0);
    assert_number_equal(boid.distance, 100);
    assert_int_equal(obstacle.obstacle, VOL_NONE);
    assert_int_equal(vol_flock_remove(world, 0, 1, &boid.id, NULL), VOL_OK);
    assert_int_equal(vol_query_ray_any(world, NULL, 0, origin, right, 500, 1, &boid, &obstacle, NULL), VOL_OK);
    assert_int_equal(boid.id, VOL_NONE);
    assert_int_equal(boid.flock, VOL_NONE);
    assert_int_equal(obstacle.obstacle, circle);
    assert_number_equal(obstacle.distance, 190);
    assert_number_equal(obstacle.point[0], 190);
    assert_number_equal(obstacle.normal[0], -1);
    assert_int_equal(vol_query_ray_any(world, NULL, 0, beyond, left, 500, 1, &boid, &obstacle, NULL), VOL_OK);
    assert_int_equal(boid.id, 1);
    vol_world_destroy(world);
}

/* From where a ray ended the next one goes on, and does not meet the same place again. */
static void rays_go_on_from_where_they_ended(void **state) {
    (void)state;
    vol_test_random random = {31};
    vol_world_def def = vol_default_world_def();
    def.boundary = VOL_BOUNDARY_OPEN;
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 0);
    const double corners[4][2] = {{0, 0}, {800, 0}, {800, 600}, {0, 600}};
    for (int i = 0; i < 4; i++) { /* thin walls around the world, and pillars in it */
        const double points[4] = {corners[i][0], corners[i][1], corners[(i + 1) % 4][0], corners[(i + 1) % 4][1]};
        vol_obstacle_def wall = vol_default_obstacle_def();
        vol_obstacle number;
        wall.shape = VOL_OBSTACLE_SEGMENT;
        wall.points = points;
        wall.point_count = 2;
        assert_int_equal(vol_obstacle_create(world, &wall, &number, NULL), VOL_OK);
    }
    for (int i = 0; i < 6; i++) {
        put_circle(world, 100 + 120 * i, 150 + 50 * (i % 7), 40);
    }
    double at[2] = {20, 20}, along[2] = {1, 0.3};
    for (int i = 0; i < 2000; i++) {
        vol_obstacle_hit hit;
        assert_int_equal(vol_query_obstacle_ray(world, at, along, 2000, &hit, NULL), VOL_OK);
        assert_int_not_equal(hit.obstacle, VOL_NONE); /* it never gets out */
        assert_true(hit.distance > 1e-6);
        const double into = along[0] * hit.normal[0] + along[1] * hit.normal[1];
        assert_true(into < 0);
        for (int c = 0; c < 2; c++) {
            at[c] = hit.point[c];
            along[c] += -2 * into * hit.normal[c] + vol_test_uniform(&random, -0.01, 0.01) * (hit.normal[c] == 0);
        }
    }
    vol_world_destroy(world);
}

static void points_inside_obstacles_are_below_0(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 0);
    vol_obstacle_hit hit = {.obstacle = 5};
    const double inside[2] = {405, 300}, outside[2] = {500, 300}, right[2] = {1, 0}, none[2] = {0, 0};
    vol_error error;
    assert_int_equal(vol_query_obstacle(world, inside, &hit, NULL), VOL_OK);
    assert_int_equal(hit.obstacle, VOL_NONE);
    put_circle(world, 400, 300, 20);
    assert_int_equal(vol_query_obstacle(world, inside, &hit, NULL), VOL_OK);
    assert_int_equal(hit.obstacle, 0);
    assert_number_equal(hit.distance, -15);
    assert_number_equal(hit.point[0], 420);
    assert_int_equal(vol_query_obstacle(world, outside, &hit, NULL), VOL_OK);
    assert_number_equal(hit.distance, 80);
    assert_number_equal(hit.normal[0], 1);
    assert_int_equal(vol_query_obstacle_ray(world, inside, right, 10, &hit, NULL), VOL_OK);
    assert_int_equal(hit.obstacle, 0);
    assert_number_equal(hit.distance, 0);
    assert_int_equal(vol_query_obstacle_ray(world, inside, none, 10, &hit, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.field, "direction");
    assert_int_equal(hit.obstacle, VOL_NONE);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_flocks_answer_as_each_does),
        cmocka_unit_test(lists_of_flocks_are_checked),
        cmocka_unit_test(obstacles_are_found_as_by_walking),
        cmocka_unit_test(a_ray_meets_what_is_first_boid_or_obstacle),
        cmocka_unit_test(rays_go_on_from_where_they_ended),
        cmocka_unit_test(points_inside_obstacles_are_below_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
