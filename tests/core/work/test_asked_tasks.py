"""Tasks asked of colleagues: who may ask and answer, what a yes makes, what is told, and answers that come late."""

from datetime import timedelta

import pytest

from core.application.requests import build
from core.base.errors import Code, FieldCode, Forbidden
from core.base.model import Priority, TaskStatus
from core.base.settings import Settings
from core.drafts import drafts
from core.records.drafts import TaskDraft
from core.records.messages import MessageKind
from core.records.work import AskedState
from core.work import asked_tasks, tasks
from core.work.asked_tasks import AskedAnswer, AskRequest
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import TODAY, World, arrive, day, fresh_world
from tests.tables import each_row


async def ask(world, who=ANA, whom=LUIS, **fields):
    request = {"userId": int(whom), "descripcion": "Revisar", "fechaCumplir": day(3), "prioridad": "ALTA"} | fields
    return await world.run(who, asked_tasks.ask_for_task, build(AskRequest, request))


async def answer(world, asked, who=LUIS, *, accepted=True, respuesta=None):
    request = build(AskedAnswer, {"accepted": accepted, "respuesta": respuesta})
    return await world.run(who, asked_tasks.answer_asked, asked.id, request)


def answer_message(world):
    (row,) = [row for row in world.store.state.outbox.values() if row.kind is MessageKind.ASKED_ANSWERED]
    return row


async def test_a_colleague_is_asked_and_no_task_is_there_yet(world):
    asked = await ask(world)
    assert (asked.state, asked.created_by_user_id, asked.user_id) == (AskedState.WAITING, ANA, LUIS)
    assert asked.task_id is None
    assert world.told(MessageKind.TASK_ASKED) == [(LUIS, {"asked_id": asked.id})]
    assert await world.run(ROOT, tasks.list_tasks) == []


async def test_a_yes_makes_it_their_task_which_the_person_who_asked_made(world):
    asked = await ask(world)
    world.clock.advance(days=5)
    taken = await answer(world, asked)
    task = await world.run(ANA, tasks.get_task, taken.task_id)
    assert (task.responsible_user_ids, task.created_by_user_id, task.leader_user_id) == ([LUIS], ANA, LUCIA)
    assert (task.descripcion, task.prioridad, task.estatus) == ("Revisar", Priority.ALTA, TaskStatus.PENDIENTE)
    assert (task.fecha_solicitud, task.fecha_cumplir) == (TODAY, day(3))
    assert world.told(MessageKind.ASKED_ANSWERED) == [(ANA, {"asked_id": asked.id})]
    assert world.told(MessageKind.TASK_ASSIGNED) == []


async def test_answered_twice_there_is_one_task_and_one_message(world):
    asked = await ask(world)
    assert await answer(world, asked) == await answer(world, asked)
    assert len(await world.run(ROOT, tasks.list_tasks)) == 1
    assert len(world.told(MessageKind.ASKED_ANSWERED)) == 1
    with conflict(Code.ASKED_ANSWERED, id=asked.id):
        await answer(world, asked, accepted=False)


async def test_a_no_waits_a_little_for_its_words():
    world = World(Settings(news_wait_minutes=7))
    asked = await ask(world)
    declined = await answer(world, asked, accepted=False)
    assert (declined.state, declined.task_id) == (AskedState.DECLINED, None)
    assert answer_message(world).due_at == world.clock.now() + timedelta(minutes=7)
    explained = await answer(world, asked, accepted=False, respuesta="No llego")
    assert explained.respuesta == "No llego"
    row = answer_message(world)
    assert (row.user_id, row.due_at) == (ANA, world.clock.now())
    with conflict(Code.ASKED_ANSWERED, id=asked.id):
        await answer(world, asked, accepted=False, respuesta="Otra cosa")
    assert await world.run(ROOT, tasks.list_tasks) == []


async def test_an_answer_with_words_is_told_at_once(world):
    await answer(world, await ask(world), accepted=False, respuesta="No llego")
    assert answer_message(world).due_at == world.clock.now()


