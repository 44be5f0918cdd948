/* A transform of radix two over half as many complex numbers, even samples real and odd ones imaginary, and what takes
 * the two apart again. Cosines come from half angles and products, without libm, whose last bits differ from one
 * machine to the next. */
#include "fft.h"

#include <math.h>
#include <stdlib.h>

/* The powers of two among the angles by half-angle formulas; all others as products of at most log2(size) of them. */
static void fill_circle(double *cosine, double *sine, size_t size) {
    cosine[0] = 1;
    sine[0] = 0;
    double c = 0; /* a quarter turn */
    double s = 1;
    for (size_t k = size / 4; k >= 1; k /= 2) {
        cosine[k] = c;
        sine[k] = s;
        double half = sqrt((1 + c) / 2);
        s = s / (2 * half);
        c = half;
    }
    for (size_t k = 1; k < size / 2; k++) {
        size_t low = k & (~k + 1);
        size_t rest = k - low;
        if (rest != 0) {
            cosine[k] = cosine[rest] * cosine[low] - sine[rest] * sine[low];
            sine[k] = sine[rest] * cosine[low] + cosine[rest] * sine[low];
        }
    }
}

bool vol_sound_fft_create(vol_sound_fft *fft, size_t size) {
    double *memory = malloc(2 * size * sizeof *memory);
    *fft = (vol_sound_fft){.size = size};
    if (memory == NULL) {
        return false;
    }
    fft->cosine = memory;
    fft->sine = memory + size / 2;
    fft->real = memory + size;
    fft->imaginary = memory + size + size / 2;
    fill_circle(fft->cosine, fft->sine, size);
    return true;
}

void vol_sound_fft_release(vol_sound_fft *fft) {
    free(fft->cosine);
    *fft = (vol_sound_fft){0};
}

/* Even samples and odd ones as one complex number each, in the order of reversed bits. */
static void scatter(vol_sound_fft *fft, const double *samples) {
    size_t count = fft->size / 2;
    size_t to = 0;
    for (size_t i = 0; i < count; i++) {
        fft->real[to] = samples[2 * i];
        fft->imaginary[to] = samples[2 * i + 1];
        size_t bit = count / 2;
        while (bit > 0 && (to & bit) != 0) {
            to ^= bit;
            bit /= 2;
        }
        to |= bit;
    }
}

static void transform(vol_sound_fft *fft) {
    size_t count = fft->size / 2;
    double *re = fft->real;
    double *im = fft->imaginary;
    for (size_t half = 1; half < count; half *= 2) {
        size_t stride = fft->size / (2 * half);
        for (size_t begin = 0; begin < count; begin += 2 * half) {
            for (size_t k = 0; k < half; k++) {
                size_t a = begin + k;
                size_t b = a + half;
                double c = fft->cosine[k * stride];
                double s = fft->sine[k * stride];
                double x = re[b] * c + im[b] * s;
                double y = im[b] * c - re[b] * s;
                re[b] = re[a] - x;
                im[b] = im[a] - y;
                re[a] += x;
                im[a] += y;
            }
        }
    }
}

void vol_sound_fft_power(vol_sound_fft *fft, const double *samples, double *power) {
    size_t count = fft->size / 2;
    scatter(fft, samples);
    transform(fft);
    double sum = fft->real[0] + fft->imaginary[0];
    double difference = fft->real[0] - fft->imaginary[0];
    power[0] = sum * sum;
    power[count] = difference * difference;
    for (size_t k = 1; k < count; k++) {
        double even_re = (fft->real[k] + fft->real[count - k]) / 2;
        double even_im = (fft->imaginary[k] - fft->imaginary[count - k]) / 2;
        double odd_re = (fft->imaginary[k] + fft->imaginary[count - k]) / 2;
        double odd_im = (fft->real[count - k] - fft->real[k]) / 2;
        double re = even_re + (odd_re * fft->cosine[k] + odd_im * fft->sine[k]);
        double im = even_im + (odd_im * fft->cosine[k] - odd_re * fft->sine[k]);
        power[k] = re * re + im * im;
    }
}
