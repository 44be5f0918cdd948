/* An allocator that counts, checks what is given back, and refuses the request number `refuse`. */
#ifndef VOL_TESTS_COUNTING_H
#define VOL_TESTS_COUNTING_H

#include <volery/volery.h>

typedef struct vol_test_counter {
    size_t requests, living, bytes, refuse; /* refuse: counted from 1; 0: never */
    bool closed;                            /* memory must not be asked for now */
} vol_test_counter;

/* The world will take its memory from there. */
void vol_test_count(vol_world_def *def, vol_test_counter *counter);

#endif
