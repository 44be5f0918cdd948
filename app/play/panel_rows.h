/* One row of the panel's parameters: a label, the widget that suits its type, and the way back to what the scene has.
 * Nothing here knows a parameter by its name. */
#ifndef VOLERY_APP_PLAY_PANEL_ROWS_H
#define VOLERY_APP_PLAY_PANEL_ROWS_H

#include "play/desk.h"
#include "play/settings.h"

typedef struct app_panel_row app_panel_row;
struct app_panel_row {
    app_desk *desk;
    const app_show *show;
    const vol_param *param;
    const vol_flock_def *now, *start, *first; /* NULL: no parameter of a flock */
    const void *def, *first_def;              /* NULL: no setting */
    app_setting_of of;
    char key[160]; /* as vol_world_set takes it */
    /* Of what is no field of a def: its values as texts, a mask, and what to do with another one. */
    const char *text, *first_text; /* NULL: as the defs say */
    const vol_flocks *mask;
    void (*send)(const app_panel_row *row, const char *value, bool goes_on);
    const void *context; /* of `send` */
    size_t index;
    float label_part; /* of the panel's width; 0: the usual one */
};

void app_panel_row_put(const app_panel_row *row, const char *label);

#endif
