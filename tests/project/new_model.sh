#!/bin/bash
# new_model.sh SOURCE COMPILER: a model is added to a copy of the library by a row and a header alone, builds
# for every instruction set, and runs. It has neighbours at any distance, and sums far larger than those of the others:
# the seven nearest with their places.
set -euo pipefail
source=$1
compiler=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$source"/{CMakeLists.txt,cmake,include,src} "$folder"
cd "$folder"

python3 - <<'PYTHON'
import re
path = "include/volery/models.def"
text = open(path, encoding="utf-8").read()
text = text.replace("#undef VOL_EACH_MODEL\n",
                    "#define VOL_MODEL_NAME gather\n#include VOL_EACH_MODEL\n#undef VOL_MODEL_NAME\n"
                    "#undef VOL_EACH_MODEL\n", 1)
text = text.replace("#undef VOL_MODEL\n",
                    'VOL_MODEL(gather, GATHER, 23, "Towards the seven nearest.", VOL_USES(max_speed, 2) VOL_PACE)\n'
                    "#undef VOL_MODEL\n", 1)
open(path, "w", encoding="utf-8").write(text)
PYTHON
cp "$source/tests/unit/gather.h" src/models/gather.h
cat >main.c <<'MAIN'
#include <stdio.h>
#include <volery/volery.h>

/* Boids of the model, far apart, come together: nothing is out of their reach. Every instruction set says the same. */
int main(void) {
    uint64_t first = 0;
    const char *isa;
    for (size_t i = 0; (isa = vol_isa_name(i)) != NULL; i++) {
        for (int index = 0; index < VOL_INDEX_COUNT; index++) {
            vol_world_def def = vol_default_world_def();
            def.isa = isa;
            def.size[0] = def.size[1] = 1e6;
            def.boundary = VOL_BOUNDARY_OPEN;
            def.index = (vol_index)index;
            vol_flock_def flock = vol_default_flock_def(VOL_MODEL_GATHER);
            flock.count = 50;
            flock.max_speed = 1e5;
            vol_world *world;
            vol_flock number;
            vol_error error;
            if (vol_world_create(&def, &world, &error) != VOL_OK ||
                vol_flock_create(world, &flock, &number, &error) != VOL_OK || vol_world_step(world, 5) != VOL_OK) {
                printf("%s\n", error.text);
                return 1;
            }
            uint64_t hash = vol_world_hash(world);
            first = first ? first : hash;
            if (hash != first || vol_flock_index(world, number) != VOL_INDEX_BRUTE) {
                printf("%s: index %d, hash %llx, not %llx\n", isa, index, (unsigned long long)hash,
                       (unsigned long long)first);
                return 1;
            }
            vol_world_destroy(world);
        }
    }
    printf("%llx\n", (unsigned long long)first);
    return 0;
}
MAIN
cmake -S . -B build -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 \
    -DVOLERY_LITTLE_INLINING=ON -DVOLERY_APP=OFF -DVOLERY_EXAMPLES=OFF >log
cmake --build build --parallel 2 --target volery >>log || { cat log; exit 1; }
"$compiler" -Iinclude main.c build/libvolery.a -lm -lpthread -o main
./main
