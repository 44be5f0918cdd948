/* A scene or a recording that is played: the world, everything that happened in it, and the way back to any earlier
 * step. Used by one thread at a time; the window's is another one (runner.h). */
#ifndef VOLERY_APP_PLAY_SESSION_H
#define VOLERY_APP_PLAY_SESSION_H

#include "common/arena.h"
#include "draw/density.h"
#include "play/gauges.h"
#include "play/hearing.h"
#include "play/history.h"
#include "play/wish.h"
#include "record/recording.h"
#include <volery/scene.h>

/* A parameter that was changed while playing, or an obstacle, a relation or a term that came, changed or went. */
typedef struct app_change {
    const char *key, *value, *before; /* in the session's arena */
    uint64_t at;                      /* step */
} app_change;

/* The scene of a session with all that is its own; undo of what begins anew puts another one in its place. */
typedef struct app_scene_now {
    vol_scene scene; /* its events are those of the file and what the person did */
    vol_scene_event *file_events;
    size_t file_event_count, room; /* of scene.events */
    app_change *changes;           /* in their order: what is saved beside the scene's own values */
    size_t change_count, change_room;
} app_scene_now;

/* Something that a person did and can undo. */
typedef enum app_done_kind {
    APP_DONE_SET,      /* a change: undo sets what was before */
    APP_DONE_HAPPENED, /* events: undo goes back in time to before them */
    APP_DONE_SCENE     /* another scene, from which all began anew: so does undo */
} app_done_kind;

typedef struct app_done {
    app_done_kind kind;
    const char *key, *before, *after; /* set: in the session's arena */
    uint64_t at;                      /* step */
    uint64_t stamp;                   /* the wish that did it, counted over all sessions */
    size_t order;                     /* happened: how many events of that step were before */
    vol_scene_event *events;          /* happened: malloc */
    size_t count, room;
    app_wish_kind wish;
    uint32_t stroke;
    bool joined;         /* undone and done again together with the one before */
    app_scene_now other; /* scene: the one that is not the session's */
} app_done;

/* What a replay is compared with. */
typedef struct app_replayed {
    uint64_t *hashes; /* of the steps from `first` on; NULL: nothing is replayed */
    uint64_t first, count;
    bool differs;
    uint64_t until; /* all steps before this one were compared; with `differs`, this is the first that differs */
} app_replayed;

typedef struct app_session {
    vol_scene scene; /* its events are those of the file and what the person did */
    vol_arena arena; /* words of what the person did */
    vol_world *world;
    uint64_t jumps; /* in time so far, when what was before does not lead to what is now */
    vol_scene_where where;
    app_history history;
    size_t applied; /* events that have happened */
    size_t room;    /* of scene.events */
    vol_scene_event *file_events;
    size_t file_event_count;
    app_change *changes; /* in their order: what is saved beside the scene's own values */
    size_t change_count, change_room;
    app_done *done; /* what can be undone, and behind the first `done_count` what can be done again */
    size_t done_count, done_all, done_room;
    uint64_t stamp;    /* of the wish that is done now */
    bool dragging;     /* a slider: what comes next for the same parameter is the same change */
    uint64_t furthest; /* step */
    app_recorder *recorder;
    app_output recording; /* its file */
    char *recording_path; /* NULL: nothing is recorded; without a recorder, it begins with the next step */
    app_replayed replayed;
    app_hearing hearing;
    app_gauges gauges;
    app_density density;  /* for the picture that the window shows */
    vol_scene_color tint; /* of all boids; without a name: as the scene says */
    vol_flock followed_flock;
    uint32_t followed;              /* VOL_NONE: none */
    bool (*hurried)(void *context); /* is something else waiting, for which a long way to a step is left? NULL: no */
    void *hurry;                    /* its context */
    char preset[64];                /* the last that was chosen; "": none */
    char preset_other[64];          /* the one before; while that choice is undone, the one after */
    size_t preset_done;             /* as many things were done when it had been; fewer: it was undone */
    bool preset_undone;
    char message[512]; /* what the person should know, e.g. that a file was saved; "" if nothing */
    uint32_t messages; /* counts them */
    bool trouble;      /* the message tells of a failure */
} app_session;

/* Opens a scene (a file, a built-in name, -) or a recording. */
bool app_session_open(app_session *session, const char *name, const vol_scene_override *overrides,
                      size_t override_count, const vol_scene_where *where, app_fault *fault);
