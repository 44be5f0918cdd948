/* The steering terms of a world, as the step sees them. */
#ifndef VOLERY_SURROUND_TERMS_H
#define VOLERY_SURROUND_TERMS_H

#include "around/surround.h"

/* The batch's boids steer: after their rules have decided, before they meet their surroundings. */
void vol_terms_batch(const vol_encounter *encounter, const vol_flock_def *flock);

/* Before a step: sorts the terms by flock, priority and number, if one was made, changed or taken away since. */
void vol_terms_sort(vol_terms *terms);

#endif
