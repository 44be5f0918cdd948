#!/bin/bash
# lean.sh SOURCE VOLERY COMPILER: where no library but libc is there, the program is built without them and says so; it
# has its built-in scenes, with the bits of VOLERY, and the benchmark.
set -euo pipefail
source=$1
volery=$2
compiler=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
options=(-DCMAKE_C_COMPILER="$compiler" -DVOLERY_EXAMPLES=OFF -DVOLERY_LITTLE_INLINING=ON)

configure() {
    if ! cmake -S "$source" -B "$1" "${options[@]}" "${@:2}" >log 2>&1; then
        cat log
        exit 1
    fi
    for what in libyaml HDF5 libepoxy cairo libavcodec zlib SDL2 ncurses libsndfile liblo MPI; do
        if ! grep -q "^-- $what.*: volery " log; then
            echo "with ${*:2} CMake says nothing of $what:"
            cat log
            exit 1
        fi
    done
}

off=()
for part in YAML HDF5 GL CAIRO FILM PNG WINDOW TERMINAL SOUND OSC MPI; do
    off+=("-DVOLERY_$part=OFF")
done
configure off "${off[@]}"
configure missing -DCMAKE_DISABLE_FIND_PACKAGE_{PkgConfig,HDF5,ZLIB,MPI}=ON
if ! cmake --build missing -j 2 --target volery-bin >log 2>&1; then
    cat log
    exit 1
fi
lean=$folder/missing/app/volery
if [ -e "$folder/missing/app/volery-mpi" ]; then
    echo "there is no MPI, and still a volery-mpi"
    exit 1
fi
said=$(OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 "$lean" run nudge --steps 1 2>&1 || echo "code $?")
other=$(OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=1 "$lean" run nudge --steps 1 2>&1 || echo "code $?")
if [[ $said != *"built without MPI"*"code 2" || $other != "code 2" ]]; then
    echo "one of two ranks says '$said', the other one '$other'"
    exit 1
fi

hash_of() {
    "$1" run "$2" --steps 20 --threads 1 --json | sed 's/.*"hash": "\([0-9a-f]*\)".*/\1/'
}
for scene in default ecosystem flow goals leader murmuration nudge obstacles player wind; do
    if [ "$(hash_of "$lean" $scene)" != "$(hash_of "$volery" $scene)" ]; then
        echo "$scene: $(hash_of "$lean" $scene), and with all libraries $(hash_of "$volery" $scene)"
        exit 1
    fi
done
for scene in ecosystem loudness; do # what sound did is in the recording
    "$volery" run $scene --steps 20 --record recording --quiet
    "$lean" verify recording --quiet
done
"$lean" info | grep -qx 'sound files   no'
wanted="'sound.builtin': the sound 'loom' cannot be read: volery was built without"
if "$lean" run loudness 2>said || [[ $(cat said) != *"$wanted"* ]]; then
    echo "of a scene with sound it says: $(cat said)"
    exit 1
fi
"$lean" bench uniform --boids 1000 --repeat 1 --steps 5 --json >line
grep -q '"workload": "uniform"' line
"$lean" info | grep -qx 'yaml          a part (built without libyaml)'
printf 'about: >\n  three\n  lines\nflocks: [{model: steering, count: 3}]\n' >lines.yaml
"$lean" run lines.yaml --steps 1 --quiet
printf '? about\n: lines\n' >strange.yaml
if "$lean" run strange.yaml 2>said || [[ $(cat said) != "strange.yaml:1:1: "*"built without libyaml"* ]]; then
    echo "of what it does not know it says: $(cat said)"
    exit 1
fi
