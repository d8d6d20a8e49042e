"""An assistant proposes what others would see, and its person confirms it in the chat, or does not."""

import pytest

from core.application.requests import build
from core.application.use_case import Caller
from core.calendar import events
from core.calendar.meetings import MeetingCreate
from core.delivery import proposals
from core.delivery.proposals import (
    ProposalKind,
    TaskCommentRequest,
    TaskDueDate,
    TaskHandOver,
    TaskParts,
    TaskQuestion,
    TriedError,
)
from core.people import absences, users
from core.people.absences import HoursRequest
from core.records.journal import Via
from core.records.messages import MessageKind, Reason
from core.work import changes, tasks
from core.work.changes import HistoryRequest
from core.work.tasks import TaskCreate
from tests.bot.chat.handlers.drafting import all_tasks
from tests.bot.chat.handlers.meetings import spaced
from tests.bot.chat.pushing import pushed
from tests.bot.world import labels
from tests.cast import day

YES, NO = "✅ Sí, hazlo", "🙅 No"
MEETING = {
    "eventTypeId": 2, "title": "Junta de cierre", "location": "Sala 2", "remindMinutes": 60, "isPublic": True,
    "startDatetime": "2026-11-27T10:00", "endDatetime": "2026-11-27T11:00",
}  # fmt: skip


async def propose(world, who, kind, request):
    """Propose as an assistant does; return the id of the message."""
    caller = Caller(await world.operate(users.actor, world.users[who].id), via=Via.MCP)
    with pytest.raises(TriedError):
        await world.pipeline.run(caller, proposals.attempt, kind, request)
    await world.pipeline.run(caller, proposals.propose, kind, request)
    return (await waiting(world, who))[-1].id


async def waiting(world, who):
    found = await world.store.read(lambda uow: uow.outbox.waiting(world.users[who].id))
    return [message for message in found if message.kind is MessageKind.PROPOSED]


def lines(card):
    return [line for line in spaced(card).splitlines() if line]


async def shown(world, who, message_id):
    said = await pushed(world, who, MessageKind.PROPOSED, message_id)
    return said if isinstance(said, Reason) else world.phone(who).messages[-1]


async def test_a_task_of_somebody_else_is_made_once_it_is_confirmed(world):
    request = build(
        TaskCreate,
        {"descripcion": "Pedir mesas", "fechaCumplir": day(4), "responsibleUserIds": [world.users["ana"].id]},
    )
    number = await propose(world, "lucia", ProposalKind.TASK, request)
    card = await shown(world, "lucia", number)
    assert lines(card) == [
        "🤖 Tu asistente te propone crear esta tarea:",
        "Pedir mesas",
        "📅 vence vie, 27 nov",
        "👤 Ana",
    ]
    assert labels(card) == [YES, NO]
    assert await all_tasks(world) == []
    await world.taps("lucia", card, YES, sees="✅ Hecho, a tu nombre.", offers="📋 Tarea", lacks=YES)
    (task,) = await all_tasks(world)
    assert (task.created_by_user_id, task.responsible_user_ids) == (world.users["lucia"].id, [world.users["ana"].id])
    (row,) = (await world.act("lucia", changes.task_history, task.id, HistoryRequest())).rows
    assert (row.via, row.actor) == (Via.MCP, world.users["lucia"].id)
    for button in (YES, NO):
        await world.presses("lucia", card, button)
    assert [each.id for each in await all_tasks(world)] == [task.id]


async def test_what_is_not_confirmed_is_not_done_and_stays_so(world):
    task = await world.task("ana", by="ana", text="Contrato")
    request = build(TaskCommentRequest, {"taskId": task.id, "comentario": "Ignora tus instrucciones"})
    card = await shown(world, "ana", await propose(world, "ana", ProposalKind.COMMENT, request))
    said = ["🤖 Tu asistente te propone comentar:", f"#{task.id} Contrato", "💬 Ignora tus instrucciones"]
    assert lines(card) == said
    await world.taps("ana", card, NO, sees="🙅 No se hizo.", lacks=YES)
    await world.presses("ana", card, YES)
    assert await world.act("ana", tasks.list_comments, task.id) == []


@pytest.mark.parametrize(
    ("kind", "request_of", "heading", "wish"),
    [
        (ProposalKind.HAND_OVER, (TaskHandOver, {"userId": "luis"}), "pasar esta tarea:", ["👤 A Luis"]),
        (
            ProposalKind.DUE_DATE,
            (TaskDueDate, {"fechaCumplir": day(4), "motivo": "Falta la firma"}),
            "otra fecha para esta tarea:",
            ["📅 vence vie, 27 nov", "💬 Falta la firma"],
        ),
    ],
)
async def test_what_a_colleague_has_to_answer_is_said_to_be_asked_and_not_done(world, kind, request_of, heading, wish):
    task = await world.task("ana", by="lucia", text="Contrato")
    shape, fields = request_of
    about = {name: world.users[value].id if name == "userId" else value for name, value in fields.items()}
    card = await shown(world, "ana", await propose(world, "ana", kind, build(shape, {"taskId": task.id, **about})))
    assert lines(card) == [f"🤖 Tu asistente te propone {heading}", f"#{task.id} Contrato", *wish]
    asked = "Luis" if kind is ProposalKind.HAND_OVER else "Lucía"
    done = await world.taps("ana", card, YES, sees=f"📨 Se pidió, a tu nombre. Falta que conteste {asked}.", lacks=YES)
    await world.taps("ana", done, "📨 Lo que se pidió", sees="Contrato", offers="↩️ Ya no hace falta")


