/* Measures of the last steps, as lines in the panel. */
#ifndef VOLERY_APP_PLAY_PANEL_PLOTS_H
#define VOLERY_APP_PLAY_PANEL_PLOTS_H

#include "play/desk.h"

void app_desk_plots(app_desk *desk);

#endif
