/* Scenes: from text to a world with its looks and events, and back to text. The library volery_scene, beside volery.
 *
 *     vol_scene_fault fault;
 *     vol_world *world;
 *     vol_scene *scene = vol_scene_open("murmuration", NULL, 0, &fault);
 *     if (scene == NULL || !vol_scene_make_world(scene, 0, &world, &fault)) {
 *         puts(fault.text);
 *     }
 *     vol_scene_run(scene, world, 100, &fault);
 *     vol_world_destroy(world);
 *     vol_scene_close(scene);
 *
 * docs/scenes.md has the format, docs/scene_library.md shows how all this is used. A scene is not changed after it was
 * read, but for what is said below; any number of worlds can be made from it, and any number of threads may use it as
 * long as none changes it. Functions that can fail take a fault (not NULL) and return false or NULL when they filled
 * it: where there is no memory left too, the process goes on.
 *
 * A host compiled with this header may look into the structs; others (bindings, hosts that outlive a version) open
 * scenes and use functions alone. The structs vol_scene_fault, vol_scene_override and vol_scene_where stay as they are.
 * Everything here is since 0.1. */
#ifndef VOLERY_SCENE_H
#define VOLERY_SCENE_H

#include <volery/scene_look.h>
#include <volery/volery.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- What went wrong ---------------------------------------------------------------------------------------------- */

/* The machine could not do it; or what was asked for is wrong. */
enum { VOL_SCENE_FAILED = 1, VOL_SCENE_WRONG = 2 };

/* What is wrong, and where. Texts that are too long are cut. */
typedef struct vol_scene_fault {
    int32_t code;          /* one of these; a program may have codes of its own */
    uint32_t line, column; /* from 1, columns in characters; 0: there is no such place */
    char file[1024];       /* as the scene was called, or the path of another file; "" where it is none */
    char key[256];         /* dotted, as in birds.cohesion.weight; "" where there is none */
    char text[2048];       /* one line for a person: FILE:LINE:COLUMN: key 'KEY': what is wrong, and what is allowed */
} vol_scene_fault;

#if defined(__GNUC__)
#define VOL_SCENE_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define VOL_SCENE_FORMAT(text, first)
#endif

/* Fills the fault, which then names no place, always returning false; and adds to its text. */
VOL_API VOL_SCENE_FORMAT(3, 4) bool vol_scene_fault_set(vol_scene_fault *fault, int code, const char *format, ...);
VOL_API VOL_SCENE_FORMAT(2, 3) void vol_scene_fault_more(vol_scene_fault *fault, const char *format, ...);

/* --- What a scene holds ------------------------------------------------------------------------------------------- */

struct vol_scene_node; /* a place in the text */

/* The boids of a start file: `dimensions` numbers a boid, boid after boid. `velocities`, or `headings` and `speeds`. */
typedef struct vol_scene_start {
    size_t count;
    double *positions, *velocities, *headings, *speeds;
} vol_scene_start;

/* Flocks are numbered in the scene, in its world, in relations, terms and events alike. */
typedef struct vol_scene_flock {
    const char *name;
    vol_flock_def def;
    vol_scene_flock_look look;
    const char *start_path; /* absolute; NULL unless the start's shape is `file` */
    vol_scene_start start;
    uint32_t leader; /* the id of a boid, or VOL_NONE */
    size_t first_term, term_count;
    const struct vol_scene_node *node;
} vol_scene_flock;

typedef struct vol_scene_relation {
    vol_relation_def def;
    const char *key; /* "relations[0]" */
    const struct vol_scene_node *node;
} vol_scene_relation;

typedef struct vol_scene_obstacle {
    vol_obstacle_def def;
    const char *key; /* "obstacles[0]" */
    const struct vol_scene_node *node;
} vol_scene_obstacle;

/* Where a player or a goal is while the step after `step` is computed. */
typedef struct vol_scene_waypoint {
    uint64_t step;
    double position[3];
} vol_scene_waypoint;

typedef struct vol_scene_path {
    vol_scene_waypoint *point; /* each later than the one before */
    size_t count;
} vol_scene_path;

