/* How values are written in a scene that is printed. */
#ifndef VOLERY_SCENE_PRINT_H
#define VOLERY_SCENE_PRINT_H

#include "part.h"

/* The fewest digits that read back to the same. */
void vol_scene_print_number(vol_text *text, double number);
/* In double quotes, with what JSON escapes. */
void vol_scene_print_quoted(vol_text *text, const char *words);
void vol_scene_print_vector(vol_text *text, const double *numbers, int dimensions);

/* `terms` of a flock, where it has any. */
void vol_scene_print_terms(vol_text *text, const vol_scene *scene, vol_flock flock);

/* The section measure, where the scene has it. */
void vol_scene_print_measure(vol_text *text, const vol_scene *scene);

/* The sections relations, obstacles, wind and player, where the scene has them. */
void vol_scene_print_around(vol_text *text, const vol_scene *scene);

#endif
