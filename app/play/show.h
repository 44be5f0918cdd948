/* What the window and the terminal see of a session: a copy of one moment, so that the world can go on meanwhile. */
#ifndef VOLERY_APP_PLAY_SHOW_H
#define VOLERY_APP_PLAY_SHOW_H

#include "draw/frame.h"
#include "play/session.h"

enum { APP_MOST_FOCUS = 512 };

/* The boid that is followed. */
typedef struct app_focus {
    bool there;
    vol_flock flock;
    uint32_t id;
    double position[3], velocity[3];
    double zones[3];   /* of separation, alignment and cohesion; 0 where the model has none */
    double view[2];    /* distance and angle */
    size_t neighbours; /* within the widest zone; the first of them are: */
    double near[APP_MOST_FOCUS][3];
    size_t force_count;
    vol_force forces[4];
} app_focus;

/* A map of sound. */
typedef struct app_map_show {
    char to[160];
    uint32_t feature;
    double scale, offset, smooth, range[2];
} app_map_show;

/* What a session hears, and what comes of it. */
typedef struct app_sound_show {
    vol_scene_sound_source source;
    bool silent;
    char name[256];   /* of the file or tune */
    char own[600];    /* the scene's own source */
    char folder[512]; /* of the scene */
    double value[VOL_SOUND_FEATURES];
    bool onset, beat;
    size_t map_count; /* of which the first are: */
    app_map_show maps[APP_MOST_CURVES];
    app_curves curves;
} app_sound_show;

/* What surrounds the flocks and how all of it looks, as far as the panel has controls for it. */
enum { APP_MOST_AROUND = 128, APP_MOST_PLACES = 4096 };

/* Points of an obstacle or a path, or velocities of a flow, among the places of the show. */
typedef struct app_places {
    uint32_t first, count; /* 0: it has none, or there is no room for them */
} app_places;

typedef struct app_around_show {
    size_t obstacle_count, relation_count, term_count; /* that there are; the first of them are: */
    vol_obstacle_def obstacles[APP_MOST_AROUND];       /* their lists are not to be read here: */
    vol_relation_def relations[APP_MOST_AROUND];
    vol_term_def terms[APP_MOST_AROUND];
    app_places obstacle_places[APP_MOST_AROUND];
    app_places term_places[APP_MOST_AROUND];
    uint32_t obstacle_numbers[APP_MOST_AROUND]; /* as events call them */
    uint32_t relation_numbers[APP_MOST_AROUND];
    uint32_t term_numbers[APP_MOST_AROUND]; /* in the flock's list */
    char term_names[APP_MOST_AROUND][48];
    bool term_moves[APP_MOST_AROUND]; /* along a path of the scene's: */
    app_places term_paths[APP_MOST_AROUND];
    size_t player_count; /* of the scene's paths */
    vol_scene_player players[VOL_PLAYERS_MOST];
    app_places player_paths[VOL_PLAYERS_MOST];
    double places[APP_MOST_PLACES][3];
    uint64_t place_steps[APP_MOST_PLACES]; /* of paths in time: when each place is reached */
    uint32_t place_count;
    uint32_t obstacle_next, term_next[APP_MOST_AROUND]; /* numbers that new ones get, of each flock */
    vol_scene_look look;
    size_t look_count; /* of flocks */
    vol_scene_flock_look looks[APP_MOST_AROUND];
} app_around_show;

enum { APP_MOST_PRESETS = 16 };

/* What the scene offers. */
typedef struct app_presets_show {
    size_t count;
    char names[APP_MOST_PRESETS][64], about[APP_MOST_PRESETS][160];
    char chosen[64]; /* "": none */
} app_presets_show;

/* One moment of a session. */
typedef struct app_show {
    app_draw_frame frame;
    char name[256], about[256]; /* of the scene */
    char (*flock_names)[64];
    uint64_t scene_number; /* another one: another scene was opened */
    uint64_t step, first, last;
    size_t boids;
    uint64_t seed;
    vol_world_def world;
    vol_flock_def *flocks; /* as they are now */
    vol_flock_def *starts; /* as they begin after a restart */
    uint32_t flock_count, flock_room;
    vol_profile profile;
    const char *isa;
    uint32_t workers;
    uint64_t hash_until;
    bool replays, differs, records;
    size_t changes, undone; /* that can be undone, and done again */
    bool goal_there;
    double goal[3];
    app_focus focus;
    app_readings readings;
    app_around_show around;
    app_presets_show presets;
    app_sound_show sound;
    char message[512];
    uint32_t messages;
    bool trouble;
} app_show;

/* Where in its list something is that is called by a number; SIZE_MAX: nowhere. `flock` matters for terms alone. */
size_t app_around_show_find(const app_around_show *show, vol_surrounding of, vol_flock flock, uint32_t number);

/* Copies the moment; what the show had is used again. Start with {0}. */
void app_show_take(app_show *show, app_session *session, app_draw_history *history);
void app_show_release(app_show *show);

#endif
