#!/usr/bin/env bash
# Real schemas of other projects: the plugin runs over all that protoc accepts,
# and random messages of every type of a sample go through the generated codec
# and stock. Nothing that was left out is counted as passed.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/debian_sources_lib.sh
source "$root/scripts/debian_sources_lib.sh"

usage() {
  cat <<'USAGE'
Usage: scripts/corpus.sh [--all] [--minutes N] [--cost] [--source NAME]...
                         [--jobs N] [--build DIR]

Fetches the packages of scripts/corpus_sources.txt, runs protoc with stock's
generator and backwire's over every .proto file in them, compiles a sample and
compares the codec with stock on random messages of each of its types.

  --all           compile every file, not a sample: hours, and gigabytes
  --minutes N     begin no further file after N minutes of compiling, and say how
                  many were left (default: no limit)
  --cost          also compile the sample as stock has it, without ccache, and
                  print sizes and times of both
  --source NAME   only this source of corpus_sources.txt
  --jobs N        this many processes at once (default: one a core)
  --build DIR     a configured build of backwire (default: build/release)
  -h, --help      this text

Exit code 0 if all is well, 1 if anything failed, 77 if a package could not be
fetched and nothing failed. Installs Debian's npm if there is none on PATH. What
it makes stays in corpus/ in the build.
USAGE
}

sources_file=$root/scripts/corpus_sources.txt
build=$root/build/release
jobs=$(nproc)
driver=()
wanted=()
while (($# > 0)); do
  case $1 in
    --all | --cost) driver+=("$1"); shift ;;
    --minutes) need_value "$@"; need_count "$1" "$2"; driver+=("$1" "$2"); shift 2 ;;
    --source) need_value "$@"; wanted+=("$2"); shift 2 ;;
    --jobs) need_value "$@"; need_count "$1" "$2"; jobs=$2; shift 2 ;;
    --build) need_value "$@"; build=$2; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage_error "unknown argument \"$1\"" ;;
  esac
done

# Prints the lines of the sources that were asked for.
source_lines() {
  sed 's/#.*//' "$sources_file" | awk -v wanted=" ${wanted[*]} " '
    NF && (wanted ~ /^ *$/ || index(wanted, " " $1 " "))'
}

# Prints the archives that a package's fetcher has left in the current folder.
archives() { find . -maxdepth 1 -type f ! -name '*.dsc' ! -name '*.debian.*'; }

# As the caller: apt's own user may not write below his folders.
apt=(timeout 180 apt-get -qq -o Acquire::Retries=2 -o APT::Sandbox::User=)

# fetch KIND PACKAGE: puts the archive into the current, empty folder.
fetch() {
  case $1 in
    npm)
      # Not one of the packages that every build needs: Debian's conflicts with
      # other builds of Node, and it is large.
      command -v npm >/dev/null || "$root/scripts/setup.sh" --groups corpus ||
        return 1
      timeout 180 npm pack --silent --fetch-retries=1 "$2" </dev/null >&2
      ;;
    deb) "${apt[@]}" download "$2" </dev/null >&2 ;;
    debsrc)
      prepare_debian_sources "$corpus/apt"
      timeout 180 apt-get "${source_apt[@]}" --download-only --only-source \
        source "$2" </dev/null >&2
      ;;
    *) die "$sources_file: unknown kind \"$1\"" ;;
  esac
}

# unpack KIND ARCHIVE DIR
unpack() {
  mkdir -p -- "$3"
  case $1 in
    npm) tar -xzf "$2" -C "$3" ;;
    deb) dpkg-deb -x "$2" "$3" ;;
    debsrc) tar -xf "$2" -C "$3" --strip-components=1 ;;
  esac
}

# take NAME KIND PACKAGE: fetches what is not there yet, and adds it to the
# source's folder. False if it cannot be had.
take() {
  local name=$1 kind=$2 package=$3 archive
  local store=$corpus/downloads/$kind/${package//[\/@]/_}
  if [[ ! -e $store/fetched ]]; then
    rm -rf -- "$store"
    mkdir -p -- "$store"
    (cd -- "$store" && fetch "$kind" "$package") || return 1
    touch -- "$store/fetched"
  fi
  archive=$(cd -- "$store" && archives | grep -v '/fetched$')
  unpack "$kind" "$store/$archive" "$corpus/sources/$name"
  say "$name: ${archive#./}"
}

[[ -d $build ]] || die "no folder $build: build it first, with scripts/build.sh"
build=$(cd -- "$build" && pwd -P)
corpus=$build/corpus
[[ -n $(source_lines) ]] ||
  usage_error "no such source: there are $(wanted=(); source_lines | awk '{print $1}' | uniq | paste -sd' ')"
plugin=$build/codec/plugin/protoc-gen-backwire
checker=$build/codec/testing/round_trip
for program in "$plugin" "$checker"; do
  [[ -x $program ]] ||
    die "no $program: build it first, with scripts/build.sh --target protoc-gen-backwire --target round_trip"
done

# Prints a Python that has protobuf: Debian's own may not be the first on PATH.
find_python() {
  local candidate
  for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import google.protobuf' 2>/dev/null; then
      printf '%s' "$candidate"
      return
    fi
  done
  die "no Python with protobuf's module: install python3-protobuf"
}

python=$(find_python)
prepare_ccache
mkdir -p -- "$corpus"
exec {lock}>"$corpus/lock"
flock -n "$lock" || die "another run works in $corpus: wait for its end"
rm -rf -- "$corpus/sources"
missing=()
while read -r name kind package roots; do
  take "$name" "$kind" "$package" || { missing+=("$package"); continue; }
  for folder in $roots; do driver+=(--root "$name=$corpus/sources/$name/$folder"); done
done < <(source_lines)

code=0
run "$python" -B "$root/scripts/corpus.py" --plugin "$plugin" --checker "$checker" \
  --include "$build/include" --out "$corpus" --jobs "$jobs" "${driver[@]}" || code=$?
if ((${#missing[@]} > 0)); then
  say "NOT CHECKED, could not be fetched: ${missing[*]}"
  if ((code == 0)); then code=77; fi
fi
exit "$code"
