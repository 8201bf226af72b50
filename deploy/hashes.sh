#!/bin/sh
# Writes hashes.txt and hashes-build.txt anew, from pyproject.toml and constraints.txt: run it when a version changes.
#
# They hold the hash of every file that an index has of a version, for all systems and all Pythons that are promised.
# pip refuses whatever is not among them. The image and run.sh install by them; constraints.txt holds versions alone, as
# pip takes no hashes beside `-e .`, and has those of the tools for tests too. Needs uv, and fetches it.
set -eu

cd "$(dirname "$0")/.."
# shellcheck source=deploy/venv.sh
. deploy/venv.sh

away=$(mktemp -d)
trap 'rm -rf "$away"' EXIT
"$(find_python)" -m venv "$away/venv"
"$away/venv/bin/python" -m pip install --quiet uv
compile() {
  "$away/venv/bin/uv" pip compile "$@" --constraint deploy/constraints.txt --generate-hashes --universal --upgrade --quiet \
    --python-version 3.11 --no-annotate --custom-compile-command "sh deploy/hashes.sh" >/dev/null
}
compile pyproject.toml --extra s3 --output-file deploy/hashes.txt
# What builds the wheel, also the one whose rules are compiled: [build-system] and the hook of pyproject.toml.
printf '%s\n' hatchling editables hatch-mypyc mypy >"$away/build.in"
compile "$away/build.in" --output-file deploy/hashes-build.txt
