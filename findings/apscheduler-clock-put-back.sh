#!/usr/bin/env bash
# APScheduler 3.11.3: where the machine's clock is put back by an hour, a job of every second rests for an hour.
#
# Guessed: an interval is counted by a clock that only goes forward, so that a job of each second goes on.
# Seen: the next run is kept as a time of day; until the clock has come to it again, nothing runs, and nothing is logged.
# What follows: what has to go on (a heartbeat, a lease) needs a second look by a clock that nobody can set.
#
# The clock is put back for APScheduler alone, by the name under which it asks for the time.
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check apscheduler==3.11.3

"$work/venv/bin/python" - <<'PYTHON'
import datetime
import time

from apscheduler.schedulers import base
from apscheduler.schedulers.background import BackgroundScheduler

put_back = datetime.timedelta()


class Clock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return super().now(tz) - put_back


base.datetime = Clock
runs = []
scheduler = BackgroundScheduler(timezone=datetime.UTC)
scheduler.add_job(lambda: runs.append(time.monotonic()), "interval", seconds=1, misfire_grace_time=None)
scheduler.start()
time.sleep(4.5)
before = len(runs)
put_back = datetime.timedelta(hours=1)
time.sleep(2)  # a wait that was begun may still end in a run
settled = len(runs)
time.sleep(6)
print(f"{before} runs in the first seconds; in six more after an hour was put back: {len(runs) - settled}")
scheduler.shutdown(wait=False)
assert before >= 2 and len(runs) == settled
PYTHON