@each_row([LUCIA, PABLO], world=fresh_world)
async def test_others_do_not_find_it(world, who):
    asked = await ask(world)
    with not_found(Code.ASKED_NOT_FOUND, id=asked.id):
        await world.run(who, asked_tasks.get_asked, asked.id)
    with not_found(Code.ASKED_NOT_FOUND, id=asked.id):
        await answer(world, asked, who)
    assert await world.run(who, asked_tasks.list_asked) == []


@each_row([ANA, ROOT, ROBOT], world=fresh_world)
async def test_who_reads_it_does_not_answer_for_another(world, who):
    asked = await ask(world)
    assert await world.run(who, asked_tasks.get_asked, asked.id) == asked
    with pytest.raises(Forbidden):
        await answer(world, asked, who)


async def test_once_the_person_who_asked_has_left_it_is_not_answered(world):
    asked = await ask(world)
    await world.directory("ana", isActive=False)
    view = await world.run(LUIS, asked_tasks.view_asked, asked.id)
    assert (view.open, view.names) == (False, {ANA: "Ana", LUIS: "Luis"})
    with conflict(Code.ASKER_GONE, id=asked.id):
        await answer(world, asked)
    assert await world.run(ROOT, tasks.list_tasks) == []


@each_row(
    [
        ({"userId": int(ANA)}, ("userId", FieldCode.UNKNOWN_ID)),
        ({"userId": int(ROBOT)}, ("userId", FieldCode.UNKNOWN_ID)),
        ({"userId": 999}, ("userId", FieldCode.UNKNOWN_ID)),
        ({"userId": int(INES)}, ("userId", FieldCode.INACTIVE_USER)),
        ({"fechaCumplir": day(-1)}, ("fechaCumplir", FieldCode.BEFORE)),
    ],
    world=fresh_world,
)
async def test_nobody_is_asked_who_cannot_answer_nor_for_the_past(world, fields, fault):
    with invalid(fault):
        await ask(world, **fields)
    assert world.told(MessageKind.TASK_ASKED) == []


async def test_a_draft_that_asks_becomes_a_request(world):
    body = TaskDraft(descripcion="Revisar", fecha_cumplir=day(3), responsible_user_ids=(ANA,), asked_user_id=LUIS)
    draft = await world.run(ANA, drafts.begin_draft, body)
    saved = await world.run(ANA, drafts.save_draft, draft.id)
    (asked,) = await world.run(LUIS, asked_tasks.list_asked)
    assert (asked.id, asked.descripcion, asked.fecha_cumplir) == (saved.id, "Revisar", day(3))
    assert await world.run(ROOT, tasks.list_tasks) == []


async def withdraw(world, asked, who=ANA):
    return await world.run(who, asked_tasks.withdraw_asked, asked.id)


async def test_who_asked_withdraws_it_and_nobody_else(world):
    asked = await ask(world)
    for who in (LUIS, ROOT):
        with forbidden():
            await withdraw(world, asked, who)
    with not_found(Code.ASKED_NOT_FOUND):
        await withdraw(world, asked, PABLO)
    await withdraw(world, asked)
    for who in (ANA, LUIS, ROOT):
        with not_found(Code.ASKED_NOT_FOUND, id=asked.id):
            await world.run(who, asked_tasks.get_asked, asked.id)
        assert await world.run(who, asked_tasks.list_asked) == []
    with not_found(Code.ASKED_NOT_FOUND):
        await answer(world, asked)
    with not_found(Code.ASKED_NOT_FOUND):
        await withdraw(world, asked)
    assert (await ask(world)).id != asked.id


@each_row([True, False], world=fresh_world)
async def test_what_is_answered_is_not_withdrawn(world, accepted):
    asked = await ask(world)
    await answer(world, asked, accepted=accepted)
    with conflict(Code.ASKED_ANSWERED, id=asked.id):
        await withdraw(world, asked)


@each_row([True, False], world=fresh_world)
async def test_who_was_asked_before_is_told_that_it_is_withdrawn(world, asked_before):
    asked = await ask(world, descripcion="Revisar el anexo")
    if asked_before:
        arrive(world)
    await withdraw(world, asked)
    about = {"by_user_id": ANA, "description": "Revisar el anexo"}
    assert world.told(MessageKind.ASKED_WITHDRAWN) == [(LUIS, about)] * asked_before
