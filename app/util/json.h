/* JSON for answers: one object, written field by field. */
#ifndef VOLERY_APP_UTIL_JSON_H
#define VOLERY_APP_UTIL_JSON_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* `key` NULL: an item of a list. */
void app_json_open(vol_text *text, const char *key, char bracket);
void app_json_close(vol_text *text, char bracket);
void app_json_text(vol_text *text, const char *key, const char *value);
void app_json_whole(vol_text *text, const char *key, uint64_t value);
void app_json_real(vol_text *text, const char *key, double value);
void app_json_flag(vol_text *text, const char *key, bool value);

#endif
