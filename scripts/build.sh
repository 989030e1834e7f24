#!/usr/bin/env bash
# Installs what is missing, configures one of the presets and builds it.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/build.sh [--preset NAME] [--target NAME]... [--jobs N]
                        [--groups LIST] [-- CMAKE_ARGUMENT...]

Builds into build/NAME.

  --preset NAME   release (default), clang, asan or tsan: see
                  CMakePresets.json
  --target NAME   build only this target; may be given more than once
  --jobs N        compile this many files at once (default: one a core)
  --groups LIST   packages to install, as for scripts/setup.sh
  -h, --help      this text

What follows -- goes to cmake when it configures, for example
-DBUILD_TESTING=OFF.
USAGE
}

preset=release
jobs=$(nproc)
targets=()
setup_arguments=()
while (($# > 0)); do
  case $1 in
    --preset) need_value "$@"; preset=$2; shift 2 ;;
    --target) need_value "$@"; targets+=(--target "$2"); shift 2 ;;
    --jobs) need_value "$@"; need_count "$1" "$2"; jobs=$2; shift 2 ;;
    --groups) need_value "$@"; setup_arguments=(--groups "$2"); shift 2 ;;
    -h | --help) usage; exit 0 ;;
    --) shift; break ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done
require_preset "$preset"

"$root/scripts/setup.sh" "${setup_arguments[@]}"
prepare_ccache
cd -- "$root"
run cmake --preset "$preset" "$@" </dev/null
run cmake --build "build/$preset" -j "$jobs" "${targets[@]}" </dev/null
