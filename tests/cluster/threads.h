/* A cluster in one process: every rank is a thread. For tests: what is wrong shows under sanitizers and debuggers. */
#ifndef VOL_TESTS_CLUSTER_THREADS_H
#define VOL_TESTS_CLUSTER_THREADS_H

#include <volery/cluster.h>

enum { VOL_TEST_RANKS_MOST = 64 };

/* Runs `work` once as each of `ranks` ranks, side by side, and returns when all have ended. */
void vol_test_ranks(uint32_t ranks, void (*work)(const vol_cluster *cluster, void *context), void *context);

#endif
