"""Short words for tests about group chats."""

EVERYBODY = ("lucia", "ana", "luis", "pablo", "root", "mallory")
GREETING = "¡Hola! Soy Semáforo."
NOT_LINKED = "no está vinculado con ningún equipo"


async def says(world, group, who, words, expected=None, **where):
    """Write in the group, and the bot's next message in it."""
    phone = world.phone(who)
    await phone.send(words, chat=group.id, **where)
    return await phone.wait(expected, chat=group.id)


def told(group):
    """Return all that the bot has said in the group."""
    return [message.text for message in group.messages if message.from_bot]


async def silent(world, group, who, *words, **where):
    """Return whether the bot leaves all of these without an answer."""
    before = len(told(group))
    for each in words:
        await world.phone(who).send(each, chat=group.id, **where)
    await world.quiet()
    return len(told(group)) == before
