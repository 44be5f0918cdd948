/* `measure` of a scene: how far measures reach. From the tree to the def of the library's meter, and back to text. */
#include "fields.h"
#include "part.h"
#include "print.h"
#include "value.h"

#include <stddef.h>

#define OF_METER(member) offsetof(vol_meter_def, member)

static const vol_scene_field fields[] = {
    {"radius", VOL_SCENE_FIELD_REAL, OF_METER(radius), 0, 1e12, NULL, NULL, NULL, NULL, false},
    {"correlation_range", VOL_SCENE_FIELD_REAL, OF_METER(correlation.range), 0, 1e12, NULL, NULL, NULL, NULL, false},
    {NULL, VOL_SCENE_FIELD_OTHER, 0, 0, 0, NULL, NULL, NULL, NULL, false},
};

bool vol_scene_read_measure(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault) {
    scene->meter = vol_default_meter_def();
    return map == NULL || (vol_scene_value_map(map, "measure", fault) &&
                           vol_scene_fields_read(fields, &scene->meter, map, "measure", scene, fault));
}

void vol_scene_print_measure(vol_text *text, const vol_scene *scene) {
    if (vol_scene_tree_find(scene->inside->tree, "measure") == NULL) {
        return;
    }
    for (const vol_scene_field *field = fields; field->name != NULL; field++) {
        vol_text_put(text, field == fields ? "measure: {" : ", ");
        vol_scene_field_print(field, &scene->meter, scene, text);
    }
    vol_text_put(text, "}\n");
}
