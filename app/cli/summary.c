/* The summary of a run, in words or as JSON: what was run, how long each stage took, and the hash of the state. */
#include "cli/summary.h"

#include "util/computed.h"
#include "util/json.h"

#include <stdio.h>

static size_t count_boids(const app_summary *summary) {
    size_t count = 0;
    for (uint32_t i = 0; i < vol_flock_count(summary->world); i++) {
        count += vol_flock_get_def(summary->world, i).count; /* without fetching them from a device, as a view would */
    }
    return count;
}

static const char *precision_name(const app_summary *summary) {
    return summary->scene->world.precision == VOL_PRECISION_DOUBLE ? "double" : "single";
}

/* Microseconds a step. */
static double a_step(const vol_profile *profile, double seconds) {
    return profile->steps > 0 ? 1e6 * seconds / (double)profile->steps : 0;
}

/* Does a flock of this scene eat another one? */
static bool scene_eats(const vol_scene *scene) {
    for (size_t i = 0; i < scene->relation_count; i++) {
        if (scene->relations[i].def.eat > 0) {
            return true;
        }
    }
    return false;
}

void app_summary_text(const app_summary *summary, vol_text *text) {
    vol_world *world = summary->world;
    vol_profile profile = vol_world_profile(world);
    uint64_t steps = vol_world_steps(world) - summary->first_step;
    size_t boids = count_boids(summary);
    double computed = (double)(vol_world_steps(world) - summary->resumed_at);
    double rate = summary->seconds > 0 ? computed / summary->seconds : 0;
    vol_text_print(text, "scene      %s%s\n", summary->scene->name, summary->interrupted ? " (interrupted)" : "");
    vol_text_print(text, "steps      %llu (%llu to %llu)\n", (unsigned long long)steps,
                   (unsigned long long)summary->first_step, (unsigned long long)vol_world_steps(world));
    if (summary->resumed_at > summary->first_step) {
        vol_text_print(text, "resumed    at step %llu\n", (unsigned long long)summary->resumed_at);
    }
    vol_text_print(text, "boids      %zu in %u flock%s\n", boids, (unsigned)vol_flock_count(world),
                   vol_flock_count(world) == 1 ? "" : "s");
    vol_text_print(text, "time       %.3f s, %.4g steps/s, %.4g ns a boid and step\n", summary->seconds, rate,
                   profile.boids > 0 ? 1e9 * summary->seconds / (double)profile.boids : 0);
    vol_text_print(text, "a step     %.1f us: index %.1f, sense %.1f, decide %.1f, move %.1f\n",
                   a_step(&profile, profile.total), a_step(&profile, profile.index), a_step(&profile, profile.sense),
                   a_step(&profile, profile.decide), a_step(&profile, profile.move));
    vol_text_print(text, "computed   %s precision, ", precision_name(summary));
    app_computed_text(world, text);
    vol_text_put(text, app_computed_on_device(world) ? "" : ", cpu");
    if (app_computed_on_device(world)) {
        vol_text_print(text, ", %.1f MiB of its memory", (double)vol_world_device_bytes(world) / (1024 * 1024));
    }
    vol_text_put(text, "\n");
    app_shares_text(&summary->shares, text);
    if (scene_eats(summary->scene)) {
        vol_text_print(text, "eaten      %llu\n", (unsigned long long)vol_world_eaten(world));
    }
    if (summary->output != NULL) {
        vol_text_print(text, "recorded   %llu step%s to %s\n", (unsigned long long)summary->frames,
                       summary->frames == 1 ? "" : "s", summary->output);
    }
    if (summary->measure != NULL) {
        vol_text_print(text, "measured   %llu step%s to %s\n", (unsigned long long)summary->measured,
                       summary->measured == 1 ? "" : "s", summary->measure);
    }
    if (summary->osc != NULL) {
        app_osc_counts n = app_osc_count(summary->osc);
        vol_text_print(text, "osc        %llu taken, %llu ignored, %llu packets sent, %llu lost\n",
                       (unsigned long long)n.taken, (unsigned long long)n.ignored, (unsigned long long)n.sent,
                       (unsigned long long)n.lost);
    }
    vol_text_print(text, "hash       %016llx\n", (unsigned long long)vol_world_hash(world));
}

void app_summary_json(const app_summary *summary, vol_text *text) {
    vol_world *world = summary->world;
    vol_profile profile = vol_world_profile(world);
    char hash[24];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)vol_world_hash(world));
    app_json_open(text, NULL, '{');
    app_json_text(text, "scene", summary->scene->name);
    app_json_whole(text, "steps", vol_world_steps(world) - summary->first_step);
    app_json_whole(text, "step", vol_world_steps(world));
    if (summary->resumed_at > summary->first_step) {
        app_json_whole(text, "resumed_at", summary->resumed_at);
    }
    app_json_whole(text, "boids", count_boids(summary));
    app_json_real(text, "seconds", summary->seconds);
    app_json_whole(text, "threads", vol_world_workers(world));
    app_json_text(text, "isa", vol_world_isa(world));
    app_json_text(text, "device", vol_world_device(world));
    app_json_whole(text, "device_bytes", vol_world_device_bytes(world));
    app_json_flag(text, "fast", app_computed_fast(world));
    app_json_text(text, "precision", precision_name(summary));
    app_json_text(text, "hash", hash);
    app_json_flag(text, "interrupted", summary->interrupted);
    app_json_whole(text, "recorded", summary->frames);
    app_json_whole(text, "measured", summary->measured);
    if (scene_eats(summary->scene)) {
        app_json_whole(text, "eaten", vol_world_eaten(world));
    }
    if (summary->osc != NULL) {
        app_osc_counts n = app_osc_count(summary->osc);
        app_json_open(text, "osc", '{');
        app_json_whole(text, "taken", n.taken);
        app_json_whole(text, "ignored", n.ignored);
        app_json_whole(text, "sent", n.sent);
        app_json_whole(text, "lost", n.lost);
        app_json_close(text, '}');
    }
    app_json_whole(text, "candidates", profile.candidates);
    app_json_open(text, "stages", '{');
    app_json_real(text, "total", profile.total);
    app_json_real(text, "index", profile.index);
    app_json_real(text, "sense", profile.sense);
    app_json_real(text, "decide", profile.decide);
    app_json_real(text, "move", profile.move);
    app_json_close(text, '}');
    app_shares_json(&summary->shares, text);
    app_json_close(text, '}');
    vol_text_put(text, "\n");
}
