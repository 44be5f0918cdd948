/* JSON: answers, written field by field, and flat objects that are read again. */
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

/* A value that is read: `key` is "b", or "a.b" for what stands in the object of the key a. False ends the reading. */
typedef bool app_json_value(void *context, const char *key, const char *value, bool is_text);

/* Reads one object, whose values are texts without escapes, numbers, and objects of these, and hands them over one by
 * one. False: `found` said so, or this is no such object, and then *problem says where that shows. */
bool app_json_read(const char *text, app_json_value *found, void *context, const char **problem);

#endif
