/* The clock of a played scene. A thread computes steps at the scene's pace (or as fast as it can), does wishes between
 * two steps, and lays copies of moments out for the window: three of them, so that neither waits for the other. */
#include "play/runner.h"

#include "play/audio.h"
#include "util/path.h"
#include "util/terminal.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_BEHIND 0.25    /* seconds: a scene that is too slow by more does not try to catch up */
enum { MEASURE_EVERY = 2 }; /* steps */
#define USUAL_WIDTH 1280.0  /* pixels of a window about which nothing is known */
#define USUAL_HEIGHT 720.0
#define LISTEN_EVERY 0.02 /* seconds */
#define RATE_OVER 0.5     /* seconds over which the rate is measured */

/* The picture that a session is shown in. */
typedef struct aim {
    bool there;
    app_camera camera;
    float pixel;
} aim;

struct app_runner {
    app_runner_def def;
    app_session sessions[APP_MOST_SIDES];
    app_draw_history *pasts[APP_MOST_SIDES]; /* where boids were, of each session */
    uint64_t jumps[APP_MOST_SIDES];          /* known to the pasts */
    aim aims[APP_MOST_SIDES];
    bool measures;
    bool dense;   /* a flock was counted in the latest show */
    app_osc *osc; /* NULL: none */
    app_audio audio;
    uint32_t session_count;
    uint64_t granted;         /* wishes so far */
    uint64_t opened, past_of; /* scenes so far; that of which the pasts are */
    bool paused;
    uint64_t single; /* steps to make in spite of a pause */
    double speed;
    double due; /* when the next step is */
    double rate, counted_since;
    uint64_t counted;

    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t wake;
    bool quit;
    app_wish *wishes;
    size_t wish_count, wish_room;
    aim wanted[APP_MOST_SIDES]; /* aims, as the window wants them */
    bool aimed;                 /* these are newer */
    app_stage stages[3];
    int front, ready, back; /* the window's, the latest, the one that is written */
    bool fresh;             /* `ready` is newer than `front` */
    uint64_t number;
};

static double period(const app_runner *runner) {
    return 1 / ((double)runner->sessions[0].scene.look.fps * runner->speed);
}

/* --- Shows -------------------------------------------------------------------------------------------------------- */

/* Tells the session's density for what picture it is. */
static void aim_session(app_runner *runner, uint32_t side) {
    app_session *session = &runner->sessions[side];
    const aim *a = &runner->aims[side];
    vol_world_def world = vol_world_get_def(session->world);
    if (runner->def.every_boid) {
        return;
    }
    if (a->there && a->camera.dimensions == world.dimensions) {
        app_density_aim(&session->density, &a->camera, a->pixel);
    } else {
        const vol_scene_look *look = &session->scene.look;
        double width = look->window[0] > 0 ? (double)look->window[0] : USUAL_WIDTH;
        double height = look->window[1] > 0 ? (double)look->window[1] : USUAL_HEIGHT;
        app_camera camera = app_camera_make(&world, look, width, height);
        app_density_aim(&session->density, &camera, 1);
    }
}

/* Does any flock of the session suit density, with its aim as it is now? */
static bool suits_density(const app_session *session) {
    for (size_t i = 0; i < session->scene.flock_count; i++) {
        size_t count = vol_flock_get_def(session->world, (vol_flock)i).count;
        if (app_density_suits(&session->density, &session->scene.flocks[i].look, count)) {
            return true;
        }
    }
    return false;
}

/* Takes over where the window looks; true if that needs another show. */
static bool take_aims(app_runner *runner) {
    bool changed = false;
    bool matters = runner->dense;
    pthread_mutex_lock(&runner->lock);
    if (runner->aimed) {
        memcpy(runner->aims, runner->wanted, sizeof runner->aims);
        runner->aimed = false;
        changed = true;
    }
    pthread_mutex_unlock(&runner->lock);
    for (uint32_t i = 0; i < runner->session_count && changed; i++) {
        aim_session(runner, i);
        matters = matters || suits_density(&runner->sessions[i]);
    }
    return changed && matters;
}

