/* Reads the command line, lets the command do its work, and turns a fault into a line on standard error and an exit
 * code. Over several ranks the first one speaks, and all end with the same code. */
#include "cli/program.h"

#include "cli/options.h"
#include "cluster/cluster.h"
#include "util/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void app_program_say(app_fault *fault) {
    for (char *at = fault->text; *at != '\0'; at++) { /* whatever bytes a file or an argument brought into it */
        if ((unsigned char)*at < 32 || *at == 127) {
            *at = '?';
        }
    }
    fprintf(stderr, "%s\n", fault->text);
}

/* Where there are other ranks, some commands are for the first of them, and some for none. */
static bool is_for(const app_command *command, int *code, app_fault *fault) {
    if (app_cluster_size() > 1 && command->ranks == APP_RANKS_NONE) {
        app_fault_set(fault, APP_EXIT_WRONG,
                      "volery %s: is for one process, and here are %u; start it without mpirun (srun)", command->name,
                      (unsigned)app_cluster_size());
        *code = fault->code;
        return false;
    }
    return app_cluster_first() || command->ranks == APP_RANKS_ALL;
}

static int answer(const app_options *options, app_fault *fault) {
    int code = APP_EXIT_DONE;
    if (options->help && options->command->run != app_help_command) {
        vol_text text = {0};
        app_help_text(&text, options->command);
        fputs(text.data, stdout);
        vol_text_release(&text);
    } else if (is_for(options->command, &code, fault)) {
        code = options->command->run(options, fault);
    }
    return code;
}

#ifndef _WIN32
void app_program_streams(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) < 0 && open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file) {
            return; /* there is no such device here */
        }
    }
}
#endif

/* What all ranks print, one prints. */
static void keep_silent(void) {
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        close(nowhere);
    }
}

/* Also what was lost before the last of it. */
static void check_output(int *code, app_fault *fault) {
    errno = 0;
    bool lost = fflush(stdout) != 0;
    int reason = errno;
    if ((lost || ferror(stdout) != 0) && fault->text[0] == '\0') {
        *code = APP_EXIT_FAILED;
        app_fault_set(fault, APP_EXIT_FAILED, "volery: standard output: %s",
                      reason != 0 ? strerror(reason) : "not all could be written");
    }
}

/* All ranks end as the first one that has failed does, or else as the first of all. */
static int agree_on_end(int code, app_fault *fault) {
    app_accord accord = {.number = (uint64_t)code};
    if (app_cluster_size() == 1) {
        return code;
    }
    return app_cluster_agree_on(&accord, fault->text[0] == '\0', fault) ? (int)accord.number : fault->code;
}

static void show_help(void) {
    vol_text text = {0};
    app_help_text(&text, NULL);
    fputs(text.data, stderr);
    vol_text_release(&text);
}

int app_program(int argc, char **argv) {
    app_fault fault = {0};
    app_options options = {0};
    int code = APP_EXIT_WRONG;
    if (!app_cluster_first()) {
        keep_silent();
    }
    if (argc < 2) {
        show_help(); /* who types the name alone wants to know what there is; as a command it is wrong all the same */
    } else if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("volery %s\n", vol_version());
        code = APP_EXIT_DONE;
    } else if (app_options_read(&options, argc, argv, &fault)) {
        code = answer(&options, &fault);
    } else {
        code = fault.code;
    }
    app_options_release(&options);
    check_output(&code, &fault);
    code = agree_on_end(code, &fault);
    if (app_interrupt_pipe_broke() && code != APP_EXIT_DONE && app_cluster_size() == 1) {
        app_interrupt_die_of_pipe(); /* as programs before `head` do, without a message */
    }
    if (fault.text[0] != '\0' && app_cluster_first()) {
        app_program_say(&fault);
    }
    return code;
}
