/* The tables of commands and options, and the parser that reads a command line by them. First station of every run. */
#include "cli/options.h"

#include "common/words.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const app_command commands[] = {
    {"play", "[SCENE]", "a window with sliders",
     "Shows SCENE (a file, the name of a built-in scene, or a recording) in a window: a left click adds boids, a right "
     "click scatters them, space pauses, F1 lists all keys, and every parameter is a slider. Without SCENE: the scene "
     "default. Where there is no display it says so, and makes a film and a picture instead; --tty draws in the "
     "terminal.",
     app_play_command, APP_RANKS_NONE},
    {"run", "SCENE", "run a scene without a window; record, save, print a summary",
     "Runs SCENE (a file, the name of a built-in scene, or - for standard input) and prints a summary with the hash of "
     "the last state. The same scene and seed give the same hash on every machine and with any number of threads; and "
     "of processes: mpirun -n R volery run computes one world by all of them.",
     app_run_command, APP_RANKS_ALL},
    {"render", "SCENE", "pictures and film",
     "Draws SCENE (a file, the name of a built-in scene, - for standard input, or a recording that run --record made) "
     "and writes what the ending of FILE says: a picture of the last step (.png; .svg and .pdf as vectors), a picture "
     "of each frame (frame-%05d.png), or film (.mp4, .webm, .gif, .webp). No display is needed. An interrupted film "
     "ends "
     "there and can be played.",
     app_render_command, APP_RANKS_NONE},
    {"sweep", "SCENE", "many runs over parameter values",
     "Runs SCENE for all combinations of the values that --over gives, with a seed of its own for each run, on all "
     "processors, and writes a table: run, combination, repetition, seed, status, each parameter, and of each measure "
     "the "
     "mean and the standard deviation over the last steps. A run that fails is a row with its reason. Finished runs "
     "are in "
     "a journal beside the table: the same command goes on with an interrupted sweep, and ends with the same table.",
     app_sweep_command, APP_RANKS_ALL},
    {"plot", "FILE", "plots from recorded data",
     "Draws FILE: a table of measures (run --measure), a sweep, a trajectory (run -o FILE.csv or .h5) or a recording "
     "(run "
     "--record), as PNG, SVG or PDF. What kind of plot suits is read from the header of the file; --kind, --x and --y "
     "say "
     "it.",
     app_plot_command, APP_RANKS_NONE},
    {"bench", "[NAME]", "measure the speed",
     "Measures the workload NAME (one of those below, or one of the articles, as articles/nudge; --list tells what "
     "each "
     "is), or all of them; and sound, which has no boids, frame, what a game's frame costs, and scale, what hunters, "
     "trees and measures cost beside a plain step. Prints a line for each "
     "size, number of threads and "
     "instruction set: the time of a step and of a boid in it, the share of each stage, the mean number of neighbours "
     "and of candidates that were tested, and the hash of the state after 10 steps. Times are the best of several "
     "repeats; compare only what one run on one machine printed.",
     app_bench_command, APP_RANKS_ALL},
    {"verify", "FILE", "replay a recording and compare hashes",
     "Replays a recording that run --record made, and says whether all of its states come out identical, with any "
     "number "
     "of threads, on any device and on any machine; else it names the first step and the first boid that differ, and "
     "the exit code is "
     "1.",
     app_verify_command, APP_RANKS_ALL},
    {"scenes", "[NAME]", "list the built-in scenes, or print one",
     "Without NAME: the names of the built-in scenes, each with a line about it and the names of its other looks: "
     "leader:pond is the scene leader in its look pond, wherever a scene is asked for. With NAME: the scene's file, to "
     "read or to start your own from.",
     app_scenes_command, APP_RANKS_FIRST},
    {"info", "", "version, instruction sets, threads, devices, features built in", "", app_info_command,
     APP_RANKS_FIRST},
    {"help", "[COMMAND]", "how to use the program, or a command of it", "", app_help_command, APP_RANKS_FIRST},
};

#define FIELD(name) offsetof(app_options, name)
#define ALL UINT64_MAX

