"""The migrations make what the tables say on both engines, once, also when several processes start at once."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from setuptools import Distribution
from setuptools.config.pyprojecttoml import apply_configuration

import storage
from core.records.calendar import BusyQuery
from core.records.outside_calendars import CalendarFault
from core.records.people import Actor
from storage import maintenance
from storage.schema.metadata import metadata
from storage.sqlite import connecting, restoring
from tests.storage.raw import on

MADE_BY_SQL = [maintenance.MIGRATIONS / name for name in ("journal.py", "search_index.py")]
VERSIONS = maintenance.MIGRATIONS / "versions"
ROOT = Path(storage.__file__).parent.parent


@pytest.fixture(params=["sqlite", "postgresql"])
def bare_url(request, tmp_path):
    """A database without a schema, on each engine."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/with % sign.db"
    return request.getfixturevalue("bare_postgresql_url")


def test_head_is_the_newest_of_one_line_of_revisions():
    scripts = ScriptDirectory(str(maintenance.MIGRATIONS))
    assert scripts.get_heads() == [maintenance.head()]


def test_upgrading_makes_the_schema_and_again_does_nothing(bare_url):
    (problem,) = storage.check(bare_url)
    assert "there is no database" in problem
    assert storage.upgrade(bare_url) is True
    assert storage.check(bare_url) == []
    assert storage.upgrade(bare_url) is False
    assert storage.check(bare_url) == []


def test_an_upgrade_waits_for_another_however_long_that_takes(tmp_path, monkeypatch):
    monkeypatch.setattr(connecting, "BUSY_SECONDS", 0.01)
    path = tmp_path / "semaforo.db"
    other = connecting.connect(path)
    other.execute("CREATE TABLE earlier (id)")
    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(1) as thread:
        upgraded = thread.submit(storage.upgrade, f"sqlite+aiosqlite:///{path}")
        wait([upgraded], timeout=0.2)
        other.execute("ROLLBACK")
        assert upgraded.result() is True
    other.close()


@pytest.mark.long
def test_upgrades_at_once_are_one(bare_url):
    program = "import storage, sys; print(storage.upgrade(sys.argv[1]))"
    command = [sys.executable, "-c", program, bare_url]
    with ThreadPoolExecutor() as pool:
        runs = list(pool.map(lambda _: subprocess.run(command, check=False, capture_output=True), range(5)))
    assert [run.returncode for run in runs] == [0] * 5
    assert storage.check(bare_url) == []


async def test_a_store_opens_only_at_head(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path}/semaforo.db"
    with pytest.raises(storage.SchemaOutOfDate):
        await storage.SqlStore.open(url)
    assert not (tmp_path / "semaforo.db").exists()


@pytest.mark.parametrize("version", ["0001", "9999"])
async def test_a_store_does_nothing_to_a_file_of_another_version(empty_database, tmp_path, version):
    file = shutil.copy(empty_database, tmp_path / "semaforo.db")
    execute(file, f"UPDATE alembic_version SET version_num = '{version}'")
    before = file.read_bytes()
    with pytest.raises(storage.SchemaOutOfDate, match=version):
        async with storage.open_store(f"sqlite+aiosqlite:///{file}"):
            pass
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"semaforo.db": before}


def test_a_newer_database_is_left_alone(migrated_url):
    on(migrated_url, "UPDATE alembic_version SET version_num = '9999'")
    for refuse in (storage.upgrade, maintenance.require_head):
        with pytest.raises(storage.SchemaOutOfDate, match="9999"):
            refuse(migrated_url)


def execute(path, *statements):
    connection = connecting.connect(path, foreign_keys=False)
    for statement in statements:
        connection.execute(statement)
    connection.close()


async def test_a_file_that_is_not_a_database_is_named(url, path):
    path.write_text("once upon a time" * 100)
    with pytest.raises(OSError, match="not a database"):
        storage.upgrade(url)
    with pytest.raises(OSError, match="not a database"):
        await storage.SqlStore.open(url)
    assert "not a database" in storage.check(url)[0]


