#!/bin/bash
# Makes sure that what Volery is built with (deps.sh build) or tested with (deps.sh test) is there.
# Debian and its kin: installs missing packages, as root or through sudo. Elsewhere: names what is missing, and fails
# only when a tool that cannot be done without is not there. Silent when nothing is missing.
set -euo pipefail

# What we need, and the Debian package that has it.
build_packages=(cmake make gcc g++ pkg-config libyaml-dev libhdf5-dev zlib1g-dev)
test_packages=("${build_packages[@]}" clang clang-format clang-tidy libclang-rt-14-dev libcmocka-dev python3 shellcheck
    util-linux)
build_tools=(cmake make cc pkg-config)
test_tools=("${build_tools[@]}" gcc g++ clang clang-format clang-tidy python3 shellcheck)
build_modules=(yaml-0.1)
test_modules=("${build_modules[@]}" cmocka)

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
}

# Systems without apt: packages have other names there, so look for the tools and libraries themselves.
look_for_tools() {
    local -n tools=${1}_tools modules=${1}_modules packages=${1}_packages
    local name missing=()
    for name in "${tools[@]}"; do
        command -v "$name" >/dev/null || missing+=("the program $name")
    done
    if command -v pkg-config >/dev/null; then
        for name in "${modules[@]}"; do
            pkg-config --exists "$name" || missing+=("the library $name (as pkg-config knows it)")
        done
    fi
    if [ ${#missing[@]} -gt 0 ]; then
        echo "deps: this system has no apt-get; please install:" >&2
        printf '  %s\n' "${missing[@]}" >&2
        echo "deps: on Debian these come from: ${packages[*]}" >&2
        return 1
    fi
}

profile=${1:-build}
case $profile in
build | test) ;;
*)
    echo "usage: deps.sh build|test" >&2
    exit 2
    ;;
esac

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    declare -n wanted=${profile}_packages
    mapfile -t missing < <(missing_packages "${wanted[@]}")
    if [ ${#missing[@]} -gt 0 ]; then
        install_packages "${missing[@]}"
    fi
else
    look_for_tools "$profile"
fi