/* What a player of `player.paths` has of its own; all else of it is as `player` says for all of them. */
enum { VOL_SCENE_OWN_RADIUS = 1, VOL_SCENE_OWN_WEIGHT = 2, VOL_SCENE_OWN_FLOCKS = 4 };
typedef struct vol_scene_player {
    uint32_t own; /* the bits above */
    double flee_radius, flee_weight;
    vol_flocks flocks;
} vol_scene_player;

/* A steering term; its number in the world is its place in the scene's list. */
typedef struct vol_scene_term {
    vol_term_def def;
    const char *name;      /* NULL where it has none */
    const char *key;       /* "birds.terms[0]" */
    vol_scene_path path;   /* that its point moves along; none: the point stays */
    const char *flow_path; /* absolute; NULL: the flow is in the scene itself */
    const struct vol_scene_node *node;
} vol_scene_term;

typedef enum vol_scene_event_kind {
    VOL_SCENE_EVENT_ADD,
    VOL_SCENE_EVENT_REMOVE,
    VOL_SCENE_EVENT_SCATTER,
    VOL_SCENE_EVENT_GUST,
    VOL_SCENE_EVENT_PLAYER,
    VOL_SCENE_EVENT_GOAL,
    VOL_SCENE_EVENT_SET,
    VOL_SCENE_EVENT_SET_OBSTACLE,
    VOL_SCENE_EVENT_SET_RELATION,
    VOL_SCENE_EVENT_SET_TERM,
    VOL_SCENE_EVENT_LEADER,
    VOL_SCENE_EVENT_BLOW,
    VOL_SCENE_EVENT_PUT /* an obstacle, a relation or a term comes, becomes another one, or goes */
} vol_scene_event_kind;

/* Something that happens at step `at`, before the next one is computed. */
typedef struct vol_scene_event {
    uint64_t at;
    vol_scene_event_kind kind;
    uint32_t flock; /* add, remove, leader; put and set_term of a term */
    uint32_t id;    /* remove, leader: there VOL_NONE for none */
    bool none;      /* player: as the scene says again; goal: none any more */
    bool added;     /* the host's, not of the scene's text; the host may use no kind with an `index` */
    double position[3], velocity[3];
    double strength;         /* scatter; blow: the radius */
    const char *key, *value; /* set: dotted name and text, as vol_world_set takes them */
    uint32_t index;          /* set_obstacle, set_relation, set_term, put: which one in its list, */
    const void *def;         /* a def that has the new value, NULL: it is `value_number`; put: all of it, NULL: none, */
    const vol_param *field;  /* and what of it is new */
    double value_number;
    vol_surrounding of; /* put: what it is */
    const struct vol_scene_node *node;
    size_t last_player, last_dt, last_put; /* these and all below: vol_scene_link_events */
    double time, dt;
    bool linked;
    uint32_t number, replaces;            /* the library's number of what it is about, and of what goes */
    uint32_t made[VOL_SURROUNDING_COUNT]; /* how many of each have come up to here */
    uint32_t goals;                       /* one more than the number of the first term of a goal; 0: none yet */
} vol_scene_event;

typedef enum vol_scene_sound_source {
    VOL_SCENE_SOUND_NONE, /* the scene has no sound */
    VOL_SCENE_SOUND_FILE,
    VOL_SCENE_SOUND_BUILTIN,    /* a tune that is built in */
    VOL_SCENE_SOUND_MICROPHONE, /* these two are heard by who plays: without one, sound does nothing */
    VOL_SCENE_SOUND_MONITOR     /* what the machine plays itself */
} vol_scene_sound_source;

/* A feature of sound that changes a parameter: scale x feature + offset, within the range. What several maps say of one
 * parameter is added, and brought into the parameter's own range. */
typedef struct vol_scene_sound_map {
    const char *to;   /* dotted key of a parameter that may change between steps */
    uint32_t feature; /* vol_scene_feature_name */
    double scale, offset;
    double smooth;   /* seconds that a change takes to two thirds; 0: at once */
    double range[2]; /* infinite where there is no end */
    const struct vol_scene_node *node;
} vol_scene_sound_map;

