"""Claims about people, what they have and hear: made where rows bear them out, and only there.

`CLAIMS` has two scenarios for a sentence: where it is true, with the rows that make it so, and where it would be false.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from bot.chat.callbacks.callback_data import write
from bot.chat.callbacks.team import Nudge
from core.base.model import Language, Semaforo
from core.language.i18n import catalogue
from core.people import users
from core.people.users import OPERATOR_CALLER
from core.records.messages import MessageKind
from core.work import tasks
from tests.bot.chat.pushing import push_of, pushed, written
from tests.bot.world import World, plain
from tests.cast import TODAY

Shown = Awaitable[str]
Scenario = Callable[[World], Shown]


@dataclass(frozen=True)
class Claim:
    """A claim of a text: a world where rows bear it out, and one where they do not."""

    said: str
    borne_out: Scenario
    not_borne_out: Scenario


async def block(world, who):
    """Somebody blocks the bot, which knows of it."""
    await world.pipeline.run(OPERATOR_CALLER, users.set_blocked, world.phone(who).id, blocked=True)


async def waits(world, who, kind):
    assert await written(world, who, kind), f"no {kind} waits for {who}"


async def asked(world):
    card = await world.says("ana", "/nueva Revisar contrato con @luis mañana", "Tarea nueva")
    await world.taps("ana", card, "🙋 Pedírselo a Luis")
    return await push_of(world, "luis", MessageKind.TASK_ASKED)


async def answered(world, button):
    said = await asked(world)
    _, answer = await world.presses("luis", said, button)
    await waits(world, "ana", MessageKind.ASKED_ANSWERED)
    return answer.text


async def answered_unheard(world, button):
    said = await asked(world)
    await block(world, "ana")
    return (await world.presses("luis", said, button))[1].text


async def leave_asked_for(world):
    return await world.says("ana", "¿puedo faltar mañana?", "Aquí no se pide permiso")


async def leave_told(world):
    said = await leave_asked_for(world)
    await world.taps("ana", said, "✅ Guardar")
    await waits(world, "lucia", MessageKind.ABSENCE_CHANGED)
    return said.text


async def leave_untold(world):
    await block(world, "lucia")
    return (await leave_asked_for(world)).text


async def cancelling(world, *others):
    await world.event("ana", *others, title="Ventas", at="16:00-17:00")
    card = await world.says("ana", "/agenda")
    card = await world.taps("ana", card, "16:00 · Ventas")
    return await world.taps("ana", card, "🚫 Cancelar")


async def cancelled(world):
    said = await cancelling(world, "luis")
    await world.taps("ana", said, "🚫 Sí, cancelar")
    await waits(world, "luis", MessageKind.EVENT_CANCELLED)
    return said.text


async def cancelled_alone(world):
    return (await cancelling(world)).text


async def commented(world):
    await world.task("ana", text="Factura", by="lucia")
    said = await world.says("ana", "dile a lucía que no alcanzo", "No llevo mensajes")
    card = await world.taps("ana", said, "#1 · Factura")
    await world.taps("ana", card, "✅ Comentar")
    await waits(world, "lucia", MessageKind.TASK_COMMENTED)
    return said.text


async def comment_of_an_outsider(world):
    """Luis is not in Lucía's task: he is let in when the comment is saved, and told of it then."""
    task = await world.task("lucia", text="Contrato")
    said = await world.says("lucia", "dile a luis que cotice las sillas", "No llevo mensajes", sees="si le das acceso")
    card = await world.taps("lucia", said, "#1 · Contrato")
    card = await world.taps("lucia", card, "✅ Comentar", offers="👁 Dar acceso a Luis")
    assert await written(world, "luis", MessageKind.TASK_COMMENTED) == []
    await world.taps("lucia", card, "👁 Dar acceso a Luis")
    await waits(world, "luis", MessageKind.TASK_COMMENTED)
    assert (await world.act("luis", tasks.get_task, task.id)).id == task.id
    return said.text


async def comment_of_nobody_reached(world):
    await world.task("ana", text="Factura", by="lucia")
    await block(world, "lucia")
    return (await world.says("ana", "dile a lucía que no alcanzo", "ahora no le puedo avisar a Lucía")).text


async def reported_red(world):
    await world.task("ana", text="Contrato", due=9)
    await world.says("ana", "/abrir")
    return (await world.says("ana", "1 rojo falta la firma")).text


async def red_told(world):
    said = await reported_red(world)
    await waits(world, "lucia", MessageKind.RED)
    return said


async def red_untold(world):
    await block(world, "lucia")
    return await reported_red(world)


async def on_a_red(world):
    await reported_red(world)
    return await push_of(world, "lucia", MessageKind.RED)


async def red_taken(world):
    said = await on_a_red(world)
    _, answer = await world.presses("lucia", said, "🛠 Lo destrabo")
    await waits(world, "ana", MessageKind.RED_ANSWERED)
    return answer.text


