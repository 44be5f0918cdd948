/* The table of surroundings: its rows are complete, the defaults of the defs are its defaults, and what it does not
 * allow is refused by name, with what it does allow. */
#include "support.h"

#include <math.h>
#include <string.h>

/* A def of any of the three. */
typedef union any_def {
    vol_obstacle_def obstacle;
    vol_relation_def relation;
    vol_term_def term;
} any_def;

static unsigned kinds_of(vol_surrounding of) {
    unsigned count = 0;
    while (vol_surrounding_kind(of)->choices[count]) {
        count++;
    }
    return count;
}

static bool is_list(const vol_param *p) {
    return p->type == VOL_PARAM_FLOCKS || p->type == VOL_PARAM_POINTS || p->type == VOL_PARAM_FLOW;
}

static bool has_range(const vol_param *p) {
    return p->type == VOL_PARAM_REAL || p->type == VOL_PARAM_VECTOR || p->type == VOL_PARAM_WHOLE ||
           p->type == VOL_PARAM_CHOICE;
}

static any_def default_def(vol_surrounding of, unsigned kind) {
    any_def def;
    memset(&def, 0, sizeof def);
    if (of == VOL_SURROUNDING_OBSTACLE) {
        def.obstacle = vol_default_obstacle_def();
        def.obstacle.shape = (vol_obstacle_shape)kind;
    } else if (of == VOL_SURROUNDING_RELATION) {
        def.relation = vol_default_relation_def();
        def.relation.kind = (vol_relation_kind)kind;
    } else {
        def.term = vol_default_term_def((vol_term_kind)kind);
    }
    return def;
}

/* A def that a flat world of two flocks takes. */
static any_def usable_def(vol_surrounding of, unsigned kind) {
    static const double corners[6] = {10, 10, 90, 20, 50, 80};
    static const double flow[8] = {1, 0, 0, 1, -1, 0, 0, -1};
    any_def def = default_def(of, kind);
    if (of == VOL_SURROUNDING_OBSTACLE && kind >= VOL_OBSTACLE_SEGMENT) {
        def.obstacle.points = corners;
        def.obstacle.point_count = kind == VOL_OBSTACLE_SEGMENT ? 2 : 3;
    } else if (of == VOL_SURROUNDING_RELATION) {
        def.relation.to[0] = 1;
        def.relation.to_count = 1;
    } else if (of == VOL_SURROUNDING_TERM) {
        def.term.target = 1;
        def.term.points = corners;
        def.term.point_count = 3;
        def.term.flow = flow;
        def.term.flow_count[0] = def.term.flow_count[1] = 2;
    }
    return def;
}

static vol_result create(vol_world *world, vol_surrounding of, const any_def *def, vol_error *error) {
    uint32_t number;
    return of == VOL_SURROUNDING_OBSTACLE   ? vol_obstacle_create(world, &def->obstacle, &number, error)
           : of == VOL_SURROUNDING_RELATION ? vol_relation_create(world, &def->relation, &number, error)
                                            : vol_term_create(world, &def->term, &number, error);
}

static double number_at(const vol_param *p, const any_def *def) {
    const char *at = (const char *)def + vol_surrounding_offset(p);
    double real;
    int whole;
    if (p->type == VOL_PARAM_REAL || p->type == VOL_PARAM_VECTOR) {
        memcpy(&real, at, sizeof real);
        return real;
    }
    if (p->type == VOL_PARAM_FLAG) {
        return *(const bool *)at;
    }
    memcpy(&whole, at, sizeof whole);
    return whole;
}

static void put_number(const vol_param *p, any_def *def, double value) {
    char *at = (char *)def + vol_surrounding_offset(p);
    if (p->type == VOL_PARAM_REAL || p->type == VOL_PARAM_VECTOR) {
        memcpy(at, &value, sizeof value);
    } else {
        int whole = (int)value;
        memcpy(at, &whole, sizeof whole);
    }
}

