#!/usr/bin/env bash
# Runs protobuf's official conformance suite against stock and against the
# codecs, all with the list of failures that protobuf keeps for its own C++.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/conformance.sh [--preset NAME] [--run-in FOLDER]

Fetches the suite with the sources of the installed protobuf, builds it and the
programs under test, and runs them. A codec passes if its results are those of
stock, test by test, recommended tests included, and if its counters show that
the messages went through it.

  --preset NAME     release (default), asan or tsan
  --run-in FOLDER   a build folder: run what is built there, fetch and build
                    nothing
  -h, --help        this text

Exit code 77: the suite cannot be had here; the text says why.
USAGE
}

preset=release
build_dir=
while (($# > 0)); do
  case $1 in
    --preset) need_value "$@"; preset=$2; shift 2 ;;
    --run-in) need_value "$@"; build_dir=$2; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done
require_preset "$preset"

if [[ -z $build_dir ]]; then
  "$root/scripts/setup.sh" --groups build,test
  "$root/scripts/protobuf_source.sh" || exit
  "$root/scripts/build.sh" --preset "$preset" --groups build,test \
    --target conformance_runner --target conformance_testee_suite \
    --target conformance_testee_covered -- -DBUILD_TESTING=ON
  build_dir=$root/build/$preset
fi

[[ -r $build_dir/CMakeCache.txt ]] || die "$build_dir is no build folder"
build_dir=$(cd -- "$build_dir" && pwd -P)

programs=$build_dir/codec/testing/conformance
if [[ ! -x $programs/conformance_runner ]]; then
  reason="no sources of protobuf when this was configured: run scripts/conformance.sh"
  if [[ -r $root/build/protobuf.missing ]]; then
    reason=$(<"$root/build/protobuf.missing")
  fi
  say "skipped, the conformance suite is not here: $reason"
  exit 77
fi

# Where the suite's lists of stock's failures are.
lists=$(sed -n 's/^BACKWIRE_PROTOBUF_SOURCE:PATH=//p' "$build_dir/CMakeCache.txt")/conformance
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# run_suite VARIANT CODEC: runs both suites and checks what they say. Sets log.
run_suite() {
  local code=0
  log=$work/$1.$2.log
  # The testee ends after the runner: the pipe is open until both have. One that
  # fails at once would be started for each of the 2,000 tests.
  (cd -- "$work" && timeout 60 "$programs/conformance_runner" --enforce_recommended \
    --failure_list "$lists/failure_list_cpp.txt" \
    --text_format_failure_list "$lists/text_format_failure_list_cpp.txt" \
    "$programs/conformance_testee_$1" "$2" 2>&1) </dev/null | cat >"$log" || code=$?
  if ((code != 0)) || grep -q '^testee: faulty' "$log"; then
    tail -n 40 "$log" >&2
    die "$2 ($1 messages) fails the suite"
  fi
}

# Prints the suites' sums: "2018 successes, 0 skipped, ...".
sums_of() { sed -n 's/^CONFORMANCE SUITE PASSED: //p' "$1"; }

# expect_used MESSAGE CODEC: the log shows messages of that type read and
# written by that codec, and none by another.
expect_used() {
  local lines
  lines=$(grep -F "testee: protobuf_test_messages.$1: " "$log") || true
  grep -qE "decoded [1-9][0-9]* .* by $2\$" <<<"$lines" &&
    grep -qE "encoded [1-9][0-9]* by $2\$" <<<"$lines" &&
    ! grep -qvE " by $2\$" <<<"$lines" ||
    die "$1 did not go through $2: ${lines:-no message of that type}"
}

run_suite suite stock
expected=$(sums_of "$log")
(($(wc -l <<<"$expected") == 2)) || die "wanted the sums of two suites, got: $expected"
say "stock:"
printf '%s\n' "$expected"

# On the suite's own messages the plugin leaves the work to stock, see
# codec/testing/conformance/CMakeLists.txt: that must not be seen.
run_suite suite generated
[[ $(sums_of "$log") == "$expected" ]] ||
  die "generated has other results than stock on the suite's messages: $(sums_of "$log")"

for codec in stock reflective generated parity; do
  run_suite covered "$codec"
  [[ $(sums_of "$log") == "$expected" ]] ||
    die "$codec has other results than stock: $(sums_of "$log")"
  expect_used proto3.TestAllTypesProto3 "$codec"
  expect_used proto2.TestAllTypesProto2 "$codec"
  say "$codec: as stock"
  grep '^testee: protobuf_test_messages' "$log" >&2
done
