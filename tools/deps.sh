#!/bin/bash
# Makes sure that what a step needs is there: deps.sh build (`make`, `make play`), python (`make python`, `make
# install`), test (`make test`), check (`make check`), or long (`make check-long`): each has what those before it have;
# or web (`make web`) or lib (`make install-lib`), which stand alone.
# Debian and its kin: installs missing packages, as root or through sudo. Elsewhere: names what is missing, and fails
# only when a tool that cannot be done without is not there. Silent when nothing is missing.
set -euo pipefail

profile=${1:-build}

# What building needs: Debian packages, and for systems without them the programs and pkg-config's names of libraries.
packages=(cmake make gcc g++ pkg-config libyaml-dev libhdf5-dev zlib1g-dev
    libepoxy-dev libegl-dev libegl1 libgl1-mesa-dri libcairo2-dev libavcodec-dev libavformat-dev libavutil-dev
    libsdl2-dev libimgui-dev libncurses-dev libsndfile1-dev libkissfft-dev liblo-dev opencl-c-headers fonts-dejavu-core)
programs=(cmake make cc)
libraries=()
case $profile in
build) ;;
python)
    packages+=(python3)
    programs+=(python3)
    ;;
web)
    packages=(cmake make emscripten nodejs python3)
    programs=(cmake make emcc node python3)
    ;;
lib)
    packages=(cmake make gcc)
    ;;
test | check | long)
    # PoCL compiles OpenCL C for this processor; it brings a compiler of its own, and a linker and libc's files with it.
    packages+=(libcmocka-dev ffmpeg python3 python3-numpy python3-pytest xvfb ocl-icd-opencl-dev pocl-opencl-icd
        libopenmpi-dev openmpi-bin)
    programs+=(gcc g++ pkg-config python3)
    libraries+=(cmocka)
    ;;
*)
    echo "usage: deps.sh build|python|web|lib|test|check|long" >&2
    exit 2
    ;;
esac
if [ "$profile" = check ] || [ "$profile" = long ]; then
    # The last line is Windows: its compiler, and what runs its programs; the one before another processor. The one
    # before that is for the module for browsers, and a browser for the page.
    packages+=(python3-h5py python3-scipy python3-venv libhdf5-openmpi-dev
        clang clang-format clang-tidy libclang-rt-dev shellcheck
        util-linux emscripten nodejs chromium
        gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
        gcc-mingw-w64-x86-64-posix wine wine64)
    programs+=(clang clang-format clang-tidy shellcheck aarch64-linux-gnu-gcc qemu-aarch64 x86_64-w64-mingw32-gcc-posix
        wine)
fi
if [ "$profile" = long ]; then
    packages+=(gcc-arm-linux-gnueabihf libc6-dev-armhf-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross)
    programs+=(arm-linux-gnueabihf-gcc qemu-arm s390x-linux-gnu-gcc qemu-s390x)
fi

missing_packages() {
    local package
    for package in "$@"; do
        if ! dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed; then
            echo "$package"
        fi
    done
}

install_packages() {
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "deps: missing packages: $*" >&2
            echo "deps: install them as root: apt-get install $*" >&2
            return 1
        fi
        root=(sudo)
    fi
    echo "deps: installing $*"
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
    echo "deps: installed in $SECONDS s"
}

# Systems without apt: packages have other names there, so search for the programs and libraries.
look_for_programs() {
    local name missing=()
    for name in "${programs[@]}"; do
        command -v "$name" >/dev/null || missing+=("the program $name")
    done
    for name in "${libraries[@]}"; do
        pkg-config --exists "$name" 2>/dev/null || missing+=("the library that pkg-config calls $name")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        echo "deps: there is no apt-get here; please install:" >&2
        printf '  %s\n' "${missing[@]}" >&2
        echo "deps: on Debian the packages are: ${packages[*]}" >&2
        return 1
    fi
}

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    mapfile -t missing < <(missing_packages "${packages[@]}")
    if [ ${#missing[@]} -gt 0 ]; then
        install_packages "${missing[@]}"
    fi
else
    look_for_programs
fi
