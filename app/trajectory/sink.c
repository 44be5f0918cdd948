/* The last station of recordings that are text: a buffer before a file, whose failures (a full disk) are noticed and
 * told with the file's name. */
#include "common/format_number.h"
#include "trajectory/trajectory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 256 * 1024 };

static bool failed(const vol_sink *sink, const char *what, vol_fault *fault) {
    return vol_fault_set(fault, VOL_EXIT_FAILED, "%s: %s: %s", sink->name, what, strerror(errno));
}

bool vol_sink_open(vol_sink *sink, vol_output *output, vol_fault *fault) {
    if (!vol_output_begin(output, fault)) {
        return false;
    }
    *sink = (vol_sink){.output = output, .name = output->name, .bytes = vol_take(BUFFER)};
    return true;
}

static bool write_out(vol_sink *sink, vol_fault *fault) {
    size_t used = sink->used;
    sink->used = 0;
    return vol_output_write(sink->output, sink->bytes, used) || failed(sink, "cannot be written", fault);
}

bool vol_sink_room(vol_sink *sink, vol_fault *fault) {
    return BUFFER - sink->used >= VOL_SINK_ROOM || write_out(sink, fault);
}

void vol_sink_put(vol_sink *sink, const char *bytes, size_t length) {
    memcpy(sink->bytes + sink->used, bytes, length);
    sink->used += length;
}

void vol_sink_put_char(vol_sink *sink, char c) {
    sink->bytes[sink->used++] = c;
}

void vol_sink_put_real(vol_sink *sink, const vol_frame *frame, const void *array, size_t index) {
    char *at = sink->bytes + sink->used;
    sink->used += frame->world.precision == VOL_PRECISION_DOUBLE ? vol_format_double(at, ((const double *)array)[index])
                                                                 : vol_format_float(at, ((const float *)array)[index]);
}

void vol_sink_put_whole(vol_sink *sink, uint64_t number) {
    sink->used += vol_format_whole(sink->bytes + sink->used, number);
}

bool vol_sink_flush(vol_sink *sink, vol_fault *fault) {
    return write_out(sink, fault);
}

bool vol_sink_close(vol_sink *sink, vol_fault *fault) {
    bool right = vol_sink_flush(sink, fault);
    free(sink->bytes);
    return right;
}
