/* Files that the program writes. Every writer gets its file from here, so that all of them hold to the same:
 *
 *   - A file is locked before its old bytes are lost; one that another process writes is refused, and stays as it is.
 *   - A file that grows (trajectories, recordings, film) is written in place. One that is written at once (states,
 *     tables, pictures) is made beside its target and then takes its name: there is the old file or the new one, never
 *     a part.
 *   - Symbolic links are followed: the link stays, what it points to is written or replaced.
 *   - Pipes and devices are written to. Waiting for them ends with an interrupt.
 *
 * A file beside its target is called .volery-NUMBER.tmp, where NUMBER comes from the target's name: two processes that
 * want to replace the same file use the same name, and what a killed process left is used again by the next one. */
#ifndef VOLERY_APP_UTIL_OUTPUT_H
#define VOLERY_APP_UTIL_OUTPUT_H

#include "util/fault.h"

#include <stddef.h>

typedef struct app_output {
    char *name;    /* for messages: as it was given, or "standard output" */
    char *path;    /* the file that takes the bytes; NULL: standard output, or nothing is open */
    char *target;  /* the name that it gets in the end; NULL: it has it already */
    int file;      /* descriptor, locked; -1: none yet */
    int old;       /* the file that will be replaced, locked too; -1: there is none */
    bool standard; /* standard output */
    bool regular;  /* a file on a disk, neither pipe nor device */
    bool waits;    /* a pipe with a name: opened when it is begun, which waits for a reader */
    bool made;     /* there was no such file before */
    bool begun;    /* the old bytes are gone */
    bool hurried;  /* for many small files: finishing does not wait for the disk */
    bool nowhere;  /* another rank writes it: all that is done with it works, and does nothing */
    bool shared;   /* all ranks write it, by what knows of them, to `path` */
} app_output;

/* Opens and locks a file that will be written in place; - is standard output. Its bytes are still there. False with a
 * fault: it cannot be written, or another process writes it. */
bool app_output_open(app_output *output, const char *path, app_fault *fault);

/* The same for a file that will be replaced: nothing of it is lost before app_output_finish. */
bool app_output_replace(app_output *output, const char *path, app_fault *fault);

/* Opens nothing: for ranks that do all that the first one does, which alone writes. */
bool app_output_nowhere(app_output *output, const char *path);

/* Lets the old bytes go, and waits for the reader of a pipe. */
bool app_output_begin(app_output *output, app_fault *fault);

/* Writes all of the bytes. False: errno says why. A pipe whose reader takes nothing is waited for, and after an
 * interrupt for five more seconds. */
bool app_output_write(app_output *output, const void *bytes, size_t size);

/* Puts a file that replaces another one into its place, on the disk. */
bool app_output_finish(app_output *output, app_fault *fault);

/* Closes; a file that was not begun, or not finished if it replaces one, leaves no trace. The fault may be NULL.
 * Nothing open (all zeros) is fine. */
bool app_output_close(app_output *output, app_fault *fault);

/* The last three but the closing: begins, writes these bytes, finishes. */
bool app_output_fill(app_output *output, const void *bytes, size_t size, app_fault *fault);

/* Cuts a file in place off behind so many bytes: what follows is no use. */
void app_output_cut(app_output *output, size_t bytes);

/* Nothing in the file is of use: closing it removes it. */
void app_output_drop(app_output *output);

/* Could the file be replaced? For what is written after a long work that holds no lock. */
bool app_output_try(const char *path, app_fault *fault);

/* For a process that was forked: lets go of the descriptors, so that the lock is the first process's alone. The file,
 * its name and what is beside it stay. */
void app_output_leave(app_output *output);

/* All in one: replaces the file by these bytes; - is standard output. */
bool app_output_put(const char *path, const void *bytes, size_t size, app_fault *fault);

#endif
