/* A scene or a recording that is played: the world, everything that happened in it, and the way back to any earlier
 * step. Used by one thread at a time; the window's is another one (runner.h). */
#ifndef VOLERY_APP_PLAY_SESSION_H
#define VOLERY_APP_PLAY_SESSION_H

#include "play/gauges.h"
#include "play/history.h"
#include "play/wish.h"
#include "record/recording.h"
#include "scene/scene.h"

/* A parameter that was changed while playing. */
typedef struct vol_change {
    const char *key, *value, *before; /* in the scene's arena */
    uint64_t at;                      /* step */
} vol_change;

/* What a replay is compared with. */
typedef struct vol_replayed {
    uint64_t *hashes; /* of the steps from `first` on; NULL: nothing is replayed */
    uint64_t first, count;
    bool differs;
    uint64_t until; /* all steps before this one were compared; with `differs`, this is the first that differs */
} vol_replayed;

typedef struct vol_session {
    vol_scene scene; /* its events are those of the file and what the person did */
    vol_world *world;
    uint64_t jumps; /* in time so far, when what was before does not lead to what is now */
    uint32_t threads;
    vol_history history;
    size_t applied; /* events that have happened */
    size_t room;    /* of scene.events */
    vol_event *file_events;
    size_t file_event_count;
    vol_change *changes; /* in their order, for undo; their last values are what is saved */
    size_t change_count, change_room;
    bool dragging;     /* a slider: what comes next for the same parameter is the same change */
    uint64_t furthest; /* step */
    vol_recorder *recorder;
    vol_output recording; /* its file */
    char *recording_path; /* NULL: nothing is recorded; without a recorder, it begins with the next step */
    vol_replayed replayed;
    vol_gauges gauges;
    vol_color tint; /* of all boids; without a name: as the scene says */
    vol_flock followed_flock;
    uint32_t followed; /* VOL_NONE: nobody */
    char message[512]; /* what the person should know, e.g. that a file was saved; "" if nothing */
    uint32_t messages; /* counts them */
    bool trouble;      /* the message tells of a failure */
} vol_session;

/* Opens a scene (a file, a built-in name, -) or a recording. */
bool vol_session_open(vol_session *session, const char *name, const vol_override *overrides, size_t override_count,
                      uint32_t threads, vol_fault *fault);
/* Opens the scene of another session once more, with its parameters as they are now. */
bool vol_session_copy(vol_session *session, const vol_session *from, vol_fault *fault);
void vol_session_close(vol_session *session);

/* Computes the next step, after letting happen what is due. False: that is not possible; `message` says why. */
bool vol_session_step(vol_session *session);

/* Does what a person wants, but for pause, step and speed, which are the runner's. Failures are told by `message`. */
void vol_session_do(vol_session *session, const vol_wish *wish);

/* Begins anew with the parameters as they are now. */
bool vol_session_restart(vol_session *session, uint64_t seed);

/* Goes to a step: at most the furthest one that was computed, or the last of a recording. */
bool vol_session_seek(vol_session *session, uint64_t step);

/* The last step that can be gone to. */
uint64_t vol_session_last(const vol_session *session);
uint64_t vol_session_first(const vol_session *session);

/* Have no events happened at this step yet? */
bool vol_session_is_clean(const vol_session *session);

/* How many boids there are. */
size_t vol_session_boids(const vol_session *session);

/* Used by session_files.c: tells the person something. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void vol_session_tell(vol_session *session, bool trouble, const char *format, ...);

/* Reads the recording's scene and hashes into a new session. */
bool vol_session_open_recording(vol_session *session, const char *path, vol_fault *fault);
/* Makes the world anew, at step 0 or at the start of the recording. */
bool vol_session_begin(vol_session *session, vol_fault *fault);
/* Puts all that was changed into a scene, which is the session's or a copy of it. */
void vol_session_bake(const vol_session *session, vol_scene *scene);
void vol_session_record(vol_session *session, const char *path);
/* Opens the recording that was asked for. To be called where nothing has happened yet at this step. */
void vol_session_begin_record(vol_session *session);
void vol_session_stop_record(vol_session *session);
void vol_session_save(vol_session *session, const char *path);

#endif
