/* How threads round: the library sees where it is otherwise than everywhere, and stops there in debug builds. */
#define _XOPEN_SOURCE 700
#include "support.h"

#include "core/arithmetic.h"

#include <fenv.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
enum { FLUSH_TO_ZERO = 1 << 15, DENORMALS_ARE_ZERO = 1 << 6 };
#endif

typedef struct mode {
    const char *name;
    int rounding;       /* of fesetround */
    unsigned registers; /* bits of MXCSR */
} mode;

static const mode wrong_modes[] = {
#ifdef FE_UPWARD
    {"upward", FE_UPWARD, 0},
#endif
#ifdef FE_DOWNWARD
    {"downward", FE_DOWNWARD, 0},
#endif
#ifdef FE_TOWARDZERO
    {"towards zero", FE_TOWARDZERO, 0},
#endif
#if defined(__SSE2__)
    {"small results are zero", FE_TONEAREST, FLUSH_TO_ZERO},
    {"small operands are zero", FE_TONEAREST, DENORMALS_ARE_ZERO},
#endif
};
enum { WRONG_MODES = sizeof wrong_modes / sizeof *wrong_modes };

static void take(const mode *m) {
    assert_int_equal(fesetround(m->rounding), 0);
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() | m->registers);
#endif
}

static void give_back(void) {
    fesetround(FE_TONEAREST);
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() & ~(unsigned)(FLUSH_TO_ZERO | DENORMALS_ARE_ZERO));
#endif
}

static void usual_arithmetic_is_right(void **state) {
    (void)state;
    assert_true(vol_rounds_to_nearest());
    assert_true(vol_keeps_small_numbers());
}

static void every_other_arithmetic_is_noticed(void **state) {
    (void)state;
    for (int i = 0; i < WRONG_MODES; i++) {
        take(&wrong_modes[i]);
        const bool nearest = vol_rounds_to_nearest(), small = vol_keeps_small_numbers();
        give_back();
        const bool by_rounding = wrong_modes[i].registers == 0;
        if (nearest == by_rounding || small != by_rounding) {
            fail_msg("%s: rounds to nearest %d, keeps small numbers %d", wrong_modes[i].name, nearest, small);
        }
    }
}

/* Tasks of a host whose threads compute otherwise, once they are told to. */
typedef struct threads {
    const mode *mode;
    bool told;
} threads;

static void run_otherwise(void *user, uint32_t count, vol_task task, void *context) {
    const threads *t = user;
    for (uint32_t i = 0; i < count; i++) {
        if (t->told) {
            take(t->mode);
        }
        task(context, i);
        give_back();
    }
}

/* Where the mode is another one: while a flock is made, in a step on its own thread, or in its tasks. */
typedef enum place { MAKING, STEPPING, IN_TASKS, PLACE_COUNT } place;

/* How a process ends that makes a flock and steps its world, in that mode there, NULL for the usual one. */
static int end_of_process(const mode *m, place where) {
    fflush(NULL);
    pid_t process = fork();
    if (process == 0) {
        threads t = {.mode = m};
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
        def.tasks = (vol_tasks){.user = &t, .workers = 2, .run = run_otherwise};
        def.index = VOL_INDEX_GRID;
        vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 2500); /* enough to be shared out */
        if (freopen("/dev/null", "w", stderr) == NULL) {
            _exit(2);
        }
        t.told = where == IN_TASKS && m;
        if (where != IN_TASKS && m) {
            take(m);
        }
        if (where == MAKING) {
            vol_flock_def more = vol_default_flock_def(VOL_MODEL_STEERING);
            vol_flock flock;
            more.name = "more";
            vol_flock_create(world, &more, &flock, NULL);
        } else {
            vol_world_step(world, 1);
        }
        _exit(0);
    }
    int how = 0;
    assert_int_equal(waitpid(process, &how, 0), process);
    return how;
}

static void a_call_stops_where_it_would_give_other_bits(void **state) {
    (void)state;
    for (place where = MAKING; where < PLACE_COUNT; where++) {
        const int usual = end_of_process(NULL, where);
        assert_true(WIFEXITED(usual));
        assert_int_equal(WEXITSTATUS(usual), 0);
#ifndef NDEBUG
        for (int i = 0; i < WRONG_MODES; i++) {
            const int how = end_of_process(&wrong_modes[i], where);
            if (!WIFSIGNALED(how) || WTERMSIG(how) != SIGABRT) {
                fail_msg("%s, at place %d: ended with %d", wrong_modes[i].name, where, how);
            }
        }
#endif
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_arithmetic_is_right),
        cmocka_unit_test(every_other_arithmetic_is_noticed),
        cmocka_unit_test(a_call_stops_where_it_would_give_other_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
