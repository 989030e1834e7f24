#!/usr/bin/env bash
# Builds everything and runs all tests with other compilers and libraries than
# those of the main build, and reports with which.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/compat.sh [--clang] [--newest] [--all] [--tests REGEX]
                         [--bench REGEX] [--jobs N] [--refresh]

  --clang         this system's clang, into build/clang (default)
  --newest        g++, protobuf, gRPC and abseil of Debian sid, with protobuf
                  and gRPC of experimental, in a folder made by debootstrap.
                  Needs root or sudo, 3 GB and a kernel that allows unshare
  --all           both
  --tests REGEX   only the tests whose name matches
  --bench REGEX   in place of the tests, scripts/bench.sh over the benchmarks
                  whose name matches; what it measures goes to clang.json and
                  newest.json. Wants an idle machine
  --jobs N        compile this many files at once (default: one a core)
  --refresh       bring the folder's packages up to date first
  -h, --help      this text

Prints the versions and the tests' summary of each, which also stand in
build/compat/clang.txt and newest.txt; the whole output in the .log files beside
them. Exits 1 if anything failed; --all goes on after a failure.

Environment:
  BACKWIRE_CHROOT   the folder for --newest (build/compat/root). What is
                    installed and compiled there stays: remove it for a fresh
                    start; nothing is mounted in it when no compat.sh runs
  BACKWIRE_MIRROR   the Debian mirror (default: the one that apt uses)
USAGE
}

stacks=()
arguments=()
tests=()
bench=
jobs=$(nproc)
refresh=no
while (($# > 0)); do
  case $1 in
    --clang) stacks+=(clang); shift ;;
    --newest) stacks+=(newest); shift ;;
    --all) stacks+=(clang newest); shift ;;
    --tests) need_value "$@"; tests=(-R "$2"); arguments+=("$1" "$2"); shift 2 ;;
    --bench) need_value "$@"; bench=$2; arguments+=("$1" "$2"); shift 2 ;;
    --jobs) need_value "$@"; need_count "$1" "$2"; jobs=$2; arguments+=("$1" "$2"); shift 2 ;;
    --refresh) refresh=yes; arguments+=("$1"); shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done
