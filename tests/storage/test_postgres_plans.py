"""PostgreSQL's plans for statements whose parameters always differ: one plan, which looks at few rows in vain."""

import json
from datetime import UTC, date, datetime, timedelta

import asyncpg
import pytest

from core.base.model import INT32_MAX
from core.records.work import TaskConditions
from core.work.task_filter import TaskQuery
from storage.postgres.connecting import arguments_of, url_of
from storage.postgres.executor import COMPILED
from storage.postgres.sessions import SETTINGS
from storage.repositories.busy import Busy
from storage.repositories.participants import Participants
from storage.repositories.task_lists import TasksBy, ordered_tasks, parameters_for
from storage.repositories.tasks import Tasks
from storage.sql.ordered import Sees, place_of
from tests.storage.rows import REUNION

PEOPLE, EVENTS, TASKS, HOUR = 50, 3000, 3000, 3_600_000_000
CUSTOM = 5
"""So often PostgreSQL plans a statement for its very parameters before it compares that with one plan for all."""

FILLED = f"""
INSERT INTO users (id, username, display_name, role)
  SELECT n, 'u' || n, '', 'member' FROM generate_series(1, {PEOPLE}) n;
INSERT INTO events (id, event_type_id, title, start_datetime, end_datetime, is_virtual, is_public, status_id,
    created_by_user_id, created_at, updated_at, is_active)
  SELECT n, {REUNION}, 'Junta', now() + n * interval '1 hour', now() + (n + 1) * interval '1 hour', false, n % 3 = 0, 1,
    1 + n % {PEOPLE}, now(), now(), true FROM generate_series(1, {EVENTS}) n;
INSERT INTO event_participants (event_id, user_id, created_at, updated_at)
  SELECT n, 1 + (n * each) % {PEOPLE}, now(), now() FROM generate_series(1, {EVENTS}) n, (VALUES (7), (11)) of (each)
  ON CONFLICT DO NOTHING;
INSERT INTO busy (user_id, span, starts_at, ends_at, event_id, status_id)
  SELECT user_id, 0, event_id * {HOUR}, (event_id + 1) * {HOUR}, event_id, 1 FROM event_participants;
INSERT INTO tasks (id, descripcion, fecha_solicitud, fecha_cumplir, estatus, prioridad, created_by_user_id, created_at,
    updated_at, responsible_user_ids)
  SELECT n, 'Revisar', date '2026-01-01', date '2026-01-01' + n / 10, 'PENDIENTE', 'MEDIA', 1 + n % {PEOPLE}, now(),
    now(), '[' || 1 + n % {PEOPLE} || ']' FROM generate_series(1, {TASKS}) n;
INSERT INTO task_responsibles (task_id, position, user_id)
  SELECT n, 0, 1 + n % {PEOPLE} FROM generate_series(1, {TASKS}) n;
"""


@pytest.fixture(scope="module")
async def connection(postgresql):
    """A session as the store has them, over a calendar of some months, which is only read."""
    name = postgresql.make()
    url = postgresql.server.url(name)
    connection = await asyncpg.connect(**arguments_of(url_of(url)), server_settings=SETTINGS)
    await connection.execute(f"SET session_replication_role = replica; {FILLED}")  # no trigger follows
    await connection.execute("VACUUM ANALYZE users, events, event_participants, busy, tasks, task_responsibles")
    yield connection
    await connection.close()
    postgresql.drop(name)


async def steps(connection, query, **values):
    """The steps of the plan that is kept for a query, as it was run; how often it was planned for its parameters."""
    statement = await connection.prepare(query.text)
    parameters = query.parameters(values)
    for _ in range(CUSTOM + 3):
        await statement.fetch(*parameters)
    given = ", ".join(map(literal, parameters))
    told = await connection.fetchval(f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE {statement.get_name()}({given})")
    count = "SELECT custom_plans FROM pg_prepared_statements WHERE name = $1"
    return [*each_step(json.loads(told)[0]["Plan"])], await connection.fetchval(count, statement.get_name())


def literal(value):
    if value is None:
        return "NULL"
    text = "{" + ",".join(map(str, value)) + "}" if isinstance(value, list) else str(value)
    return f"'{text}'"


def each_step(plan):
    yield plan
    for step in plan.get("Plans", ()):
        yield from each_step(step)


def in_vain(found):
    """Return how many rows were looked at and not taken."""
    return sum(step.get("Rows Removed by Filter", 0) * step["Actual Loops"] for step in found)


@pytest.mark.parametrize("everything", [False, True])
async def test_who_is_busy_is_found_in_an_index_alone_by_one_plan_for_all_questions(connection, everything):
    values = {"start": 1000 * HOUR, "end": 1002 * HOUR, "cancelled": [3], "excluded": None, "hidden_title": "Ocupado"}
    hour = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(hours=1000)
    values |= {"start_at": hour, "end_at": hour + timedelta(hours=2), "day_before": hour - timedelta(days=1)}
    query = COMPILED[Busy.CONFLICTS[everything]]
    found, custom = await steps(connection, query, viewer=1, user_ids=[*range(1, 11)], **values)
    assert custom == CUSTOM
    assert {step["Node Type"] for step in found if step.get("Relation Name") == "busy"} == {"Index Only Scan"}


async def test_a_person_s_participations_are_found_by_the_person(connection):
    query = COMPILED[Participants.LISTS[False, True]]
    found, _ = await steps(connection, query, viewer=1, user_id=2, after_id=0, limit=INT32_MAX)
    assert in_vain(found) < EVENTS / 20


async def test_the_tasks_of_a_team_in_a_year_are_found_by_the_team(connection):
    query = COMPILED[ordered_tasks(TasksBy.DUE, Sees.RELATED, "id", descends=False)]
    year = parameters_for(TaskConditions(due_from=date(2026, 1, 1), due_to=date(2026, 12, 31)))
    whole = place_of(TaskQuery())
    found, _ = await steps(connection, query, viewer=1, team=[*range(2, 12)], **whole, **year)
    assert in_vain(found) < TASKS / 20


async def test_each_task_near_is_looked_up_by_itself(connection):
    """A leader may read thousands, which are not read into a hash table first."""
    found, _ = await steps(
        connection, COMPILED[Tasks.NEAR], viewer=1, team=[*range(2, PEOPLE)], after_id=0, limit=20, reach=100
    )
    assert max(step["Actual Rows"] for step in found) <= 100
