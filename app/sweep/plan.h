/* What a sweep runs: the parameters, the values they take together, and the seeds. Made from the command line before
 * anything is run, and from nothing else, so that a sweep that was interrupted is planned again as it was. */
#ifndef VOLERY_APP_SWEEP_PLAN_H
#define VOLERY_APP_SWEEP_PLAN_H

#include "common/arena.h"
#include "common/words.h"
#include "util/fault.h"

#include <stdint.h>

/* What the command line says. */
typedef struct app_plan_source {
    vol_words over;   /* "key=a,b,c", "key=from:to:count", "key=from:to:count:log"; with latin: "key=from:to"; keys that
                         change together: "key/other=a/b,c/d" */
    const char *list; /* a CSV file: keys are its header, each row a combination; NULL: none */
    uint64_t latin;   /* how many combinations to draw; 0: the whole grid */
    uint64_t repeat;
    uint64_t seed; /* of the scene */
} app_plan_source;

typedef struct app_plan {
    vol_arena arena;
    size_t key_count;
    const char **keys; /* dotted names, as for --set */
    uint64_t combinations;
    const char **values; /* of combination c and key k: values[c * key_count + k] */
    uint64_t repeat, seed;
    bool seed_swept; /* world.seed is one of the keys */
} app_plan;

bool app_plan_make(app_plan *plan, const app_plan_source *source, app_fault *fault);
void app_plan_release(app_plan *plan);

const char *app_plan_value(const app_plan *plan, uint64_t combination, size_t key);

/* The unit of a key's values, by the parameter table: "px"; "" where there is none. */
const char *app_plan_unit(const char *key);

/* How many runs there are; run r is repetition r % repeat of combination r / repeat. */
uint64_t app_plan_runs(const app_plan *plan);

/* The seed of a run. Two runs of one plan never have the same: see app_sweep_seed. */
uint64_t app_plan_seed(const app_plan *plan, uint64_t run);

/* 64 bits made of a seed, a combination and a repetition (each below 2^32). For one seed it is a bijection of the other
 * two: s = seed + (combination * 2^32 + repetition + 1) * 0x9E3779B97F4A7C15, then s ^= s >> 30, s *=
 * 0xBF58476D1CE4E5B9, s ^= s >> 27, s *= 0x94D049BB133111EB, s ^= s >> 31, all modulo 2^64. */
uint64_t app_sweep_seed(uint64_t seed, uint64_t combination, uint64_t repetition);

#endif
