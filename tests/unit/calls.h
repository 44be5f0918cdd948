/* Every public function that is about worlds, with right arguments for it, for tests that make one of them wrong:
 * calls.def is the table. Public headers alone: embed.sh compiles these tests beside an installed library, too. */
#ifndef VOL_TESTS_CALLS_H
#define VOL_TESTS_CALLS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <volery/volery.h>

/* Numbers of what is in a world. */
enum { FLOCK = 1, BOID = 2, OBSTACLE = 4, TERM = 8, RELATION = 16, REGION = 32, NUMBERS = 64 };

/* What a function gives, and to what: calls.def says what the words mean. */
typedef enum kind { RESULT, STOP, ANY, FREE, FREE_RESULT, OWN, OWN_RESULT, DESTROY } kind;

enum { ROOM = 1 << 19 };

/* A world with everything in it, and right arguments for every function. */
typedef struct call {
    vol_world *world, *other_world;
    vol_meter *meter, *other_meter;
    vol_raster *raster, *other_raster;
    vol_flock flock;
    vol_obstacle obstacle;
    vol_term term;
    uint32_t relation, id, region, number;
    unsigned null; /* which pointer is left out; 0: none */
    vol_error error;
    vol_result result;
    bool no; /* the answer is no */
    double point[2];
    vol_world_def world_def, world_now;
    vol_flock_def flock_def, now;
    vol_obstacle_def obstacle_def;
    vol_term_def term_def, term_now;
    vol_relation_def relation_def, relation_now;
    vol_player_def player_def;
    vol_meter_def meter_def;
    vol_raster_def raster_def;
    vol_raster_view raster_view;
    vol_obstacle_hit obstacle_hit;
    vol_hit hits[2];
    vol_force forces[4];
    vol_event event;
    vol_cluster_report report;
    uint64_t cursor;
    size_t found, snapshot_bytes, full_bytes;
    char text[40];
    unsigned char *snapshot, *written, *full, *room;
} call;

typedef struct function {
    const char *name;
    void (*act)(call *c);
    kind kind;
    unsigned wrong, asked, pointers;
} function;

extern const function functions[];
extern const size_t function_count;

bool gives_result(const function *f);

/* A small world with everything in it, made by that def; and its end. */
vol_world_def plain_def(void);
void make(call *c, const vol_world_def *def);
void unmake(call *c);

/* Destroys what must go before its world. */
void leave(call *c);

/* The test fails unless that is VOL_OK. */
void need(vol_result result, const char *what);
#define NEED(call) need(call, #call)

/* In a process of its own: `act` must end by abort, and say `text` before. Where the library is compiled with VOL_STOP,
 * in this one: the text must be said. */
void expect_stop(void (*act)(void *context), void *context, const char *text);
#ifdef VOL_STOP
#define STOPS_RETURN true
#else
#define STOPS_RETURN false
#endif

/* The function, called so, must give that result, or stop where it gives none. */
void expect_refused(const function *f, call *c, vol_result expected, const char *what);

#endif
