/* Wrong calls of every public function, in any build: numbers of what is not there, and NULL where something is needed,
 * end in a result or a stop, and change nothing. calls.def has the functions, and is complete: it is compared with the
 * table of the interface. */
#include "calls.h"

#include <stdio.h>
#include <string.h>

/* What a call must not have changed: all there is in the world. */
static void expect_unchanged(call *c, const char *name) {
    size_t size = 0;
    NEED(vol_world_save_full(c->world, c->room, ROOM, &size, NULL));
    if (size != c->full_bytes || memcmp(c->room, c->full, size) != 0) {
        fail_msg("%s was refused, and has changed the world\n", name);
    }
}

/* --- The tests ---------------------------------------------------------------------------------------------------- */

/* Has a line of the table of the interface to be in ours? */
static bool is_about_worlds(const char *line) {
    return strncmp(line, "function vol_", 13) == 0 && strncmp(line, "function vol_scene", 18) != 0 &&
           (strstr(line, "(c_void_p") || strstr(line, "(vol_flock)") || strstr(line, " vol_flock,") ||
            strstr(line, "function vol_world_create"));
}

static void every_function_about_worlds_is_in_the_table(void **state) {
    (void)state;
    FILE *file = fopen(VOL_TESTS_DIR "/project/abi.txt", "r");
    char line[1000];
    size_t seen = 0;
    assert_true(file != NULL);
    while (fgets(line, sizeof line, file)) {
        const function *found = NULL;
        if (!is_about_worlds(line)) {
            continue;
        }
        for (size_t i = 0; i < function_count; i++) {
            const size_t length = strlen(functions[i].name);
            if (strncmp(line + 9, functions[i].name, length) == 0 && line[9 + length] == ':') {
                found = &functions[i];
            }
        }
        if (!found) {
            fail_msg("calls.def has no wrong calls of this one: %s\n", line);
        }
        const struct {
            const char *type;
            unsigned number;
        } types[] = {{" vol_flock", FLOCK}, {" vol_obstacle", OBSTACLE}, {" vol_term", TERM}};
        for (size_t i = 0; i < 3; i++) {
            const char *at = strstr(strchr(line, '('), types[i].type);
            const char after = at ? at[strlen(types[i].type)] : ' ';
            if ((after == ',' || after == ')') && !((found->wrong | found->asked) & types[i].number)) {
                fail_msg("calls.def gives no wrong%s to %s\n", types[i].type, found->name);
            }
        }
        seen++;
    }
    fclose(file);
    assert_int_equal(seen, function_count);
}

static void right_calls_are_taken(void **state) {
    (void)state;
    const vol_world_def def = plain_def();
    for (size_t i = 0; i < function_count; i++) {
        const function *f = &functions[i];
        call c;
        make(&c, &def);
        if (f->kind == DESTROY) {
            leave(&c);
        }
        f->act(&c);
        if (c.result != VOL_OK) {
            fail_msg("%s: %s\n", f->name, c.error.text);
        }
        if (f->asked && c.no) {
            fail_msg("%s does not find what is there\n", f->name);
        }
        unmake(&c);
    }
}

/* What is there no longer: the flock's place is taken by another one since. */
static call gone_since(call *c) {
    call gone = *c;
    vol_flock later;
    c->flock_def.name = "short";
    NEED(vol_flock_create(c->world, &c->flock_def, &gone.flock, NULL));
    NEED(vol_flock_destroy(c->world, gone.flock, NULL));
    c->flock_def.name = "later";
    NEED(vol_flock_create(c->world, &c->flock_def, &later, NULL));
    assert_int_equal(later & 0xFFFFF, gone.flock & 0xFFFFF);
    c->flock_def.name = "new";
    NEED(vol_obstacle_create(c->world, &c->obstacle_def, &gone.obstacle, NULL));
    NEED(vol_obstacle_remove(c->world, gone.obstacle, NULL));
    NEED(vol_term_create(c->world, &c->term_def, &gone.term, NULL));
    NEED(vol_term_remove(c->world, gone.term, NULL));
    NEED(vol_relation_create(c->world, &c->relation_def, &gone.relation, NULL));
    NEED(vol_relation_remove(c->world, gone.relation, NULL));
    NEED(vol_flock_add(c->world, c->flock, 1, c->point, c->point, &gone.id, NULL));
    NEED(vol_flock_remove(c->world, c->flock, 1, &gone.id, NULL));
    gone.region = 3;
    NEED(vol_world_watch_ball(c->world, gone.region, NULL, 0, c->point, 2000, NULL));
    NEED(vol_world_unwatch(c->world, gone.region, NULL));
    NEED(vol_world_save_full(c->world, c->full, ROOM, &c->full_bytes, NULL));
    return gone;
}

