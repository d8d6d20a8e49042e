"""Followers and mutes are kept, and the people of a conversation found, as the port says."""

import pytest

from core.base.calendar_time import ONE_DAY
from core.records.messages import MessageKind, NewMessage
from core.records.work import TaskFollower
from tests.storage.rows import NOW, add_task, add_users, as_actor
from tests.storage.units import calls_of

read, write = calls_of("conversations")


@pytest.fixture
async def stored(store):
    """Three people, and two tasks of the first."""
    ana, leo, pedro = await add_users(store, "ana", "leo", "pedro")
    return (ana, leo, pedro), [(await add_task(store, ana)).id for _ in range(2)]


async def people(store, task):
    """Everybody in a task's conversation; for nobody a message waits."""
    untold = await read(store, "untold", task, [], "task_commented:", NOW, everybody=True)
    return sorted(untold)


async def test_followers_come_back_by_person_until_they_leave(store, stored):
    (ana, leo, pedro), (task, other) = stored
    rows = [TaskFollower(task, person, ana, NOW) for person in (leo, pedro)]
    for row in reversed(rows):
        await write(store, "follow", row)
    assert await read(store, "followers", task) == rows
    assert await read(store, "followers", other) == []
    asked = [(leo, task), (leo, other), (ana, task)]
    assert [await read(store, "follows", *each) for each in asked] == [True, False, False]
    await write(store, "unfollow", task, leo)
    assert await read(store, "followers", task) == rows[1:]


async def test_a_followed_task_is_listed_and_concerns_one(store, stored):
    (ana, leo, _), (task, _) = stored
    viewer = await as_actor(store, leo)
    assert await store.read(lambda uow: uow.tasks.list(viewer)) == []
    await write(store, "follow", TaskFollower(task, leo, ana, NOW))
    assert [each.id for each in await store.read(lambda uow: uow.tasks.list(viewer))] == [task]
    assert [each.id for each in await store.read(lambda uow: uow.tasks.concerning(viewer))] == [task]


async def test_its_people_follow_it_have_commented_or_help_with_a_red_that_lasts(store, stored):
    (ana, leo, pedro), (task, other) = stored
    assert await people(store, task) == []
    for _ in range(2):
        await store.write(lambda uow: uow.tasks.add_comment(task, "Hola", ana, NOW))
    red = await store.write(lambda uow: uow.reds.start(task, ana, NOW))
    await store.write(lambda uow: uow.reds.name_helpers(red, [leo]))
    await write(store, "follow", TaskFollower(task, pedro, ana, NOW))
    assert await people(store, task) == [ana, leo, pedro]
    assert await people(store, other) == []
    await store.write(lambda uow: uow.reds.end([red], NOW))
    assert await people(store, task) == [ana, pedro]


async def test_everybody_who_has_commented_is_found_once(store, stored):
    (ana, leo, pedro), (task, other) = stored
    for person, of in [(pedro, task), (ana, task), (leo, other), (ana, task), (pedro, task)]:
        await store.write(lambda uow, person=person, of=of: uow.tasks.add_comment(of, "Hola", person, NOW))
    assert await people(store, task) == [ana, pedro]
    assert await people(store, other) == [leo]


async def test_a_mute_is_of_one_person_and_task(store, stored):
    (ana, leo, _), (task, other) = stored
    for person in (ana, leo, leo):
        await write(store, "mute", task, person)
    assert sorted(await read(store, "muted_by", task)) == [ana, leo]
    assert list(await read(store, "muted_by", other)) == []
    await write(store, "unmute", task, leo)
    assert list(await read(store, "muted_by", task)) == [ana]


async def test_one_whose_message_waits_is_told_already_until_a_sender_claims_it(store, stored):
    (ana, leo, pedro), (task, _) = stored
    await write(store, "mute", task, pedro)
    key = f"task_commented:{task}:"
    waiting = NewMessage(leo, MessageKind.TASK_COMMENTED, {"task_id": task}, f"{key}7:{leo}", NOW, NOW)
    await store.write(lambda uow: uow.outbox.add([waiting]))

    async def untold(key=key, at=NOW):
        asked = [ana, leo, pedro]
        return await read(store, "untold", task, asked, key, at, everybody=False)

    assert await untold() == {ana: False, pedro: True}
    assert await untold(f"task_changed:{task}:") == {ana: False, leo: False, pedro: True}
    (message,) = await store.read(lambda uow: uow.outbox.waiting(leo))
    await store.write(lambda uow: uow.outbox.claim([message.id], "sender", NOW + ONE_DAY))
    assert leo in await untold()
    assert leo not in await untold(at=NOW + ONE_DAY)
