#!/bin/bash
# The library as its users build against it: the same host (host.c), as C and as C++, must print the same line.
# usage: embed.sh WAY SOURCE BUILD C_COMPILER CXX_COMPILER VERSION
# WAY: installed     what is built in BUILD, installed and moved, through pkg-config and through find_package
#      shared        the same for a shared library made here; and what it shows to others
#      subdirectory  add_subdirectory
#      amalgamation  the two files of tools/amalgamate.py
set -euo pipefail
way=$1 source=$2 build=$3 cc=$4 cxx=$5 version=$6

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$source/tests/project/host.c" "$work/host.c"
cp "$work/host.c" "$work/host.cpp"
cp "$source/tests/project/scene_host.c" "$work/scene_host.c"
cp "$work/scene_host.c" "$work/scene_host.cpp"
cp "$source/examples/14_scene.c" "$work/example.c"
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
    with_cmake find_package package "find_package(volery ${version%.*} REQUIRED COMPONENTS scene)" \
        -DCMAKE_PREFIX_PATH="$1"
}

# check_object FILE NAME INSIDE: a shared library shows what is its own, is called NAME, and does not show INSIDE.
check_object() {
    check_names "$1" -D
    local soname
    soname=$(readelf -d "$1" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
    if [ "$soname" != "$2.so.${version%%.*}" ]; then
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
    cmake -S "$source" -B library -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 \
        -DBUILD_SHARED_LIBS=ON -DVOLERY_LITTLE_INLINING=ON -DVOLERY_APP=OFF -DVOLERY_SCENE=ON \
        -DVOLERY_EXAMPLES=OFF >/dev/null
    cmake --build library -j 2 >/dev/null
    cmake --install library --prefix "$work/installed" >/dev/null
    use_installed "$work/installed"
    check_object "$(find "$work/installed" -name "libvolery.so.$version")" libvolery vol_allocate
    check_object "$(find "$work/installed" -name "libvolery_scene.so.$version")" libvolery_scene vol_scene_tree_read
    ;;
subdirectory)
    with_cmake add_subdirectory below "add_subdirectory($source volery)" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 \
        -DVOLERY_LITTLE_INLINING=ON -DVOLERY_SCENE=ON
    ;;
amalgamation)
    mkdir volery
    "$source/tools/amalgamate.py" volery
    "$cc" -O1 -DVOL_LITTLE_INLINING -c volery/volery.c -o volery.o # more takes minutes, and is what other builds are
    check_names volery.o -g
    "$cc" -std=c17 -I. host.c volery.o -lm -pthread -o host_c
    expect "amalgamation from C" ./host_c
    "$cxx" -std=c++17 -I. host.cpp volery.o -lm -pthread -o host_cpp
    expect "amalgamation from C++" ./host_cpp
    "$cc" -std=c17 -I. "$source/tests/same_bits/hashes.c" volery.o -lm -pthread -o hashes
    "$source/tests/same_bits/table.sh" 3 ./hashes 2>/dev/null
    ;;
*)
    echo "unknown way: $way"
    exit 2
    ;;
esac
