/* The parts of a scene, each read by one function from its part of the tree. In the order in which they are read. */
#ifndef VOLERY_SCENE_PART_H
#define VOLERY_SCENE_PART_H

#include "common/arena.h"
#include "common/words.h"
#include "lookup.h"
#include "tree.h"
#include <volery/scene.h>

/* The memory of a scene, and what only reading it needs. */
typedef struct vol_scene_inside {
    vol_arena arena;
    const char *text; /* that it was read from */
    size_t length;
    vol_scene_node *tree;
    vol_scene_override *given; /* that it was read with, */
    size_t given_count;
    vol_scene_override *overrides; /* and the same with the values of a preset in its place */
    size_t override_count, override_room;
    vol_scene_lookup flock_names;
    vol_scene_lookup term_names;   /* "3.home": the number of the flock, the name */
    struct vol_scene_score *score; /* what sound does, step by step; NULL: nothing */
} vol_scene_inside;

/* What a scene may have at most, so that a file cannot ask for more memory and time than there is. Levels, keys and
 * words are counted in tree.c; docs/scenes.md has all of these numbers. */
enum {
    VOL_SCENE_MOST_BYTES = 16 * 1024 * 1024, /* bytes */
    VOL_SCENE_MOST_FLOCKS = 50000,
    VOL_SCENE_MOST_RELATIONS = 100000,
    VOL_SCENE_MOST_OBSTACLES = 100000,
    VOL_SCENE_MOST_TERMS = 100000, /* of all flocks together */
    VOL_SCENE_MOST_EVENTS = 500000,
    VOL_SCENE_MOST_WAYPOINTS = 500000, /* of a path */
    VOL_SCENE_MOST_MAPS = 1000,        /* of sound */
    VOL_SCENE_MOST_PRESETS = 16,       /* each is tried when the scene is read */
    VOL_SCENE_MOST_REACTIONS = 1000    /* to sound */
};

/* Says what is wrong with another file, of data, in a line of it (0: in none): FILE:LINE: ... */
VOL_SCENE_FORMAT(4, 5)
bool vol_scene_fault_in(vol_scene_fault *fault, const char *path, size_t line, const char *format, ...);

/* Fills the fault: there is no memory left. What an arena of a scene could not give need not be said: reading the scene
 * ends with this fault then, whatever else was said. */
bool vol_scene_no_memory(vol_scene_fault *fault);

/* Is a host's scene as this library has it? Empties it, as large as the host has it. */
bool vol_scene_check_layout(uint64_t layout, vol_scene *scene, vol_scene_fault *fault);

/* Has the list of a key no more entries than are allowed? */
bool vol_scene_check_count(const vol_scene_node *list, const char *key, size_t most, vol_scene_fault *fault);

/* The keys of a scene; NULL behind the last. */
extern const char *const vol_scene_sections[];

/* The map of a flock in a tree, by its name, or NULL; adds the names of all to `known`, unless that is NULL. */
vol_scene_node *vol_scene_tree_flock(vol_arena *arena, const vol_scene_node *tree, const char *name, vol_words *known);

/* The entry of a list that a word names by its number or its `name`; NULL if there is none. */
vol_scene_node *vol_scene_tree_entry(const vol_scene_node *list, const char *word);

/* The value of an override as a node. */
vol_scene_node *vol_scene_override_value(vol_arena *arena, const vol_scene_origin *origin, const char *value,
                                         vol_scene_fault *fault);

/* Puts the value of an override, or of a preset, to where its key leads; and notes the override, in words that stay,
 * for writing the scene back. */
bool vol_scene_override_put(vol_scene *scene, const char *key, const vol_scene_origin *origin, vol_scene_node *value,
                            vol_scene_fault *fault);
bool vol_scene_override_keep(vol_scene *scene, const vol_scene_override *override, vol_scene_fault *fault);

/* The override `preset`: puts all values of the preset to where their keys lead. */
bool vol_scene_apply_preset(vol_scene *scene, const vol_scene_override *override, vol_scene_fault *fault);

/* `presets` of the scene: whether they are maps with names; then, when all else was read, whether the scene is right
 * with each of them. */
bool vol_scene_read_presets(const vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault);
bool vol_scene_try_presets(const vol_scene *scene, vol_scene_fault *fault);

/* Edits the tree by the overrides of the command line. */
bool vol_scene_apply_overrides(vol_scene *scene, const vol_scene_override *overrides, size_t count,
                               vol_scene_fault *fault);