void app_runner_aim(app_runner *runner, uint32_t side, const app_camera *camera, float pixel) {
    pthread_mutex_lock(&runner->lock);
    const aim *before = &runner->wanted[side];
    if (!before->there || before->pixel != pixel || !app_camera_same(&before->camera, camera)) {
        runner->wanted[side] = (aim){true, *camera, pixel};
        runner->aimed = true;
        pthread_cond_signal(&runner->wake);
    }
    pthread_mutex_unlock(&runner->lock);
}

static void show_side(app_runner *runner, uint32_t side, app_show *show) {
    app_session *session = &runner->sessions[side];
    if (runner->jumps[side] != session->jumps || runner->past_of != runner->opened) {
        app_draw_history_reset(runner->pasts[side]);
        runner->jumps[side] = session->jumps;
    }
    aim_session(runner, side);
    app_show_take(show, session, runner->pasts[side]);
    show->scene_number = runner->opened;
    runner->dense = runner->dense || show->frame.dense.there;
}

static void publish(app_runner *runner) {
    app_stage *stage = &runner->stages[runner->back];
    runner->dense = false;
    for (uint32_t i = 0; i < runner->session_count; i++) {
        show_side(runner, i, &stage->sides[i]);
    }
    runner->past_of = runner->opened;
    stage->side_count = runner->session_count;
    stage->paused = runner->paused;
    stage->speed = runner->speed;
    stage->period = period(runner);
    stage->rate = runner->rate;
    app_audio_tell(&runner->audio, stage->device, sizeof stage->device, &stage->latency);
    stage->hears = stage->device[0] != '\0';
    stage->latency += stage->hears ? stage->period : 0;
    stage->muted = runner->audio.muted;
    memcpy(stage->device_trouble, runner->audio.ear_trouble, sizeof stage->device_trouble);
    stage->taken = app_clock();
    stage->number = ++runner->number;
    pthread_mutex_lock(&runner->lock);
    int latest = runner->back;
    runner->back = runner->ready;
    runner->ready = latest;
    runner->fresh = true;
    pthread_mutex_unlock(&runner->lock);
}

const app_stage *app_runner_look(app_runner *runner) {
    pthread_mutex_lock(&runner->lock);
    if (runner->fresh) {
        int latest = runner->ready;
        runner->ready = runner->front;
        runner->front = latest;
        runner->fresh = false;
    }
    const app_stage *stage = &runner->stages[runner->front];
    pthread_mutex_unlock(&runner->lock);
    return stage;
}

/* --- Wishes ------------------------------------------------------------------------------------------------------- */

/* Opens another scene or recording in the place of all that is there; if that fails, everything stays. Lines behind the
 * first one change keys of it: KEY=VALUE. */
static void open_other(app_runner *runner, const char *wanted) {
    enum { MOST_CHANGES = 16 };
    char words[sizeof((app_wish *)0)->value];
    vol_scene_override overrides[MOST_CHANGES];
    size_t count = 0;
    app_session other;
    app_fault fault = {0};
    snprintf(words, sizeof words, "%s", wanted);
    for (char *line = strchr(words, '\n'); line != NULL && count < MOST_CHANGES; line = strchr(line, '\n')) {
        *line++ = '\0';
        char *equals = strchr(line, '=');
        if (equals != NULL) {
            *equals = '\0';
            overrides[count++] = (vol_scene_override){line, equals + 1, NULL};
            line = equals + 1;
        }
    }
    if (!app_session_open(&other, words, overrides, count, &runner->def.where, &fault)) {
        app_session_tell(&runner->sessions[0], true, "%s", fault.text);
        return;
    }
    for (uint32_t i = 0; i < runner->session_count; i++) {
        app_session_close(&runner->sessions[i]);
    }
    runner->sessions[0] = other;
    runner->session_count = 1;
    runner->opened++;
    runner->paused = false;
    vol_text text = {0};
    vol_text_put(&text, runner->sessions[0].scene.name);
    for (size_t i = 0; i < count; i++) {
        vol_text_print(&text, "%s%s=%s", i == 0 ? ": " : ", ", overrides[i].key, overrides[i].value);
    }
    app_session_tell(&runner->sessions[0], false, "%s", text.data);
    vol_text_release(&text);
}

