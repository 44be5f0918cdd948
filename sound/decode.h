/* Sound files: from bytes to samples, a piece at a time, so that a long file needs no more memory than a short one.
 * libsndfile knows the formats; it is looked for at run time, VOLERY_SNDFILE names another one. */
#ifndef VOLERY_SOUND_DECODE_H
#define VOLERY_SOUND_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct vol_sound_file vol_sound_file;

/* Where sound is: in a file, or in memory that stays as long as it is read. */
typedef struct vol_sound_place {
    const char *path; /* NULL: in memory */
    const void *bytes;
    size_t size;
} vol_sound_place;

/* Opens it; NULL with the reason, a few words, in `why`. What cannot be analysed (rate, channels: features.h) is
 * refused, and so is what is no plain file. */
vol_sound_file *vol_sound_file_open(const vol_sound_place *place, char *why, size_t size);
void vol_sound_file_close(vol_sound_file *file); /* NULL: does nothing */

uint32_t vol_sound_file_rate(const vol_sound_file *file);
uint32_t vol_sound_file_channels(const vol_sound_file *file);

/* Reads frames of interleaved samples, and returns how many: fewer than asked for at the end, or where the file is
 * broken from there on. */
size_t vol_sound_file_read(vol_sound_file *file, float *samples, size_t frames);

/* Back to the first sample; false if that cannot be done. */
bool vol_sound_file_rewind(vol_sound_file *file);
/* To any other. */
bool vol_sound_file_seek(vol_sound_file *file, uint64_t frame);

/* The version of libsndfile; NULL: it is not there, or volery was built without its header. No file can be read
 * then. */
const char *vol_sound_decoder(void);

#endif
