"""A list has what each of its rows has, read alone: rows of a list come another way (storage/sql/executor.py)."""

import random
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from api.http.responses import ENCODER
from core.base.model import Priority, TaskStatus
from core.base.paging import Page, PieceRows, PieceTooLong
from tests.cast import TODAY
from tests.storage.rows import NOW, add_event, add_task, add_users, as_actor

WORDS = [
    "", "null", "NULL", "true", "0", "1.0", "[1]", '{"a":1}', '"', "\\", "\\u0041", "\\x01\x1f\x7f", "\t\r\n", "'; --",
    "Ñandú 🟢 ×2", "\u2028\u2029\ufeff\u202e", "𝔘𝔫𝔦", "e\u0301", "x" * 5000, "2026-11-23", "2026-11-23T15:00:00Z",
]  # fmt: skip
SURROGATES = range(0xD800, 0xE000)
EDGES = [NOW, NOW.replace(microsecond=0), datetime(1900, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC)]


def any_words():
    """Texts of any code points but NUL and surrogates."""
    chance = random.Random(7)
    points = (chance.randrange(1, most) for most in chance.choices([0x100, 0x110000], k=20_000))
    letters = [chr(point) for point in points if point not in SURROGATES]
    return ["".join(letters[start : start + 500]) for start in range(0, len(letters), 500)]


async def test_words_come_back_from_a_list_as_they_were_given(store):
    await add_users(store, "ana")
    task = await add_task(store, 1)
    words = WORDS + any_words()

    async def write(uow):
        return [await uow.tasks.add_comment(task.id, word, 1, NOW) for word in words]

    async def read(uow):
        listed = await uow.tasks.comments(task.id)
        return listed, [await uow.tasks.comment(task.id, comment.id) for comment in listed]

    added = await store.write(write)
    listed, alone = await store.read(read)
    assert [comment.comentario for comment in listed] == words
    assert listed == alone == added


async def test_values_of_every_type_come_back_from_a_list_as_they_were_given(store):
    ana, leo = await add_users(store, "ana", "leo")
    for at in EDGES:
        await add_task(store, ana, created_at=at, updated_at=at + timedelta(microseconds=1))
    await add_task(store, leo, ana, leader_user_id=leo, created_by_user_id=None)
    await add_task(store, ana, estatus=TaskStatus.CERRADA, prioridad=Priority.URGENTE, fecha_cierre=TODAY)
    viewer = await as_actor(store, ana)
    listed = await store.read(lambda uow: uow.tasks.list(viewer))
    alone = [await store.read(lambda uow, task=task: uow.tasks.get(task.id)) for task in listed]
    assert [task.created_at for task in listed[: len(EDGES)]] == EDGES
    assert listed == alone
    assert [kinds(task) for task in listed] == [kinds(task) for task in alone]


async def test_words_of_a_list_that_is_passed_on_come_back_and_are_its_json(store):
    (ana,) = await add_users(store, "ana")
    words = [word for word in WORDS + any_words() if word]
    for word in words:
        await add_task(store, ana, descripcion=word)
    viewer = await as_actor(store, ana)
    for _ in range(2):  # the second time what was kept of the first
        listed = await store.read(lambda uow: uow.tasks.list(viewer, Page(limit=200)))
        assert [task.descripcion for task in listed] == words
        assert ENCODER.encode(listed) == msgspec.json.encode([*listed])
    assert await store.read(lambda uow: uow.tasks.list(viewer, Page(limit=200, after_id=len(words)))) == []


def kinds(task):
    """The types of a task's values: True is equal to 1, an enum's member to its value."""
    return [type(value) for value in msgspec.structs.astuple(task)]


async def test_a_piece_is_not_read_where_a_row_has_more_text_than_it_may(store):
    (ana,) = await add_users(store, "ana")
    viewer = await as_actor(store, ana)
    for words in ("ñ" * 500, "x", "𝔘" * 251):
        await add_task(store, ana, descripcion=words)
        await add_event(store, created_by_user_id=ana, title="", description=words)
    await add_event(store, created_by_user_id=ana, title="", description=None)

    async def read(listed, limit):
        return await store.read(lambda uow: getattr(uow, listed).list(viewer, Page(limit=limit)))

    for listed in ("tasks", "events"):
        whole = await read(listed, 10)
        assert await read(listed, PieceRows(2, 1000)) == whole[:2]
        assert await read(listed, PieceRows(10, 1004)) == whole
        for rows, most in ((2, 999), (3, 1003)):
            with pytest.raises(PieceTooLong):
                await read(listed, PieceRows(rows, most))
    assert await store.read(lambda uow: uow.reminders.list(viewer, Page(limit=PieceRows(9, 0)))) == []