static const app_option options_table[] = {
    {"steps", NULL, "N", APP_OPTION_WHOLE, FIELD(steps), 0, INT64_MAX, " run sweep ", APP_COMPLETE_NOTHING, false,
     "how many steps to compute (default 1000)"},
    {"steps", NULL, "N", APP_OPTION_WHOLE, FIELD(render.steps), 0, INT64_MAX - 1, " render ", APP_COMPLETE_NOTHING,
     false, "how many steps to compute (default: ten seconds of film, a picture of step 300, all of a recording)"},
    {"seed", NULL, "S", APP_OPTION_SEED, 0, 0, ALL, " play run render sweep ", APP_COMPLETE_NOTHING, false,
     "the seed of everything random, as --set world.seed=S"},
    {"set", NULL, "KEY=VALUE", APP_OPTION_SET, 0, 0, 0, " play run render sweep ", APP_COMPLETE_NOTHING, false,
     "change a key of the scene by its dotted name, flocks by their name: birds.cohesion.weight=2, "
     "world.precision=double; may be given several times"},
    {"preset", NULL, "NAME", APP_OPTION_PRESET, 0, 0, 0, " play run render sweep ", APP_COMPLETE_NOTHING, false,
     "one of the scene's presets, several keys at once under a name: volery scenes SCENE shows them; --set goes beyond "
     "it"},
    {"threads", NULL, "T", APP_OPTION_WHOLE, FIELD(threads), 1, 1024, " play run render verify ", APP_COMPLETE_NOTHING,
     false, "how many threads (default: one for each processor), of each rank under mpirun; the results are the same"},
    {"device", NULL, "NAME", APP_OPTION_WORD, FIELD(device), 0, 0, " play run render verify bench sweep ",
     APP_COMPLETE_DEVICE, false,
     "where to compute: cpu (default), gpu, auto (a graphics card where that is faster), or the number or a part of "
     "the "
     "name of a device that volery info lists; the results are the same"},
    {"device-memory", NULL, "N", APP_OPTION_WORD, FIELD(device_memory), 0, 0, " play run render verify bench sweep ",
     APP_COMPLETE_NOTHING, false,
     "the most bytes to take of the device's memory, as in 512M or 2G (default: what there is)"},
    {"fast", NULL, NULL, APP_OPTION_FLAG, FIELD(fast), 0, 0, " play run render bench sweep ", APP_COMPLETE_NOTHING,
     false, "on a device, give up the same bits for speed; every output says so"},
    {"output", "o", "FILE", APP_OPTION_WORD, FIELD(output), 0, 0, " run ", APP_COMPLETE_FILE, false,
     "record the boids; the format goes by the ending: .csv, .h5, .xyz; - is CSV to standard output"},
    {"every", NULL, "K", APP_OPTION_WHOLE, FIELD(every), 1, INT64_MAX, " run ", APP_COMPLETE_NOTHING, false,
     "record and measure only every K-th step (default 1)"},
    {"from", NULL, "STEP", APP_OPTION_WHOLE, FIELD(from), 0, INT64_MAX, " run ", APP_COMPLETE_NOTHING, false,
     "begin to record and measure at that step (default 0, the start)"},
    {"output", "o", "FILE", APP_OPTION_WORD, FIELD(output), 0, 0, " render ", APP_COMPLETE_FILE, false,
     "the file to write: .png, .svg, .pdf, .mp4, .webm, .gif, .webp, or frame-%05d.png"},
    {"size", NULL, "WxH", APP_OPTION_WORD, FIELD(render.size), 0, 0, " render ", APP_COMPLETE_NOTHING, false,
     "pixels, as in 1920x1080 (default: as the scene's look says)"},
    {"fps", NULL, "F", APP_OPTION_WHOLE, FIELD(render.fps), 1, 1000, " render ", APP_COMPLETE_NOTHING, false,
     "frames a second of a film (default: as the scene's look says)"},
    {"every", NULL, "K", APP_OPTION_WHOLE, FIELD(every), 1, 1000000, " render ", APP_COMPLETE_NOTHING, false,
     "a frame for every K-th step (default 1)"},
    {"from", NULL, "STEP", APP_OPTION_WHOLE, FIELD(from), 0, INT64_MAX - 1, " render ", APP_COMPLETE_NOTHING, false,
     "the step of a film's first frame (default 0, the start)"},
    {"color", NULL, "RULE", APP_OPTION_WORD, FIELD(render.color), 0, 0, " render ", APP_COMPLETE_NOTHING, false,
     "colour of all boids: heading, speed, density, random, flock, or one colour (default: as the scene says)"},
    {"trails", NULL, "N", APP_OPTION_WHOLE, FIELD(render.trails), 0, 10000, " render ", APP_COMPLETE_NOTHING, false,
     "a fading trail behind each boid, N steps long (default 0: none)"},
    {"supersample", NULL, "S", APP_OPTION_WHOLE, FIELD(render.finer), 1, 4, " render ", APP_COMPLETE_NOTHING, false,
     "draw 1, 2 or 4 times as large and shrink, with OpenGL (default 2, of film 1)"},
    {"renderer", NULL, "NAME", APP_OPTION_WORD, FIELD(render.renderer), 0, 0, " render ", APP_COMPLETE_NOTHING, false,
     "gl, cairo or auto: gl where there is OpenGL (default auto)"},
    {"camera", NULL, "A,B", APP_OPTION_WORD, FIELD(render.camera), 0, 0, " render ", APP_COMPLETE_NOTHING, false,
     "where one looks from in three dimensions: degrees around the world, and above the ground, as in --camera 30,20 "
     "(default: as the scene's look says)"},
    {"orbit", NULL, "D", APP_OPTION_WORD, FIELD(render.orbit), 0, 0, " render ", APP_COMPLETE_NOTHING, false,
     "let the camera go around a world of three dimensions, by so many degrees a second of film"},
    {"zoom", NULL, "Z", APP_OPTION_WORD, FIELD(render.zoom), 0, 0, " render ", APP_COMPLETE_NOTHING, false,
     "show the middle so many times as large (default 1: the world fits)"},
    {"quality", NULL, "Q", APP_OPTION_WORD, FIELD(render.quality), 0, 0, " render ", APP_COMPLETE_NOTHING, false,
     "of a film: low, medium (default) or high, or a number from 0 to 100: the higher, the larger the file"},
    {"small", NULL, NULL, APP_OPTION_FLAG, FIELD(render.small), 0, 0, " render ", APP_COMPLETE_NOTHING, false,
     "take more time for a smaller film"},
    {"quiver", NULL, NULL, APP_OPTION_FLAG, FIELD(render.quiver), 0, 0, " render ", APP_COMPLETE_NOTHING, false,
     "a plot with axes: an arrow along the velocity of each boid (.png, .svg, .pdf)"},
    {"follow", NULL, NULL, APP_OPTION_FLAG, FIELD(render.follow), 0, 0, " render ", APP_COMPLETE_NOTHING, false,
     "keep the mean position of all boids in the middle of the picture, as suits an open world"},
    {"mute", NULL, NULL, APP_OPTION_FLAG, FIELD(render.mute), 0, 0, " render ", APP_COMPLETE_NOTHING, false,
     "a film without the sound of its scene"},
    {"save", NULL, "STATE", APP_OPTION_WORD, FIELD(save), 0, 0, " run ", APP_COMPLETE_FILE, false,
     "write the last state to a file, to go on from with --load; - is standard output"},
    {"load", NULL, "STATE", APP_OPTION_WORD, FIELD(load), 0, 0, " run ", APP_COMPLETE_FILE, false,
     "go on from a saved state of the same scene; - is standard input"},
    {"checkpoint", NULL, "EVERY", APP_OPTION_WHOLE, FIELD(checkpoint), 1, INT64_MAX, " run ", APP_COMPLETE_NOTHING,
     false,
     "save every so many steps all that is needed to go on with --resume, in two files in turn; a run that ends well "
     "removes them"},
    {"checkpoint-file", NULL, "NAME", APP_OPTION_WORD, FIELD(checkpoint_file), 0, 0, " run ", APP_COMPLETE_FILE, false,
     "the files of --checkpoint are NAME.0 and NAME.1 (default: the name of the first output with .checkpoint behind "
     "it)"},
    {"resume", NULL, NULL, APP_OPTION_FLAG, FIELD(resume), 0, 0, " run ", APP_COMPLETE_NOTHING, false,
     "go on from the last whole checkpoint of a run that was ended, with the same scene and options; its files become "
     "the same as if it had not been"},
    {"record", NULL, "FILE", APP_OPTION_WORD, FIELD(record), 0, 0, " play run ", APP_COMPLETE_FILE, false,
     "record the scene, the events and a hash of each step, for volery verify"},
    {"leader-log", NULL, "FILE", APP_OPTION_WORD, FIELD(leader_log), 0, 0, " run ", APP_COMPLETE_FILE, false,
     "record the forces on the leaders of flocks as CSV, in the steps of --every and --from"},
    {"measure", NULL, "FILE", APP_OPTION_WORD, FIELD(measure), 0, 0, " run ", APP_COMPLETE_FILE, false,
     "measure the flocks (polarisation, groups and more): a line of CSV for each step, or as --every and --from say; "
     "- is standard output"},
    {"measures", NULL, "NAMES", APP_OPTION_WORD, FIELD(measures), 0, 0, " run sweep ", APP_COMPLETE_NOTHING, false,
     "which measures, with commas between them (default: all)"},
    {"over", NULL, "KEY=VALUES", APP_OPTION_WORDS, FIELD(sweep.over), 0, 0, " sweep ", APP_COMPLETE_NOTHING, false,
     "the values of a key of the scene: a list, birds.cohesion.weight=0.5,1,2, or a range with a number of values, "
     "birds.max_speed=1:5:9, with :log behind it for equal ratios; may be given several times, all combinations are "
     "run. Keys that change together: birds.count/world.size=40/[3,3],400/[10,10]"},
    {"list", NULL, "FILE", APP_OPTION_WORD, FIELD(sweep.list), 0, 0, " sweep ", APP_COMPLETE_FILE, false,
     "run the combinations of a CSV file instead: its header names keys, each row is a combination"},
    {"latin", NULL, "N", APP_OPTION_WHOLE, FIELD(sweep.latin), 1, 10000000, " sweep ", APP_COMPLETE_NOTHING, false,
     "draw N combinations from the ranges --over KEY=FROM:TO as a Latin hypercube"},
    {"repeat", NULL, "R", APP_OPTION_WHOLE, FIELD(sweep.repeat), 1, 1000000, " sweep ", APP_COMPLETE_NOTHING, false,
     "how many runs of each combination, with different seeds (default 1)"},
    {"window", NULL, "W", APP_OPTION_WHOLE, FIELD(sweep.window), 1, INT64_MAX, " sweep ", APP_COMPLETE_NOTHING, false,
     "measure in the last W steps (default: half of them)"},
    {"every", NULL, "K", APP_OPTION_WHOLE, FIELD(sweep.every), 1, INT64_MAX, " sweep ", APP_COMPLETE_NOTHING, false,
     "measure only every K-th step, counted back from the last (default 10)"},
    {"threads", NULL, "T", APP_OPTION_WHOLE, FIELD(threads), 1, 1024, " sweep ", APP_COMPLETE_NOTHING, false,
     "how many runs at a time (default: one for each processor); the results are the same"},
    {"output", "o", "FILE", APP_OPTION_WORD, FIELD(output), 0, 0, " sweep ", APP_COMPLETE_FILE, false,
     "the table; the format goes by the ending: .csv, .h5; - (default) is CSV to standard output, without a journal"},
    {"points", NULL, "FILE", APP_OPTION_WORD, FIELD(sweep.points), 0, 0, " sweep ", APP_COMPLETE_FILE, false,
     "a second table (.csv) with one row for each combination: means over its runs, with standard errors"},
    {"part", NULL, "K/N", APP_OPTION_WORD, FIELD(sweep.part), 0, 0, " sweep ", APP_COMPLETE_NOTHING, false,
     "compute only part K of N, as in 3/8, for the job arrays of a cluster: finished runs are in "
     "FILE.part-K-of-N.journal, "
     "and the same command goes on with a part that was ended"},
    {"join", NULL, NULL, APP_OPTION_FLAG, FIELD(sweep.join), 0, 0, " sweep ", APP_COMPLETE_NOTHING, false,
     "compute nothing: make the table from the journals of all parts"},
    {"plot", NULL, "FILE", APP_OPTION_WORD, FIELD(plot.file), 0, 0, " sweep ", APP_COMPLETE_FILE, false,
     "draw the table as volery plot would: .png, .svg, .pdf"},
    {"output", "o", "FILE", APP_OPTION_WORD, FIELD(output), 0, 0, " plot ", APP_COMPLETE_FILE, false,
     "the picture; the format goes by the ending: .png, .svg, .pdf"},
    {"kind", NULL, "KIND", APP_OPTION_WORD, FIELD(plot.kind), 0, 0, " plot sweep ", APP_COMPLETE_NOTHING, false,
     "series, errorbars, heat, histogram, map or track (default: what suits the file)"},
    {"x", NULL, "COLUMN", APP_OPTION_WORD, FIELD(plot.x), 0, 0, " plot sweep ", APP_COMPLETE_NOTHING, false,
     "what goes to the right: a column of the file; in histograms speed, heading or nearest"},
    {"y", NULL, "COLUMNS", APP_OPTION_WORD, FIELD(plot.y), 0, 0, " plot sweep ", APP_COMPLETE_NOTHING, false,
     "what is shown: columns of the file, with commas between them (default polarisation); in heat maps the first is a "
     "parameter and the second what is coloured"},
    {"flock", NULL, "NAME", APP_OPTION_WORD, FIELD(plot.flock), 0, 0, " plot ", APP_COMPLETE_NOTHING, false,
     "only boids or rows of that flock"},
    {"boid", NULL, "ID", APP_OPTION_WHOLE, FIELD(plot.boid), 0, UINT32_MAX, " plot ", APP_COMPLETE_NOTHING, false,
     "whose track is drawn (default: the leader that the scene names, or 0)"},
    {"bins", NULL, "N", APP_OPTION_WHOLE, FIELD(plot.bins), 1, 1000, " plot ", APP_COMPLETE_NOTHING, false,
     "bars of a histogram, or cells along the longer side of a map (default: as many as suit the data)"},
    {"from", NULL, "STEP", APP_OPTION_WHOLE, FIELD(plot.from), 0, INT64_MAX, " plot ", APP_COMPLETE_NOTHING, false,
     "leave earlier steps out"},
    {"to", NULL, "STEP", APP_OPTION_WHOLE, FIELD(plot.to), 0, INT64_MAX, " plot ", APP_COMPLETE_NOTHING, false,
     "leave later steps out"},
    {"every", NULL, "K", APP_OPTION_WHOLE, FIELD(plot.every), 1, INT64_MAX, " plot ", APP_COMPLETE_NOTHING, false,
     "use only every K-th step"},
    {"size", NULL, "WxH", APP_OPTION_WORD, FIELD(plot.size), 0, 0, " plot sweep ", APP_COMPLETE_NOTHING, false,
     "of the picture: 160x100mm (default), 800x500px"},
    {"title", NULL, "TEXT", APP_OPTION_WORD, FIELD(plot.title), 0, 0, " plot sweep ", APP_COMPLETE_NOTHING, false,
     "a line above the plot (default: none)"},
    {"band", NULL, "FROM:TO", APP_OPTION_WORD, FIELD(plot.band), 0, 0, " plot sweep ", APP_COMPLETE_NOTHING, false,
     "shade a part of what goes to the right, as the range that one would choose"},
    {"bars", NULL, "WHAT", APP_OPTION_WORD, FIELD(plot.bars), 0, 0, " plot sweep ", APP_COMPLETE_NOTHING, false,
     "what error bars show of a sweep: sd (default), the deviation between runs, or error, the standard error of the "
     "mean"},
    {"mean", NULL, NULL, APP_OPTION_FLAG, FIELD(plot.mean), 0, 0, " plot ", APP_COMPLETE_NOTHING, false,
     "of series: the mean over time with its standard error, in a band of the standard deviation"},
    {"dark", NULL, NULL, APP_OPTION_FLAG, FIELD(plot.dark), 0, 0, " plot sweep ", APP_COMPLETE_NOTHING, false,
     "bright lines on a dark ground"},
    {"boids", NULL, "N", APP_OPTION_WORD, FIELD(bench.boids), 0, 0, " bench ", APP_COMPLETE_NOTHING, false,
     "how many boids, or several numbers with commas between them (default: the workload's own)"},
    {"threads", NULL, "T", APP_OPTION_WORD, FIELD(bench.threads), 0, 0, " bench ", APP_COMPLETE_NOTHING, false,
     "how many threads, or several numbers: --threads 1,2 (default: one for each processor)"},
    {"isa", NULL, "NAME", APP_OPTION_WORD, FIELD(bench.isa), 0, 0, " bench ", APP_COMPLETE_NOTHING, false,
     "the instruction set, or several: volery info names them (default: the best)"},
    {"precision", NULL, "NAME", APP_OPTION_WORD, FIELD(bench.precision), 0, 0, " bench ", APP_COMPLETE_NOTHING, false,
     "single or double, or both: --precision single,double (default: the workload's own)"},
    {"index", NULL, "NAME", APP_OPTION_WORD, FIELD(bench.index), 0, 0, " bench ", APP_COMPLETE_NOTHING, false,
     "how neighbours are found, as world.index in a scene, or several: --index grid,tree (default auto)"},
    {"steps", NULL, "N", APP_OPTION_WHOLE, FIELD(bench.steps), 1, 1000000, " bench ", APP_COMPLETE_NOTHING, false,
     "how many steps to time in a repeat (default: as the workload says, until they have taken 0.2 s)"},
    {"repeat", NULL, "R", APP_OPTION_WHOLE, FIELD(bench.repeat), 1, 1000, " bench ", APP_COMPLETE_NOTHING, false,
     "how many times to measure; the best counts (default 5)"},
    {"compare", NULL, "OLD", APP_OPTION_WORD, FIELD(bench.compare), 0, 0, " bench ", APP_COMPLETE_FILE, false,
     "a file with the lines of an earlier bench --json: how many times faster it is now"},
    {"json", NULL, NULL, APP_OPTION_FLAG, FIELD(json), 0, 0, " bench ", APP_COMPLETE_NOTHING, false,
     "answer with one JSON object a line"},
    {"csv", NULL, NULL, APP_OPTION_FLAG, FIELD(bench.csv), 0, 0, " bench ", APP_COMPLETE_NOTHING, false,
     "answer as a table of CSV"},
    {"list", NULL, NULL, APP_OPTION_FLAG, FIELD(bench.list), 0, 0, " bench ", APP_COMPLETE_NOTHING, false,
     "print the workloads with their models and parameters, and measure nothing"},
    {"osc-out", NULL, "HOST:PORT", APP_OPTION_WORD, FIELD(osc.out), 0, 0, " play run ", APP_COMPLETE_NOTHING, false,
     "send boids, measures and sound by OSC over UDP, as docs/osc.md has it; run then keeps the scene's pace"},
    {"osc-in", NULL, "PORT", APP_OPTION_WORD, FIELD(osc.in), 0, 0, " play run ", APP_COMPLETE_NOTHING, false,
     "take parameters and events by OSC from programs on this machine; HOST:PORT listens at another address, as "
     "0.0.0.0:9000 for all; port 0 is any free one. What is done is recorded"},
    {"osc-every", NULL, "K", APP_OPTION_WHOLE, FIELD(osc.every), 1, 1000000, " play run ", APP_COMPLETE_NOTHING, false,
     "send only every K-th step (default 1)"},
    {"osc-boids", NULL, "N", APP_OPTION_WHOLE, FIELD(osc.boids), 0, APP_OSC_MOST_BOIDS, " play run ",
     APP_COMPLETE_NOTHING, false, "send at most N boids of each flock, those with the smallest ids (default 100)"},
    {"osc-measures", NULL, "NAMES", APP_OPTION_WORD, FIELD(osc.measures), 0, 0, " play run ", APP_COMPLETE_NOTHING,
     false, "which measures to send, with commas between them (default: " APP_OSC_MEASURES ")"},
    {"tty", NULL, NULL, APP_OPTION_FLAG, FIELD(play.tty), 0, 0, " play ", APP_COMPLETE_NOTHING, false,
     "draw in the terminal, not in a window"},
    {"frames", NULL, "N", APP_OPTION_WHOLE, FIELD(play.frames), 1, INT64_MAX, " play ", APP_COMPLETE_NOTHING, false,
     "show so many frames, one step each, then end"},
    {"screenshot", NULL, "FILE", APP_OPTION_WORD, FIELD(play.screenshot), 0, 0, " play ", APP_COMPLETE_FILE, false,
     "save the last of these frames as FILE.png (of one frame without --frames)"},
    {"bench-frames", NULL, "N", APP_OPTION_WHOLE, FIELD(play.bench_frames), 1, 1000000, " play ", APP_COMPLETE_NOTHING,
     false, "show so many frames as fast as it goes, and say where their time went"},
    {"no-panel", NULL, NULL, APP_OPTION_FLAG, FIELD(play.no_panel), 0, 0, " play ", APP_COMPLETE_NOTHING, false,
     "begin with the panel hidden, in a window as large as the scene says"},
    {"script", NULL, "FILE", APP_OPTION_WORD, FIELD(play.script), 0, 0, " play ", APP_COMPLETE_FILE, false,
     "let a file move the mouse and press keys, as docs/playing.md has it"},
    {"print-scene", NULL, NULL, APP_OPTION_FLAG, FIELD(print_scene), 0, 0, " run ", APP_COMPLETE_NOTHING, false,
     "print the whole scene as it would be run, and do not run it"},
    {"json", NULL, NULL, APP_OPTION_FLAG, FIELD(json), 0, 0, " run render verify scenes info sweep ",
     APP_COMPLETE_NOTHING, false, "answer as one JSON object"},
    {"quiet", NULL, NULL, APP_OPTION_FLAG, FIELD(quiet), 0, 0, " play run render verify bench sweep ",
     APP_COMPLETE_NOTHING, false, "no progress, no summary"},
    {"man", NULL, NULL, APP_OPTION_FLAG, FIELD(man), 0, 0, " help ", APP_COMPLETE_NOTHING, true, "the man page"},
    {"bash", NULL, NULL, APP_OPTION_FLAG, FIELD(bash), 0, 0, " help ", APP_COMPLETE_NOTHING, true,
     "completion for bash"},
    {"zsh", NULL, NULL, APP_OPTION_FLAG, FIELD(zsh), 0, 0, " help ", APP_COMPLETE_NOTHING, true, "completion for zsh"},
    {"help", "h", NULL, APP_OPTION_FLAG, FIELD(help), 0, 0,
     " play run render scenes info verify help bench sweep plot ", APP_COMPLETE_NOTHING, false, "this text"},
};

