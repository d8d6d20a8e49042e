"""A local fake of the Telegram Bot API, with a page on which one chats with the bot as any of its people.

The bot reaches it by HTTP alone: `base_url=f"{sandbox.url}/bot"`, `base_file_url=f"{sandbox.url}/file/bot"`.
Nothing here knows the project, and the project's bot knows nothing of this. State lives in memory.

    people = [Person(101, "Ana", "ana"), Person(102, "Luis", "luis"), Person(103, "Eva", "eva", "en")]
    sandbox = Sandbox("7000000001:demo-token", "semaforo_bot", "Semáforo", people)
    await sandbox.start("127.0.0.1", 8081)            # port 0: any free one; or `async with sandbox:`
    bot = ExtBot("7000000001:demo-token", base_url=f"{sandbox.url}/bot", base_file_url=f"{sandbox.url}/file/bot")

    ana = sandbox.person("ana")
    await ana.send("/hoy")                            # the bot gets an update
    panel = await ana.wait("Hoy")                     # its next new or edited message with that text
    press = await ana.press(panel, "Abrir el día")    # by text or callback_data; old snapshots work too
    answer = await ana.wait_answer(press)             # .text, .show_alert
    await ana.reply(panel, "40"); await ana.block(); ana.messages; ana.last; ana.commands()
    await ana.send_location(19.43, -99.13); await ana.send_photo(caption="mira")
    sandbox.faults.too_many_requests(3, method="sendMessage"); sandbox.faults.lose_answer(method="sendMessage")
    sandbox.calls_to("sendMessage"); sandbox.answers; sandbox.inject({"message": {}}); sandbox.pending_updates
    asked = await ana.type_inline("contrato"); offered = await ana.wait_offers(asked)   # .results
    await ana.choose(asked, offered.results[0]["id"])
    team = await sandbox.group("Equipo", "ana", "luis"); await ana.send("/rojo", chat=team.id)

A Message is how it looked at one moment (`text`, `entities`, `keyboard`, `buttons`, `spoilers`, `raw`);
`ana.current(message)` is how it looks now.
"""

from bot.sandbox._errors import ApiError, SandboxError
from bot.sandbox._faults import Fault, Faults
from bot.sandbox._groups import GroupDriver
from bot.sandbox._model import Button, Call, Callback, CallbackAnswer, InlineAnswer, InlineQuery, Message, Person
from bot.sandbox._pacing import Pacing
from bot.sandbox._people import PersonDriver
from bot.sandbox._sandbox import Sandbox
from bot.sandbox._tour import Step, Tour

__all__ = [
    "ApiError",
    "Button",
    "Call",
    "Callback",
    "CallbackAnswer",
    "Fault",
    "Faults",
    "GroupDriver",
    "InlineAnswer",
    "InlineQuery",
    "Message",
    "Pacing",
    "Person",
    "PersonDriver",
    "Sandbox",
    "SandboxError",
    "Step",
    "Tour",
]
