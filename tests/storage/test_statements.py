"""Statements: a few a method whatever the rows, by an index whatever the size, and values that come back as given."""

import re
import shutil
from datetime import UTC, datetime, timedelta, timezone
from itertools import groupby

import pytest

from core.base.calendar_time import Interval
from core.base.model import Role
from core.base.paging import WHOLE, Page
from core.base.rows import Rows
from core.records.people import Actor, User
from core.records.work import AttachmentKind, TelegramFile
from storage.repositories.journal import Journal
from storage.repositories.outbox import Outbox
from storage.repositories.tasks import Tasks
from storage.sqlite.connecting import connect
from storage.sqlite.engine import drive
from storage.sqlite.executor import COMPILED, SqliteConnection
from storage.unit_of_work import SqlUnitOfWork
from tests.cast import TODAY, day
from tests.storage.compiled import statements
from tests.storage.rows import NOW, new_event, new_item, new_task, new_user

STEPS = 100
TASKS, PEOPLE, TEAM, LOGS, ITEMS, EVENTS = 2_000, 200, 10, 3, 9, 20
WHOLE_TABLE = {
    "users.list": "the whole directory",
    "tokens.list": "for the operator, by hand",
    "tokens.add": "SQLite looks at references only while one is broken",
    "tasks.ids_of_source": "for the operator's import, by hand",
    "tasks.lists.True": "every active task, for those who see all",
    "chat.prune": "once an hour",
    "outbox.all_waiting": "an index of those alone",
    "outbox.count_waiting": "the same, where somebody asks for metrics",
    "outbox.dead": "for the operator, by hand",
    "outbox.claimants": "an index of those that wait, once a new holder of the lease",
    "outbox.release_claims": "the same",
    "outbox.give_back_claims": "the same",
    "job_runs.prune": "the oldest few",
    "begun_work": "what ended processes: hardly ever any",
    "troubles": "as many as do not work now",
    "inbox.pending": "an index of those alone",
    "inbox.count_pending": "the same, where somebody asks for metrics",
    "inbox.unclaimed": "the same",
    "inbox.holders": "as many as chats that are being answered",
    "inbox.release_claims": "the same",
    "webhooks.list": "everybody's, for an admin",
    "webhooks.count": "as many as there are, where somebody asks for metrics",
    "webhooks.work": "as many as there are, for the one process that sends to them",
    "personal_data": "of one person, for the operator, by hand",
    "calendar_links.secrets_ended": "one row",
    "calendar_links.renew.1": "one row",
    "calendar_links.end.1": "one row",
    "journal.state": "one row",
    "journal.begin_after": "one row",
    "journal.old": "the oldest few",
    "birthdays.all": "every birthday, once a day",
    "daily_logs.people": "how many there are: an index that is a page or two a thousand",
    "daily_logs.all_others_days": "who of the whole directory is not of the team, for those who see all",
    "users.add": "SQLite looks at references only while one is broken",
    "events.add": "the same",
    "event_types.add": "the same",
    "series.begin": "the same",
    "series.add_event": "the same",
    "groups.with_summary": "a few groups a leader, in the hour of their summary",
    "tasks.remove_words": "one row of an index, which is a table to SQLite",
    "search.beginning_with": "the words of an index in order, from one on",
    "search.newest": "an index, which is a table to SQLite",
}


@pytest.fixture(scope="module")
def full_database(empty_database, tmp_path_factory):
    """Thousands of tasks of two hundred people, made once."""
    path = shutil.copy(empty_database, tmp_path_factory.mktemp("full") / "full.db")
    connection = connect(path)
    uow = SqlUnitOfWork(SqliteConnection(connection))
    connection.execute("BEGIN")
    for number in range(PEOPLE):
        drive(uow.users.add(new_user(f"u{number}", leader_user_id=1 if number % 20 == 5 else None)))
    for number in range(TASKS):
        person = 1 + number % PEOPLE
        drive(uow.tasks.add(new_task(person, leader_user_id=1 + person % PEOPLE)))
    for fecha in range(LOGS):
        for person in range(1, PEOPLE + 1):
            log = drive(uow.daily_logs.open(person, day(fecha), NOW))
            items = [new_item(task) for task in range(person, person + ITEMS * PEOPLE, PEOPLE)]
            drive(uow.daily_logs.add_items(log.id, items))
    connection.execute("COMMIT")
    connection.close()
    return path