enum { OPTIONS = sizeof options_table / sizeof *options_table };

const app_command *app_command_at(size_t index) {
    return index < sizeof commands / sizeof *commands ? &commands[index] : NULL;
}

const app_option *app_option_at(size_t index) {
    return index < OPTIONS ? &options_table[index] : NULL;
}

bool app_option_of(const app_option *option, const app_command *command) {
    char blank[64];
    snprintf(blank, sizeof blank, " %s ", command->name);
    return strstr(option->commands, blank) != NULL;
}

/* One line to read, after the name of the program or command. */
static bool wrong(const app_options *options, app_fault *fault, const char *reason, const char *word) {
    const char *command = options->command != NULL ? options->command->name : "";
    return app_fault_set(fault, APP_EXIT_WRONG, "volery%s%s: %s '%s'", command[0] != '\0' ? " " : "", command, reason,
                         word);
}

/* Adds the nearest known word, and where to read more. */
static bool suggest(const app_options *options, app_fault *fault, vol_words *known, const char *prefix,
                    const char *word) {
    const char *nearest = vol_words_nearest(known, word);
    if (nearest != NULL) {
        app_fault_more(fault, "; did you mean '%s%s'?", prefix, nearest);
    }
    app_fault_more(fault, "%s see volery %s%s--help", nearest != NULL ? "" : ";",
                   options->command != NULL ? options->command->name : "", options->command != NULL ? " " : "");
    vol_words_release(known);
    return false;
}

