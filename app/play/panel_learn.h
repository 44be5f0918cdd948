/* The tab that explains the scene, and what the panel's files share: buttons side by side, and the menu of scenes. */
#ifndef VOLERY_APP_PLAY_PANEL_LEARN_H
#define VOLERY_APP_PLAY_PANEL_LEARN_H

#include "play/desk.h"

void app_desk_learn(app_desk *desk, const app_show *show);

/* How wide one of so many buttons side by side is. */
float app_panel_share(float parts);
/* A button with a tip, which scripts find as button.LABEL. */
bool app_panel_button(app_desk *desk, const char *label, float width, bool lit, const char *help);
/* A menu of the built-in scenes; true: one was chosen. */
bool app_panel_choose_scene(const char *label, const char *now, float width, char *chosen, size_t size);

#endif