async def red_taken_unheard(world):
    said = await on_a_red(world)
    await block(world, "ana")
    return (await world.presses("lucia", said, "🛠 Lo destrabo"))[1].text


async def nudged(world):
    team = await world.says("lucia", "/equipo")
    _, answer = await world.presses("lucia", await world.taps("lucia", team, "⚪\ufe0f Ana"), "👋 Recordar")
    await waits(world, "ana", MessageKind.NUDGE)
    return answer.text


async def not_nudged(world):
    await world.says("lucia", "/equipo")
    await block(world, "ana")
    team = await world.says("lucia", "/equipo")
    person = await world.taps("lucia", team, "⚪\ufe0f Ana", sees="Tiene bloqueado el bot", lacks="👋 Recordar")
    return (await world.forges("lucia", write(Nudge(TODAY, world.users["ana"].id, 0)), person))[1].text


def shown(who, words):
    """Return what somebody reads who says this, in a world with nothing else."""

    async def scene(world):
        return (await world.says(who, words)).text

    return scene


def with_task(who, words, *, of="ana", opened=False, **task):
    """The same where somebody has an open task, that came after they opened their day if they have."""

    async def scene(world):
        if opened:
            await world.open_log(of)
        await world.task(of, text="Contrato", **task)
        return (await world.says(who, words)).text

    return scene


async def absent(world):
    said = await world.says("ana", "/ausencia mañana")
    return (await world.taps("ana", said, "✅ Guardar")).text


async def absent_with_task(world):
    await world.task("ana", text="Contrato", due=1)
    return await absent(world)


async def opened_without_tasks(world):
    await world.open_log("ana")
    return (await world.says("lucia", "/equipo")).text


async def with_event(world):
    await world.event("ana", title="Ventas", offset=2)
    return (await world.says("ana", "¿cuándo es mi próximo evento?")).text


async def passing_on(world):
    await world.task("ana", text="Informe")
    person = await world.taps("lucia", await world.says("lucia", "/equipo"), "Ana")
    return await world.taps("lucia", person, "🤝 Pasar lo suyo", "Luis")


async def passed_on(world):
    said = await passing_on(world)
    await world.taps("lucia", said, "✅ Sí, pásalo todo")
    await waits(world, "luis", MessageKind.HANDED_OVER)
    return said.text


async def passed_on_unheard(world):
    await block(world, "luis")
    return (await passing_on(world)).text


async def light_over(world):
    await reported_red(world)
    said = await world.says("ana", "el contrato ya no está en rojo")
    assert (await world.log("ana")).items[0].semaforo is Semaforo.VERDE
    return said.text


async def light_that_was_none(world):
    await world.task("ana", text="Contrato", due=9)
    await world.says("ana", "/abrir")
    return (await world.says("ana", "ya no está en rojo")).text


async def proposed(world):
    event = await world.event("lucia", "ana", title="Junta", offset=1)
    (about,) = await written(world, "ana", MessageKind.EVENT_INVITED)
    await pushed(world, "ana", MessageKind.EVENT_INVITED, **about)
    return event, plain(await world.says("ana", "no puedo a esa hora, ¿12:30?"))


async def time_proposed(world):
    _, said = await proposed(world)
    await waits(world, "lucia", MessageKind.EVENT_DECLINED)
    return said


async def time_proposed_unheard(world):
    await block(world, "lucia")
    return (await proposed(world))[1]