static bool find_command(app_options *options, const char *word, app_fault *fault) {
    vol_words known = {0};
    for (const app_command *c = commands; c < commands + sizeof commands / sizeof *commands; c++) {
        if (strcmp(c->name, word) == 0) {
            vol_words_release(&known);
            options->command = c;
            return c->run != NULL ||
                   app_fault_set(fault, APP_EXIT_WRONG, "volery %s is not available in this version", word);
        }
        if (c->run != NULL) {
            vol_words_add(&known, c->name);
        }
    }
    wrong(options, fault, word[0] == '-' ? "unknown option" : "unknown command", word);
    return suggest(options, fault, &known, "", word);
}

static const app_option *find_option(const app_options *options, const char *name, size_t length, bool is_long,
                                     app_fault *fault) {
    vol_words known = {0};
    for (const app_option *o = options_table; o < options_table + OPTIONS; o++) {
        if (!app_option_of(o, options->command)) {
            continue;
        }
        if (is_long ? strlen(o->name) == length && strncmp(o->name, name, length) == 0
                    : o->letter != NULL && o->letter[0] == name[0]) {
            vol_words_release(&known);
            return o;
        }
        if (!o->hidden) {
            vol_words_add(&known, o->name);
        }
    }
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    char shown[72];
    snprintf(shown, sizeof shown, "%s%s", is_long ? "--" : "-", word);
    wrong(options, fault, "unknown option", shown);
    suggest(options, fault, &known, "--", word);
    return NULL;
}

