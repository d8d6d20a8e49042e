#!/usr/bin/env bash
# APScheduler 3.11.3, CronTrigger: a daily job runs twice where clocks are put back, and not at all in some zones where
# they are put forward.
#
# Guessed: a job at an hour of every day runs once a day; if there is no such hour, at the next that there is.
# Seen, with tzdata 2026.6: at 02:30 in Madrid it runs twice on 25 October 2026, an hour apart. In spring it runs at
# 03:30, but at 00:30 in Cairo, Santiago or Beirut, where clocks change at midnight, not at all that day.
# CalendarIntervalTrigger runs once in autumn, and leaves out the day in spring in Madrid, too. IntervalTrigger(days=1)
# is 24 hours: from the change on another hour.
# What follows: a job of the business day is decided by what was done (a row for each job and day), not by a trigger.
#
# Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check apscheduler==3.11.3 tzdata==2026.6

PYTHONTZPATH= "$work/venv/bin/python" - <<'PYTHON'
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from apscheduler.triggers.calendarinterval import CalendarIntervalTrigger
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger


def runs(trigger, zone, day):
    """Those of the day before a change, of its day, and of the day after, by the clock there."""
    now = datetime.combine(day - timedelta(days=1), datetime.min.time(), ZoneInfo(zone))
    previous, found = None, []
    while (run := trigger.get_next_fire_time(previous, now)).date() <= day + timedelta(days=1):
        found.append(f"{run.astimezone(UTC).astimezone(run.tzinfo):%d %H:%M}")
        previous = now = run
    return found


def cron(hour, zone, day):
    return runs(CronTrigger(hour=hour, minute=30, timezone=zone), zone, day)


def every_day(zone, day):
    first = day - timedelta(days=1)
    return runs(CalendarIntervalTrigger(days=1, hour=2, minute=30, start_date=first, timezone=zone), zone, day)


back, forward = date(2026, 10, 25), date(2027, 3, 28)
day_long = IntervalTrigger(days=1, start_date=datetime(2026, 10, 24, 9), timezone="Europe/Madrid")
seen = {
    "Madrid, back, cron": (cron(2, "Europe/Madrid", back), ["24 02:30", "25 02:30", "25 02:30", "26 02:30"]),
    "Madrid, forward, cron": (cron(2, "Europe/Madrid", forward), ["27 02:30", "28 03:30", "29 02:30"]),
    "Cairo, forward, cron": (cron(0, "Africa/Cairo", date(2027, 4, 30)), ["29 00:30", "01 00:30"]),
    "Santiago, forward, cron": (cron(0, "America/Santiago", date(2027, 9, 5)), ["04 00:30", "06 00:30"]),
    "Beirut, forward, cron": (cron(0, "Asia/Beirut", date(2027, 3, 28)), ["27 00:30", "29 00:30"]),
    "Madrid, back, by days": (every_day("Europe/Madrid", back), ["24 02:30", "25 02:30", "26 02:30"]),
    "Madrid, forward, by days": (every_day("Europe/Madrid", forward), ["27 02:30", "29 02:30"]),
    "Madrid, back, 1 day long": (runs(day_long, "Europe/Madrid", back), ["24 09:00", "25 08:00", "26 08:00"]),
}
for what, (found, expected) in seen.items():
    print(f"{what}: {found}")
    assert found == expected, what
PYTHON
