/* Units as a scene calls them: the tables of parameters measure in "px", and a scene may have another word. */
#ifndef VOLERY_APP_DRAW_UNIT_H
#define VOLERY_APP_DRAW_UNIT_H

#include <volery/scene_look.h>

#include <stddef.h>

/* "px/time" as "m/time"; "" where the scene's lengths have no unit. Other units stay as they are. */
void app_unit_text(const vol_scene_look *look, const char *unit, char *text, size_t size);

#endif
