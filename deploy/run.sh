#!/bin/sh
# Starts Stackloop with a demo match between two bots, and prints the page's address.
#
# The first start makes a virtual environment in .venv and installs into it; later starts find the stamp of
# pyproject.toml and the pins and go straight on. Arguments are those of `stackloop serve`:
#   sh deploy/run.sh --host 0.0.0.0 --port 8300 --data ./data --redis redis://127.0.0.1:6379/0
# or STACKLOOP_HOST, STACKLOOP_PORT, STACKLOOP_DATA, STACKLOOP_REDIS. STACKLOOP_PYTHON names the interpreter:
#   STACKLOOP_PYTHON=python3.13 sh deploy/run.sh
#
# The first start is interpreted. Where a C compiler and 4 GB of memory are free, the server compiles the rules beside,
# into the user's cache, and the next start takes them. STACKLOOP_COMPILED=0 says no; native compiles for this machine
# alone. deploy/RUNBOOK.md tells more.
set -eu

started_in=$(pwd)
cd "$(dirname "$0")/.."
# shellcheck source=deploy/venv.sh
. deploy/venv.sh

make_venv "" # no extra: what the server needs, and nothing else
program=$(pwd)/$venv/bin/stackloop
cd "$started_in"
export STACKLOOP_COMPILED="${STACKLOOP_COMPILED:-1}"
exec "$program" serve --demo "$@"
