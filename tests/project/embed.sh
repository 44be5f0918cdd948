#!/bin/bash
# The library as its users build against it: the same host (host.c), as C and as C++, must print the same line.
# usage: embed.sh WAY SOURCE BUILD C_COMPILER CXX_COMPILER VERSION
# WAY: installed     what is built in BUILD, installed and moved, through pkg-config and through find_package
#      shared        the same for a shared library made here; and what it shows to others
#      subdirectory  add_subdirectory
#      amalgamation  the two files of tools/amalgamate.py
#      stops         the same, with a function of the host's in place of stops, which returns, and sanitizers
set -euo pipefail
way=$1 source=$2 build=$3 cc=$4 cxx=$5 version=$6

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$source/tests/project/host.c" "$work/host.c"
cp "$work/host.c" "$work/host.cpp"
cp "$source/tests/project/scene_host.c" "$work/scene_host.c"
cp "$work/scene_host.c" "$work/scene_host.cpp"
cp "$source/examples/14_scene.c" "$work/example.c"
cp "$source/examples/15_mpi.c" "$work/mpi_host.c"
cd "$work"

# What the host prints, as known from the library in BUILD.
expected=$("$build/tests/embed_host")
if [ "${expected%% *}" != "$version" ]; then
    echo "the library says it is version '${expected%% *}', not '$version'"
    exit 1
fi

expected_scene=$("$build/tests/scene_host" ecosystem birds.count 50)

# expect HOW PROGRAM: the program must print what is expected.
expect() {
    local said
    said=$("$2")
    if [ "$said" != "$expected" ]; then
        echo "$1: the host prints '$said', not '$expected'"
        exit 1
    fi
}

# expect_scene HOW PROGRAM: the same for a host of scenes.
expect_scene() {
    local said
    said=$("$2" ecosystem birds.count 50)
    if [ "$said" != "$expected_scene" ]; then
        echo "$1: the host of scenes prints '$said', not '$expected_scene'"
        exit 1
    fi
}

by_two_ranks() {
    env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
        OMPI_MCA_btl_vader_single_copy_mechanism=none mpirun -n 2 "$@"
}

# expect_mpi HOW PROGRAM: the same for a host of MPI, by two ranks.
expect_mpi() {
    local said
    said=$(by_two_ranks "$2")
    if [ "$said" != "$expected_mpi" ]; then
        echo "$1: the host of MPI prints '$said', not '$expected_mpi'"
        exit 1
    fi
}

# use_installed_mpi PREFIX: where libvolery_mpi was installed; a host is compiled by MPI's own compiler, or by CMake.
use_installed_mpi() {
    local flags
    if [ -z "$(find "$1" -name volery-mpi.pc)" ]; then
        return
    fi
    expected_mpi="polarisation without alignment 0.032, with it 0.526"
    read -ra flags <<<"$(pkg-config --cflags --libs volery-mpi)"
    mpicc -std=c17 mpi_host.c "${flags[@]}" -o mpi_with_pkg_config
    expect_mpi "pkg-config" ./mpi_with_pkg_config
    mkdir mpi_package
    cat >mpi_package/CMakeLists.txt <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(host LANGUAGES C)
find_package(volery ${version%.*} REQUIRED COMPONENTS mpi)
add_executable(host ../mpi_host.c)
target_link_libraries(host PRIVATE volery::mpi)
CMAKE
    cmake -S mpi_package -B mpi_package/build -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$1" >/dev/null
    cmake --build mpi_package/build >/dev/null
    expect_mpi "find_package" mpi_package/build/host
    if [ -e "$1/bin/volery" ] && [[ $(by_two_ranks "$1/bin/volery" run nudge --steps 1 --json \
        --set world.update=together) != *'"ranks": 2'* ]]; then
        echo "the installed volery does not find volery-mpi"
        exit 1
    fi
}

# check_names FILE OPTION...: the names that a library defines for others; all of them must be ours.
check_names() {
    local foreign
    foreign=$(nm --defined-only "${@:2}" "$1" | awk 'NF == 3 && $3 !~ /^vol_/ { print $3 }')
    if [ -n "$foreign" ]; then
        echo "$1 defines names that do not begin with vol_: $foreign"
        exit 1
    fi
}

