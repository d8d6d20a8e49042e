"""Lists over a hundred thousand events: one statement each, and a page's work does not grow with what is not on it.

Work is counted in instructions of SQLite's machine, which are the same on every computer. To look at an event takes
three of them at least, so that thirty thousand events show as well as more who looks at all of them.
"""

import shutil
from contextlib import closing
from datetime import timedelta
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from msgspec import UNSET

from core.base.model import Role
from core.base.paging import Page
from core.records.people import Actor, User
from storage.sqlite.connecting import connect
from storage.sqlite.engine import drive
from storage.sqlite.executor import SqliteConnection
from storage.unit_of_work import SqlUnitOfWork
from tests.postgresql.server import alone
from tests.storage.rows import NOW, new_user
from tests.tables import each_row

PEOPLE, PAGE = 100, 100
FEWER, MORE = 30_000, 100_000
SIZES = [FEWER, pytest.param(MORE, marks=pytest.mark.long)]
MOST_OF_A_DAY, MOST_OF_A_LOOK = 10_000, 10_000
"""Instructions. A look at the next rows takes as many in any calendar."""

MEMBER = Actor(User(id=7, username="u7", display_name=""))
ADMIN = Actor(User(id=PEOPLE + 1, username="root", display_name="", role=Role.ADMIN))
PLACES = (0, 0.9)
DAY = timedelta(days=1)
STEP = 100
FILL = """
CREATE TEMP TABLE n AS
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :events) SELECT i FROM n;
INSERT INTO events (id, event_type_id, title, start_datetime, end_datetime, is_virtual, is_public, status_id,
    created_by_user_id, created_at, updated_at, is_active)
SELECT i, 2, 'Junta', :now, :later, 0, (i % 50 = 0) = :few, 1,
    1 + (i * 2654435761 >> 16) % :people, :now, :now, 1 FROM n;
INSERT INTO event_participants (event_id, user_id, created_at, updated_at)
SELECT i, 1 + (i * 2246822519 >> 16) % :people, :now, :now FROM n;
INSERT INTO event_visibility (event_id, user_id, is_visible, created_at, updated_at)
SELECT i, 1 + (i * 3266489917 >> 16) % :people, i % 3 = 0, :now, :now FROM n WHERE i % 5 = 0;
INSERT INTO event_reminders (event_id, remind_at, sent, created_at, updated_at)
SELECT 1 + i * 15485863 % :events, replace(:now, '2026', 1950 + (i * 668265263 >> 16) % 100), 0, :now, :now FROM n;
"""
"""A reminder an event, in another order, over a hundred years; a participant an event; a record every fifth event."""


@pytest.fixture(scope="session")
def made(run_folder):
    """A file of this run: whichever of its processes asks first for one of that name has it made."""

    def made(name, source, change):
        path = run_folder / f"{name}.db"
        with alone(run_folder, "large"):
            if not path.exists():
                draft = Path(shutil.copy(source, path.with_suffix(".draft")))
                with closing(connect(draft)) as connection:
                    connection.execute("BEGIN")
                    change(connection)
                    connection.execute("COMMIT")
                draft.rename(path)
        return path

    return made