/* A second session beside the first one: of another scene, and both begin anew; or ("") the same once more, which goes
 * on from where it is. */
static void compare(app_runner *runner, const char *name) {
    app_session *first = &runner->sessions[0];
    app_session *second = &runner->sessions[1];
    app_fault fault = {0};
    bool same = name[0] == '\0';
    bool twin = same && app_session_has_twin(first);
    if (runner->session_count == 2) {
        app_session_close(second);
        runner->session_count = 1;
    }
    if (!twin) {
        app_session_restart(first, first->scene.world.seed);
    }
    if (!(twin   ? app_session_twin(second, first, &fault)
          : same ? app_session_copy(second, first, &fault)
                 : app_session_open(second, name, NULL, 0, &runner->def.where, &fault))) {
        app_session_tell(first, true, "%s", fault.text);
        return;
    }
    runner->session_count = 2;
    runner->opened++;
}

/* Where a world cannot go on with a preset, the scene is opened with it. */
static void choose_preset(app_runner *runner, const app_wish *wish) {
    for (uint32_t i = 0; i < runner->session_count; i++) {
        app_session *session = &runner->sessions[i];
        if ((wish->sides == 0 || (wish->sides >> i & 1) != 0) && !app_session_take_preset(session, wish->value)) {
            vol_text text = {0};
            vol_text_put(&text, session->scene.name);
            if (wish->value[0] != '\0') {
                vol_text_print(&text, "\npreset=%s", wish->value);
            }
            open_other(runner, text.data);
            vol_text_release(&text);
            return;
        }
    }
}

static void one_alone(app_runner *runner) {
    if (runner->session_count == 2) {
        app_session_close(&runner->sessions[1]);
        runner->session_count = 1;
        runner->opened++;
    }
}

static void change_trails(app_runner *runner, uint32_t moments) {
    for (int side = 0; side < APP_MOST_SIDES; side++) {
        app_draw_history_release(runner->pasts[side]);
        runner->pasts[side] = app_draw_history_make(moments);
    }
}

static void change_measures(app_runner *runner, bool on) {
    runner->measures = on;
    for (uint32_t i = 0; i < runner->session_count && !on; i++) {
        app_gauges_leave(&runner->sessions[i].gauges, true);
    }
}

/* Does the person want to leave, or to go elsewhere, while many steps are computed again? */
static bool hurried(void *context) {
    app_runner *runner = context;
    pthread_mutex_lock(&runner->lock);
    bool elsewhere = runner->quit;
    for (size_t i = 0; i < runner->wish_count; i++) {
        elsewhere = elsewhere || runner->wishes[i].kind == APP_WISH_SEEK || runner->wishes[i].kind == APP_WISH_OPEN;
    }
    pthread_mutex_unlock(&runner->lock);
    return elsewhere;
}

static void pass_on(app_runner *runner, const app_wish *wish) {
    for (uint32_t i = 0; i < runner->session_count; i++) {
        runner->sessions[i].hurried = runner->def.own_thread ? hurried : NULL;
        runner->sessions[i].hurry = runner;
        runner->sessions[i].stamp = runner->granted;
        if (wish->sides == 0 || (wish->sides >> i & 1) != 0) {
            app_session_do(&runner->sessions[i], wish);
        }
    }
}