/* The same call with one of its numbers replaced by that of `other`, wherever the function takes it from. */
static call with_number(const call *c, const call *other, unsigned number) {
    call wrong = *c;
    if (number == FLOCK) {
        wrong.flock = wrong.term_def.flock = wrong.relation_def.from = other->flock;
    }
    wrong.obstacle = number == OBSTACLE ? other->obstacle : c->obstacle;
    wrong.term = number == TERM ? other->term : c->term;
    wrong.relation = number == RELATION ? other->relation : c->relation;
    wrong.id = number == BOID ? other->id : c->id;
    wrong.region = number == REGION ? other->region : c->region;
    return wrong;
}

static call all_numbers(uint32_t number) {
    return (call){
        .flock = number, .obstacle = number, .term = number, .relation = number, .id = number, .region = number};
}

static void numbers_of_what_is_not_there_are_refused(void **state) {
    (void)state;
    const vol_world_def def = plain_def();
    call c;
    make(&c, &def);
    const call others[] = {gone_since(&c),       all_numbers(7777),         all_numbers(1u << 20),
                           all_numbers(0xFFFFF), all_numbers(VOL_NONE - 1), all_numbers(VOL_NONE)};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        for (size_t i = 0; i < function_count; i++) {
            const function *f = &functions[i];
            for (unsigned number = 1; number < NUMBERS; number *= 2) {
                call wrong = with_number(&c, &others[k], number);
                char what[60];
                snprintf(what, sizeof what, "number %u of kind %u", (unsigned)others[k].id, number);
                if (wrong.id == VOL_NONE && strcmp(f->name, "vol_flock_set_leader") == 0) {
                    continue; /* nobody leads */
                }
                if (f->asked & number) {
                    f->act(&wrong);
                    if (!wrong.no) {
                        fail_msg("%s finds %s\n", f->name, what);
                    }
                } else if (f->kind == FREE) {
                    f->act(&wrong);
                } else if (f->wrong & number) {
                    expect_refused(f, &wrong, VOL_ERROR_NAME, what);
                }
                expect_unchanged(&c, f->name);
            }
        }
    }
    unmake(&c);
}

static void null_where_something_is_needed_is_refused(void **state) {
    (void)state;
    const vol_world_def def = plain_def();
    call c;
    make(&c, &def);
    for (size_t i = 0; i < function_count; i++) {
        const function *f = &functions[i];
        for (unsigned n = 1; n <= f->pointers; n++) {
            call wrong = c;
            char what[60];
            wrong.null = n;
            snprintf(what, sizeof what, "NULL for pointer %u", n);
            expect_refused(f, &wrong, VOL_ERROR_VALUE, what);
            expect_unchanged(&c, f->name);
        }
        call none = c;
        none.world = NULL;
        if (f->kind == RESULT || f->kind == STOP || f->kind == ANY) {
            expect_refused(f, &none, VOL_ERROR_VALUE, "the world NULL");
        }
    }
    unmake(&c);
}

int main(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test(every_function_about_worlds_is_in_the_table),
        cmocka_unit_test(right_calls_are_taken),
        cmocka_unit_test(numbers_of_what_is_not_there_are_refused),
        cmocka_unit_test(null_where_something_is_needed_is_refused),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}
