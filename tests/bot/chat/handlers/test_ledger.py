"""`/porque`: what was told, what waits, what was held back and why; of whom one may ask."""

from datetime import timedelta

import pytest

from core.base.model import Language
from core.delivery import nudges, snoozes
from core.delivery.snoozes import Delay
from core.language.i18n import text
from core.people import users
from core.records.jobs import Job
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from tests.bot.world import DateRequest
from tests.cast import TODAY
from tests.tables import each_row


async def add(world, who, kind, outcome=Outcome.WAITING, reason=None, *, later=0, **params):
    """A row as whoever sends leaves it."""
    now = world.clock.now()
    new = NewMessage(
        world.users[who].id,
        kind,
        params,
        f"{who}{kind}{outcome}{reason}",
        now,
        now + timedelta(minutes=later),
        outcome,
        reason,
    )
    await world.store.write(lambda uow: uow.outbox.add([new]))


def lines(message):
    return message.text.replace("\u00a0", " ").split("\n")


async def test_nothing_today(world):
    said = await world.says("ana", "/porque")
    assert lines(said) == [
        "Tus avisos de hoy · lunes, 23 de noviembre de 2026",
        "",
        "Hoy no hubo nada que avisar.",
    ]
    assert said.keyboard == [["🔄 Actualizar"]]


async def test_each_outcome_is_said_with_its_reason(world):
    await add(world, "ana", MessageKind.TASK_ASSIGNED, Outcome.SENT, task_id=12)
    await add(world, "ana", MessageKind.OPEN_PROMPT, Outcome.WITHHELD, Reason.HOLIDAY)
    await add(world, "ana", MessageKind.OVERDUE_DIGEST, Outcome.BLOCKED)
    await add(world, "ana", MessageKind.BIRTHDAYS, Outcome.FAILED)
    await add(world, "ana", MessageKind.OVERDUE_SURVEY, task_id=7)
    await add(world, "ana", MessageKind.TASK_COMMENTED, reason=Reason.QUIET_HOURS, later=60, task_id=7)
    assert lines(await world.says("ana", "/porque"))[2:] == [
        "✅ 9:00: tarea nueva #12",
        "🚫 9:00, no se envió (día festivo): aviso para abrir el día",
        "⛔ 9:00, el bot está bloqueado: lista de atrasadas",
        "⚠️ 9:00, no se pudo enviar: cumpleaños de hoy",
        "⏳ Por enviarse: pregunta por la tarea atrasada #7",
        "⏸ Espera hasta 10:00 (horas de silencio): comentario en la tarea #7",
    ]


async def test_when_somebody_did_what_a_message_asked_is_said(world):
    await add(world, "ana", MessageKind.OPEN_PROMPT, Outcome.SENT)
    key = f"ana{MessageKind.OPEN_PROMPT}{Outcome.SENT}None"
    await world.store.write(lambda uow: uow.outbox.answer([key], world.clock.advance(minutes=12)))
    assert lines(await world.says("ana", "/porque"))[2] == "✅ 9:00 (respondido 9:12): aviso para abrir el día"
    await world.change_user("ana", language="en")
    said = lines(await world.says("ana", "/why"))[2].replace("\u202f", " ")
    assert said == "✅ 9:00 AM (answered 9:12 AM): prompt to open the day"


@each_row(Language)
def test_every_kind_and_reason_has_its_words(language):
    assert all(text(language, f"chat.why_kind_{kind}") for kind in MessageKind)
    assert len({text(language, f"chat.why_reason_{reason}") for reason in Reason}) == len(Reason)


async def test_what_exists_now_waits_truthfully(world):
    task = await world.task("ana", by="lucia")
    await world.change_task("lucia", task, prioridad="ALTA")
    await world.act("lucia", nudges.nudge, world.users["ana"].id, DateRequest(fecha=TODAY))
    assert lines(await world.says("ana", "/porque"))[2:] == [
        "⏳ Por enviarse: tarea nueva #1",
        "⏳ Por enviarse: recordatorio de tu líder",
        "⏸ Espera hasta 9:02: cambio en la tarea #1",
    ]