/* What was done last, in whichever world. */
static void take_back(app_runner *runner, app_wish wish) {
    wish.sides = app_sessions_of_undo(runner->sessions, runner->session_count, wish.kind == APP_WISH_REDO);
    pass_on(runner, &wish);
}

static void grant(app_runner *runner, const app_wish *wish) {
    runner->granted++;
    switch (wish->kind) {
    case APP_WISH_UNDO:
    case APP_WISH_REDO: take_back(runner, *wish); break;
    case APP_WISH_PAUSE:
        runner->paused = wish->count == APP_PAUSE_OTHER ? !runner->paused : wish->count == APP_PAUSE_ON;
        runner->single = 0;
        break;
    case APP_WISH_STEP:
        runner->paused = true;
        runner->single++;
        break;
    case APP_WISH_SPEED: runner->speed = wish->number; break;
    case APP_WISH_SEEK:
        runner->paused = true;
        pass_on(runner, wish);
        break;
    case APP_WISH_OPEN: open_other(runner, wish->value); break;
    case APP_WISH_COMPARE: compare(runner, wish->value); break;
    case APP_WISH_PRESET: choose_preset(runner, wish); break;
    case APP_WISH_ALONE: one_alone(runner); break;
    case APP_WISH_MUTE: runner->audio.muted = !runner->audio.muted; break;
    case APP_WISH_TRAILS: change_trails(runner, (uint32_t)wish->count); break;
    case APP_WISH_MEASURE: change_measures(runner, !wish->none); break;
    default: pass_on(runner, wish); break;
    }
}

/* A wish from outside, for the first session. What cannot be done is told once, not each time. */
static bool grant_osc(void *context, const app_wish *wish, char *why, size_t size) {
    app_runner *runner = context;
    app_session *session = &runner->sessions[0];
    char message[sizeof session->message];
    uint32_t messages = session->messages;
    bool trouble = session->trouble;
    memcpy(message, session->message, sizeof message);
    grant(runner, wish);
    if (session->messages == messages || !session->trouble) {
        return true;
    }
    snprintf(why, size, "%.250s", session->message);
    memcpy(session->message, message, sizeof message);
    session->messages = messages;
    session->trouble = trouble;
    return false;
}

/* Does what has come by OSC; true if that changed anything. */
static bool take_osc(app_runner *runner) {
    app_session *session = &runner->sessions[0];
    bool changed = app_osc_take(runner->osc, &session->scene, grant_osc, runner) > 0;
    const char *complaint = app_osc_complaint(runner->osc);
    if (complaint != NULL) {
        app_session_tell(session, true, "%s", complaint);
    }
    return changed || complaint != NULL;
}

/* Takes the wishes out of the list and does them. */
static size_t grant_all(app_runner *runner) {
    pthread_mutex_lock(&runner->lock);
    size_t count = runner->wish_count;
    app_wish *wishes = runner->wishes;
    runner->wishes = NULL;
    runner->wish_count = 0;
    runner->wish_room = 0;
    pthread_mutex_unlock(&runner->lock);
    for (size_t i = 0; i < count; i++) {
        grant(runner, &wishes[i]);
    }
    free(wishes);
    return count;
}

/* Of a mouse that moves or a slider that is dragged only the last place counts. */
static bool replaces(const app_wish *wish, const app_wish *before) {
    bool place = wish->kind == APP_WISH_PLAYER || wish->kind == APP_WISH_GOAL || wish->kind == APP_WISH_SEEK;
    bool drag = wish->kind == APP_WISH_SET && before->goes_on && strcmp(wish->key, before->key) == 0;
    return wish->kind == before->kind && wish->sides == before->sides && (place || drag);
}