typedef struct vol_scene_sound {
    vol_scene_sound_source source;
    const char *file;          /* absolute path, or the name of the built-in tune; NULL from a device */
    bool loop;                 /* begins again at its end; else it is silent from there on */
    uint32_t steps_per_second; /* how steps and the sound go together; by default look.fps */
    vol_scene_sound_map *maps;
    size_t map_count;
    vol_scene_event *on_onset; /* what happens when something new is heard; their `at` is of no use */
    size_t on_onset_count;
    vol_scene_event *on_beat; /* and on a beat */
    size_t on_beat_count;
} vol_scene_sound;

typedef struct vol_scene {
    const char *name;      /* as it was asked for: a path, a built-in name, or - */
    const char *directory; /* that other files are relative to */
    const char *about;     /* "" where there is none */
    vol_world_def world;
    vol_scene_look look;
    vol_meter_def meter; /* how to measure; which measures is asked elsewhere */
    vol_scene_flock *flocks;
    size_t flock_count;
    vol_scene_relation *relations;
    size_t relation_count;
    vol_scene_obstacle *obstacles;
    size_t obstacle_count;
    vol_scene_term *terms; /* flock by flock */
    size_t term_count;
    vol_scene_path *players;      /* the path of each */
    vol_scene_player *player_own; /* and what it has of its own */
    size_t player_count;
    vol_scene_event *events; /* by step; those of one step in the order of the text */
    size_t event_count;
    vol_scene_sound sound;
    struct vol_scene_inside *inside; /* all memory, which copies of this struct share */
} vol_scene;

/* --- Reading and writing ------------------------------------------------------------------------------------------ */

/* A value for a dotted key, in the place of what the text has, and the option that it came with: that is what messages
 * name ("--set birds.count=7"). NULL: they name the key and the value. The key may be an entry of a list
 * ("obstacles.2"): the one behind the last is added, and the value none takes an entry away. */
typedef struct vol_scene_override {
    const char *key, *value, *option;
} vol_scene_override;

/* Reads a scene: `name` is a file, a built-in name, or - for standard input; with :LOOK behind it, in one of its other
 * looks. NULL on failure. */
VOL_API vol_scene *vol_scene_open(const char *name, const vol_scene_override *overrides, size_t override_count,
                                  vol_scene_fault *fault);

/* The same from text; `name` is what messages call it. `directory` is where other files are searched for; NULL: in the
 * working directory. */
VOL_API vol_scene *vol_scene_open_text(const char *name, const char *directory, const char *text, size_t length,
                                       const vol_scene_override *overrides, size_t override_count,
                                       vol_scene_fault *fault);

/* Releases an opened scene; NULL: does nothing. */
VOL_API void vol_scene_close(vol_scene *scene);

/* What this header takes the structs to be: how many bytes a scene has, and a sum over the others and the version. A
 * library that was compiled with another header refuses to fill a host's scene. */
#define VOL_SCENE_SUM(sum, type) ((sum)*UINT64_C(31) + sizeof(type))
#define VOL_SCENE_SUM_AROUND                                                                                     \
    VOL_SCENE_SUM(VOL_SCENE_SUM(VOL_SCENE_SUM(VOL_VERSION_MAJOR * 1000 + VOL_VERSION_MINOR, vol_scene_relation), \
                                vol_scene_obstacle),                                                             \
                  vol_scene_term)
#define VOL_SCENE_LAYOUT                                                                                 \
    ((uint64_t)sizeof(vol_scene) |                                                                       \
     VOL_SCENE_SUM(VOL_SCENE_SUM(VOL_SCENE_SUM(VOL_SCENE_SUM_AROUND, vol_scene_flock), vol_scene_event), \
                   vol_scene_sound_map)                                                                  \
         << 32)

VOL_API bool vol_scene_load_as(uint64_t layout, vol_scene *scene, const char *name, const vol_scene_override *overrides,
                               size_t override_count, vol_scene_fault *fault);
VOL_API bool vol_scene_read_as(uint64_t layout, vol_scene *scene, const char *name, const char *directory,
                               const char *text, size_t length, const vol_scene_override *overrides,
                               size_t override_count, vol_scene_fault *fault);
VOL_API bool vol_scene_reload_as(uint64_t layout, vol_scene *scene, const vol_scene *from,
                                 const vol_scene_override *overrides, size_t override_count, vol_scene_fault *fault);

/* As vol_scene_open and vol_scene_open_text, into a struct of the host's, which it releases. On failure the scene is
 * empty. */
