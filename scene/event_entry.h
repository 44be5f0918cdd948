/* `set` of an entry of a scene's lists: obstacles.0.radius and birds.terms.home.weight change a field, obstacles.0 and
 * birds.terms.3 put a whole entry there. */
#ifndef VOLERY_SCENE_EVENT_ENTRY_H
#define VOLERY_SCENE_EVENT_ENTRY_H

#include "slots.h"

/* Reads it into the event, of which the step and the like are set. `rest` stands behind the list; `flock` NULL: it is a
 * list of the scene, which the node's key names. `target`: only what is set is read, not to what. */
bool vol_scene_event_entry(vol_scene *scene, vol_scene_slots *slots, bool target, const vol_scene_flock *flock,
                           const char *rest, const vol_scene_node *node, const char *key, vol_scene_event *event,
                           vol_scene_fault *fault);

#endif
