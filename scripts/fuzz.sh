#!/usr/bin/env bash
# Builds the fuzz targets with clang and runs them: every codec against stock, on
# inputs that libFuzzer makes.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# libFuzzer exits with this after Ctrl-C.
interrupted_code=72
# One run in so many goes over large inputs.
large_share=8
small_max_bytes=512
large_max_bytes=16384

# The names that CMake knows, one a line.
list_targets() {
  sed -n 's/^ *backwire_fuzzer(\([a-z_]*\)\( .*\)\{0,1\}$/\1/p' \
    "$root/codec/testing/fuzz/CMakeLists.txt" "$root/server/CMakeLists.txt"
}

usage() {
  cat <<USAGE
Usage: scripts/fuzz.sh [--target NAME]... [--seconds N | --runs N] [--jobs N]
                       [--fast | --sanitize]
       scripts/fuzz.sh --target NAME --save FILE

Runs each target for a while and ends with a table of the executions. Exit code
1 says that an input was found on which a codec differs from stock, crashes or
hangs; it is kept under out/fuzz/NAME. Ctrl-C ends a run with the table.

  --target NAME   one of: $(list_targets | paste -sd' ' -)
                  (default: all); may be given more than once
  --seconds N     so long for each target (default: 60)
  --runs N        so many executions of each process instead
  --jobs N        so many processes at once for each target (default: 1)
  --fast          without sanitizers, for many executions (default)
  --sanitize      with AddressSanitizer and UndefinedBehaviorSanitizer
  --save FILE     make a corpus file of an input that was found
  -h, --help      this text

Environment:
  BACKWIRE_FUZZ_CACHE  where the inputs that reach new code are kept from run to
                       run (default: backwire/fuzz in the user's cache folder)
USAGE
}

# program_of NAME: path of the built target.
program_of() {
  local path
  path=$(find "$root/build/$preset" -name "backwire_fuzz_$1" -type f -perm -u+x)
  [[ -n $path ]] || die "build/$preset has no backwire_fuzz_$1"
  printf '%s' "$path"
}

build() {
  local name arguments=()
  for name in "${targets[@]}"; do arguments+=(--target "backwire_fuzz_$name"); done
  "$root/scripts/build.sh" --preset "$preset" --groups build,test,fuzz \
    "${arguments[@]}" \
    -- -DBUILD_TESTING=ON >&2
}

# fuzz NAME LIMIT MAX_BYTES ROUND: runs the jobs of one target and adds to
# executions, findings. LIMIT is libFuzzer's argument.
fuzz() {
  local name=$1 limit=$2 max_bytes=$3 round=$4 job pid code pids=()
  local program found=$root/out/fuzz/$name
  program=$(program_of "$name")
  mkdir -p -- "$found" "$cache/$name" "$work/$name.seeds"
  "$program" "--write-seeds=$root/codec/testing/corpus=$work/$name.seeds" 2>&1 |
    sed "s/^/$name: /" >&2
  local folders=("$cache/$name" "$work/$name.seeds")
  if [[ -d $root/codec/testing/fuzz/found/$name ]]; then
    folders+=("$root/codec/testing/fuzz/found/$name")
  fi
  for ((job = 1; job <= jobs; job++)); do
    # With several thousand inputs, libFuzzer's default choice of the next one
    # (entropic) takes nine tenths of the time, and to look every second for what
    # other jobs have found (reload) a fifth of the rest.
    "$program" "$limit" "-max_len=$max_bytes" -entropic=0 -reload=60 \
      -timeout=60 -rss_limit_mb=3000 \
      -print_final_stats=1 "-artifact_prefix=$found/" -verbosity=1 \
      "${folders[@]}" </dev/null >"$work/$name.$round.$job.log" 2>&1 &
    pids+=($!)
  done
  running=("${pids[@]}")
  for pid in "${pids[@]}"; do
    code=0
    wait "$pid" || code=$?
    # A trap ends wait before the process has ended.
    while kill -0 "$pid" 2>/dev/null; do
      code=0
      wait "$pid" || code=$?
    done
    ((code == 0 || code == interrupted_code)) || findings=$((findings + 1))
  done
  running=()
  for ((job = 1; job <= jobs; job++)); do
    count_log "$work/$name.$round.$job.log"
  done
}

# Adds the executions of one log, and shows its end if it has a finding.
count_log() {
  local count
  count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$1" | tail -n 1)
  # The last line with a count, if the process could not say more.
  [[ -n $count ]] || count=$(sed -n 's/^#\([0-9]\{1,\}\)[^0-9].*/\1/p' "$1" | tail -n 1)
  executions=$((executions + ${count:-0}))
  # Of a difference the case says all, of a crash the stack.
  if grep -q '^DIFFERENCE' "$1"; then
    sed -n '/^DIFFERENCE/,/^==[0-9]/p' "$1" | grep -v '^==' | head -n 60 >&2
  elif grep -qE '^SUMMARY|^==[0-9]+== ?ERROR|: runtime error:' "$1"; then
    grep -vE '^#[0-9]|^INFO|^stat::' "$1" | tail -n 60 >&2
  fi
}

# Keeps of the cache what reaches code that nothing smaller reaches.
merge() {
  local name=$1 merged=$work/$1.merged
  mkdir -p -- "$merged"
  "$(program_of "$name")" -merge=1 -max_len=$large_max_bytes "$merged" \
    "$cache/$name" </dev/null >"$work/$name.merge.log" 2>&1 || return 0
  rm -rf -- "${cache:?}/$name"
  mv -- "$merged" "$cache/$name"
}

# Fuzzes one target, small inputs first, and adds its line to the table.
run_target() {
  local name=$1 start=$SECONDS large
  executions=0
  findings=0
  if [[ -n $runs ]]; then
    large=$((runs / large_share))
    fuzz "$name" "-runs=$((runs - large))" $small_max_bytes 1
    [[ $interrupted == yes ]] || fuzz "$name" "-runs=$large" $large_max_bytes 2
  else
    large=$((seconds / large_share))
    fuzz "$name" "-max_total_time=$((seconds - large))" $small_max_bytes 1
    if ((large > 0)) && [[ $interrupted == no ]]; then
      fuzz "$name" "-max_total_time=$large" $large_max_bytes 2
    fi
  fi
  local took=$((SECONDS - start))
  table+=("$(printf '%-10s %14d %9d %11d %9d' "$name" "$executions" "$took" \
    $((executions / (took > 0 ? took : 1))) "$findings")")
  all_executions=$((all_executions + executions))
  all_findings=$((all_findings + findings))
  [[ $interrupted == yes ]] || merge "$name"
}

# Makes a file of the repository from an input of a target.
save() {
  local name=$1 input=$2 id case=$work/case to
  id=$(sha256sum "$input" | cut -c 1-8)
  BACKWIRE_FUZZ_CASE=$case "$(program_of "$name")" "$input" >&2 || true
  if [[ -s $case ]]; then
    to=$root/codec/testing/corpus/found_$id.txt
    mv -- "$case" "$to"
    say "edit its first line to say what it shows; corpus_test runs it"
  else
    to=$root/codec/testing/fuzz/found/$name/$id
    mkdir -p -- "$(dirname -- "$to")"
    cp -- "$input" "$to"
    say "the test fuzz.$name runs it"
  fi
  printf '%s\n' "$to"
}

preset=fuzz
targets=()
seconds=60
runs=
jobs=1
input=
while (($# > 0)); do
  case $1 in
    --target) need_value "$@"; targets+=("$2"); shift 2 ;;
    --seconds) need_value "$@"; need_count "$1" "$2"; seconds=$2; shift 2 ;;
    --runs) need_value "$@"
      [[ $2 =~ ^[1-9][0-9]{0,9}$ ]] || usage_error "--runs must be a whole number from 1 to 9999999999, not \"$2\""
      runs=$2; shift 2 ;;
    --jobs) need_value "$@"; need_count "$1" "$2"; jobs=$2; shift 2 ;;
    --fast) preset=fuzz; shift ;;
    --sanitize) preset=fuzz-asan; shift ;;
    --save) need_value "$@"; input=$(realpath -m -- "$2"); shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done
