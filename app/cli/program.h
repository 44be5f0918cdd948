/* The program from its arguments to its exit code; `volery` and volery-mpi begin differently, and are the same then. */
#ifndef VOLERY_APP_CLI_PROGRAM_H
#define VOLERY_APP_CLI_PROGRAM_H

#include "util/fault.h"

/* To be called first. A file that is opened must not get the number of a standard stream that was closed: what is
 * printed would go into it. What is put there instead can be used for nothing, so that printing fails. */
void app_program_streams(void);

int app_program(int argc, char **argv);

/* A fault as one line on standard error. */
void app_program_say(app_fault *fault);

#endif
