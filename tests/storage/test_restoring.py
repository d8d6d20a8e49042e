"""A backup in the place of the database: what ended since does not come back, and no number is given twice."""

import shutil
import subprocess
import sys
from contextlib import closing

import pytest

import storage
from core.records.messages import Outcome
from storage.sqlite import restoring
from storage.sqlite.connecting import connect
from tests.storage.raw import on

AT = "2026-11-01T00:00:00.000000Z"


def task(number):
    return (
        "INSERT INTO tasks (id, descripcion, fecha_solicitud, fecha_cumplir, estatus, prioridad, created_at,"
        f" updated_at) VALUES ({number}, 'x', '2026-11-01', '2026-11-30', 'PENDIENTE', 'ALTA', '{AT}', '{AT}')"
    )


def message(key):
    return (
        "INSERT INTO outbox (user_id, kind, params, dedupe_key, created_at, due_at, outcome, outcome_at, attempts)"
        f" VALUES (1, 'reminder', '{{}}', '{key}', '{AT}', '{AT}', 'waiting', '{AT}', 0)"
    )


def link(secret):
    return (
        "INSERT INTO calendar_links (user_id, kind, secret_hash, created_at)"
        f" VALUES (1, 'mine', CAST('{secret}' AS BLOB), '{AT}')"
    )


def webhook(secret, url="https://x.example/"):
    return (
        "INSERT INTO webhooks (user_id, url, kinds, secret, created_at, position)"
        f" VALUES (1, '{url}', '[]', '{secret}', '{AT}', 0)"
    )


def outside(path):
    return (
        "INSERT INTO outside_calendars (user_id, url, created_at, due_at)"
        f" VALUES (1, 'https://x.example/{path}', '{AT}', '{AT}')"
    )


@pytest.fixture(scope="module")
def made(empty_database, tmp_path_factory):
    """A database, and its backup of a day on which there was one task; then life went on."""
    path = shutil.copy(empty_database, tmp_path_factory.mktemp("made") / "semaforo.db")
    url = f"sqlite+aiosqlite:///{path}"
    on(url, "INSERT INTO users (username, display_name, role) VALUES ('ana', 'Ana', 'member')", task(1))
    token = f"INSERT INTO tokens (id, user_id, name, created_at, expires_at) VALUES ('t_a', 1, 'x', '{AT}', '{AT}')"
    on(url, token, message("a"), message("b"), "INSERT INTO invites VALUES (x'00', 1, '2999-01-01T00:00:00.000000Z')")
    on(url, link("kept"), link("ended"), link("renewed"))
    on(url, *(webhook(secret) for secret in ("kept", "deleted", "renewed", "moved", "stopped")))
    on(url, *(f"INSERT INTO webhook_retries VALUES ({each}, 1, 1, '{AT}', '{AT}')" for each in (1, 2)))
    on(url, outside("kept"), outside("removed"))
    on(url, *(f"INSERT INTO outside_busy VALUES (1, '{AT}', {each}, '{AT}', 1)" for each in (1, 2)))
    storage.backup(url, path.with_name("backup.db"))
    on(
        url,
        task(2),
        task(45552),
        "UPDATE users SET token_version = 5",
        f"UPDATE calendar_links SET ended_at = '{AT}' WHERE secret_hash = CAST('ended' AS BLOB)",
        "UPDATE calendar_links SET secret_hash = x'01' WHERE secret_hash = CAST('renewed' AS BLOB)",
        link("new"),
        "DELETE FROM webhook_retries WHERE webhook_id = 2",
        "DELETE FROM webhooks WHERE secret = 'deleted'",
        "UPDATE webhooks SET secret = 'other', previous_secret = secret WHERE secret = 'renewed'",
        "UPDATE webhooks SET url = 'https://y.example/' WHERE secret = 'moved'",
        f"UPDATE webhooks SET stopped_at = '{AT}', stopped_because = 'paused' WHERE secret = 'stopped'",
        webhook("new"),
        "DELETE FROM outside_busy WHERE calendar_id = 2",
        "DELETE FROM outside_calendars WHERE id = 2",
        outside("new"),
        "UPDATE outbox SET outcome = 'sent' WHERE id = 1",
    )
    on(url, "INSERT INTO sqlite_sequence (name, seq) VALUES ('drafts', 700)")
    return path


