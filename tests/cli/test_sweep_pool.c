/* Processes of a sweep: however one of them ends, the others' answers arrive, and its own end is a reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sweep/pool.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOBS = 40 };

typedef struct answers {
    char text[JOBS][200];
    bool right[JOBS];
    int times[JOBS];
    int stop_after; /* 0: never */
    int taken;
} answers;

static bool is_wanted(void *user, uint64_t job) {
    (void)user;
    return job != 3; /* done before */
}

/* Some are killed, some leave without a message, some say why they fail. */
static bool work(void *user, uint64_t job, vol_text *answer, vol_scene_fault *fault) {
    ((answers *)user)->taken = 1000; /* only this process sees this */
    if (job % 10 == 5) {
        kill(getpid(), SIGKILL);
    }
    if (job % 10 == 6) {
        _exit(7);
    }
    if (job % 10 == 7) {
        fprintf(stderr, "first this\nout of memory\n");
        _exit(1);
    }
    if (job % 10 == 8) {
        return vol_scene_fault_set(fault, VOL_SCENE_FAILED, "job %d does not like it", (int)job);
    }
    for (int i = 0; job == 1 && i < 3000; i++) {
        vol_text_put(answer, "a long answer that does not fit into a pipe ");
    }
    vol_text_print(answer, "answer %d", (int)job);
    return true;
}

static bool done(void *user, uint64_t job, bool right, const char *answer, vol_scene_fault *fault) {
    answers *a = user;
    size_t length = strlen(answer);
    snprintf(a->text[job], sizeof a->text[job], "%s", length > 100 ? answer + length - 20 : answer);
    a->right[job] = right;
    a->times[job]++;
    a->taken++;
    return a->stop_after == 0 || a->taken < a->stop_after || vol_scene_fault_set(fault, VOL_SCENE_FAILED, "enough");
}

static void expect(const answers *a, int job) {
    char wanted[100] = "";
    switch (job % 10) {
    case 5: snprintf(wanted, sizeof wanted, "the process was ended by signal 9 (Killed); out of memory?"); break;
    case 6: snprintf(wanted, sizeof wanted, "the process ended with code 7"); break;
    case 7: snprintf(wanted, sizeof wanted, "out of memory"); break;
    case 8: snprintf(wanted, sizeof wanted, "job %d does not like it", job); break;
    default: snprintf(wanted, sizeof wanted, "answer %d", job); break;
    }
    assert_int_equal(a->right[job], job % 10 < 5 || job % 10 == 9);
    assert_int_equal(a->times[job], 1);
    const char *text = a->text[job];
    size_t length = strlen(text), wanted_length = strlen(wanted);
    assert_true(length >= wanted_length);
    assert_string_equal(text + length - wanted_length, wanted);
}

static void a_job_that_ends_badly_is_a_reason_and_harms_no_other(void **state) {
    (void)state;
    for (uint32_t workers = 1; workers <= 7; workers += 3) {
        answers a = {0};
        vol_scene_fault fault = {0};
        assert_true(app_pool_run(&(app_pool){&a, JOBS, workers, is_wanted, work, done, NULL, NULL}, &fault));
        assert_int_equal(a.taken, JOBS - 1);
        assert_int_equal(a.times[3], 0);
        for (int job = 0; job < JOBS; job++) {
            if (job != 3) {
                expect(&a, job);
            }
        }
    }
}

static void a_fault_of_who_takes_the_answers_ends_all(void **state) {
    (void)state;
    answers a = {.stop_after = 10};
    vol_scene_fault fault = {0};
    assert_false(app_pool_run(&(app_pool){&a, JOBS, 4, is_wanted, work, done, NULL, NULL}, &fault));
    assert_int_equal(a.taken, 10);
    assert_string_equal(fault.text, "enough");
}

/* Jobs that come one by one from elsewhere, the last first, and not at once. */
typedef struct far_away {
    answers a; /* first: `work` and `done` know this alone */
    uint64_t left, looks;
    uint64_t most_looks; /* 0: any number */
} far_away;

static app_pool_turn take_turn(void *user, uint64_t *job) {
    far_away *f = user;
    if (f->left == 0) {
        return APP_POOL_OVER;
    }
    if (f->looks % 3 != 0) {
        return APP_POOL_LATER;
    }
    *job = --f->left;
    return APP_POOL_JOB;
}

static bool tend(void *user, vol_scene_fault *fault) {
    far_away *f = user;
    f->looks++;
    return f->most_looks == 0 || f->looks < f->most_looks || vol_scene_fault_set(fault, VOL_SCENE_FAILED, "no more");
}

static void jobs_that_come_from_elsewhere_are_done_as_they_come(void **state) {
    (void)state;
    for (uint32_t workers = 1; workers <= 4; workers += 3) {
        far_away f = {.left = JOBS};
        vol_scene_fault fault = {0};
        assert_true(app_pool_run(&(app_pool){&f, 0, workers, NULL, work, done, take_turn, tend}, &fault));
        assert_int_equal(f.a.taken, JOBS);
        for (int job = 0; job < JOBS; job++) {
            expect(&f.a, job);
        }
    }
}

static void who_tends_can_end_all(void **state) {
    (void)state;
    far_away f = {.left = UINT64_MAX, .looks = 1, .most_looks = 3};
    vol_scene_fault fault = {0};
    assert_false(app_pool_run(&(app_pool){&f, 0, 2, NULL, work, done, take_turn, tend}, &fault));
    assert_string_equal(fault.text, "no more");
    assert_int_equal(f.a.taken, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_that_ends_badly_is_a_reason_and_harms_no_other),
        cmocka_unit_test(a_fault_of_who_takes_the_answers_ends_all),
        cmocka_unit_test(jobs_that_come_from_elsewhere_are_done_as_they_come),
        cmocka_unit_test(who_tends_can_end_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
