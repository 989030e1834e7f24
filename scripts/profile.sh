#!/usr/bin/env bash
# Measures the service under load with each codec and prints what each costs:
# shares of CPU from profiles, throughput, latency, CPU per request,
# allocations.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/profile.sh [--quick] [--codecs LIST] [--seconds N]
                          [--repetitions N] [--candidates N]
                          [--concurrency N] [--out DIR]

Starts the server once a codec and repetition, loads it from the client, takes
a CPU profile meanwhile and an allocation profile in a window of its own, and
prints a table. docs/profiling.md explains it. Wants a build of the preset
"release" (scripts/build.sh) and an otherwise idle machine.

  --quick           one short repetition: a look, not a result
  --codecs LIST     default: reflective,stock,generated
  --seconds N       length of one measured run (default 10)
  --repetitions N   runs a codec, interleaved (default 3)
  --candidates N    candidates in a response (default 2000)
  --concurrency N   calls under way at a time (default 1)
  --out DIR         where profiles and results go; must not exist
                    (default: build/profile/ and the time)
  -h, --help        this text
USAGE
}

codecs=reflective,stock,generated
seconds=10
repetitions=3
candidates=2000
concurrency=1
out=
warmup_seconds=1
allocation_seconds=4
sampled_every=1000
min_samples=1000

server=$root/build/release/server/backwire-server
client=$root/build/release/client/backwire-client
analyzer=$root/build/release/profiles/backwire-profile

server_pid=
download_pid=
work=

# Stops what runs, whatever ended the script.
clean_up() {
  local pid
  for pid in $download_pid $server_pid; do
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  [[ -z $work ]] || rm -rf -- "$work"
}

