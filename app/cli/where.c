/* Where worlds are computed: what --threads, --device, --device-memory and --fast ask for, checked before anything is
 * read or written. */
#include "cli/options.h"
#include "cluster/cluster.h"
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

/* The device for this rank among those of its machine that "gpu" may mean: each takes the next one, around again. */
static const char *device_of_rank(const char *device) {
    static const char *const numbers[] = {"0", "1", "2",  "3",  "4",  "5",  "6",  "7",
                                          "8", "9", "10", "11", "12", "13", "14", "15"};
    enum { MOST = sizeof numbers / sizeof *numbers };
    uint32_t fit[MOST], count = 0;
    vol_device_info info;
    if (device == NULL || strcmp(device, "gpu") != 0 || app_cluster_size() == 1) {
        return device;
    }
    for (uint32_t i = 0; i < MOST && vol_device_read(i, &info, sizeof info, NULL) == VOL_OK; i++) {
        if (info.gpu && info.lacks[0] == '\0') {
            fit[count++] = i;
        }
    }
    return count > 0 ? numbers[fit[app_cluster_beside() % count]] : device;
}

bool app_where_understand(const app_options *o, vol_scene_where *where, app_fault *fault) {
    const char *command = o->command->name;
    *where = (vol_scene_where){
        .threads = app_cluster_threads(o->threads), .device = device_of_rank(o->device), .fast = o->fast};
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