@pytest.fixture
def backup(made, path):
    shutil.copy(made, path)
    path.with_name("semaforo.jwt-secret").write_text("s" * 32)
    return shutil.copy(made.with_name("backup.db"), path.with_name("backup.db"))


def restored(url, path, backup):
    return storage.restore(url, backup, [path.with_name("semaforo.jwt-secret")])


def test_what_was_there_is_kept_and_what_is_there_is_sound(url, path, backup):
    done = restored(url, path, backup)
    assert storage.check(url) == []
    assert on(url, "SELECT id FROM tasks WHERE is_active") == [(1,)]
    (database, secret) = sorted(done.kept)
    assert database.name.startswith("semaforo.db.before-")
    assert secret.name.startswith("semaforo.jwt-secret.before-")
    assert on(f"sqlite+aiosqlite:///{database}", "SELECT max(id) FROM tasks") == [(45552,)]
    assert not path.with_name("semaforo.jwt-secret").exists()
    assert not [*path.parent.glob(".semaforo*")]


@pytest.mark.parametrize("there", [True, False])
def test_it_belongs_to_whom_the_one_that_was_there_did_whoever_restores_it(url, path, backup, monkeypatch, there):
    given = []
    monkeypatch.setattr(restoring.os, "chown", lambda _, *owner: given.append(owner))
    of = (path if there else path.parent).stat()
    if not there:
        path.unlink()
    restored(url, path, backup)
    assert given == [(of.st_uid, of.st_gid)]


def test_tokens_and_invitations_that_had_ended_do_not_work_again(url, path, backup):
    done = restored(url, path, backup)
    ((version, revoked_at),) = on(url, "SELECT token_version, tokens_revoked_at FROM users")
    assert version == 6
    assert on(url, "SELECT ended_at FROM tokens") == [(revoked_at,)] != [(None,)]
    assert on(url, "SELECT * FROM invites") == []
    assert (done.tokens_ended, done.invitations_ended) == (1, 1)


def test_calendar_links_that_were_ended_or_renewed_do_not_show_anything_again(url, path, backup):
    done = restored(url, path, backup)
    assert on(url, "SELECT CAST(secret_hash AS TEXT) FROM calendar_links WHERE ended_at IS NULL") == [("kept",)]
    assert (done.calendar_links, done.calendar_links_ended) == (1, 2)
    on(url, link("another"))
    assert on(url, "SELECT max(id) FROM calendar_links") == [(5,)]


def test_webhooks_that_were_changed_since_are_told_nothing_again(url, path, backup):
    done = restored(url, path, backup)
    assert on(url, "SELECT secret FROM webhooks") == [("kept",)]
    assert on(url, "SELECT webhook_id FROM webhook_retries") == [(1,)]
    assert (done.webhooks, done.webhooks_ended) == (1, 4)
    on(url, webhook("another"))
    assert on(url, "SELECT max(id) FROM webhooks") == [(7,)]


def test_an_outside_calendar_that_was_removed_since_is_not_read_again(url, path, backup):
    restored(url, path, backup)
    assert on(url, "SELECT id FROM outside_calendars") == on(url, "SELECT calendar_id FROM outside_busy") == [(1,)]
    on(url, outside("another"))
    assert on(url, "SELECT max(id) FROM outside_calendars") == [(4,)]


@pytest.mark.parametrize("harm", ["missing", "older"])
def test_where_it_is_not_known_which_links_webhooks_and_calendars_stand_none_does(url, path, backup, harm):
    later = "calendar_links", "webhook_retries", "webhooks", "outside_busy", "outside_calendars"
    on(url, *(f"DROP TABLE {table}" for table in later)) if harm == "older" else path.unlink()
    done = restored(url, path, backup)
    assert on(url, "SELECT count(*) FROM calendar_links WHERE ended_at IS NULL") == [(0,)]
    assert [on(url, f"SELECT count(*) FROM {table}") for table in later[1:]] == [[(0,)]] * 4
    assert (done.calendar_links, done.calendar_links_ended, done.webhooks, done.webhooks_ended) == (0, 3, 0, 5)


async def test_numbers_go_on_above_the_highest_that_was_given(url, path, backup):
    restored(url, path, backup)
    on(url, task("NULL"), "INSERT INTO drafts (owner_user_id, body) VALUES (1, '{}')")
    assert on(url, "SELECT id FROM tasks") == [(1,), (45553,)]
    assert on(url, "SELECT id FROM drafts") == [(701,)]


