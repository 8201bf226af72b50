#!/bin/sh
# Starts one Valkey of two, valkey-0 and valkey-1: as a replica if the other one is primary already, else number 0 is.
# So one that was lost, and comes back after the other was promoted, follows it instead of being primary beside it.
#
#   sh valkey.sh [OPTION...]      options are those of valkey-server
#   sh valkey.sh cli COMMAND...   asks the one here, as valkey-cli does, with the password
#
# VALKEY_PASSWORD_FILE holds the password of both, without which they let nobody in. VALKEY_DOMAIN is what follows the
# names, where something does. VALKEY_MAXMEMORY bounds the data, well below what the container may have: buffers of the
# replica and what changes while the file is written anew come on top. VALKEY_DATA is its directory, /data if left out.
set -eu
password=$(cat "${VALKEY_PASSWORD_FILE:?names no file with a password}")
case $password in
"" | *[!A-Za-z0-9._~-]*)
  echo "$VALKEY_PASSWORD_FILE: a password is letters, digits, and . _ ~ -, as of: openssl rand -hex 32" >&2
  exit 1
  ;;
esac
ask() { VALKEYCLI_AUTH=$password REDISCLI_AUTH=$password timeout 3 valkey-cli "$@"; }
if [ "${1:-}" = cli ]; then
  shift
  ask "$@"
  exit
fi
number=${HOSTNAME##*-}
other=valkey-$((1 - number))${VALKEY_DOMAIN:-}
set -- valkey-server - --dir "${VALKEY_DATA:-/data}" --appendonly yes --appendfsync everysec --maxmemory-policy noeviction \
  --maxmemory "${VALKEY_MAXMEMORY:-1gb}" --replica-announce-ip "$HOSTNAME${VALKEY_DOMAIN:-}" "$@"
role=$(ask -h "$other" role 2>/dev/null | head -n 1 || true)
if [ "$role" = master ] || { [ "$number" != 0 ] && [ "$role" != slave ]; }; then
  set -- "$@" --replicaof "$other" 6379
fi
# The password by standard input ("-"): arguments are read by everybody on the machine.
exec "$@" <<END
requirepass $password
masterauth $password
END
