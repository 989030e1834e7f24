#!/usr/bin/env bash
# Does with an installed backwire what another team would do: installs it into a
# prefix, builds the examples out of tree against it, and runs them.
#
#   adoption_test.sh install|tracking|plain|array|profiled|shared BUILD_DIR WORK_DIR [CMAKE_ARG...]
#
# BUILD_DIR is backwire's own build; everything that is made lands in WORK_DIR;
# CMAKE_ARGs go to the examples' configuration (compiler, build type, flags).
set -euo pipefail

readonly step=$1 build_dir=$2
work_dir=$3
shift 3
readonly cmake_args=("$@")
prefix=$work_dir/prefix
examples=$(cd "$(dirname "$0")/.." && pwd)
readonly examples
readonly codecs=(stock reflective generated parity)

fail() {
  echo "adoption_test: $*" >&2
  exit 1
}

# Fails unless the text $1 has a line that the extended expression $2 matches.
expect_line() {
  grep -Eqx -e "$2" <<<"$1" || fail "no line '$2' in: $1"
}

configure_and_build() {
  local name=$1
  shift
  cmake -G Ninja -S "$examples/$name" -B "$work_dir/$name" \
    "-DCMAKE_PREFIX_PATH=$prefix" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "${cmake_args[@]}" "$@"
  cmake --build "$work_dir/$name" -j2
  local again
  again=$(cmake --build "$work_dir/$name")
  grep -q "no work to do" <<<"$again" || fail "$name: a second build is not empty: $again"
}

# Fails unless the report $1 counts $3 encoded and $4 decoded messages of type $2
# under the codec $5, without an error; `parity` compares each of them.
expect_count() {
  local compared=0
  [[ $5 != parity ]] || compared=$(($3 + $4))
  expect_line "$1" "tracking.v1.$2: encoded $3, decoded $4, errors 0, compared $compared, different 0"
}

# Fails unless the client's report $1 and the server's $2 show that each message
# on each hop went through the codec $3, and those without generated code to stock.
expect_all_hops() {
  expect_line "$1" "codec $3"
  expect_line "$2" "codec $3"
  local type encoded decoded
  while read -r type encoded decoded; do
    expect_count "$1" "$type" "$encoded" "$decoded" "$3"
    expect_count "$2" "$type" "$decoded" "$encoded" "$3"
  done <<<"LookupRequest 2 0
Parcel 0 1
Event 3 3
ReportSummary 0 1
Question 3 0
Answer 0 3"
  # geo.v1's messages in two calls; the carrier's too, where their code is not
  # inlined. A callback handler of a stock message has its own way to stock.
  expect_line "$1" "left to stock: encoded [23], decoded [23]"
  expect_line "$2" "left to stock: encoded [123], decoded [123]"
}

server_pid=
stop_server() { [[ -z $server_pid ]] || kill "$server_pid" 2>/dev/null || true; }
trap stop_server EXIT

# Starts the server with codec $1 and handlers $2, lets the client call it,
# stops it, and looks at both reports.
run_tracking() {
  local line server client report
  export TRACKING_CODEC=$1
  exec {server}< <(exec "$work_dir/tracking/tracking_server" "$2")
  server_pid=$!
  read -r -t 60 line <&"$server" || fail "the server did not start"
  client=$("$work_dir/tracking/tracking_client" "${line#listening on }")
  kill -TERM "$server_pid"
  report=$(cat <&"$server")
  wait "$server_pid" || fail "the server ended with $?"
  server_pid=
  exec {server}<&-
  expect_all_hops "$client" "$report" "$1"
  echo "tracking: $1, $2: every hop as expected"
}

# True if the archive $1 holds gRPC's own serialisation of messages.
holds_grpcs_own() {
  local symbols
  symbols=$(nm -C "$work_dir/tracking/$1")
  grep -q "GenericSerialize<.*google::protobuf::MessageLite>" <<<"$symbols"
}

run_every_codec() {
  local codec
  for codec in "${codecs[@]}"; do
    run_tracking "$codec" sync
    run_tracking "$codec" callback
  done
}

test_tracking() {
  configure_and_build tracking
  holds_grpcs_own carrier/libcarrier.a || fail "libcarrier.a is no foreign archive"
  ! holds_grpcs_own libgeo_proto.a || fail "backwire_add_seam had no effect"
  run_every_codec
}

