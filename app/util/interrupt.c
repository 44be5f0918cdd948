/* Notes signals. Nothing in the program waits for other programs but by app_interrupt_wait, in pieces: so calls may be
 * restarted after a signal, and none of them fails because of one. */
#include "util/interrupt.h"

#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

/* Signals belong to the process, so this alone is shared: set by the handler, read between steps. */
static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t pipe_broke;

static void note(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

static void note_pipe(int signal_number) {
    (void)signal_number;
    pipe_broke = 1;
}

void app_interrupt_catch(void) {
    struct sigaction action;
    struct sigaction before;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaction(SIGHUP, &action, NULL);
    }
    if (sigaction(SIGPIPE, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        action.sa_handler = note_pipe;
        sigaction(SIGPIPE, &action, NULL);
    }
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is told by the call that writes it */
}

bool app_interrupt_pipe_broke(void) {
    return pipe_broke != 0;
}

void app_interrupt_die_of_pipe(void) {
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

bool app_interrupt_came(void) {
    return interrupted != 0;
}

void app_interrupt_ignore(void) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
}

bool app_interrupt_wait(int file, bool for_writing, int milliseconds) {
    struct pollfd ear = {.fd = file, .events = for_writing ? POLLOUT : POLLIN};
    return poll(&ear, 1, milliseconds) > 0;
}