static void add_override(app_options *options, const char *key, const char *value, const char *option) {
    size_t size = (options->override_count + 1) * sizeof *options->overrides;
    options->overrides = vol_retake(options->overrides, size);
    options->overrides[options->override_count++] = (vol_scene_override){key, value, option};
}

static bool read_set(app_options *options, const char *argument, app_fault *fault) {
    const char *equals = strchr(argument, '=');
    const char *option = vol_arena_print(&options->arena, "--set %s", argument);
    if (equals == NULL || equals == argument) {
        return app_fault_set(fault, APP_EXIT_WRONG, "%s: allowed is KEY=VALUE, as in birds.cohesion.weight=2", option);
    }
    const char *key = vol_arena_copy(&options->arena, argument, (size_t)(equals - argument));
    add_override(options, key, equals + 1, option);
    return true;
}

/* Before all others, so that these can change what it sets. */
static void add_preset(app_options *options, const char *name) {
    add_override(options, "preset", name, vol_arena_print(&options->arena, "--preset %s", name));
    vol_scene_override preset = options->overrides[options->override_count - 1];
    memmove(options->overrides + 1, options->overrides, (options->override_count - 1) * sizeof preset);
    options->overrides[0] = preset;
}

/* Puts an option's argument where the table says. */
static bool keep(app_options *options, const app_option *o, const char *argument, app_fault *fault) {
    void *field = (char *)options + o->field;
    uint64_t number = 0;
    argument = argument != NULL ? argument : "";
    switch (o->kind) {
    case APP_OPTION_FLAG: *(bool *)field = true; return true;
    case APP_OPTION_WORD: *(const char **)field = argument; return true;
    case APP_OPTION_WORDS: vol_words_add(field, argument); return true;
    case APP_OPTION_SET: return read_set(options, argument, fault);
    case APP_OPTION_PRESET: add_preset(options, argument); return true;
    case APP_OPTION_WHOLE:
    case APP_OPTION_SEED:
        if (!vol_whole_read(argument, &number) || number < o->least || number > o->most) {
            return app_fault_set(
                fault, APP_EXIT_WRONG,
                "volery %s: --%s: value '%s' is not allowed; allowed is a whole number from %llu to %llu",
                options->command->name, o->name, argument, (unsigned long long)o->least, (unsigned long long)o->most);
        }
        break;
    }
    if (o->kind == APP_OPTION_SEED) {
        add_override(options, "world.seed", argument, vol_arena_print(&options->arena, "--seed %s", argument));
    } else {
        *(uint64_t *)field = number;
    }
    return true;
}

