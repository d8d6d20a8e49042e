"""A backup in the place of the database: what ended since does not come back, and no number is given twice."""

import subprocess
import sys

import pytest

import storage
from core.records.messages import Outcome
from storage.sqlite import restoring
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


@pytest.fixture
def backup(url, path):
    """Of a day on which there was one task; then life went on."""
    on(url, "INSERT INTO users (username, display_name, role) VALUES ('ana', 'Ana', 'member')", task(1))
    on(url, message("a"), message("b"), "INSERT INTO invites VALUES (x'00', 1, '2999-01-01T00:00:00.000000Z')")
    made = path.with_name("backup.db")
    storage.backup(url, made)
    on(
        url,
        task(2),
        task(45552),
        "UPDATE users SET token_version = 5",
        "UPDATE outbox SET outcome = 'sent' WHERE id = 1",
    )
    on(url, "INSERT INTO sqlite_sequence (name, seq) VALUES ('drafts', 700)")
    path.with_name("semaforo.jwt-secret").write_text("s" * 32)
    return made


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


def test_tokens_and_invitations_that_had_ended_do_not_work_again(url, path, backup):
    done = restored(url, path, backup)
    ((version, revoked_at),) = on(url, "SELECT token_version, tokens_revoked_at FROM users")
    assert version == 6
    assert revoked_at is not None
    assert on(url, "SELECT * FROM invites") == []
    assert (done.tokens_ended, done.invitations_ended) == (1, 1)


async def test_numbers_go_on_above_the_highest_that_was_given(url, path, backup):
    restored(url, path, backup)
    on(url, task("NULL"), "INSERT INTO drafts (owner_user_id, body, expires_at) VALUES (1, '{}', '2999')")
    assert on(url, "SELECT max(id) FROM tasks WHERE is_active") == [(45553,)]
    assert on(url, "SELECT id FROM drafts") == [(701,)]


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


@pytest.mark.parametrize("content", [b"", b"no database" * 1000])
def test_what_is_no_backup_is_refused(url, path, tmp_path, content):
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
