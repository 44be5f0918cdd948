/* The command line. One table of commands and one of options (options.c); parsing, --help, the man page and the shell
 * completions are made from them. */
#ifndef VOLERY_APP_CLI_OPTIONS_H
#define VOLERY_APP_CLI_OPTIONS_H

#include "common/words.h"
#include "scene/fault.h"
#include "scene/scene.h"

#include <stdint.h>

/* What `bench` alone has. Lists have commas between their items. */
typedef struct vol_bench_options {
    const char *boids, *threads, *isa; /* lists; NULL if not given */
    const char *precision, *index, *compare;
    uint64_t steps; /* 0: as the workload says */
    uint64_t repeat;
    bool csv, list;
} vol_bench_options;

/* What `render` alone has. Numbers that are 0 were not given. */
typedef struct vol_render_options {
    const char *size, *color, *renderer; /* NULL if not given */
    uint64_t steps;                      /* UINT64_MAX: as is usual */
    uint64_t fps, finer, trails;
    bool quiver, small;
} vol_render_options;

/* What `sweep` alone has. */
typedef struct vol_sweep_options {
    vol_words over;
    const char *list; /* NULL if not given */
    uint64_t latin;   /* 0: not given */
    uint64_t repeat;
    uint64_t window; /* 0: half of the steps */
    uint64_t every;
} vol_sweep_options;

/* How a plot shall look: of `plot` and of `sweep --plot`. */
typedef struct vol_plot_options {
    const char *file; /* of sweep --plot; NULL if not given */
    const char *kind, *x, *y, *flock, *size, *title, *band;
    uint64_t bins;            /* 0: as many as suit the data */
    uint64_t boid;            /* UINT64_MAX: the leader */
    uint64_t from, to, every; /* steps */
    bool dark;
} vol_plot_options;

/* What `play` alone has. */
typedef struct vol_play_options {
    uint64_t frames, bench_frames; /* 0: not given */
    const char *screenshot, *script;
    bool tty, no_panel;
} vol_play_options;

/* What the command line asked for. */
typedef struct vol_options {
    const struct vol_command *command;
    const char *operand; /* SCENE, NAME, COMMAND; NULL if not given */
    vol_override *overrides;
    size_t override_count;
    vol_arena arena;
    uint64_t steps, every, from, threads;
    const char *device, *output, *record, *leader_log, *save, *load, *measure, *measures;
    bool json, quiet, print_scene, help, man, bash, zsh;
    vol_bench_options bench;
    vol_render_options render;
    vol_sweep_options sweep;
    vol_plot_options plot;
    vol_play_options play;
} vol_options;

/* A command: what it is called, what it does, which function does it. */
typedef struct vol_command {
    const char *name;
    const char *operand; /* "SCENE", "[NAME]", "" */
    const char *about;   /* one line */
    const char *details; /* sentences for --help and the man page; "" where the line says it all */
    int (*run)(const vol_options *options, vol_fault *fault); /* exit code; NULL: not in this version */
} vol_command;

typedef enum vol_option_kind {
    VOL_OPTION_FLAG,  /* bool */
    VOL_OPTION_WHOLE, /* uint64_t */
    VOL_OPTION_WORD,  /* const char * */
    VOL_OPTION_WORDS, /* vol_words, repeatable */
    VOL_OPTION_SET,   /* key=value, repeatable: an override */
    VOL_OPTION_SEED   /* a number: an override of world.seed */
} vol_option_kind;

/* What completes an argument in a shell. */
typedef enum vol_complete {
    VOL_COMPLETE_NOTHING,
    VOL_COMPLETE_FILE,
    VOL_COMPLETE_SCENE,
    VOL_COMPLETE_DEVICE
} vol_complete;

typedef struct vol_option {
    const char *name;     /* without the dashes */
    const char *letter;   /* "o" for -o; NULL where there is none */
    const char *argument; /* "N"; NULL for a flag */
    vol_option_kind kind;
    size_t field; /* in vol_options */
    uint64_t least, most;
    const char *commands; /* names of the commands that have it, with blanks around each: " run verify " */
    vol_complete complete;
    bool hidden; /* not in --help */
    const char *help;
} vol_option;

/* The tables; NULL behind the last row. */
const vol_command *vol_command_at(size_t index);
const vol_option *vol_option_at(size_t index);
bool vol_option_of(const vol_option *option, const vol_command *command);

/* Reads the command line; false and a fault (exit code 2) if it is wrong. */
bool vol_options_read(vol_options *options, int argc, char **argv, vol_fault *fault);
void vol_options_release(vol_options *options);

/* The commands. */
int vol_play_command(const vol_options *options, vol_fault *fault);
int vol_run_command(const vol_options *options, vol_fault *fault);
int vol_render_command(const vol_options *options, vol_fault *fault);
int vol_verify_command(const vol_options *options, vol_fault *fault);
int vol_scenes_command(const vol_options *options, vol_fault *fault);
int vol_sweep_command(const vol_options *options, vol_fault *fault);
int vol_plot_command(const vol_options *options, vol_fault *fault);
int vol_bench_command(const vol_options *options, vol_fault *fault);
int vol_info_command(const vol_options *options, vol_fault *fault);
int vol_help_command(const vol_options *options, vol_fault *fault);

/* How many processors this machine has. */
unsigned long vol_processors(void);

/* Texts made from the tables. `command` NULL: of the whole program. */
void vol_help_text(vol_text *text, const vol_command *command);
void vol_man_text(vol_text *text);
void vol_bash_text(vol_text *text);
void vol_zsh_text(vol_text *text);

#endif
