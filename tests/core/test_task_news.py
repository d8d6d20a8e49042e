"""Responsibles are told of what others do: a task that is theirs now, a comment on it; who did it is not."""

import pytest

from core.application.requests import build
from core.application.use_case import IdempotencyKey
from core.base.errors import FieldCode
from core.records.messages import MessageKind
from core.work import tasks
from core.work.tasks import CommentRequest
from tests.cast import ANA, LUCIA, LUIS, PABLO, ROOT
from tests.core.job_steps import NEWS
from tests.core.refusals import invalid
from tests.core.world import NOW, STRANGER_ID

ASSIGNED, COMMENTED = MessageKind.TASK_ASSIGNED, MessageKind.TASK_COMMENTED


def news(world):
    """(whom, what, about what) of every such message, in order."""
    return [(each.user_id, each.kind, each.params) for each in world.store.state.outbox.values() if each.kind in NEWS]


def assigned(who, task, by=LUCIA):
    return who, ASSIGNED, {"task_id": task.id, "by_user_id": by}


class TestAssigned:
    async def test_each_responsible_but_who_made_the_task(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[LUIS, LUCIA, ANA])
        assert news(world) == [assigned(LUIS, task), assigned(ANA, task)]

    async def test_nobody_is_told_of_a_task_of_ones_own(self, world):
        await world.task(ANA)
        assert news(world) == []

    @pytest.mark.parametrize("edit", ["edit", "team_edit"])
    async def test_those_who_are_added_and_nobody_else(self, world, edit):
        task = await world.task(LUCIA, responsibleUserIds=[ANA], leaderUserId=LUCIA)
        task = await getattr(world, edit)(LUCIA, task, responsibleUserIds=[LUIS, ANA, LUCIA])
        assert news(world) == [assigned(ANA, task), assigned(LUIS, task)]

    async def test_other_changes_tell_nobody(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        before = news(world)
        await world.edit(LUCIA, task, descripcion="Other", prioridad="URGENTE", estatus="EN_PROCESO")
        assert news(world) == before

    async def test_who_is_taken_off_and_put_on_again_is_told_again(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        for responsibles in ([LUIS], [ANA]):
            world.clock.advance(minutes=1)
            await world.edit(LUCIA, task, responsibleUserIds=responsibles)
        assert [who for who, _, _ in news(world)] == [ANA, LUIS, ANA]

    @pytest.mark.parametrize("fields", [{"estatus": "CERRADA"}, {"isActive": False}])
    async def test_a_task_that_is_nothing_to_do_tells_nobody(self, world, fields):
        await world.task(LUCIA, responsibleUserIds=[ANA], **fields)
        assert news(world) == []

    async def test_a_refused_request_tells_nobody(self, world):
        with invalid(("responsibleUserIds[1]", FieldCode.UNKNOWN_ID)):
            await world.task(ROOT, responsibleUserIds=[ANA, STRANGER_ID])
        assert news(world) == []


class TestCommented:
    async def test_each_responsible_but_the_author(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS])
        before = len(news(world))
        first, second = await world.comment(LUCIA, task), await world.comment(ANA, task)
        about = [{"task_id": task.id, "comment_id": comment.id} for comment in (first, second)]
        assert news(world)[before:] == [
            (ANA, COMMENTED, about[0]),
            (LUIS, COMMENTED, about[0]),
            (LUIS, COMMENTED, about[1]),
        ]

    async def test_to_oneself_nothing_is_said(self, world):
        await world.comment(ANA, await world.task(ANA, leaderUserId=PABLO))
        assert news(world) == []

    async def test_an_edited_comment_is_no_new_one(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        comment = await world.comment(LUCIA, task)
        before = news(world)
        await world.edit_comment(LUCIA, task.id, comment.id)
        assert news(world) == before

    async def test_a_repetition_of_the_same_cause_tells_once(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        before = len(news(world))
        for _ in range(2):
            request = build(CommentRequest, {"comentario": "Once"})
            await world.run(LUCIA, tasks.add_comment, task.id, request, idempotency_key=IdempotencyKey("test", "1"))
        assert len(news(world)) == before + 1

    async def test_it_waits_from_now_on(self, world):
        await world.comment(LUCIA, await world.task(LUCIA, responsibleUserIds=[ANA]))
        *_, message = world.store.state.outbox.values()
        assert (message.created_at, message.due_at, message.outcome, message.reason) == (NOW, NOW, "waiting", None)
