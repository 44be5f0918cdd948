/* What a sweep has done so far, on disk: a line for each finished run, in the order in which they finished. An interrupted
 * sweep goes on from it. */
#ifndef VOLERY_APP_SWEEP_JOURNAL_H
#define VOLERY_APP_SWEEP_JOURNAL_H

#include "common/arena.h"
#include "scene/fault.h"

#include <stddef.h>
#include <stdint.h>

typedef struct vol_journal {
    char *path;
    int file; /* descriptor; -1: closed */
} vol_journal;

/* Takes a row that was found in the journal. False with a fault that says why: it is not a row of this sweep. */
typedef bool (*vol_journal_found)(void *user, uint64_t run, const char *row, vol_fault *why);

/* Appends the line of a finished run, with its end. */
void vol_journal_put_row(vol_text *line, uint64_t run, const char *row);

/* Reads the text of a journal, which has a zero behind its end and is changed while it is read, and hands its rows to
 * `found`. Sets *whole to the bytes that are to be kept: all but what a killed process left behind the last line end. Lines
 * that are damaged or refused are passed over, so that their runs are computed again; `warning` names the first of them, and
 * is empty where there is none. False and a fault if the journal is of another sweep, or none. */
bool vol_journal_read(const char *path, char *text, size_t length, const char *identity, vol_journal_found found,
                      void *user, size_t *whole, vol_fault *warning, vol_fault *fault);

/* Opens the journal, or makes it, and locks it. `identity` is lines `name value` that tell this sweep from all others; a
 * journal with other lines is refused. Then reads it as vol_journal_read does; a warning goes to standard error. */
bool vol_journal_open(vol_journal *journal, const char *path, const char *identity, vol_journal_found found, void *user,
                      vol_fault *fault);

/* Adds a row, a line without its end; it is on the disk when this returns. */
bool vol_journal_add(vol_journal *journal, uint64_t run, const char *row, vol_fault *fault);

/* Closes, and removes the file if the sweep is done with it. */
void vol_journal_close(vol_journal *journal, bool done);

#endif
