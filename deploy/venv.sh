# Sourced by run.sh and test.sh from the top of the checkout: make_venv EXTRA.
# Owns the virtual environment and its stamp; needs a POSIX sh, cksum, and Python 3.11 or newer: the one that
# STACKLOOP_PYTHON names (a command or a path), else the first that is found.

venv=${STACKLOOP_VENV:-.venv}

# The interpreter itself, behind links and behind a virtual environment that is active, ours included.
interpreter() {
  "$1" -c 'import os, sys; print(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))' 2>/dev/null
}

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
  if [ -n "${STACKLOOP_PYTHON:-}" ]; then
    if is_new_enough "$STACKLOOP_PYTHON"; then
      interpreter "$STACKLOOP_PYTHON"
      return 0
    fi
    echo "STACKLOOP_PYTHON names $STACKLOOP_PYTHON, which does not start or is older than Python 3.11" >&2
    return 1
  fi
  for name in python3 python3.14 python3.13 python3.12 python3.11; do
    if is_new_enough "$name"; then
      interpreter "$name"
      return 0
    fi
  done
  echo "stackloop needs Python 3.11 or newer; none is on the path (STACKLOOP_PYTHON may name one)" >&2
  return 1
}

# True where packages of the system may be installed: apt, and the right to use it.
may_install() {
  command -v apt-get >/dev/null 2>&1 || return 1
  [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

apt_install() {
  if [ "$(id -u)" = 0 ]; then as=""; else as="sudo -n"; fi
  $as env DEBIAN_FRONTEND=noninteractive sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends "$@"' apt "$@" >&2
}

pip_install() { "$venv/bin/python" -m pip install --quiet --quiet --disable-pip-version-check "$@" >&2; }

make_venv() {
  python=$(find_python)
  # A moved checkout, another interpreter or other pins make another stamp.
  stamp=$({ echo "$python" "$(pwd)" "$1"; cat pyproject.toml deploy/constraints.txt deploy/hashes*.txt; } | cksum)
  if [ -x "$venv/bin/python" ] && [ "$(cat "$venv/stamp$1" 2>/dev/null)" = "$stamp" ]; then
    return 0
  fi
  if ! "$python" -c 'import ensurepip' >/dev/null 2>&1; then
    if may_install; then
      apt_install python3-venv || true
    fi
    "$python" -c 'import ensurepip' >/dev/null 2>&1 || {
      echo "$python cannot make virtual environments; install python3-venv (Debian: apt-get install python3-venv)" >&2
      return 1
    }
  fi
  echo "installing into $venv" >&2
  clear=""
  if [ -e "$venv/pyvenv.cfg" ] && [ "$(interpreter "$venv/bin/python" || true)" != "$python" ]; then
    clear=--clear # links to another interpreter would stay
  fi
  "$python" -m venv $clear "$venv"
  # What a server runs, and what builds the wheel, by hash; tools of an extra by version, as pip takes no hash beside ".".
  pip_install --require-hashes --requirement deploy/hashes.txt --requirement deploy/hashes-build.txt
  if [ -n "$1" ]; then
    PIP_CONSTRAINT=deploy/constraints.txt pip_install --no-build-isolation --editable ".[$1]"
  else
    pip_install --no-build-isolation --no-deps --editable .
  fi
  printf '%s\n' "$stamp" >"$venv/stamp$1"
}
