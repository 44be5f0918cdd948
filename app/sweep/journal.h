/* What a sweep has done so far, on disk: a line for each finished run, in the order in which they finished. An interrupted
 * sweep goes on from it. */
#ifndef VOLERY_APP_SWEEP_JOURNAL_H
#define VOLERY_APP_SWEEP_JOURNAL_H

#include "fault.h"

#include <stddef.h>
#include <stdint.h>

typedef struct vol_journal {
    char *path;
    int file; /* descriptor; -1: closed */
} vol_journal;

/* Takes a row that was found in the journal. False: it has no place in this sweep, and the journal ends before it. */
typedef bool (*vol_journal_found)(void *user, uint64_t run, const char *row);

/* Opens the journal, or makes it, and locks it. `identity` is lines `name value` that tell this sweep from all others; a
 * journal with other lines is refused. Rows that are whole are handed to `found`; what a killed process left behind the last
 * one is cut off. */
bool vol_journal_open(vol_journal *journal, const char *path, const char *identity, vol_journal_found found, void *user,
                      vol_fault *fault);

/* Adds a row, a line without its end; it is on the disk when this returns. */
bool vol_journal_add(vol_journal *journal, uint64_t run, const char *row, vol_fault *fault);

/* Closes, and removes the file if the sweep is done with it. */
void vol_journal_close(vol_journal *journal, bool done);

#endif
