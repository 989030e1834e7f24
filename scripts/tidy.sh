#!/usr/bin/env bash
# Runs clang-tidy with .clang-tidy on sources that build.sh has configured.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/tidy.sh [FILE.cc...]

Checks the files, or all sources of the project: minutes. Needs clang-tidy
(apt-get install clang-tidy) and a built tree (scripts/build.sh). Exits 1 if
there are findings.

  -h, --help      this text
USAGE
}

files=()
while (($# > 0)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    -*) usage_error "unknown argument \"$1\"" ;;
    *) files+=("$(realpath -- "$1")"); shift ;;
  esac
done

commands=$root/build/release/compile_commands.json
command -v clang-tidy >/dev/null || die "clang-tidy is not installed"
[[ -r $commands ]] || die "$commands is missing: run scripts/build.sh first"

# clang refuses what only gcc knows.
mkdir -p -- "$root/build/tidy"
sed 's/ -fno-ipa-icf//g' "$commands" >"$root/build/tidy/compile_commands.json"
if ((${#files[@]} == 0)); then
  # What stands in the build tree is generated.
  mapfile -t files < <(sed -n 's/^  "file": "\(.*\)",\{0,1\}$/\1/p' "$commands" |
    grep -v "^$root/build/" | sort -u)
fi
say "clang-tidy on ${#files[@]} sources"
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet --warnings-as-errors='*' \
    -p "$root/build/tidy" || die "clang-tidy has findings"
