"""A task handed over, and another due date asked for: who has to agree, what stays with it, and who is told."""

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.model import Semaforo
from core.records.messages import MessageKind
from core.records.work import AskedFor, AskedState
from core.work import asked_tasks, changes, task_requests, tasks, undo
from core.work.asked_tasks import AskedAnswer
from core.work.changes import HistoryRequest
from core.work.followers import add_follower
from core.work.task_requests import DueDateRequest, HandOverRequest
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import arrive, day, fresh_world
from tests.tables import each_row


async def hand_over(world, who, task, to):
    return await world.run(who, task_requests.hand_over, task.id, build(HandOverRequest, {"userId": int(to)}))


async def ask_for_date(world, who, task, due, **fields):
    request = build(DueDateRequest, {"fechaCumplir": due, **fields})
    return await world.run(who, task_requests.ask_for_date, task.id, request)


async def answer(world, asked, who, *, accepted=True, **fields):
    request = build(AskedAnswer, {"accepted": accepted, **fields})
    return await world.run(who, asked_tasks.answer_asked, asked.id, request)


async def day_of(world, who):
    return (await world.open(who)).items


async def test_a_responsible_asks_and_a_yes_makes_the_same_task_theirs(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    await world.comment(ANA, task, "Ya va")
    outcome = await hand_over(world, ANA, task, LUIS)
    assert (outcome.asked.asks_for, outcome.asked.task_id) == (AskedFor.HAND_OVER, task.id)
    assert world.told(MessageKind.TASK_ASKED) == [(LUIS, {"asked_id": outcome.asked.id})]
    assert (await world.get(LUCIA, task)).responsible_user_ids == [ANA]
    answered = await answer(world, outcome.asked, LUIS)
    assert (answered.state, answered.task_id) == (AskedState.ACCEPTED, task.id)
    taken = await world.get(LUIS, task)
    assert (taken.responsible_user_ids, taken.leader_user_id, taken.fecha_cumplir, taken.created_by_user_id) == (
        [LUIS],
        LUCIA,
        task.fecha_cumplir,
        LUCIA,
    )
    assert len(await world.run(LUIS, tasks.list_comments, task.id)) == 1


async def test_its_leader_and_who_asked_are_told_once_each(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    asked = (await hand_over(world, ANA, task, LUIS)).asked
    await answer(world, asked, LUIS)
    assert world.told(MessageKind.ASKED_ANSWERED) == [(ANA, {"asked_id": asked.id})]
    assert [person for person, _ in world.told(MessageKind.TASK_CHANGED)] == [LUCIA]
    assert world.told(MessageKind.TASK_ASSIGNED)[1:] == []


async def test_a_no_leaves_it_and_tells_who_asked_why(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    asked = (await hand_over(world, ANA, task, LUIS)).asked
    answered = await answer(world, asked, LUIS, accepted=False, respuesta="No llego")
    assert (answered.state, answered.respuesta) == (AskedState.DECLINED, "No llego")
    assert world.told(MessageKind.ASKED_ANSWERED) == [(ANA, {"asked_id": asked.id})]
    assert (await world.get(LUCIA, task)).responsible_user_ids == [ANA]


async def test_a_leader_hands_it_over_at_once(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    outcome = await hand_over(world, LUCIA, task, LUIS)
    assert (outcome.asked, outcome.task.responsible_user_ids) == (None, [LUIS])
    assert [person for person, _ in world.told(MessageKind.TASK_ASSIGNED)] == [ANA, LUIS]
    assert [person for person, _ in world.told(MessageKind.TASK_CHANGED)] == [ANA]


async def test_who_shares_a_task_gives_their_own_place_alone(world):
    task = await world.task(LUCIA, responsibleUserIds=[LUCIA, ANA])
    assert (await hand_over(world, LUCIA, task, LUIS)).task.responsible_user_ids == [LUIS, ANA]


async def test_who_only_leads_a_task_gives_it_in_place_of_all(world):
    task = await world.task(ROOT, responsibleUserIds=[ANA, PABLO])
    assert (await hand_over(world, ROOT, task, LUIS)).task.responsible_user_ids == [LUIS]


@each_row([LUIS, PABLO], world=fresh_world)
async def test_others_hand_nothing_over(world, who):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    with not_found(Code.TASK_NOT_FOUND, id=task.id):
        await hand_over(world, who, task, who)


async def test_a_follower_neither_hands_it_over_nor_asks_for_a_date(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    await world.run(LUCIA, add_follower, task.id, LUIS)
    with forbidden():
        await hand_over(world, LUIS, task, PABLO)
    with forbidden():
        await ask_for_date(world, LUIS, task, day(12))


@each_row(
    [(INES, FieldCode.INACTIVE_USER), (ROBOT, FieldCode.UNKNOWN_ID), (999, FieldCode.UNKNOWN_ID)], world=fresh_world
)
async def test_nobody_gets_it_who_is_not_there(world, to, fault):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    with invalid(("userId", fault)):
        await hand_over(world, ANA, task, to)


async def test_what_is_closed_or_theirs_already_is_not_handed_over(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    with conflict(Code.TASK_IS_THEIRS, id=task.id):
        await hand_over(world, LUCIA, task, ANA)
    await world.team_edit(LUCIA, task, estatus="CERRADA")
    with conflict(Code.TASK_NOT_OPEN, id=task.id):
        await hand_over(world, ANA, task, LUIS)


async def closed(world, task):
    await world.team_edit(LUCIA, task, estatus="CERRADA")


async def deleted(world, task):
    await world.delete(LUCIA, task)


async def given_to_another(world, task):
    await hand_over(world, LUCIA, task, LUCIA)


@each_row([closed, deleted, given_to_another], world=fresh_world)
async def test_a_yes_is_too_late_once_the_task_is(world, became):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    asked = (await hand_over(world, ANA, task, LUIS)).asked
    await became(world, task)
    assert not (await world.run(LUIS, asked_tasks.view_asked, asked.id)).open
    with conflict(Code.ASKED_OVER, id=asked.id):
        await answer(world, asked, LUIS)
    assert LUIS not in (await world.get(LUCIA, task)).responsible_user_ids
    assert (await answer(world, asked, LUIS, accepted=False)).state is AskedState.DECLINED


async def test_asked_again_there_is_one_request_and_another_person_is_asked_instead(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    first = (await hand_over(world, ANA, task, LUIS)).asked
    assert (await hand_over(world, ANA, task, LUIS)).asked == first
    arrive(world)
    await hand_over(world, ANA, task, PABLO)
    with not_found(Code.ASKED_NOT_FOUND, id=first.id):
        await answer(world, first, LUIS)
    assert [person for person, _ in world.told(MessageKind.ASKED_WITHDRAWN)] == [LUIS]


async def test_who_took_it_over_by_a_yes_may_give_it_back(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    asked = (await hand_over(world, ANA, task, LUIS)).asked
    await answer(world, asked, LUIS)
    history = await world.run(LUIS, changes.task_history, task.id, HistoryRequest())
    await world.run(LUIS, undo.undo_change, history.rows[0].seq)
    assert (await world.get(LUCIA, task)).responsible_user_ids == [ANA]


# What stays with it


async def test_it_stands_in_the_open_day_of_who_takes_it_with_its_percentage_and_no_longer_in_the_other(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], fechaCumplir=day(30))
    (item,) = await day_of(world, ANA)
    await world.percent(ANA, item.id, 60)
    assert await day_of(world, LUIS) == []
    await hand_over(world, LUCIA, task, LUIS)
    (taken,) = await day_of(world, LUIS)
    assert (taken.task_id, taken.porcentaje, taken.semaforo) == (task.id, 60, Semaforo.VERDE)
    assert await day_of(world, ANA) == []


async def test_its_red_goes_on_with_its_reason_and_ends_for_nobody(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], fechaCumplir=day(30))
    (item,) = await day_of(world, ANA)
    await world.light(ANA, item.id, "ROJO", motivo="Falta el molde")
    (red,) = await world.store.read(lambda uow: uow.reds.lasting([task.id]))
    asked = (await hand_over(world, ANA, task, LUIS)).asked
    await answer(world, asked, LUIS)
    (lasting,) = await world.store.read(lambda uow: uow.reds.lasting([task.id]))
    assert (lasting.id, lasting.user_id, lasting.motivo) == (red.id, LUIS, "Falta el molde")
    assert world.told(MessageKind.RED_ENDED) == []
    (taken,) = await day_of(world, LUIS)
    assert taken.semaforo is Semaforo.ROJO


# Another date


async def test_who_may_not_move_a_date_asks_the_leader_whose_yes_moves_it(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    asked = (await ask_for_date(world, ANA, task, day(12), motivo="El cliente lo quiere así")).asked
    assert (asked.user_id, asked.asks_for, asked.fecha_cumplir, asked.motivo) == (
        LUCIA,
        AskedFor.DUE_DATE,
        day(12),
        "El cliente lo quiere así",
    )
    assert (await world.get(ANA, task)).fecha_cumplir == task.fecha_cumplir
    await answer(world, asked, LUCIA)
    assert (await world.get(ANA, task)).fecha_cumplir == day(12)
    assert world.told(MessageKind.ASKED_ANSWERED) == [(ANA, {"asked_id": asked.id})]
    assert world.told(MessageKind.TASK_CHANGED) == []


async def test_another_date_in_the_answer_is_the_one_that_it_gets(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    asked = (await ask_for_date(world, ANA, task, day(12))).asked
    answered = await answer(world, asked, LUCIA, fechaCumplir=day(11))
    assert answered.fecha_cumplir == (await world.get(ANA, task)).fecha_cumplir == day(11)


async def test_only_a_wish_for_a_date_is_answered_with_one(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    asked = (await hand_over(world, ANA, task, LUIS)).asked
    with invalid(("fechaCumplir", FieldCode.ONLY_OF_A_DATE)):
        await answer(world, asked, LUIS, fechaCumplir=day(11))


async def test_a_no_leaves_the_date(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    asked = (await ask_for_date(world, ANA, task, day(12))).asked
    await answer(world, asked, LUCIA, accepted=False, respuesta="Ya se lo prometí")
    assert (await world.get(ANA, task)).fecha_cumplir == task.fecha_cumplir
    assert world.told(MessageKind.ASKED_ANSWERED) == [(ANA, {"asked_id": asked.id})]


async def test_who_may_move_it_does_so_and_asks_nobody(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    outcome = await ask_for_date(world, LUCIA, task, day(12))
    assert (outcome.asked, outcome.task.fecha_cumplir) == (None, day(12))


async def test_a_date_before_it_was_requested_is_refused_when_it_is_asked_for(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    with invalid(("fechaCumplir", FieldCode.BEFORE)):
        await ask_for_date(world, ANA, task, day(-1))


async def test_a_second_date_is_asked_for_instead_of_the_first(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    first = (await ask_for_date(world, ANA, task, day(12))).asked
    second = (await ask_for_date(world, ANA, task, day(13))).asked
    with not_found(Code.ASKED_NOT_FOUND, id=first.id):
        await answer(world, first, LUCIA)
    await answer(world, second, LUCIA)
    assert (await world.get(ANA, task)).fecha_cumplir == day(13)
