#!/bin/bash
# The library as others find it: installs a build into an empty folder, moves that, and uses it through pkg-config and
# through find_package.
# usage: install.sh BUILD_FOLDER C_COMPILER VERSION
set -euo pipefail
build=$1 compiler=$2 version=$3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved"
prefix=$work/moved
cd "$work"

cat >host.c <<'C'
#include <stdio.h>
#include <volery/volery.h>

int main(void) {
    puts(vol_version());
    return 0;
}
C
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(host LANGUAGES C)
find_package(volery REQUIRED)
add_executable(host host.c)
target_link_libraries(host PRIVATE volery::volery)
CMAKE

expect() {
    local how=$1 said
    shift
    said=$("$@")
    if [ "$said" != "$version" ]; then
        echo "used through $how the library says it is version '$said', not '$version'"
        exit 1
    fi
}

pc=$(find "$prefix" -name volery.pc)
export PKG_CONFIG_PATH=${pc%/*}
export LD_LIBRARY_PATH=${pc%/pkgconfig/*}
read -ra flags <<<"$(pkg-config --cflags --libs volery)"
"$compiler" -std=c17 host.c "${flags[@]}" -o with_pkg_config
expect pkg-config ./with_pkg_config

cmake -S . -B out -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$compiler" >/dev/null
cmake --build out >/dev/null
expect find_package out/host
