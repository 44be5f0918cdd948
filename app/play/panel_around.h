/* Rows of the panel about what surrounds flocks, beside those of panel_rows.h. */
#ifndef VOLERY_APP_PLAY_PANEL_AROUND_H
#define VOLERY_APP_PLAY_PANEL_AROUND_H

#include "play/panel_rows.h"

/* A menu of flocks that something acts on, and a choice of one flock. */
void app_panel_put_flocks(const app_panel_row *row, float width);
void app_panel_put_flock(const app_panel_row *row);

void app_panel_print_flocks(const app_show *show, vol_flocks flocks, char *text, size_t size);

/* panel_points.c: corners, and the path of a goal that moves, in place of rows; a current; players with a path. */
void app_panel_put_points(const app_panel_row *row);
bool app_panel_moves(const app_panel_row *row);
void app_panel_put_path(const app_panel_row *row, const char *owner);
void app_panel_put_flow(const app_panel_row *like);
void app_panel_put_players(app_desk *desk, const app_show *show);
/* The path of a player of the world that the panel shows; NULL: it goes. */
void app_panel_set_player(app_desk *desk, const app_show *show, size_t player, const char *path);

/* A button that takes an entry away: obstacles.2, birds.terms.0. */
void app_panel_put_remove(app_desk *desk, const char *owner);

/* One more relation, between flocks of which there are at least two; one more term of a flock. */
void app_panel_put_new_relation(app_desk *desk, const app_show *show);
void app_panel_put_new_term(app_desk *desk, const app_show *show, uint32_t flock);

#endif
