/* What tells boids that are far from hard obstacles without roots (kernels/hard_far.h), against distances with them;
 * and where a straight way meets a straight wall (kernels/hard_line.h), against halving it. */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "kernels/hard_line.h"

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

static double height_of(const hard_line *line, double part) {
    return fabs(line->start + line->slope * part) - line->thick;
}

/* A part of the way that is lower than `least`, or -1, as kernels/hard_parts.h looks for it. */
static double low_of(const hard_line *line, double length, double margin, double least) {
    double falls = 0, rises = 1;
    if (height_of(line, 1) < least) {
        return 1;
    }
    for (int i = 0; i < HARD_HALVINGS; i++) {
        const double middle = (falls + rises) / 2, height = height_of(line, middle);
        if (height < least) {
            return middle;
        }
        if (height - (rises - falls) / 2 * length >= least - margin / 16) {
            return -1;
        }
        *(line->slope * (line->start + line->slope * middle) < 0 ? &falls : &rises) = middle;
    }
    return -1;
}

static bool halved(const hard_line *line, double length, double margin, double *free) {
    const double start = height_of(line, 0);
    const double least = start < margin ? fmax(start - margin / 4, margin / 4) : margin;
    double low = line->slope * line->start >= 0 && start < margin ? -1 : low_of(line, length, margin, least);
    *free = 0;
    for (int i = 0; i < HARD_HALVINGS && (low - *free) * length > margin / 16; i++) {
        const double middle = (*free + low) / 2;
        *(height_of(line, middle) >= least ? free : &low) = middle;
    }
    return low >= 0;
}

/* Walls of any thickness, ways at any angle: from touching, from near and from farther than the way is long. */
static void a_way_meets_a_wall_where_halving_it_does(void **state) {
    (void)state;
    enum { WAYS = 200000 };
    vol_test_random random = {8};
    int met[3] = {0};
    for (int i = 0; i < WAYS; i++) {
        const double margin = vol_test_spread(&random, 1e-4, 1e-2), length = vol_test_spread(&random, 1e-2, 10);
        const double steep = vol_test_chance(&random, 0.8) ? 1 : vol_test_spread(&random, 1e-9, 1);
        const double above = vol_test_chance(&random, 0.3) ? margin * vol_test_uniform(&random, 0.3, 1.2)
                                                           : margin + length * vol_test_spread(&random, 1e-3, 2);
        hard_line line = {.known = 1, .thick = i % 3 ? 0 : vol_test_uniform(&random, 0, 3), .spare = margin * 1e-9};
        line.start = (line.thick + above) * (i % 2 ? 1 : -1);
        line.slope = length * steep * vol_test_uniform(&random, -1, 1);
        double by_line = -1, by_halving = -1;
        const int found = hard_line_meets(&line, length, margin, above < margin, &by_line);
        const bool right = halved(&line, length, margin, &by_halving);
        met[found]++;
        if (found != HARD_UNSURE && ((found == HARD_MEETS) != right || (right && by_line != by_halving))) {
            fail_msg("way %d: %d at %a, not %d at %a", i, found, by_line, (int)right, by_halving);
        }
    }
    print_message("%d meet, %d miss, %d unsure\n", met[HARD_MEETS], met[HARD_MISSES], met[HARD_UNSURE]);
    assert_true(met[HARD_MEETS] > WAYS / 8);
    assert_true(met[HARD_MISSES] > WAYS / 8);
    assert_true(met[HARD_UNSURE] < WAYS / 50);
}

static void whose_height_rounding_could_decide_is_unsure(void **state) {
    (void)state;
    hard_line line = {.known = 1, .start = 1.5, .slope = -1, .thick = 0.5, .spare = 1e-6};
    double free;
    assert_int_equal(hard_line_near(&line, 1.01), HARD_MEETS);
    assert_int_equal(hard_line_near(&line, 0.99), HARD_MISSES);
    assert_int_equal(hard_line_near(&line, 1 + 1e-7), HARD_UNSURE);
    line.start = 0.501 + 1; /* its end is at the margin */
    assert_int_equal(hard_line_meets(&line, 1, 0.001, 0, &free), HARD_UNSURE);
    line.known = 0;
    assert_int_equal(hard_line_near(&line, 0.99), HARD_UNSURE);
    assert_int_equal(hard_line_meets(&line, 1, 0.01, 0, &free), HARD_UNSURE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_is_far_from_a_line_where_its_distance_is),
        cmocka_unit_test(the_square_of_the_distance_from_a_box_is_that_to_its_nearest_place),
        cmocka_unit_test(lines_are_far_where_no_two_places_of_them_are_near),
        cmocka_unit_test(a_way_meets_a_wall_where_halving_it_does),
        cmocka_unit_test(whose_height_rounding_could_decide_is_unsure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