/* One option at argv[*at], with its argument in the same word or the next. */
static bool read_option(app_options *options, bool *seen, int argc, char **argv, int *at, app_fault *fault) {
    const char *word = argv[*at];
    bool is_long = word[1] == '-';
    const char *name = word + (is_long ? 2 : 1);
    const char *equals = is_long ? strchr(name, '=') : NULL;
    size_t length = is_long ? (equals != NULL ? (size_t)(equals - name) : strlen(name)) : 1;
    const app_option *o = find_option(options, name, length, is_long, fault);
    if (o == NULL) {
        return false;
    }
    if (seen[o - options_table] && o->kind != APP_OPTION_SET && o->kind != APP_OPTION_WORDS) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery %s: --%s is given twice", options->command->name, o->name);
    }
    seen[o - options_table] = true;
    const char *argument = equals != NULL ? equals + 1 : !is_long && name[1] != '\0' ? name + 1 : NULL;
    if (o->argument == NULL && argument != NULL) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery %s: --%s takes no value, but '%s' is given",
                             options->command->name, o->name, argument);
    }
    if (o->argument != NULL && argument == NULL) {
        if (*at + 1 >= argc) {
            return app_fault_set(fault, APP_EXIT_WRONG, "volery %s: --%s needs a value: --%s %s",
                                 options->command->name, o->name, o->name, o->argument);
        }
        argument = argv[++*at];
    }
    return keep(options, o, argument, fault);
}

