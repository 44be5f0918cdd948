/* What `run` answers. */
#ifndef VOLERY_APP_CLI_SUMMARY_H
#define VOLERY_APP_CLI_SUMMARY_H

#include "scene/scene.h"

typedef struct vol_summary {
    const vol_scene *scene;
    vol_world *world;
    uint64_t first_step;
    uint64_t frames; /* recorded */
    const char *output;
    uint64_t measured; /* lines */
    const char *measure;
    double seconds;
    bool interrupted;
} vol_summary;

void vol_summary_text(const vol_summary *summary, vol_text *text);
void vol_summary_json(const vol_summary *summary, vol_text *text);

#endif
