/* What asks the program to end, on Windows: the interrupt key, and a console that is closed. */
#include "util/interrupt.h"

#include <signal.h>
#include <windows.h>

/* Belongs to the process, as in util/interrupt.c. */
static volatile sig_atomic_t interrupted;

static BOOL WINAPI note(DWORD what) {
    (void)what;
    interrupted = 1;
    return TRUE;
}

void app_interrupt_catch(void) {
    SetConsoleCtrlHandler(note, TRUE);
}

bool app_interrupt_pipe_broke(void) {
    return false; /* a write to it fails, and is told */
}

void app_interrupt_die_of_pipe(void) {
}

bool app_interrupt_came(void) {
    return interrupted != 0;
}

void app_interrupt_ignore(void) {
    SetConsoleCtrlHandler(NULL, TRUE);
}

/* Reads and writes wait themselves. */
bool app_interrupt_wait(int file, bool for_writing, int milliseconds) {
    (void)for_writing;
    if (file < 0) {
        Sleep((DWORD)milliseconds);
    }
    return file >= 0;
}
