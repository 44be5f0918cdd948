/* A scene in memory: everything a run needs. Made from a file, a built-in name or standard input, with the overrides of
 * the command line; then only read. */
#ifndef VOLERY_SCENE_SCENE_H
#define VOLERY_SCENE_SCENE_H

#include "common/arena.h"
#include "fault.h"
#include "look.h"
#include "lookup.h"
#include "tree.h"
#include "util/path.h"

#include <volery/volery.h>

/* The boids of a start file: `dimensions` numbers a boid, boid after boid. `velocities`, or `headings` and `speeds`. */
typedef struct vol_scene_start {
    size_t count;
    double *positions, *velocities, *headings, *speeds;
} vol_scene_start;

typedef struct vol_scene_flock {
    const char *name;
    vol_flock_def def;
    vol_scene_flock_look look;
    const char *start_path; /* absolute; NULL unless the start's shape is `file` */
    vol_scene_start start;
    uint32_t leader; /* the id of a boid, or VOL_NONE */
    size_t first_term, term_count;
    const vol_scene_node *node;
} vol_scene_flock;

typedef struct vol_scene_relation {
    vol_relation_def def; /* flocks are numbered as in the scene */
    const char *key;      /* "relations[0]" */
    const vol_scene_node *node;
} vol_scene_relation;

typedef struct vol_scene_obstacle {
    vol_obstacle_def def;
    const char *key; /* "obstacles[0]" */
    const vol_scene_node *node;
} vol_scene_obstacle;

/* Where a player or a goal is while the step after `step` is computed. */
typedef struct vol_scene_waypoint {
    uint64_t step;
    double position[3];
} vol_scene_waypoint;

/* At most so many players. */
enum { VOL_SCENE_PLAYERS = 64 };

typedef struct vol_scene_path {
    vol_scene_waypoint *point; /* each later than the one before */
    size_t count;
} vol_scene_path;

/* A steering term; its number in the world is its place in the scene's list. */
typedef struct vol_scene_term {
    vol_term_def def;      /* flocks are numbered as in the scene */
    const char *name;      /* NULL where it has none */
    const char *key;       /* "birds.terms[0]" */
    vol_scene_path path;   /* that its point moves along; none: the point stays */
    const char *flow_path; /* absolute; NULL: the flow is in the scene itself */
    const vol_scene_node *node;
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
    VOL_SCENE_EVENT_BLOW
} vol_scene_event_kind;

/* Something that happens after step `at` was recorded and before the next one is computed. */
typedef struct vol_scene_event {
    uint64_t at;
    vol_scene_event_kind kind;
    uint32_t flock; /* add, remove, leader */
    uint32_t id;    /* remove, leader: there VOL_NONE for none */
    bool none;      /* player: as the scene says again; goal: none any more */
    double position[3], velocity[3];
    double strength;                     /* scatter; blow: the radius */
    const char *key, *value;             /* set: dotted name and text, as vol_world_set takes them */
    uint32_t index;                      /* set_obstacle, set_relation, set_term: which one, */
    const void *def;                     /* a def that has the new value, */
    const struct vol_scene_field *field; /* and what of it is new */
    const vol_scene_node *node;
    size_t last_player; /* 1 + the index of the last event up to this one that places the player; 0: none did */
    size_t last_dt;     /* the same of events that set dt */
    double time, dt;    /* set of world.dt: the time then, and what dt is from there on */
} vol_scene_event;

typedef struct vol_scene {
    vol_arena arena;
    const char *name;      /* as it was asked for: a path, a built-in name, or - */
    const char *directory; /* that other files are relative to */
    const char *about;     /* "" where there is none */
    vol_scene_node *tree;
    vol_world_def world;
    vol_scene_look look;
    vol_meter_def meter; /* how to measure; which measures is asked elsewhere */
    vol_scene_flock *flocks;
    size_t flock_count;
    vol_scene_lookup flock_names;
    vol_scene_relation *relations;
    size_t relation_count;
    vol_scene_obstacle *obstacles;
    size_t obstacle_count;
    vol_scene_term *terms; /* flock by flock */
    size_t term_count;
    vol_scene_lookup term_names; /* "3.home": the number of the flock, the name */
    vol_scene_path *players;     /* the path of each */
    size_t player_count;
    vol_scene_event *events; /* by step; those of one step in the order of the file */
    size_t event_count;
} vol_scene;

/* key=value from the command line, and the option it came with ("--set birds.count=7", "--seed 7"). */
typedef struct vol_scene_override {
    const char *key, *value, *option;
} vol_scene_override;

/* Reads a scene: `name` is a file, a built-in name, or - for standard input. On failure the scene is empty. */
bool vol_scene_load(vol_scene *scene, const char *name, const vol_scene_override *overrides, size_t override_count,
                    vol_scene_fault *fault);

