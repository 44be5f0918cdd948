/* `measure` of a scene: how far measures reach. From the tree to the def of the library's meter, and back to text. */
#include "part.h"
#include "print.h"
#include "value.h"

#include <stddef.h>

/* The lengths that can be set, and where they are in the def of a meter. */
static const char *const keys[] = {"radius", "correlation_range", NULL};

static double *length_of(vol_meter_def *def, size_t key) {
    return key == 0 ? &def->radius : &def->correlation.range;
}

const char *vol_scene_measure_key(size_t index, const vol_scene *scene, double *length) {
    vol_meter_def def = scene->meter;
    bool there = index < sizeof keys / sizeof *keys - 1;
    *length = there ? *length_of(&def, index) : 0;
    return there ? keys[index] : NULL;
}

bool vol_scene_read_measure(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault) {
    scene->meter = vol_default_meter_def();
    if (map == NULL) {
        return true;
    }
    bool right = vol_scene_value_map(map, "measure", fault) && vol_scene_value_known_keys(map, "measure", keys, fault);
    for (size_t i = 0; right && keys[i] != NULL; i++) {
        const vol_scene_node *node = vol_scene_tree_find(map, keys[i]);
        const char *key = vol_arena_print(&scene->inside->arena, "measure.%s", keys[i]);
        right = node == NULL || vol_scene_value_real(node, key, 0, VOL_FARTHEST, length_of(&scene->meter, i), fault);
    }
    return right;
}

void vol_scene_print_measure(vol_text *text, const vol_scene *scene) {
    vol_meter_def def = scene->meter, plain = vol_default_meter_def();
    bool set = vol_scene_tree_find(scene->inside->tree, "measure") != NULL; /* or the host has set it */
    for (size_t i = 0; keys[i] != NULL; i++) {
        set = set || *length_of(&def, i) < *length_of(&plain, i) || *length_of(&def, i) > *length_of(&plain, i);
    }
    if (!set) {
        return;
    }
    for (size_t i = 0; keys[i] != NULL; i++) {
        vol_text_print(text, "%s%s: ", i == 0 ? "measure: {" : ", ", keys[i]);
        vol_scene_print_number(text, *length_of(&def, i));
    }
    vol_text_put(text, "}\n");
}
