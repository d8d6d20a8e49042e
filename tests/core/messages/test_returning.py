"""People who can be written to again, or at last, are told what could not reach them; see `core.messages.outbox`."""

import pytest

from core.delivery import sending
from core.jobs.overdue_survey import survey_overdue
from core.people import users
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from tests.cast import ANA, LUCIA, LUIS, OPERATOR
from tests.core.job_steps import run
from tests.core.world import day

SURVEY, MISSED = MessageKind.OVERDUE_SURVEY, MessageKind.MISSED


async def claim_all(world):
    """Nobody can be written to: until nothing is due, everything is withheld."""
    while await world.run(OPERATOR, sending.anything_due):
        assert await world.claimed() == []


async def join(world, username="ana", account=7):
    await world.run(OPERATOR, users.link, await world.run(OPERATOR, users.invite, username), account)


def waiting(world, kind):
    found = [each for each in world.store.state.outbox.values() if (each.kind, each.outcome) == (kind, Outcome.WAITING)]
    return [(each.user_id, each.params) for each in found]


async def late_task(world, by=ANA, **fields):
    return await world.task(by, **{"fechaSolicitud": day(-5), "fechaCumplir": day(-1), **fields})


class TestJoining:
    async def test_who_joins_is_asked_about_what_was_late_before(self, world):
        tasks = [await late_task(world) for _ in range(2)]
        await run(world, survey_overdue)
        await claim_all(world)
        assert waiting(world, SURVEY) == []
        world.clock.advance(days=20)
        await join(world)
        assert waiting(world, SURVEY) == [(ANA, {"task_id": task.id}) for task in tasks]
        assert await world.claimed() == [1]

    async def test_about_each_task_once_and_nobody_else_is(self, world):
        task = await late_task(world, LUCIA, responsibleUserIds=[ANA, LUIS])
        await run(world, survey_overdue)
        await claim_all(world)
        await world.edit(LUCIA, task, fechaCumplir=day(1))
        world.clock.advance(days=3)
        await run(world, survey_overdue)
        await claim_all(world)
        await join(world)
        assert waiting(world, SURVEY) == [(ANA, {"task_id": task.id})]

    async def test_with_another_account_nobody_is_asked_again(self, world):
        await join(world)
        await late_task(world)
        await run(world, survey_overdue)
        lease, (asked,) = await world.claim()
        await world.run(OPERATOR, sending.settle, lease, asked.ids, Outcome.SENT)
        await join(world, account=8)
        assert waiting(world, SURVEY) == []


class TestUnblocking:
    @pytest.fixture
    async def blocking(self, world):
        """Ana, who has blocked the bot; three messages have not reached her, of which one was for a group."""
        await join(world)
        await world.run(OPERATOR, users.set_blocked, 7, blocked=True)
        await self.leave(world, 3, group=3)
        return world

    async def leave(self, world, count, *, group=0):
        at = world.clock.now()
        first = len(world.store.state.outbox) + 1
        new = [NewMessage(ANA, MessageKind.NUDGE, {}, str(each), at, at) for each in range(first, first + count)]
        new = [each.to_group(-5) if number == group else each for number, each in enumerate(new, 1)]
        world.leave(*new)
        for number in range(first, first + count):
            reason = Reason.GROUP_GONE if number == group else Reason.BLOCKED
            await world.store.write(
                lambda uow, each=number, why=reason: uow.outbox.settle(each, Outcome.WITHHELD, why, at)
            )

    @pytest.mark.parametrize("way", ["unblocks", "another account"])
    async def test_one_message_tells_of_all(self, blocking, way):
        if way == "unblocks":
            await blocking.run(OPERATOR, users.set_blocked, 7, blocked=False)
        else:
            await join(blocking, account=8)
        assert waiting(blocking, MISSED) == [(ANA, {"message_ids": [1, 2]})]
        await blocking.run(OPERATOR, users.set_blocked, 7, blocked=False)
        assert len(waiting(blocking, MISSED)) == 1

    async def test_without_any_there_is_none(self, world):
        await join(world)
        for blocked in (True, False):
            await world.run(OPERATOR, users.set_blocked, 7, blocked=blocked)
        assert waiting(world, MISSED) == []

    async def test_one_that_was_missed_itself_is_told_with_the_later_ones(self, blocking):
        for blocked in (False, True):
            await blocking.run(OPERATOR, users.set_blocked, 7, blocked=blocked)
        await claim_all(blocking)
        await self.leave(blocking, 1)
        await blocking.run(OPERATOR, users.set_blocked, 7, blocked=False)
        assert waiting(blocking, MISSED) == [(ANA, {"message_ids": [1, 2, 5]})]

    async def test_what_was_missed_an_earlier_time_is_not_told_again(self, blocking):
        await blocking.run(OPERATOR, users.set_blocked, 7, blocked=False)
        blocking.clock.advance(days=1)
        for blocked in (True, False):
            await blocking.run(OPERATOR, users.set_blocked, 7, blocked=blocked)
        assert len(waiting(blocking, MISSED)) == 1
