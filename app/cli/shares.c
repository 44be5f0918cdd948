/* Reports of the ranks, added up; a part of the summary. */
#include "cli/shares.h"

#include "cluster/cluster.h"
#include "util/json.h"

enum { MICROSECONDS, SPENT, MESSAGES, BYTES, OWN, OWN_MOST, GHOSTS, SUMS };

static double by(double a, double b) {
    return b > 0 ? a / b : 0;
}

app_shares app_shares_take(const vol_world *world, double seconds) {
    const vol_cluster *cluster = app_cluster();
    app_shares shares = {.ranks = app_cluster_size()};
    vol_cluster_report r = {0};
    if (cluster == NULL || vol_world_cluster(world, &r, sizeof r) != VOL_OK) {
        return shares;
    }
    double most = by(r.communicating, seconds);
    uint64_t sums[SUMS] = {[MICROSECONDS] = (uint64_t)(r.communicating * 1e6),
                           [SPENT] = (uint64_t)(seconds * 1e6),
                           [MESSAGES] = r.messages,
                           [BYTES] = r.bytes,
                           [OWN] = r.own,
                           [OWN_MOST] = r.own_most,
                           [GHOSTS] = r.ghosts};
    if (!cluster->add(cluster->user, sums, SUMS) || !cluster->highest(cluster->user, &most, 1)) {
        return shares;
    }
    double steps = (double)r.steps * (double)cluster->size;
    shares.divided = r.divided;
    shares.steps = r.steps;
    shares.communicating = by((double)sums[MICROSECONDS], (double)sums[SPENT]);
    shares.communicating_most = most;
    shares.imbalance = by((double)sums[OWN_MOST], (double)sums[OWN]);
    shares.ghosts = by((double)sums[GHOSTS], (double)sums[OWN]);
    shares.messages = by((double)sums[MESSAGES], steps);
    shares.bytes = by((double)sums[BYTES], steps);
    shares.balanced = r.balanced;
    return shares;
}

void app_shares_text(const app_shares *s, vol_text *text) {
    uint32_t own = 0, all = 0;
    if (s->ranks == 1) {
        return;
    }
    vol_text_print(text, "ranks      %u, %s", (unsigned)s->ranks,
                   s->divided ? "each with a strip of the world" : "each with all boids");
    if (app_cluster_bound(&own, &all) && (uint64_t)own * s->ranks < all) {
        vol_text_print(text, "; the launcher lets each use %u of %u processors", (unsigned)own, (unsigned)all);
    }
    vol_text_print(text,
                   "\nexchange   %.1f %% of the time (at most %.1f %%), %.4g messages and %.4g kB a rank and step\n",
                   100 * s->communicating, 100 * s->communicating_most, s->messages, s->bytes / 1000);
    vol_text_print(
        text, "balance    the largest share is %.3f of the mean, ghosts are %.1f %%, strips cut anew %llu time%s\n",
        s->imbalance, 100 * s->ghosts, (unsigned long long)s->balanced, s->balanced == 1 ? "" : "s");
}

void app_shares_json(const app_shares *s, vol_text *text) {
    if (s->ranks == 1) {
        return;
    }
    app_json_open(text, "cluster", '{');
    app_json_whole(text, "ranks", s->ranks);
    app_json_flag(text, "divided", s->divided);
    app_json_real(text, "communicating", s->communicating);
    app_json_real(text, "communicating_most", s->communicating_most);
    app_json_real(text, "imbalance", s->imbalance);
    app_json_real(text, "ghosts", s->ghosts);
    app_json_real(text, "messages", s->messages);
    app_json_real(text, "bytes", s->bytes);
    app_json_whole(text, "balanced", s->balanced);
    app_json_close(text, '}');
}
