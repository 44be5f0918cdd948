/* Listing and choosing devices. What a device lacks is found before anything is compiled for it, so that the host is
 * told in words and not by a build log. */
#include "backends/opencl/choose.h"

#include "core/error.h"

#include <volery/params.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* More than any machine has. What is beyond is not looked at. */
enum { PLATFORMS_MOST = 16, DEVICES_MOST = 64 };

/* What kernels take for granted: the size of their groups, and the memory that a group shares. */
enum { GROUP_LEAST = 256, LOCAL_LEAST = 16 * 1024 };

/* Bytes of the longest type of OpenCL C, to which all devices align. */
enum { ALIGNMENT_LEAST = 128 };

typedef struct place {
    cl_platform_id platform;
    cl_device_id id;
} place;

typedef struct places {
    place at[DEVICES_MOST];
    uint32_t count;
} places;

/* Platforms in their order, the devices of each in theirs. A platform whose driver does not answer has none. */
static places find_places(const vol_cl *cl) {
    places found = {.count = 0};
    cl_platform_id platform[PLATFORMS_MOST];
    cl_uint platforms = 0;
    if (cl->GetPlatformIDs(PLATFORMS_MOST, platform, &platforms) != CL_SUCCESS) {
        return found;
    }
    for (cl_uint i = 0; i < platforms && i < PLATFORMS_MOST; i++) {
        cl_device_id id[DEVICES_MOST];
        cl_uint devices = 0;
        if (cl->GetDeviceIDs(platform[i], CL_DEVICE_TYPE_ALL, DEVICES_MOST, id, &devices) != CL_SUCCESS) {
            continue;
        }
        for (cl_uint d = 0; d < devices && d < DEVICES_MOST && found.count < DEVICES_MOST; d++) {
            found.at[found.count++] = (place){platform[i], id[d]};
        }
    }
    return found;
}

/* Text as drivers give it, without the spaces that some put around it; what is too long is cut. */
static void tidy(const char *text, char *to, size_t bytes) {
    while (isspace((unsigned char)*text)) {
        text++;
    }
    snprintf(to, bytes, "%s", text);
    for (size_t length = strlen(to); length > 0 && isspace((unsigned char)to[length - 1]); length--) {
        to[length - 1] = '\0';
    }
}

enum { TEXT_MOST = 512 };

static void device_text(const vol_cl *cl, cl_device_id id, cl_device_info what, char *to, size_t bytes) {
    char text[TEXT_MOST] = "";
    bool told = cl->GetDeviceInfo(id, what, sizeof text - 1, text, NULL) == CL_SUCCESS;
    tidy(told ? text : "unknown", to, bytes);
}

static void platform_text(const vol_cl *cl, cl_platform_id id, cl_platform_info what, char *to, size_t bytes) {
    char text[TEXT_MOST] = "";
    bool told = cl->GetPlatformInfo(id, what, sizeof text - 1, text, NULL) == CL_SUCCESS;
    tidy(told ? text : "unknown", to, bytes);
}

