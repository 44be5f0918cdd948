/* Measures of the last steps, as lines in the panel. */
#ifndef VOLERY_APP_PLAY_PANEL_PLOTS_H
#define VOLERY_APP_PLAY_PANEL_PLOTS_H

#include "play/desk.h"

void vol_desk_plots(vol_desk *desk);

#endif
