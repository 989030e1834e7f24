#!/usr/bin/env bash
# Installs the Debian packages of packages.txt that are missing. When all are
# there it changes nothing, asks for no rights and ends at once.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/setup.sh [--groups LIST] [--list]

Installs what is missing of the packages in scripts/packages.txt, with apt-get,
on Debian 12 or newer.

  --groups LIST   comma-separated groups of packages.txt: build, test, profile,
                  compat, fuzz, corpus (default: the first three)
  --list          print the packages and install nothing
  -h, --help      this text

Environment:
  BACKWIRE_SETUP=off   install and check nothing: for other systems, where the
                       libraries were installed by hand
  OS_RELEASE           the file that names the distribution (/etc/os-release)
USAGE
}

packages_file=$root/scripts/packages.txt
groups=build,test,profile

# Prints the packages of the groups in $1, each once.
packages_of() {
  awk -v wanted=",$1," '
    { sub(/#.*/, "") }
    /^\[.*\]/ { gsub(/[][ \t]/, ""); on = index(wanted, "," $0 ","); next }
    on && NF && !seen[$1]++ { print $1 }' "$packages_file"
}

check_groups() {
  local group
  for group in ${groups//,/ }; do
    grep -q "^\[$group\]" "$packages_file" ||
      usage_error "unknown group \"$group\": packages.txt has $(
        sed -n 's/^\[\(.*\)\]$/\1/p' "$packages_file" | paste -sd, -)"
  done
}

# Prints those of the arguments that are not installed.
missing_of() {
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Abbrev}${Package}\n' "$@" \
    2>/dev/null | sed -n 's/^ii *//p') || true
  printf '%s\n' "$@" | grep -vxF -f <(printf '%s\n' "$installed") || true
}

by_hand() {
  printf 'Install these by hand, then run again (BACKWIRE_SETUP=off skips this check):\n  %s' "$*"
}

require_debian() {
  local id=unknown version=unknown
  if [[ -r ${OS_RELEASE:=/etc/os-release} ]]; then
    # shellcheck disable=SC1090  # a file of the system
    id=$(. "$OS_RELEASE" && printf '%s' "${ID:-unknown}")
    # shellcheck disable=SC1090
    version=$(. "$OS_RELEASE" && printf '%s' "${VERSION_ID:-testing}")
  fi
  if [[ $id != debian ]] || ! command -v apt-get >/dev/null; then
    die "this is \"$id\", and the script knows only Debian's packages. $(by_hand "$@")"
  fi
  if [[ $version =~ ^[0-9]+$ ]] && ((version < 12)); then
    die "Debian $version is too old: Debian 12 or newer has what is needed. $(by_hand "$@")"
  fi
}

# Sets as_root to what stands before a command that needs root.
require_root() {
  as_root=()
  if (($(id -u) == 0)); then return; fi
  command -v sudo >/dev/null ||
    die "packages are missing, and installing them needs root or sudo. $(by_hand "$@")"
  as_root=(sudo)
  # Without a terminal sudo could only wait for a password that never comes.
  if [[ ! -t 0 ]]; then as_root+=(-n); fi
}

install_packages() {
  local log apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq
    -o Acquire::Retries=3 -o Acquire::http::Timeout=30
    -o DPkg::Lock::Timeout=120)
  # A third party's source that cannot be reached is no reason to stop: whether
  # the packages can be had shows in the next step.
  run "${apt[@]}" update </dev/null >/dev/null ||
    say "some package lists could not be refreshed"
  apt+=(install -y --no-install-recommends "$@")
  show "${apt[@]}"
  log=$(mktemp)
  if ! "${apt[@]}" </dev/null >"$log" 2>&1; then
    # One line for each of 200 files would bury what to do.
    tail -n 8 "$log" >&2
    rm -f -- "$log"
    die "apt-get could not install the packages: is there a network, and the rights? $(by_hand "$@")"
  fi
  rm -f -- "$log"
}

list_only=no
while (($# > 0)); do
  case $1 in
    --groups) need_value "$@"; groups=$2; shift 2 ;;
    --list) list_only=yes; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done
check_groups

mapfile -t packages < <(packages_of "$groups")
if [[ $list_only == yes ]]; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi
case ${BACKWIRE_SETUP:-on} in
  on) ;;
  off) exit 0 ;;
  *) die "BACKWIRE_SETUP must be on or off, not \"$BACKWIRE_SETUP\"" ;;
esac

if command -v dpkg-query >/dev/null; then
  mapfile -t missing < <(missing_of "${packages[@]}")
else
  missing=("${packages[@]}")
fi
if ((${#missing[@]} == 0)); then exit 0; fi

require_debian "${missing[@]}"
require_root "${missing[@]}"
say "installing ${#missing[@]} packages and what they need: a few minutes"
install_packages "${missing[@]}"
