#!/usr/bin/env bash
# Builds and runs the benchmarks, and compares the codecs: repetitions in random
# order, medians, ratios within this one run.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/bench.sh [--quick] [--filter REGEX] [--out FILE.json]
                        [--preset NAME]

Writes Google Benchmark's JSON and prints a table of medians with the ratios to
`stock` and `reflective` of the same work. The names are
Op/shape/size/path/codec, for example Encode/candidates/2000/seam/generated.

  --quick           3 short repetitions that end within a minute, for a first
                    look; without it 9 that are long enough to be quoted
  --filter REGEX    only the benchmarks whose name matches
  --out FILE.json   where the JSON goes (default: in
                    profiles/captures/local, which git ignores); the folder
                    is made when it is missing
  --preset NAME     release (default) or clang
  -h, --help        this text
USAGE
}

# All benchmarks of a --quick run together; what they set up comes on top.
quick_budget_ms=20000

# One "key=value" a line. Google Benchmark takes a comma-separated list of
# key=value, so a value may hold neither sign.
list_context() {
  local cache=$root/build/$preset/CMakeCache.txt
  local build_type flags compiler
  build_type=$(sed -n 's/^CMAKE_BUILD_TYPE:[A-Z]*=//p' "$cache")
  flags=$(sed -n "s/^CMAKE_CXX_FLAGS_${build_type^^}:[A-Z]*=//p" "$cache")
  context_line commit "$(git -C "$root" describe --always --dirty --abbrev=12 2>/dev/null)"
  context_line flags "$build_type $flags"
  context_line cpu "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
  compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$cache")
  context_line compiler "$("$compiler" --version | head -n 1)"
  context_line protobuf "$(pkg-config --modversion protobuf)"
  context_line grpc "$(pkg-config --modversion grpc++)"
  context_line os "$(. /etc/os-release && printf '%s' "${PRETTY_NAME:-}")"
}

context_line() {
  local value=${2//,/;}
  printf '%s=%s\n' "$1" "${value//=/:}" | sed 's/=$/=unknown/'
}

# "s" where this Google Benchmark (1.8 and newer) wants a unit after a time,
# nothing where it refuses one.
min_time_suffix() {
  local complaint
  if complaint=$("$binary" --benchmark_list_tests \
    --benchmark_min_time=1s 2>&1 >/dev/null) && [[ -z $complaint ]]; then
    printf s
  fi
}

# Divides the budget of --quick among $1 benchmarks, 1 to 50 ms a repetition.
# Half is lost to finding out how many iterations that takes.
quick_min_time() {
  local ms=$((quick_budget_ms / ($1 * quick_repetitions * 2)))
  ms=$((ms < 1 ? 1 : ms > 50 ? 50 : ms))
  printf '0.%03d' "$ms"
}

quick=no
quick_repetitions=3
filter=.
preset=release
out=$root/profiles/captures/local/benchmarks.json
while (($# > 0)); do
  case $1 in
    --quick) quick=yes; shift ;;
    --filter) need_value "$@"; filter=$2; shift 2 ;;
    --out) need_value "$@"; out=$(realpath -m -- "$2"); shift 2 ;;
    --preset) need_value "$@"; preset=$2; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done
require_preset "$preset"
[[ $out == *.json ]] || usage_error "--out must end in .json, not \"$out\""
mkdir -p -- "$(dirname -- "$out")" || die "cannot make the folder of $out"

"$root/scripts/build.sh" --preset "$preset" --target backwire_benchmarks -- -DBUILD_TESTING=ON >&2
# Relative, so that the JSON holds no path of this machine.
cd -- "$root"
binary=build/$preset/codec/benchmarks/backwire_benchmarks

count=$("$binary" --benchmark_list_tests --benchmark_filter="$filter" | grep -c /) ||
  die "no benchmark matches \"$filter\": $binary --benchmark_list_tests lists them"
repetitions=9
min_time=0.1
if [[ $quick == yes ]]; then
  repetitions=$quick_repetitions
  min_time=$(quick_min_time "$count")
fi
context=()
while IFS= read -r line; do
  context+=("--benchmark_context=$line")
done < <(list_context)

# An interrupted run leaves no half-written file under the final name.
partial=$out.partial
trap 'rm -f -- "$partial"' EXIT
say "$count benchmarks, $repetitions repetitions of $min_time s"
run "$binary" --benchmark_filter="$filter" \
  --benchmark_enable_random_interleaving=true \
  --benchmark_repetitions="$repetitions" \
  --benchmark_min_time="$min_time$(min_time_suffix)" \
  --benchmark_display_aggregates_only=true \
  --benchmark_out="$partial" --benchmark_out_format=json \
  "${context[@]}" </dev/null >/dev/null
mv -- "$partial" "$out"
say "wrote $out"
run python3 "$root/scripts/bench_table.py" "$out"
