# shellcheck shell=bash
# What the tests of the scripts share, on top of lib.sh. Source it after lib.sh,
# and end with report_failures.

failures=0

# fail TEXT: counts a failure and says what it is.
fail() {
  failures=$((failures + 1))
  printf 'FAILED: %s\n' "$*"
}

# expect CODE PATTERN COMMAND...: the command exits with CODE, and what it
# prints matches the extended regular expression.
expect() {
  local code=$1 pattern=$2 actual=0 output
  shift 2
  output=$(cd / && "$@" 2>&1 </dev/null) || actual=$?
  if ((actual != code)) || ! grep -qE -- "$pattern" <<<"$output"; then
    fail "$*
  wanted exit $code and /$pattern/, got exit $actual and:
$output"
  fi
}

# Ends the test: exit code 1 if an expectation was not met.
report_failures() {
  if ((failures > 0)); then die "$failures checks failed"; fi
  say 'all checks passed'
}
