/* What can be changed of a played scene beside the parameters of the world and its flocks: fields of obstacles,
 * relations and terms, by the library's tables, and looks, by a table here. Values are texts, as scenes have them; keys
 * are dotted: obstacles.0.radius, relations.0.weight, birds.terms.0.force, birds.look.size, look.background. */
#ifndef VOLERY_APP_PLAY_SETTINGS_H
#define VOLERY_APP_PLAY_SETTINGS_H

#include <volery/scene.h>

/* The first three are those of vol_surrounding. */
typedef enum app_setting_of {
    APP_SETTING_OBSTACLE,
    APP_SETTING_RELATION,
    APP_SETTING_TERM,
    APP_SETTING_FLOCK_LOOK,
    APP_SETTING_LOOK
} app_setting_of;

/* One of them in a scene. */
typedef struct app_setting {
    app_setting_of of;
    const vol_param *param;
    size_t index; /* in the scene's list; of a flock's look: the flock */
} app_setting;

/* The rows that can be changed while a scene is played; NULL behind the last. `kind` is the shape or kind of what has
 * the row; rows of no use to it are left out by app_setting_used. */
const vol_param *app_setting_at(app_setting_of of, size_t index);
bool app_setting_used(app_setting_of of, const vol_param *param, const void *def);

/* How many numbers a vector of the row has; 0: it is of no use in such a world. */
int app_setting_axes(app_setting_of of, const vol_param *param, int dimensions);

/* What a row can be that has no `choices` though it is a choice: the names of colours, NULL behind the last. */
enum { APP_MOST_COLORS = 64 };
void app_setting_colors(const vol_param *param, const char *names[APP_MOST_COLORS]);

/* Reads and writes a row of a def: vol_obstacle_def and so on, vol_scene_flock_look, vol_scene_look. */
void app_setting_text(app_setting_of of, const vol_param *param, const void *def, int dimensions, char *text,
                      size_t size);
bool app_setting_put(app_setting_of of, const vol_param *param, void *def, int dimensions, const char *value);

/* Finds what a key names; false: it is no such key. */
bool app_setting_find(const vol_scene *scene, const char *key, app_setting *found);
/* Its def in the scene. */
void *app_setting_in(const vol_scene *scene, const app_setting *setting);
/* Its value in the world, or of a look in the scene. */
void app_setting_now(const vol_scene *scene, const vol_world *world, const app_setting *setting, char *text,
                     size_t size);
bool app_setting_is_look(const app_setting *setting);

#endif