static inline bool vol_scene_load(vol_scene *scene, const char *name, const vol_scene_override *overrides,
                                  size_t override_count, vol_scene_fault *fault) {
    return vol_scene_load_as(VOL_SCENE_LAYOUT, scene, name, overrides, override_count, fault);
}

static inline bool vol_scene_read(vol_scene *scene, const char *name, const char *directory, const char *text,
                                  size_t length, const vol_scene_override *overrides, size_t override_count,
                                  vol_scene_fault *fault) {
    return vol_scene_read_as(VOL_SCENE_LAYOUT, scene, name, directory, text, length, overrides, override_count, fault);
}

/* The same from the text of a scene that was read, with other overrides. */
static inline bool vol_scene_reload(vol_scene *scene, const vol_scene *from, const vol_scene_override *overrides,
                                    size_t override_count, vol_scene_fault *fault) {
    return vol_scene_reload_as(VOL_SCENE_LAYOUT, scene, from, overrides, override_count, fault);
}

/* Another scene as this one is now, with what the host has changed of it and with more overrides; events that the host
 * has added are left out. On failure `made` is empty. */
VOL_API bool vol_scene_remake_as(uint64_t layout, vol_scene *made, const vol_scene *from,
                                 const vol_scene_override *more, size_t more_count, vol_scene_fault *fault);
static inline bool vol_scene_remake(vol_scene *made, const vol_scene *from, const vol_scene_override *more,
                                    size_t more_count, vol_scene_fault *fault) {
    return vol_scene_remake_as(VOL_SCENE_LAYOUT, made, from, more, more_count, fault);
}

VOL_API void vol_scene_release(vol_scene *scene);

/* Changes anything of a scene by its dotted key, as an override does. Worlds that were made of it stay as they are;
 * what was read from the scene before (names, defs, looks) is gone. On failure the scene is as it was. */
VOL_API bool vol_scene_change(vol_scene *scene, const char *key, const char *value, vol_scene_fault *fault);

/* Changes a parameter of the world or of a flock, as it is at step 0, by its dotted key: in place and at once, but
 * checked by itself alone. */
VOL_API bool vol_scene_set(vol_scene *scene, const char *key, const char *value, vol_error *error);

/* The scene as text that reads back to the same, with all effective parameters; and an event as it stands in `events`.
 * Each is to be given to vol_scene_free; *length, unless it is NULL, is without the zero behind. NULL: there is no
 * memory left. */
VOL_API char *vol_scene_print(const vol_scene *scene, size_t *length);
VOL_API char *vol_scene_event_print(const vol_scene *scene, const vol_scene_event *event, size_t *length);

/* The scene in the text that it was read from: what has not changed stays byte for byte, comments, order and blanks; a
 * value that has changed is written over the old one; a key that was not there is added where a printed scene has it,
 * on a line of its own or in brackets as its neighbours are. Covered are
 *   - overrides, and what vol_scene_change and vol_scene_set have changed;
 *   - fields of the struct that the host has changed: `about`, and of the world, the look, the meter, the flocks, their
 *     looks and starts, of terms, relations and obstacles all that a scene can say of them;
 *   - events that the host has added (`added`), which go to the end of `events`;
 *   - keys that have no use any more (the radius of a start that is no disc now): they are taken out, with the comment
 *     on their line.
 * A list or map that is replaced as a whole loses the comments within it; an entry of a list that is taken away takes
 * those on its lines along, not those above it. Not covered, and refused: entries of lists other than events that the
 * host has added to the struct or taken out of it (overrides and vol_scene_change do that), events that it has changed,
 * names of flocks, texts in UTF-16. The result
 * is read again before it is returned: it says what the scene is, or there is a fault. Give it to vol_scene_free. */
VOL_API char *vol_scene_write(const vol_scene *scene, size_t *length, vol_scene_fault *fault);

/* Frees a text that a function of this header has made: free, of the C library that this one was linked with. */
VOL_API void vol_scene_free(char *text);

/* The version of libyaml, which reads the text; NULL: built without, a part of YAML is read (docs/scenes.md). */
VOL_API const char *vol_scene_yaml_version(void);

/* The scenes that are built in; NULL behind the last, and if there is none of that name. A name may have one of the
 * scene's looks behind it, as in leader:pond. */
