/* One scene, run in many ways that must all give the same bits. */
#ifndef VOLERY_TESTS_RANDOM_WAYS_H
#define VOLERY_TESTS_RANDOM_WAYS_H

#include "common/arena.h"
#include <volery/scene.h>

/* What is asked about a scene; one line of the input. */
typedef struct question {
    uint64_t number; /* of the scene: small choices of a way are made from it */
    uint64_t steps;
    uint64_t split;     /* the step at which runs are cut in two */
    const char *only;   /* the ways to try, by the beginning of their names; "-": all */
    const char *folder; /* where files of the scene are, and where files may be put */
    const char *scene;  /* the scene's text, one line */
} question;

/* A way to run a scene. All that is 0 or NULL is as in the reference: scalar, one thread, from beginning to end. */
typedef struct way {
    const char *name;
    const char *isa, *isa_after; /* before and behind a split; NULL behind: the same */
    uint32_t threads;            /* 0: one */
    const char *index;           /* in place of the scene's; NULL: the scene's */
    size_t leaf;                 /* in place of the scene's; 0: the scene's */
    bool split;                  /* goes on in another world from a saved state, at the question's step, */
    bool every;                  /* or at every step; */
    bool file;                   /* the state goes through a file */
    bool restore;                /* between events and step the world goes on by a step and is put back */
    bool reserve;                /* makes room for more boids, at the beginning and at the split */
    bool look;                   /* asks for orders, slots, leaders, neighbours and measures between the steps */
    bool inspect;                /* the numbers must be finite, inside a closed world, and within the speed limit */
    bool small;                  /* compares only while there are few boids, so that no order of sums matters */
} way;

/* What became of a run: a hash for each step from 0 on, as far as it came. */
typedef struct outcome {
    uint64_t *hash;
    uint64_t count;    /* of hashes */
    uint64_t small;    /* of those at the beginning with few boids */
    uint64_t state;    /* the sum of the saved state at the end, which holds more than the hash */
    uint64_t measures; /* of all measures at the end */
    char fault[512];   /* why it ended early; "": it did not */
    char wrong[512];   /* what the inspection found; "": nothing */
} outcome;

/* Runs the scene for the question's steps. Where `world` is not NULL, the world is left there, after `stop` steps if it
 * came so far. */
void way_run(const question *asked, const vol_scene *scene, const way *w, uint64_t stop, outcome *made,
             vol_world **world);
void outcome_release(outcome *made);

/* Checks every boid of a world after a step: finite, inside, not too fast. Writes what is wrong, if anything. */
void inspect_world(vol_world *world, char *wrong, size_t size);

/* Uses everything that promises to change nothing; measures only where asked to, as that takes long. */
void look_at_world(vol_world *world, bool measure);

/* A number for all measures of a world. */
uint64_t measure_world(vol_world *world);

/* Finds the first boid in flock and id order in which two worlds differ, and writes it down. */
void tell_difference(vol_world *one, vol_world *other, vol_text *text);

/* Recorded in one way and replayed in another. False: `text` tells what went wrong. */
bool record_and_replay(const question *asked, vol_scene *scene, const outcome *reference, const char *isa,
                       const char *isa_after, vol_text *text);

/* Does every index see the same neighbours of every boid as brute force, with the boids where they are in that world?
 * False: `text` tells of one that it does not. */
bool same_neighbours(const question *asked, vol_world *from, const char *isa, vol_text *text);

/* The parameter table and the tables of fields as JSON, for the generator. */
void print_tables(void);

#endif
