# shellcheck shell=bash
# What the scripts of this folder share. Source it after `set -euo pipefail`
# and define usage(). Messages go to stderr, so that stdout stays a result.

# Physical path of the repository, whatever folder the caller is in.
# shellcheck disable=SC2034  # read by the scripts that source this file
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
script=$(basename -- "$0")

say() { printf '==> %s\n' "$*" >&2; }

# Wrong state of the machine or the tree: exit code 1.
die() {
  printf '%s: %s\n' "$script" "$*" >&2
  exit 1
}

# Wrong command line: exit code 2, with the usage.
usage_error() {
  printf '%s: %s\n\n' "$script" "$*" >&2
  usage >&2
  exit 2
}

# need_value "$@": the option in $1 must be followed by a value.
need_value() {
  if (($# < 2)) || [[ -z $2 ]]; then usage_error "$1 needs a value"; fi
}

# need_count NAME VALUE: VALUE must be a whole number of 1 or more.
need_count() {
  [[ $2 =~ ^[1-9][0-9]{0,5}$ ]] ||
    usage_error "$1 must be a whole number from 1 to 999999, not \"$2\""
}

# Prints a command as one could paste it.
show() { printf '+%s\n' "$(printf ' %q' "$@")" >&2; }

run() {
  show "$@"
  "$@"
}

# Lets a fresh clone in another folder use what was compiled before. A folder
# of our own where there is no home folder, which ccache would refuse.
prepare_ccache() {
  local cache_home=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
  export CCACHE_DIR=${CCACHE_DIR:-${cache_home:-$root/build}/ccache}
  export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root}
  export CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}
}

# require_preset NAME: CMakePresets.json must have it. Needs no cmake, so that
# a wrong name is told before anything is installed.
require_preset() {
  local names
  names=$(sed -n 's/.*"configurePreset": "\([^"]*\)".*/\1/p' \
    "$root/CMakePresets.json" | sort -u)
  grep -qxF -- "$1" <<<"$names" ||
    usage_error "unknown preset \"$1\": there are $(paste -sd, - <<<"$names")"
}
