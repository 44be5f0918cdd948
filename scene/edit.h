/* Edits of a scene's text in place: what is not touched stays byte for byte, comments, order and blanks alike. Each
 * edit reads the text anew, so that places are those of the text as it is now. */
#ifndef VOLERY_SCENE_EDIT_H
#define VOLERY_SCENE_EDIT_H

#include "print.h"

typedef struct vol_scene_edit {
    vol_text text;              /* as it is now */
    const vol_scene_rows *rows; /* of the scene that it shall become: they say where new keys belong */
    const char *name;           /* what messages call the text */
    vol_scene_fault *fault;
} vol_scene_edit;

/* A node of any kind on one line, as it is written; and a word as a key of a map. */
void vol_scene_print_node(vol_text *text, const vol_scene_node *node, bool json);
void vol_scene_print_key(vol_text *text, const char *word);

/* Gives a dotted key another value, written as an override is; a key that is not there is added. */
bool vol_scene_edit_set(vol_scene_edit *edit, const char *key, const char *value);

/* Takes a key out, and with its last key the map that it is in. */
bool vol_scene_edit_remove(vol_scene_edit *edit, const char *key);

/* Adds an entry, in brackets, to the end of `events`. */
bool vol_scene_edit_add_event(vol_scene_edit *edit, const char *entry);

#endif
