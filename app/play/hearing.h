/* What a session hears: features of its file at each step, or of a device as they come. What they do becomes events of
 * the scene, so that a step that is computed again, here or by `volery verify`, comes out the same. */
#ifndef VOLERY_APP_PLAY_HEARING_H
#define VOLERY_APP_PLAY_HEARING_H

#include "sound/features.h"
#include <volery/scene.h>

enum { APP_CURVE_POINTS = 240, APP_MOST_CURVES = 12 };

/* Features and the parameters that they lead to, over the last steps, the oldest first. */
typedef struct app_curves {
    size_t count;
    float features[VOL_SOUND_FEATURES][APP_CURVE_POINTS];
    float values[APP_MOST_CURVES][APP_CURVE_POINTS]; /* of the first maps */
} app_curves;

typedef struct app_hearing {
    bool silent;    /* nothing is to be heard */
    uint64_t heard; /* what sound did before this step is among the scene's events */
    double value[VOL_SOUND_FEATURES];
    bool device;      /* something was heard from one */
    bool onset, beat; /* since the step before */
    bool onset_now;   /* in the step that was computed last, and */
    bool beat_now;    /* the same */
    double *smoothed; /* of each map, from a device */
    size_t map_count, map_room;
    app_curves curves;
    char own[600]; /* where the scene's own sound comes from, as in a scene: "builtin: loom"; "" if from nowhere */
} app_hearing;

struct app_session;
struct app_wish;

void app_hearing_begin(struct app_session *session);
void app_hearing_release(app_hearing *hearing);

/* Is a device to be listened to, and is it the monitor? */
bool app_session_listens(const struct app_session *session, bool *monitor);

/* Takes the features of a block that a device heard. */
void app_session_hear(struct app_session *session, const vol_sound_frame *frame, double seconds);

/* Makes what sound does at the step where the world is events of the scene, once. */
void app_session_follow_sound(struct app_session *session);

/* Wishes: another source, another map. */
void app_session_do_source(struct app_session *session, const struct app_wish *wish);
void app_session_do_map(struct app_session *session, const struct app_wish *wish);
/* Makes the scene's section `sound` what a text says: to undo a change. */
bool app_session_set_sound(struct app_session *session, const char *text);
/* The same where the person did not ask for it: as time goes back. */
void app_session_put_back_sound(struct app_session *session, const char *text);

#endif
