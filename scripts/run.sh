#!/usr/bin/env bash
# The main job: from a bare machine to the table of what each codec costs.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/run.sh [ARGUMENT...]

Installs what is missing, builds server, client and profiles, runs the service
under load once with every codec, and prints the table: requests, CPU, shares
of encoding and decoding, allocations. About ten minutes after the build.

  -h, --help      this text

All other arguments go to scripts/profile.sh: see scripts/profile.sh --help.
USAGE
}

case ${1:-} in
  -h | --help) usage; exit 0 ;;
esac

"$root/scripts/build.sh" --target backwire-server --target backwire-client \
  --target backwire-profile >&2
run "$root/scripts/profile.sh" "$@" </dev/null
