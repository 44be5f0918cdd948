/* The signals that ask the program to end: the interrupt key, kill, and a terminal that is closed. They are noted, and
 * loops that compute or wait look for the note, close their files and end. */
#ifndef VOLERY_APP_UTIL_INTERRUPT_H
#define VOLERY_APP_UTIL_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP are noted, however many come: files that are open are still written to their
 * end. A SIGHUP that is ignored, as nohup does it, stays so. Before this call they end the program, which has no file
 * open then. */
void app_interrupt_catch(void);
bool app_interrupt_came(void);

/* Has the reader of a pipe gone away, as `head` does? That is noted too, so that the other files are closed; then the
 * signal ends the program, as is usual. */
bool app_interrupt_pipe_broke(void);
void app_interrupt_die_of_pipe(void);

/* For a process that works for another one, which ends it: it takes no notice of these signals. */
void app_interrupt_ignore(void);

/* Waits until the descriptor can be read (or written), or until so many milliseconds are over; false: they are. A
 * signal ends the waiting at once, so check for it afterwards. */
bool app_interrupt_wait(int file, bool for_writing, int milliseconds);

#endif