# with_cmake HOW OUT LINES OPTION...: a project of two hosts that gets volery::volery by LINES, and of two hosts of
# scenes that get volery::scene.
with_cmake() {
    local how=$1 out=$2 lines=$3
    shift 3
    mkdir "$out"
    cp host.c host.cpp scene_host.c scene_host.cpp "$out"
    cat >"$out/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(host LANGUAGES C CXX)
$lines
add_executable(host_c host.c)
add_executable(host_cpp host.cpp)
target_link_libraries(host_c PRIVATE volery::volery)
target_link_libraries(host_cpp PRIVATE volery::volery)
add_executable(scene_host_c scene_host.c)
add_executable(scene_host_cpp scene_host.cpp)
target_link_libraries(scene_host_c PRIVATE volery::scene)
target_link_libraries(scene_host_cpp PRIVATE volery::scene)
CMAKE
    if ! { cmake -S "$out" -B "$out/build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" "$@" &&
        cmake --build "$out/build" -j 2; } >"$out.log" 2>&1; then
        cat "$out.log"
        exit 1
    fi
    expect "$how from C" "$out/build/host_c"
    expect "$how from C++" "$out/build/host_cpp"
    expect_scene "$how from C" "$out/build/scene_host_c"
    expect_scene "$how from C++" "$out/build/scene_host_cpp"
}

