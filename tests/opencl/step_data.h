/* What test_opencl.c hands to step.cl besides arrays: plain numbers, the same bytes in C and in OpenCL C. */
#ifndef VOL_TESTS_OPENCL_STEP_DATA_H
#define VOL_TESTS_OPENCL_STEP_DATA_H

#include "core/platform.h"

enum { FLOCKS_MOST = 2 };

typedef struct step_flock {
    vol_u32 count, leader;
    vol_u32 at;      /* numbers of the state before those of this flock */
    vol_u32 heading; /* its boids carry heading and speed */
} step_flock;

/* A flock that steps, and what kernels/context.h has of it. */
typedef struct step_numbers {
    double flee_radius, flee_weight, blow[3];
    double time, budget, reach;
    vol_u32 obstacle_count, soft_count, hard_count, player_count;
    vol_u32 flock, flock_count, terms_begin, terms_end;
    vol_u32 relation[3], force, pends, blows;
    step_flock of[FLOCKS_MOST];
} step_numbers;

#endif
