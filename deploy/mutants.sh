#!/bin/sh
# Applies deliberate faults to copies of the checkout, one by one, and demands that the tests named beside each fail.
#
#   sh deploy/mutants.sh                   all of them
#   sh deploy/mutants.sh NAME...           some
#   sh deploy/mutants.sh --since HEAD~5    those of files changed since then, and a tenth of the others
#   sh deploy/mutants.sh --since --most 12 the same since the parent, no more than so many: what deploy/test.sh tries
#   sh deploy/mutants.sh --list            names and reasons
#
# The list is tests/mutants/faults.toml. Needs what deploy/test.sh installs.
set -eu

cd "$(dirname "$0")/.."
# shellcheck source=deploy/venv.sh
. deploy/venv.sh

make_venv test
exec "$venv/bin/python" -m tests.mutants.run "$@"
