/* The program: reads the command line, lets the command do its work, and turns a fault into a line on standard error
 * and an exit code. */
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* One line, whatever bytes a file or an argument brought into it. */
static void print_fault(vol_fault *fault) {
    for (char *at = fault->text; *at != '\0'; at++) {
        if ((unsigned char)*at < 32 || *at == 127) {
            *at = '?';
        }
    }
    fprintf(stderr, "%s\n", fault->text);
}

static int answer(const vol_options *options, vol_fault *fault) {
    if (options->help && options->command->run != vol_help_command) {
        vol_text text = {0};
        vol_help_text(&text, options->command);
        fputs(text.data, stdout);
        vol_text_release(&text);
        return VOL_EXIT_DONE;
    }
    return options->command->run(options, fault);
}

int main(int argc, char **argv) {
    vol_fault fault = {0};
    vol_options options = {0};
    int code = VOL_EXIT_WRONG;
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("volery %s\n", vol_version());
        code = VOL_EXIT_DONE;
    } else if (vol_options_read(&options, argc, argv, &fault)) {
        code = answer(&options, &fault);
    } else {
        code = fault.exit_code;
    }
    vol_options_release(&options);
    if (fflush(stdout) != 0 && fault.text[0] == '\0') {
        code = VOL_EXIT_FAILED;
        vol_fault_set(&fault, code, "volery: standard output: %s", strerror(errno));
    }
    if (fault.text[0] != '\0') {
        print_fault(&fault);
    }
    return code;
}
