#!/bin/bash
# fuzz.sh [SECONDS] [TARGET...]: builds the fuzzers with clang and runs each of tests/fuzz/targets.txt, or those given,
# for that long (60), from the corpus in tests/fuzz/corpus. What is new goes to build/fuzz/corpus, an input that makes a
# target stop to build/fuzz/found. Ends with 1 if any did, and says how to run it again.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
seconds=${1:-60}
shift || true
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    mapfile -t targets <tests/fuzz/targets.txt
fi

mkdir -p build
if ! { cmake --preset fuzz && cmake --build --preset fuzz -j "$(nproc)"; } >build/fuzz.log 2>&1; then
    tail -n 20 build/fuzz.log
    echo "fuzz: the fuzzers do not build: all of the output is in build/fuzz.log"
    exit 1
fi

export LSAN_OPTIONS=suppressions=tests/leaks.supp:print_suppressions=0
status=0
for target in "${targets[@]}"; do
    new=build/fuzz/corpus/$target found=build/fuzz/found/$target log=build/fuzz/$target.log
    mkdir -p "$new" "$found"
    if "build/fuzz/tests/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -max_len=8192 \
        -artifact_prefix="$found/" "$new" "tests/fuzz/corpus/$target" >"$log" 2>&1; then
        echo "ok      $target: $(sed -n 's/^Done \([0-9]*\) runs in .*/\1 inputs/p' "$log")"
    else
        grep -E 'not so|ERROR|SUMMARY|runtime error' "$log"
        unit=$(sed -n 's/.*Test unit written to //p' "$log")
        echo "FAILED  $target; again: build/fuzz/tests/fuzz/fuzz_$target $unit"
        status=1
    fi
done
exit $status
