#!/bin/bash
# The static checks can fail: in a small project with one fault of each kind, every fault is named.
# usage: checks.sh ROOT_OF_VOLERY
set -euo pipefail
root=$1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p tools src/core src/models src/store src/backends/cpu src/backends/opencl app scene common include/volery
cp -r "$root/tools/check" tools/
cp "$root/.clang-format" .
: >tools/check/lengths.allow

missed=0
# expect CHECK TEXT: the check must fail and print the text.
expect() {
    local check=$1 text=$2 output
    if output=$("tools/check/$check.sh" 2>&1); then
        echo "the check $check passes, but should say: $text"
        missed=1
    elif ! grep -qF -- "$text" <<<"$output"; then
        echo "the check $check should say: $text"
        echo "but says: $output"
        missed=1
    fi
}
# silent CHECK: the check must pass.
silent() {
    local output
    if ! output=$("tools/check/$1.sh" 2>&1); then
        echo "the check $1 should pass, but says: $output"
        missed=1
    fi
}
long_function() {
    printf 'int %s(int a) {\n' "$1"
    printf '    a++;\n%.0s' {1..67}
    printf '    return a;\n%s}\n' "${2:-}"
}

printf '#ifndef A_H\n#define A_H\n#include <stddef.h>\nsize_t vol_a(void);\n#endif\n' >include/volery/a.h
printf '#include <volery/a.h>\n' >app/main.c
wide=$(printf 'wide %.0s' {1..24}) # 120 columns, with a mark behind it one too many
printf '%s\n| %s |\n' "${wide% }." "$wide" >wide.md
long_function vol_just >src/core/just.c
printf '#pragma once\n' >src/store/store.h
printf '#include "store/store.h"\n' >src/backends/cpu/cpu.c
printf '#include <CL/cl.h>\n#include <dlfcn.h>\n' >src/backends/opencl/api.c
for check in format layers lengths words headers; do
    silent $check
done

long_function vol_long $'\n' >src/core/long.c
printf '/* a line */\n%.0s' {1..81} >src/models/long.h
printf '#include "step.h"\n#include <yaml.h>\n' >src/core/up.c
printf '#include <dlfcn.h>\n#include <unistd.h>\n' >src/backends/cpu/step.c
printf '#pragma once\n' >src/step.h
printf '#include "core/up.c"\n' >app/inside.c
printf '#include "store/store.h"\n' >src/query.c
printf '#include "common/a.h"\n#include <volery/scene.h>\n#include "scene/tree.h"\n#include <yaml.h>\n' >app/tree.c
printf '#include "tree.h"\n#include "common/a.h"\n#include "app/inside.c"\n' >scene/tree.c
printf '#pragma once\n' | tee scene/tree.h >common/a.h
printf '#include <pthread.h>\nbool vol_b(void);\n' >include/volery/b.h
printf 'int  x;\n' >app/ugly.c
printf '/* TO%s */\nint y; \n\tint z;' DO >app/marks.c
printf 'app/main.c\n' >tools/check/lengths.allow
printf '%s\n' "$wide." >prose.md
printf '\n/* %s */\n' "$wide" | tee src/core/wide.def >app/wide.c
printf '# %s\n' "$wide" | tee tools/wide.py >tools/wide.sh

expect lengths "src/core/long.c:1: vol_long has 71 lines"
expect lengths "src/models/long.h:81: the file has 81 lines"
expect lengths "lengths.allow:1: app/main.c: no longer needed"
expect lengths "prose.md:1: the line has 121 columns"
expect lengths "app/wide.c:2: the line has 126 columns"
expect lengths "src/core/wide.def:2: the line has 126 columns"
expect lengths "tools/wide.py:1: the line has 122 columns"
expect lengths "tools/wide.sh:1: the line has 122 columns"
expect layers 'src/core/up.c:1: "step.h" is of the layer step, above core'
expect layers "src/core/up.c:2: <yaml.h> is neither C nor threads"
expect layers "src/backends/cpu/step.c:1: <dlfcn.h> is neither C nor threads"
expect layers "src/backends/cpu/step.c:2: <unistd.h> is of an operating system"
expect layers "src/query.c:1: \"store/store.h\" has a flock's arrays"
expect layers 'app/inside.c:1: "core/up.c" is inside the library'
expect layers 'app/tree.c:3: "scene/tree.h" is of scene/'
expect layers 'app/tree.c:4: <yaml.h> belongs to scene/'
expect layers 'scene/tree.c:3: "app/inside.c" is of app/'
expect layers "include/volery/b.h:1: pthread.h: public headers include"
expect headers "include/volery/b.h:1: does not compile alone as c17"
expect format "app/ugly.c:1: not as clang-format leaves it"
expect words "app/marks.c:1:/* TO"
expect words "app/marks.c:2:int y;"
expect words "app/marks.c:3:"
expect words "app/marks.c:2: end the last line with a newline"
exit $missed
