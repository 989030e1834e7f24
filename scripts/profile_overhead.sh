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
                                   [--out FILE.json]

Loads one server in windows without a profile, with a CPU profile and with
sampled allocations, in turn, and prints the CPU seconds of the server for 1,000
requests in each: the median, and in brackets the lowest and highest. Wants a
build of the preset "release" and an otherwise idle machine.

  --seconds N       length of a window (default 5)
  --repetitions N   windows of each kind (default 5)
  --out FILE.json   where the figures of all windows go besides; its folder is
                    made when it is missing
  -h, --help        this text
USAGE
}

seconds=5
repetitions=5
out=

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

# median KIND
median() {
  sort -g "$work/$1" |
    awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# report KIND TEXT
report() {
  local low high
  low=$(sort -g "$work/$1" | head -n 1)
  high=$(sort -g "$work/$1" | tail -n 1)
  awk -v text="$2" -v middle="$(median "$1")" -v low="$low" -v high="$high" \
    -v base="$(median none)" 'BEGIN {
      printf "%-28s %.3f (%.3f to %.3f) s  %+.1f %%\n",
        text, middle, low, high, 100 * (middle / base - 1)
    }'
}

# write_windows FILE
write_windows() {
  mkdir -p -- "$(dirname -- "$1")"
  jq -n --arg machine "$(machine)" --arg commit "$(commit)" \
    --arg versions "$(versions)" --argjson seconds "$seconds" \
    --slurpfile none "$work/none" --slurpfile cpu "$work/cpu" \
    --slurpfile allocs "$work/allocs" \
    '{machine: $machine, commit: $commit, versions: $versions,
      window_seconds: $seconds,
      cpu_seconds_per_1000_requests:
        {none: $none, cpu: $cpu, allocs: $allocs}}' >"$1"
}

while (($# > 0)); do
  case $1 in
    --seconds) need_value "$@"; need_count "$1" "$2"; seconds=$2; shift 2 ;;
    --repetitions) need_value "$@"; need_count "$1" "$2"; repetitions=$2; shift 2 ;;
    --out) need_value "$@"; out=$2; shift 2 ;;
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
report none 'no profile'
report cpu 'CPU profile at 100 Hz'
report allocs 'allocations, one in 1,000'
if [[ -n $out ]]; then write_windows "$out"; fi
