/* What tells boids that are far from hard obstacles without roots (kernels/hard_far.h), against distances with them. */
#include "kernels/hard_far.h"

#include "support.h"

#include <math.h>
#include <string.h>

static double distance(const double a[3], const double b[3]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

static void along(const double a[3], const double b[3], double part, double p[3]) {
    for (int c = 0; c < 3; c++) {
        p[c] = a[c] + (b[c] - a[c]) * part;
    }
}

/* The distance of p from the line a to b: it first falls, then rises. */
static double from_line(const double a[3], const double b[3], const double p[3]) {
    double low = 0, high = 1, x[3], y[3];
    for (int i = 0; i < 60; i++) {
        double third = (high - low) / 3;
        along(a, b, low + third, x);
        along(a, b, high - third, y);
        if (distance(x, p) < distance(y, p)) {
            high -= third;
        } else {
            low += third;
        }
    }
    along(a, b, (low + high) / 2, x);
    return distance(x, p);
}

static void draw(vol_test_random *random, int dimensions, double p[3]) {
    for (int c = 0; c < 3; c++) {
        p[c] = c < dimensions ? vol_test_uniform(random, -100, 100) : 0;
    }
}

static void a_point_is_far_from_a_line_where_its_distance_is(void **state) {
    (void)state;
    vol_test_random random = {5};
    for (int i = 0; i < 2000; i++) {
        double a[3], b[3], p[3];
        draw(&random, 2 + i % 2, a);
        draw(&random, 2 + i % 2, b);
        draw(&random, 2 + i % 2, p);
        memcpy(b, i % 7 == 0 ? a : b, sizeof b);
        double d = from_line(a, b, p);
        assert_true(is_far_from_line(a, b, p, d * 0.999999));
        assert_false(is_far_from_line(a, b, p, d * 1.000001));
    }
}

static void the_square_of_the_distance_from_a_box_is_that_to_its_nearest_place(void **state) {
    (void)state;
    vol_test_random random = {6};
    for (int i = 0; i < 2000; i++) {
        vol_barrier box = {.half_size = {10, 20, i % 2 ? 30 : 0}};
        double p[3], nearest[3];
        draw(&random, 2 + i % 2, box.center);
        draw(&random, 2 + i % 2, p);
        for (int c = 0; c < 3; c++) {
            nearest[c] = fmin(fmax(p[c], box.center[c] - box.half_size[c]), box.center[c] + box.half_size[c]);
        }
        double d = distance(p, nearest), square = box_square(&box, p);
        assert_true(square >= d * d * 0.999998);
        assert_true(square <= d * d * 1.000002);
    }
}

/* In a plane; and a point in space, for which a and b are one. */
static void lines_are_far_where_no_two_places_of_them_are_near(void **state) {
    (void)state;
    vol_test_random random = {7};
    int far = 0;
    for (int i = 0; i < 300; i++) {
        const bool point = i % 5 == 0;
        double a[3], b[3], p[3], q[3], least = 1e9;
        draw(&random, point ? 3 : 2, a);
        draw(&random, point ? 3 : 2, b);
        draw(&random, point ? 3 : 2, p);
        draw(&random, point ? 3 : 2, q);
        memcpy(b, point ? a : b, sizeof b);
        for (int k = 0; k <= 100; k++) {
            double place[3];
            along(p, q, k / 100.0, place);
            least = fmin(least, from_line(a, b, place));
        }
        const double step = distance(p, q) / 100; /* between two of the places that were tried */
        far += lines_are_far(a, b, p, q, least / 2);
        assert_false(lines_are_far(a, b, p, q, least * 1.000001 + 1e-9));
        if (least > 4 * step) {
            assert_true(lines_are_far(a, b, p, q, least - step));
        }
    }
    assert_true(far > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_is_far_from_a_line_where_its_distance_is),
        cmocka_unit_test(the_square_of_the_distance_from_a_box_is_that_to_its_nearest_place),
        cmocka_unit_test(lines_are_far_where_no_two_places_of_them_are_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