/* Opens the scene of another session once more, with its parameters as they are now. */
bool app_session_copy(app_session *session, const app_session *from, app_fault *fault);
/* The same session once more: at the same step, with all that has happened. Not of what hears sound or is replayed. */
bool app_session_has_twin(const app_session *session);
bool app_session_twin(app_session *session, const app_session *from, app_fault *fault);
void app_session_close(app_session *session);

/* Computes the next step, after letting happen what is due. False: that is not possible; `message` says why. */
bool app_session_step(app_session *session);

/* Does what a person wants, but for pause, step and speed, which are the runner's. Failures are told by `message`. */
void app_session_do(app_session *session, const app_wish *wish);

/* Brings all that presets change to what it is with the one of that name, or ("") without any. False: something of that
 * cannot be changed in a world that is there; the scene has to be opened anew. */
bool app_session_take_preset(app_session *session, const char *name);

/* Begins anew with the parameters as they are now. */
bool app_session_restart(app_session *session, uint64_t seed);

/* Goes to a step: at most the furthest one that was computed, or the last of a recording. Less far where it is
 * `hurried`. */
bool app_session_seek(app_session *session, uint64_t step);

/* The last step that can be gone to. */
uint64_t app_session_last(const app_session *session);
uint64_t app_session_first(const app_session *session);

/* Have no events happened at this step yet? */
bool app_session_is_clean(const app_session *session);

/* How many boids there are. */
size_t app_session_boids(const app_session *session);

/* The scene as events tell it: what sound did is among them. */
vol_scene app_session_without_sound(const app_session *session);

/* Used by session_sound.c: what was to come is given up, as the person does something now; an event that happens at
 * once, in words that need not stay; and a change that undo can take back. */
void app_session_leave_future(app_session *session);
bool app_session_put_event(app_session *session, vol_scene_event event);
void app_session_note(app_session *session, const char *key, const char *value, const char *before, bool goes_on);

/* Used by the other files of sessions: tells the person something. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void app_session_tell(app_session *session, bool trouble, const char *format, ...);

/* Reads the recording's scene and hashes into a new session. */
bool app_session_open_recording(app_session *session, const char *path, app_fault *fault);
/* Makes the world anew, at step 0 or at the start of the recording. */
bool app_session_begin(app_session *session, app_fault *fault);
/* Makes the world anew, from a state that was kept. */
bool app_session_restore(app_session *session, const app_keepsake *kept, app_fault *fault);
/* Another scene that has all that was changed, without what else happened by hand, and with more; its events are those
 * of the file. */
bool app_session_make(const app_session *session, vol_scene *made, const vol_scene_override *more, size_t more_count,
                      app_fault *fault);
/* Puts the changes of parameters into the session's own scene: those of what surrounds the flocks stay changes. */
void app_session_bake(app_session *session);
/* The events of the file are kept apart from those that a person adds. */
void app_session_own_events(app_session *session);

/* session_edit.c: parameters and what surrounds, undo and redo. */
void app_session_do_set(app_session *session, const app_wish *wish);
void app_session_do_change(app_session *session, const app_wish *wish);
void app_session_undo(app_session *session);
void app_session_redo(app_session *session);
/* Of sessions beside each other: bits of those that the next undo, or redo, is about; 0: there is nothing. */
uint32_t app_sessions_of_undo(const app_session *sessions, uint32_t count, bool redo);
/* Events that a wish makes, and that undo takes back by going to before them. */
void app_session_do_deed(app_session *session, const app_wish *wish);
/* What surrounds the flocks as it was changed, as events of the first step. */
void app_session_begin_around(app_session *session);
/* Reads the values of added events anew: the scene that had them is another one. */
void app_session_reread(app_session *session);
/* What can be undone from a time that is no more; `all`: in any case. */
void app_session_forget_done(app_session *session, uint64_t step, bool all);
void app_session_release_done(app_session *session);
/* An event that happens at once and that nothing is given up for. False: it cannot, and is forgotten. */
bool app_session_insert_event(app_session *session, vol_scene_event event);
bool app_session_begin_anew(app_session *session);
/* The same at the event's own step, now or later. */
void app_session_schedule(app_session *session, vol_scene_event event);
/* Goes back to a step, behind so many of its events, and gives up what a person did since. */
bool app_session_go_before(app_session *session, uint64_t step, size_t order);
void app_session_record(app_session *session, const char *path);
/* Opens the recording that was asked for. To be called where nothing has happened yet at this step. */
void app_session_begin_record(app_session *session);
void app_session_stop_record(app_session *session);
void app_session_save(app_session *session, const char *path);

#endif
