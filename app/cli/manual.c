/* The man page volery(1) and the completions for bash and zsh, from the tables of options.c. Written to files when the
 * program is built. */
#include "bench/bench.h"
#include "cli/options.h"
#include <volery/scene.h>

#include <stdio.h>
#include <string.h>

/* Words for roff: hyphens and backslashes as they are meant. */
static void put_roff(vol_text *text, const char *words) {
    for (const char *at = words; *at != '\0'; at++) {
        if (*at == '-' || *at == '\\') {
            vol_text_print(text, "\\%s", *at == '-' ? "-" : "e");
        } else {
            vol_text_add(text, at, 1);
        }
    }
}

static void man_option(vol_text *text, const app_option *option) {
    vol_text_put(text, ".TP\n");
    if (option->letter != NULL) {
        vol_text_print(text, "\\fB\\-%s\\fR, ", option->letter);
    }
    vol_text_put(text, "\\fB\\-\\-");
    put_roff(text, option->name);
    vol_text_print(text, "\\fR%s%s%s\n", option->argument != NULL ? " \\fI" : "",
                   option->argument != NULL ? option->argument : "", option->argument != NULL ? "\\fR" : "");
    put_roff(text, option->help);
    vol_text_put(text, ".\n");
}

static void man_command(vol_text *text, const app_command *command) {
    vol_text_print(text, ".SS volery %s %s\n", command->name, command->operand);
    put_roff(text, command->details[0] != '\0' ? command->details : command->about);
    vol_text_put(text, command->details[0] != '\0' ? "\n" : ".\n");
    for (size_t i = 0; command->run == app_bench_command && app_bench_name(i) != NULL; i++) {
        vol_text_print(text, "%s\\fB%s\\fR", i == 0 ? "The workloads are " : ", ", app_bench_name(i));
    }
    vol_text_put(text, command->run == app_bench_command ? ".\n" : "");
    const app_option *option;
    for (size_t i = 0; (option = app_option_at(i)) != NULL; i++) {
        if (!option->hidden && app_option_of(option, command)) {
            man_option(text, option);
        }
    }
}

static const char man_end[] =
    ".SH SCENES\n"
    "A scene is a YAML or JSON file with the world, its flocks, surroundings and events; \\fBvolery scenes\\fR "
    "\\fINAME\\fR "
    "prints one to start from. Every key can be changed on the command line with \\fB\\-\\-set\\fR.\n"
    ".SH EXIT STATUS\n"
    ".TP\n0\nDone.\n.TP\n1\nFailed while running, for instance because a disk is full.\n"
    ".TP\n2\nAn error in the command or the scene; nothing was run.\n"
    ".TP\n130\nInterrupted by SIGINT, SIGTERM or SIGHUP; files are closed and hold everything up to the last step.\n"
    ".SH FILES\n"
    "Outputs are opened and locked before anything is computed; a file that another process is writing is refused, and "
    "so is "
    "an output that is also an input or another output. States, pictures, plots and tables replace what was there at "
    "once, "
    "through \\fI.volery\\-NUMBER.tmp\\fR in the same folder; symbolic links are followed. A process that is killed "
    "leaves trajectories, recordings and film that can be read up to about a second before.\n"
    ".SH ENVIRONMENT\n"
    ".TP\n\\fBVOLERY_ISA\\fR\nThe instruction set to use, one of those that \\fBvolery info\\fR names.\n"
    ".TP\n\\fBVOLERY_OPENCL\\fR\nThe OpenCL library to load instead of \\fIlibOpenCL.so.1\\fR, where a device is asked "
    "for.\n"
    ".TP\n\\fBVOLERY_MPI\\fR\nIf 0, a process that mpirun or srun has started together with others runs alone.\n"
    ".TP\n\\fBNO_COLOR\\fR\nIf set, the progress bar has no colours.\n"
    ".SH EXAMPLES\n"
    ".nf\nvolery run default \\-\\-steps 500\n"
    "volery run steering \\-\\-set boids.count=5000 \\-\\-seed 7 \\-o flight.csv \\-\\-every 10\n"
    "volery run my.yaml \\-\\-steps 100 \\-\\-save half.state\n"
    "volery run my.yaml \\-\\-steps 100 \\-\\-load half.state\n.fi\n";

void app_man_text(vol_text *text) {
    vol_text_print(text, ".TH VOLERY 1 \"\" \"volery %s\" \"User Commands\"\n", vol_version());
    vol_text_put(text, ".SH NAME\nvolery \\- flocks of boids: run, record and measure them\n.SH SYNOPSIS\n");
    const app_command *command;
    for (size_t i = 0; (command = app_command_at(i)) != NULL; i++) {
        if (command->run != NULL) {
            vol_text_print(text, "%s\\fBvolery %s\\fR %s\n", i > 0 ? ".br\n" : "", command->name, command->operand);
        }
    }
    vol_text_put(text,
                 ".SH DESCRIPTION\n"
                 "Volery simulates flocks of birds, fish and other animals by local rules. The same scene and seed "
                 "give the same bits on every machine and with any number of threads. Data goes to standard output, "
                 "all else to standard error.\n.SH COMMANDS\n");
    for (size_t i = 0; (command = app_command_at(i)) != NULL; i++) {
        if (command->run != NULL) {
            man_command(text, command);
        }
    }
    vol_text_put(text, man_end);
}

static void put_scene_names(vol_text *text) {
    for (size_t i = 0; vol_scene_builtin_at(i) != NULL; i++) {
        vol_text_print(text, "%s%s", i > 0 ? " " : "", vol_scene_builtin_at(i)->name);
    }
}

