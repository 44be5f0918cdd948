/* Units of lengths in the scene's own word, for legends, axes and sliders. */
#include "draw/unit.h"

#include <stdio.h>
#include <string.h>

void app_unit_text(const vol_scene_look *look, const char *unit, char *text, size_t size) {
    if (strncmp(unit, "px", 2) != 0) {
        snprintf(text, size, "%s", unit);
    } else {
        snprintf(text, size, "%s%s", look->unit, look->unit[0] != '\0' ? unit + 2 : "");
    }
}