def test_a_check_names_another_version_in_one_sentence_and_what_differs_in_ones_own(migrated_url):
    wanted = maintenance.head()
    on(migrated_url, "DROP INDEX ix_tasks_leader_user_id", "CREATE TABLE notes (id INTEGER)")
    for version, said in (
        ("0000", f"this program needs {wanted}, which `semaforo db upgrade` makes of it"),
        ("9999", f"this program knows nothing after {wanted}: install the version that made it, or a later one"),
    ):
        on(migrated_url, f"UPDATE alembic_version SET version_num = '{version}'")
        (problem,) = storage.check(migrated_url)
        assert problem.endswith(f" is at {version}; {said}")
    on(migrated_url, f"UPDATE alembic_version SET version_num = '{wanted}'")
    assert storage.check(migrated_url) == [
        "schema: missing: index ix_tasks_leader_user_id", "schema: not of this program: table notes"
    ]  # fmt: skip


SHORT = 300
"""The most characters of a sentence on what differs in a definition, however long that is."""


def test_a_check_on_sqlite_names_what_is_otherwise(url, path):
    changes = (
        ("CHECK (end_datetime > start_datetime)", "CHECK (end_datetime >= start_datetime)", "table events"),
        ("fecha_cumplir DATE NOT NULL", "fecha_cumplir DATE", "table tasks"),
        ("WHERE cancelled_at IS NULL", "", "index ix_absences_live"),
    )
    rewrite = "UPDATE sqlite_schema SET sql = replace(sql, '{}', '{}') WHERE type || ' ' || name = '{}'"
    execute(path, "PRAGMA writable_schema = ON", *(rewrite.format(*change) for change in changes))
    problems = {problem.partition(" is ")[0]: problem for problem in storage.check(url)}
    assert problems.keys() == {f"schema: {named}" for *_, named in changes}
    for was, becomes, named in changes:
        problem = problems[f"schema: {named}"]
        assert problem.index(becomes) < problem.index(was)
        assert len(problem) < SHORT


DERIVED_OTHERWISE = [
    {
        "UPDATE daily_logs SET rojo = 7 WHERE id = 2": "the sums of daily logs are not those of their items: 2",
        "UPDATE daily_log_items SET red_since = '2026-11-01' WHERE log_id < 3": (
            "items of daily logs are red since another day: 1, 2"
        ),
        "UPDATE busy SET ends_at = ends_at + 1": "events make people busy at other times: 1",
        "UPDATE search_tasks SET words = 'y'": "the search has other words of tasks: 1, 2",
        "UPDATE tasks SET responsible_user_ids = '[1]'": "tasks have other responsibles than are searched: 2",
    },
    {
        "DELETE FROM task_leads": "the leaders of people's tasks are not all known: 1",
        "DELETE FROM busy": "events make people busy at other times: 1",
        "DELETE FROM search_tasks": "the search has other words of tasks: 1, 2",
        "DELETE FROM search_events": "the search has other words of events: 1",
    },
]
"""Statements that make stored values wrong, and then missing as well, and what is said of each."""


async def lived(url):
    """A database in which something was lived, by a service that has written since."""
    on(url, *LIVED, *LISTED, *SUMMED_UP)
    async with storage.open_store(url) as store:
        await store.write(lambda uow: uow.users.list())


async def test_a_check_computes_again_what_is_derived(migrated_url):
    await lived(migrated_url)
    assert storage.check(migrated_url) == []
    wrong, missing = DERIVED_OTHERWISE
    on(migrated_url, *wrong)
    assert sorted(storage.check(migrated_url)) == sorted(wrong.values())
    on(migrated_url, *missing)
    assert sorted(storage.check(migrated_url)) == sorted({*wrong.values(), *missing.values()})


async def test_a_check_tells_what_the_search_hides(migrated_url):
    await lived(migrated_url)
    indexed = "words" if migrated_url.startswith("sqlite") else "search_vector('x ' || chr(57346) || '0')"
    on(migrated_url, f"UPDATE search_tasks SET readers = '', words = {indexed} WHERE rowid = 1")
    assert storage.check(migrated_url) == ["the search hides tasks from people who may read them: 1"]