CLAIMS = {
    "said_time_proposed": Claim("Le propongo a Lucía", time_proposed, time_proposed_unheard),
    "handover_told": Claim("Le aviso en un solo mensaje", passed_on, passed_on_unheard),
    "handover_unheard": Claim("No le puedo avisar", passed_on_unheard, passed_on),
    "said_light_over": Claim("La #1 ya no está en 🔴", light_over, light_that_was_none),
    "said_asked_taken": Claim(
        "Se lo digo a Ana",
        lambda world: answered(world, "✅ Sí, la tomo"),
        lambda world: answered_unheard(world, "✅ Sí, la tomo"),
    ),
    "said_asked_declined": Claim(
        "Se lo digo a Ana",
        lambda world: answered(world, "🙅 No"),
        lambda world: answered_unheard(world, "🙅 No"),
    ),
    "absence_told": Claim("Le aviso a Lucía", leave_told, leave_untold),
    "ask_edit_CANCEL": Claim("Les aviso a quienes participan", cancelled, cancelled_alone),
    "message_as_comment": Claim("sí le llega a Lucía", commented, comment_of_nobody_reached),
    "message_as_comment_let_in": Claim("si le das acceso", comment_of_an_outsider, commented),
    "said_red_told": Claim("ya le avisé a Lucía", red_told, red_untold),
    "said_red_on_it_told": Claim("Se lo digo a Ana", red_taken, red_taken_unheard),
    "said_nudged_open": Claim("Le recuerdo", nudged, not_nudged),
    "day_empty": Claim("no tiene tareas", shown("ana", "/abrir"), with_task("ana", "/hoy", opened=True)),
    "day_waiting": Claim("Te espera 1 tarea", with_task("ana", "/hoy"), shown("ana", "/abrir")),
    "day_waiting_none": Claim("No te espera ninguna tarea", shown("ana", "/hoy"), with_task("ana", "/hoy")),
    "team_no_items": Claim("sin tareas", opened_without_tasks, with_task("lucia", "/equipo", opened=True)),
    "team_no_items_of_one": Claim("sin tareas", shown("lucia", "¿cómo va Ana?"), with_task("lucia", "¿cómo va Ana?")),
    "tasks_none": Claim("Nada por aquí", shown("ana", "/tareas"), with_task("ana", "/tareas")),
    "tasks_none_of_theirs": Claim("no hay nada", shown("lucia", "tareas de Ana"), with_task("lucia", "tareas de Ana")),
    "tasks_none_late": Claim(
        "Nada por aquí", shown("ana", "/tareas atrasadas"), with_task("ana", "/tareas atrasadas", due=-1)
    ),
    "absence_no_tasks": Claim("Ninguna tarea vence", absent, absent_with_task),
    "question_no_event": Claim("No tienes eventos", shown("ana", "¿cuándo es mi próximo evento?"), with_event),
}


@pytest.mark.parametrize("key", CLAIMS)
async def test_a_sentence_about_people_is_said_where_rows_bear_it_out(world, key):
    claim = CLAIMS[key]
    assert claim.said in await claim.borne_out(world)


@pytest.mark.parametrize("key", CLAIMS)
async def test_a_sentence_about_people_is_not_said_where_rows_do_not_bear_it_out(world, key):
    claim = CLAIMS[key]
    assert claim.said not in await claim.not_borne_out(world)


SAYS_WHO_HEARS = {
    Language.ES: re.compile(
        r"(?<!no )\b(?:les?|se l[oa]s?) (?:llega[nr]?|lleg[oó]|avis(?:o|é|aré|amos)|dig[oa]|dije|diré|recuerd[oa]"
        r"|escrib[oí]|mand[oé]|propongo)\b|\b(?:se|te) enter|\bya (?:lo|la) (?:sabe|vio)\b",
        re.IGNORECASE,
    ),
    Language.EN: re.compile(
        r"\bI(?:'ll| will|'ve|) (?:tell|told|let|remind|wrote|asked)\b(?! you)|\bI'm proposing to\b"
        r"|\b(?:is|are|was|were|be|been) told\b"
        r"|(?<!not )\breach(?:es)?\b(?! (?:you|somebody))|\bhears? of\b|\bwill hear\b|\bknows? (?:now|already)\b",
        re.IGNORECASE,
    ),
}
"""The words by which a text says that somebody hears of something."""
BORNE_OUT_BY_NAMES = {
    *("undone_told", "asked_is_told", "said_red_reason_now", "red_told_later", "red_reaches_nobody"),
    *("absence_reds_go_to", "welcome_leader", "welcome_team", "said_move_asked", "said_move_asked_before"),
    *("said_nudged_avance", "said_nudged_close", "said_person_asked"),
}
"""Texts that are said only with the names of those whom rows reach; their own tests show it."""
CLAIM_NOTHING = {
    *("errors.follower_not_found", "errors.nudge_quiet", "errors.nudge_blocked"),
    *("ask_undo", "ask_event_reminder", "ask_edit_REMINDER", "ask_why_red_how", "nudge_ask", "helper_ask"),
    *("push_calendar_unread", "red_unheard", "red_unheard_over", "topic_LEDGER"),
    *("message_as_comment_unheard", "group_ask_of_other"),
}
"""Questions, refusals, and texts that say who did not hear."""


def claims_in(language):
    """The keys of the texts of a language that say that somebody hears of something."""
    for key, found in catalogue(language).items():
        forms = found.values() if isinstance(found, dict) else [found]
        if any(SAYS_WHO_HEARS[language].search(form) for form in forms):
            yield key


@pytest.mark.parametrize("language", list(Language))
def test_each_text_that_says_who_hears_is_in_the_table(language):
    known = {*CLAIMS, *BORNE_OUT_BY_NAMES, *CLAIM_NOTHING}
    assert [key for key in claims_in(language) if key not in known and key.rpartition(".")[2] not in known] == []


def test_every_excused_text_exists():
    texts = {name for key in catalogue(Language.ES) for name in (key, key.rpartition(".")[2])}
    assert {*BORNE_OUT_BY_NAMES, *CLAIM_NOTHING} - texts == set()