@pytest.fixture
def full(full_database, path, request):
    """A unit of work over a copy of that."""
    shutil.copy(full_database, path)
    return request.getfixturevalue("uow")


def plan(connection, statement):
    text = getattr(statement, "gathered", None) or statement.text
    return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {text}", [None] * text.count("?")).fetchall()]


def test_no_statement_reads_a_whole_table_unless_it_is_for_everything(connection):
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()}
    scanning = {
        name
        for name, statement in statements(COMPILED)
        for step in plan(connection, statement)
        if step.startswith("SCAN") and step.split()[1] in tables
    }
    assert {name for name in scanning if not name.startswith(tuple(WHOLE_TABLE))} == set()


def test_a_members_list_among_thousands_is_found_by_indices(full, connection):
    connection.execute("ANALYZE")
    viewer = Actor(drive(full.users.get(3)))
    assert len(drive(full.tasks.list(viewer))) == 2 * TASKS // PEOPLE
    steps = plan(connection, COMPILED[Tasks.LISTS[False]])
    assert [step for step in steps if step.startswith("SCAN task")] == []


def test_a_page_costs_a_leader_what_it_shows(full, connection):
    """However many tasks they may read: a later page costs as much as the first."""
    leader = Actor(drive(full.users.get(1)), frozenset(range(1, PEOPLE // 2)))
    middle = drive(full.tasks.list(leader))[TASKS // 4].id
    whole, first, later = (
        steps_of(connection, full.tasks.list(leader, page))
        for page in (WHOLE, Page(limit=5), Page(limit=5, after_id=middle))
    )
    assert first < whole / 10
    assert later <= first * 1.3


def test_a_members_page_is_made_of_the_first_of_each_index(connection):
    """In the order of the index, so that none is read beyond the page."""
    steps = plan(connection, COMPILED[Tasks.FIRST])
    assert any("ix_tasks_created_by_user_id (created_by_user_id=? AND rowid>?)" in step for step in steps), steps
    assert "USE TEMP B-TREE FOR ORDER BY" not in steps


def test_what_somebody_was_told_lately_is_found_by_when(connection):
    """However much they were told before."""
    steps = plan(connection, COMPILED[Outbox.told_since.statement])
    assert any("ix_outbox_ledger (user_id=? AND outcome_at>?" in step for step in steps), steps


def steps_of(connection, unit):
    """Return how many steps SQLite's machine takes for a unit, to a hundred."""
    ticks = []
    connection.set_progress_handler(lambda: ticks.append(STEPS), STEPS)
    drive(unit)
    connection.set_progress_handler(None, STEPS)
    return sum(ticks)


def test_open_tasks_are_counted_among_the_open_ones_alone(full, connection):
    """However many closed ones people have."""
    connection.execute("ANALYZE")
    steps = plan(connection, COMPILED[Tasks.open_tasks_of.statement])
    assert any("ix_tasks_open (fecha_cumplir>?" in step for step in steps), steps
    assert any("task_responsibles USING PRIMARY KEY (task_id=?" in step for step in steps), steps


def test_what_was_closed_on_some_days_is_found_by_these(full, connection):
    for statement in Tasks.CLOSED_WITHIN:
        steps = plan(connection, COMPILED[statement])
        assert any("ix_tasks_fecha_cierre (fecha_cierre>? AND fecha_cierre<?)" in step for step in steps), steps


@pytest.mark.parametrize(("leads", "everything"), [(True, False), (True, True), (False, True)])
def test_the_open_tasks_that_a_leader_reads_are_found_among_the_open_ones_alone(full, connection, leads, everything):
    """However many closed ones their people have."""
    connection.execute("ANALYZE")
    first, *others = plan(connection, COMPILED[Tasks.OPEN_WORDS[leads, everything]])
    assert "ix_tasks_open (fecha_cumplir>?" in first
    assert not any("SEARCH tasks" in step for step in others), others


def costs(connection, *units):
    """Return how many statements each unit runs and how many rows it returns, by name: compared with what is told."""
    told = []
    for unit, *_ in units:
        texts = []
        connection.set_trace_callback(texts.append)
        result = drive(unit)
        connection.set_trace_callback(None)
        rows = len(result) if isinstance(result, list | Rows) else None
        # What triggers run is told as their statement again.
        told.append((unit.__name__, len([text for text, _ in groupby(texts) if not text.startswith("--")]), rows))
    assert told == [(unit.__name__, *cost) for unit, *cost in units]


def test_a_tasks_lights_are_found_by_its_items(connection):
    steps = plan(connection, COMPILED[Journal.of_task.statement])
    assert [step for step in steps if "COVERING INDEX ix_journal_items (entity_id=?" in step], steps


def test_no_method_runs_a_query_a_row(full, connection):
    admin = Actor(User(id=PEOPLE + 1, username="root", display_name="", role=Role.ADMIN))
    leader = Actor(drive(full.users.get(1)), frozenset(drive(full.users.team_ids(1))))
    tasks, logs = full.tasks, full.daily_logs
    everybody = range(1, PEOPLE + 1)
    costs(
        connection,
        (full.users.team_ids(1), 1, TEAM),
        (full.users.by_ids(everybody), 1, PEOPLE),
        (tasks.list(admin), 1, TASKS),
        (tasks.list(leader), 1, (1 + TEAM + 1) * TASKS // PEOPLE),
        (tasks.assigned(1, TODAY), 1, TASKS // PEOPLE),
        (tasks.planned(TODAY), 1, 0),
        (tasks.overdue(day(3)), 1, TASKS),
        (tasks.overdue_concerning(leader, day(3)), 1, (1 + TEAM + 1) * TASKS // PEOPLE),
        (tasks.due(1, TODAY, day(3)), 1, TASKS // PEOPLE),
        (tasks.concerning(admin), 1, 0),
        (tasks.concerning(leader), 1, (1 + TEAM + 1) * TASKS // PEOPLE),
        (tasks.open_tasks_of(everybody, TODAY, TODAY, day(3)), 1, PEOPLE),
        (tasks.by_ids(range(1, 101)), 1, 100),
        (tasks.latest_comments(1, 5), 1, 0),
        (tasks.count_comments(1), 1, None),
        (full.absences.days_within(everybody, TODAY, day(30)), 1, 0),
        (full.schedules.of_people(everybody), 1, None),
        (logs.items(1), 1, ITEMS),
        (logs.history(1, TODAY, day(LOGS)), 2, LOGS),
        (logs.team_rows(admin, TODAY, TODAY, inactive=False), 1, PEOPLE * ITEMS),
        (logs.team_rows(leader, TODAY, TODAY, inactive=True), 1, (TEAM + 1) * ITEMS),
        (logs.reds_of_days(leader, TODAY, day(LOGS)), 1, 0),
        (full.reds.lasting_within(everybody, NOW, NOW), 1, 0),
        (tasks.comments_within(everybody, NOW - timedelta(days=1), NOW), 1, 0),
        (logs.days_of([1], TODAY, day(1)), 1, 2),
        (logs.day_totals(everybody, TODAY, day(1)), 2, 2),
        (logs.day_totals([1], TODAY, day(1)), 2, 2),
        (logs.others_days(admin, [1], TODAY, day(1)), 1, (PEOPLE - 1) * 2),
        (logs.others_days(leader, leader.team, TODAY, day(1)), 1, 2),
        (logs.at_risk(everybody, 1, TODAY, day(1)), 1, 0),
        (logs.first_days(everybody), 1, PEOPLE),
        (logs.items_now([1, 2, 3]), 1, 3),
        (logs.team_rows(leader, TODAY, TODAY, inactive=False, user_id=min(leader.team)), 1, ITEMS),
        (logs.team_states(everybody, TODAY, day(1)), 1, PEOPLE * 2),
        (logs.previous(1, range(1, 2001), day(LOGS)), 1, ITEMS),
        (full.outbox.decided(everybody, NOW), 1, 0),
        (full.due_reminders.due(NOW, but_of=[3]), 1, 0),
        (full.birthdays.all(), 1, 0),
    )


def test_writes_take_a_fixed_number_of_statements(full, connection):
    task, event = drive(full.tasks.get(1)), drive(full.events.add(new_event()))
    costs(
        connection,
        (full.tasks.add(new_task(*range(1, 51))), 2, None),
        (full.tasks.update(task), 4, None),
        (full.tasks.add_comment(1, "Falta la firma", 1, NOW), 2, None),
        (full.tasks.add_comment(1, "", 1, NOW, [TelegramFile(AttachmentKind.PHOTO, None, "AgAC")]), 3, None),
        (full.tasks.attachments(1, 0), 1, 1),
        (full.daily_logs.close(1, NOW), 2, None),
        (full.daily_logs.reopen(1), 3, None),
        (full.daily_logs.task_moved(1), 1, None),
        (full.daily_logs.task_reopened(1), 1, None),
        (full.daily_logs.read(1), 2, None),
        (full.participants.add_people(event.id, range(1, 101), NOW, by=1), 3, None),
    )


def test_a_series_takes_a_statement_an_event_and_no_more_for_its_people(full, connection):
    times = [Interval(NOW + timedelta(days=day), NOW + timedelta(days=day, hours=1)) for day in range(EVENTS)]
    people = {"participants": range(1, 51), "visible_to": range(51, 151)}
    drive(full.series.add(new_event(), times, **people))
    events = [seen.event for seen in drive(full.series.seen(1, 1))]
    assert len(events) == EVENTS
    costs(
        connection,
        (full.series.add(new_event(), times, **people), 1 + EVENTS + 2 + 3, None),
        (full.series.seen(2, 1), 1, EVENTS),
        (full.series.update(events), EVENTS + 2, None),
        (full.events.delete([event.id for event in events], NOW), 1 + 3 + 2, None),
    )


def test_no_limit_is_a_bare_parameter_for_which_sqlite_plans_anew_each_time():
    limited = [statement.text for _, statement in statements(COMPILED) if "LIMIT" in statement.text]
    assert limited
    assert [text for text in limited if re.search(r"LIMIT \?", text)] == []


def test_a_naive_instant_is_refused(uow):
    task = drive(add_owned_task(uow))
    with pytest.raises(ValueError, match="zone"):
        drive(uow.tasks.add_comment(task.id, "x", 1, NOW.replace(tzinfo=None)))


async def add_owned_task(uow):
    await uow.users.add(new_user("ana"))
    return await uow.tasks.add(new_task(1))


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (datetime(2026, 11, 23, 9, 30, tzinfo=timezone(timedelta(hours=-6))), "2026-11-23T15:30:00.000000Z"),
        (datetime(2026, 11, 23, 15, 30, 0, 1, tzinfo=UTC), "2026-11-23T15:30:00.000001Z"),
        (datetime(1900, 1, 1, tzinfo=UTC), "1900-01-01T00:00:00.000000Z"),
        (datetime(9998, 12, 31, 23, 59, 59, 999999, tzinfo=UTC), "9998-12-31T23:59:59.999999Z"),
    ],
)
def test_an_instant_is_kept_as_utc_text_of_one_width_and_comes_back_aware(connection, uow, given, kept):
    task = drive(add_owned_task(uow))
    drive(uow.tasks.add_comment(task.id, "x", 1, given))
    assert connection.execute("SELECT created_at FROM task_comments").fetchone() == (kept,)
    (back,) = drive(uow.tasks.comments(task.id))
    assert (back.created_at, back.created_at.tzinfo) == (given, UTC)


def test_what_breaks_a_table_is_refused_whoever_writes(connection):
    person = "INSERT INTO users (id, username, display_name, role) VALUES"
    connection.execute(f"{person} (1, 'ana', 'Ana', 'member')")
    for values in ("(2, 'Leo', '', 'member')", "(2, 'ana', '', 'member')", "(2, 'leo', '', 'boss')"):
        with pytest.raises(Exception, match="constraint"):
            connection.execute(f"{person} {values}")
    with pytest.raises(Exception, match="constraint"):
        connection.execute("UPDATE users SET leader_user_id = 1 WHERE id = 1")
    with pytest.raises(Exception, match="FOREIGN KEY"):
        connection.execute("INSERT INTO invites VALUES (x'00', 99, '')")