/* `world`, `look` and `measure` of the scene; NULL where the scene has none. */
bool vol_scene_read_world(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault);
bool vol_scene_read_look(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault);
bool vol_scene_read_measure(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault);

bool vol_scene_read_flocks(vol_scene *scene, const vol_scene_node *list, vol_scene_fault *fault);
bool vol_scene_read_relations(vol_scene *scene, const vol_scene_node *list, vol_scene_fault *fault);
bool vol_scene_read_obstacles(vol_scene *scene, const vol_scene_node *list, vol_scene_fault *fault);
bool vol_scene_read_wind(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault);
bool vol_scene_read_player(vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault);
/* One entry, whose node and key are set; of a term the `name` is left to the caller. */
bool vol_scene_read_relation(vol_scene *scene, vol_scene_relation *relation, const char *key, vol_scene_fault *fault);
bool vol_scene_read_obstacle(vol_scene *scene, vol_scene_obstacle *obstacle, const char *key, vol_scene_fault *fault);
bool vol_scene_read_term(vol_scene *scene, vol_scene_term *term, vol_flock flock, vol_scene_fault *fault);
/* `terms` of all flocks. */
bool vol_scene_read_terms(vol_scene *scene, vol_scene_fault *fault);
bool vol_scene_read_events(vol_scene *scene, const vol_scene_node *list, vol_scene_fault *fault);

/* `sound` of the scene; NULL where it has none. `before`: the scene that this one was made of, whose sound need not be
 * read again; NULL: there is none. */
bool vol_scene_read_sound(vol_scene *scene, const vol_scene_node *map, const vol_scene *before, vol_scene_fault *fault);

/* Frees what sound does; NULL: does nothing. */
void vol_scene_score_release(struct vol_scene_score *score);

/* Tries what sound may do in a world of the scene with empty flocks. */
bool vol_scene_try_sound(const vol_scene *scene, vol_world *world, vol_scene_fault *fault);

/* Lets sound do what it does at the step where the world is; or, where the world was brought to that step, what a state
 * does not hold of what it did before and has not done again since: in the steps `from` to `to` - 1. */
bool vol_scene_apply_sound(const vol_scene *scene, vol_world *world, vol_scene_fault *fault);
bool vol_scene_catch_up_sound(const vol_scene *scene, vol_world *world, uint64_t from, uint64_t to,
                              vol_scene_fault *fault);

/* Steps after `step` in which sound changes nothing, and the one in which it does; at most `most`. */
uint64_t vol_scene_sound_alike(const vol_scene *scene, uint64_t step, uint64_t most);

/* A list of events without `at`: what happens on an onset. */
bool vol_scene_read_reactions(vol_scene *scene, const vol_scene_node *list, const char *key, vol_scene_event **events,
                              size_t *count, vol_scene_fault *fault);

/* The event that sets the number which a dotted key names; its value is still to come, its field is the row of the
 * number in any case. */
bool vol_scene_read_target(vol_scene *scene, const vol_scene_node *to, const char *key, vol_scene_event *event,
                           vol_scene_fault *fault);

/* A scene from its text, as vol_scene_read_as reads it; `before` as above. */
bool vol_scene_read_like(vol_scene *scene, const char *name, const char *directory, const char *text, size_t length,
                         const vol_scene_override *overrides, size_t override_count, const vol_scene *before,
                         vol_scene_fault *fault);

/* Fails with the names of the flocks that there are. */
bool vol_scene_no_such_flock(const vol_scene *scene, const vol_scene_node *node, const char *key, const char *name,
                             vol_scene_fault *fault);

/* Fails, at the node, where the integrator of that world is not for the model. */
bool vol_scene_check_integrator(const vol_world_def *world, vol_model model, const vol_scene_node *node,
                                const char *key, vol_scene_fault *fault);

/* Reads the name of a flock that is there. */
bool vol_scene_read_flock_name(const vol_scene *scene, const vol_scene_node *node, const char *key, vol_flock *flock,
                               vol_scene_fault *fault);

/* Is this a name that a dotted key can have: 1 to 63 letters, digits, _ and -? */
bool vol_scene_is_name(const char *text);

/* What a flock is called, number `index` of the list; unnamed ones, of which there were *unnamed before it, are boids,
 * boids2, ... NULL if the name is wrong. */
