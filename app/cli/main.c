/* The program: reads the command line, lets the command do its work, and turns a fault into a line on standard error
 * and an exit code. */
#include "cli/options.h"
#include "util/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One line, whatever bytes a file or an argument brought into it. */
static void print_fault(app_fault *fault) {
    for (char *at = fault->text; *at != '\0'; at++) {
        if ((unsigned char)*at < 32 || *at == 127) {
            *at = '?';
        }
    }
    fprintf(stderr, "%s\n", fault->text);
}

static int answer(const app_options *options, app_fault *fault) {
    if (options->help && options->command->run != app_help_command) {
        vol_text text = {0};
        app_help_text(&text, options->command);
        fputs(text.data, stdout);
        vol_text_release(&text);
        return APP_EXIT_DONE;
    }
    return options->command->run(options, fault);
}

/* A file that is opened must not get the number of a standard stream that was closed: what is printed would go into it.
 * What is put there instead can be used for nothing, so that printing fails. */
static void fill_streams(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) < 0 && open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file) {
            return; /* there is no such device here */
        }
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

int main(int argc, char **argv) {
    fill_streams();
    app_fault fault = {0};
    app_options options = {0};
    int code = APP_EXIT_WRONG;
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("volery %s\n", vol_version());
        code = APP_EXIT_DONE;
    } else if (app_options_read(&options, argc, argv, &fault)) {
        code = answer(&options, &fault);
    } else {
        code = fault.code;
    }
    app_options_release(&options);
    check_output(&code, &fault);
    if (app_interrupt_pipe_broke() && code != APP_EXIT_DONE) {
        app_interrupt_die_of_pipe(); /* as programs before `head` do, without a message */
    }
    if (fault.text[0] != '\0') {
        print_fault(&fault);
    }
    return code;
}