/* --help and --version stand before a command as well. */
static bool read_first(app_options *options, const char *word, app_fault *fault) {
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        word = "help";
    }
    return find_command(options, word, fault);
}

bool app_options_read(app_options *options, int argc, char **argv, app_fault *fault) {
    bool seen[OPTIONS] = {false};
    *options = (app_options){.steps = 1000,
                             .every = 1,
                             .bench.repeat = 5,
                             .osc = {.every = 1, .boids = APP_OSC_BOIDS},
                             .render.steps = UINT64_MAX,
                             .sweep = {.repeat = 1, .every = 10},
                             .plot = {.every = 1, .to = UINT64_MAX, .boid = UINT64_MAX}};
    if (argc < 2) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery: no command given; see volery --help");
    }
    if (!read_first(options, argv[1], fault)) {
        return false;
    }
    bool only_operands = false;
    for (int at = 2; at < argc; at++) {
        const char *word = argv[at];
        if (!only_operands && strcmp(word, "--") == 0) {
            only_operands = true;
        } else if (!only_operands && word[0] == '-' && word[1] != '\0') {
            if (!read_option(options, seen, argc, argv, &at, fault)) {
                return false;
            }
        } else if (options->operand != NULL || options->command->operand[0] == '\0') {
            return wrong(options, fault, "one argument too many:", word);
        } else {
            options->operand = word;
        }
    }
    const char *operand = options->command->operand;
    if (options->operand == NULL && operand[0] != '\0' && operand[0] != '[' && !options->help) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery %s: %s is missing; see volery %s --help",
                             options->command->name, operand, options->command->name);
    }
    return true;
}

void app_options_release(app_options *options) {
    free(options->overrides);
    vol_words_release(&options->sweep.over);
    vol_arena_release(&options->arena);
    *options = (app_options){0};
}
