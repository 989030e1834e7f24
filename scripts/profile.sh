#!/usr/bin/env bash
# Measures the service and a caller of it under load with each codec and prints
# what each costs: shares of CPU from profiles, throughput, latency, CPU per
# request, allocations.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/profile_lib.sh
source "$root/scripts/profile_lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/profile.sh [--quick] [--workloads LIST] [--codecs LIST]
                          [--seconds N] [--repetitions N] [--candidates N]
                          [--concurrency N] [--perf] [--out DIR]

Starts the server once a workload, codec and repetition, loads it from the
client, takes a CPU profile meanwhile and an allocation profile in a window of
its own, and prints a table a workload. docs/profiling.md explains it. Wants a
build of the preset "release" (scripts/build.sh) and an otherwise idle machine.

  --quick           one short repetition: a look, not a result
  --workloads LIST  default: metadata,similarity,caller. "caller" measures a
                    process that asks the service and merges its answers
  --codecs LIST     default: reflective,stock,generated,builder. "builder" is
                    generated, with responses written by builders; a caller
                    has none
  --seconds N       length of one measured run (default 10)
  --repetitions N   runs a codec, interleaved (default 3)
  --candidates N    candidates in a response (default 2000)
  --concurrency N   calls under way at a time (default 1)
  --perf            another run a codec under perf, to check the shares
  --out DIR         where profiles and results go; must not exist
                    (default: build/profile/ and the time)
  -h, --help        this text
USAGE
}

workloads=metadata,similarity,caller
codecs=reflective,stock,generated,builder
seconds=10
repetitions=3
candidates=2000
concurrency=1
with_perf=
measured_commit=
out=
warmup_seconds=1
allocation_seconds=4
# A builder allocates next to nothing.
declare -A sampled_every=([builder]=10)
usually_sampled_every=1000
min_samples=1000

