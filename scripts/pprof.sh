#!/usr/bin/env bash
# Runs Go's pprof, built once from Debian's packages.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/pprof.sh ARGUMENT...

Passes its arguments to pprof, for example:

  scripts/pprof.sh -http=127.0.0.1:0 build/release/server/backwire-server FILE
  scripts/pprof.sh -top http://127.0.0.1:PORT/pprof/profile?seconds=10

The first call builds pprof into build/tools/pprof; remove it to build it anew.

  -h, --help      this text; pprof's own is in "scripts/pprof.sh -help"
USAGE
}

go_path=/usr/share/gocode
package=github.com/google/pprof
tool=$root/build/tools/pprof

build_pprof() {
  local work
  command -v go >/dev/null ||
    die 'go is missing: apt-get install --no-install-recommends golang-go'
  [[ -d $go_path/src/$package ]] ||
    die 'pprof is missing: apt-get install golang-github-google-pprof-dev'
  mkdir -p -- "$root/build/tools"
  work=$(mktemp -d "$root/build/tools/pprof.XXXXXX")
  say "building $tool"
  if ! (cd / && GO111MODULE=off GOPATH=$go_path GOFLAGS='' \
    GOCACHE=$work/cache go build -o "$work/pprof" "$package" </dev/null); then
    rm -rf -- "$work"
    die 'pprof cannot be built: see above'
  fi
  # In one step, so that no caller ever sees half a program.
  mv -- "$work/pprof" "$tool"
  rm -rf -- "$work"
}

case ${1:-} in
  -h | --help) usage; exit 0 ;;
  '') usage_error 'pprof needs arguments' ;;
esac
[[ -x $tool ]] || build_pprof
exec "$tool" "$@"
