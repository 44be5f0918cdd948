# shellcheck shell=bash
# Shared by test.sh, check.sh and check_long.sh: parts of a test run, counted. Source it; it changes to the root.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

passed=0
failed=0
skipped=0
failures=()
left_out=
jobs=$(nproc 2>/dev/null || echo 2)

begin() {
    printf '\n== %s\n' "$*"
}

fail() {
    failed=$((failed + 1))
    failures+=("$1")
}

# check NAME: a static check; each counts as one test.
check() {
    if "tools/check/$1.sh" 2>&1; then
        passed=$((passed + 1))
        echo "ok      $1"
    else
        fail "check $1"
        echo "FAILED  $1"
    fi
}

static_checks() {
    local name
    begin "static checks"
    for name in format layers lengths words shell headers tidy; do
        check "$name"
    done
}

# build PRESET COMPILER [COMMAND...]: configures and builds, through the command where one is given; what was printed
# is shown only when it failed. The compiler counts where the preset was not configured before.
build() {
    local preset=$1 compiler=$2
    shift 2
    build_by "$preset" "$compiler" "$@" cmake --build --preset "$preset" -j "$jobs"
}

# build_by PRESET COMPILER COMMAND...: the same by any command.
build_by() {
    local preset=$1 compiler=$2 log="build/$1.log"
    shift 2
    mkdir -p build
    if command -v ccache >/dev/null; then
        export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    fi
    if CC=$compiler CXX=${compiler/%gcc/g}++ cmake --preset "$preset" >"$log" 2>&1 && "$@" >>"$log" 2>&1; then
        return 0
    fi
    grep -E -A 6 'error|Error|warning:' "$log" | head -n 60
    tail -n 5 "$log"
    echo "the build $preset failed: all of its output is in $log"
    fail "build $preset"
    return 1
}

# run_tests PRESET [COMMAND...]: runs the tests that the preset selects, through the command where one is given, and
# counts them.
run_tests() {
    local preset=$1 report="$PWD/build/$1.xml" status=0 tests=0 bad=0 idle=0
    shift
    rm -f "$report"
    "$@" ctest --preset "$preset" -j "$jobs" --output-junit "$report" || status=$?
    if [ -f "$report" ]; then
        tests=$(report_count "$report" tests)
        bad=$(report_count "$report" failures)
        idle=$(($(report_count "$report" skipped) + $(report_count "$report" disabled)))
    fi
    passed=$((passed + tests - bad - idle))
    skipped=$((skipped + idle))
    failed=$((failed + bad))
    if [ "$bad" -gt 0 ]; then
        failures+=("$bad tests in build/$preset")
    elif [ "$status" -ne 0 ]; then
        fail "tests in build/$preset (ctest ended with $status)"
    fi
}

# report_count FILE WHAT: an attribute of the first <testsuite> of a JUnit file.
report_count() {
    local number
    number=$(sed -n "s/.*[[:space:]]$2=\"\([0-9]*\)\".*/\1/p" "$1" | head -n 1)
    echo "${number:-0}"
}

# finish: the summary, whose last line has the counts; ends the script.
finish() {
    begin "summary"
    if [ ${#failures[@]} -gt 0 ]; then
        printf 'failed: %s\n' "${failures[@]}"
    fi
    if [ "$skipped" -gt 0 ]; then
        echo "skipped: $skipped (this machine cannot run them)"
    fi
    if [ -n "$left_out" ]; then
        echo "$left_out"
    fi
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}