typedef struct vol_scene_builtin {
    const char *name, *about, *text;
    size_t length;
    const char *looks; /* the names of its other looks, with a blank between two; "" where it has none */
} vol_scene_builtin;

VOL_API const vol_scene_builtin *vol_scene_builtin_at(size_t index);
VOL_API const vol_scene_builtin *vol_scene_builtin_find(const char *name);

/* The same without the struct. */
VOL_API const char *vol_scene_builtin_name(size_t index);
VOL_API const char *vol_scene_builtin_about(size_t index);
VOL_API const char *vol_scene_builtin_text(size_t index);

/* --- What is in a scene, without its struct ----------------------------------------------------------------------- */

/* Texts and defs are the scene's, and last as long as it does. */
VOL_API const char *vol_scene_name(const vol_scene *scene);
VOL_API const char *vol_scene_directory(const vol_scene *scene);
VOL_API const char *vol_scene_about(const vol_scene *scene);
/* The text that it was read from, as it was; overrides are not in it. */
VOL_API const char *vol_scene_text(const vol_scene *scene, size_t *length);
VOL_API const vol_world_def *vol_scene_world_def(const vol_scene *scene);
VOL_API const vol_meter_def *vol_scene_meter_def(const vol_scene *scene);
VOL_API size_t vol_scene_event_count(const vol_scene *scene);

/* The looks that are drawn: what is left to the program (size 0, colours that are `auto`) is what suits the scene as it
 * is, and the colour `flock` is that of the flock. */
typedef struct vol_scene_shown {
    vol_scene_look look;
    double size; /* of boids about whose size nothing is said */
    bool light;  /* is the background? */
} vol_scene_shown;

VOL_API vol_scene_shown vol_scene_look_shown(const vol_scene *scene);
VOL_API vol_scene_flock_look vol_scene_flock_shown(const vol_scene *scene, const vol_scene_shown *shown, size_t flock);

/* A colour of the palette of flocks for a dark or a light background: so many are there, others are like the first. */
enum { VOL_SCENE_PALETTE = 8 };
VOL_API vol_scene_color vol_scene_palette(unsigned index, bool light);

/* Is a colour light, as a background? */
VOL_API bool vol_scene_color_light(const vol_scene_color *color);

/* The value of a dotted key, as a scene would have it: "[800, 600]", "heading". And all of them, "KEY: VALUE" a line,
 * in the order of a printed scene. Lists are counted from 0 (obstacles.0.radius), terms by name too
 * (moths.terms.lamp.weight). Give each to vol_scene_free. NULL from the second: there is no memory left. */
VOL_API char *vol_scene_get(const vol_scene *scene, const char *key, vol_scene_fault *fault);
VOL_API char *vol_scene_list(const vol_scene *scene, size_t *length);

/* Flock by flock, of which there are so many; NULL behind the last. */
VOL_API size_t vol_scene_flock_count(const vol_scene *scene);
VOL_API const char *vol_scene_flock_name(const vol_scene *scene, size_t flock);
VOL_API const vol_flock_def *vol_scene_flock_def(const vol_scene *scene, size_t flock);

/* Its presets (docs/scenes.md): what each is called, NULL behind the last; what it is about, "" where it does not say;
 * and the dotted keys that it sets, NULL behind the last. Reading a scene with the override `preset` = NAME sets
 * them. */
VOL_API const char *vol_scene_preset_name(const vol_scene *scene, size_t preset);
VOL_API const char *vol_scene_preset_about(const vol_scene *scene, size_t preset);
VOL_API const char *vol_scene_preset_key(const vol_scene *scene, size_t preset, size_t index);

/* The scene as it was read, from the same text with the same overrides, but with that preset instead of any other;
 * NULL: with none. What the host has changed since is not in it. It is closed as any other. */
VOL_API vol_scene *vol_scene_open_preset(const vol_scene *scene, const char *preset, vol_scene_fault *fault);

/* --- Running ------------------------------------------------------------------------------------------------------ */

/* Where a world is computed, as vol_world_def has it; {0}: on all processors. It is no part of the scene: but for
 * `fast` the bits are the same everywhere. `device` must last as long as the world. */