check_codecs() {
  local codec
  for codec in ${codecs//,/ }; do
    case $codec in
      stock | reflective | generated | parity) ;;
      *) usage_error "unknown codec \"$codec\": there are stock, reflective, generated, parity" ;;
    esac
    [[ $(grep -cx -- "$codec" <<<"${codecs//,/$'\n'}") == 1 ]] ||
      usage_error "codec \"$codec\" is listed twice"
  done
  [[ -n ${codecs//,/} ]] || usage_error '--codecs names no codec'
}

check_tools() {
  local tool program
  for tool in curl jq addr2line; do
    command -v "$tool" >/dev/null ||
      die "$tool is missing: scripts/setup.sh installs it"
  done
  for program in "$server" "$client" "$analyzer"; do
    [[ -x $program ]] || die "${program#"$root"/} is missing: run scripts/build.sh"
  done
}

# metric NAME: the value of one of the server's metrics, labels and all.
metric() {
  curl -sS --fail --max-time 5 "http://127.0.0.1:$admin_port/metrics" |
    awk -v name="$1" '$1 == name { print $2; found = 1 } END { exit !found }'
}

# CPU time of the server so far.
cpu_seconds() {
  metric process_cpu_seconds_total || {
    tail -n 20 -- "$work/server.log" >&2
    die 'the server does not answer: its log is above'
  }
}

# start_server CODEC: sets server_pid, grpc_port and admin_port.
start_server() {
  local ports=$work/ports deadline=$((SECONDS + 20))
  rm -f -- "$ports"
  "$server" --codec="$1" --listen-address=127.0.0.1:0 \
    --admin-address=127.0.0.1:0 --port-file="$ports" \
    </dev/null >"$work/server.log" 2>&1 &
  server_pid=$!
  until [[ -s $ports ]]; do
    if ! kill -0 "$server_pid" 2>/dev/null || ((SECONDS > deadline)); then
      tail -n 20 -- "$work/server.log" >&2
      die "the server did not start with codec $1: see above"
    fi
    sleep 0.05
  done
  grpc_port=$(sed -n 's/^grpc_port=//p' "$ports")
  admin_port=$(sed -n 's/^admin_port=//p' "$ports")
  metric "backwire_active_codec{codec=\"$1\"}" >/dev/null ||
    die "the server does not run with codec $1"
}

stop_server() {
  local code=0
  kill -TERM "$server_pid"
  wait "$server_pid" || code=$?
  server_pid=
  if ((code != 0)); then
    tail -n 20 -- "$work/server.log" >&2
    die "the server ended with $code: see above"
  fi
}

# load ARGUMENT...: runs the client, which keeps the bytes that it gets.
load() {
  "$client" --target="127.0.0.1:$grpc_port" --candidates="$candidates" \
    --concurrency="$concurrency" --receive=raw --progress=0s "$@" \
    </dev/null >"$work/client.log" 2>&1 || {
    tail -n 20 -- "$work/client.log" >&2
    die 'the client failed: see above'
  }
}

# start_capture KIND PATH FILE: downloads a profile in the background, and
# returns when the server collects.
start_capture() {
  local name="backwire_capture_running{kind=\"$1\"}" deadline=$((SECONDS + 10))
  curl -sS --fail-with-body --max-time 120 -o "$3" \
    "http://127.0.0.1:$admin_port$2" </dev/null &
  download_pid=$!
  until [[ $(metric "$name") == 1 ]]; do
    if ! kill -0 "$download_pid" 2>/dev/null || ((SECONDS > deadline)); then
      head -c 500 -- "$3" >&2 2>/dev/null || true
      die "the server does not take a profile of kind $1: see above"
    fi
  done
}

finish_capture() {
  wait "$download_pid" || die 'the download of a profile failed: see above'
  download_pid=
}

# symbolize RAW FILE: makes a profile that needs no program to be read.
symbolize() {
  "$root/scripts/pprof.sh" -proto -output "$2" "$server" "$1" \
    </dev/null >"$work/pprof.log" 2>&1 || {
    tail -n 20 -- "$work/pprof.log" >&2
    die "pprof cannot read $1: see above"
  }
}

# measure_cpu FOLDER N: one run under the CPU profiler, which runs a second
# longer: an idle server gives no samples.
measure_cpu() {
  local folder=$1 number=$2 before after
  before=$(cpu_seconds)
  start_capture cpu "/pprof/profile?seconds=$((seconds + 1))" "$work/cpu.prof"
  load --duration="${seconds}s" --json="$folder/client-$number.json"
  after=$(cpu_seconds)
  finish_capture
  mv -- "$work/cpu.prof" "$work/${folder##*/}-cpu-$number.prof"
  jq -n --arg n "$number" --argjson a "$after" --argjson b "$before" \
    '{cpu_profile: "cpu-\($n).pb.gz", client: "client-\($n).json",
      server_cpu_seconds: ($a - $b)}' >>"$folder/runs.json"
}

# measure_allocations FOLDER: as many calls as fit well into a window in which
# allocations are sampled; fewer where they did not fit. Sampling slows the
# server, so this run says nothing about time.
measure_allocations() {
  local folder=$1 count attempt
  count=$(jq --argjson s "$allocation_seconds" \
    '[.window.requests_per_second * $s / 3 | floor, 1] | max' \
    "$folder/client-1.json")
  for attempt in 1 2 3; do
    start_capture allocs \
      "/pprof/allocs?seconds=$allocation_seconds&every=$sampled_every" \
      "$work/${folder##*/}-allocs.prof"
    load --count="$count" --json="$folder/client-allocs.json"
    if [[ $(metric 'backwire_capture_running{kind="allocs"}') == 1 ]]; then
      finish_capture
      return
    fi
    finish_capture
    say "attempt $attempt: $count calls took longer than $allocation_seconds s"
    count=$(((count + 3) / 4))
  done
  die 'no calls fit into the window in which allocations are sampled'
}

# measure CODEC N: one repetition.
measure() {
  local folder=$out/$1
  mkdir -p -- "$folder"
  say "repetition $2 of $repetitions, codec $1"
  start_server "$1"
  load --duration="${warmup_seconds}s"
  measure_cpu "$folder" "$2"
  if (($2 == 1)); then measure_allocations "$folder"; fi
  stop_server
}

machine() {
  local model
  model=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
  printf '%s, %s CPUs' "${model:-$(uname -m)}" "$(nproc)"
}

commit() {
  local id
  id=$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null) || id=unknown
  [[ -z $(git -C "$root" status --porcelain 2>/dev/null) ]] || id+=' with changes'
  printf '%s' "$id"
}

