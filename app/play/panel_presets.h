/* The scene's presets as buttons. */
#ifndef VOLERY_APP_PLAY_PANEL_PRESETS_H
#define VOLERY_APP_PLAY_PANEL_PRESETS_H

#include "play/desk.h"

void app_desk_presets(app_desk *desk, const app_show *show);

#endif
