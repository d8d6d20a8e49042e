"""A copy to try something on: it holds the same on either engine, and what is tried on it stays there."""

from datetime import time

import pytest

import storage
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from core.records.people import DayHours, NewAbsence
from storage.maintenance import schema_of
from storage.schema.journal import journal_state
from storage.schema.metadata import metadata
from tests.cast import TODAY, day
from tests.storage.rows import NOW, add_task, add_users, new_event, new_item


@pytest.fixture(params=["sqlite", "postgresql"])
def any_url(request):
    return request.getfixturevalue("url" if request.param == "sqlite" else "postgresql_url")


async def lived_in(store):
    ana, luis = await add_users(store, "ana", "luis", birthday=TODAY, telegram_blocked_at=NOW)
    task = await add_task(store, ana, luis)

    async def work(uow):
        log = await uow.daily_logs.open(ana, TODAY, NOW)
        await uow.daily_logs.add_items(log.id, [new_item(task.id)])
        await uow.tasks.add_comment(task.id, "Falta la firma 🖊", luis, NOW)
        await uow.events.add(new_event(is_public=True))
        away = {"user_id": ana, "first_day": day(1), "last_day": day(3), "reason": None}
        await uow.absences.add(NewAbsence(**away, created_by_user_id=ana, created_at=NOW))
        await uow.schedules.set(ana, [DayHours(1, time(9, 30), time(12))])
        message = NewMessage(ana, MessageKind.OVERDUE_SURVEY, {"task_id": task.id, "ids": [1, 2]}, "a", NOW, NOW)
        await uow.outbox.add([message])
        await uow.outbox.settle(1, Outcome.WITHHELD, Reason.HOLIDAY, NOW)

    await store.write(work)


def rows(url):
    def read(connection):
        return {
            table.name: sorted(map(repr, connection.execute(table.select()).all()))
            for table in metadata.sorted_tables
            if table is not journal_state  # a copy is another database
        }

    return schema_of(url).transaction(read)


async def test_a_copy_holds_all_and_what_is_done_to_it_is_done_to_nothing_else(any_url):
    async with storage.open_store(any_url) as store:
        await lived_in(store)
        before = rows(any_url)
        async with storage.scratch_copy(any_url) as copy:
            assert rows(copy) == before
            assert sum(map(bool, before.values())) >= 10
            async with storage.open_store(copy) as scratch:
                assert await scratch.read(lambda uow: uow.users.list()) == await store.read(
                    lambda uow: uow.users.list()
                )
                await add_users(scratch, "eva")
            assert storage.check(copy) == []
        assert rows(any_url) == before
    with pytest.raises(ValueError, match="does not exist"):
        storage.upgrade(copy)


async def test_of_nothing_there_is_no_copy(tmp_path):
    with pytest.raises(OSError, match="there is no database"):
        async with storage.scratch_copy(f"sqlite+aiosqlite:///{tmp_path}/x.db"):
            pass
