/* `volery verify`: replays a recording and says whether it was identical, or where it was not. */
#include "cli/options.h"
#include "cluster/cluster.h"
#include "cluster/same.h"
#include "record/replay.h"
#include "util/json.h"
#include "util/terminal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void print_difference(const app_verdict *v, vol_text *text) {
    vol_text_print(text, "different: step %llu is the first that differs", (unsigned long long)v->last);
    if (v->boids != v->recorded_boids) {
        vol_text_print(text, ": recorded were %u boids, now there are %u", (unsigned)v->recorded_boids,
                       (unsigned)v->boids);
    } else if (!v->boid_known) {
        vol_text_put(text, "; which boid, the recording does not tell");
    } else if (v->boid_step == v->last) {
        vol_text_print(text, ", and boid %u of flock %s the first boid", (unsigned)v->boid, v->flock);
    } else {
        vol_text_print(text,
                       " (several boids); boid %u of flock %s is the first boid in step %llu, the next one that "
                       "has a check of each boid",
                       (unsigned)v->boid, v->flock, (unsigned long long)v->boid_step);
    }
    vol_text_put(text, "\n");
}

static void as_text(const app_recording *r, const app_verdict *v, vol_text *text) {
    if (v->identical) {
        vol_text_print(text, "identical: %llu steps (%llu to %llu), %u boids, hash %016llx\n",
                       (unsigned long long)(v->last - v->first), (unsigned long long)v->first,
                       (unsigned long long)v->last, (unsigned)v->boids, (unsigned long long)v->hash);
    } else {
        print_difference(v, text);
    }
    vol_text_print(text, "recorded   %s%s\n", r->about.length > 0 ? r->about.data : "",
                   r->ended ? "" : "; cut off: it has no end");
    vol_text_print(text, "replayed   volery %s, %s%s\n", vol_version(), v->computed,
                   v->interrupted ? "; interrupted" : "");
}

static void put_hash(vol_text *text, const char *key, uint64_t hash) {
    char digits[24];
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
    app_json_text(text, key, digits);
}

static void as_json(const app_recording *r, const app_verdict *v, vol_text *text) {
    app_json_open(text, NULL, '{');
    app_json_text(text, "recording", r->name);
    app_json_flag(text, "identical", v->identical);
    app_json_whole(text, "steps", v->last - v->first);
    app_json_whole(text, "step", v->last);
    app_json_whole(text, "boids", v->boids);
    put_hash(text, "hash", v->hash);
    put_hash(text, "recorded_hash", v->recorded_hash);
    if (v->boid_known) {
        app_json_text(text, "flock", v->flock);
        app_json_whole(text, "boid", v->boid);
        app_json_whole(text, "boid_step", v->boid_step);
    }
    app_json_flag(text, "ended", r->ended);
    app_json_flag(text, "interrupted", v->interrupted);
    app_json_text(text, "recorded_by", r->about.length > 0 ? r->about.data : "");
    app_json_whole(text, "threads", v->threads);
    app_json_text(text, "isa", v->isa);
    app_json_text(text, "device", v->device);
    app_json_close(text, '}');
    vol_text_put(text, "\n");
}

static int replay(const app_options *options, const vol_scene_where *where, FILE *file, app_fault *fault) {
    app_recording recording;
    bool opened = app_recording_open(&recording, file, options->operand, fault);
    if (!app_cluster_agree(opened, fault) || !app_same_number(recording.states, options->operand, fault)) {
        if (opened) {
            app_recording_release(&recording);
        }
        return fault->code;
    }
    app_verdict verdict;
    int code = APP_EXIT_FAILED;
    app_interrupt_catch();
    if (app_replay(&recording, where, &verdict, fault)) {
        vol_text text = {0};
        if (options->json) {
            as_json(&recording, &verdict, &text);
        } else {
            as_text(&recording, &verdict, &text);
        }
        if (options->json || !options->quiet) {
            fputs(text.data, stdout);
        }
        vol_text_release(&text);
        code = !verdict.identical ? APP_EXIT_FAILED : verdict.interrupted ? APP_EXIT_INTERRUPTED : APP_EXIT_DONE;
    }
    app_recording_release(&recording);
    return code;
}

int app_verify_command(const app_options *options, app_fault *fault) {
    vol_scene_where where;
    if (!app_where_read(options, &where, fault)) {
        return fault->code;
    }
    FILE *file = fopen(options->operand, "rb");
    if (file == NULL) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be opened: %s", options->operand, strerror(errno));
    }
    if (!app_cluster_agree(file != NULL, fault)) {
        if (file != NULL) {
            fclose(file);
        }
        return fault->code;
    }
    int code = replay(options, &where, file, fault);
    fclose(file);
    return code;
}
