"""Followers read a task and hear of its comments; those who have muted it hear of none."""

import pytest

from core.base.errors import Code, FieldCode, Forbidden, NotFound
from core.records.messages import MessageKind, Outcome, Reason
from core.work import followers
from tests.cast import ANA, LUCIA, LUIS, PABLO, PEDRO, ROOT
from tests.core.refusals import invalid, refused
from tests.core.world import STRANGER_ID


def told(world):
    """Return the receiver of each waiting message about a comment, in order."""
    kind, outbox = MessageKind.TASK_COMMENTED, world.store.state.outbox.values()
    return [each.user_id for each in outbox if each.kind is kind and each.outcome is Outcome.WAITING]


class TestFollowing:
    async def test_a_follower_reads_lists_comments_and_is_told(self, world):
        task = await world.task(ANA)
        with refused(NotFound, Code.TASK_NOT_FOUND, id=task.id):
            await world.get(PEDRO, task)
        await world.run(ANA, followers.add_follower, task.id, PEDRO)
        assert await world.listed(PEDRO) == [task.id]
        await world.comment(ANA, task)
        await world.comment(PEDRO, task)
        assert PEDRO in told(world)
        with pytest.raises(Forbidden):
            await world.edit(PEDRO, task, prioridad="ALTA")

    async def test_until_no_longer_let_in(self, world):
        task = await world.task(ANA)
        await world.run(ANA, followers.add_follower, task.id, PEDRO)
        await world.run(LUCIA, followers.remove_follower, task.id, PEDRO)
        assert await world.listed(PEDRO) == []
        await world.comment(ANA, task)
        assert PEDRO not in told(world)

    async def test_only_who_may_change_the_task_lets_in_and_anybody_leaves(self, world):
        task = await world.task(ANA)
        for who in (ANA, LUCIA, ROOT):
            await world.run(who, followers.add_follower, task.id, PEDRO)
        assert [each.added_by_user_id for each in await world.run(PEDRO, followers.list_followers, task.id)] == [ANA]
        await world.run(ANA, followers.add_follower, task.id, LUIS)
        for use_case, whom in ((followers.add_follower, PABLO), (followers.remove_follower, LUIS)):
            with refused(Forbidden, Code.FORBIDDEN):
                await world.run(PEDRO, use_case, task.id, whom)
        await world.run(PEDRO, followers.remove_follower, task.id, PEDRO)
        with refused(NotFound, Code.FOLLOWER_NOT_FOUND, id=PEDRO):
            await world.run(ANA, followers.remove_follower, task.id, PEDRO)

    async def test_only_an_active_person_of_the_directory(self, world):
        task = await world.task(ANA)
        with invalid(("userId", FieldCode.UNKNOWN_ID)):
            await world.run(ANA, followers.add_follower, task.id, STRANGER_ID)


class TestMentions:
    async def test_who_is_named_and_reads_the_task_is_told(self, world):
        task = await world.task(ANA, leaderUserId=ANA)
        await world.comment(ANA, task, "Ask @root, not lucia or a@luis.com")
        assert told(world) == [ROOT]

    async def test_who_is_named_and_may_not_read_it_is_asked_about(self, world):
        task = await world.task(ANA)
        comment = await world.comment(ANA, task, "@pedro @root @pedro @nobody @ana")
        assert PEDRO not in told(world)
        outsiders = await world.run(ANA, followers.mentioned_outsiders, task.id, comment.id)
        assert ([person.id for person in outsiders.people], outsiders.may_let_in) == ([PEDRO], True)
        await world.run(ANA, followers.let_in, task.id, comment.id, PEDRO)
        assert told(world).count(PEDRO) == 1
        assert (await world.run(ANA, followers.mentioned_outsiders, task.id, comment.id)).people == []

    async def test_a_follower_who_names_somebody_cannot_let_them_in(self, world):
        task = await world.task(ANA)
        await world.run(ANA, followers.add_follower, task.id, PEDRO)
        comment = await world.comment(PEDRO, task, "@luis")
        assert not (await world.run(PEDRO, followers.mentioned_outsiders, task.id, comment.id)).may_let_in
        with refused(Forbidden, Code.FORBIDDEN):
            await world.run(PEDRO, followers.let_in, task.id, comment.id, LUIS)


class TestMuting:
    async def test_of_a_muted_task_no_comment_is_told(self, world):
        task, other = (
            await world.task(LUCIA, responsibleUserIds=[ANA]),
            await world.task(LUCIA, responsibleUserIds=[ANA]),
        )
        await world.run(ANA, followers.mute, task.id)
        assert (await world.run(ANA, followers.get_mute, task.id)).muted
        await world.comment(LUCIA, task)
        *_, withheld = world.store.state.outbox.values()
        assert (withheld.user_id, withheld.outcome, withheld.reason) == (ANA, Outcome.WITHHELD, Reason.MUTED)
        await world.comment(LUCIA, other)
        await world.run(ANA, followers.unmute, task.id)
        await world.comment(LUCIA, task)
        assert told(world) == [ANA, ANA]

    async def test_a_red_is_told_all_the_same(self, world):
        task = await world.task(ANA)
        await world.run(LUCIA, followers.mute, task.id)
        await world.light(ANA, (await world.item(ANA)).id, "ROJO")
        messages = world.store.state.outbox.values()
        assert [each.user_id for each in messages if each.kind is MessageKind.RED] == [LUCIA]

    async def test_only_a_task_that_one_may_read(self, world):
        task = await world.task(ANA)
        for use_case in (followers.mute, followers.unmute):
            with refused(NotFound, Code.TASK_NOT_FOUND, id=task.id):
                await world.run(PEDRO, use_case, task.id)
