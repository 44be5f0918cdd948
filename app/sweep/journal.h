/* What a sweep has done so far, on disk: a line for each finished run, in the order in which they finished. An
 * interrupted sweep goes on from it. */
#ifndef VOLERY_APP_SWEEP_JOURNAL_H
#define VOLERY_APP_SWEEP_JOURNAL_H

#include "common/arena.h"
#include "util/fault.h"

#include <stddef.h>
#include <stdint.h>

typedef struct app_journal {
    char *path;
    int file; /* descriptor; -1: closed */
} app_journal;

/* Takes a row that was found in the journal. False with a fault that says why: it is not a row of this sweep. */
typedef bool (*app_journal_found)(void *user, uint64_t run, const char *row, app_fault *why);

/* Appends the line of a finished run, with its end. */
void app_journal_put_row(vol_text *line, uint64_t run, const char *row);

/* Reads the text of a journal, which has a zero behind its end and is changed while it is read, and hands its rows to
 * `found`. Sets *whole to the bytes that are to be kept: all but what a killed process left behind the last line end.
 * Lines that are damaged or refused are passed over, so that their runs are computed again; `warning` names the first
 * of them, and is empty where there is none. False and a fault if the journal is of another sweep, or none. */
bool app_journal_read(const char *path, char *text, size_t length, const char *identity, app_journal_found found,
                      void *user, size_t *whole, app_fault *warning, app_fault *fault);

/* Opens the journal, or makes it, and locks it. `identity` is lines `name value` that tell this sweep from all others;
 * a journal with other lines is refused. Then reads it as app_journal_read does; a warning goes to standard error. */
bool app_journal_open(app_journal *journal, const char *path, const char *identity, app_journal_found found, void *user,
                      app_fault *fault);

/* Reads a journal that another process has written, and changes nothing. One that is not there has no rows. False with
 * a fault: it is of another sweep, or it is being written. */
bool app_journal_look(const char *path, const char *identity, app_journal_found found, void *user, app_fault *fault);

/* Adds a row, a line without its end; it is on the disk when this returns. */
bool app_journal_add(app_journal *journal, uint64_t run, const char *row, app_fault *fault);

/* Closes, and removes the file if the sweep is done with it. */
void app_journal_close(app_journal *journal, bool done);

#endif
