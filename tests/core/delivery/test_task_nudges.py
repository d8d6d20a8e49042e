"""Nudges about a task: who may have whom asked, how often, at which hour, and what comes of it."""

from datetime import UTC, datetime, timedelta

import pytest

from core.application.requests import build
from core.base.errors import Code
from core.base.settings import Nudges
from core.delivery import task_nudges
from core.delivery.task_nudges import TaskNudgeRequest
from core.records.messages import MessageKind
from core.work import followers
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT
from tests.core.refusals import conflict, forbidden, not_found
from tests.core.world import NOW, TODAY, arrive, day, world_with
from tests.tables import each_row


async def with_telegram(world):
    await world.link(LUCIA, ANA, LUIS, MARTA, PEDRO, PABLO, ROOT)
    return world


@pytest.fixture
async def linked(world):
    """Everybody has Telegram; it is Friday, nine in the morning."""
    return await with_telegram(world)


async def nudge(world, who, task, whom=ANA):
    return await world.run(who, task_nudges.nudge_about, task.id, build(TaskNudgeRequest, {"userId": int(whom)}))


def asked(world):
    return [(who, about["by_user_id"]) for who, about in world.told(MessageKind.TASK_NUDGE)]


async def test_who_leads_made_or_follows_the_task_has_its_responsible_asked(linked):
    task = await linked.task(ANA, leaderUserId=MARTA)
    await linked.run(ANA, followers.add_follower, task.id, PEDRO)
    for days, who in enumerate((LUCIA, MARTA, PEDRO, ROOT)):
        linked.clock.set(NOW + timedelta(days=7 * days))
        await nudge(linked, who, task)
    assert asked(linked) == [(ANA, who) for who in (LUCIA, MARTA, PEDRO, ROOT)]


async def test_nobody_else_does(linked):
    task = await linked.task(LUCIA, responsibleUserIds=[ANA, LUIS])
    with forbidden():
        await nudge(linked, LUIS, task)
    with not_found(Code.TASK_NOT_FOUND):
        await nudge(linked, PABLO, task)
    assert asked(linked) == []


async def test_the_answer_is_read_by_who_may_ask(linked):
    task = await linked.task(LUCIA, responsibleUserIds=[ANA, LUIS])
    await nudge(linked, LUCIA, task)
    assert (await linked.run(LUCIA, task_nudges.answer_to, task.id, int(ANA), int(NOW.timestamp()))).task == task
    with not_found(Code.TASK_NOT_FOUND):
        await linked.run(LUIS, task_nudges.answer_to, task.id, int(ANA), int(NOW.timestamp()))


async def test_once_a_day_for_each_person_and_task_whoever_asks(linked):
    task = await linked.task(LUCIA, responsibleUserIds=[ANA, LUIS])
    other = await linked.task(LUCIA, responsibleUserIds=[ANA])
    await nudge(linked, LUCIA, task)
    with conflict(Code.NUDGE_TASK_REPEATED):
        await nudge(linked, ROOT, task)
    await nudge(linked, LUCIA, task, LUIS)
    await nudge(linked, LUCIA, other)
    linked.clock.set(NOW + timedelta(days=3))
    await nudge(linked, ROOT, task)
    assert asked(linked) == [(ANA, LUCIA), (LUIS, LUCIA), (ANA, LUCIA), (ANA, ROOT)]


async def test_only_a_responsible_of_an_open_task_who_can_be_written_to_is_asked(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    with conflict(Code.NUDGE_NOT_THEIRS):
        await nudge(world, LUCIA, task, LUIS)
    with conflict(Code.NUDGE_NOT_LINKED):
        await nudge(world, LUCIA, task)
    await world.link(ANA)
    await world.edit(LUCIA, task, estatus="CERRADA")
    with conflict(Code.NUDGE_TASK_OVER):
        await nudge(world, LUCIA, task)


async def test_where_nudges_are_off_nobody_is_asked():
    world = await with_telegram(await world_with(nudges=Nudges.OFF))
    with conflict(Code.NUDGE_OFF):
        await nudge(world, LUCIA, await world.task(LUCIA, responsibleUserIds=[ANA]))


async def at_hours(world):
    await world.week(ANA, *((weekday, "09:00", "17:00") for weekday in range(1, 6)))
    return await world.task(LUCIA, responsibleUserIds=[ANA])


@each_row(
    [
        (datetime(2026, 11, 20, 15, 30, tzinfo=UTC), datetime(2026, 11, 20, 15, 30, tzinfo=UTC)),
        (datetime(2026, 11, 20, 13, tzinfo=UTC), datetime(2026, 11, 20, 15, tzinfo=UTC)),
        (datetime(2026, 11, 20, 23, 30, tzinfo=UTC), datetime(2026, 11, 23, 15, tzinfo=UTC)),
    ]
)
async def test_it_comes_within_their_hours(now, due):
    world = await with_telegram(await world_with())
    task = await at_hours(world)
    world.clock.set(now)
    assert (await nudge(world, LUCIA, task)).at == due


async def test_it_comes_after_an_absence_and_after_their_event(linked):
    task = await at_hours(linked)
    event = await linked.event(LUCIA, startDatetime="2026-11-20T08:30", endDatetime="2026-11-20T10:00")
    await linked.invite(event, ANA)
    assert (await nudge(linked, LUCIA, task)).at == NOW + timedelta(hours=1)
    other = await linked.task(LUCIA, responsibleUserIds=[ANA])
    await linked.away(ANA, TODAY, day(3))
    assert (await nudge(linked, LUCIA, other)).at == NOW + timedelta(days=4)


async def test_an_absence_noted_meanwhile_puts_it_off(linked):
    task = await at_hours(linked)
    await nudge(linked, LUCIA, task)
    await linked.away(ANA, TODAY, TODAY)
    assert MessageKind.TASK_NUDGE not in {each.message.kind for each in (await linked.claim())[1]}


async def answered(world, do):
    """To whom it is told that Ana has answered about the task of Lucía's that she was asked about."""
    await with_telegram(world)
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    item = await world.item(ANA, task=task)
    await nudge(world, LUCIA, task)
    arrive(world)
    await do(task, item)
    return [who for who, _ in world.told(MessageKind.NUDGE_ANSWERED)], task


async def test_a_report_is_told_to_who_asked_once(world):
    async def twice(_, item):
        await world.percent(ANA, item.id, 40)
        await world.percent(ANA, item.id, 60)

    people, task = await answered(world, twice)
    assert people == [LUCIA]
    told = await world.run(LUCIA, task_nudges.answer_to, task.id, int(ANA), int(NOW.timestamp()))
    assert (told.porcentaje, told.told) == (60, False)


async def test_what_another_message_tells_is_not_told_again(world):
    async def closes(_, item):
        await world.percent(ANA, item.id, 100)

    _, task = await answered(world, closes)
    assert (await world.run(LUCIA, task_nudges.answer_to, task.id, int(ANA), int(NOW.timestamp()))).told


async def test_what_others_do_is_not_an_answer(world):
    async def leader_moves(task, _):
        await world.edit(LUCIA, task, fechaCumplir=day(12))
        await world.edit(LUCIA, task, estatus="CERRADA")

    assert (await answered(world, leader_moves))[0] == []
