#!/usr/bin/env bash
# Measures what the profilers themselves cost the service that they look at.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/profile_lib.sh
source "$root/scripts/profile_lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/profile_overhead.sh [--seconds N] [--repetitions N]

Loads one server in windows without a profile, with a CPU profile and with
sampled allocations, in turn, and prints the CPU seconds of the server for 1,000
requests in each: the median, and in brackets the lowest and highest. Wants a
build of the preset "release" and an otherwise idle machine.

  --seconds N       length of a window (default 5)
  --repetitions N   windows of each kind (default 5)
  -h, --help        this text
USAGE
}

seconds=5
repetitions=5

# window KIND: one of "none", "cpu", "allocs"; appends to a file of that name.
window() {
  case $1 in
    cpu) start_capture cpu "/pprof/profile?seconds=$((seconds + 1))" "$work/profile" ;;
    allocs) start_capture allocs "/pprof/allocs?seconds=$((seconds + 1))" "$work/profile" ;;
  esac
  metrics >"$work/before"
  load --candidates=2000 --concurrency=1 --duration="${seconds}s" \
    --json="$work/client.json"
  metrics >"$work/after"
  [[ $1 == none ]] || finish_capture
  jq --argjson cpu "$(cpu_between "$work/before" "$work/after")" \
    '1000 * $cpu / .window.ok' "$work/client.json" >>"$work/$1"
}

# report KIND TEXT
report() {
  sort -g "$work/$1" | awk -v text="$2" -v base="$3" '
    { value[NR] = $1 }
    END {
      median = NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2
      printf "%-32s %.3f (%.3f to %.3f) s", text, median, value[1], value[NR]
      if (base > 0) printf "  %+.1f %%", 100 * (median / base - 1)
      printf "\n"
    }'
}

while (($# > 0)); do
  case $1 in
    --seconds) need_value "$@"; need_count "$1" "$2"; seconds=$2; shift 2 ;;
    --repetitions) need_value "$@"; need_count "$1" "$2"; repetitions=$2; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done
check_tools
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
work=$(mktemp -d)
start_server metadata generated
load --duration=1s --candidates=2000 --concurrency=1
for ((number = 1; number <= repetitions; ++number)); do
  say "repetition $number of $repetitions"
  for kind in none cpu allocs; do window "$kind"; done
done
stop_server
base=$(sort -g "$work/none" | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }')
report none 'no profile' 0
report cpu 'CPU profile at 100 Hz' "$base"
report allocs 'allocations, one in 1,000' "$base"
