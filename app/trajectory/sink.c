/* The last station of recordings that are text: a buffer before a file, whose failures (a full disk) are noticed and
 * told with the file's name. */
#include "common/arena.h"
#include "common/format_number.h"
#include "trajectory/trajectory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 256 * 1024 };

static bool failed(const app_sink *sink, const char *what, app_fault *fault) {
    return app_fault_set(fault, APP_EXIT_FAILED, "%s: %s: %s", sink->name, what, strerror(errno));
}

bool app_sink_open(app_sink *sink, app_output *output, const app_place *from, app_fault *fault) {
    if (!(app_place_is_set(from) ? app_place_go_on(from, output, fault) : app_output_begin(output, fault))) {
        return false;
    }
    *sink = (app_sink){.output = output, .name = output->name, .bytes = vol_take(BUFFER)};
    return true;
}

static bool write_out(app_sink *sink, app_fault *fault) {
    size_t used = sink->used;
    sink->used = 0;
    return app_output_write(sink->output, sink->bytes, used) || failed(sink, "cannot be written", fault);
}

bool app_sink_room(app_sink *sink, app_fault *fault) {
    return BUFFER - sink->used >= APP_SINK_ROOM || write_out(sink, fault);
}

void app_sink_put(app_sink *sink, const char *bytes, size_t length) {
    memcpy(sink->bytes + sink->used, bytes, length);
    sink->used += length;
}

void app_sink_put_char(app_sink *sink, char c) {
    sink->bytes[sink->used++] = c;
}

void app_sink_put_real(app_sink *sink, const app_frame *frame, const void *array, size_t index) {
    char *at = sink->bytes + sink->used;
    sink->used += frame->world.precision == VOL_PRECISION_DOUBLE ? vol_format_double(at, ((const double *)array)[index])
                                                                 : vol_format_float(at, ((const float *)array)[index]);
}

void app_sink_put_whole(app_sink *sink, uint64_t number) {
    sink->used += vol_format_whole(sink->bytes + sink->used, number);
}

bool app_sink_flush(app_sink *sink, app_fault *fault) {
    return write_out(sink, fault);
}

bool app_sink_place(app_sink *sink, app_place *place, app_fault *fault) {
    return app_sink_flush(sink, fault) && app_place_take(place, sink->output, fault);
}

bool app_sink_close(app_sink *sink, app_fault *fault) {
    bool right = app_sink_flush(sink, fault);
    free(sink->bytes);
    return right;
}
