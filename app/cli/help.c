/* --help for the program and for each command, from the tables of options.c. */
#include "bench/bench.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 88 };

/* Puts words after what stands in the line, broken so that further lines begin at `indent`. */
static void put_wrapped(vol_text *text, const char *words, size_t indent) {
    size_t column = indent;
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        if (column > indent && column + 1 + length > WIDTH) {
            vol_text_print(text, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            vol_text_put(text, " ");
            column++;
        }
        vol_text_add(text, words, length);
        column += length;
        words += length;
        words += strspn(words, " ");
    }
    vol_text_put(text, "\n");
}

static void option_usage(const app_option *option, char *usage, size_t size) {
    char letter[8] = "    ";
    if (option->letter != NULL) {
        snprintf(letter, sizeof letter, "-%s, ", option->letter);
    }
    snprintf(usage, size, "%s--%s%s%s", letter, option->name, option->argument != NULL ? " " : "",
             option->argument != NULL ? option->argument : "");
}

/* The names of all workloads, from their table. */
static void put_workloads(vol_text *text) {
    vol_text names = {0};
    for (size_t i = 0; app_bench_name(i) != NULL; i++) {
        vol_text_print(&names, "%s%s", i > 0 ? " " : "", app_bench_name(i));
    }
    vol_text_put(text, "\nworkloads: ");
    put_wrapped(text, vol_text_read(&names), 11);
    vol_text_release(&names);
}

static void command_help(vol_text *text, const app_command *command) {
    vol_text_print(text, "usage: volery %s %s%s[options]\n\n", command->name, command->operand,
                   command->operand[0] != '\0' ? " " : "");
    char sentence[160];
    snprintf(sentence, sizeof sentence, "%s.", command->about);
    put_wrapped(text, command->details[0] != '\0' ? command->details : sentence, 0);
    if (command->run == app_bench_command) {
        put_workloads(text);
    }
    vol_text_put(text, "\noptions:\n");
    const app_option *option;
    for (size_t i = 0; (option = app_option_at(i)) != NULL; i++) {
        if (!option->hidden && app_option_of(option, command)) {
            char usage[64];
            option_usage(option, usage, sizeof usage);
            vol_text_print(text, "  %-24s ", usage);
            put_wrapped(text, option->help, 27);
        }
    }
}

static void program_help(vol_text *text) {
    vol_text_put(text, "usage: volery COMMAND [options]\n\n"
                       "Volery simulates flocks of birds, fish and other animals by local rules.\n\ncommands:\n");
    const app_command *command;
    for (size_t i = 0; (command = app_command_at(i)) != NULL; i++) {
        if (command->run != NULL) {
            char usage[64];
            snprintf(usage, sizeof usage, "%s %s", command->name, command->operand);
            vol_text_print(text, "  %-18s ", usage);
            put_wrapped(text, command->about, 21);
        }
    }
    vol_text_put(text, "\nvolery COMMAND --help explains a command; volery --version prints the version.\n"
                       "Try: volery run default --steps 500\n");
}

void app_help_text(vol_text *text, const app_command *command) {
    if (command != NULL) {
        command_help(text, command);
    } else {
        program_help(text);
    }
}

static const app_command *find(const char *name) {
    const app_command *command = NULL;
    for (size_t i = 0; (command = app_command_at(i)) != NULL && strcmp(command->name, name) != 0; i++) {
    }
    return command;
}

int app_help_command(const app_options *options, app_fault *fault) {
    vol_text text = {0};
    const app_command *command = options->operand != NULL ? find(options->operand) : NULL;
    if (options->man) {
        app_man_text(&text);
    } else if (options->bash) {
        app_bash_text(&text);
    } else if (options->zsh) {
        app_zsh_text(&text);
    } else if (options->operand != NULL && command == NULL) {
        app_fault_set(fault, APP_EXIT_WRONG, "volery help: unknown command '%s'; see volery --help", options->operand);
        return APP_EXIT_WRONG;
    } else if (command != NULL && command->run == NULL) {
        app_fault_set(fault, APP_EXIT_WRONG, "volery %s is not available in this version", command->name);
        return APP_EXIT_WRONG;
    } else {
        app_help_text(&text, command);
    }
    fputs(text.data, stdout);
    vol_text_release(&text);
    return APP_EXIT_DONE;
}