# use_installed PREFIX
use_installed() {
    local pc flags
    pc=$(find "$1" -name volery.pc)
    export PKG_CONFIG_PATH=${pc%/*}
    export LD_LIBRARY_PATH=${pc%/pkgconfig/*}
    read -ra flags <<<"$(pkg-config --cflags --libs volery)"
    "$cc" -std=c17 host.c "${flags[@]}" -o with_pkg_config
    expect "pkg-config from C" ./with_pkg_config
    "$cxx" -std=c++17 host.cpp "${flags[@]}" -o with_pkg_config_cpp
    expect "pkg-config from C++" ./with_pkg_config_cpp
    read -ra flags <<<"$(pkg-config --cflags --libs volery-scene)"
    "$cc" -std=c17 scene_host.c "${flags[@]}" -o scene_with_pkg_config
    expect_scene "pkg-config from C" ./scene_with_pkg_config
    "$cxx" -std=c++17 scene_host.cpp "${flags[@]}" -o scene_with_pkg_config_cpp
    expect_scene "pkg-config from C++" ./scene_with_pkg_config_cpp
    "$cc" -std=c17 example.c "${flags[@]}" -o example
    if ! ./example | grep -q "39 of 40 ducks"; then
        echo "the example of scenes does not run as it is installed"
        exit 1
    fi
    use_installed_mpi "$1"
    with_cmake find_package package "find_package(volery ${version%.*} REQUIRED COMPONENTS scene)" \
        -DCMAKE_PREFIX_PATH="$1"
}

# refuse_wrong_calls FLAG...: the tests of wrong calls, compiled with FLAGs beside the library that these name.
refuse_wrong_calls() {
    local test
    for test in wrong_calls callbacks; do
        "$cc" -std=c17 -I"$source"/tests{/cross,,/unit} -DVOL_TESTS_DIR="\"$source/tests\"" \
            "$source"/tests/{"unit/test_$test","unit/calls","cluster/threads"}.c "$@" -lm -pthread -o "$test"
        if ! "./$test" >said 2>&1; then
            cat said
            exit 1
        fi
    done
}

# compile_in_bounds COMMAND...: what one file takes; docs/embedding.md says so. Times are told, memory is looked at.
compile_in_bounds() {
    python3 - "$@" <<'PYTHON'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"one file: {used.ru_utime:.0f} s of processor time, {used.ru_maxrss / 1000:.0f} MB")
sys.exit(used.ru_maxrss > 700000 and "allowed are 700 MB")
PYTHON
}

# check_object FILE NAME INSIDE: a shared library shows what is its own, is called NAME, and does not show INSIDE.
check_object() {
    check_names "$1" -D
    local soname
    soname=$(readelf -d "$1" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
    local interface=${version%%.*} # in 0.x every minor version has another one
    if [ "$interface" = 0 ]; then
        interface=${version%.*}
    fi
    if [ "$soname" != "$2.so.$interface" ]; then
        echo "the shared library calls itself '$soname'"
        exit 1
    fi
    if nm -D --defined-only "$1" | grep -q " $3\$"; then
        echo "the shared library shows its insides"
        exit 1
    fi
}

case $way in
installed)
    cmake --install "$build" --prefix "$work/first" >/dev/null
    mv "$work/first" "$work/moved"
    use_installed "$work/moved"
    while read -r archive; do
        check_names "$archive" -g
    done < <(find "$work/moved" -name 'libvolery*.a')
    ;;
shared)
    # Installed by make, beside a dpkg that notes which packages are asked for: no more than a compiler.
    mkdir system
    cat >system/dpkg-query <<SCRIPT
#!/bin/sh
for last; do :; done
echo "\$last" >>"$work/asked"
echo installed
SCRIPT
    printf '#!/bin/sh\nexit 1\n' >system/apt-get
    chmod +x system/*
    options="-DCMAKE_C_FLAGS_RELEASE=-O1 -DCMAKE_C_FLAGS=-DNDEBUG -DBUILD_SHARED_LIBS=ON -DVOLERY_LITTLE_INLINING=ON"
    options+=" -DVOLERY_SCENE=ON -DVOLERY_MPI=ON"
    if ! CC=$cc PATH=$work/system:$PATH make -C "$source" install-lib JOBS=2 PREFIX="$work/installed" \
        LIB_BUILD="$work/library" LIB_OPTIONS="$options" >make.log 2>&1; then
        cat make.log
        exit 1
    fi
    if [ "$(sort asked | tr '\n' ' ')" != "cmake gcc make " ]; then
        echo "make install-lib asks for the packages $(tr '\n' ' ' <asked)"
        exit 1
    fi
    if [ -e installed/bin ]; then
        echo "make install-lib installs programs: $(ls installed/bin)"
        exit 1
    fi
    use_installed "$work/installed"
    object=$(find "$work/installed" -name "libvolery.so.$version")
    if nm -D "$object" | grep -q assert; then
        echo "the library that is to be without assertions has some"
        exit 1
    fi
    read -ra flags <<<"$(pkg-config --cflags --libs volery)"
    refuse_wrong_calls "${flags[@]}"
    check_object "$object" libvolery vol_allocate
    check_object "$(find "$work/installed" -name "libvolery_scene.so.$version")" libvolery_scene vol_scene_tree_read
    object=$(find "$work/installed" -name "libvolery_mpi.so.$version")
    if [ -n "$object" ]; then
        check_object "$object" libvolery_mpi collect
    fi
    ;;
subdirectory)
    with_cmake add_subdirectory below "add_subdirectory($source volery)" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 \
        -DVOLERY_LITTLE_INLINING=ON -DVOLERY_SCENE=ON
    ;;
amalgamation)
    mkdir volery
    "$source/tools/amalgamate.py" --model "$source/examples/own_model/swirl.h" volery
    # With a model of the host's: more optimisation takes minutes, and is what other builds are.
    "$cc" -O1 -DVOL_LITTLE_INLINING -c volery/volery.c -o with_model.o
    objcopy --redefine-sym swirl_model=vol_swirl_model with_model.o named.o # the host's own name is the host's
    check_names named.o -g
    "$cc" -std=c17 -I. "$source/examples/own_model/main.c" with_model.o -lm -pthread -o own_model
    if [ "$(./own_model)" != "at the start 150 of 300 turn left, after 300 steps 300" ]; then
        echo "a model of the host's own in one file: $(./own_model)"
        exit 1
    fi
    "$source/tools/amalgamate.py" volery
    compile_in_bounds "$cc" -O2 -c volery/volery.c -o volery.o
    check_names volery.o -g
    # Where nothing is optimised, gcc optimises this file all the same, and clang is told to.
    printf '#include "volery/volery.c"\n#ifndef __OPTIMIZE__\n#error slow\n#endif\n' >probe.c
    if [[ $("$cc" --version) == *clang* ]]; then
        "$cc" -O0 -fsyntax-only volery/volery.c 2>&1 | grep -q "compile volery.c with -O2"
    else
        "$cc" -O0 -fsyntax-only -DVOL_SELF='"volery/volery.c"' -I. probe.c
    fi
    "$cc" -std=c17 -I. host.c volery.o -lm -pthread -o host_c
    expect "amalgamation from C" ./host_c
    "$cxx" -std=c++17 -I. host.cpp volery.o -lm -pthread -o host_cpp
    expect "amalgamation from C++" ./host_cpp
    echo '#include "volery.h"' >volery/cluster.h # which the program names by itself
    "$cc" -std=c17 -I. "$source"/tests/{same_bits/hashes,cluster/threads}.c volery.o -lm -pthread -o hashes
    "$source/tests/same_bits/table.sh" 3 ./hashes 2>/dev/null
    ;;
stops)
    mkdir volery
    "$source/tools/amalgamate.py" volery
    echo '#include "volery.h"' >volery/cluster.h # which a test names by itself
    flags=(-DVOL_STOP=host_stop -g -fsanitize=address -fsanitize=undefined -fno-sanitize-recover=undefined)
    without=()
    for part in avx2 sse2 double nudge capped blend sighted vicsek couzin cucker_smale dorsogna olfati_saber; do
        without+=("-DVOL_WITHOUT_$part=1")
    done
    "$cc" "${flags[@]}" "${without[@]}" -DVOL_UNOPTIMIZED -DVOL_LITTLE_INLINING -c volery/volery.c -o volery.o
    refuse_wrong_calls "${flags[@]}" -I. volery.o
    ;;
*)
    echo "unknown way: $way"
    exit 2
    ;;
esac
