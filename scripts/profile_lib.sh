# shellcheck shell=bash
# Runs servers and loads them, for profile.sh. Source it after lib.sh. All
# processes and files are of this script: clean_up ends and removes them.

# shellcheck disable=SC2034,SC2154  # read by those that source this; root by lib.sh
analyzer=$root/build/release/profiles/backwire-profile
server=$root/build/release/server/backwire-server
client=$root/build/release/client/backwire-client

work=          # folder for temporary files, set by the caller
server_pid=    # the server that is measured
backend_pid=   # the one that it asks, for the workload caller
helper_pid=    # a download, or perf
grpc_port=
admin_port=

# Stops what runs, whatever ended the script.
clean_up() {
  local pid
  for pid in $helper_pid $server_pid $backend_pid; do
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  [[ -z $work ]] || rm -rf -- "$work"
}

check_tools() {
  local tool program
  for tool in curl jq addr2line "$@"; do
    command -v "$tool" >/dev/null ||
      die "$tool is missing: scripts/setup.sh installs it"
  done
  for program in "$server" "$client" "$analyzer"; do
    [[ -x $program ]] || die "${program#"$root"/} is missing: run scripts/build.sh"
  done
}

# launch NAME PID_VARIABLE FLAG...: starts a server and waits until it answers;
# sets PID_VARIABLE, grpc_port and admin_port. Its log is $work/NAME.log.
launch() {
  local name=$1 ports=$work/$1.ports deadline=$((SECONDS + 60)) pid
  local -n started=$2
  shift 2
  rm -f -- "$ports"
  "$server" --listen-address=127.0.0.1:0 --admin-address=127.0.0.1:0 \
    --port-file="$ports" "$@" </dev/null >"$work/$name.log" 2>&1 &
  pid=$!
  started=$pid
  until [[ -s $ports ]]; do
    if ! kill -0 "$pid" 2>/dev/null || ((SECONDS > deadline)); then
      tail -n 20 -- "$work/$name.log" >&2
      die "the $name did not start with $*: see above"
    fi
    sleep 0.05
  done
  grpc_port=$(sed -n 's/^grpc_port=//p' "$ports")
  admin_port=$(sed -n 's/^admin_port=//p' "$ports")
}

# start_server WORKLOAD CODEC: the server that is measured, and for the workload
# caller the one that it asks, which writes its answers in the cheapest way.
start_server() {
  local codec=$2 flags=()
  if [[ $codec == builder ]]; then
    codec=generated
    flags+=(--response=BUILDER)
  fi
  flags+=(--codec="$codec")
  case $1 in
    metadata) flags+=(--workload=METADATA) ;;
    similarity) flags+=(--workload=SIMILARITY) ;;
    caller)
      launch backend backend_pid --codec=generated --response=BUILDER
      flags+=(--workload=FANOUT --fanout-target="127.0.0.1:$grpc_port")
      ;;
  esac
  launch server server_pid "${flags[@]}"
  metric "backwire_active_codec{codec=\"$codec\"}" >/dev/null ||
    die "the server does not run with codec $codec"
}

# stop_one NAME PID_VARIABLE
stop_one() {
  local code=0
  local -n running=$2
  [[ -n $running ]] || return 0
  kill -TERM "$running"
  wait "$running" || code=$?
  running=
  if ((code != 0)); then
    tail -n 20 -- "$work/$1.log" >&2
    die "the $1 ended with $code: see above"
  fi
}

stop_server() {
  stop_one server server_pid
  stop_one backend backend_pid
}

# All metrics of the server.
metrics() {
  curl -sS --fail --max-time 5 "http://127.0.0.1:$admin_port/metrics" || {
    tail -n 20 -- "$work/server.log" >&2
    die 'the server does not answer: its log is above'
  }
}

# metric NAME: the value of one of them, labels and all.
metric() {
  metrics | awk -v name="$1" '$1 == name { print $2; found = 1 } END { exit !found }'
}

# cpu_between BEFORE AFTER: the server's CPU seconds between two files of metrics.
cpu_between() {
  awk '$1 == "process_cpu_seconds_total" { cpu[FNR == NR] = $2 }
       END { printf "%.9f\n", cpu[0] - cpu[1] }' "$1" "$2"
}

