"""Groups: `/vincular` and `/desvincular`, and what a linked group shows to whom."""

from msgspec.structs import replace

from bot.sandbox import GroupDriver, Message
from core.base.settings import Nudges
from core.jobs.day_prompts import prompt_days
from tests.bot.chat.posting import deliver, new_sender, send_due
from tests.chat.document import conversation
from tests.chat.markdown import escaped, quoted
from tests.chat.talk import plain


def newest(group: GroupDriver, label: str) -> Message:
    """The bot's newest message in a group with a button."""
    return [message for message in group.messages if any(label in button.text for button in message.buttons)][-1]


async def press(talk, speaker, group, es, en):
    """Press a button in a group; how the message looks then."""
    message = newest(group, talk.words(es, en))
    await speaker.presses(es, en, on=message)
    return speaker.phone.current(message)


@conversation("Show a team in a group", "vincular", "equipo", "ayuda")
async def test_linking_a_group(talk):
    await talk.world.open_log("luis")
    group = await talk.group(talk.words("Ventas", "Sales"), "lucia", "ana", "luis", "pablo", "mallory")
    await talk.luis.says("/equipo", "/team", chat=group.id)
    await talk.lucia.says("/vincular", "/link", chat=group.id)
    await press(talk, talk.ana, group, "Sí, mostrarlo", "Yes, show it")
    state = await press(talk, talk.lucia, group, "Sí, mostrarlo", "Yes, show it")
    assert "Lucía" in state.text
    await talk.luis.says("/equipo@semaforo_bot", "/team@semaforo_bot", chat=group.id)
    await press(talk, talk.luis, group, "Luis", "Luis")
    card = await press(talk, talk.luis, group, "póliza", "insurance")
    assert talk.words("La aseguradora no contesta.", "The insurer does not answer.") in card.text
    await talk.luis.opens_link(card.button("💬").url, shown="https://t.me/semaforo_bot?start=t4")
    await talk.ana.says("/equipo semana", "/team week", chat=group.id)
    await talk.ana.says("/hoy", "/today", chat=group.id)
    await talk.ana.says("/ayuda", "/help", chat=group.id)


@conversation("Ask in a group of another team", "vincular", "equipo")
async def test_who_may_not_ask(talk):
    group = await talk.group(talk.words("Ventas", "Sales"), "lucia", "ana", "pablo", "mallory")
    await talk.lucia.says("/vincular", "/link", chat=group.id)
    await press(talk, talk.lucia, group, "Sí, mostrarlo", "Yes, show it")
    for person in (talk.pablo, talk.mallory, talk.mallory):
        await person.says("/equipo", "/team", chat=group.id)
    await talk.pablo.says("/vincular", "/link", chat=group.id)
    said = [message.text for message in group.messages if message.from_bot]
    assert not any("Ana" in words for words in said)


@conversation("Remind somebody in their team's group, where an installation has chosen that", "equipo", "porque")
async def test_a_nudge_in_the_group(talk):
    talk.world.pipeline.settings = replace(talk.world.pipeline.settings, nudges=Nudges.GROUP)
    group = await talk.group(talk.words("Ventas", "Sales"), "lucia", "ana", "luis")
    await talk.lucia.says("/vincular", "/link", chat=group.id)
    await press(talk, talk.lucia, group, "Sí, mostrarlo", "Yes, show it")
    await talk.lucia.says("/equipo", "/team")
    await talk.lucia.presses("👋 Recordar en el grupo", "👋 Remind in the group")
    await talk.meanwhile("It is sent.", send_due(talk.world, new_sender(talk.world)))
    said = plain(group.messages[-1].text)
    assert said == talk.words("👋 Ana: Lucía te recuerda abrir tu día.", "👋 Ana, Lucía reminds you to open your day.")
    await talk.ana.says("/porque", "/why")


@conversation("Have the summary of each day sent to a group", "vincular", "resumen")
async def test_the_summary_of_the_day_in_the_group(talk):
    group = await talk.group(talk.words("Ventas", "Sales"), "lucia", "ana", "luis")
    await talk.lucia.says("/vincular", "/link", chat=group.id)
    await press(talk, talk.lucia, group, "Sí, mostrarlo", "Yes, show it")
    await press(talk, talk.ana, group, "🔔 Mandar aquí el resumen", "🔔 Send the summary here")
    await press(talk, talk.lucia, group, "🔔 Mandar aquí el resumen", "🔔 Send the summary here")
    talk.world.clock.advance(hours=9, minutes=30)

    async def evening():
        await talk.world.operate(prompt_days)
        await deliver(talk.world)

    await talk.meanwhile("It is half past six.", evening())
    said = [message.text for message in group.messages if message.from_bot]
    assert talk.words("Resumen del equipo", "The team's summary") in said[-1]


@conversation("Stop showing a team in a group", "desvincular", "vincular")
async def test_unlinking_a_group(talk):
    group = await talk.group(talk.words("Ventas", "Sales"), "lucia", "ana")
    await talk.lucia.says("/vincular", "/link", chat=group.id)
    await press(talk, talk.lucia, group, "Sí, mostrarlo", "Yes, show it")
    await talk.ana.says("/desvincular", "/unlink", chat=group.id)
    await talk.lucia.says("/desvincular", "/unlink", chat=group.id)
    await talk.lucia.says("/vincular", "/link", chat=group.id)
    await press(talk, talk.lucia, group, "Sí, mostrarlo", "Yes, show it")
    await talk.lucia.says("/vincular", "/link")
    await talk.lucia.presses("Desvincular «Ventas»", "Unlink “Sales”")
    await talk.ana.says("/equipo", "/team", chat=group.id)


@conversation("Share a task in any conversation")
async def test_sharing_a_task(talk):
    group = await talk.group(talk.words("Compras", "Purchasing"), "ana", "mallory")
    words = talk.words("reporte", "report")
    asked = await talk.ana.phone.type_inline(words, chat=group.id)
    (offer,) = (await talk.ana.phone.wait_offers(asked)).results
    talk.lines.append(f"**Ana** types `@semaforo_bot {words}` and is offered:")
    talk.lines.append(f"> {escaped(plain(offer['title']))}\\\n> {escaped(plain(offer['description']))}")
    card = await talk.ana.phone.choose(asked, offer["id"])
    talk.lines.append("**Ana** chooses it, and sends:")
    talk.lines.append(quoted(card))
    await talk.settle()
    await talk.ana.opens_link(card.buttons[0].url, shown="https://t.me/semaforo_bot?start=t2")
    await talk.mallory.opens_link(card.buttons[0].url, shown="https://t.me/semaforo_bot?start=t2")


@conversation("Ask in a group by mentioning the bot", "rojo")
async def test_mention(talk):
    group = await talk.group("Norte", "lucia", "ana", "luis")
    await talk.lucia.says("/vincular", "/link", chat=group.id)
    await press(talk, talk.lucia, group, "Sí, mostrarlo", "Yes, show it")
    await talk.ana.says("@semaforo_bot ¿quién está en rojo?", "@semaforo_bot who is in red?", chat=group.id)
    await talk.ana.says(
        "@semaforo_bot junta con luis mañana a las 10", "@semaforo_bot meeting with luis tomorrow at 10", chat=group.id
    )
    await talk.ana.says("@semaforo_bot ¿cuáles son mis tareas?", "@semaforo_bot which are my tasks?", chat=group.id)
