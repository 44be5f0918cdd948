/* The panel's tab of sound, and what a sound file that is dropped on the window does. */
#ifndef VOLERY_APP_PLAY_PANEL_SOUND_H
#define VOLERY_APP_PLAY_PANEL_SOUND_H

#include "play/desk.h"

void app_desk_sound(app_desk *desk);

/* Is it the name of a sound file? Then it is the scene's sound from now on. */
bool app_desk_drop_sound(app_desk *desk, const char *path);

#endif
