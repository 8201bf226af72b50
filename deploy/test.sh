#!/bin/sh
# Runs everything a change must pass: ruff, import-linter, pytest, mypy --strict, and a few deliberate faults that tests
# must find (those of files changed since the parent commit, and a tenth of the others). `.ci/run` calls it. Then the
# rules are compiled, and a part of the tests of rules, scenarios and twins runs on them.
#
# Installs what the tests need where it may. A part that cannot run is named at the end, never passed over in
# silence; with CI=true it is a failure. --long, as the first argument, runs long tests and tries all faults of
# mutants.sh, which takes half an hour. Arguments go to pytest, and then nothing is compiled. COVERAGE=1 measures branch
# coverage, in twice the time. STACKLOOP_PYTHON names the interpreter; tests/deploy/test_pythons.py tries the wheel on
# each that it finds.
set -eu

cd "$(dirname "$0")/.."
# shellcheck source=deploy/venv.sh
. deploy/venv.sh

failed=""
not_run=""
faults="--since --most 12" # some three minutes of two cores
length="not long"
if [ "${1:-}" = --long ]; then
  faults=""
  length="long or not long"
  shift
fi

has_redis() { command -v redis-server >/dev/null 2>&1 || command -v valkey-server >/dev/null 2>&1; }
has_windows() { command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1; }
has_shell() { command -v chromium-headless-shell >/dev/null 2>&1; } # the same without windows, and quicker
has_chromium() { has_shell || has_windows; }

has_proxy() { command -v haproxy >/dev/null 2>&1 || [ -x /usr/sbin/haproxy ]; }

has_compiler() { command -v cc >/dev/null 2>&1; }

# run NAME COMMAND...: one part; the others go on when it fails.
run() {
  name=$1
  shift
  echo "== $name"
  "$@" || failed="$failed $name"
}

if ! has_redis && may_install; then apt_install redis-server || true; fi
if ! has_proxy && may_install; then apt_install haproxy || true; fi
if ! has_compiler && may_install; then apt_install gcc libc6-dev python3-dev || true; fi
if ! has_windows && may_install; then apt_install chromium || true; fi
if ! has_shell && may_install; then apt_install chromium-headless-shell || true; fi
make_venv test

marks=""
has_proxy || not_run="$not_run haproxy(tests/deploy)"
has_redis || not_run="$not_run redis-server(tests/server_against_the_system's_Redis)"
if ! has_chromium; then
  not_run="$not_run chromium(tests/e2e_page)"
  marks="not browser"
elif ! has_windows; then
  not_run="$not_run chromium(tests/server/web/test_install.py)"
fi

PATH="$(pwd)/$venv/bin:$PATH"
export PATH
unset PYTHONDONTWRITEBYTECODE # the tests start hundreds of processes, half of whose start would be to compile modules
run ruff ruff check engine protocol server tests deploy
run import-linter lint-imports
# It keeps one core busy for half a minute, which the tests leave free: it runs beside them.
told=$(mktemp)
mypy >"$told" 2>&1 &
checking=$!
checked() {
  code=0
  wait "$checking" || code=$?
  cat "$told"
  rm -f "$told"
  return "$code"
}
# One file, one worker, in the order of tests/conftest.py: the tests of a file share what they worked out. Three workers
# for two cores, as half of the tests wait for servers, browsers and clocks.
spread="-n $(($(getconf _NPROCESSORS_ONLN) * 3 / 2)) --dist loadfile --no-loadscope-reorder"
if [ -n "${COVERAGE:-}" ]; then
  run pytest pytest $spread --cov --cov-report= -m "${marks:+$marks and }($length)" "$@"
  coverage report --skip-covered --sort=cover | tail -n 40 || true
else
  run pytest pytest $spread -m "${marks:+$marks and }($length)" "$@"
fi
run mypy checked
# -O1, no link time optimisation and no lesson before, as the tests look for other play and not for speed. The cache lies outside the
# checkout, as a user's does: mypy forgives the errors of sources below a package that is installed as editable.
on_compiled_rules() {
  (
    XDG_CACHE_HOME=$(mktemp -d)
    export XDG_CACHE_HOME
    trap 'rm -rf "$XDG_CACHE_HOME"' EXIT
    python deploy/compile.py --optimise 1 --no-train --jobs "$(getconf _NPROCESSORS_ONLN)" --least-free 1500 || exit 1
    STACKLOOP_COMPILED=1 pytest -q $spread -m "$length" tests/engine tests/scenarios tests/server/secrecy
  )
}
if ! has_compiler; then
  not_run="$not_run cc(compiled_rules)"
elif [ "$#" -eq 0 ]; then # else those that are named
  run compiled on_compiled_rules
fi
# shellcheck disable=SC2086 # several words
run mutants python -m tests.mutants.run --at-once 2 $faults

[ -z "$not_run" ] || echo "not run:$not_run"
[ -z "$failed" ] || echo "failed:$failed"
[ -z "$failed" ] || exit 1
if [ -n "$not_run" ] && [ "${CI:-}" = true ]; then exit 1; fi
