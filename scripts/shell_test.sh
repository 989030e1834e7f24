#!/usr/bin/env bash
# Tests of the scripts: command lines, and what setup.sh does on machines that
# it cannot help. Commands that would change this machine are replaced by
# stand-ins in a folder that comes first in PATH; nothing is installed.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/test_lib.sh
source "$root/scripts/test_lib.sh"

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# stand_in NAME: a command of that name, with its body from stdin.
stand_in() {
  { printf '#!/bin/bash\n'; cat; } >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# A machine with coreutils and no package of ours; `id` says who is there.
make_machine() {
  local tool
  rm -rf -- "${work:?}/bin"
  mkdir -- "$work/bin"
  for tool in bash awk sed grep paste env cat dirname basename mktemp rm tail; do
    ln -s "$(command -v "$tool")" "$work/bin/$tool"
  done
  stand_in dpkg-query <<<'exit 1'
  stand_in id <<<"echo $1"
  stand_in apt-get <<<"echo \"\$*\" >>'$work/apt.log'"
  printf 'ID=debian\nVERSION_ID="12"\n' >"$work/os-release"
  : >"$work/apt.log"
}

# setup.sh on that machine.
setup_there() {
  env -i PATH="$work/bin" OS_RELEASE="$work/os-release" "$@"
}

test_command_lines() {
  local file name
  for file in "$root"/scripts/*.sh; do
    name=$(basename -- "$file")
    case $name in
      *lib.sh | *_test.sh) continue ;;
    esac
    expect 0 "^Usage: scripts/$name" "$file" --help
    # These two hand their arguments on to another program.
    case $name in
      run.sh | pprof.sh) ;;
      *) expect 2 'unknown argument "--nonsense"' "$file" --nonsense ;;
    esac
  done
  expect 2 '--preset needs a value' "$root/scripts/build.sh" --preset
  expect 2 'unknown preset "fast": there are asan,clang,fuzz,fuzz-asan,release,tsan' \
    "$root/scripts/test.sh" --preset fast
  expect 2 'whole number' "$root/scripts/test.sh" --jobs many
  expect 2 'must end in .json' "$root/scripts/bench.sh" --out table.txt
  expect 2 'unknown target "nonsense": there are bytes,records,messages,wire,files' \
    "$root/scripts/fuzz.sh" --target nonsense
  expect 2 '--save needs one --target' "$root/scripts/fuzz.sh" --save "$0"
  expect 1 'cannot read .*/none' "$root/scripts/fuzz.sh" --target wire --save "$work/none"
  expect 2 '--runs must be a whole number' "$root/scripts/fuzz.sh" --runs 0
  expect 2 'unknown group "nonsense"' "$root/scripts/setup.sh" --groups nonsense
}

test_setup_installs_what_is_missing() {
  make_machine 0
  stand_in dpkg-query <<<'printf "ii  cmake\nrc  g++\nii  git\n"'
  expect 0 'installing' setup_there "$root/scripts/setup.sh" --groups build
  grep -q ' update$' "$work/apt.log" || fail 'the lists were not refreshed'
  grep -q 'install .* g++ ' "$work/apt.log" ||
    fail 'g++, removed but not purged, was not installed'
  if grep -qE ' (cmake|git)( |$)' "$work/apt.log"; then
    fail 'a package was installed again'
  fi
}

test_setup_with_everything_there() {
  make_machine 1000
  # shellcheck disable=SC2016  # the stand-in expands it
  stand_in dpkg-query <<<'shift 2; for name; do echo "ii  $name"; done'
  expect 0 '^$' setup_there "$root/scripts/setup.sh"
  [[ ! -s $work/apt.log ]] || fail 'apt-get was called although nothing was missing'
}

test_setup_without_help() {
  make_machine 1000
  expect 1 'needs root or sudo.*' setup_there "$root/scripts/setup.sh"
  expect 1 '^  cmake ninja-build .*libgrpc..-dev' \
    setup_there "$root/scripts/setup.sh"
  printf 'ID=fedora\n' >"$work/os-release"
  expect 1 'this is "fedora".*by hand' setup_there "$root/scripts/setup.sh"
  printf 'ID=debian\nVERSION_ID="11"\n' >"$work/os-release"
  expect 1 'Debian 11 is too old' setup_there "$root/scripts/setup.sh"
  expect 0 '^$' setup_there BACKWIRE_SETUP=off "$root/scripts/setup.sh"
  expect 1 'must be on or off' setup_there BACKWIRE_SETUP=maybe \
    "$root/scripts/setup.sh"
}

test_setup_without_network() {
  make_machine 0
  stand_in apt-get <<<'echo "E: no route" >&2; exit 100'
  expect 1 '^E: no route' setup_there "$root/scripts/setup.sh"
  expect 1 'is there a network' setup_there "$root/scripts/setup.sh"
}

# A rule that finds nothing in a bad script would be no rule.
test_check_shell_finds() {
  printf '#!/usr/bin/env bash\nif\n' >"$work/broken.sh"
  expect 1 'bash cannot read it' "$root/scripts/check_shell.sh" "$work/broken.sh"
  expect 1 'not executable' "$root/scripts/check_shell.sh" "$work/broken.sh"
  expect 1 'set -euo pipefail' "$root/scripts/check_shell.sh" "$work/broken.sh"
}

test_runtime_packages() {
  expect 0 '^libc6$' "$root/scripts/runtime_packages.sh" "$BASH"
  expect 1 'ldd cannot read it' "$root/scripts/runtime_packages.sh" "$0"
  mkdir -- "$work/lib"
  printf 'int nothing;' | cc -shared -fPIC -x c - -o "$work/lib/libnobody.so"
  printf 'int main(void) { return 0; }' |
    cc -x c - -Wl,--no-as-needed -L "$work/lib" -lnobody -o "$work/program"
  expect 1 'libnobody.so => not found' \
    "$root/scripts/runtime_packages.sh" "$work/program"
  expect 1 'libnobody.so: belongs to no package' \
    env LD_LIBRARY_PATH="$work/lib" \
    "$root/scripts/runtime_packages.sh" "$work/program"
}

test_command_lines
test_setup_installs_what_is_missing
test_setup_with_everything_there
test_setup_without_help
test_setup_without_network
test_check_shell_finds
test_runtime_packages
report_failures
