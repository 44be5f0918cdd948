/* The gallery: all built-in scenes with a picture of each, files that were opened before, and a line for the path of
 * another one. */
#ifndef VOLERY_APP_PLAY_GALLERY_H
#define VOLERY_APP_PLAY_GALLERY_H

#include "play/desk.h"

app_gallery *app_gallery_make(void);
/* With the context of OpenGL still there. */
void app_gallery_release(app_gallery *gallery);
/* Shows it, if it is open. Pictures are made one a frame. */
void app_desk_gallery(app_desk *desk);

#endif
