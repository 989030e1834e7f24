#!/usr/bin/env bash
# Tests of the command lines of profile.sh and pprof.sh: what is wrong is told
# before anything is started.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/test_lib.sh
source "$root/scripts/test_lib.sh"

profile=$root/scripts/profile.sh
pprof=$root/scripts/pprof.sh
expect 0 '^Usage: scripts/profile.sh' "$profile" --help
expect 2 'unknown argument "--nonsense"' "$profile" --nonsense
expect 2 '--seconds needs a value' "$profile" --seconds
expect 2 '--seconds must be a whole number' "$profile" --seconds 0
expect 2 '--candidates must be a whole number' "$profile" --candidates many
expect 2 '--codecs: unknown "fast": there are stock' "$profile" --codecs stock,fast
expect 2 '--workloads: unknown "search": there are' "$profile" --workloads search
expect 2 '--workloads names nothing' "$profile" --workloads ,
expect 2 '"stock" is listed twice' "$profile" --codecs stock,stock
expect 2 '--codecs names nothing' "$profile" --codecs ,
expect 2 'workload caller has none of builder' "$profile" --codecs builder
expect 1 'exists already' "$profile" --out "$root/scripts"
overhead=$root/scripts/profile_overhead.sh
expect 0 '^Usage: scripts/profile_overhead.sh' "$overhead" --help
expect 2 'unknown argument "--nonsense"' "$overhead" --nonsense
expect 2 '--seconds must be a whole number' "$overhead" --seconds 0
expect 0 '^Usage: scripts/pprof.sh' "$pprof" --help
expect 2 'needs arguments' "$pprof"
report_failures
