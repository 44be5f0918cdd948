/* Messages of errors: filled where something goes wrong, handed up to the host. */
#include "part.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool vol_scene_fault_set(vol_scene_fault *fault, int code, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fault->code = code;
    fault->line = 0;
    fault->column = 0;
    fault->file[0] = '\0';
    fault->key[0] = '\0';
    vsnprintf(fault->text, sizeof fault->text, format, list);
    va_end(list);
    return false;
}

void vol_scene_fault_more(vol_scene_fault *fault, const char *format, ...) {
    size_t used = strlen(fault->text);
    va_list list;
    va_start(list, format);
    vsnprintf(fault->text + used, sizeof fault->text - used, format, list);
    va_end(list);
}

bool vol_scene_fault_in(vol_scene_fault *fault, const char *path, size_t line, const char *format, ...) {
    va_list list;
    vol_scene_fault_set(fault, VOL_SCENE_WRONG, line > 0 ? "%s:%zu: " : "%s: ", path, line);
    size_t used = strlen(fault->text);
    va_start(list, format);
    vsnprintf(fault->text + used, sizeof fault->text - used, format, list);
    va_end(list);
    snprintf(fault->file, sizeof fault->file, "%s", path);
    fault->line = (uint32_t)line;
    return false;
}

bool vol_scene_no_memory(vol_scene_fault *fault) {
    return vol_scene_fault_set(fault, VOL_SCENE_FAILED, "out of memory");
}
