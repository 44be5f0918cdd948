/* Sweeps in parts: each process of a job array computes every N-th run, with a journal of its own, and one that comes
 * after them makes the table. */
#ifndef VOLERY_APP_SWEEP_PART_H
#define VOLERY_APP_SWEEP_PART_H

#include "sweep/sweep.h"

/* Reads K/N; NULL is the whole sweep: zeros. */
bool app_part_read(app_part *part, const char *word, app_fault *fault);

/* Is the run one of this part? */
bool app_part_has(const app_part *part, uint64_t run);

/* The path of its journal: OUT.part-K-of-N.journal; of the whole sweep OUT.journal. */
void app_part_journal(const app_part *part, const char *output, vol_text *path);

/* Fills the rows of a sweep from the journals of its parts, which stay as they are. False with a fault: there are none,
 * they are of another sweep, one of them is being written, or runs are missing; the fault says of which parts. */
bool app_part_join(app_sweep *sweep, app_fault *fault);

#endif
