/* What a person wants of a scene that is played: the one message from mouse, keys, panel, script and terminal to the
 * session. */
#ifndef VOLERY_APP_PLAY_WISH_H
#define VOLERY_APP_PLAY_WISH_H

#include <stdbool.h>
#include <stdint.h>

typedef enum vol_wish_kind {
    /* Recorded as events. */
    VOL_WISH_ADD,     /* `count` boids of `flock` around `position`, with `velocity`; all of it 0: random headings */
    VOL_WISH_SCATTER, /* everybody away from `position`, by `number` */
    VOL_WISH_BLOW,    /* `velocity` added around `position`, as far as `number` */
    VOL_WISH_PLAYER,  /* at `position`; `none`: nowhere */
    VOL_WISH_GOAL,    /* the same */
    VOL_WISH_ERASE,   /* whoever is nearer to `position` than `number` */
    VOL_WISH_SET,     /* parameter `key` to `value` */
    VOL_WISH_UNDO,    /* the last change of parameters */
    /* What the next start depends on: begins anew. */
    VOL_WISH_CHANGE,   /* parameter `key` to `value`, which is fixed while the world runs */
    VOL_WISH_RESTART,  /* with the same seed */
    VOL_WISH_NEW_SEED, /* with the next one */
    /* Moving in time. */
    VOL_WISH_PAUSE, /* or goes on */
    VOL_WISH_STEP,  /* one step, then pause */
    VOL_WISH_SEEK,  /* to step `count` */
    VOL_WISH_SPEED, /* `number` times as fast as the scene says */
    /* Looking closely. */
    VOL_WISH_FOLLOW, /* the boid nearest to `position` */
    VOL_WISH_UNFOLLOW,
    VOL_WISH_TRAILS,  /* `count` moments long */
    VOL_WISH_TINT,    /* boids have the colour `value`, or ("") that of the scene */
    VOL_WISH_MEASURE, /* for the plots; `none`: no longer */
    VOL_WISH_COMPARE, /* beside the scene `value`, or ("") beside the same scene; both begin anew */
    VOL_WISH_ALONE,   /* no longer */
    /* Files. */
    VOL_WISH_RECORD,      /* to the file `value` */
    VOL_WISH_STOP_RECORD, /* closes it */
    VOL_WISH_SAVE,        /* the scene with all parameters as they are, to the file `value` */
    VOL_WISH_OPEN,        /* the scene or recording `value` instead of this one */
    VOL_WISH_KINDS
} vol_wish_kind;

typedef struct vol_wish {
    vol_wish_kind kind;
    uint32_t sides; /* bit 0: the first session, bit 1: the second; 0: all */
    uint32_t flock;
    uint64_t count;
    double position[3], velocity[3];
    double number;
    bool none;
    bool goes_on; /* of a slider that is still being dragged: one undo takes back the whole drag */
    char key[160];
    char value[512];
} vol_wish;

#endif
