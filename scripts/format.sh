#!/usr/bin/env bash
# Formats the C++ sources as .clang-format says, or checks that they are.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# Other versions break lines at other places.
clang_format_major=14
# ctest reads this exit code as "skipped".
skipped=77

usage() {
  cat <<USAGE
Usage: scripts/format.sh [--check]

Formats all C++ sources with clang-format $clang_format_major (Debian 12:
apt-get install clang-format).

  --check         change nothing; exit 1 and name the files that would change.
                  Exit $skipped when there is no clang-format $clang_format_major.
  -h, --help      this text
USAGE
}

find_clang_format() {
  local name
  for name in "clang-format-$clang_format_major" clang-format; do
    if "$name" --version 2>/dev/null |
      grep -q "version $clang_format_major\."; then
      printf '%s' "$name"
      return 0
    fi
  done
  return 1
}

# What the plugin writes is laid out by the plugin.
list_sources() {
  find codec proto server client profiles -name golden -prune -o \
    \( -name '*.cc' -o -name '*.h' \) -type f -print0
}

mode=(-i)
while (($# > 0)); do
  case $1 in
    --check) mode=(--dry-run --Werror); shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done

cd -- "$root"
if ! clang_format=$(find_clang_format); then
  say "skipped: there is no clang-format $clang_format_major"
  exit "$skipped"
fi
say "$clang_format ${mode[*]} on $(list_sources | tr -cd '\0' | wc -c) files"
list_sources | xargs -0 -r -n 16 -P "$(nproc)" "$clang_format" "${mode[@]}" ||
  die "some files are not formatted: run scripts/format.sh"
