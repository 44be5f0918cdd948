/* How values are written in a scene that is printed. */
#ifndef VOLERY_SCENE_PRINT_H
#define VOLERY_SCENE_PRINT_H

#include "part.h"

/* The fewest digits that read back to the same. */
void vol_scene_print_number(vol_text *text, double number);
/* In double quotes, with what JSON escapes. */
void vol_scene_print_quoted(vol_text *text, const char *words);
void vol_scene_print_vector(vol_text *text, const double *numbers, int dimensions);

/* Does a row of the table have an effect here? The reader refuses those that have none. `flock` NULL: a row of the
 * world. And its value. */
bool vol_scene_param_has_effect(const vol_scene *scene, const vol_scene_flock *flock, const char *name);
void vol_scene_print_param(vol_text *text, const vol_scene *scene, const vol_scene_flock *flock,
                           const vol_param *param);

/* The size of a look: a number or `auto`. */
void vol_scene_print_size(vol_text *text, double size);

void vol_scene_print_color(vol_text *text, const vol_scene_color *color);

/* "key: value, ..." of all rows that have a use. */
void vol_scene_print_fields(vol_text *text, vol_surrounding of, const void *def, const vol_scene *scene);

/* "name: value" of a term, where the name may be `path`. */
void vol_scene_print_term_field(vol_text *text, const vol_scene *scene, const vol_scene_term *term,
                                const vol_param *field);

/* Which flocks: all, or ["birds", "hawks"]; and those of a row of the world's. */
void vol_scene_mask_print(vol_text *text, const vol_scene *scene, vol_flocks flocks);
vol_flocks vol_scene_mask_of(const vol_world_def *world, const vol_param *param);

/* ", path: ..." or ", paths: ..." of the players, where there are any. */
void vol_scene_print_players(vol_text *text, const vol_scene *scene);

/* The keys of the section measure and their values; NULL behind the last. */
const char *vol_scene_measure_key(size_t index, const vol_scene *scene, double *length);

/* Everything that can be set in a scene, as dotted keys and values, in the order of a printed scene. Of a surrounding
 * only what is used. False: there is no memory left. */
typedef struct vol_scene_row {
    const char *key, *value;
} vol_scene_row;

typedef struct vol_scene_rows {
    vol_scene_row *row;
    size_t count, room;
} vol_scene_rows;

bool vol_scene_rows_list(const vol_scene *scene, vol_arena *arena, vol_scene_rows *rows);

/* `terms` of a flock, where it has any. */
void vol_scene_print_terms(vol_text *text, const vol_scene *scene, vol_flock flock);

/* A preset on one line, in brackets; and the section presets at the end of a printed scene, with those that suit it. */
void vol_scene_print_preset(vol_text *text, const vol_scene *scene, size_t preset);
void vol_scene_print_presets(vol_text *text, const vol_scene *scene);

/* The section measure, where the scene has it. */
void vol_scene_print_measure(vol_text *text, const vol_scene *scene);

/* The section sound, where the scene has it; "file: ..." of it; "name: value" of one field of a map, which may not be
 * there; and an event without its step: "gust: [1, 2]". */
void vol_scene_print_sound(vol_text *text, const vol_scene *scene);
void vol_scene_print_sound_source(vol_text *text, const vol_scene *scene);
bool vol_scene_print_sound_field(vol_text *text, const vol_scene_sound_map *map, size_t field);
void vol_scene_print_event_what(vol_text *text, const vol_scene *scene, const vol_scene_event *event);

/* The sections relations, obstacles, wind and player, where the scene has them. */
void vol_scene_print_around(vol_text *text, const vol_scene *scene);

#endif