static void put_workload_names(vol_text *text) {
    for (size_t i = 0; app_bench_name(i) != NULL; i++) {
        vol_text_print(text, "%s%s", i > 0 ? " " : "", app_bench_name(i));
    }
}

static void put_command_names(vol_text *text) {
    const app_command *command;
    for (size_t i = 0; (command = app_command_at(i)) != NULL; i++) {
        if (command->run != NULL) {
            vol_text_print(text, "%s ", command->name);
        }
    }
}

/* A case branch of bash for the options whose argument is completed in one way. */
static void bash_arguments(vol_text *text, app_complete complete, const char *action) {
    const app_option *option;
    bool any = false;
    for (size_t i = 0; (option = app_option_at(i)) != NULL; i++) {
        if (!option->hidden && option->argument != NULL && option->complete == complete) {
            vol_text_print(text, "%s--%s", any ? "|" : "    ", option->name);
            if (option->letter != NULL) {
                vol_text_print(text, "|-%s", option->letter);
            }
            any = true;
        }
    }
    if (any) {
        vol_text_print(text, ") %s; return ;;\n", action);
    }
}

void app_bash_text(vol_text *text) {
    vol_text_put(text,
                 "# Completion of volery for bash. Made by `volery help --bash`.\n_volery() {\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options= operands=\n"
                 "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        mapfile -t COMPREPLY < <(compgen -W \"");
    put_command_names(text);
    vol_text_put(text, "--help --version\" -- \"$word\")\n        return\n    fi\n    case $before in\n");
    bash_arguments(text, APP_COMPLETE_FILE, "mapfile -t COMPREPLY < <(compgen -f -- \"$word\")");
    bash_arguments(text, APP_COMPLETE_DEVICE, "mapfile -t COMPREPLY < <(compgen -W \"cpu gpu auto\" -- \"$word\")");
    bash_arguments(text, APP_COMPLETE_NOTHING, "COMPREPLY=()");
    vol_text_put(text, "    esac\n    case ${COMP_WORDS[1]} in\n");
    const app_command *command;
    for (size_t i = 0; (command = app_command_at(i)) != NULL; i++) {
        if (command->run == NULL) {
            continue;
        }
        vol_text_print(text, "    %s) options='", command->name);
        const app_option *option;
        for (size_t k = 0; (option = app_option_at(k)) != NULL; k++) {
            if (!option->hidden && app_option_of(option, command)) {
                vol_text_print(text, "--%s ", option->name);
            }
        }
        vol_text_put(text, "' operands='");
        if (command->run == app_bench_command) {
            put_workload_names(text);
        } else if (strstr(command->operand, "SCENE") != NULL || strstr(command->operand, "NAME") != NULL) {
            put_scene_names(text);
        } else if (strstr(command->operand, "COMMAND") != NULL) {
            put_command_names(text);
        }
        vol_text_put(text, "' ;;\n");
    }
    vol_text_put(text,
                 "    esac\n    if [[ $word == -* ]]; then\n"
                 "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n    else\n"
                 "        mapfile -t COMPREPLY < <(compgen -W \"$operands\" -- \"$word\"; compgen -f -- \"$word\")\n"
                 "    fi\n}\ncomplete -o filenames -F _volery volery\n");
}

/* Words inside a zsh description: quotes and brackets would end it. */
static void put_zsh(vol_text *text, const char *words) {
    for (const char *at = words; *at != '\0'; at++) {
        if (strchr("[]:'\\", *at) != NULL) {
            vol_text_put(text, *at == '\'' ? "'\\''" : "\\");
        }
        if (*at != '\'') {
            vol_text_add(text, at, 1);
        }
    }
}

static void zsh_command(vol_text *text, const app_command *command) {
    static const char *const actions[] = {" ", "_files", " ", "(cpu gpu auto)"};
    vol_text_print(text, "    %s) _arguments", command->name);
    const app_option *option;
    for (size_t i = 0; (option = app_option_at(i)) != NULL; i++) {
        if (option->hidden || !app_option_of(option, command)) {
            continue;
        }
        vol_text_print(text, " \\\n        '%s--%s[", option->kind == APP_OPTION_SET ? "*" : "", option->name);
        put_zsh(text, option->help);
        vol_text_put(text, "]");
        if (option->argument != NULL) {
            vol_text_print(text, ":%s:%s", option->argument, actions[option->complete]);
        }
        vol_text_put(text, "'");
    }
    if (command->run == app_bench_command) {
        vol_text_put(text, " \\\n        '1:workload:(");
        put_workload_names(text);
        vol_text_put(text, ")'");
    } else if (strstr(command->operand, "SCENE") != NULL || strstr(command->operand, "NAME") != NULL) {
        vol_text_print(text, " \\\n        '1:%s:_volery_scenes'", "scene");
    }
    vol_text_put(text, " ;;\n");
}

void app_zsh_text(vol_text *text) {
    vol_text_put(text, "#compdef volery\n# Completion of volery for zsh. Made by `volery help --zsh`.\n"
                       "_volery_scenes() {\n    compadd ");
    put_scene_names(text);
    vol_text_put(text, "\n    _files\n}\n_volery() {\n    if (( CURRENT == 2 )); then\n        compadd ");
    put_command_names(text);
    vol_text_put(text, "--help --version\n        return\n    fi\n    local command=$words[2]\n    shift words\n"
                       "    (( CURRENT-- ))\n    case $command in\n");
    const app_command *command;
    for (size_t i = 0; (command = app_command_at(i)) != NULL; i++) {
        if (command->run != NULL) {
            zsh_command(text, command);
        }
    }
    vol_text_put(text, "    esac\n}\n_volery \"$@\"\n");
}
