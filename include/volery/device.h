/* Devices: where the steps of a world are computed. The processors of this machine do without asking; through OpenCL a
 * graphics card does, with the same bits. OpenCL is looked for when a device is asked for, not before; where there is
 * none, or the library was built without, there are no devices and asking for one is VOL_ERROR_UNSUPPORTED. */
#ifndef VOLERY_DEVICE_H
#define VOLERY_DEVICE_H

#include <volery/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is known of a device. Since 0.1. */
typedef struct vol_device_info {
    char name[128];      /* "NVIDIA H200" */
    char platform[128];  /* of whom the driver is, "NVIDIA CUDA" */
    char version[128];   /* of the driver */
    uint64_t memory;     /* bytes it has */
    uint64_t piece_most; /* bytes that one piece of memory may have there */
    uint32_t units;      /* that compute side by side */
    bool gpu;            /* a graphics card, or the like; else the processor, through OpenCL */
    char lacks[200];     /* why no world can be computed on it with the bits of the processor, "" if all is there */
} vol_device_info;

/* Device number `number`, from 0 on, in the order of the platforms; VOL_ERROR_NAME behind the last one,
 * VOL_ERROR_UNSUPPORTED where there is no OpenCL, and the error says what is missing. `bytes` is the size of `info` as
 * the caller knows it. Since 0.1. */
VOL_API vol_result vol_device_read(uint32_t number, vol_device_info *info, size_t bytes, vol_error *error);

/* Where the world is computed now: "cpu", or the device's name. It lasts as long as the world. Since 0.1. */
VOL_API const char *vol_world_device(const vol_world *world);

/* Bytes that the world has taken of its device's memory; 0 on the processor. Since 0.1. */
VOL_API uint64_t vol_world_device_bytes(const vol_world *world);

/* What the last step had to do. Since 0.1. */
typedef struct vol_work {
    uint64_t candidates; /* pairs of boids that the indexes offered: where neighbours were looked for */
    uint64_t bytes;      /* on a device: those of its arrays, each read once, and written once where a step does; 0 on
                            the processor. Over the time of a step, it is what to compare with the memory's speed */
} vol_work;

/* Counted now, on the device itself: outside of what is timed. Zeros before the first step, after boids were changed,
 * and where they move in turn. Since 0.1. */
VOL_API vol_work vol_world_work(vol_world *world);

/* Why a world cannot be computed on a device. vol_device_refusal: reason number `index`, a word and a sentence; false
 * behind the last one. With device "auto" such a world is computed on the processor, else it is
 * VOL_ERROR_UNSUPPORTED and the error's text has the sentence. Since 0.1. */
VOL_API bool vol_device_refusal(size_t index, const char **name, const char **sentence);

#ifdef __cplusplus
}
#endif

#endif
