#!/bin/bash
# Every built-in scene looks like its reference picture, with OpenGL and with cairo:
# pictures.sh VOLERY COMPARE REFERENCES [--update]. With --update the references are made anew: check them by eye.
set -euo pipefail
volery=$(realpath "$1")
compare=$(realpath "$2")
references=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

failed=0
# draw SCENE NAME RENDERER [OPTIONS...]: a picture small enough to keep.
draw() {
    local scene=$1 name=$2 renderer=$3
    shift 3
    "$volery" render "$scene" -o "$name.png" --size 240x180 --renderer "$renderer" --quiet "$@" || failed=1
}

# same A B MEAN SHARE
same() {
    "$compare" "$@" || failed=1
}

# check NAME SCENE [OPTIONS...]
check() {
    local name=$1 scene=$2
    shift 2
    draw "$scene" "$name" gl "$@"
    if [ "${update:-}" ]; then
        cp "$name.png" "$references/$name.png"
        return
    fi
    draw "$scene" "$name-cairo" cairo "$@"
    same "$name.png" "$references/$name.png" 1.5 1
    same "$name-cairo.png" "$references/$name.png" 5 4
}

update=
if [ "${4:-}" = --update ]; then
    update=yes
fi
if ! "$volery" render steering -o probe.png --steps 0 --renderer gl --quiet 2>reason; then
    echo "skipped: $(cat reason)"
    exit 77
fi
for scene in $("$volery" scenes | awk '{print $1}'); do
    check "$scene" "$scene" --steps 120
done
# Every other look, as nudge:night.
for look in $("$volery" scenes | awk -F '; looks: ' 'NF > 1 {
    split($1, name, " ")
    count = split($2, looks, " ")
    for (i = 1; i <= count; i++) print name[1] ":" looks[i]
}'); do
    check "${look/:/-}" "$look" --steps 120
done
printf 'flocks:\n  - {name: a, model: steering}\n  - {name: b, model: steering}\n' >plain.yaml
check plain plain.yaml --steps 120
check ember predators --steps 120 --color speed --set look.map=ember
check camera murmuration:headings --steps 60 --camera 20,50 --zoom 1.5
check trails obstacles --steps 120 --trails 40
check speed predators --steps 120 --color speed
check density default --steps 120 --color density
check trails-3d murmuration --steps 60 --trails 12 --set starlings.count=600
check letterbox steering --steps 60 --set world.size=300,600
check points default --steps 40 --set birds.count=60000 --set world.size=5300,2980
check points-3d murmuration --steps 10 --set starlings.count=60000 --set world.size=990,740,740 \
    --set starlings.start.radius=300
exit "$failed"
