#!/bin/sh
# Builds the wheel whose rules are compiled by mypyc, installs it, and holds it to the interpreted rules.
#
#   sh deploy/compiled.sh          the wheel in dist/, and a virtual environment with it in .venv-compiled
#   sh deploy/compiled.sh test     then also: the tests of rules and texts on it, and matches played by one build
#                                  and replayed by the other, hash by hash
#
# Needs a C compiler. The build happens in a copy, so that the checkout stays interpreted.
set -eu

cd "$(dirname "$0")/.."
# shellcheck source=deploy/venv.sh
. deploy/venv.sh
venv=.venv-compiled

if ! command -v cc >/dev/null 2>&1; then
  if may_install; then apt_install gcc libc6-dev python3-dev; else echo "a C compiler is needed" >&2; exit 1; fi
fi

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R pyproject.toml README.md engine protocol server tests deploy "$copy"
top=$(pwd)
python=$(find_python)
"$python" -m venv "$venv"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_CONSTRAINT="$top/deploy/constraints.txt"
echo "compiling; this takes minutes" >&2
HATCH_BUILD_HOOK_ENABLE_MYPYC=1 "$venv/bin/python" -m pip wheel --no-deps --wheel-dir dist "$copy" >"$copy/log" 2>&1 || { cat "$copy/log" >&2; exit 1; }
wheel=$(ls -t dist/stackloop-*cp*.whl | head -n 1)
"$venv/bin/python" -m pip install --quiet --force-reinstall --no-deps "$wheel"
"$venv/bin/python" -m pip install --quiet "$wheel[test]"
echo "$wheel is installed in $venv" >&2
[ "${1:-}" = test ] || exit 0

shift
# Away from the checkout, whose sources would be found first.
away=$(mktemp -d)
trap 'rm -rf "$copy" "$away"' EXIT
cp -R "$copy/pyproject.toml" "$copy/README.md" "$copy/tests" "$copy/deploy" "$away"
program=$top/$venv/bin
cd "$away"
"$program/python" -c 'import engine.state.game; assert engine.state.game.__file__.endswith(".so"), engine.state.game.__file__'
# test_unread.py sees who reads a field by the frames of interpreted code, which compiled functions do not have.
# Two tests of trials replace functions that compiled code calls without asking for them by name.
trials=tests/engine/formats/test_trials.py
"$program/python" -m pytest -q tests/engine tests/scenarios --ignore tests/engine/text/test_unread.py \
  --deselect "$trials::test_the_scenario_of_a_refused_offer_finds_it" \
  --deselect "$trials::test_a_question_about_something_that_cannot_be_answered_is_found" "$@"
interpreted() { PYTHONPATH=$top "$program/python" -m server.cli "$@"; } # the checkout comes before what is installed
"$program/stackloop" arena magic greedy random --matches 4 --records compiled
interpreted replay compiled/*.txt
interpreted arena magic greedy random --matches 4 --records interpreted
"$program/stackloop" replay interpreted/*.txt
