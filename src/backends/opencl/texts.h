/* The texts that devices compile: our own headers and *.cl, put into the library when it is built, so that a device
 * needs no files. */
#ifndef VOLERY_BACKENDS_OPENCL_TEXTS_H
#define VOLERY_BACKENDS_OPENCL_TEXTS_H

#include <volery/base.h>

enum { VOL_CL_TEXTS_MOST = 128 };

typedef struct vol_cl_text {
    const char *path; /* as it is included: "core/random.h", "volery/models.def" */
    const unsigned char *bytes;
    size_t length; /* without the 0 behind the last byte */
} vol_cl_text;

/* Written by cmake/EmbedTexts.cmake. */
extern const vol_cl_text vol_cl_texts[];
extern const size_t vol_cl_text_count;

/* The text of `path` with the texts of all that it includes in place of the includes. A header with a guard comes once;
 * what is not there, or only for C, is left out: an empty line. "models/MODEL.h" is the header of `model` (NULL: left
 * out). The same arguments always give the same text. It ends with a 0 and takes *bytes in all, which
 * vol_release(allocator, text, *bytes, 1) gives back. NULL without memory, or if there is no such path or model. */
char *vol_cl_assemble(const vol_allocator *allocator, const char *path, const char *model, size_t *bytes);

#endif
