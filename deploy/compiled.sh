#!/bin/sh
# Builds the wheel whose rules are compiled by mypyc, installs it, and holds it to the interpreted rules.
#
#   sh deploy/compiled.sh          the wheel in dist/, and a virtual environment with it in .venv-compiled
#   sh deploy/compiled.sh test     then also: the tests of rules and texts on it, and matches played by one build
#                                  and replayed by the other, hash by hash
#
# The wheel may leave this machine: it is optimised at link time, for any processor of this kind (x86-64-v2, which is
# of 2009; arm64 as its compilers have it). STACKLOOP_NATIVE=1 is for the processor of this machine alone.
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

case "${STACKLOOP_NATIVE:-0}$(uname -m)" in
  1*) processor=-march=native ;;
  *x86_64) processor=-march=x86-64-v2 ;;
  *) processor="" ;;
esac
# These stand in place of the interpreter's own flags: its C code counts on wrapping integers, and needs no asserts. Nobody
# else calls what is inside, so that a call need not go through a table (deploy/compile.py).
inside="-fvisibility=hidden -fno-semantic-interposition -fno-plt"
export CFLAGS="-fwrapv -DNDEBUG -flto $inside $processor ${CFLAGS:-}"

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
# Some tests look into the rules in a way that compiled ones do not have; the mark of each says which.
"$program/python" -m pytest -q -m "not interpreted" tests/engine tests/scenarios tests/server/secrecy "$@"
interpreted() { PYTHONPATH=$top "$program/python" -m server.cli "$@"; } # the checkout comes before what is installed
"$program/stackloop" arena magic greedy random --matches 4 --records compiled
interpreted replay compiled/*.txt
interpreted arena magic greedy random --matches 4 --records interpreted
"$program/stackloop" replay interpreted/*.txt
