#!/usr/bin/env bash
# SQLite 3.53.4 (pysqlite3 0.6.1): each savepoint makes FTS5 write what it holds in memory.
#
# Expected: FTS5 collects the words of a transaction and writes them as one segment at COMMIT; savepoints cost next to
# nothing.
# Seen: with a savepoint around each of a hundred rows there are a hundred small segments, merged as they become too
# many: three times as many changes of rows for the same index as without savepoints. An ORM's nested transactions and
# tools that wrap each row in a savepoint have this unawares.
# What follows: index many rows outside of savepoints, or in one.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pysqlite3==0.6.1
"$work/venv/bin/python" - <<'PYTHON'
from pysqlite3 import dbapi2


def written(nested):
    """The segments of an index after a transaction of a hundred rows, and how many rows of tables were changed."""
    connection = dbapi2.connect(":memory:", isolation_level=None)
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
    connection.execute("BEGIN")
    for number in range(100):
        if nested:
            connection.execute("SAVEPOINT row")
        connection.execute("INSERT INTO words VALUES (?)", (f"word{number} again",))
        if nested:
            connection.execute("RELEASE row")
    connection.execute("COMMIT")
    ((segments,),) = connection.execute("SELECT count(DISTINCT segid) FROM words_idx").fetchall()
    return segments, connection.total_changes


plain, nested = written(nested=False), written(nested=True)
print(dbapi2.sqlite_version, "segments and changes:", plain, "with savepoints:", nested)
assert plain[0] == 1 < nested[0]
assert nested[1] > 2.5 * plain[1]
PYTHON
