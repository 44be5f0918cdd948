"""Reads names of C files from standard input and complains about includes that go against the layers."""
import os
import re
import sys

# The layers from the lowest up, and what of src/ belongs to each: folders, and files that lie in src/ itself, of which
# those not named are of the highest. A file may include its own layer and those below.
LAYERS = [
    # the tables are for every layer
    ("core", ["core/", "params/params.def", "params/measures.def", "params/surroundings.def"]),
    ("tasks", ["tasks/"]),
    ("lanes", ["lanes/"]),
    ("models", ["models/"]),
    ("kernels", ["kernels/", "kit/"]),
    ("stages", ["index/", "params/"]),
    ("store", ["store/", "spawn."]),
    # what worlds and flocks are, and the seam through which they ask for boids
    ("world", ["world.h", "flock.h", "events.h", "names.h", "raster.h", "around/", "backends/backend.h"]),
    ("backends", ["backends/"]),
    ("step", ["measure/"]),
]

# Headers that only some folders may include, whatever their layer, and what the others do instead.
KEPT = {"store/store.h": (("store/", "backends/"), "has a flock's arrays: ask for them through backends/backend.h")}

# What stands on the library: all of these include <volery/...> and their own headers, and of each other only this, by
# the path from the root.
USERS = {
    "common": [],
    "mpi": [],
    "sound": ["common/"],
    "scene": ["common/", "sound/"],
    "app": ["common/", "sound/"],
    "examples": [],
    "bindings": [],
    "bench": [],
    "web": ["common/", "app/", "sound/"],  # the recorder of the program, its JSON, and sounds that are given
}
KIT_USERS = ("examples/own_model/",)  # models of the host's own include the library's
YAML_USERS = {"scene"}  # libyaml is read there and nowhere else
# MPI belongs to libvolery_mpi, to the file of the program that is in volery-mpi alone, and to hosts of their own.
MPI_USERS = ("include/volery/mpi.h", "mpi/", "app/cluster/ranks_mpi.c", "examples/", "tests/")
MPI_HEADERS = {"mpi.h", "volery/mpi.h"}

# The library depends on libc and threads alone; headers of an operating system belong to the two files that speak with
# it, processors' own to the lanes, OpenCL's (and what finds it at run time) to its backend.
C_HEADERS = set(
    "assert ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool "
    "stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype".split()
)
SYSTEM_HEADERS = {"core/system_posix.c": {"pthread", "unistd"}, "core/system_windows.c": {"windows", "malloc"}}
PROCESSOR_HEADERS = {"immintrin", "emmintrin", "xmmintrin", "arm_neon", "intrin"}
OPENCL_HEADERS = {"CL/cl", "dlfcn"}

INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')


def layer(path):
    """The rank of a file given by its path below src/."""
    for rank, (_, parts) in enumerate(LAYERS):
        if any(path.startswith(part) for part in parts):
            return rank
    return None if "/" in path else len(LAYERS) - 1


def complain_library(path, bracket, target):
    below = os.path.relpath(path, "src")
    mine = layer(below)
    if mine is None:
        return "this folder is in no layer: add it to LAYERS in tools/check/layers.py"
    if bracket == "<":
        name = target.removesuffix(".h")
        allowed = C_HEADERS | SYSTEM_HEADERS.get(below, set())
        allowed |= PROCESSOR_HEADERS if below.startswith(("lanes/", "core/platform.h")) else set()
        allowed |= OPENCL_HEADERS if below.startswith("backends/opencl/") else set()
        if target.startswith("volery/") or name in allowed:
            return None
        if any(name in headers for headers in SYSTEM_HEADERS.values()):
            return f"<{target}> is of an operating system: ask by core/system.h"
        return f"<{target}> is neither C nor threads: the library depends on nothing else"
    beside = os.path.normpath(os.path.join(os.path.dirname(below), target))
    found = next((p for p in (target, beside) if os.path.exists(os.path.join("src", p))), None)
    if found is None:
        return f'"{target}" is not in src/: name it from there'
    folders, instead = KEPT.get(found, ((), None))
    if instead and not below.startswith(folders):
        return f'"{target}" {instead}'
    other = layer(found)
    if other is None or other <= mine:
        return None
    return (f'"{target}" is of the layer {LAYERS[other][0]}, above {LAYERS[mine][0]}: '
            "move what is needed down, or hand it over as an argument")


def complain_public(bracket, target):
    if bracket == "<" and (target.startswith("volery/") or target.removesuffix(".h") in C_HEADERS):
        return None
    return f"{target}: public headers include <volery/...> and libc alone"


def complain_user(path, bracket, target):
    top = path.split("/")[0]
    if bracket == "<":
        if target == "yaml.h" and top not in YAML_USERS:
            return "<yaml.h> belongs to scene/: read scenes by <volery/scene.h>"
        inside = os.path.exists(os.path.join("src", target))
        return f"<{target}> is inside the library: use <volery/...>" if inside else None
    for base in (os.path.dirname(path), top):
        found = os.path.normpath(os.path.join(base, target))
        if os.path.exists(found) and found.split("/")[0] == top:
            return None
    if any(target.startswith(part) for part in USERS[top]) and ".." not in target.split("/"):
        return None
    if path.startswith(KIT_USERS) and target.startswith("models/"):
        return None
    # What the build writes has no file here, but what others have must not be reached.
    if os.path.exists(os.path.join("src", target)) or ".." in target.split("/"):
        return f'"{target}" is inside the library: {top}/ may see <volery/...> and its own headers'
    if os.path.exists(target):
        allowed = "".join(f", {part}" for part in USERS[top])
        return f'"{target}" is of {target.split("/")[0]}/: {top}/ may see <volery/...>{allowed} and its own headers'
    return None


def complaint(path, bracket, target):
    if target in MPI_HEADERS:
        return None if path.startswith(MPI_USERS) else f"<{target}> belongs to mpi/ and app/cluster/ranks_mpi.c"
    if path.startswith("src/"):
        return complain_library(path, bracket, target)
    if path.startswith("include/"):
        return complain_public(bracket, target)
    if path.split("/")[0] in USERS:
        return complain_user(path, bracket, target)
    return None


def main():
    failed = False
    for path in sys.stdin.read().split("\n"):
        if not path:
            continue
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                match = INCLUDE.match(line)
                text = match and complaint(path, *match.groups())
                if text:
                    print(f"{path}:{number}: {text}")
                    failed = True
    return 1 if failed else 0


sys.exit(main())