for name in "${targets[@]}"; do
  list_targets | grep -qxF -- "$name" ||
    usage_error "unknown target \"$name\": there are $(list_targets | paste -sd, -)"
done
if [[ -n $input ]]; then
  ((${#targets[@]} == 1)) || usage_error "--save needs one --target"
  [[ -r $input ]] || die "cannot read $input"
fi
if ((${#targets[@]} == 0)); then mapfile -t targets < <(list_targets); fi

cache=${BACKWIRE_FUZZ_CACHE:-${XDG_CACHE_HOME:-${HOME:-$root/build}/.cache}/backwire/fuzz}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
# What libprotobuf does to a vector or string goes unseen: it is not instrumented.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_container_overflow=0}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}

build
if [[ -n $input ]]; then
  save "${targets[0]}" "$input"
  exit 0
fi

interrupted=no
running=()
stop() {
  interrupted=yes
  if ((${#running[@]} > 0)); then kill -INT "${running[@]}" 2>/dev/null || true; fi
}
trap stop INT TERM

table=()
all_executions=0
all_findings=0
for name in "${targets[@]}"; do
  [[ $interrupted == yes ]] || run_target "$name"
done
printf '%-10s %14s %9s %11s %9s\n' target executions seconds per-second findings
printf '%s\n' "${table[@]}"
printf '%-10s %14d %31d\n' all "$all_executions" "$all_findings"
((all_findings == 0)) || die "found inputs are under out/fuzz: docs/fuzzing.md says what to do with them"