/* A number that the device tells, 0 if it does not. */
static uint64_t device_u64(const vol_cl *cl, cl_device_id id, cl_device_info what) {
    cl_ulong value = 0;
    return cl->GetDeviceInfo(id, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

static uint32_t device_u32(const vol_cl *cl, cl_device_id id, cl_device_info what) {
    cl_uint value = 0;
    return cl->GetDeviceInfo(id, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

static size_t device_size(const vol_cl *cl, cl_device_id id, cl_device_info what) {
    size_t value = 0;
    return cl->GetDeviceInfo(id, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

/* Is there OpenCL 1.2 or later? Versions are "OpenCL 1.2 and more text". */
static bool has_version(const vol_cl *cl, cl_device_id id) {
    char text[TEXT_MOST];
    device_text(cl, id, CL_DEVICE_VERSION, text, sizeof text);
    return strncmp(text, "OpenCL 1.0", 10) != 0 && strncmp(text, "OpenCL 1.1", 10) != 0;
}

/* The first thing that is missing for any world, or NULL. */
static const char *lacks_for_all(const vol_cl *cl, const vol_cl_device *device) {
    cl_device_id id = device->id;
    const cl_device_fp_config doubles = device_u64(cl, id, CL_DEVICE_DOUBLE_FP_CONFIG);
    const cl_device_fp_config singles = device_u64(cl, id, CL_DEVICE_SINGLE_FP_CONFIG);
    if (!device_u32(cl, id, CL_DEVICE_AVAILABLE)) {
        return "its driver says that it is not available";
    }
    if (!has_version(cl, id)) {
        return "it is older than OpenCL 1.2";
    }
    if (!device_u32(cl, id, CL_DEVICE_COMPILER_AVAILABLE)) {
        return "its driver has no compiler";
    }
    if (!device_u32(cl, id, CL_DEVICE_ENDIAN_LITTLE)) {
        return "its numbers begin with the other end (it is not little endian)";
    }
    if (device_u32(cl, id, CL_DEVICE_ADDRESS_BITS) != 64) {
        return "its addresses have no 64 bits";
    }
    if (!doubles) { /* what surrounds flocks is doubles in every precision */
        return "it has no double precision (cl_khr_fp64)";
    }
    if (!(singles & doubles & CL_FP_ROUND_TO_NEAREST)) {
        return "it does not round to nearest";
    }
    if (device->group_most < GROUP_LEAST) {
        return "its groups have less than 256 work items";
    }
    return device->local_bytes < LOCAL_LEAST ? "its groups share less than 16 KiB of memory" : NULL;
}

/* The first thing that only the bits of the processor need, or NULL. */
static const char *lacks_for_bits(const vol_cl *cl, const vol_cl_device *device) {
    const cl_device_fp_config doubles = device_u64(cl, device->id, CL_DEVICE_DOUBLE_FP_CONFIG);
    const cl_device_fp_config singles = device_u64(cl, device->id, CL_DEVICE_SINGLE_FP_CONFIG);
    if (!(singles & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)) { /* doubles always are */
        return "it does not round quotients and roots of single precision correctly";
    }
    return singles & doubles & CL_FP_DENORM ? NULL : "it has no denormal numbers";
}

static void read_device(const vol_cl *cl, const places *all, uint32_t number, bool fast, vol_cl_device *device) {
    cl_device_id id = all->at[number].id;
    vol_device_info *info = &device->info;
    memset(device, 0, sizeof *device);
    device->platform = all->at[number].platform;
    device->id = id;
    device->number = number;
    device->group_most = device_size(cl, id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    device->parameter_most = device_size(cl, id, CL_DEVICE_MAX_PARAMETER_SIZE);
    device->local_bytes = device_u64(cl, id, CL_DEVICE_LOCAL_MEM_SIZE);
    device->alignment = device_u32(cl, id, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8; /* told in bits */
    device->alignment = device->alignment < ALIGNMENT_LEAST ? ALIGNMENT_LEAST : device->alignment;
    device_text(cl, id, CL_DEVICE_NAME, info->name, sizeof info->name);
    device_text(cl, id, CL_DRIVER_VERSION, info->version, sizeof info->version);
    platform_text(cl, device->platform, CL_PLATFORM_NAME, info->platform, sizeof info->platform);
    info->memory = device_u64(cl, id, CL_DEVICE_GLOBAL_MEM_SIZE);
    info->piece_most = device_u64(cl, id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    info->units = device_u32(cl, id, CL_DEVICE_MAX_COMPUTE_UNITS);
    info->gpu = !(device_u64(cl, id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU);
    const char *lacks = lacks_for_all(cl, device);
    lacks = lacks || fast ? lacks : lacks_for_bits(cl, device);
    snprintf(info->lacks, sizeof info->lacks, "%s", lacks ? lacks : "");
}

static vol_result no_devices(vol_error *error) {
    return vol_fail(error, VOL_ERROR_UNSUPPORTED, "device",
                    "OpenCL is there but has no device: a driver is missing; Debian: that of the graphics card, or "
                    "pocl-opencl-icd for the processor");
}

/* No device is called so: says which there are. */
static vol_result no_such_device(const vol_cl *cl, const places *all, const char *wanted, vol_error *error) {
    char names[140] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < all->count && length < sizeof names; i++) {
        vol_cl_device device;
        read_device(cl, all, i, false, &device);
        int more = snprintf(names + length, sizeof names - length, "%s%u (%.60s)", i > 0 ? ", " : "", (unsigned)i,
                            device.info.name);
        length += more > 0 ? (size_t)more : 0;
    }
    return vol_fail(error, VOL_ERROR_NAME, "device", "device %.40s: there is none; allowed are cpu, gpu, auto, %s",
                    wanted, names);
}

vol_result vol_device_read(uint32_t number, vol_device_info *info, size_t bytes, vol_error *error) {
    VOL_ASSERT(info);
    vol_cl cl;
    vol_cl_device device;
    if (bytes != sizeof *info) {
        return vol_fail(error, VOL_ERROR_LAYOUT, "device",
                        "vol_device_info has %zu bytes here, the caller's has %zu: compile against the same headers",
                        sizeof *info, bytes);
    }
    if (!vol_cl_open(&cl, error)) {
        return VOL_ERROR_UNSUPPORTED;
    }
    const places all = find_places(&cl);
    if (all.count == 0) {
        return no_devices(error);
    }
    if (number >= all.count) {
        return vol_fail(error, VOL_ERROR_NAME, "device", "there is no device %u: there are %u, from 0 on",
                        (unsigned)number, (unsigned)all.count);
    }
    read_device(&cl, &all, number, false, &device);
    *info = device.info;
    return VOL_OK;
}

/* Does the name have this part in it, in capitals or not? */
static bool has_part(const char *name, const char *part) {
    for (; *name; name++) {
        size_t same = 0;
        while (part[same] && tolower((unsigned char)name[same]) == tolower((unsigned char)part[same])) {
            same++;
        }
        if (!part[same]) {
            return true;
        }
    }
    return false;
}

/* How well a device is what is wanted; 0: not at all. The first of the best is taken. */
static int fitness(const vol_cl_device *device, const char *wanted) {
    const bool whole = !*device->info.lacks;
    uint64_t number;
    if (vol_whole_read(wanted, &number)) {
        return number == device->number ? 1 : 0;
    }
    if (strcmp(wanted, "auto") == 0) {
        return device->info.gpu && whole ? 1 : 0;
    }
    if (strcmp(wanted, "gpu") == 0) { /* one that lacks something is told about where all do */
        return 1 + 2 * whole + device->info.gpu;
    }
    return has_part(device->info.name, wanted) ? 1 + whole : 0;
}

vol_result vol_cl_choose(const vol_cl *cl, const char *wanted, bool fast, vol_cl_device *device, vol_error *error) {
    const places all = find_places(cl);
    int best = 0;
    if (all.count == 0) {
        return no_devices(error);
    }
    for (uint32_t i = 0; i < all.count; i++) {
        vol_cl_device candidate;
        read_device(cl, &all, i, fast, &candidate);
        int fits = fitness(&candidate, wanted);
        if (fits > best) {
            *device = candidate;
            best = fits;
        }
    }
    if (best == 0 && strcmp(wanted, "auto") == 0) {
        return vol_fail(error, VOL_ERROR_UNSUPPORTED, "device",
                        "device auto: there is no graphics card that lacks nothing");
    }
    if (best == 0) {
        return no_such_device(cl, &all, wanted, error);
    }
    if (*device->info.lacks) {
        return vol_fail(error, VOL_ERROR_UNSUPPORTED, "device", "device %u (%.60s): %.120s", (unsigned)device->number,
                        device->info.name, device->info.lacks);
    }
    return VOL_OK;
}
