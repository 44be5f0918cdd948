/* What `run` answers. */
#ifndef VOLERY_APP_CLI_SUMMARY_H
#define VOLERY_APP_CLI_SUMMARY_H

#include "cli/shares.h"
#include "common/arena.h"
#include "osc/osc.h"
#include <volery/scene.h>

typedef struct app_summary {
    const vol_scene *scene;
    vol_world *world;
    uint64_t first_step;
    uint64_t resumed_at; /* the step of the checkpoint that it went on from; else the first one */
    uint64_t frames;     /* recorded */
    const char *output;
    uint64_t measured; /* lines */
    const char *measure;
    const app_osc *osc; /* NULL: none */
    double seconds;
    bool interrupted;
    app_shares shares; /* of the ranks */
} app_summary;

void app_summary_text(const app_summary *summary, vol_text *text);
void app_summary_json(const app_summary *summary, vol_text *text);

#endif
