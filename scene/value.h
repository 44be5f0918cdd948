/* Values of a scene: from nodes of the tree to numbers, texts and the text that the library's table reads. Each returns
 * false with a fault that names place, key, value and what is allowed. */
#ifndef VOLERY_SCENE_VALUE_H
#define VOLERY_SCENE_VALUE_H

#include "common/words.h"
#include "part.h"

bool vol_scene_value_map(const vol_scene_node *node, const char *key, vol_scene_fault *fault);
bool vol_scene_value_list(const vol_scene_node *node, const char *key, vol_scene_fault *fault);
bool vol_scene_value_text(const vol_scene_node *node, const char *key, const char **text, vol_scene_fault *fault);
bool vol_scene_value_real(const vol_scene_node *node, const char *key, double least, double most, double *value,
                          vol_scene_fault *fault);
bool vol_scene_value_whole(const vol_scene_node *node, const char *key, uint64_t least, uint64_t most, uint64_t *value,
                           vol_scene_fault *fault);
/* The same with a sign. */
bool vol_scene_value_int(const vol_scene_node *node, const char *key, int least, int most, int *value,
                         vol_scene_fault *fault);
bool vol_scene_value_flag(const vol_scene_node *node, const char *key, bool *value, vol_scene_fault *fault);
bool vol_scene_value_vector(const vol_scene_node *node, const char *key, int dimensions, double *values,
                            vol_scene_fault *fault);

/* Which flocks: the word all, or a list of names. */
bool vol_scene_mask_read(const vol_scene *scene, const vol_scene_node *node, const char *key, vol_flocks *flocks,
                         vol_scene_fault *fault);

/* The same as the value of a row of the world's, which is put into the def: its text for vol_world_set; NULL: a
 * fault. */
const char *vol_scene_mask_param(vol_scene *scene, const vol_scene_node *node, const char *key, const vol_param *param,
                                 vol_world_def *world, vol_scene_fault *fault);

/* One of the words that `name(0)`, `name(1)`, ... give until NULL. */
bool vol_scene_value_choice(const vol_scene_node *node, const char *key, const char *(*name)(unsigned),
                            unsigned *choice, vol_scene_fault *fault);

/* One of the names, which end with NULL. */
bool vol_scene_value_word(const vol_scene_node *node, const char *key, const char *const *names, unsigned *choice,
                          vol_scene_fault *fault);

/* The value as the text that vol_world_def_set and its kin read, checked against the row of the table. `dimensions` 0:
 * a vector may have two or three numbers. NULL on failure. */
const char *vol_scene_value_param(vol_arena *arena, const vol_scene_node *node, const char *key, const vol_param *param,
                                  int dimensions, vol_scene_fault *fault);

/* Fails with what is known instead of the key of `node`: the nearest of `known`, and all of them. */
bool vol_scene_value_unknown_key(const vol_scene_node *node, const char *key, const vol_words *known,
                                 vol_scene_fault *fault);

/* Fails unless all keys of the map are among `known`; the second: NULL-terminated. */
bool vol_scene_value_keys(const vol_scene_node *map, const char *key, const vol_words *known, vol_scene_fault *fault);
bool vol_scene_value_known_keys(const vol_scene_node *map, const char *key, const char *const *known,
                                vol_scene_fault *fault);

#endif