def test_each_table_goes_on_above_the_last_number_also_of_a_row_that_is_gone(url, path, backup):
    given = [(table, 60_000 + place) for place, table in enumerate(sorted(restoring.numbered_tables()))]
    on(url, "DELETE FROM sqlite_sequence", *(f"INSERT INTO sqlite_sequence VALUES {each}" for each in given))
    restored(url, path, backup)
    assert on(url, "SELECT name, seq FROM sqlite_sequence WHERE seq >= 60000 ORDER BY name") == given


def test_numbers_go_on_above_the_last_row_of_a_version_that_did_not_note_them(url, path, backup):
    on(url, "DELETE FROM sqlite_sequence WHERE name = 'tasks'")
    restored(url, path, backup)
    on(url, task("NULL"))
    assert on(url, "SELECT max(id) FROM tasks") == [(45553,)]


def test_what_was_sent_since_is_not_sent_again(url, path, backup):
    done = restored(url, path, backup)
    assert on(url, "SELECT outcome FROM outbox ORDER BY id") == [(Outcome.SENT,), (Outcome.WAITING,)]
    assert (done.not_sent_again, done.waiting) == (1, 1)


@pytest.mark.parametrize("harm", ["missing", "damaged"])
def test_where_nothing_is_known_of_what_was_given_many_numbers_are_passed_over(url, path, backup, harm):
    path.write_bytes(b"no database" * 1000) if harm == "damaged" else path.unlink()
    done = restored(url, path, backup)
    on(url, task("NULL"))
    assert done.numbers_known is False
    assert on(url, "SELECT max(id) FROM tasks WHERE is_active") == [(1 + restoring.UNKNOWN_NUMBERS + 1,)]
    assert storage.check(url) == []


IN_USE = """
import asyncio, sys, storage

async def main():
    async with storage.open_store(sys.argv[1]):
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""


def test_it_is_refused_while_anything_runs_and_nothing_has_changed(url, path, backup):
    command = [sys.executable, "-c", IN_USE, url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"open\n"
        before = sorted(each.name for each in path.parent.iterdir())
        with pytest.raises(OSError, match="is in use"):
            restored(url, path, backup)
        assert sorted(each.name for each in path.parent.iterdir()) == before
        other.communicate()
    assert on(url, "SELECT max(id) FROM tasks") == [(45552,)]
    assert restored(url, path, backup).numbers_known


@pytest.mark.parametrize("page", ["users", "tasks", "ix_tasks_leader_user_id"])
def test_a_damaged_copy_is_refused_and_nothing_has_changed(url, path, backup, page):
    with closing(connect(backup)) as connection:
        ((number,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [page]).fetchall()
        ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    with backup.open("r+b") as file:
        file.seek((number - 1) * size)
        file.write(b"\xff" * size)
    before = sorted(each.name for each in path.parent.iterdir())
    with pytest.raises(OSError, match="nothing was restored"):
        restored(url, path, backup)
    assert sorted(each.name for each in path.parent.iterdir()) == before
    assert on(url, "SELECT max(id) FROM tasks") == [(45552,)]


@pytest.mark.parametrize("content", [b"", b"no database" * 1000])
def test_what_is_not_a_backup_is_refused(url, path, tmp_path, content):
    other = tmp_path / "other"
    other.write_bytes(content)
    with pytest.raises(OSError, match=r"is no database|not a database"):
        storage.restore(url, other)
    assert storage.check(url) == []


def test_a_newer_backup_is_refused(url, path, backup):
    on(f"sqlite+aiosqlite:///{backup}", "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(storage.SchemaOutOfDate):
        restored(url, path, backup)
    assert on(url, "SELECT max(id) FROM tasks") == [(45552,)]


def journal_of(url):
    ((database,),) = on(url, "SELECT database_id FROM journal_state")
    ((last,),) = on(url, "SELECT max(seq) FROM journal")
    return database, last


def test_who_has_read_the_journal_that_was_there_is_told_and_no_number_of_it_is_given_again(url, path, backup):
    before, last = journal_of(url)
    restored(url, path, backup)
    after, begins = journal_of(url)
    assert after != before
    on(url, "UPDATE users SET display_name = 'Otra'")
    ((number,),) = on(url, "SELECT max(seq) FROM journal")
    assert number > begins >= last
