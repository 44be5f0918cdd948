#!/bin/bash
# fresh.sh [TARGET...]: runs `make play` and `make test` (or other targets) as they go on a machine that has nothing
# yet: in a bare Debian 12 that debootstrap makes for it, from a clean clone of what is committed, without a display and
# without a compiler cache. Prints what they print and how long each takes. Needs root; mirrors and proxies are those
# that apt uses here. The bare system is kept in ~/.cache/volery, so that the next run begins sooner (FRESH_ANEW=1 makes
# it anew).
set -euo pipefail
cd "$(dirname "$0")/.."

release=bookworm
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    targets=(play test)
fi

if [ "$(id -u)" -ne 0 ]; then
    echo "fresh: a system of its own can be made by root alone" >&2
    exit 1
fi
if ! command -v debootstrap >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
fi

# sources: what apt gets Debian's packages from here, as lines of a sources.list.
sources() {
    # The names in brackets are apt's.
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(ORIGIN) deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        sed -n "s/^Debian \(deb [^ ]* $release\)/\1/p" | sort -u
}

# make_base FILE: the bare system as an archive. Only what calls make and what apt needs is there.
make_base() {
    local mirror folder
    mirror=$(sources | awk -v release=$release '$3 == release { print $2; exit }')
    if [ -z "$mirror" ]; then
        echo "fresh: apt knows no mirror of Debian $release here: add one, and run apt-get update" >&2
        return 1
    fi
    folder=$(mktemp -d "$1.XXXXXX")
    if ! debootstrap --variant=minbase --include=make,ca-certificates $release "$folder" "$mirror" >"$1.log" 2>&1; then
        tail -n 20 "$1.log" >&2
        rm -rf --one-file-system "$folder"
        return 1
    fi
    rm -f "$folder"/var/cache/apt/archives/*.deb
    tar -C "$folder" -cf "$1.new" .
    mv "$1.new" "$1"
    rm -rf --one-file-system "$folder"
}

cache=${XDG_CACHE_HOME:-$HOME/.cache}/volery
base=$cache/$release-$(dpkg --print-architecture).tar
mkdir -p "$cache"
if [ ! -f "$base" ] || [ -n "${FRESH_ANEW:-}" ]; then
    echo "fresh: making a bare Debian $release"
    make_base "$base"
fi

root=$(mktemp -d "${TMPDIR:-/tmp}/volery-fresh.XXXXXX")
trap 'rm -rf --one-file-system "$root"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
tar -C "$root" -xf "$base"
chmod 755 "$root" # apt fetches as a user of its own
sources >"$root/etc/apt/sources.list"
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io" # it is not needed after a crash
apt-config dump | grep -iE '^Acquire::(https?::(proxy|verify)|check-valid-until)' \
    >"$root/etc/apt/apt.conf.d/90host" || true
for file in resolv.conf hosts; do
    cp -L "/etc/$file" "$root/etc/$file"
done
git clone -q --no-hardlinks . "$root/root/volery"
echo "fresh: Debian $(cat "$root/etc/debian_version"), $(nproc) cores, $(git rev-parse --short HEAD);" \
    "load $(cut -d' ' -f1-3 /proc/loadavg)"

# inside TARGET: in a space of its own for mounts and processes, which takes both along when it ends.
inside() {
    # The script's own variables are expanded by it.
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child bash -c '
        set -e
        mount --make-rprivate /
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev"
        mount --rbind -o ro /sys "$1/sys"
        mount -t tmpfs tmpfs "$1/tmp"
        exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            chroot "$1" make -C /root/volery --no-print-directory "$2"' bash "$root" "$1" </dev/null
}

status=0
TIMEFORMAT='%R s, of which the processors worked %U + %S s'
for target in "${targets[@]}"; do
    printf '\n===== make %s\n' "$target"
    result=0
    time inside "$target" || result=$?
    echo "===== make $target ended with $result"
    if [ $result -ne 0 ]; then
        status=1
    fi
done
exit $status