# timed_between BEFORE AFTER encode|decode: the seconds that this took, as the
# codec's own timers say, which time one message in 64: the mean of those times
# the number of all, type by type.
timed_between() {
  awk -v what="$3" '
    FNR == NR { before[$1] = $2; next }
    { after[$1] = $2 }
    END {
      count = "backwire_" what "_seconds_count"
      for (name in after) {
        if (substr(name, 1, length(count) + 1) != count "{") continue
        labels = substr(name, length(count) + 1)
        timed = after[name] - before[name]
        sum = "backwire_" what "_seconds_sum" labels
        all = "backwire_" what "d_messages_total" labels
        if (timed > 0)
          seconds += (after[sum] - before[sum]) / timed * (after[all] - before[all])
      }
      printf "%.9f\n", seconds
    }' "$1" "$2"
}

# load ARGUMENT...: runs the client, which keeps the bytes that it gets.
load() {
  "$client" --target="127.0.0.1:$grpc_port" --receive=raw --progress=0s "$@" \
    </dev/null >"$work/client.log" 2>&1 || {
    tail -n 20 -- "$work/client.log" >&2
    die 'the client failed: see above'
  }
}

# start_capture KIND PATH FILE: downloads a profile in the background, and
# returns when the server collects.
start_capture() {
  local name="backwire_capture_running{kind=\"$1\"}" deadline=$((SECONDS + 10))
  curl -sS --fail-with-body --max-time 120 -o "$3" \
    "http://127.0.0.1:$admin_port$2" </dev/null &
  helper_pid=$!
  until [[ $(metric "$name") == 1 ]]; do
    if ! kill -0 "$helper_pid" 2>/dev/null || ((SECONDS > deadline)); then
      head -c 500 -- "$3" >&2 2>/dev/null || true
      die "the server does not take a profile of kind $1: see above"
    fi
  done
}

finish_capture() {
  wait "$helper_pid" || die 'the download of a profile failed: see above'
  helper_pid=
}

# symbolize RAW FILE: makes a profile that needs no program to be read, and
# holds no path of this machine.
symbolize() {
  "$root/scripts/pprof.sh" -proto -output "$work/whole.pb.gz" "$server" "$1" \
    </dev/null >"$work/pprof.log" 2>&1 || {
    tail -n 20 -- "$work/pprof.log" >&2
    die "pprof cannot read $1: see above"
  }
  "$analyzer" slim "$work/whole.pb.gz" --output "$2"
}

# start_perf SECONDS: samples the server by the kernel's profiler, with stacks
# that are unwound by debug information: Debian's libraries have no frame
# pointers. Few samples a second, since each holds a piece of the stack.
start_perf() {
  perf record --quiet -e cpu-clock -F 99 --call-graph dwarf,32768 \
    -o "$work/perf.data" -p "$server_pid" -- sleep "$1" \
    </dev/null >"$work/perf.log" 2>&1 &
  helper_pid=$!
}

# finish_perf FILE: waits, and writes how many of its samples there are in all,
# and how many with an encoder or a decoder in their stack.
finish_perf() {
  wait "$helper_pid" || {
    tail -n 20 -- "$work/perf.log" >&2
    die 'perf failed: see above'
  }
  helper_pid=
  perf script --no-inline -F ip,sym -i "$work/perf.data" 2>"$work/perf.log" |
    awk '
      function take() { samples += lines > 0; encode += e; decode += d; lines = e = d = 0 }
      NF == 0 { take(); next }
      { ++lines }
      /backwire::grpc_glue::Encode/ { e = 1; d = 0 }
      /backwire::grpc_glue::Decode/ { d = 1; e = 0 }
      END {
        take()
        printf "{\"samples\": %d, \"encode\": %d, \"decode\": %d}\n",
          samples, encode, decode
      }' >"$1"
  rm -f -- "$work/perf.data"
}

machine() {
  local model
  model=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
  printf '%s, %s CPUs' "${model:-$(uname -m)}" "$(nproc)"
}

commit() {
  local id
  id=$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null) || id=unknown
  [[ -z $(git -C "$root" status --porcelain 2>/dev/null) ]] || id+=' with changes'
  printf '%s' "$id"
}

# What the programs were linked with.
versions() {
  printf 'gRPC %s, protobuf %s, gperftools %s, g++ %s' \
    "$(pkg-config --modversion grpc++)" \
    "$(pkg-config --modversion protobuf)" \
    "$(pkg-config --modversion libprofiler)" "$(g++ -dumpfullversion)"
}
