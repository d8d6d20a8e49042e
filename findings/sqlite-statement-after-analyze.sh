#!/usr/bin/env bash
# SQLite 3.53.4 with STAT4 (pysqlite3 0.6.1): after ANALYZE a prepared statement is planned anew each time it is run.
#
# Guessed: ANALYZE makes plans better and costs nothing afterwards; a statement that is kept is planned once.
# Seen: where the value of a parameter could matter for the plan, the statement is compiled again at every execution,
# also with the value that it had before. A statement that was prepared before ANALYZE is not, although it does get a new
# plan: so one and the same query is slower on a connection that was opened later. An execution takes about twice
# as long. Without STAT4, as in Debian's SQLite, there is none of it.
# What follows: a test with a fresh ANALYZE on an old connection does not show what it costs. SQLITE_DBCONFIG_ENABLE_QPSG
# turns it off, and plans by values with it; Python's sqlite3 has had no way to set that up to 3.11.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pysqlite3==0.6.1
"$work/venv/bin/python" - <<'PYTHON'
import time

from pysqlite3 import dbapi2

asked = 0


def count(*_):
    """Called whenever a statement is compiled."""
    global asked
    asked += 1
    return 0


def compiled(sql):
    """How many of ten executions with one value compile the statement, once it has been run."""
    connection.execute(sql, (3,)).fetchall()
    times = 0
    for _ in range(10):
        before = asked
        connection.execute(sql, (3,)).fetchall()
        times += asked > before
    return times


def microseconds(sql):
    def once():
        start = time.perf_counter()
        for _ in range(500):
            connection.execute(sql, (3,)).fetchall()
        return (time.perf_counter() - start) * 2000

    return round(min(once() for _ in range(15)), 1)


connection = dbapi2.connect(":memory:", isolation_level=None)
connection.execute("CREATE TABLE task (id INTEGER PRIMARY KEY, team INTEGER, words TEXT)")
connection.executemany("INSERT INTO task (team, words) VALUES (?, 'x')", [(0 if n % 3 else n % 50,) for n in range(20_000)])
connection.execute("CREATE INDEX task_team ON task (team)")
connection.set_authorizer(count)
older, newer = "SELECT words FROM task WHERE team = ? LIMIT 1", "SELECT words FROM task WHERE team = ? LIMIT 1 "
seen = [compiled(older)]
connection.execute("ANALYZE")
seen += [compiled(older), compiled(newer)]
print(dbapi2.sqlite_version, "compiled in ten executions: before, after, prepared after:", seen)
connection.set_authorizer(None)
print("µs an execution, compiled each time:", microseconds(newer))
assert seen == [0, 0, 10]
PYTHON
