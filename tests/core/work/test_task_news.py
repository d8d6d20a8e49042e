"""People are told of what others do: a task that is theirs now, a comment in its conversation; who did it is not."""

from datetime import timedelta

import pytest

from core.base.settings import Settings
from core.records.messages import MessageKind, Outcome, Reason
from core.work import followers, tasks
from storage.repositories.outbox import Outbox
from tests.cast import ANA, LUCIA, LUIS, PABLO
from tests.core.job_steps import NEWS
from tests.core.world import NOW, World, day, fresh_world
from tests.tables import each_row

ASSIGNED, COMMENTED = MessageKind.TASK_ASSIGNED, MessageKind.TASK_COMMENTED
CHANGED = MessageKind.TASK_CHANGED


def news(world):
    """(whom, what, about what) of every such message, in order."""
    return [
        (each.user_id, each.kind, each.params)
        for each in world.store.state.outbox.values()
        if each.kind in NEWS - {CHANGED}
    ]


def assigned(who, task, by=LUCIA):
    return who, ASSIGNED, {"task_id": task.id, "by_user_id": by}


class TestAssigned:
    async def test_each_responsible_but_who_made_the_task(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[LUIS, LUCIA, ANA])
        assert news(world) == [assigned(LUIS, task), assigned(ANA, task)]

    @each_row(["edit", "team_edit"], world=fresh_world)
    async def test_those_who_are_added_and_nobody_else(self, world, edit):
        task = await world.task(LUCIA, responsibleUserIds=[ANA], leaderUserId=LUCIA)
        task = await getattr(world, edit)(LUCIA, task, responsibleUserIds=[LUIS, ANA, LUCIA])
        assert news(world) == [assigned(ANA, task), assigned(LUIS, task)]

    async def test_who_is_taken_off_and_put_on_again_is_told_again(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        for responsibles in ([LUIS], [ANA]):
            world.clock.advance(minutes=1)
            await world.edit(LUCIA, task, responsibleUserIds=responsibles)
        assert [who for who, _, _ in news(world)] == [ANA, LUIS, ANA]

    @each_row([{"estatus": "CERRADA"}, {"isActive": False}], world=fresh_world)
    async def test_a_task_that_is_nothing_to_do_tells_nobody(self, world, fields):
        await world.task(LUCIA, responsibleUserIds=[ANA], **fields)
        assert news(world) == []


def commented(world, after=0):
    """Return the receiver of each message about a comment, in order."""
    return [who for who, kind, _ in news(world)[after:] if kind is COMMENTED]


class TestCommented:
    async def test_what_people_were_told_is_not_looked_up_where_nobody_is_to_be_told(self, world, monkeypatch):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        await world.comment(LUCIA, task)
        monkeypatch.setattr(Outbox, "told_since", None)
        await world.comment(LUCIA, task)  # the message of the first, which waits, tells of it
        assert commented(world) == [ANA]

    async def test_each_of_its_people_but_the_author(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS], leaderUserId=PABLO)
        first = await world.comment(ANA, task)
        about = {"task_id": task.id, "comment_id": first.id}
        assert news(world)[2:] == [(who, COMMENTED, about) for who in sorted((LUCIA, LUIS, PABLO))]

    async def test_an_edited_comment_is_not_a_new_one(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        comment = await world.comment(LUCIA, task)
        before = news(world)
        await world.edit_comment(LUCIA, task.id, comment.id)
        assert news(world) == before

    async def test_the_first_is_told_at_once_and_what_follows_soon_is_added_to_it(self):
        world = World(Settings(news_wait_minutes=7))
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        comments, waiting = [], lambda uow: uow.outbox.waiting(ANA)
        for minutes in (0, 3, 4, 1):
            world.clock.advance(minutes=minutes)
            comments.append(await world.comment(LUCIA, task))
            (message,) = [each for each in world.store.put(waiting) if each.kind is COMMENTED]
            assert message.due_at == world.clock.now()
            world.store.put(lambda uow, sent=message.id: uow.outbox.settle(sent, Outcome.SENT, None, NOW))
        about = [each.params for each in world.store.state.outbox.values() if each.kind is COMMENTED]
        added = {"added_to": message.id - 3, "first_id": comments[0].id}
        assert [each.keys() >= added.keys() for each in about] == [False, True, True, False]
        assert about[2] == {"task_id": task.id, "comment_id": comments[2].id, **added}

    async def test_one_message_shows_the_comments_of_others_from_the_first_on(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS])
        await world.comment(LUCIA, task, "Before")
        first = await world.comment(LUCIA, task, "One")
        await world.comment(ANA, task, "Mine")
        await world.comment(LUIS, task, "Two")
        await world.comment(LUIS, task, "Three")
        shown = await world.run(ANA, tasks.news_from, task.id, first.id, 3)
        assert [comment.comentario for comment in shown] == ["One", "Two"]
        await world.delete(LUCIA, task)
        assert await world.run(ANA, tasks.news_from, task.id, first.id, 3) == []


