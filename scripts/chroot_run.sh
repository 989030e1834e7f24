#!/usr/bin/env bash
# Runs a command inside a folder that debootstrap has made, with this tree as
# /src. The mounts stand in a namespace of their own, which ends with the
# command however that ends: none is ever seen outside, or left behind.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/chroot_run.sh CHROOT COMMAND [ARGUMENT...]

Runs COMMAND in /src, as root, with the process's environment reduced to PATH,
HOME, LANG, DEBIAN_FRONTEND, TERM and what is named BACKWIRE_*. The tree is
read-only there but for /src/build, which is CHROOT/build. Exits with COMMAND's
exit code. Needs root, and a kernel that allows unshare.

  -h, --help      this text
USAGE
}

# What runs in the namespace: mounts below $1, then changes into it.
mount_and_enter() {
  local chroot=$1 root=$2
  shift 2
  mount --bind "$root" "$chroot/src"
  mount -o remount,bind,ro "$chroot/src"
  mount --bind "$chroot/build" "$chroot/src/build"
  mount -t proc proc "$chroot/proc"
  mount --rbind /dev "$chroot/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$chroot/tmp"
  # shellcheck disable=SC2016  # expanded by the inner shell
  exec chroot "$chroot" /bin/sh -c 'cd /src && exec "$@"' sh "$@"
}

case ${1:-} in
  -h | --help) usage; exit 0 ;;
  -*) usage_error "unknown argument \"$1\"" ;;
esac
(($# >= 2)) || usage_error "CHROOT and COMMAND are required"
chroot=$(cd -- "$1" 2>/dev/null && pwd -P) || die "there is no folder $1"
shift
[[ -x $chroot/bin/sh ]] || die "$chroot: no system is installed there"
(($(id -u) == 0)) || die "only root may mount and change root: use sudo"

mkdir -p -- "$chroot/src" "$chroot/build" "$root/build"
environment=(PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
  DEBIAN_FRONTEND=noninteractive "TERM=${TERM:-dumb}")
while IFS='=' read -r name value; do
  if [[ $name == BACKWIRE_* ]]; then environment+=("$name=$value"); fi
done < <(env)
# The first process of a namespace is deaf to Ctrl-C unless it asks for it, so
# the whole is killed from outside; also when this script itself is killed.
setpriv --pdeathsig KILL -- \
  unshare --mount --pid --fork --kill-child --propagation private \
  env -i "${environment[@]}" bash -euo pipefail -c \
  "$(declare -f mount_and_enter); mount_and_enter \"\$@\"" bash \
  "$chroot" "$root" "$@" <&0 &
inside=$!
trap 'kill -KILL "$inside" 2>/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
code=0
wait "$inside" || code=$?
trap - EXIT
exit "$code"
