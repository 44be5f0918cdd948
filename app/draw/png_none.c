/* PNG in a program that was built without zlib: a message. */
#include "draw/png.h"

bool vol_png_write(vol_output *output, const unsigned char *bytes, uint32_t width, uint32_t height, vol_fault *fault) {
    return vol_png_put(output->name, bytes, width, height, fault);
}

bool vol_png_put(const char *path, const unsigned char *bytes, uint32_t width, uint32_t height, vol_fault *fault) {
    (void)bytes;
    (void)width;
    (void)height;
    return vol_fault_set(fault, VOL_EXIT_FAILED, "%s: volery was built without zlib, which PNG needs", path);
}
