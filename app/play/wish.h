/* What a person wants of a scene that is played: the one message from mouse, keys, panel, script and terminal to the
 * session. */
#ifndef VOLERY_APP_PLAY_WISH_H
#define VOLERY_APP_PLAY_WISH_H

#include <stdbool.h>
#include <stdint.h>

typedef enum app_wish_kind {
    /* Recorded as events. */
    APP_WISH_ADD,     /* `count` boids of `flock` around `position`, with `velocity`; all of it 0: random headings */
    APP_WISH_SCATTER, /* all boids away from `position`, by `number` */
    APP_WISH_BLOW,    /* `velocity` added around `position`, as far as `number` */
    APP_WISH_GUST,    /* `velocity` added to all boids */
    APP_WISH_PLAYER,  /* at `position`; `none`: nowhere */
    APP_WISH_GOAL,    /* the same */
    APP_WISH_ERASE,   /* boids nearer to `position` than `number` */
    APP_WISH_SET,     /* parameter `key` to `value`; a key such as obstacles.2 is a whole entry, `none` takes it away;
                        obstacles.new, relations.new and birds.terms.new are one more */
    APP_WISH_SOURCE,  /* of sound: `value`, as in a scene: "source: microphone", "file: song.flac"; none, own */
    APP_WISH_MAP,     /* map `count` of sound (or one more) leads from feature `value` to `key`; `position` has scale,
                        offset and smooth, `velocity` the range; `none`: it is taken away */
    APP_WISH_UNDO,    /* the last of all that a person did */
    APP_WISH_REDO,    /* what was undone last */
    /* What the next start depends on: begins anew. */
    APP_WISH_PRESET,   /* the scene's preset `value`, or ("") none; only what cannot be changed otherwise begins anew */
    APP_WISH_CHANGE,   /* any key of the scene to `value`: parameters that are fixed while the world runs, NAME.model,
                           flocks.new, and a flock's name with the value none, which takes it away */
    APP_WISH_RESTART,  /* with the same seed */
    APP_WISH_NEW_SEED, /* with the next one */
    /* Moving in time. */
    APP_WISH_PAUSE, /* or goes on: as `count` says, an app_pause */
    APP_WISH_STEP,  /* one step, then pause */
    APP_WISH_SEEK,  /* to step `count` */
    APP_WISH_SPEED, /* `number` times as fast as the scene says */
    /* Looking closely. */
    APP_WISH_FOLLOW, /* the boid nearest to `position` */
    APP_WISH_UNFOLLOW,
    APP_WISH_TRAILS,  /* `count` moments long */
    APP_WISH_TINT,    /* boids have the colour `value`, or ("") that of the scene */
    APP_WISH_MUTE,    /* the scene's sound is not played, or is again */
    APP_WISH_MEASURE, /* for the plots; `none`: no longer */
    APP_WISH_COMPARE, /* beside the scene `value`, and both begin anew; or ("") beside the same, from where it is */
    APP_WISH_ALONE,   /* no longer */
    /* Files. */
    APP_WISH_RECORD,      /* to the file `value` */
    APP_WISH_STOP_RECORD, /* closes it */
    APP_WISH_SAVE,        /* the scene with all parameters as they are, to the file `value` */
    APP_WISH_OPEN,        /* the scene or recording `value` instead of this one; lines behind the first are KEY=VALUE */
    APP_WISH_KINDS
} app_wish_kind;

/* What is wanted of a pause. */
typedef enum app_pause { APP_PAUSE_OTHER, APP_PAUSE_ON, APP_PAUSE_OFF } app_pause;

typedef struct app_wish {
    app_wish_kind kind;
    uint32_t sides; /* bit 0: the first session, bit 1: the second; 0: all */
    uint32_t flock;
    uint64_t count;
    double position[3], velocity[3];
    double number;
    bool none;
    bool goes_on;    /* of a slider that is still being dragged: one undo takes back the whole drag */
    uint32_t stroke; /* wishes of one kind and stroke, as those of a drag, are undone together; 0: it is alone */
    char key[176];   /* as vol_world_set takes it: what is edited, a dot, its field */
    char value[4096];
} app_wish;

#endif