void app_runner_wish(app_runner *runner, const app_wish *wish) {
    pthread_mutex_lock(&runner->lock);
    if (runner->wish_count > 0 && replaces(wish, &runner->wishes[runner->wish_count - 1])) {
        runner->wish_count--;
    }
    if (runner->wish_count == runner->wish_room) {
        runner->wish_room = runner->wish_room * 2 + 16;
        runner->wishes = vol_retake(runner->wishes, runner->wish_room * sizeof *runner->wishes);
    }
    runner->wishes[runner->wish_count++] = *wish;
    pthread_cond_signal(&runner->wake);
    pthread_mutex_unlock(&runner->lock);
}

/* --- Steps -------------------------------------------------------------------------------------------------------- */

static void send_osc(app_runner *runner) {
    app_session *session = &runner->sessions[0];
    const app_hearing *h = &session->hearing;
    bool monitor = false, live = app_session_listens(session, &monitor);
    app_osc_heard heard = {live ? h->value : NULL, h->onset_now, h->beat_now};
    app_osc_send(runner->osc, &session->scene, session->world, live || h->silent ? &heard : NULL);
}

/* A step of every session; false: there is none left in a recording. */
static bool step_all(app_runner *runner) {
    bool moved = false;
    for (uint32_t i = 0; i < runner->session_count; i++) {
        moved = app_session_step(&runner->sessions[i]) || moved;
    }
    if (!moved) {
        runner->paused = true;
        runner->single = 0;
    }
    for (uint32_t i = 0; i < runner->session_count && runner->measures; i++) {
        if (vol_world_steps(runner->sessions[i].world) % MEASURE_EVERY == 0) {
            app_gauges_read(&runner->sessions[i].gauges, runner->sessions[i].world);
        }
    }
    if (moved) {
        send_osc(runner);
    }
    runner->counted++;
    return moved;
}

void app_runner_advance(app_runner *runner, uint64_t steps) {
    grant_all(runner);
    take_osc(runner);
    app_audio_listen(&runner->audio, runner->sessions, runner->session_count);
    take_aims(runner);
    uint64_t wanted = runner->paused ? runner->single : steps;
    runner->single = 0;
    while (wanted > 0 && step_all(runner)) {
        wanted--;
    }
    publish(runner);
}

static void measure_rate(app_runner *runner, double now) {
    if (now - runner->counted_since >= RATE_OVER) {
        runner->rate = (double)runner->counted / (now - runner->counted_since);
        runner->counted = 0;
        runner->counted_since = now;
    }
}

/* Waits for a wish, or until the next step is due; during a pause also until it is time to see what OSC and the
 * ear bring. */
static bool wait_for_work(app_runner *runner) {
    bool idle = runner->paused && runner->single == 0,
         listens = app_osc_file(runner->osc) >= 0 || runner->audio.ear != NULL;
    struct timespec until;
    double wait = idle && listens ? LISTEN_EVERY : runner->due - app_clock();
    idle = idle && !listens;
    clock_gettime(CLOCK_REALTIME, &until);
    wait = wait > 0 ? wait : 0;
    until.tv_sec += (time_t)wait;
    until.tv_nsec += (long)((wait - (double)(time_t)wait) * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&runner->lock);
    int result = 0;
    while (!runner->quit && runner->wish_count == 0 && !runner->aimed && result != ETIMEDOUT && (idle || wait > 0)) {
        result = idle ? pthread_cond_wait(&runner->wake, &runner->lock)
                      : pthread_cond_timedwait(&runner->wake, &runner->lock, &until);
    }
    bool goes_on = !runner->quit;
    pthread_mutex_unlock(&runner->lock);
    return goes_on;
}