# check_list OPTION LIST KNOWN: each of the comma-separated words is one of the
# known ones, and there once.
check_list() {
  local word
  [[ -n ${2//,/} ]] || usage_error "$1 names nothing"
  for word in ${2//,/ }; do
    [[ ",$3," == *",$word,"* ]] ||
      usage_error "$1: unknown \"$word\": there are $3"
    [[ $(grep -cx -- "$word" <<<"${2//,/$'\n'}") == 1 ]] ||
      usage_error "$1: \"$word\" is listed twice"
  done
}

load_of_plan() {
  load --candidates="$candidates" --concurrency="$concurrency" "$@"
}

# keep FOLDER NAME: the client's result without its histograms, which would be
# most of what is committed.
keep() {
  jq -c 'del(.. | .buckets?)' "$work/client.json" >"$1/$2"
}

# measure_cpu FOLDER N: one run under the CPU profiler, which runs a second
# longer: an idle server gives no samples.
measure_cpu() {
  local folder=$1 number=$2 before=$work/before after=$work/after
  metrics >"$before"
  start_capture cpu "/pprof/profile?seconds=$((seconds + 1))" "$work/cpu.prof"
  load_of_plan --duration="${seconds}s" --json="$work/client.json"
  metrics >"$after"
  keep "$folder" "client-$number.json"
  finish_capture
  symbolize "$work/cpu.prof" "$folder/cpu-$number.pb.gz"
  jq -n --arg n "$number" --argjson cpu "$(cpu_between "$before" "$after")" \
    --argjson encode "$(timed_between "$before" "$after" encode)" \
    --argjson decode "$(timed_between "$before" "$after" decode)" \
    '{cpu_profile: "cpu-\($n).pb.gz", client: "client-\($n).json",
      server_cpu_seconds: $cpu,
      timers: {encode_seconds: $encode, decode_seconds: $decode}}' \
    >>"$folder/runs.json"
}

# every_of CODEC: one in so many small allocations is sampled.
every_of() { printf '%s' "${sampled_every[$1]:-$usually_sampled_every}"; }

# measure_allocations FOLDER CODEC: as many calls as fit well into a window in which
# allocations are sampled; fewer where they did not fit. Sampling slows the
# server, so this run says nothing about time.
measure_allocations() {
  local folder=$1 every count attempt
  every=$(every_of "$2")
  count=$(jq --argjson s "$allocation_seconds" \
    '[.window.requests_per_second * $s / 3 | floor, 1] | max' \
    "$folder/client-1.json")
  for attempt in 1 2 3; do
    start_capture allocs \
      "/pprof/allocs?seconds=$allocation_seconds&every=$every" \
      "$work/allocs.prof"
    load_of_plan --count="$count" --json="$work/client.json"
    keep "$folder" client-allocs.json
    if [[ $(metric 'backwire_capture_running{kind="allocs"}') == 1 ]]; then
      finish_capture
      symbolize "$work/allocs.prof" "$folder/allocs.pb.gz"
      return
    fi
    finish_capture
    say "attempt $attempt: $count calls took longer than $allocation_seconds s"
    count=$(((count + 3) / 4))
  done
  die 'no calls fit into the window in which allocations are sampled'
}

# measure_perf FOLDER: the same load under the kernel's profiler.
measure_perf() {
  start_perf "$seconds"
  load_of_plan --duration="${seconds}s"
  finish_perf "$1/perf.json"
}

# measure WORKLOAD CODEC N: one repetition.
measure() {
  local folder=$out/$1/$2
  mkdir -p -- "$folder"
  say "repetition $3 of $repetitions, workload $1, codec $2"
  start_server "$1" "$2"
  load_of_plan --duration="${warmup_seconds}s"
  measure_cpu "$folder" "$3"
  if (($3 == 1)); then
    measure_allocations "$folder" "$2"
    [[ -z $with_perf ]] || measure_perf "$folder"
  fi
  stop_server
}

write_manifest() {
  local folder=$out/$1/$2 perf=null
  [[ ! -f $folder/perf.json ]] || perf=$(<"$folder/perf.json")
  jq -n --arg workload "$1" --arg codec "$2" --arg machine "$(machine)" \
    --arg commit "$measured_commit" --arg versions "$(versions)" \
    --arg flags "$(sed -n 's/^CMAKE_CXX_FLAGS_RELWITHDEBINFO:STRING=//p' \
      "$root/build/release/CMakeCache.txt")" \
    --argjson candidates "$candidates" --argjson concurrency "$concurrency" \
    --argjson seconds "$seconds" --argjson warmup "$warmup_seconds" \
    --argjson every "$(every_of "$2")" --argjson perf "$perf" \
    --slurpfile runs "$folder/runs.json" \
    '{format: 1, codec: $codec, commit: $commit, machine: $machine,
      versions: $versions, flags: $flags,
      load: {workload: $workload, candidates: $candidates,
             concurrency: $concurrency, seconds: $seconds,
             warmup_seconds: $warmup, loop: "closed"},
      runs: $runs,
      allocations: {profile: "allocs.pb.gz", client: "client-allocs.json",
                    sampled_every: $every}}
     + if $perf == null then {} else {perf: $perf} end' \
    >"$folder/manifest.json"
  rm -f -- "$folder/runs.json" "$folder/perf.json"
}

# codecs_of WORKLOAD: those to measure it with, one a line.
codecs_of() {
  local known=${codecs//,/$'\n'}
  if [[ $1 == caller ]]; then known=$(grep -vx builder <<<"$known" || true); fi
  printf '%s\n' "$known"
}

# Forwards in odd repetitions and backwards in even ones, so that a machine that
# warms up or slows down does not favour one codec.
measure_all() {
  local number workload codec order
  for ((number = 1; number <= repetitions; ++number)); do
    for workload in ${workloads//,/ }; do
      order=$(codecs_of "$workload")
      if ((number % 2 == 0)); then order=$(tac <<<"$order"); fi
      for codec in $order; do measure "$workload" "$codec" "$number"; done
    done
  done
}

# report WORKLOAD
report() {
  local folder=$out/$1 codec
  for codec in $(codecs_of "$1"); do write_manifest "$1" "$codec"; done
  "$analyzer" table --format=markdown --min-samples="$min_samples" "$folder" \
    >"$folder/table.md"
  "$analyzer" table --format=json --min-samples="$min_samples" "$folder" \
    >"$folder/table.json"
  "$analyzer" table --min-samples="$min_samples" "$folder"
  printf '\n'
}

while (($# > 0)); do
  case $1 in
    --quick) seconds=4; repetitions=1; min_samples=100; shift ;;
    --workloads) need_value "$@"; workloads=$2; shift 2 ;;
    --codecs) need_value "$@"; codecs=$2; shift 2 ;;
    --seconds) need_value "$@"; need_count "$1" "$2"; seconds=$2; shift 2 ;;
    --repetitions) need_value "$@"; need_count "$1" "$2"; repetitions=$2; shift 2 ;;
    --candidates) need_value "$@"; need_count "$1" "$2"; candidates=$2; shift 2 ;;
    --concurrency) need_value "$@"; need_count "$1" "$2"; concurrency=$2; shift 2 ;;
    --perf) with_perf=yes; shift ;;
    --out) need_value "$@"; out=$2; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done
check_list --workloads "$workloads" metadata,similarity,caller
check_list --codecs "$codecs" stock,reflective,generated,parity,builder
for workload in ${workloads//,/ }; do
  [[ -n $(codecs_of "$workload") ]] ||
    usage_error "--codecs: workload $workload has none of $codecs"
done
out=${out:-$root/build/profile/$(date -u +%Y%m%dT%H%M%SZ)}
[[ ! -e $out ]] || die "$out exists already: name a new folder by --out"
check_tools ${with_perf:+perf}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
work=$(mktemp -d)
measured_commit=$(commit)
mkdir -p -- "$out"
measure_all
say "results are in $out"
for workload in ${workloads//,/ }; do report "$workload"; done
