/* Two worlds side by side that must have the same bits: one on the processor, one on a device of this machine. */
#ifndef VOL_TESTS_PAIR_H
#define VOL_TESTS_PAIR_H

#include "support.h"

/* Is there a device here that can compute worlds, and does looking for it leave the process alive? Says why not. */
bool vol_test_has_device(void);

typedef struct vol_test_pair {
    vol_world *world[2]; /* the processor's, the device's */
} vol_test_pair;

vol_test_pair vol_test_pair_create(const vol_world_def *def);
void vol_test_pair_destroy(vol_test_pair *pair);

/* A flock in both of them. */
vol_flock vol_test_pair_flock(vol_test_pair *pair, const vol_flock_def *def);

/* Steps both, and compares all that can be seen of them. */
void vol_test_pair_step(vol_test_pair *pair, uint64_t steps);

/* Steps, hashes, the boids of all flocks in id order with what they carry, indexes, meals. */
void vol_test_same(vol_world *a, vol_world *b);

#endif