static void *run(void *context) {
    app_runner *runner = context;
    runner->due = app_clock();
    runner->counted_since = runner->due;
    while (wait_for_work(runner)) {
        bool changed = grant_all(runner) > 0;
        changed = take_osc(runner) || changed;
        changed = app_audio_listen(&runner->audio, runner->sessions, runner->session_count) || changed;
        changed = take_aims(runner) || changed;
        double now = app_clock();
        if (runner->single > 0) {
            runner->single--;
            step_all(runner);
            changed = true;
        } else if (!runner->paused && now >= runner->due) {
            step_all(runner);
            changed = true;
            runner->due += period(runner);
            runner->due = runner->due < now - MOST_BEHIND ? now : runner->due;
        }
        if (runner->paused) {
            runner->due = now;
        }
        bool own_pace = runner->speed > 0.99 && runner->speed < 1.01; /* sound has no other */
        app_audio_play(&runner->audio, &runner->sessions[0], !runner->paused && own_pace);
        measure_rate(runner, now);
        if (changed) {
            publish(runner);
        }
    }
    return NULL;
}

/* A recording that was asked for on the command line and cannot be made is known before there is a window. */
static bool record_from_start(app_runner *runner, app_fault *fault) {
    app_session *session = &runner->sessions[0];
    app_uses uses = {0};
    app_uses_add_scene(&uses, &session->scene, "the scene", runner->def.name);
    app_uses_add(&uses, "--record", runner->def.record, true);
    bool right = app_uses_check(&uses, "play", fault);
    app_uses_release(&uses);
    if (right) {
        app_session_record(session, runner->def.record);
        right = session->recording_path != NULL || app_fault_set(fault, APP_EXIT_FAILED, "%s", session->message);
    }
    return right;
}

app_runner *app_runner_start(const app_runner_def *def, app_fault *fault) {
    app_runner *runner = vol_take(sizeof *runner);
    *runner = (app_runner){.def = *def, .session_count = 1, .opened = 1, .speed = 1};
    runner->ready = 1;
    runner->back = 2;
    if (!app_session_open(&runner->sessions[0], def->name, def->overrides, def->override_count, &def->where, fault)) {
        free(runner);
        return NULL;
    }
    if (!app_osc_open(&runner->osc, &def->osc, "play", runner->sessions[0].scene.world.dimensions, fault) ||
        (def->record != NULL && !record_from_start(runner, fault))) {
        app_osc_close(runner->osc);
        app_session_close(&runner->sessions[0]);
        free(runner);
        return NULL;
    }
    if (app_osc_at(runner->osc) != NULL) {
        app_session_tell(&runner->sessions[0], false, "OSC is taken at %s", app_osc_at(runner->osc));
    }
    for (int side = 0; side < APP_MOST_SIDES; side++) {
        runner->pasts[side] = app_draw_history_make(0);
    }
    pthread_mutex_init(&runner->lock, NULL);
    pthread_cond_init(&runner->wake, NULL);
    publish(runner); /* so that there is something to show from the first frame on */
    if (def->own_thread && pthread_create(&runner->thread, NULL, run, runner) != 0) {
        runner->def.own_thread = false;
        app_runner_stop(runner);
        app_fault_set(fault, APP_EXIT_FAILED, "volery play: no thread could be started");
        return NULL;
    }
    return runner;
}

void app_runner_stop(app_runner *runner) {
    if (runner == NULL) {
        return;
    }
    if (runner->def.own_thread) {
        pthread_mutex_lock(&runner->lock);
        runner->quit = true;
        pthread_cond_signal(&runner->wake);
        pthread_mutex_unlock(&runner->lock);
        pthread_join(runner->thread, NULL);
    }
    app_osc_close(runner->osc);
    app_audio_close(&runner->audio);
    for (uint32_t i = 0; i < runner->session_count; i++) {
        app_session_close(&runner->sessions[i]);
    }
    for (int i = 0; i < 3; i++) {
        for (int side = 0; side < APP_MOST_SIDES; side++) {
            app_show_release(&runner->stages[i].sides[side]);
        }
    }
    for (int side = 0; side < APP_MOST_SIDES; side++) {
        app_draw_history_release(runner->pasts[side]);
    }
    pthread_cond_destroy(&runner->wake);
    pthread_mutex_destroy(&runner->lock);
    free(runner->wishes);
    free(runner);
}