static vol_world *two_flocks(void) {
    vol_world_def def = vol_default_world_def();
    def.threads = 1;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.count = 3;
    flock.name = "one";
    vol_test_flock(world, &flock);
    flock.name = "two";
    vol_test_flock(world, &flock);
    return world;
}

static void every_row_is_complete_and_found_by_its_name(void **state) {
    (void)state;
    static const size_t rows_of[] = {9, 9, 15};
    for (vol_surrounding of = 0; of < VOL_SURROUNDING_COUNT; of++) {
        size_t rows = 0;
        assert_non_null(vol_surrounding_name(of));
        for (const vol_param *p; (p = vol_surrounding_at(of, rows)) != NULL; rows++) {
            assert_ptr_equal(vol_surrounding_find(of, p->name), p);
            assert_true(p->help && strlen(p->help) > 10 && p->unit && p->since && !p->of_world);
            assert_int_equal(p->type == VOL_PARAM_CHOICE, p->choices != NULL);
            bool used = false;
            for (unsigned kind = 0; kind < kinds_of(of); kind++) {
                size_t fewest = 7, most = 7;
                vol_surrounding_lengths(p, kind, &fewest, &most);
                used = used || vol_surrounding_used(p, kind);
                assert_int_equal(most > 0, is_list(p) && vol_surrounding_used(p, kind));
                assert_true(fewest <= most && (fewest > 0 || most == 0));
                assert_true(vol_surrounding_used(p, kind) || !vol_surrounding_needed(p, kind));
                double standard = vol_surrounding_default(p, kind);
                assert_true(!has_range(p) || (standard >= p->least && standard <= p->most));
            }
            assert_true(used);
            assert_false(vol_surrounding_used(p, 32));
        }
        assert_int_equal(rows, rows_of[of]);
        assert_null(vol_surrounding_find(of, "nothing"));
        assert_null(vol_surrounding_find(of, NULL));
    }
    assert_null(vol_surrounding_name(VOL_SURROUNDING_COUNT));
    assert_null(vol_surrounding_at(VOL_SURROUNDING_COUNT, 0));
}

static void defaults_of_the_defs_are_those_of_the_table(void **state) {
    (void)state;
    for (vol_surrounding of = 0; of < VOL_SURROUNDING_COUNT; of++) {
        for (unsigned kind = 0; kind < kinds_of(of); kind++) {
            any_def def = default_def(of, kind);
            const vol_param *p;
            for (size_t i = 0; (p = vol_surrounding_at(of, i)) != NULL; i++) {
                if ((has_range(p) || p->type == VOL_PARAM_FLAG) && p != vol_surrounding_kind(of)) {
                    assert_number_equal(number_at(p, &def), vol_surrounding_default(p, kind));
                }
            }
        }
    }
}

/* As <volery/surround.h> and <volery/steer.h> have them. */
static void defaults_are_the_documented_ones(void **state) {
    (void)state;
    vol_obstacle_def obstacle = vol_default_obstacle_def();
    assert_number_equal(obstacle.strength, 1);
    assert_number_equal(obstacle.radius, 0);
    assert_int_equal(obstacle.law, VOL_LAW_FADE);
    vol_relation_def relation = vol_default_relation_def();
    assert_number_equal(relation.radius, 100);
    assert_number_equal(relation.weight, 1);
    assert_number_equal(relation.force, 0.1);
    for (unsigned kind = 0; kind < VOL_TERM_KIND_COUNT; kind++) {
        vol_term_def term = vol_default_term_def((vol_term_kind)kind);
        bool anywhere = kind == VOL_TERM_SEEK || kind == VOL_TERM_FLEE;
        assert_int_equal(term.kind, kind);
        assert_number_equal(term.weight, 1);
        assert_number_equal(term.force, 0.05);
        assert_number_equal(term.radius, anywhere ? 0 : kind == VOL_TERM_FOLLOW_PATH ? 10 : 100);
        assert_number_equal(term.distance, 20);
        assert_number_equal(term.width, 10);
        assert_number_equal(term.time, kind == VOL_TERM_FOLLOW_FLOW ? 1 : 20);
        assert_number_equal(term.angle, 60);
        assert_int_equal(term.period, 30);
    }
}