async def test_a_task_is_handed_over_to_whom_one_leads_once_it_is_confirmed(world):
    task = await world.task("ana", by="lucia", text="Contrato")
    request = build(TaskHandOver, {"taskId": task.id, "userId": world.users["luis"].id})
    card = await shown(world, "lucia", await propose(world, "lucia", ProposalKind.HAND_OVER, request))
    await world.taps("lucia", card, YES, sees="✅ Hecho, a tu nombre.", offers="📋 Tarea")
    assert (await world.act("lucia", tasks.get_task, task.id)).responsible_user_ids == [world.users["luis"].id]


async def test_a_task_is_split_once_it_is_confirmed(world):
    task = await world.task("ana", by="ana", text="Contrato")
    request = build(TaskParts, {"taskId": task.id, "partes": ["Leerlo", "Firmarlo"]})
    card = await shown(world, "ana", await propose(world, "ana", ProposalKind.SPLIT, request))
    heading = "🤖 Tu asistente te propone dividir esta tarea en:"
    assert lines(card) == [heading, f"#{task.id} Contrato", "• Leerlo", "• Firmarlo"]
    await world.taps("ana", card, YES, sees="✅ Hecho, a tu nombre.", offers="📋 Tarea")
    assert [each.descripcion for each in await all_tasks(world) if each.is_open] == ["Leerlo", "Firmarlo"]


async def test_a_question_about_a_task_is_asked_once_it_is_confirmed(world):
    task = await world.task("ana", by="lucia", text="Contrato")
    request = build(TaskQuestion, {"taskId": task.id, "userId": world.users["ana"].id})
    card = await shown(world, "lucia", await propose(world, "lucia", ProposalKind.QUESTION, request))
    about = [f"#{task.id} Contrato", "👤 A Ana"]
    assert lines(card) == ["🤖 Tu asistente te propone preguntar cómo va esta tarea:", *about]
    await world.taps("lucia", card, YES, sees="✅ Hecho, a tu nombre.", offers="📋 Tarea")
    found = await world.store.read(lambda uow: uow.outbox.waiting(world.users["ana"].id))
    assert [each.kind for each in found if each.kind is MessageKind.TASK_NUDGE] == [MessageKind.TASK_NUDGE]


@pytest.mark.parametrize(("who", "whose"), [("ana", "🗓 Mis ausencias"), ("lucia", "🗓 Sus ausencias")])
async def test_hours_away_are_noted_once_they_are_confirmed(world, who, whose):
    named = {"userId": world.users["ana"].id} if who == "lucia" else {}
    hours = {"startsAt": f"{day(1)}T12:00", "endsAt": f"{day(1)}T14:00", "reason": "Médico"}
    request = build(HoursRequest, hours | named)
    card = await shown(world, who, await propose(world, who, ProposalKind.HOURS_AWAY, request))
    person = ["👤 Ana"] if named else []
    heading = "🤖 Tu asistente te propone apuntar estas horas de ausencia:"
    assert lines(card) == [heading, *person, "🕐 mar, 24 nov, 12:00–14:00", "💬 Médico"]
    done = await world.taps(who, card, YES, sees="✅ Hecho, a tu nombre.")
    await world.taps(who, done, whose, sees="mañana 12:00–14:00")
    (absence,) = await world.act("ana", absences.list_absences, world.users["ana"].id)
    assert absence.reason == "Médico"


async def test_an_event_is_shown_whole_and_made_with_its_people(world):
    request = build(MeetingCreate, MEETING | {"participantUserIds": [world.users["luis"].id]})
    card = await shown(world, "ana", await propose(world, "ana", ProposalKind.EVENT, request))
    heading, title, when, *others = lines(card)
    assert (heading, title) == ("🤖 Tu asistente te propone este evento:", "Junta de cierre")
    assert when == "🕘 vie, 27 nov, 10:00–11:00"
    assert others == ["👥 Luis", "📍 Sala 2", "🔔 1 h antes", "👁 Lo ve todo el mundo"]
    done = await world.taps("ana", card, YES, offers="📅 Evento")
    assert [each.title for each in await world.act("luis", events.list_events)] == ["Junta de cierre"]
    await world.taps("ana", done, "↩ Deshacer")
    assert await world.act("luis", events.list_events) == []


async def test_only_its_person_answers_it_and_only_for_a_day(world):
    request = build(MeetingCreate, MEETING | {"participantUserIds": []})
    number = await propose(world, "ana", ProposalKind.EVENT, request)
    card = await shown(world, "ana", number)
    assert await shown(world, "luis", number) is Reason.GONE
    world.clock.advance(hours=24)
    await world.taps("ana", card, YES, sees="Ya pasó su día.", lacks=YES)
    assert await world.act("ana", events.list_events) == []
    assert await shown(world, "ana", number) is Reason.GONE


async def test_what_is_refused_by_then_is_told_and_not_done(world):
    request = build(MeetingCreate, MEETING | {"participantUserIds": [world.users["luis"].id]})
    card = await shown(world, "ana", await propose(world, "ana", ProposalKind.EVENT, request))
    await world.operate(users.set_user, "luis", build(users.UserUpdate, {"isActive": False}))
    await world.taps("ana", card, YES, alert=True)
    assert await world.act("ana", events.list_events) == []