# What the programs were linked with.
versions() {
  printf 'gRPC %s, protobuf %s, gperftools %s, g++ %s' \
    "$(pkg-config --modversion grpc++)" \
    "$(pkg-config --modversion protobuf)" \
    "$(pkg-config --modversion libprofiler)" "$(g++ -dumpfullversion)"
}

write_manifest() {
  local folder=$out/$1
  jq -n --arg codec "$1" --arg machine "$(machine)" --arg commit "$(commit)" \
    --arg versions "$(versions)" \
    --arg flags "$(sed -n 's/^CMAKE_CXX_FLAGS_RELWITHDEBINFO:STRING=//p' \
      "$root/build/release/CMakeCache.txt")" \
    --argjson candidates "$candidates" --argjson concurrency "$concurrency" \
    --argjson seconds "$seconds" --argjson warmup "$warmup_seconds" \
    --argjson every "$sampled_every" --slurpfile runs "$folder/runs.json" \
    '{format: 1, codec: $codec, commit: $commit, machine: $machine,
      versions: $versions, flags: $flags,
      load: {candidates: $candidates, concurrency: $concurrency,
             seconds: $seconds, warmup_seconds: $warmup, loop: "closed"},
      runs: $runs,
      allocations: {profile: "allocs.pb.gz", client: "client-allocs.json",
                    sampled_every: $every}}' >"$folder/manifest.json"
  rm -- "$folder/runs.json"
}

symbolize_all() {
  local codec number
  say 'reading the profiles with pprof'
  for codec in ${codecs//,/ }; do
    for ((number = 1; number <= repetitions; ++number)); do
      symbolize "$work/$codec-cpu-$number.prof" "$out/$codec/cpu-$number.pb.gz"
    done
    symbolize "$work/$codec-allocs.prof" "$out/$codec/allocs.pb.gz"
  done
}

# Forwards in odd repetitions and backwards in even ones, so that a machine that
# warms up or slows down does not favour one codec.
measure_all() {
  local number codec order
  for ((number = 1; number <= repetitions; ++number)); do
    order=${codecs//,/$'\n'}
    if ((number % 2 == 0)); then order=$(tac <<<"$order"); fi
    for codec in $order; do measure "$codec" "$number"; done
  done
}

while (($# > 0)); do
  case $1 in
    --quick) seconds=4; repetitions=1; min_samples=100; shift ;;
    --codecs) need_value "$@"; codecs=$2; shift 2 ;;
    --seconds) need_value "$@"; need_count "$1" "$2"; seconds=$2; shift 2 ;;
    --repetitions) need_value "$@"; need_count "$1" "$2"; repetitions=$2; shift 2 ;;
    --candidates) need_value "$@"; need_count "$1" "$2"; candidates=$2; shift 2 ;;
    --concurrency) need_value "$@"; need_count "$1" "$2"; concurrency=$2; shift 2 ;;
    --out) need_value "$@"; out=$2; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done
check_codecs
out=${out:-$root/build/profile/$(date -u +%Y%m%dT%H%M%SZ)}
[[ ! -e $out ]] || die "$out exists already: name a new folder by --out"
check_tools
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
work=$(mktemp -d)
mkdir -p -- "$out"
measure_all
for codec in ${codecs//,/ }; do write_manifest "$codec"; done
symbolize_all
say "results are in $out"
"$analyzer" table --format=markdown --min-samples="$min_samples" "$out" \
  >"$out/table.md"
"$analyzer" table --format=json --min-samples="$min_samples" "$out" \
  >"$out/table.json"
"$analyzer" table --min-samples="$min_samples" "$out"
