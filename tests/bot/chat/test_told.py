"""Whatever is said and done about tasks, nobody is sent a word of one that they may not read when it is sent.

But they are told the title that a task had when they could read it, where that is news of what it was to them.
"""

import asyncio

from hypothesis import given

from bot.chat.context import ChatContext
from bot.chat.handlers.pushes import draw_push
from core.base.model import Language
from core.people import users
from core.records.messages import MessageKind, Reason
from tests.core.work.conversations import Conversations, histories, readers


@given(histories)
def test_nobody_is_told_what_they_may_not_read(memory, steps):
    asyncio.run(talk(steps))


async def talk(steps) -> None:
    office = Conversations()
    await office.begin()
    for step in [*steps, ("wait", 60)]:
        if await office.take(step) and step[0] == "wait":
            for message in await office.send():
                await check_sent(office, message)


async def check_sent(office, message) -> None:
    """Draw it as the sender would, for somebody who is still there; the signs of the texts say what it is of."""
    state, world = office.state, office.world
    if not state.users[message.user_id].is_active:
        return
    actor = await world.run(users.OPERATOR.id, users.actor, message.user_id)
    number = 1000 + message.user_id
    ctx = ChatContext(world.pipeline, 0, number, number, "es", actor, Language.ES, issue_token=None)
    push = await draw_push(ctx, message)
    if isinstance(push, Reason):
        return
    for task in state.tasks.values():
        if message.user_id not in readers(state, task):
            assert f"§{task.id}§" not in push.panel.html or knew_title(message, task)
            assert f"¤{task.id}¤" not in push.panel.html


def knew_title(message, task) -> bool:
    """Return whether somebody could read the task until the change: they had it, or were to help with its red."""
    about = message.params
    theirs = message.kind is MessageKind.TASK_CHANGED and message.user_id in about["people"]
    return about["task_id"] == task.id and (theirs or message.kind is MessageKind.RED_ENDED)
