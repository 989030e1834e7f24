#!/usr/bin/env bash
# Installs what is missing, builds, and runs the tests. ctest's summary is the
# last thing that it prints; its exit code is the script's.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/test.sh [--preset NAME] [-R REGEX] [--label REGEX] [--jobs N]

Builds build/NAME and runs all its tests.

  --preset NAME   release (default), clang, asan (address and undefined
                  behaviour) or tsan (threads)
  -R REGEX        only the tests whose name matches
  --label REGEX   only the tests with a matching label
  --jobs N        this many tests at once (default: 2)
  -h, --help      this text

A test that runs for more than two minutes fails, unless it sets a time of its
own; the tests together have 30 minutes.
USAGE
}

preset=release
jobs=2
selection=()
while (($# > 0)); do
  case $1 in
    --preset) need_value "$@"; preset=$2; shift 2 ;;
    -R) need_value "$@"; selection+=(-R "$2"); shift 2 ;;
    --label) need_value "$@"; selection+=(-L "$2"); shift 2 ;;
    --jobs) need_value "$@"; need_count "$1" "$2"; jobs=$2; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done
require_preset "$preset"

# For the conformance suite and the real schemas. Without them those tests are
# skipped, and say so.
"$root/scripts/setup.sh"
"$root/scripts/protobuf_source.sh" || say "going on without the conformance suite"
command -v npm >/dev/null || "$root/scripts/setup.sh" --groups corpus ||
  say "going on without npm's schemas"
# An earlier configuration may have left the tests out.
"$root/scripts/build.sh" --preset "$preset" -- -DBUILD_TESTING=ON

limit=(timeout --kill-after=10)
# Or Ctrl-C in a terminal would not reach the tests.
if [[ -t 2 ]]; then limit+=(--foreground); fi
cd -- "$root"
run "${limit[@]}" 1800 ctest --preset "$preset" \
  --parallel "$jobs" --timeout 120 --no-tests=error \
  "${selection[@]}" </dev/null 2>&1
