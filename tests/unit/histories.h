/* Random histories of a world: what a host may do between two steps, chosen by random numbers and by what there is in
 * the world, so that the same numbers do the same to two worlds that are equal. */
#ifndef VOL_TESTS_HISTORIES_H
#define VOL_TESTS_HISTORIES_H

#include "support.h"

/* A world of random kind; the same for the same number. */
vol_world *vol_test_history_world(uint64_t number);

/* Some random calls; those that are refused change nothing. */
void vol_test_history_act(vol_world *world, uint64_t number);

#endif