async def test_a_snooze_waits_until_its_time(world):
    event = await world.event("ana", offset=1, at="12:00-13:00")
    await world.act("ana", snoozes.snooze, event.id, Delay.TOMORROW)
    said = lines(await world.says("ana", "/porque"))
    assert said[2:] == ["⏸ Espera hasta mar, 24 nov 9:00 (pospuesto): recordatorio de un evento"]


async def test_a_time_without_service_is_owned_up_to(world):
    for minutes in (0, 90):
        world.clock.advance(minutes=minutes)
        at = world.clock.now()
        await world.store.write(lambda uow, at=at: uow.job_runs.start_scheduled(Job.DAY_PROMPTS, at, at.isoformat()))
    said = lines(await world.says("ana", "/porque"))
    assert said[1] == "🔌 De 9:00 a 10:30 no hubo servicio: lo que tocaba preguntar entonces no lo pregunté."


async def test_the_day_itself_says_why_nothing_comes(world):
    await world.away("ana", 0, 1)
    assert lines(await world.says("ana", "/porque"))[1] == "🌴 Ausencia hasta el mar, 24 nov: no pregunto por el día."
    await world.says("luis", "/porque", sees="Tus avisos")
    world.clock.advance(days=5)
    assert lines(await world.says("luis", "/porque"))[1] == "😌 Hoy es día de descanso: no pregunto por el día."
    world.clock.advance(days=27)
    assert lines(await world.says("luis", "/porque"))[1] == "🎉 Hoy es día festivo (Navidad): no pregunto por el día."
    world.clock.advance(hours=13)
    await world.says("luis", "/porque", sees="🌙 Son horas de silencio: hasta las 7:00")


@pytest.mark.parametrize(("who", "words"), [("lucia", "@Ana"), ("root", "ANA")])
async def test_a_leader_and_an_admin_ask_of_their_people(world, who, words):
    await add(world, "ana", MessageKind.OVERDUE_SURVEY, Outcome.SENT, task_id=7)
    said = await world.says(who, f"/porque {words}")
    assert lines(said)[0] == "Avisos de hoy para Ana · lunes, 23 de noviembre de 2026"
    assert "✅ 9:00: pregunta por la tarea atrasada #7" in said.text
    await world.taps(who, said, "🔄 Actualizar", sees="Avisos de hoy para Ana")


async def test_of_others_one_is_told_nothing(world):
    await add(world, "ana", MessageKind.OVERDUE_SURVEY, Outcome.SENT, task_id=7)
    assert (await world.says("luis", "/porque ana")).text == "Solo puedo decírtelo de ti y de tu equipo."
    panel = await world.says("luis", "/porque")
    forged = f"1:o:{world.users['ana'].id}:0"
    await world.forges("luis", forged, panel, hides="#7")


@each_row(["nadie", "<b>ana", "12", "ana luis", "@"], given="world")
async def test_whom_it_does_not_know_it_says(world, words):
    said = await world.says("lucia", f"/porque {words}")
    assert ("No sé quién es" in said.text) == (words != "@")


async def test_who_has_no_telegram_cannot_be_written_to(world):
    await world.operate(users.add_user, users.UserCreate(username="nora", name="Nora", leader="lucia"))
    await world.says("lucia", "/porque nora", sees="no tengo cómo escribirle")


async def test_much_is_paged(world):
    for number in range(25):
        now = world.clock.now()
        new = NewMessage(
            world.users["ana"].id, MessageKind.TASK_ASSIGNED, {"task_id": number + 1}, f"k{number}", now, now
        )
        await world.store.write(lambda uow, new=new: uow.outbox.add([new]))
    said = await world.says("ana", "/porque")
    assert said.keyboard[0] == ["‹", "1/2", "›"]
    await world.taps("ana", said, "›", sees="tarea nueva #25")
