/* Features of sound: from samples, block by block, to a few numbers that a scene can map to parameters. Samples come
 * from a file (decode.h) or live from a device; what comes after is scene/sound.c.
 *
 * Only + - * / sqrt are used, in one order, contraction off: the same samples give the same bits on every machine
 * (docs/decisions/0007-the-fourier-transform-is-our-own.md).
 *
 * A block is one hop: the power of two of frames that makes 64 to 128 blocks a second (512 at 44,100 and 48,000 Hz).
 * The window of the spectrum is three hops long (Hann), the block in its middle, filled up with zeros to four. A
 * block's features are known two hops after it has ended: one for the window, one to see whether its flux is a
 * peak. */
#ifndef VOLERY_SOUND_FEATURES_H
#define VOLERY_SOUND_FEATURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum vol_sound_feature {
#define X(symbol, name, unit, most, help) VOL_SOUND_##symbol,
#include "features.def"
#undef X
    VOL_SOUND_FEATURES
} vol_sound_feature;

/* A row of the table. */
typedef struct vol_sound_feature_row {
    const char *name, *unit, *help;
    double most; /* what a full meter shows */
} vol_sound_feature_row;

/* The row of a feature; NULL behind the last. And the feature of a name; VOL_SOUND_FEATURES if there is none. */
const vol_sound_feature_row *vol_sound_feature_at(unsigned feature);
vol_sound_feature vol_sound_feature_find(const char *name);

/* What can be analysed. */
enum {
    VOL_SOUND_LEAST_RATE = 4000, /* Hz */
    VOL_SOUND_MOST_RATE = 768000,
    VOL_SOUND_MOST_CHANNELS = 64
};

/* The features of one block. */
typedef struct vol_sound_frame {
    double time; /* of the middle of the block, seconds since the first sample */
    double value[VOL_SOUND_FEATURES];
    bool onset, beat; /* in this block */
} vol_sound_frame;

/* Analyses a stream of samples. All memory is taken at the beginning; one thread at a time may use it. */
typedef struct vol_sound_analyser vol_sound_analyser;

/* NULL if there is no memory left, or rate or channels are outside of what is allowed. */
vol_sound_analyser *vol_sound_analyser_create(uint32_t rate, uint32_t channels);
void vol_sound_analyser_destroy(vol_sound_analyser *analyser); /* NULL: does nothing */

/* Frames in a block, and seconds from the middle of a block until its features are known. */
uint32_t vol_sound_analyser_hop(const vol_sound_analyser *analyser);
double vol_sound_analyser_latency(const vol_sound_analyser *analyser);

/* Beats a minute, as far as they are known now; 0: no beat is found. */
double vol_sound_analyser_tempo(const vol_sound_analyser *analyser);

/* Takes frames of interleaved samples (full scale is -1 to 1; what is no number counts as 0) until the next feature
 * frame is known, and returns how many it took: none while a feature frame has not been read.
 *
 *     while (count > 0) {
 *         size_t taken = vol_sound_analyser_push(analyser, samples, count);
 *         samples += taken * channels;
 *         count -= taken;
 *         while (vol_sound_analyser_read(analyser, &frame)) {
 *             ...
 *         }
 *     }
 */
size_t vol_sound_analyser_push(vol_sound_analyser *analyser, const float *samples, size_t frames);

/* The feature frame that is known now; false: there is none. */
bool vol_sound_analyser_read(vol_sound_analyser *analyser, vol_sound_frame *frame);

/* Behind the last sample, as if silence followed: the next of the blocks that are still to come, so that there is one
 * for each block that has begun; false when there are no more. Nothing can be pushed afterwards. */
bool vol_sound_analyser_end(vol_sound_analyser *analyser, vol_sound_frame *frame);

#endif
