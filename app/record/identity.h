/* What tells one run or sweep from all others: lines `name value`, kept by what goes on with it later. */
#ifndef VOLERY_APP_RECORD_IDENTITY_H
#define VOLERY_APP_RECORD_IDENTITY_H

#include <volery/scene.h>

#include <stdbool.h>
#include <stdint.h>

/* A sum over everything of the scene that a run can depend on. */
uint64_t app_scene_sum(const vol_scene *scene);

/* Leads both texts to the first lines that differ, which end with a line end or the text. False: all are the same. */
bool app_identity_differs(const char **there, const char **here);

#endif