def changed(world):
    """Return the receiver of each message about a change, in order, and what the task was like before."""
    messages = world.store.state.outbox.values()
    return [(each.user_id, each.params["priority"]) for each in messages if each.kind is CHANGED]


class TestChanged:
    async def test_its_responsibles_and_creator_but_who_changed_it(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS])
        await world.edit(ANA, task, prioridad="URGENTE")
        assert changed(world) == [(LUCIA, "MEDIA"), (LUIS, "MEDIA")]

    @pytest.mark.parametrize(
        "fields",
        [
            {"descripcion": "Other"},
            {"fechaCumplir": day(3)},
            {"estatus": "EN_PROCESO"},
            {"responsibleUserIds": [LUCIA, ANA]},
        ],
    )
    @pytest.mark.parametrize("edit", ["edit", "team_edit"])
    async def test_each_of_five_values_by_either_edit(self, world, edit, fields):
        task = await world.task(LUCIA, responsibleUserIds=[ANA], leaderUserId=LUCIA)
        await getattr(world, edit)(LUCIA, task, **fields)
        assert changed(world) == [(ANA, "MEDIA")]

    async def test_nothing_else_is_told(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        task = await world.edit(LUCIA, task, leaderUserId=None)
        await world.edit(LUCIA, task)
        assert changed(world) == []

    async def test_its_deletion_and_its_restoring(self, world):
        for who, active in ((ANA, True), (LUIS, False)):
            task = await world.task(LUCIA, responsibleUserIds=[who], isActive=active)
            await (world.delete(LUCIA, task) if active else world.edit(LUCIA, task, isActive=True))
        assert changed(world) == [(ANA, "MEDIA"), (LUIS, "MEDIA")]

    async def test_who_becomes_responsible_is_told_of_the_assignment_alone(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        await world.edit(LUCIA, task, responsibleUserIds=[LUIS, ANA])
        assert changed(world) == [(ANA, "MEDIA")]
        assert news(world)[-1] == assigned(LUIS, task)

    async def test_who_is_no_longer_responsible_is_told(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        await world.edit(LUCIA, task, responsibleUserIds=[LUIS])
        assert changed(world) == [(ANA, "MEDIA")]

    async def test_what_an_item_does_to_the_state_is_told(self, world):
        await world.task(LUCIA, responsibleUserIds=[ANA])
        item = await world.item(ANA)
        await world.percent(ANA, item.id, 40)
        assert changed(world) == [(LUCIA, "MEDIA")]

    async def test_while_one_waits_it_keeps_the_first_values(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        task = await world.edit(LUCIA, task, prioridad="ALTA")
        world.clock.advance(seconds=30)
        await world.edit(LUCIA, task, prioridad="URGENTE")
        assert changed(world) == [(ANA, "MEDIA")]
        *_, message = world.store.state.outbox.values()
        assert message.due_at == NOW + timedelta(minutes=2)

    async def test_nothing_is_told_of_a_muted_task(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        await world.run(ANA, followers.mute, task.id)
        await world.edit(LUCIA, task, prioridad="ALTA")
        *_, withheld = world.store.state.outbox.values()
        assert (withheld.kind, withheld.reason) == (MessageKind.TASK_CHANGED, Reason.MUTED)
