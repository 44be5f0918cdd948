/* The parts of a scene, each read by one function from its part of the tree. In the order in which they are read. */
#ifndef VOLERY_APP_SCENE_PART_H
#define VOLERY_APP_SCENE_PART_H

#include "scene.h"

/* Edits the tree by the overrides of the command line. */
bool vol_scene_override(vol_scene *scene, const vol_override *overrides, size_t count, vol_fault *fault);

/* `world` and `look` of the scene; NULL where the scene has none. */
bool vol_scene_read_world(vol_scene *scene, const vol_node *map, vol_fault *fault);
bool vol_scene_read_look(vol_scene *scene, const vol_node *map, vol_fault *fault);

bool vol_scene_read_flocks(vol_scene *scene, const vol_node *list, vol_fault *fault);
bool vol_scene_read_events(vol_scene *scene, const vol_node *list, vol_fault *fault);

/* What flock number `index` of the list is called; unnamed ones are boids, boids2, ... NULL if the name is wrong. */
const char *vol_scene_flock_name(vol_arena *arena, const vol_node *list, size_t index, vol_fault *fault);

/* Reads a map of parameters into scene->world (flock NULL) or into the flock's def, through the library's table. */
bool vol_scene_read_params(vol_scene *scene, vol_scene_flock *flock, const vol_node *map, vol_fault *fault);

/* Of a flock. */
bool vol_scene_read_flock_look(vol_flock_look *look, const vol_node *map, const char *flock, vol_fault *fault);

/* Reads the boids of a start file. */
bool vol_start_read(vol_start *start, const char *path, int dimensions, vol_fault *fault);
void vol_start_release(vol_start *start);

/* The bytes of a file (NULL: standard input), ended by a zero; NULL and a fault if they cannot be read or are more than
 * `most`. To be freed. */
char *vol_file_read(const char *path, size_t most, size_t *length, vol_fault *fault);

#endif