/* Adds the files that a scene of that name comes from: itself, as `what`, its start files and its flow files. */
void vol_scene_uses(const vol_scene *scene, const char *what, const char *name, app_uses *uses);

/* The same from bytes; `file` is what messages call them. `directory` is where other files are looked for. */
bool vol_scene_read(vol_scene *scene, const char *file, const char *directory, const char *bytes, size_t length,
                    const vol_scene_override *overrides, size_t override_count, vol_scene_fault *fault);

/* What a scene is read from, for who reads it more than once. */
typedef struct vol_scene_source {
    const char *name; /* as it was asked for */
    char *directory;
    char *bytes;
    size_t length;
} vol_scene_source;

/* Gets the bytes of a scene; `name` as for vol_scene_load, and it must stay. On failure the source is empty. */
bool vol_scene_fetch(vol_scene_source *source, const char *name, vol_scene_fault *fault);
void vol_scene_source_release(vol_scene_source *source);

void vol_scene_release(vol_scene *scene);

/* The flock of that name, or NULL. */
vol_scene_flock *vol_scene_find_flock(const vol_scene *scene, const char *name);

/* The term of a flock that a word names, by its name or its number in the flock; NULL if there is none. */
const vol_scene_term *vol_scene_find_term(const vol_scene *scene, vol_flock flock, const char *word);

/* Makes the scene's world at step 0. `threads` 0: one for each processor. */
bool vol_scene_make_world(const vol_scene *scene, uint32_t threads, vol_world **world, vol_scene_fault *fault);

/* After the events from `first` on, or the world's dt, have changed: notes in each what came before it, so that nobody goes
 * through all of them at every step. */
void vol_scene_link_events(vol_scene *scene, size_t first);

/* The events of a step, in their order; NULL where there are none. */
const vol_scene_event *vol_scene_events_at(const vol_scene *scene, uint64_t step, size_t *count);

/* Puts the scene's obstacles, relations and terms into a world that has its flocks. */
bool vol_scene_surround(const vol_scene *scene, vol_world *world, vol_scene_fault *fault);

/* Lets the events of step vol_world_steps(world) happen, and puts players and goals to their places for the next one. */
bool vol_scene_apply_events(const vol_scene *scene, vol_world *world, vol_scene_fault *fault);

/* Reads a list of [step, x, y]; and says where it leads: on the way between two entries, at the first one until its step,
 * at the last one for good. The path must not be empty. */
bool vol_scene_path_read(vol_scene *scene, vol_scene_path *path, const vol_scene_node *list, const char *key,
                         vol_scene_fault *fault);
void vol_scene_path_at(const vol_scene_path *path, uint64_t step, int dimensions, double *position);

/* The last event up to a step that says where the player is; NULL if there is none. */
const vol_scene_event *vol_scene_last_player(const vol_scene *scene, uint64_t step);

/* Puts players and goals to where they are while the step after vol_world_steps(world) is computed: where the last event
 * said, or on the scene's paths. */
bool vol_scene_place(const vol_scene *scene, vol_world *world, vol_scene_fault *fault);

/* Lets one of the scene's events happen; players are placed by vol_scene_place. The first says by the error why it cannot, the
 * second by a fault. */
vol_result vol_scene_event_try(const vol_scene *scene, const vol_scene_event *event, vol_world *world,
                               vol_error *error);
bool vol_scene_event_happen(const vol_scene *scene, const vol_scene_event *event, vol_world *world,
                            vol_scene_fault *fault);

/* Brings the parameters and leaders of a world that was restored at a later step to what the events before it had made of
 * them. */
bool vol_scene_catch_up(const vol_scene *scene, vol_world *world, vol_scene_fault *fault);

/* Reads a saved state into the scene's world and catches up with it. False: *result tells of the state, and if that is VOL_OK
 * `fault` of the events. */
bool vol_scene_resume(const vol_scene *scene, vol_world *world, const void *bytes, size_t size, vol_result *result,
                      vol_error *error, vol_scene_fault *fault);

/* The time at a step: what passed until then, with the dt that events set. */
double vol_scene_time(const vol_scene *scene, uint64_t step);

/* Writes the scene with all effective parameters as YAML that reads back to the same. */
void vol_scene_print(const vol_scene *scene, vol_text *text);

/* Does the event change what a saved state does not hold: parameters, leaders, players, goals? */
bool vol_scene_event_sets(const vol_scene_event *event);

/* Writes one event as it stands in the list `events`. */
void vol_scene_event_print(const vol_scene *scene, const vol_scene_event *event, vol_text *text);

#endif
