#!/bin/bash
# Makes sure that what a step needs is there: deps.sh build (`make`, `make play`), python (`make python`, `make
# install`), test (`make test`), or check (`make check`, `make check-long`). Each has what those before it have.
# Debian and its kin: installs missing packages, as root or through sudo. Elsewhere: names what is missing, and fails
# only when a tool that cannot be done without is not there. Silent when nothing is missing.
set -euo pipefail

profile=${1:-build}

# What building needs: Debian packages, and for systems without them the programs and pkg-config's names of libraries.
packages=(cmake make gcc g++ pkg-config libyaml-dev libhdf5-dev zlib1g-dev
    libepoxy-dev libegl-dev libegl1 libgl1-mesa-dri libcairo2-dev libavcodec-dev libavformat-dev libavutil-dev
    libsdl2-dev libimgui-dev libncurses-dev opencl-c-headers fonts-dejavu-core)
programs=(cmake make cc)
libraries=()
case $profile in
build) ;;
python)
    packages+=(python3)
    programs+=(python3)
    ;;
test | check)
    # PoCL compiles OpenCL C for this processor; it brings a compiler of its own, and a linker and libc's files with it.
    packages+=(libcmocka-dev ffmpeg python3 python3-numpy python3-pytest xvfb xauth ocl-icd-opencl-dev pocl-opencl-icd)
    programs+=(gcc g++ pkg-config python3)
    libraries+=(cmocka)
    ;;
*)
    echo "usage: deps.sh build|python|test|check" >&2
    exit 2
    ;;
esac
if [ "$profile" = check ]; then
    # The last line is another processor: its compiler, its libc, and what runs its programs.
    packages+=(python3-h5py python3-venv clang clang-format clang-tidy libclang-rt-dev shellcheck util-linux
        gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)
    programs+=(clang clang-format clang-tidy shellcheck aarch64-linux-gnu-gcc qemu-aarch64)
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