static void expect_refused(vol_world *world, vol_surrounding of, unsigned kind, const vol_param *p, double value) {
    any_def def = usable_def(of, kind);
    vol_error error = {0};
    put_number(p, &def, value);
    vol_result result = create(world, of, &def, &error);
    if (result == VOL_OK || strcmp(error.field, p->name) != 0 || !strstr(error.text, p->name)) {
        fail_msg("%s %u: %s = %g: result %s, field '%s': %s", vol_surrounding_name(of), kind, p->name, value,
                 vol_result_name(result), error.field, error.text);
    }
}

static void ranges_are_allowed_up_to_their_ends_and_no_farther(void **state) {
    (void)state;
    for (vol_surrounding of = 0; of < VOL_SURROUNDING_COUNT; of++) {
        vol_world *world = two_flocks();
        for (unsigned kind = 0; kind < kinds_of(of); kind++) {
            const vol_param *p;
            for (size_t i = 0; (p = vol_surrounding_at(of, i)) != NULL; i++) {
                bool real = p->type == VOL_PARAM_REAL || p->type == VOL_PARAM_VECTOR;
                if (!has_range(p) || p == vol_surrounding_kind(of)) {
                    continue;
                }
                if (real) {
                    expect_refused(world, of, kind, p, nextafter(p->least, -INFINITY));
                    expect_refused(world, of, kind, p, nextafter(p->most, INFINITY));
                    expect_refused(world, of, kind, p, NAN);
                } else if (p->least > INT32_MIN) { /* any int is allowed as a priority */
                    expect_refused(world, of, kind, p, p->least - 1);
                    expect_refused(world, of, kind, p, p->most + 1);
                }
                for (int end = 0; end < 2 && vol_surrounding_used(p, kind); end++) {
                    any_def def = usable_def(of, kind);
                    vol_error error = {0};
                    put_number(p, &def, end == 0 ? p->least : p->most);
                    if (create(world, of, &def, &error) != VOL_OK) {
                        fail_msg("%s %u: %s", vol_surrounding_name(of), kind, error.text);
                    }
                }
            }
        }
        vol_world_destroy(world);
    }
}

static void unknown_kinds_and_lengths_are_refused(void **state) {
    (void)state;
    vol_world *world = two_flocks();
    vol_error error = {0};
    for (vol_surrounding of = 0; of < VOL_SURROUNDING_COUNT; of++) {
        any_def def = usable_def(of, 0);
        put_number(vol_surrounding_kind(of), &def, kinds_of(of));
        assert_int_not_equal(create(world, of, &def, &error), VOL_OK);
        assert_string_equal(error.field, vol_surrounding_kind(of)->name);
    }
    any_def def = usable_def(VOL_SURROUNDING_TERM, VOL_TERM_FOLLOW_PATH);
    size_t fewest, most;
    vol_surrounding_lengths(vol_surrounding_find(VOL_SURROUNDING_TERM, "points"), VOL_TERM_FOLLOW_PATH, &fewest, &most);
    const size_t wrong[] = {fewest - 1, most + 1};
    for (int i = 0; i < 2; i++) {
        def.term.point_count = wrong[i];
        assert_int_equal(create(world, VOL_SURROUNDING_TERM, &def, &error), VOL_ERROR_VALUE);
        assert_string_equal(error.field, "points");
        assert_non_null(strstr(error.text, "allowed are 2 to 4096"));
    }
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_complete_and_found_by_its_name),
        cmocka_unit_test(defaults_of_the_defs_are_those_of_the_table),
        cmocka_unit_test(defaults_are_the_documented_ones),
        cmocka_unit_test(ranges_are_allowed_up_to_their_ends_and_no_farther),
        cmocka_unit_test(unknown_kinds_and_lengths_are_refused),
    };
    return cmocka_run_group_tests_name("surroundings", tests, NULL, NULL);
}
