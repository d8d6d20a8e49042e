"""The sender over the running bot's own mouth, and what became of what it was to send."""

from bot.app.tokens import token_issuer
from bot.chat.sender import Sender
from bot.telegram.pacing import Pacing
from core.application.use_case import Caller
from core.delivery.leases import acquire_lease
from core.people.users import OPERATOR

SENDER = Caller(OPERATOR)


def new_sender(world):
    """Without a pace; everybody has written to the bot before."""
    router = world.service.router
    for person in world.sandbox._world.people.values():
        person.started = True
    pacing = Pacing(1000.0, rest=lambda _: 0.0)
    pacing.rests = world.service.rests
    return Sender(world.pipeline, token_issuer(world.config), router.memory, router.outgoing, pacing)


async def send_due(world, sender, holder="one"):
    """Have somebody lead and send a few; how many were claimed."""
    lead = await world.pipeline.run(SENDER, acquire_lease, holder)
    return await sender.send_due(lead)


async def deliver(world):
    """Send everything that is due."""
    sender = new_sender(world)
    while await send_due(world, sender):
        pass


def rows(world, *columns):
    """These columns of every message, in order; of one column its values."""
    found = world.store.execute(f"SELECT {', '.join(columns)} FROM outbox ORDER BY id").fetchall()
    return [row[0] for row in found] if len(columns) == 1 else found


def outcomes(world):
    """Return what became of every message, in order."""
    return rows(world, "outcome")


def received(world, who, words):
    """Return how many of the bot's messages to somebody have these words."""
    return sum(words in message.text for message in world.phone(who).messages)


async def assign(world, count=1, who="ana"):
    """Lucía gives somebody tasks; each is told."""
    for number in range(count):
        await world.task(who, by="lucia", text=f"Tarea número {number}.")
