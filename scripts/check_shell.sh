#!/usr/bin/env bash
# Checks the project's shell scripts: bash can read them, they are executable,
# and they stop at the first error. With shellcheck installed, its findings
# count too.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/check_shell.sh [FILE...]

Checks the files, or all scripts of the project. Exits 1 and says what is wrong
if anything is.

  -h, --help      this text
USAGE
}

findings=0
complain() {
  printf '%s\n' "$*"
  findings=$((findings + 1))
}

check_file() {
  local file=$1
  bash -n "$file" || complain "$file: bash cannot read it"
  # What is only sourced takes the settings of its caller.
  if head -n 1 "$file" | grep -q '^#!'; then
    [[ -x $file ]] || complain "$file: not executable: chmod +x"
    grep -q '^set -euo pipefail$' "$file" ||
      complain "$file: does not say set -euo pipefail"
  fi
}

case ${1:-} in
  -h | --help) usage; exit 0 ;;
  -*) usage_error "unknown argument \"$1\"" ;;
esac
files=("$@")
if (($# == 0)); then
  cd -- "$root"
  mapfile -t files < <(find scripts docker -name '*.sh' | sort)
  files+=(.ci/run)
fi

for file in "${files[@]}"; do check_file "$file"; done
if command -v shellcheck >/dev/null; then
  shellcheck -x -S warning "${files[@]}" || complain "shellcheck has findings"
fi
say "${#files[@]} scripts, $findings findings"
((findings == 0))