async def test_a_check_names_a_trigger_that_is_missing(new_postgresql_url):
    on(new_postgresql_url, "ALTER TABLE task_comments DISABLE TRIGGER search_comment_added")
    assert storage.check(new_postgresql_url) == ["schema: missing: trigger search_comment_added"]


FROZEN = {
    "r0001_first.py": "6188f76e9edcefd3",
    "r0002_examples.py": "72f856cd263878e4",
    "r0003_event_types.py": "86acc528498394af",
    "r0004_events.py": "32b23486c9eb2186",
    "r0005_revocations.py": "a134dcd3c3fe37c3",
    "r0006_jobs.py": "231c42cc7c76ae75",
    "r0007_schedules.py": "c603b496f5f43125",
    "r0008_drafts.py": "ee2aa55cddacff43",
    "r0009_leads.py": "98208d07e499d2db",
    "r0010_span_classes.py": "626fdbc6ed6c7601",
    "r0011_groups.py": "367663f30e51c771",
    "r0012_ledger.py": "bd40fb23ad159190",
    "r0013_sending.py": "ddabb7b461debe4f",
    "r0014_open_led_tasks.py": "b5725366d7c07a68",
    "r0015_forgettable.py": "2d90bcb0ad7fd1c9",
    "r0016_addressed.py": "382206516bf6c2fe",
    "r0017_answered.py": "c44a9f8ab764ed70",
    "r0018_chat_claims.py": "560ff6bd3387f357",
    "r0019_log_sums.py": "f74876575ff367c2",
    "r0020_own_writes.py": "ce875e41743ad934",
    "r0021_task_leads.py": "945c8fd6adcf2a54",
    "r0022_send_started.py": "f4709401b2c26177",
    "r0023_marker.py": "5e5d479cca4ab041",
    "r0024_telegram_names.py": "21b3f21a9f6d8949",
    "r0025_responses.py": "03ede9076152aeb3",
    "r0026_reds.py": "2fcea0a74bd0b7c5",
    "r0027_asked_tasks.py": "f5f3351ec734e351",
    "r0028_followers.py": "756f350fdcfea893",
    "r0029_notices.py": "d6cac7d5a7519af4",
    "r0030_gone_items.py": "a644ce461e84f80f",
    "r0031_conversation_indexes.py": "70eb5961708b65c5",
    "r0032_task_rules.py": "e5710b1b84cb8e38",
    "r0033_comment_files.py": "3d4c3f64cdc4708b",
    "r0034_withdrawn.py": "f43c49baea4840f9",
    "r0035_search.py": "9f4a90e6129369e4",
    "r0036_comments_written.py": "a63942b396f83b78",
    "r0037_due_moves.py": "1df04196cc2beb7b",
    "r0038_group_summaries.py": "388b51185c710f11",
    "r0039_notice_choices.py": "c45863e221d5e406",
    "r0040_tokens.py": "704e5e45c388f0e7",
    "r0041_external_ids.py": "388d19ec81b2bc18",
    "r0042_journal.py": "b2d1e6509e5944cd",
    "r0043_calendar_links.py": "df5a5b6fac1c57c7",
    "r0044_webhooks.py": "dfa939362cef728a",
    "r0045_outside_calendars.py": "56f8f3e8d533df31",
    "r0046_journal_items.py": "97baa31b157c2594",
    "r0047_sign_ons.py": "bec8429b6fd93a7d",
    "r0048_journal_items_seq.py": "bd1f25b441f6596f",
    "r0049_secrets_ended.py": "65bbf8c62914116b",
    "r0050_red_items.py": "402cc27bc15672e6",
    "r0051_sign_on_sites.py": "ec4f738db4f046f1",
    "r0052_updates_of_a_chat.py": "4ef99576381fc779",
    "r0053_rounds.py": "685a9273f1628117",
    "r0054_unreadable_events.py": "fa9c75fdbc0082e3",
    "r0055_begun_work.py": "0a30c7fc0fe6cc83",
    "r0056_troubles.py": "14aca134c7eb0113",
    "r0057_topics_of_groups.py": "48dfe8d8d5b1980d",
    "r0058_numbers.py": "c2b8aa260f7b09f0",
    "r0059_several_files.py": "9ba4e5b75d82e3f6",
    "r0060_questions_of_messages.py": "6cdd4a8d9c7a9b26",
    "r0061_sent_as.py": "5df2b7f257249154",
    "r0062_lunch.py": "717063e5d6b52a26",
    "r0063_own_reminders.py": "77791e13ed298713",
    "r0064_asked_for.py": "5fcc0742d9c78ebe",
    "r0065_closed_tasks.py": "05495edeed5e3a14",
    "r0066_hours_away.py": "a2eae411abcc4715",
    "r0067_own_holidays.py": "a660a79258227bf0",
    "r0068_splits.py": "7f166227f2919f35",
    "r0069_series_rules.py": "16379e3a7fe0a6ba",
    "r0070_external_ids.py": "fcf4bf9d06ca45a6",
    "r0071_events_external_ids.py": "2167b9b82cba1eee",
    "r0072_updated.py": "52be265c41c512d0",
    "r0073_series_external_ids.py": "ce46f0ae841dd0b0",
    "r0074_deleted_external_ids.py": "9623fea79abc8533",
    "journal.py": "2197cb1cfc667086",
    "search_index.py": "97e4b1dafec66f96",
}
"""Of each migration that has landed. Databases have been through it: what it got wrong, a new one mends."""