def fill(connection, events, *, few):
    """Such a calendar."""
    uow = SqlUnitOfWork(SqliteConnection(connection))
    for number in range(1, PEOPLE + 1):
        drive(uow.users.add(new_user(f"u{number}")))
    for (trigger,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {trigger}")  # nothing here reads what they write
    now, later = (f"{at.replace(tzinfo=None).isoformat()}Z" for at in (NOW, NOW + timedelta(hours=1)))
    values = {"events": events, "people": PEOPLE, "few": few, "now": now, "later": later}
    for statement in FILL.split(";"):
        connection.execute(statement, values)


@pytest.fixture(scope="module", params=SIZES)
def events(request):
    return request.param


@pytest.fixture(scope="module", params=[True, False], ids=["mostly private", "mostly public"])
def large_database(request, made, events, empty_database):
    name = f"{events} events, {'few' if request.param else 'most'} public"
    return made(name, empty_database, partial(fill, events=events, few=request.param))


@pytest.fixture(scope="module", params=[False, True], ids=["as it grew", "analyzed"])
def calendar(large_database, request, tmp_path_factory):
    """A connection to a copy of that, for reading."""
    connection = connect(shutil.copy(large_database, tmp_path_factory.mktemp("calendar") / "calendar.db"))
    if request.param:
        connection.execute("ANALYZE")
    yield connection
    connection.close()


def work(connection, unit):
    """(statements, instructions, rows) of a unit of work."""
    texts, ticks = [], []
    connection.set_trace_callback(texts.append)
    connection.set_progress_handler(lambda: ticks.append(STEP), STEP)
    rows = drive(unit)
    connection.set_trace_callback(None)
    connection.set_progress_handler(None, STEP)
    return len([text for text in texts if not text.startswith("--")]), sum(ticks), rows


@each_row(
    [
        ("events", {}, (PAGE, PAGE)),
        ("events", {"start": NOW, "end": NOW + DAY}, (PAGE, PAGE)),
        ("reminders", {}, (PAGE, PAGE)),
        ("reminders", {"start": NOW, "end": NOW + DAY}, (None, PAGE)),
        ("visibility", {}, (PAGE, PAGE)),
        ("visibility", {"event_id": 20_000}, (None, 1)),
    ],
    given="calendar events",
)
def test_a_page_does_less_than_look_at_every_event(calendar, events, name, asked, rows):
    """The rows are what is asked of a list, and how many the first page has for the member and the admin.

    One statement finds it, and two where too few of the next reminders are the viewer's.
    """
    uow = SqlUnitOfWork(SqliteConnection(calendar))
    for (viewer, wanted), place in product(zip((MEMBER, ADMIN), rows, strict=True), PLACES):
        page = getattr(uow, name).list(viewer, Page(after_id=int(place * events), limit=PAGE), **asked)
        statements, instructions, found = work(calendar, page)
        assert statements <= (2 if name == "reminders" and viewer is MEMBER and not asked else 1)
        assert instructions < max(events, 80_000) + (statements - 1) * MOST_OF_A_LOOK
        assert place or wanted in (None, len(found))


@pytest.fixture(scope="module", params=[False, True], ids=["as it grew", "analyzed"])
def years(large_database, made, events, request, tmp_path_factory):
    """A connection to another copy, its events an hour each in six years, one in fifty of ten days."""
    of_years = made(f"{large_database.stem}, in six years", large_database, partial(spread, events=events))
    connection = connect(shutil.copy(of_years, tmp_path_factory.mktemp("years") / "years.db"))
    if request.param:
        connection.execute("ANALYZE")
    yield connection
    connection.close()


def spread(connection, events):
    at = "strftime('%Y-%m-%dT%H:%M:%S', :now, '+' || (id * 7919 % :events * :step {}) || ' minutes') || '.000000Z'"
    long = "+ CASE WHEN id % 50 THEN 60 ELSE 14400 END"
    times = f"UPDATE events SET start_datetime = {at.format('')}, end_datetime = {at.format(long)}"
    connection.execute(times, {"events": events, "step": minutes_apart(events), "now": NOW.isoformat()})


def minutes_apart(events):
    """Return the minutes between two events, for this number of them to fill six years."""
    return 3_000_000 // events


@each_row([*product([MEMBER, ADMIN], [0, 5], [0, 0.5])], given="years events")
def test_a_day_of_years_is_looked_at_and_hardly_anything_else(years, events, viewer, year, place):
    uow = SqlUnitOfWork(SqliteConnection(years))
    start = NOW + (year * 365 + 100) * DAY
    for limit in (UNSET, PAGE):
        part = Page(after_id=int(place * events), limit=limit)
        page = uow.events.list(viewer, part, start=start, end=start + DAY)
        statements, instructions, found = work(years, page)
        assert statements == 1
        assert instructions < MOST_OF_A_DAY
        assert all(event.start_datetime < start + DAY and start < event.end_datetime for event in found)
        assert place or viewer is MEMBER or len(found) > DAY // timedelta(minutes=minutes_apart(events))
