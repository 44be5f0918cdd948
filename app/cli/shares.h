/* What a world over several ranks cost them, put together from all. */
#ifndef VOLERY_APP_CLI_SHARES_H
#define VOLERY_APP_CLI_SHARES_H

#include "common/arena.h"

#include <volery/cluster.h>

typedef struct app_shares {
    uint32_t ranks; /* 1: none of this is of use */
    bool divided;   /* in strips; false: every rank has all boids */
    uint64_t steps;
    double communicating;      /* the part of the ranks' time, waiting for others included: 0 to 1 */
    double communicating_most; /* of the rank that spent most */
    double imbalance;          /* boids of the rank that has most, by the mean: 1 is even */
    double ghosts;             /* boids of others that ranks have besides, by their own */
    double messages, bytes;    /* that a rank sends in a step */
    uint64_t balanced;         /* how often strips were cut anew */
} app_shares;

/* Called by all ranks. `seconds` is how long this one took for the steps. */
app_shares app_shares_take(const vol_world *world, double seconds);

void app_shares_text(const app_shares *shares, vol_text *text);
void app_shares_json(const app_shares *shares, vol_text *text);

#endif
