#!/bin/bash
# Makes the pictures of docs/gallery anew, one for each built-in scene and each other look of it, and the moving one at
# the top of the README: gallery.sh VOLERY. Check them by eye before you commit them.
set -euo pipefail
volery=$(realpath "${1:?path of the program}")
cd "$(dirname "$0")/../docs/gallery"

steps() {
    case $1 in
    sighted) echo 60 ;;
    murmuration) echo 160 ;;
    couzin) echo 3300 ;;
    music) echo 615 ;;
    cucker_smale) echo 130 ;;
    *) echo 300 ;;
    esac
}

size() {
    case $1 in
    default | blend | sighted | predators | music | vicsek | cucker_smale) echo 480x270 ;;
    flow) echo 480x240 ;;
    *) echo 400x300 ;;
    esac
}

{
    echo "# Gallery"
    echo
    echo "The built-in scenes, made by \`tools/gallery.sh\`; \`volery scenes NAME\` explains each one."
    echo
    "$volery" scenes | while read -r name about; do
        looks=$([[ $about != *"; looks: "* ]] || echo "${about##*; looks: }")
        for look in "" $looks; do
            picture=$name${look:+-$look}.png
            "$volery" render "$name${look:+:$look}" -o "$picture" --steps "$(steps "$name")" --size "$(size "$name")" \
                --quiet
            echo "![$name${look:+:$look}]($picture)"
            if [ "$look" ]; then
                echo "**$name:$look**: the same in another look"
            else
                echo "**$name**: ${about%; looks: *}"
            fi
            echo
        done
    done
} >README.md.new
mv README.md.new README.md
"$volery" render obstacles -o obstacles.webp --from 60 --steps 350 --every 5 --fps 15 --size 480x360 --trails 20 --quiet
