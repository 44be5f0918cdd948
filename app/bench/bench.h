/* The benchmark: named workloads, what is measured of them, and how that is written and compared. The path of a line: a
 * workload gives cases (workloads.c), a case is measured in several ways at once (measure.c), each gives a
 * line, which is printed (print.c) and compared with an old one (compare.c). */
#ifndef VOLERY_APP_BENCH_BENCH_H
#define VOLERY_APP_BENCH_BENCH_H

#include "cli/options.h"

#include <stdio.h>

/* A workload at one size: a world with one flock, and how it is to be measured. */
typedef struct app_bench_case {
    char workload[32]; /* "uniform", "articles/nudge" */
    const char *says;  /* what the figures stand for, or NULL: printed once behind them */
    vol_world_def world;
    vol_flock_def flock;
    uint64_t crowd; /* boids start in clusters of so many, far from each other; 0: as the flock says */
    double crowd_radius;
    uint64_t settle;         /* steps before the first one that counts; not timed */
    uint64_t settle_is_less; /* the steps it would settle, were it not so large; 0: it has settled as it should */
    uint64_t steps;          /* that are timed together, always the same ones */
    double article_ns;       /* a boid and step in the article's own program with as many boids; 0: not known */
} app_bench_case;

/* Cases that grow. Start with {0}. */
typedef struct app_bench_cases {
    app_bench_case *item;
    size_t count;
} app_bench_cases;

/* What of a workload is wanted. */
typedef struct app_bench_choice {
    const char *name; /* NULL: all workloads, at fewer sizes */
    const uint64_t *boids;
    size_t boid_sizes; /* 0: the workload's own */
} app_bench_choice;

/* The names of the workloads, those of single articles last; NULL behind the last. */
const char *app_bench_name(size_t index);
/* Adds the cases of a choice. False: there is no workload of that name. */
bool app_bench_choose(app_bench_cases *cases, const app_bench_choice *choice, app_fault *fault);
/* What `bench --list` prints. */
bool app_bench_list(vol_text *text, app_fault *fault);
/* The reach of a flock's farthest-reaching rule. */
double app_bench_reach(const vol_flock_def *flock);

/* One result. The texts are short enough for any name that the program knows. */
typedef struct app_bench_line {
    char workload[32], isa[16], device[128], precision[16], index[16], hash[20];
    uint64_t dimension, boids, steps, threads, settled;
    char update[16];             /* the order in which boids move, or "": together */
    uint64_t fast, device_bytes; /* 1: without the same bits; memory of the device */
    double seconds_per_step, ns_per_boid;
    double stage[4];               /* index, sense, decide, move: seconds a step, on a device by its own clock */
    double neighbours, candidates; /* neighbours NaN: not counted */
    /* of all boids on a device, and of its arrays (vol_work); NaN on the processor */
    double candidates_per_second, bytes_per_step;
    double speedup;  /* over the article's own program; NaN: not known */
    uint64_t ranks;  /* processes that computed it together; 0: this one alone */
    double exchange; /* share of the time in which the first of them was busy with, or waited for, others; NaN: alone */
} app_bench_line;

/* A field of a line: how it is called in JSON and CSV, and where it is. All readers and writers go by this table. */
typedef struct app_bench_column {
    const char *name; /* "stages.index": in the object "stages" */
    enum { APP_BENCH_TEXT, APP_BENCH_WHOLE, APP_BENCH_REAL } kind;
    size_t field;
    size_t size;   /* of a text, with the terminating zero */
    bool optional; /* left out where it is 0, or no number */
    bool same;     /* lines are compared if all fields with this mark are the same */
} app_bench_column;

/* NULL behind the last. */
const app_bench_column *app_bench_column_at(size_t index);

/* A way to compute: everything but the case. */
typedef struct app_bench_way {
    vol_scene_where where;
    const char *isa; /* NULL: the best here */
} app_bench_way;

/* Measures a case in several ways, in turns, so that a moment in which the machine is slow hits all of them. `lines`
 * has room for one a way. `steps` 0: as the case says. False without a fault's text: interrupted; with `refused`: the
 * device does not compute such worlds. */
bool app_bench_measure(const app_bench_case *c, const app_bench_way *ways, size_t way_count, uint64_t repeats,
                       uint64_t steps, app_bench_line *lines, bool *refused, app_fault *fault);

/* A workload of its own, which has no boids: a line about the features of sound. */
void app_bench_sound(vol_text *text, uint64_t repeat, bool json);
/* Another one: lines about what the frame of a game costs. */
void app_bench_frame(vol_text *text, uint64_t repeat, bool json);
/* And another: lines about what surroundings, trees and measures cost beside plain steps; `boids` 0: of as many as it
 * has for each. */
void app_bench_scale(vol_text *text, uint64_t repeat, bool json, uint32_t boids);

/* Other boids nearer than `reach`, in the mean over the first flock (over a sample where it is large). */
double app_bench_neighbours(const vol_world *world, double reach);

/* Was the line computed on a device? */
bool app_bench_on_device(const app_bench_line *line);

/* The table's head and a line of it; a JSON object; CSV's head and a line of it. */
void app_bench_table_head(vol_text *text);
void app_bench_table_line(vol_text *text, const app_bench_line *line);
void app_bench_json_line(vol_text *text, const app_bench_line *line);
void app_bench_csv_head(vol_text *text);
void app_bench_csv_line(vol_text *text, const app_bench_line *line);

/* Lines that grow. Start with {0}. */
typedef struct app_bench_lines {
    app_bench_line *item;
    size_t count;
} app_bench_lines;

void app_bench_lines_add(app_bench_lines *lines, const app_bench_line *line);
void app_bench_lines_release(app_bench_lines *lines);

/* Reads what `bench --json` wrote. A first object with the key `machine` is passed over. */
bool app_bench_lines_read(app_bench_lines *lines, const char *path, app_fault *fault);
/* Old against new, as a table. */
void app_bench_compare(vol_text *text, const app_bench_lines *old, const app_bench_lines *now);

#endif
