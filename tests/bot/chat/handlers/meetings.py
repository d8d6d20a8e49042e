"""Short words for tests about events in the chat."""

from core.calendar import events
from core.calendar.reminders import list_reminders
from tests.bot.world import labels, plain

BACK = "‹ Volver al borrador"
SENTENCE = "/evento Junta con proveedores jueves 16:00 1h @luis"


async def card(world, who="lucia"):
    """The card of tomorrow's meeting, as somebody sees it."""
    said = await world.says(who, "/agenda 24 nov", "Junta")
    return await world.taps(who, said, next(each for each in labels(said) if "Junta" in each))


async def drafted(world, words=SENTENCE, who="ana", **shown):
    """The card of a new draft, which must show more, see `check`."""
    return await world.says(who, words, "not saved yet" if who == "pablo" else "sin guardar", **shown)


def spaced(message):
    """Return what a message says, its blanks all alike."""
    return plain(message).replace("\u00a0", " ").replace("\u202f", " ")


async def made(world):
    """Every event, as an admin finds them."""
    return await world.act("root", events.list_events)


async def participants(world, event):
    """Usernames of those who take part in an event."""
    rows = await world.store.read(lambda uow: uow.participants.of_events([event.id]))
    names = {user.id: name for name, user in world.users.items()}
    return [names[row.user_id] for row in rows]


async def reminders(world):
    """Return when people are reminded of what."""
    return [(row.event_id, row.remind_at) for row in await world.act("root", list_reminders)]


async def busy(world, who, at="16:00-16:30", title="Junta semanal"):
    """An event that somebody is in, on Thursday at four unless said otherwise."""
    return await world.event(who, who, title=title, offset=3, at=at)
