#!/bin/sh
# Starts one Valkey of two, valkey-0 and valkey-1: as a replica if the other one is primary already, else number 0 is.
# So one that was lost, and comes back after the other was promoted, follows it instead of being primary beside it.
# VALKEY_DOMAIN is what follows these names, where something does. Arguments are those of valkey-server.
set -eu
number=${HOSTNAME##*-}
other=valkey-$((1 - number))${VALKEY_DOMAIN:-}
set -- valkey-server --dir /data --appendonly yes --appendfsync everysec --maxmemory-policy noeviction \
  --replica-announce-ip "$HOSTNAME${VALKEY_DOMAIN:-}" "$@"
role=$(timeout 3 valkey-cli -h "$other" role 2>/dev/null | head -n 1 || true)
if [ "$role" = master ] || { [ "$number" != 0 ] && [ "$role" != slave ]; }; then
  set -- "$@" --replicaof "$other" 6379
fi
exec "$@"
