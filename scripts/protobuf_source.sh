#!/usr/bin/env bash
# Brings the sources of the installed protobuf, which hold the official
# conformance suite, from Debian's archive. Writes below build/ only and needs no
# rights.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/debian_sources_lib.sh
source "$root/scripts/debian_sources_lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/protobuf_source.sh

Unpacks the sources of the installed libprotobuf-dev into build/protobuf, from
the Debian archive that apt is configured for. Does nothing if they are there.

  -h, --help   this text

Exit code 77: they cannot be had here; the text says why, and stays in
build/protobuf.missing until they can.
USAGE
}

target=$root/build/protobuf
missing=$root/build/protobuf.missing

# skip TEXT: there is nothing wrong, but no source either.
skip() {
  printf '%s\n' "$*" >"$missing"
  printf '%s: %s\n' "$script" "$*" >&2
  exit 77
}

case ${1:-} in
  '') ;;
  -h | --help) usage; exit 0 ;;
  *) usage_error "unknown argument \"$1\"" ;;
esac

by_hand="unpack the sources of protobuf into $target by hand if you want the conformance suite"
mkdir -p -- "$root/build"
command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
  skip "this system has no apt: $by_hand"
# As in 3.21.12-3+deb12u1; what stands before the dash is upstream's.
# shellcheck disable=SC2016  # dpkg-query expands it
version=$(dpkg-query -W -f '${source:Version}\n' libprotobuf-dev 2>/dev/null | sed -n 1p)
[[ -n $version ]] ||
  skip "libprotobuf-dev is not installed as a package: $by_hand"
upstream=${version%-*}
upstream=${upstream#*:}

if [[ -e $target/.version && $(<"$target/.version") == "$upstream" ]]; then
  exit 0
fi
if [[ -e $target && ! -e $target/.version ]]; then
  say "using what was unpacked into $target by hand"
  exit 0
fi

work=$(mktemp -d -- "$root/build/protobuf.XXXXXX")
trap 'rm -rf -- "$work"' EXIT

# Prints the archive's version to take: the installed one, or the newest with
# the same upstream sources (an older patch level leaves the archive).
archive_version() {
  local versions
  versions=$(apt-cache "${source_apt[@]}" showsrc --only-source protobuf 2>/dev/null |
    sed -n 's/^Version: //p' | sort -uV)
  grep -xF -- "$version" <<<"$versions" ||
    grep -F -- "$upstream-" <<<"$versions" | tail -n 1
}

say "fetching the sources of protobuf $upstream"
prepare_debian_sources "$work"
available=$(archive_version) ||
  skip "apt's archives do not have the sources of protobuf $version (is there a network?): $(tail -n 2 "$work/log" | paste -sd' ' -)"
(cd -- "$work" && timeout 300 apt-get "${source_apt[@]}" source --download-only \
  --only-source "protobuf=$available" </dev/null >>"$work/log" 2>&1) ||
  skip "the sources of protobuf $available cannot be downloaded: $(tail -n 2 "$work/log" | paste -sd' ' -)"

archive=("$work"/protobuf_*.orig.tar.*)
[[ -e ${archive[0]} ]] || skip "Debian's sources of protobuf $available hold no upstream archive"
mkdir -- "$work/unpacked"
# Only what the suite needs: its own folder, its messages, and headers that are
# not installed.
tar -xf "${archive[0]}" -C "$work/unpacked" --strip-components=1 --no-same-owner \
  --wildcards '*/conformance/*' '*/src/google/protobuf/*.h' \
  '*/src/google/protobuf/test_messages_*.proto' '*/third_party/jsoncpp/*' 2>/dev/null ||
  [[ -e $work/unpacked/conformance/conformance.proto ]] ||
  skip "the sources of protobuf $available hold no conformance suite"
printf '%s' "$upstream" >"$work/unpacked/.version"
rm -rf -- "$target" "$missing"
mv -- "$work/unpacked" "$target"
