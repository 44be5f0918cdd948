/* Where worlds are computed: what --threads, --device, --device-memory and --fast ask for, checked before anything is
 * read or written. */
#include "cli/options.h"
#include "common/words.h"

#include <volery/device.h>

#include <string.h>

/* "512", "2G": bytes, or multiples of 1024. */
static bool read_bytes(const char *text, uint64_t *bytes) {
    static const char letters[] = "KMGT";
    size_t length = strlen(text);
    const char *letter = length > 1 ? strchr(letters, text[length - 1]) : NULL;
    char digits[24] = "";
    if (length - (letter != NULL) >= sizeof digits) {
        return false;
    }
    memcpy(digits, text, length - (letter != NULL));
    unsigned shift = letter != NULL ? 10 * (unsigned)(letter - letters + 1) : 0;
    if (!vol_whole_read(digits, bytes) || *bytes == 0 || *bytes > UINT64_MAX >> shift) {
        return false;
    }
    *bytes <<= shift;
    return true;
}

bool app_where_is_device(const app_options *o) {
    return o->device != NULL && strcmp(o->device, "cpu") != 0;
}

bool app_where_understand(const app_options *o, vol_scene_where *where, app_fault *fault) {
    const char *command = o->command->name;
    *where = (vol_scene_where){.threads = (uint32_t)o->threads, .device = o->device, .fast = o->fast};
    if (o->device != NULL && o->device[0] == '\0') {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery %s: --device: value '' is not allowed; allowed: cpu, gpu, auto, or a number or a "
                             "part of a name that volery info lists",
                             command);
    }
    if (o->fast && !app_where_is_device(o)) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery %s: --fast needs a --device that is not cpu: on processors every bit is exact, "
                             "and nothing is gained without",
                             command);
    }
    if (o->device_memory != NULL && !app_where_is_device(o)) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery %s: --device-memory needs a --device that is not cpu",
                             command);
    }
    return o->device_memory == NULL || read_bytes(o->device_memory, &where->device_memory) ||
           app_fault_set(fault, APP_EXIT_WRONG,
                         "volery %s: --device-memory: value '%s' is not allowed; allowed is a number of bytes from 1 "
                         "on, or of K, M, G or T, each 1024 times the one before, as in 2G",
                         command, o->device_memory);
}

/* Devices are there, and one has that number. Which names fit is left to the library. */
bool app_where_try(const app_options *o, app_fault *fault) {
    const char *command = o->command->name;
    vol_device_info info;
    vol_error error;
    uint64_t number = 0;
    if (!app_where_is_device(o) || strcmp(o->device, "auto") == 0) {
        return true;
    }
    if (vol_device_read(0, &info, sizeof info, &error) != VOL_OK) {
        return app_fault_set(fault, APP_EXIT_WRONG, "volery %s: --device %s: %s; allowed here: cpu, auto", command,
                             o->device, error.text);
    }
    if (!vol_whole_read(o->device, &number) ||
        (number <= UINT32_MAX && vol_device_read((uint32_t)number, &info, sizeof info, &error) == VOL_OK)) {
        return true;
    }
    return app_fault_set(fault, APP_EXIT_WRONG, "volery %s: --device %s: no device has this number; see volery info",
                         command, o->device);
}

bool app_where_read(const app_options *o, vol_scene_where *where, app_fault *fault) {
    return app_where_understand(o, where, fault) && app_where_try(o, fault);
}
