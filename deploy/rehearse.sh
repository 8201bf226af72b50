#!/bin/sh
# Rehearses RUNBOOK.md on this machine, with real processes: a proxy with TLS, nodes, a Redis with a replica, two players.
#
#   sh deploy/rehearse.sh          all procedures
#   sh deploy/rehearse.sh drain    one of: deploy drain upgrade node redis failover restore
#
# Tells of each how long players waited. Needs what deploy/test.sh installs.
set -eu

cd "$(dirname "$0")/.."
# shellcheck source=deploy/venv.sh
. deploy/venv.sh

for program in haproxy redis-server; do
  command -v "$program" >/dev/null 2>&1 || [ -x "/usr/sbin/$program" ] || { may_install && apt_install "$program"; }
done
make_venv test
exec "$venv/bin/python" -m pytest -q -s tests/deploy/test_rehearsals.py ${1:+-k "test_$1"}
