/* Threads of the module: helpers over the same memory. Above it: worlds, whose tasks they take. */
#ifndef VOLERY_WEB_CREW_H
#define VOLERY_WEB_CREW_H

#include <volery/base.h>

/* What worlds run their work by; one thread: the caller's alone. `may_sleep`: may the caller sleep while others work?
 * The thread of a page may not. */
vol_tasks web_crew_tasks(uint32_t threads, bool may_sleep);

#endif
