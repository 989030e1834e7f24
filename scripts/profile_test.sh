#!/usr/bin/env bash
# Tests of the command lines of profile.sh and pprof.sh: what is wrong is told
# before anything is started.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

failures=0

# expect CODE PATTERN COMMAND...: the command exits with CODE and prints a match
# of the pattern.
expect() {
  local code=$1 pattern=$2 actual=0 output
  shift 2
  output=$(cd / && "$@" 2>&1 </dev/null) || actual=$?
  if ((actual != code)) || ! grep -qE -- "$pattern" <<<"$output"; then
    failures=$((failures + 1))
    printf 'FAILED: %s\n  wanted exit %s and /%s/, got exit %s and:\n%s\n' \
      "$*" "$code" "$pattern" "$actual" "$output"
  fi
}

profile=$root/scripts/profile.sh
pprof=$root/scripts/pprof.sh
expect 0 '^Usage: scripts/profile.sh' "$profile" --help
expect 2 'unknown argument "--nonsense"' "$profile" --nonsense
expect 2 '--seconds needs a value' "$profile" --seconds
expect 2 '--seconds must be a whole number' "$profile" --seconds 0
expect 2 '--candidates must be a whole number' "$profile" --candidates many
expect 2 'unknown codec "fast": there are stock' "$profile" --codecs stock,fast
expect 2 '"stock" is listed twice' "$profile" --codecs stock,stock
expect 2 'names no codec' "$profile" --codecs ,
expect 1 'exists already' "$profile" --out "$root/scripts"
expect 0 '^Usage: scripts/pprof.sh' "$pprof" --help
expect 2 'needs arguments' "$pprof"
if ((failures > 0)); then die "$failures checks failed"; fi
say 'all checks passed'
