"""The draft of a task, as tests of the chat begin it and look at what became of it."""

from core.work import tasks

DRAFT = "sin guardar"
WHOLE = "/nueva Revisar contrato con @luis para el viernes, urgente"


async def all_tasks(world):
    return await world.operate(tasks.list_tasks)


async def last(world, who="lucia"):
    """The bot's last message as it is now, when all is answered."""
    await world.quiet()
    phone = world.phone(who)
    return phone.current([message for message in phone.messages if message.from_bot][-1])
