"""Properties of the messages of every talk about tasks: nobody is left out, nobody told twice of one thing."""

import asyncio
from collections import Counter

from hypothesis import given

from core.base.model import TaskStatus
from core.records.messages import MessageKind, Outcome
from core.work.task_news import values_of
from tests.core.work.conversations import Conversations, histories, muted, readers, talkers, waiting

COMMENTED = MessageKind.TASK_COMMENTED


@given(histories)
def test_each_is_told_once(steps):
    asyncio.run(talk(steps))


async def talk(steps) -> None:
    """Take the steps, and see after each of them who is told of it."""
    office = Conversations()
    await office.begin()
    for step in steps:
        before, outbox = office.state.tasks, office.outbox
        if not await office.take(step):
            assert step[0] == "call" or office.outbox == outbox
            continue
        new = [message for key, message in office.outbox.items() if key not in outbox]
        told = Counter(message.user_id for message in new if message.outcome is Outcome.WAITING)
        assert set(told.values()) <= {1}, step
        assert step[1] not in told
        check_changed(office.state, before, step[1], set(told))
        if step[0] == "comment":
            check_commented(office.state, step, set(told))
        if step[0] in ("why", "call") and step[3]:
            check_explained(office.state, step)
        if step[0] == "wait":
            await office.send()


def check_commented(state, step, told) -> None:
    """Check that a message waits for each reader in the conversation or named in it, and for nobody else."""
    _, author, task_id, name = step
    task = state.tasks[task_id]
    named = {user.id for user in state.users.values() if user.username == name} & readers(state, task)
    expected = (talkers(state, task) | named) - muted(state, task) - {author}
    assert told <= expected <= waiting(state, COMMENTED, "task_id", task_id)


def check_explained(state, step) -> None:
    """The reason of a red waits for everybody in the conversation: with the red, or as a comment."""
    _, person, task_id, *_ = step
    (red,) = [
        each for each in state.reds.values() if each.task_id == task_id and each.user_id == person and not each.ended_at
    ]
    told = waiting(state, MessageKind.RED, "red_id", red.id) | waiting(state, COMMENTED, "task_id", task_id)
    assert talkers(state, state.tasks[task_id]) - muted(state, state.tasks[task_id]) - {person} <= told


def check_changed(state, before, by, told) -> None:
    """A change waits for the creator and those who are or were responsible, unless they are told more than that.

    Who is put on a task that is closed or deleted hears nothing, for it is nothing to be done.
    """
    for key, task in state.tasks.items():
        earlier = before[key]
        if values_of(task) == values_of(earlier):
            continue
        over = task.estatus is TaskStatus.CERRADA or not task.is_active
        newly = set(task.responsible_user_ids) - set(earlier.responsible_user_ids) if over else set()
        people = {*earlier.responsible_user_ids, *task.responsible_user_ids, task.created_by_user_id} - {by} - newly
        assert people - muted(state, task) <= waiting(state, MessageKind.TASK_CHANGED, "task_id", key) | told
