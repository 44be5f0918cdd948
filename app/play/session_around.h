/* Obstacles, relations and terms of a session: their keys and values, and the scene that has them as they are now. */
#ifndef VOLERY_APP_PLAY_SESSION_AROUND_H
#define VOLERY_APP_PLAY_SESSION_AROUND_H

#include "play/session.h"

/* obstacles.2, relations.0.weight, birds.terms.1. */
typedef struct app_around_key {
    vol_surrounding of;
    vol_flock flock; /* of terms; else 0 */
    uint32_t index;
    const vol_param *field; /* NULL: the whole entry */
} app_around_key;

/* False: the key is none of these. */
bool app_around_find(const vol_scene *scene, const char *key, app_around_key *found);

/* The number of what comes: the first behind the scene's own that is free, so that none is left out where something
 * that was placed is undone, and something else placed then. */
uint32_t app_around_next(const vol_scene *scene, size_t applied, vol_surrounding of, vol_flock flock);

/* The key with the next number in the place of a last word `new`, and any other as it is. */
void app_around_name_new(const app_session *session, const char *key, char *named, size_t size);

/* What it is in the world now, as an event has it; "none" where there is none. */
char *app_session_around_text(const app_session *session, const app_around_key *key);

/* The whole entry with one field changed, where that field cannot be changed by itself: a shape, a kind, the flocks of
 * a relation, the number of points. NULL: it can, or (with a fault) there is no such entry. */
char *app_session_whole(const app_session *session, const app_around_key *key, const char *value, app_fault *fault);

/* Sets it by an event, now. */
bool app_session_set_around(app_session *session, const char *key, const char *value);

/* A scene without one of its flocks, and without relations and terms that need it. */
bool app_session_make_without(const vol_scene *base, size_t flock, vol_scene *made, app_fault *fault);

/* Another scene as all is now, with one key changed; or without a flock, whose name the key is then. */
bool app_session_make_other(const app_session *session, const char *key, const char *value, vol_scene *made,
                            app_fault *fault);

#endif