typedef struct vol_scene_where {
    uint32_t threads;       /* 0: one for each processor */
    const char *device;     /* NULL: the processors */
    uint64_t device_memory; /* 0: what there is */
    bool fast;
} vol_scene_where;

/* Makes the scene's world at step 0: on processors of this machine (`threads` 0: one for each), or anywhere. */
VOL_API bool vol_scene_make_world(const vol_scene *scene, uint32_t threads, vol_world **world, vol_scene_fault *fault);
VOL_API bool vol_scene_make_world_on(const vol_scene *scene, const vol_scene_where *where, vol_world **world,
                                     vol_scene_fault *fault);

/* Reads a saved state into the scene's world, with what events before it have changed and a state does not hold. `name`
 * is what messages call the state; NULL: nothing. */
VOL_API bool vol_scene_resume(const vol_scene *scene, vol_world *world, const char *name, const void *bytes,
                              size_t size, vol_scene_fault *fault);

/* Lets the events of the step where the world is happen, and computes the next one. The second is the first half of
 * it. */
VOL_API bool vol_scene_step(const vol_scene *scene, vol_world *world, vol_scene_fault *fault);

/* After the events of a step: how many steps may be computed before there are others, or a player or goal has moved; at
 * most `most`. A device is faster when it is asked for many. */
VOL_API uint64_t vol_scene_steps_alike(const vol_scene *scene, uint64_t step, uint64_t most);

/* So many steps, each with its events: as many calls of vol_scene_step, but as quick as the device can. */
VOL_API bool vol_scene_run(const vol_scene *scene, vol_world *world, uint64_t steps, vol_scene_fault *fault);

/* vol_world_step, with a fault for what it returns. */
VOL_API bool vol_scene_step_world(vol_world *world, uint64_t steps, vol_scene_fault *fault);
VOL_API bool vol_scene_apply_events(const vol_scene *scene, vol_world *world, vol_scene_fault *fault);

/* The same by hand: the events of a step in their order (NULL: none), each of which happens, and then players and goals
 * are put to where they are while the next step is computed. */
VOL_API const vol_scene_event *vol_scene_events_at(const vol_scene *scene, uint64_t step, size_t *count);
VOL_API bool vol_scene_event_happen(const vol_scene *scene, const vol_scene_event *event, vol_world *world,
                                    vol_scene_fault *fault);
VOL_API bool vol_scene_place(const vol_scene *scene, vol_world *world, vol_scene_fault *fault);

/* Reads an event as it stands in `events`, in brackets: "{scatter: {position: [3, 4]}}". Without `at` it is that of
 * events[0] as the caller has set it. A `set` of several keys becomes as many events; there is room for `room`,
 * from 1. They are marked `added`, may be of any kind, and last as long as the scene, whose list stays as it is: let
 * them happen, and put them into the list where the scene is to know of them. What comes or goes (put) is to be in the
 * list, and linked, before it happens. */
VOL_API bool vol_scene_event_read(vol_scene *scene, const char *text, vol_scene_event *events, size_t room,
                                  size_t *count, vol_scene_fault *fault);

/* To be called after the host has changed the list of events from `first` on, or the world's dt. The list may become
 * another array of the host's, which it frees when the scene is released. */
VOL_API void vol_scene_link_events(vol_scene *scene, size_t first);

/* Does the event change what a saved state does not hold: parameters, leaders, players, goals? */
VOL_API bool vol_scene_event_sets(const vol_scene_event *event);

/* What events call obstacles.2, relations.0 or, of a flock, birds.terms.1, behind the first `past` events of the scene,
 * which are linked: how many numbers have been given (those of what was taken away among them), and the library's
 * number in the scene's worlds, VOL_NONE where there is none. `flock` is 0 but for terms. */
VOL_API uint32_t vol_scene_around_count(const vol_scene *scene, size_t past, vol_surrounding of, vol_flock flock);
VOL_API uint32_t vol_scene_around_number(const vol_scene *scene, size_t past, vol_surrounding of, vol_flock flock,
                                         uint32_t index);
/* A def of these as an event has it, in brackets; or of one field the value. `points` as scenes have them: `dimensions`
 * numbers each. Give it to vol_scene_free; NULL: there is no memory left. */
VOL_API char *vol_scene_around_print(const vol_scene *scene, vol_surrounding of, const vol_param *field,
                                     const void *def);

