"""Questions about several late tasks are one message to a person, each settled on its own; what they are asked once."""

from datetime import timedelta

import pytest

from core.delivery import sending, surveys
from core.delivery.sending import CLAIM
from core.jobs.overdue_survey import survey_overdue
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from tests.cast import ANA, LUCIA, LUIS, OPERATOR
from tests.core.job_steps import run
from tests.core.world import NOW, day

SURVEY = MessageKind.OVERDUE_SURVEY


@pytest.fixture
async def asked(world):
    """Ana and Luis have Telegram; three tasks of Ana's are late, the third of Luis's too, and both are asked."""
    await world.link(ANA, LUIS)
    tasks = [
        await world.task(LUCIA, responsibleUserIds=people, fechaSolicitud=day(-5), fechaCumplir=day(-1))
        for people in ([ANA], [ANA], [ANA, LUIS])
    ]
    for number in range(len(world.store.state.outbox)):
        await world.store.write(lambda uow, at=number + 1: uow.outbox.settle(at, Outcome.WITHHELD, Reason.DONE, NOW))
    await run(world, survey_overdue)
    return tasks


def questions(world, who):
    """(task, what became of it, why) of each question to a person."""
    rows = [row for row in world.store.state.outbox.values() if (row.kind, row.user_id) == (SURVEY, who)]
    return [(row.params["task_id"], row.outcome, row.reason) for row in rows]


async def test_several_are_one_message_and_each_is_settled(world, asked):
    lease, (to_ana, to_luis) = await world.claim()
    one, two, three = (task.id for task in asked)
    assert to_ana.message.params == {"task_id": one, "task_ids": [one, two, three]}
    assert (len(to_ana.ids), to_luis.together, to_luis.message.params) == (3, [], {"task_id": three})
    assert await world.run(OPERATOR, sending.settle, lease, to_ana.ids, Outcome.SENT)
    sent, beside = Outcome.SENT, Reason.TOGETHER
    assert questions(world, ANA) == [(one, sent, None), (two, sent, beside), (three, sent, beside)]
    assert questions(world, LUIS) == [(three, Outcome.WAITING, None)]


async def test_what_may_have_arrived_is_known_of_each(world, asked):
    lease, (to_ana, _) = await world.claim()
    await world.run(OPERATOR, sending.begin_sending, lease, to_ana.ids)
    world.clock.advance(seconds=CLAIM.total_seconds() + 1)
    due = await world.store.read(lambda uow: uow.outbox.due_to([ANA], world.clock.now()))
    assert [each.send_started_at for each in due] == [NOW] * 3


async def test_a_refused_attempt_tries_all_of_them_again_together(world, asked):
    lease, (to_ana, _) = await world.claim()
    assert await world.run(OPERATOR, sending.retry_later, lease, to_ana.ids, 5.0)
    world.clock.advance(seconds=5)
    _, (again,) = await world.claim()
    assert (again.ids, again.attempts) == (to_ana.ids, 1)


async def test_a_closed_chat_is_the_outcome_of_each(world, asked):
    lease, (to_ana, _) = await world.claim()
    await world.run(OPERATOR, sending.close_chat, lease, to_ana.ids, 1000 + ANA, "bot was blocked by the user")
    assert {row[1:] for row in questions(world, ANA)} == {(Outcome.BLOCKED, None)}


async def test_a_task_that_is_done_is_not_asked_about_with_the_others(world, asked):
    await world.run(ANA, surveys.finish, asked[1].id)
    _, (to_ana, _) = await world.claim()
    assert to_ana.message.params["task_ids"] == [asked[0].id, asked[2].id]


async def test_the_first_one_if_done_is_left_to_be_withheld_alone(world, asked):
    await world.run(ANA, surveys.finish, asked[0].id)
    lease, (to_ana, _) = await world.claim()
    assert to_ana.ids == [to_ana.message.id]
    await world.run(OPERATOR, sending.settle, lease, to_ana.ids, Outcome.WITHHELD, Reason.DONE)
    (rest,) = to_ana.beside
    assert rest.message.params["task_ids"] == [asked[1].id, asked[2].id]


async def test_one_too_late_to_be_sent_is_not_asked_about_with_the_others(world, asked):
    old = NewMessage(ANA, SURVEY, {"task_id": asked[0].id}, "old", NOW, NOW - timedelta(days=9))
    world.leave(old)
    _, (to_ana, _) = await world.claim()
    assert world.store.state.outbox["old"].reason is Reason.LATE
    assert to_ana.message.params["task_ids"] == [1, 2, 3]


async def test_what_was_asked_on_a_day_is_told_with_what_is_answered(world, asked):
    lease, (to_ana, _) = await world.claim()
    assert await world.run(ANA, surveys.asked_on, day()) == []
    await world.run(OPERATOR, sending.settle, lease, to_ana.ids, Outcome.SENT)
    await world.run(ANA, surveys.finish, asked[1].id)
    found = await world.run(ANA, surveys.asked_on, day())
    assert [(each.task.id, each.answered) for each in found] == [(1, False), (2, True), (3, False)]
    assert await world.run(ANA, surveys.asked_on, day(-1)) == []
    await world.team_edit(LUCIA, asked[0], responsibleUserIds=[LUIS])
    assert [each.task.id for each in await world.run(ANA, surveys.asked_on, day())] == [2, 3]
    assert await world.run(LUCIA, surveys.asked_on, day()) == []


async def test_what_one_was_asked_about_today_is_kept_apart_today(world, asked):
    late = await world.run(ANA, surveys.unasked_late_tasks)
    assert [task.id for task in late.own] == [1, 2, 3]
    lease, (to_ana, _) = await world.claim()
    await world.run(OPERATOR, sending.settle, lease, to_ana.ids[:2], Outcome.SENT)
    late = await world.run(ANA, surveys.unasked_late_tasks)
    assert ([task.id for task in late.own], [task.id for task in late.asked]) == ([3], [1, 2])
    assert late.count == len(asked)
    assert [task.id for task in (await world.run(LUCIA, surveys.unasked_late_tasks)).team] == [1, 2, 3]
    world.clock.advance(days=1)
    assert [task.id for task in (await world.run(ANA, surveys.unasked_late_tasks)).own] == [1, 2, 3]


async def test_who_was_never_written_to_is_known(world, asked):
    lease, (to_ana, to_luis) = await world.claim()
    assert (to_ana.first, to_luis.first) == (True, True)
    await world.run(OPERATOR, sending.settle, lease, to_ana.ids[:1], Outcome.SENT)
    await world.run(OPERATOR, sending.settle, lease, to_luis.ids, Outcome.WITHHELD, Reason.DONE)
    world.clock.advance(seconds=CLAIM.total_seconds() + 1)
    more = [NewMessage(who, MessageKind.REMINDER, {}, str(who), NOW, NOW) for who in (ANA, LUIS)]
    world.leave(*more)
    _, found = await world.claim()
    assert {each.person.id: each.first for each in found} == {ANA: False, LUIS: True}
