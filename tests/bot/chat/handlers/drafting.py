"""The draft of a task and the items of a day, as tests of the chat look at them."""

from core.work import tasks

DRAFT = "sin guardar"
WHOLE = "/nueva Revisar contrato con @luis para el viernes, urgente"


async def all_tasks(world):
    return await world.operate(tasks.list_tasks)


async def items(world):
    """Return how far Ana's items of today are, and their lights."""
    return [(item.porcentaje, item.semaforo) for item in (await world.log("ana")).items]


async def last(world, who="lucia"):
    """The bot's last message as it is now, when all is answered."""
    await world.quiet()
    phone = world.phone(who)
    return phone.current([message for message in phone.messages if message.from_bot][-1])