/* A player of the scene's while the step after `step` is computed, in the world as it is now. Since 0.1. */
VOL_API vol_player_def vol_scene_player_at(const vol_scene *scene, size_t player, const vol_world_def *world,
                                           uint64_t step);

/* The last event up to a step that says where the player is; NULL if there is none. */
VOL_API const vol_scene_event *vol_scene_last_player(const vol_scene *scene, uint64_t step);

/* Where a path leads at a step: on the way between two entries, at the first one until its step, at the last one for
 * good. The path must not be empty. */
VOL_API void vol_scene_path_at(const vol_scene_path *path, uint64_t step, int dimensions, double *position);

/* The time at a step: what passed until then, with the dt that events set. */
VOL_API double vol_scene_time(const vol_scene *scene, uint64_t step);

/* --- Sound -------------------------------------------------------------------------------------------------------- */

/* The features of sound (docs/sound.md): "volume"; NULL behind the last. And what each is, its unit ("" where it has
 * none) and what a full meter shows. */
VOL_API const char *vol_scene_feature_name(unsigned feature);
VOL_API const char *vol_scene_feature_help(unsigned feature);
VOL_API const char *vol_scene_feature_unit(unsigned feature);
VOL_API double vol_scene_feature_most(unsigned feature);

/* The version of libsndfile, which reads sound files and is looked for at run time; NULL: it is not there, or this
 * library was built without its header. None can be read then. */
VOL_API const char *vol_scene_sound_version(void);

/* The bytes of the scene's built-in tune, a sound file of its own; NULL: it has none. */
VOL_API const void *vol_scene_sound_bytes(const vol_scene *scene, size_t *size);

/* Seconds that the sound of a file or a tune lasts; 0 where there is none. And the time of a step in it: it begins with
 * step 0. */
VOL_API double vol_scene_sound_length(const vol_scene *scene);
VOL_API double vol_scene_sound_time(const vol_scene *scene, uint64_t step);

/* The frame of the file or tune that is heard at a step: a whole number, which does not drift. */
VOL_API uint64_t vol_scene_sound_frame(const vol_scene *scene, uint64_t step);

/* The features that are heard at a step from a file or a tune, as many numbers as there are features, before any
 * smoothing; and, unless NULL, whether there is an onset or a beat. False: there is no such sound, and all are 0. */
VOL_API bool vol_scene_sound_features(const vol_scene *scene, uint64_t step, double *features, bool *onset, bool *beat);

/* Something that sound does. The event points into this struct where it has a value: it is not to be copied. */
typedef struct vol_scene_sound_act {
    vol_scene_event event;
    char value[32];
} vol_scene_sound_act;

/* What sound does at a step, after the events of the step: number 0 and on, below the count. False: that one does
 * nothing then. vol_scene_step, vol_scene_run and vol_scene_apply_events let all this happen themselves; it is for
 * hosts that do so by hand (vol_scene_event_happen), or keep what has happened. From a device sound does nothing by
 * itself. */
VOL_API size_t vol_scene_sound_count(const vol_scene *scene);
VOL_API bool vol_scene_sound_act_at(const vol_scene *scene, uint64_t step, size_t index, vol_scene_sound_act *act);

/* What a saved state does not hold of what sound has done up to a step: parameters that follow it, and the last time
 * that something which happens on an onset or a beat has set one. The event says when. */
VOL_API bool vol_scene_sound_state_at(const vol_scene *scene, uint64_t step, size_t index, vol_scene_sound_act *act);

/* Live: takes features that were heard, `seconds` after those before, into the smoothed values of all maps, which the
 * host keeps: map_count numbers, 0 at first. Then what sound does, as above. */
VOL_API void vol_scene_sound_hear(const vol_scene *scene, const double *features, double seconds, double *smoothed);
VOL_API bool vol_scene_sound_act_live(const vol_scene *scene, uint64_t step, const double *smoothed, bool onset,
                                      bool beat, size_t index, vol_scene_sound_act *act);

/* To be called after the host has changed maps (not how many there are, nor what they lead to), `loop` or
 * `steps_per_second`. */
VOL_API bool vol_scene_link_sound(vol_scene *scene, vol_scene_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
