/* The files of a folder, to open one without typing its path: scenes, recordings, and the folders beside them. */
#ifndef VOLERY_APP_PLAY_BROWSE_H
#define VOLERY_APP_PLAY_BROWSE_H

#include "play/desk.h"

/* Start with {0}. */
typedef struct app_browse {
    char *folder; /* whose files these are; NULL: none was read yet */
    char **names; /* sorted, folders first, with a slash at their end */
    size_t count, room;
    bool shut; /* the folder cannot be read */
} app_browse;

/* Shows them. True: one was clicked, whose path is put into `path`. */
bool app_browse_put(app_desk *desk, app_browse *browse, char *path, size_t size);
/* Reads again what is there now. */
void app_browse_again(app_browse *browse);
void app_browse_release(app_browse *browse);

#endif
