#!/usr/bin/env bash
# Prints the Debian packages that own the shared libraries which programs load:
# what an image that only runs them has to install.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/runtime_packages.sh PROGRAM...

Prints one package a line. Exits 1 if a library is missing or belongs to no
package.

  -h, --help      this text
USAGE
}

# Prints the paths of the libraries that the program $1 loads.
libraries_of() {
  local loaded
  loaded=$(ldd -- "$1") || die "$1: ldd cannot read it"
  if grep -F 'not found' <<<"$loaded" >&2; then
    die "$1: needs libraries that are not installed"
  fi
  awk '$2 == "=>" { print $3 } $1 ~ "^/" { print $1 }' <<<"$loaded"
}

# Prints the package of the library $1. dpkg knows a file below /lib or below
# /usr/lib, as its package was built.
package_of() {
  local file owner
  file=$(realpath -- "$1")
  owner=$({ dpkg-query -S "$file" || dpkg-query -S "${file#/usr}"; } 2>/dev/null) ||
    die "$file: belongs to no package"
  printf '%s\n' "${owner%%:*}"
}

case ${1:-} in
  -h | --help) usage; exit 0 ;;
  '') usage_error "no program given" ;;
  -*) usage_error "unknown argument \"$1\"" ;;
esac

libraries=$(for program in "$@"; do libraries_of "$program"; done)
sort -u <<<"$libraries" |
  while IFS= read -r library; do package_of "$library"; done | sort -u
