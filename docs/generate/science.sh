#!/bin/bash
# science.sh [--quick] [VOLERY]: makes the figures of docs/science.md, docs/science/*.png, with the commands that stand
# there, on the scenes of docs/science. Takes about five minutes on two cores. --quick: a twentieth of the steps, one
# run each, and the figures are thrown away; it shows that every command works.
set -euo pipefail
cd "$(dirname "$0")/../.."
quick=
if [ "${1:-}" = --quick ]; then
    quick=yes
    shift
fi
volery=$(realpath "${1:-build/release/app/volery}")
page=$PWD/docs/science.md
figures=$PWD/docs/science

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$figures"/*.yaml "$figures"/*.csv "$work"
cd "$work"
mkdir bin
if [ -z "$quick" ]; then
    ln -s "$volery" bin/volery
else
    cat >bin/volery <<END
#!/bin/bash
words=()
for word in "\$@"; do
    case \${last:-} in
    --steps | --window) word=\$((word / 20 + 1)) ;;
    --repeat) word=1 ;;
    esac
    words+=("\$word")
    last=\$word
done
exec "$volery" "\${words[@]}"
END
    chmod +x bin/volery
fi
export PATH=$work/bin:$PATH

# Everything in the page's sh blocks, in order.
# shellcheck disable=SC2016 # the back quotes are those of the page
sed -n '/^```sh$/,/^```$/p' "$page" | grep -v '^```' >commands.sh
bash -euxo pipefail commands.sh
grep -o 'science/[a-z_]*\.png' "$page" | sort -u | while IFS=/ read -r _ name; do
    [ -s "$name" ] || { echo "docs/science.md shows $name, which none of its commands makes" >&2 && exit 1; }
    [ -n "$quick" ] || mv "$name" "$figures"
done
[ -n "$quick" ] || du -ch "$figures"/*.png
