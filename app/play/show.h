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
    size_t changes; /* that can be undone */
    bool goal_there;
    double goal[3];
    app_focus focus;
    app_readings readings;
    char message[512];
    uint32_t messages;
    bool trouble;
} app_show;

/* Copies the moment; what the show had is used again. Start with {0}. */
void app_show_take(app_show *show, app_session *session, app_draw_history *history);
void app_show_release(app_show *show);

#endif
