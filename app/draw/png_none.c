/* PNG in a program that was built without zlib: a message. */
#include "draw/png.h"

bool app_png_write(app_output *output, const unsigned char *bytes, uint32_t width, uint32_t height, app_fault *fault) {
    return app_png_put(output->name, bytes, width, height, fault);
}

bool app_png_put(const char *path, const unsigned char *bytes, uint32_t width, uint32_t height, app_fault *fault) {
    (void)bytes;
    (void)width;
    (void)height;
    return app_fault_set(fault, APP_EXIT_FAILED, "%s: volery was built without zlib, which PNG needs", path);
}