def test_a_migration_that_has_landed_is_never_changed():
    found = {
        path.name: sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted([*VERSIONS.glob("r*.py"), *MADE_BY_SQL])
    }
    assert found == FROZEN


def test_a_check_names_rows_that_refer_to_nothing(url, path):
    execute(path, "INSERT INTO daily_logs (user_id, fecha, opened_at) VALUES (999, '2026-11-23', '')")
    (problem,) = storage.check(url)
    assert "daily_logs" in problem


@pytest.fixture
def damaged(path):
    """The file, in which rows behind the middle were overwritten."""
    rows = (f"INSERT INTO causes VALUES ('s', '{n}', x'', zeroblob(500), '')" for n in range(1000))
    execute(path, "BEGIN", *rows, "COMMIT")
    with path.open("r+b") as file:
        file.seek(path.stat().st_size * 3 // 4)
        file.write(b"\xff" * 8192)
    return path


def test_a_check_names_a_damaged_file(url, damaged):
    assert any("integrity" in problem for problem in storage.check(url))


def test_a_backup_of_a_damaged_file_is_refused_and_leaves_nothing(url, damaged):
    before = set(damaged.parent.iterdir())
    with pytest.raises(OSError, match="damaged"):
        storage.backup(url, damaged.with_name("copy.db"))
    assert set(damaged.parent.iterdir()) == before


def test_a_backup_without_room_leaves_nothing(url, path, monkeypatch):
    before = set(path.parent.iterdir())

    def small(file):
        made = connecting.connect(file)
        if file != path:
            made.execute("PRAGMA max_page_count = 5")
        return made

    monkeypatch.setattr("storage.sqlite.schema.connect", small)
    with pytest.raises(OSError, match="full"):
        storage.backup(url, path.with_name("copy.db"))
    assert set(path.parent.iterdir()) == before


def test_a_backup_replaces_nothing(url, path):
    kept = path.with_name("copy.db")
    kept.write_text("mine")
    before = set(path.parent.iterdir())
    with pytest.raises(FileExistsError):
        storage.backup(url, kept)
    assert kept.read_text() == "mine"
    assert set(path.parent.iterdir()) == before


def test_what_is_installed_has_the_migrations_the_texts_and_the_fonts(monkeypatch):
    monkeypatch.chdir(ROOT)
    distribution = apply_configuration(Distribution({"script_name": "setup.py"}), "pyproject.toml")
    build = distribution.get_command_obj("build_py")
    build.ensure_finalized()
    names = [name.removeprefix(f"{build.build_lib}/") for name in build.get_outputs(include_bytecode=False)]
    wanted = {
        "storage/schema/migrations/env.py",
        "storage/schema/migrations/versions/r0001_first.py",
        "core/language/locale/es/chat/day.toml",
        "bot/chat/pictures/fonts/DejaVuSansCondensed.ttf",
        "bot/chat/pictures/fonts/LICENSE.txt",
    }
    assert wanted <= set(names)


LIVED = (
    "INSERT INTO users (id, username, display_name, role) VALUES (1, 'ana', 'Ana', 'member'), (2, 'l', 'L', 'member')",
    """
    INSERT INTO tasks (id, descripcion, leader_user_id, fecha_solicitud, fecha_cumplir, estatus, prioridad,
        created_by_user_id, created_at, updated_at)
    VALUES (1, 'x', 2, '2026-11-01', '2026-11-30', 'EN_PROCESO', 'ALTA', 1, '2026-11-01T00:00:00.000000Z',
        '2026-11-01T00:00:00.000000Z'), (2, 'given away', NULL, '2026-11-01', '2026-11-30', 'PENDIENTE', 'ALTA', 1,
        '2026-11-01T00:00:00.000000Z', '2026-11-01T00:00:00.000000Z')
    """,
    "INSERT INTO task_responsibles (task_id, position, user_id) VALUES (1, 0, 1), (2, 0, 2)",
    """
    INSERT INTO daily_logs (id, user_id, fecha, opened_at)
    VALUES (1, 1, '2026-11-23', '2026-11-23T15:00:00.000000Z'), (2, 1, '2026-11-20', '2026-11-20T15:00:00.000000Z'),
        (3, 1, '2026-11-19', '2026-11-19T15:00:00.000000Z'), (4, 1, '2026-11-18', '2026-11-18T15:00:00.000000Z'),
        (5, 1, '2026-11-17', '2026-11-17T15:00:00.000000Z')
    """,
    """
    INSERT INTO daily_log_items (log_id, task_id, orden, semaforo, porcentaje, resume_porcentaje)
    VALUES (1, 1, 1, 'ROJO', 40, 40), (2, 1, 1, 'ROJO', 30, 30), (4, 1, 1, 'NARANJA', 20, 20), (5, 2, 1, 'ROJO', 10, 10)
    """,
    "UPDATE daily_logs SET closed_at = '2026-11-17T23:00:00.000000Z' WHERE id = 5",
    """
    UPDATE daily_log_items SET frozen_descripcion = 'x', frozen_fecha_solicitud = '2026-11-01',
        frozen_fecha_cumplir = '2026-11-30', frozen_estatus = 'PENDIENTE', frozen_prioridad = 'ALTA' WHERE log_id = 5
    """,
    """
    INSERT INTO daily_log_items (log_id, task_id, orden, semaforo, porcentaje, resume_porcentaje)
    VALUES (3, 2, 1, 'VERDE', 70, 70)
    """,
)


LISTED = (
    "UPDATE tasks SET responsible_user_ids = '[1]' WHERE id = 1",
    "UPDATE tasks SET responsible_user_ids = '[2]' WHERE id = 2",
)
SUMMED_UP = (
    "UPDATE daily_logs SET rojo = 1 WHERE id IN (1, 2, 5)",
    "UPDATE daily_logs SET naranja = 1 WHERE id = 4",
    """
    UPDATE daily_logs
    SET porcentaje = (SELECT COALESCE(SUM(porcentaje), 0) FROM daily_log_items WHERE log_id = daily_logs.id)
    WHERE id <> 3
    """,
    "UPDATE daily_log_items SET red_since = '2026-11-20' WHERE log_id IN (1, 2)",
    "UPDATE daily_log_items SET red_since = '2026-11-17' WHERE log_id = 5",
    "INSERT INTO task_leads (leader_user_id, user_id) VALUES (2, 1)",
    """
    INSERT INTO events (id, title, event_type_id, status_id, start_datetime, end_datetime, is_virtual, is_public,
        is_active, created_at, updated_at)
    SELECT 1, 'x', MIN(id), 1, '2026-11-23T15:00:00.000000Z', '2026-11-23T16:00:00.000000Z', is_active, is_active,
        is_active, '2026-11-01T00:00:00.000000Z', '2026-11-01T00:00:00.000000Z'
    FROM event_types WHERE is_active AND NOT auto_generated GROUP BY is_active
    """,
    """
    INSERT INTO event_participants (event_id, user_id, created_at, updated_at)
    VALUES (1, 1, '2026-11-01T00:00:00.000000Z', '2026-11-01T00:00:00.000000Z')
    """,
    "INSERT INTO busy VALUES (1, 0, 1795446000000000, 1795449600000000, 1, 1)",
)


INVITED = (
    """
    INSERT INTO events (id, event_type_id, title, start_datetime, end_datetime, is_virtual, is_public, status_id,
        created_by_user_id, created_at, updated_at, is_active)
    VALUES (1, 2, 'x', '2026-11-23T15:00:00.000000Z', '2026-11-23T16:00:00.000000Z', {no}, {no}, 1, 1,
        '2026-11-01T00:00:00.000000Z', '2026-11-01T00:00:00.000000Z', {yes})
    """,
    """
    INSERT INTO event_participants (event_id, user_id, customer_id, created_at, updated_at)
    SELECT 1, u.id, 7 - u.id, '2026-11-01T00:00:00.000000Z', '2026-11-01T00:00:00.000000Z' FROM users u
    """,
    "INSERT INTO busy SELECT user_id, 0, 1795446000000000, 1795449600000000, 1, 1 FROM event_participants",
)
SAID = """
INSERT INTO task_comments (task_id, comentario, created_by_user_id, created_at, updated_at)
VALUES (1, 'Camión y ñandú', 1, '2026-11-01T00:00:00.000000Z', '2026-11-01T00:00:00.000000Z')
"""


SUBSCRIBED = (
    """
    INSERT INTO outside_calendars (user_id, url, created_at, due_at, read_at, known_until, fault, etag, digest)
    SELECT id, 'https://a.example/' || id, '2026-11-01T00:00:00.000000Z', '2026-11-23T15:00:00.000000Z',
        '2026-11-23T14:00:00.000000Z', '2027-11-23T14:00:00.000000Z', 'not_a_calendar', 'e', 'd' FROM users
    """,
    """
    INSERT INTO outside_busy (user_id, starts_at, calendar_id, ends_at)
    SELECT user_id, '2026-11-23T15:00:00.000000Z', id, '2026-11-23T16:00:00.000000Z' FROM outside_calendars
    """,
    "DELETE FROM outside_busy WHERE calendar_id = 2",
    "DELETE FROM outside_calendars WHERE id = 2",
    "INSERT INTO comment_files (comment_id, kind, name, file_id) VALUES (1, 'PHOTO', NULL, 'AgAC')",
)


def test_a_number_that_anybody_is_told_is_never_given_again():
    with_numbers = {table.name for table in metadata.tables.values() if "id" in table.c}
    told_to_nobody = {"housekeeping", "job_runs", "task_due_moves"}
    assert with_numbers - {*restoring.numbered_tables()} == {"tokens", *told_to_nobody}


PLACEHOLDERS = (
    """
    INSERT INTO tasks (id, descripcion, fecha_solicitud, fecha_cumplir, fecha_cierre, estatus, prioridad, created_at,
        updated_at, is_active)
    VALUES (700, '-', '2026-11-01', '2026-11-01', '2026-11-01', 'CERRADA', 'BAJA', '', '', 0)
    """,
    """
    INSERT INTO events (id, event_type_id, title, start_datetime, end_datetime, is_virtual, is_public, status_id,
        created_at, updated_at, is_active, is_deleted)
    SELECT 800, min(id), '-', '1970-01-01T00:00:00.000000Z', '1970-01-01T00:00:01.000000Z', 0, 0, 0, '', '', 0, 1
    FROM event_types
    """,
)
"""By which a restore has kept the highest numbers."""


def upgrade_to(revision, url):
    schema = maintenance.schema_of(url)
    schema.transaction(lambda opened: command.upgrade(maintenance.configuration(opened), revision))


@pytest.fixture(scope="module")
def before_numbers(tmp_path_factory):
    """A file as it was before numbers were noted."""
    path = tmp_path_factory.mktemp("before") / "semaforo.db"
    upgrade_to("0057", f"sqlite+aiosqlite:///{path}")
    return path


@pytest.fixture
def url_before_numbers(before_numbers, tmp_path):
    return f"sqlite+aiosqlite:///{shutil.copy(before_numbers, tmp_path)}"


def test_numbers_that_a_row_has_kept_are_kept_without_it(url_before_numbers):
    url = url_before_numbers
    on(url, *PLACEHOLDERS)
    storage.upgrade(url)
    assert storage.check(url) == []
    assert on(url, "SELECT id FROM tasks UNION SELECT id FROM events") == []
    assert on(url, "SELECT name, seq FROM sqlite_sequence WHERE name IN ('tasks', 'events') ORDER BY seq") == [
        ("tasks", 700),
        ("events", 800),
    ]


def test_a_table_that_was_changed_by_others_is_not_rewritten(url_before_numbers):
    url = url_before_numbers
    on(url, "DROP TABLE examples", "CREATE TABLE examples (id INTEGER PRIMARY KEY)")
    with pytest.raises(RuntimeError, match="the table examples is not what"):
        storage.upgrade(url)
    assert "0057" in storage.check(url)[0]


async def test_what_was_there_before_a_migration_is_brought_up_to_date(bare_url):
    truth = {"no": "0", "yes": "1"} if bare_url.startswith("sqlite") else {"no": "FALSE", "yes": "TRUE"}
    invited = [statement.format(**truth) for statement in INVITED]
    for revision, written in (("0018", LIVED), ("0024", invited), ("0028", [SAID]), ("0050", SUBSCRIBED)):
        upgrade_to(revision, bare_url)
        on(bare_url, *written)
    storage.upgrade(bare_url)
    assert storage.check(bare_url) == []
    sums = "SELECT verde, amarillo, naranja, rojo, porcentaje FROM daily_logs ORDER BY id"
    assert on(bare_url, sums) == [(0, 0, 0, 1, 40), (0, 0, 0, 1, 30), (0,) * 5, (0, 0, 1, 0, 20), (0, 0, 0, 1, 10)]
    since = [day and str(day) for (day,) in on(bare_url, "SELECT red_since FROM daily_log_items ORDER BY log_id")]
    assert since == ["2026-11-20", "2026-11-20", None, None, "2026-11-17"]
    assert on(bare_url, "SELECT leader_user_id, user_id FROM task_leads") == [(2, 1)]
    answers = "SELECT user_id, response FROM event_participants ORDER BY user_id"
    assert on(bare_url, answers) == [(1, "ACCEPTED"), (2, "NEEDS-ACTION")], "the creator alone"
    assert on(bare_url, "SELECT comment_id, number, kind, file_id FROM comment_files") == [(1, 0, "PHOTO", "AgAC")]
    async with storage.open_store(bare_url) as store:
        viewer = Actor(await store.read(lambda uow: uow.users.get(2)))
        for words, kinds in ((["camion"], ["COMMENT"]), (["x"], ["TASK", "EVENT"]), (["camion", "nan"], ["COMMENT"])):
            found = await store.read(lambda uow, words=words: uow.search.matches(viewer, words, 10))
            assert [match.kind for match in found] == kinds
        (calendar,) = await store.read(lambda uow: uow.outside_calendars.of_person(1))
        assert (calendar.calendar.fault, calendar.etag, calendar.digest) == (CalendarFault.NOT_A_CALENDAR, None, None)
        now = datetime(2026, 11, 23, 15, tzinfo=UTC)
        asked = BusyQuery([1], now, now + timedelta(hours=1), 1, [], now - timedelta(days=1))
        (busy,) = (await store.read(lambda uow: uow.busy.conflicts(viewer, asked))).conflicts
        assert (busy.conflicting_event_title, busy.start_datetime) == ("Ocupado", now)
        assert await store.write(lambda uow: uow.outside_calendars.add(1, "https://b.example/", now)) == 3
