"""Messages of the outbox sent as their sender will: drawn for their person now, remembered by what they show."""

from bot.app.tokens import token_issuer
from bot.chat.context import context_of
from bot.chat.handlers.pushes import draw_push
from bot.sandbox import Message
from core.records.messages import Message as Told
from core.records.messages import MessageKind, Outcome, Reason
from tests.cast import TODAY

DAY = {"day": TODAY.toordinal()}


async def pushed(world, who: str, kind: MessageKind, message_id: int = 1, **params) -> Message | Reason:
    """Return what a message shows to a person who has written to the bot before, or why it was not sent."""
    phone, router = world.phone(who), world.service.router
    issue = token_issuer(world.config)
    state = world.sandbox._world.people[phone.id]
    turn = await context_of(world.pipeline, issue, 0, phone.id, phone.id, state.language_code)
    now = world.clock.now()
    message = Told(message_id, world.users[who].id, kind, params, now, now, Outcome.WAITING, None, now)
    told = await draw_push(turn, message)
    if isinstance(told, Reason):
        return told
    state.started = True
    sent = await router.outgoing.send(phone.id, told.panel)
    await router.memory.remember_subject(turn, sent, told.screen, told.panel, message_id)
    return await phone.wait()


async def push_of(world, who: str, kind: MessageKind) -> Message | Reason:
    """The one message of a kind that waits for a person, as it is pushed below all that the phone shows."""
    (about,) = await written(world, who, kind)
    told = await pushed(world, who, kind, **about)
    return told if isinstance(told, Reason) else world.phone(who).messages[-1]


async def written(world, who: str, kind: MessageKind) -> list[dict]:
    """Return what the messages of a kind that wait for a person are about."""
    found = await world.store.read(lambda uow: uow.outbox.waiting(world.users[who].id))
    return [message.params for message in found if message.kind is kind]