# backwire as a shared library, it and the program with hidden symbols and
# optimised at link time.
test_shared() {
  # For AddressSanitizer: with hidden symbols, constants of libstdc++'s headers
  # stand in the library and in the program.
  export ASAN_OPTIONS=detect_odr_violation=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
  local hidden=(-DCMAKE_CXX_VISIBILITY_PRESET=hidden -DCMAKE_VISIBILITY_INLINES_HIDDEN=ON
    -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON)
  prefix=$work_dir/shared/prefix
  cmake -G Ninja -S "$examples/../.." -B "$work_dir/shared/backwire" "${cmake_args[@]}" \
    "${hidden[@]}" -DBACKWIRE_LIBRARY_ONLY=ON -DBUILD_SHARED_LIBS=ON
  cmake --build "$work_dir/shared/backwire" -j2
  cmake --install "$work_dir/shared/backwire" --prefix "$prefix" >/dev/null
  work_dir=$work_dir/shared
  configure_and_build tracking "${hidden[@]}"
  local libraries
  libraries=$(ldd "$work_dir/tracking/tracking_server")
  grep -q libbackwire.so <<<"$libraries" || fail "the server does not use libbackwire.so"
  run_every_codec
}

test_plain() {
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
  local launcher=
  ! command -v ccache >/dev/null || launcher="ccache "
  make -C "$examples/plain" -j2 "OUT=$work_dir/plain" "CXX=$launcher${CXX:-g++}" \
    "CXXFLAGS=${CXXFLAGS:-}" "LDFLAGS=${CXXFLAGS:-}"
  local codec text
  for codec in "${codecs[@]}"; do
    text=$(GREETER_CODEC=$codec timeout 60 "$work_dir/plain/greeter")
    expect_line "$text" "codec $codec"
    expect_line "$text" "greeter.Greeting: encoded 2, decoded 2"
  done
}

# A program without gRPC works, and includes none of gRPC's headers.
test_array() {
  configure_and_build array
  "$work_dir/array/array"
  local deps
  deps=$(ninja -C "$work_dir/array" -t deps)
  grep -q "backwire/message/array_codec.h" <<<"$deps" || fail "no dependencies: $deps"
  ! grep -E "/grpc(pp)?/" <<<"$deps" || fail "a header of gRPC is included"
}

# fetch PATH [CURL_ARG...]: prints what the admin port of test_profiled says.
fetch() {
  local path=$1
  shift
  curl -sS --fail --max-time 30 "$@" "http://$admin$path"
}

# Has the server allocate until the capture that runs has seen it.
allocate() {
  local round
  for ((round = 0; round < 20; ++round)); do
    fetch /metrics -o /dev/null
    sleep 0.1
  done
}

# A service of another team with the admin port: it answers, and what it measures
# is what the installed backwire-profile reads. Builds without gperftools say so.
test_profiled() {
  configure_and_build profiled
  local server line admin code
  exec {server}< <(exec "$work_dir/profiled/notes_server")
  server_pid=$!
  read -r -t 60 line <&"$server" || fail "the server did not start"
  admin=${line#*admin }
  expect_line "$(fetch /healthz)" ok
  expect_line "$(fetch /metrics)" 'backwire_active_codec\{codec="generated"\} 1'
  code=$(fetch '/debug/pprof/allocs?seconds=2&every=1' --no-fail \
    -o "$work_dir/profiled/allocs.pb.gz" -w '%{http_code}' & allocate; wait)
  if [[ $code == 501 ]]; then
    echo "profiled: a build without gperftools takes no profiles"
  else
    [[ $code == 200 ]] || fail "/debug/pprof/allocs: $code"
    "$prefix/bin/backwire-profile" shares --min-samples=1 \
      --allocs "$work_dir/profiled/allocs.pb.gz"
  fi
  kill -TERM "$server_pid"
  wait "$server_pid" || fail "the server ended with $?"
  server_pid=
  exec {server}<&-
}

case $step in
  install)
    rm -rf "$work_dir"
    cmake --install "$build_dir" --prefix "$prefix" >/dev/null
    ;;
  tracking | plain | array | profiled | shared) "test_$step" ;;
  *) fail "unknown step '$step'" ;;
esac
