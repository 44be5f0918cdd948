/* The keys of obstacles, of relations and of terms. The library's table of them (<volery/params.h>) says which there
 * are: its rows read, check, print and change their defs. Rows that choose between others (shape, kind) stand before
 * those. */
#ifndef VOLERY_SCENE_FIELDS_H
#define VOLERY_SCENE_FIELDS_H

#include "part.h"

/* Is it a key that only scenes have, as the name of a term? */
bool vol_scene_field_own(vol_surrounding of, const char *name);

/* Has the row a use in this def? */
bool vol_scene_field_used(vol_surrounding of, const vol_param *field, const void *def);

/* Reads one value into the def; not for lists of flocks. */
bool vol_scene_field_read(vol_surrounding of, const vol_param *field, void *def, const vol_scene_node *node,
                          const char *key, vol_scene *scene, vol_scene_fault *fault);

/* Reads a map into a def that has its defaults: all rows but lists of flocks, whose presence is checked, and the keys
 * that only scenes have. */
bool vol_scene_fields_read(vol_surrounding of, void *def, const vol_scene_node *map, const char *key, vol_scene *scene,
                           vol_scene_fault *fault);

/* Takes one value over from a def of the same kind; not for lists of flocks. */
void vol_scene_field_copy(const vol_param *field, void *def, const void *from);

/* Writes "name: value". */
void vol_scene_field_print(const vol_param *field, const void *def, const vol_scene *scene, vol_text *text);

#endif