const char *vol_scene_flock_called(vol_arena *arena, const vol_scene_node *flock, size_t index, size_t *unnamed,
                                   vol_scene_fault *fault);

/* Reads a map of parameters through the library's table: into the flock's def, or (flock NULL) into scene->world those
 * whose names begin with `title`: world, wind, player. Of a flock the title is its name. */
bool vol_scene_read_params(vol_scene *scene, vol_scene_flock *flock, const char *title, const vol_scene_node *map,
                           vol_scene_fault *fault);

/* Is this the first word of parameters of the world: world, wind, player? */
bool vol_scene_owns_params(const char *word);

/* Of a flock. */
bool vol_scene_read_flock_look(vol_scene_flock_look *look, const vol_scene_node *map, const char *flock,
                               vol_scene_fault *fault);

/* The same of the scene's look, into one that is there. */
bool vol_scene_read_look_map(vol_scene_look *look, const vol_scene_node *map, vol_scene_fault *fault);

/* `looks` of the scene: checks all of them; NULL where there are none. */
bool vol_scene_read_looks(const vol_scene *scene, const vol_scene_node *map, vol_scene_fault *fault);

/* Puts what a look says in the place of the override `looks=NAME`, as overrides of the scene's own keys. NULL: a
 * fault. */
const vol_scene_override *vol_scene_choose_look(vol_scene *scene, const vol_scene_override *overrides, size_t *count,
                                                vol_scene_fault *fault);

vol_scene_flock_look vol_scene_default_flock_look(void);
vol_scene_look vol_scene_default_look(void);

/* Reads the boids of a start file. */
bool vol_scene_start_read(vol_scene_start *start, const char *path, int dimensions, vol_scene_fault *fault);
/* The same from its text, which has a zero behind its end and is changed while it is read. */
bool vol_scene_start_read_text(vol_scene_start *start, char *text, size_t length, const char *path, int dimensions,
                               vol_scene_fault *fault);
void vol_scene_start_release(vol_scene_start *start);

/* CSV: cuts the line at *text off, without its line end, and moves *text behind it; splits a line into `wanted`
 * numbers. */
char *vol_scene_csv_line(char **text, char *end);
bool vol_scene_csv_numbers(char *line, double *numbers, int wanted, const char *path, size_t number,
                           vol_scene_fault *fault);

/* Reads a file, with a zero behind it; NULL as `path` is standard input. NULL on failure; what is larger than `most` is
 * refused. With `text` it ends soon behind the first zero byte, which the reader of the text refuses. */
char *vol_scene_file_read(const char *path, size_t most, bool text, size_t *length, vol_scene_fault *fault);

/* The absolute path of another file that a scene names, which can be opened; NULL and a fault if it cannot. */
const char *vol_scene_file_path(vol_scene *scene, const vol_scene_node *node, const char *key, vol_scene_fault *fault);

/* A grid of velocities, from a map with `count` and either `velocities` or the `path` of a file that has them. */
bool vol_scene_flow_read(vol_scene *scene, const vol_scene_node *map, const char *key, const double **flow,
                         uint32_t count[3], vol_scene_fault *fault);
/* The same from the text of a file, which has a zero behind its end and is changed while it is read: `points` lines of
 * `dimensions` numbers behind a header. */
bool vol_scene_flow_read_text(double *flow, size_t points, int dimensions, char *text, size_t length, const char *path,
                              vol_scene_fault *fault);

/* Reads a list of [step, x, y]. */
bool vol_scene_path_read(vol_scene *scene, vol_scene_path *path, const vol_scene_node *list, const char *key,
                         vol_scene_fault *fault);

/* The flock of that name, or NULL. */
vol_scene_flock *vol_scene_find_flock(const vol_scene *scene, const char *name);

/* The term of a flock that a word names, by its name or its number in the flock; NULL if there is none. */
const vol_scene_term *vol_scene_find_term(const vol_scene *scene, vol_flock flock, const char *word);

/* Puts the scene's obstacles, relations and terms into a world that has its flocks. */
bool vol_scene_surround(const vol_scene *scene, vol_world *world, vol_scene_fault *fault);

/* Lets an event happen, as vol_scene_event_happen does it, but says by the error why it cannot. */
vol_result vol_scene_event_try(const vol_scene *scene, const vol_scene_event *event, vol_world *world,
                               vol_error *error);

#endif
