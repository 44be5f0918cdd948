/* The Fourier transform of real numbers, with the same bits everywhere. */
#ifndef VOLERY_SOUND_FFT_H
#define VOLERY_SOUND_FFT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct vol_sound_fft {
    size_t size;              /* how many real numbers: a power of two, at least 4 */
    double *cosine, *sine;    /* of k turns / size, for k below size / 2 */
    double *real, *imaginary; /* size / 2 each: where it computes */
} vol_sound_fft;

bool vol_sound_fft_create(vol_sound_fft *fft, size_t size);
void vol_sound_fft_release(vol_sound_fft *fft);

/* The squares of the magnitudes of the bins 0 to size / 2. */
void vol_sound_fft_power(vol_sound_fft *fft, const double *samples, double *power);

#endif
