/* The command line. One table of commands and one of options (options.c); parsing, --help, the man page and the shell
 * completions are made from them. */
#ifndef VOLERY_APP_CLI_OPTIONS_H
#define VOLERY_APP_CLI_OPTIONS_H

#include "common/words.h"
#include "osc/osc.h"
#include "util/fault.h"
#include <volery/scene.h>

#include <stdint.h>

/* What `bench` alone has. Lists have commas between their items. */
typedef struct app_bench_options {
    const char *boids, *threads, *isa; /* lists; NULL if not given */
    const char *precision, *index, *compare;
    uint64_t steps; /* 0: as the workload says */
    uint64_t repeat;
    bool csv, list;
} app_bench_options;

/* What `render` alone has. Numbers that are 0 were not given. */
typedef struct app_render_options {
    const char *size, *color, *renderer; /* NULL if not given */
    const char *camera, *zoom, *orbit, *quality;
    uint64_t steps; /* UINT64_MAX: as is usual */
    uint64_t fps, finer, trails;
    bool quiver, small, follow, mute;
} app_render_options;

/* What `sweep` alone has. */
typedef struct app_sweep_options {
    vol_words over;
    const char *list, *points, *part; /* NULL if not given */
    bool join;
    uint64_t latin; /* 0: not given */
    uint64_t repeat;
    uint64_t window; /* 0: half of the steps */
    uint64_t every;
} app_sweep_options;

/* How a plot shall look: of `plot` and of `sweep --plot`. */
typedef struct app_plot_options {
    const char *file; /* of sweep --plot; NULL if not given */
    const char *kind, *x, *y, *flock, *size, *title, *band, *bars;
    uint64_t bins;            /* 0: as many as suit the data */
    uint64_t boid;            /* UINT64_MAX: the leader */
    uint64_t from, to, every; /* steps */
    bool dark, mean;
} app_plot_options;

/* What `play` alone has. */
typedef struct app_play_options {
    uint64_t frames, bench_frames; /* 0: not given */
    const char *screenshot, *script;
    bool tty, no_panel;
} app_play_options;

/* What the command line asked for. */
typedef struct app_options {
    const struct app_command *command;
    const char *operand; /* SCENE, NAME, COMMAND; NULL if not given */
    vol_scene_override *overrides;
    size_t override_count;
    vol_arena arena;
    uint64_t steps, every, from, threads;
    const char *device, *device_memory; /* as they were given; NULL if not */
    const char *output, *record, *leader_log, *save, *load, *measure, *measures;
    uint64_t checkpoint; /* steps; 0: none */
    const char *checkpoint_file;
    bool resume, fast, json, quiet, print_scene, help, man, bash, zsh;
    app_bench_options bench;
    app_render_options render;
    app_sweep_options sweep;
    app_plot_options plot;
    app_play_options play;
    app_osc_options osc;
} app_options;

/* What a command does where mpirun has started several processes. */
typedef enum app_ranks_kind {
    APP_RANKS_NONE,  /* it is refused */
    APP_RANKS_FIRST, /* the first one does it alone */
    APP_RANKS_ALL    /* all do it together */
} app_ranks_kind;

/* A command: what it is called, what it does, which function does it. */
typedef struct app_command {
    const char *name;
    const char *operand; /* "SCENE", "[NAME]", "" */
    const char *about;   /* one line */
    const char *details; /* sentences for --help and the man page; "" where the line says it all */
    int (*run)(const app_options *options, app_fault *fault); /* exit code; NULL: not in this version */
    app_ranks_kind ranks;
} app_command;

typedef enum app_option_kind {
    APP_OPTION_FLAG,  /* bool */
    APP_OPTION_WHOLE, /* uint64_t */
    APP_OPTION_WORD,  /* const char * */
    APP_OPTION_WORDS, /* vol_words, repeatable */
    APP_OPTION_SET,   /* key=value, repeatable: an override */
    APP_OPTION_SEED,  /* a number: an override of world.seed */
    APP_OPTION_PRESET /* a name: an override of preset, before all others */
} app_option_kind;

/* What completes an argument in a shell. */
typedef enum app_complete {
    APP_COMPLETE_NOTHING,
    APP_COMPLETE_FILE,
    APP_COMPLETE_SCENE,
    APP_COMPLETE_DEVICE
} app_complete;

typedef struct app_option {
    const char *name;     /* without the dashes */
    const char *letter;   /* "o" for -o; NULL where there is none */
    const char *argument; /* "N"; NULL for a flag */
    app_option_kind kind;
    size_t field; /* in app_options */
    uint64_t least, most;
    const char *commands; /* names of the commands that have it, with blanks around each: " run verify " */
    app_complete complete;
    bool hidden; /* not in --help */
    const char *help;
} app_option;

/* The tables; NULL behind the last row. */
const app_command *app_command_at(size_t index);
const app_option *app_option_at(size_t index);
bool app_option_of(const app_option *option, const app_command *command);

/* Reads the command line; false and a fault (exit code 2) if it is wrong. */
bool app_options_read(app_options *options, int argc, char **argv, app_fault *fault);
void app_options_release(app_options *options);

/* The commands. */
int app_play_command(const app_options *options, app_fault *fault);
int app_run_command(const app_options *options, app_fault *fault);
int app_render_command(const app_options *options, app_fault *fault);
int app_verify_command(const app_options *options, app_fault *fault);
int app_scenes_command(const app_options *options, app_fault *fault);
int app_sweep_command(const app_options *options, app_fault *fault);
int app_plot_command(const app_options *options, app_fault *fault);
int app_bench_command(const app_options *options, app_fault *fault);
int app_info_command(const app_options *options, app_fault *fault);
int app_help_command(const app_options *options, app_fault *fault);

/* Where to compute, as the command line says; false and a fault if that is wrong, or there is no such device here. */
bool app_where_read(const app_options *options, vol_scene_where *where, app_fault *fault);
/* The two halves of it: what the words say, which asks nothing of any device, and whether there is such a device. A
 * process that has asked must not fork for another one that computes there. */
bool app_where_understand(const app_options *options, vol_scene_where *where, app_fault *fault);
bool app_where_try(const app_options *options, app_fault *fault);
/* Is something else asked for than the processors? */
bool app_where_is_device(const app_options *options);

/* How many processors this machine has. */
unsigned long app_processors(void);

/* Texts made from the tables. `command` NULL: of the whole program. */
void app_help_text(vol_text *text, const app_command *command);
void app_man_text(vol_text *text);
void app_bash_text(vol_text *text);
void app_zsh_text(vol_text *text);

#endif