if ((${#stacks[@]} == 0)); then stacks=(clang); fi

out=$root/build/compat
chroot=${BACKWIRE_CHROOT:-$out/root}
mirror=${BACKWIRE_MIRROR:-}
as_root=()
if (($(id -u) != 0)); then as_root=(sudo); fi

# The first mirror of Debian itself that apt is configured with.
mirror_of_apt() {
  local found=
  if command -v apt-get >/dev/null; then
    # shellcheck disable=SC2016  # apt's own variables
    found=$(apt-get indextargets --format '$(REPO_URI)' \
      'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sed -n 1p)
  fi
  printf '%s\n' "${found:-http://deb.debian.org/debian}"
}

# How this system's apt is told to reach a mirror.
proxy_of_apt() {
  apt-config dump | grep -E '^Acquire::(http|https)::Proxy ' || true
}

# in_chroot COMMAND...: as root, in the folder, with this tree as /src.
in_chroot() { "${as_root[@]}" "$root/scripts/chroot_run.sh" "$chroot" "$@"; }

# Writes a file of the folder from stdin.
write_there() { "${as_root[@]}" tee -- "$chroot/$1" >/dev/null; }

# protobuf and gRPC by name, not all of experimental: other packages there are
# newer than what these two were built with.
configure_apt_there() {
  printf 'deb %s %s main\n' "$mirror" sid "$mirror" experimental |
    write_there etc/apt/sources.list
  write_there etc/apt/preferences.d/backwire <<'PINS'
Package: src:protobuf src:grpc src:utf8-range
Pin: release a=experimental
Pin-Priority: 990
PINS
  # A mirror's copies of these suites may be past the date that they name.
  {
    printf '%s\n' 'Acquire::Check-Valid-Until "false";' \
      'Acquire::Retries "3";' 'APT::Install-Recommends "false";'
    proxy_of_apt
  } | write_there etc/apt/apt.conf.d/90backwire
  write_there etc/resolv.conf </etc/resolv.conf
}

# What debootstrap mounts, too, stays in a namespace that ends with it.
make_chroot() {
  if [[ -d $chroot/debootstrap ]]; then
    say "removing $chroot, which an earlier run did not finish"
    "${as_root[@]}" rm -rf --one-file-system -- "$chroot"
  fi
  if [[ -e $chroot && -n $(ls -A -- "$chroot") ]]; then
    die "$chroot: was not made by this script; remove it, or name another folder in BACKWIRE_CHROOT"
  fi
  mkdir -p -- "$(dirname -- "$chroot")"
  run "${as_root[@]}" unshare --mount --propagation private \
    debootstrap --variant=minbase --include=ca-certificates \
    sid "$chroot" "$mirror" </dev/null
  write_there etc/backwire-made </dev/null
}

# Makes the folder if it is not there, and installs what is missing.
prepare_chroot() {
  local packages
  mirror=${mirror:-$(mirror_of_apt)}
  if [[ ! -e $chroot/etc/backwire-made ]]; then
    make_chroot
    refresh=yes
  fi
  if [[ $refresh == yes ]]; then
    configure_apt_there
    run in_chroot apt-get -qq update </dev/null
    run in_chroot apt-get -qq -y full-upgrade </dev/null
  fi
  packages=$("$root/scripts/setup.sh" --groups build,test,corpus --list | paste -sd ' ')
  # After a run that was stopped there may be half-installed packages.
  run in_chroot sh -c \
    "dpkg --configure -a && apt-get -qq -y install $packages" </dev/null
  mend_python_there
  # npm reaches its registry only through what this system trusts.
  local trusted=/etc/ssl/certs/ca-certificates.crt
  if [[ -r $trusted ]]; then write_there "$trusted" <"$trusted"; fi
}

# Some of experimental's packages of Python's protobuf lack a module that is
# made when protobuf is built; nothing can be imported without it.
mend_python_there() {
  local lib=/usr/lib/python3/dist-packages/google/protobuf/internal
  if in_chroot python3 -c 'import google.protobuf.descriptor_pb2' \
    </dev/null 2>/dev/null; then
    return 0
  fi
  say "Python's protobuf is incomplete there: making its python_edition_defaults"
  in_chroot sh -euc "
    protoc -I /usr/include --edition_defaults_out=/tmp/defaults \
      --edition_defaults_minimum=PROTO2 --edition_defaults_maximum=2024 \
      google/protobuf/descriptor.proto
    python3 -c 'import sys
print(\"_PROTOBUF_INTERNAL_PYTHON_EDITION_DEFAULTS =\", repr(sys.stdin.buffer.read()))' \
      </tmp/defaults >$lib/python_edition_defaults.py" </dev/null
}

# report_versions COMPILER [COMMAND...]: what COMMAND, put in front of each
# question, has; this system without it.
report_versions() {
  local compiler=$1
  shift
  "$@" "$compiler" --version | sed -n 1p
  "$@" cmake --version | sed -n 1p
  # shellcheck disable=SC2016  # dpkg-query's own variables
  "$@" dpkg-query -W -f '${Package} ${Version}\n' \
    libprotobuf-dev libgrpc++-dev libabsl-dev
}

test_clang() {
  if [[ -n $bench ]]; then
    "$root/scripts/bench.sh" --preset clang --filter "$bench" --out "$out/clang.json"
    return
  fi
  "$root/scripts/build.sh" --preset clang --jobs "$jobs" -- -DBUILD_TESTING=ON &&
    "$root/scripts/test.sh" --preset clang "${tests[@]}"
}

# Compiled code is kept in the folder. Its ccache does not preprocess first,
# which would take longer than it saves.
test_newest() {
  local there=(in_chroot env BACKWIRE_SETUP=off CCACHE_DIR=/var/cache/ccache
    CCACHE_DEPEND=1)
  if [[ -n $bench ]]; then
    "${there[@]}" scripts/bench.sh --filter "$bench" --out build/bench.json &&
      cp -- "$chroot/build/bench.json" "$out/newest.json"
    return
  fi
  "${there[@]}" scripts/build.sh --jobs "$jobs" -- -DBUILD_TESTING=ON &&
    "${there[@]}" scripts/test.sh "${tests[@]}"
}

# run_stack NAME: the whole of one stack. Its report is NAME.txt, what it prints
# also NAME.log.
run_stack() {
  local name=$1 code=0 report=$out/$1.txt log=$out/$1.log
  local asked=(clang++)
  "$root/scripts/setup.sh" --groups build,test,compat
  if [[ $name == newest ]]; then
    prepare_chroot
    asked=(g++ in_chroot)
  fi
  { date -u '+%Y-%m-%d'; report_versions "${asked[@]}"; } >"$report"
  "test_$name" </dev/null 2>&1 | tee -- "$log" || code=$?
  sed -n '/tests passed,/,$p' "$log" >>"$report"
  if ((code != 0)); then printf 'failed: %s\n' "$log" >>"$report"; fi
  say "$name:"
  cat -- "$report"
  return "$code"
}

mkdir -p -- "$out"
if ((${#stacks[@]} == 1)); then
  run_stack "${stacks[0]}"
  exit
fi
failed=0
for stack in "${stacks[@]}"; do
  "$root/scripts/compat.sh" "--$stack" "${arguments[@]}" || failed=1
done
exit "$failed"
