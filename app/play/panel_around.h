/* Rows of the panel about what surrounds flocks, beside those of panel_rows.h. */
#ifndef VOLERY_APP_PLAY_PANEL_AROUND_H
#define VOLERY_APP_PLAY_PANEL_AROUND_H

#include "play/panel_rows.h"

/* A menu of flocks that something acts on, and a choice of one flock. */
void app_panel_put_flocks(const app_panel_row *row, float width);
void app_panel_put_flock(const app_panel_row *row);

/* A button that takes an entry away: obstacles.2, birds.terms.0. */
void app_panel_put_remove(app_desk *desk, const char *owner);

/* One more relation, between flocks of which there are at least two; one more term of a flock. */
void app_panel_put_new_relation(app_desk *desk, const app_show *show);
void app_panel_put_new_term(app_desk *desk, const app_show *show, uint32_t flock);

#endif
