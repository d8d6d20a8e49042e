"""Tasks that fall into an absence: who moves them at once, who is asked, and what becomes of what is asked."""

import pytest

from core.application.requests import build
from core.base.errors import Code
from core.people import absences
from core.records.messages import MessageKind
from core.work import task_moves
from core.work.task_moves import MoveAnswer, MoveOutcome, MoveRequest
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, not_found
from tests.core.world import day

BACK = 10
LATER = {"fechaCumplir": day(BACK)}
TO_LUIS = {"userId": int(LUIS)}


async def move(world, who, absence, task, wish, idempotency_key=None):
    return await world.run(
        who, task_moves.move_task, absence.id, task.id, build(MoveRequest, wish), idempotency_key=idempotency_key
    )


async def answer(world, who, absence, task, wish, *, accepted=True, before=5):
    request = build(MoveAnswer, wish | {"before": day(before), "accepted": accepted})
    return await world.run(who, task_moves.answer_move, absence.id, task.id, request)


async def seen(world, who, absence, task, wish, before=5):
    return await world.run(who, task_moves.view_request, absence.id, task.id, build(MoveRequest, wish), day(before))


@pytest.fixture
async def absence(world):
    return await world.away(ANA, day(3), day(7))


@pytest.fixture
async def task(world):
    """Lucía's for Ana, due while she is away."""
    return await world.task(LUCIA, responsibleUserIds=[ANA], fechaCumplir=day(5))


async def test_its_creator_moves_it_at_once(world, absence):
    own = await world.task(ANA, fechaCumplir=day(5))
    settled = await move(world, ANA, absence, own, LATER)
    assert (settled.outcome, settled.task.fecha_cumplir) == (MoveOutcome.DONE, day(BACK))
    assert (await world.get(ANA, own)).fecha_cumplir == day(BACK)
    assert world.told(MessageKind.MOVE_ASKED) == []
    assert (await move(world, ANA, absence, own, LATER)).outcome is MoveOutcome.DONE_BEFORE


@pytest.mark.parametrize("who", [LUCIA, ROOT])
@pytest.mark.parametrize("wish", [LATER, TO_LUIS])
async def test_a_leader_and_an_admin_move_it_at_once(world, absence, task, who, wish):
    assert (await move(world, who, absence, task, wish)).outcome is MoveOutcome.DONE
    assert world.told(MessageKind.MOVE_ASKED) == []


async def test_who_may_not_change_it_asks_their_leader(world, absence, task):
    settled = await move(world, ANA, absence, task, LATER)
    assert (settled.outcome, settled.asked_name) == (MoveOutcome.ASKED, "Lucía")
    about = {"absence_id": absence.id, "task_id": task.id, "day": day(BACK).toordinal(), "before": day(5).toordinal()}
    assert world.told(MessageKind.MOVE_ASKED) == [(LUCIA, about)]
    assert await world.get(ANA, task) == task


async def test_a_creator_who_may_not_name_the_person_asks_for_that(world, absence):
    own = await world.task(ANA, fechaCumplir=day(5))
    assert (await move(world, ANA, absence, own, TO_LUIS)).outcome is MoveOutcome.ASKED
    ((to, about),) = world.told(MessageKind.MOVE_ASKED)
    assert (to, about["person_id"]) == (LUCIA, LUIS)


async def test_the_same_is_asked_once_while_the_task_stays_as_it_is(world, absence, task):
    for outcome in (MoveOutcome.ASKED, MoveOutcome.ASKED_BEFORE):
        assert (await move(world, ANA, absence, task, LATER)).outcome is outcome
    assert (await move(world, ANA, absence, task, TO_LUIS)).outcome is MoveOutcome.ASKED
    world.clock.advance(hours=1)
    await world.edit(LUCIA, task, descripcion="Otra")
    assert (await move(world, ANA, absence, task, LATER)).outcome is MoveOutcome.ASKED
    assert len(world.told(MessageKind.MOVE_ASKED)) == 3


async def test_without_a_leader_who_leads_the_task_or_made_it_is_asked(world):
    absence = await world.away(PABLO, day(3), day(7))
    led = await world.task(ROOT, responsibleUserIds=[PABLO], leaderUserId=MARTA, fechaCumplir=day(5))
    assert (await move(world, PABLO, absence, led, LATER)).asked_name == "Marta"
    made = await world.task(ROOT, responsibleUserIds=[PABLO], leaderUserId=PABLO, fechaCumplir=day(5))
    assert (await move(world, PABLO, absence, made, LATER)).outcome is MoveOutcome.DONE


async def test_nobody_to_ask_is_said(world):
    absence = await world.away(PABLO, day(3), day(7))
    task = await world.task(ROBOT, responsibleUserIds=[PABLO], leaderUserId=ROOT, fechaCumplir=day(5))
    await world.directory("root", isActive=False)
    with conflict(Code.NOBODY_TO_ASK, id=task.id):
        await move(world, PABLO, absence, task, LATER)


@pytest.mark.parametrize("who", [LUIS, MARTA, PEDRO])
async def test_nobody_else_moves_anything_by_an_absence(world, absence, task, who):
    with not_found(Code.ABSENCE_NOT_FOUND, id=absence.id):
        await move(world, who, absence, task, LATER)
    with not_found(Code.TASK_NOT_FOUND, id=task.id) if who is not LUIS else not_found(Code.TASK_NOT_FOUND):
        await answer(world, who, absence, task, LATER)
    assert await world.get(LUCIA, task) == task


async def test_an_integration_reads_absences_and_moves_nothing_by_them(world, absence, task):
    with forbidden():
        await move(world, ROBOT, absence, task, LATER)


async def test_who_is_away_does_not_answer_themselves(world, absence, task):
    with forbidden():
        await answer(world, ANA, absence, task, LATER)
    assert await world.get(ANA, task) == task


async def test_yes_moves_it_and_tells_who_asked(world, absence, task):
    await move(world, ANA, absence, task, LATER)
    settled = await answer(world, LUCIA, absence, task, LATER)
    assert (settled.outcome, settled.task.fecha_cumplir) == (MoveOutcome.DONE, day(BACK))
    ((to, said),) = world.told(MessageKind.MOVE_ANSWERED)
    assert (to, said["accepted"], said["by_user_id"], said["task_id"]) == (ANA, 1, LUCIA, task.id)
    assert world.told(MessageKind.TASK_CHANGED) == []
    assert (await answer(world, LUCIA, absence, task, LATER)).outcome is MoveOutcome.DONE_BEFORE
    assert len(world.told(MessageKind.MOVE_ANSWERED)) == 1


async def test_who_takes_it_over_stands_where_who_is_away_stood(world, absence):
    task = await world.task(LUCIA, responsibleUserIds=[ANA, LUCIA], fechaCumplir=day(5))
    settled = await answer(world, LUCIA, absence, task, TO_LUIS)
    assert settled.task.responsible_user_ids == [LUIS, LUCIA]
    assert settled.task.responsible_user_id == LUIS
    assert [to for to, _ in world.told(MessageKind.MOVE_ANSWERED)] == [ANA]
    assert world.told(MessageKind.TASK_CHANGED) == []
    both = await world.task(LUCIA, responsibleUserIds=[LUIS, ANA], fechaCumplir=day(5))
    assert (await answer(world, LUCIA, absence, both, TO_LUIS)).task.responsible_user_ids == [LUIS]


async def test_no_changes_nothing_tells_who_asked_once_and_can_be_taken_back(world, absence, task):
    for _ in range(2):
        assert (await answer(world, LUCIA, absence, task, LATER, accepted=False)).outcome is MoveOutcome.DECLINED
    assert await world.get(LUCIA, task) == task
    ((to, said),) = world.told(MessageKind.MOVE_ANSWERED)
    assert (to, said["accepted"]) == (ANA, 0)
    assert (await answer(world, LUCIA, absence, task, LATER)).outcome is MoveOutcome.DONE
    assert len(world.told(MessageKind.MOVE_ANSWERED)) == 2


async def test_an_answer_to_what_has_changed_since_changes_nothing(world, absence, task):
    await world.edit(LUCIA, task, fechaCumplir=day(6))
    with conflict(Code.TASK_MOVED_SINCE, id=task.id, fecha=day(6)):
        await answer(world, LUCIA, absence, task, LATER)
    assert (await world.get(LUCIA, task)).fecha_cumplir == day(6)


async def test_what_is_done_with_or_somebody_elses_is_not_moved(world, absence, task):
    closed, deleted = [await world.task(ANA, fechaCumplir=day(5)) for _ in range(2)]
    await world.edit(ANA, closed, estatus="CERRADA")
    await world.delete(ANA, deleted)
    with conflict(Code.ITEM_TASK_CLOSED, id=closed.id):
        await move(world, ANA, absence, closed, LATER)
    with conflict(Code.ITEM_TASK_INACTIVE, id=deleted.id):
        await move(world, LUCIA, absence, deleted, LATER)
    with conflict(Code.TASK_NOT_THEIRS, id=(others := await world.task(LUIS, fechaCumplir=day(5))).id):
        await move(world, LUCIA, absence, others, LATER)


async def test_a_leader_gives_it_to_their_own_people_only(world, absence, task):
    with conflict(Code.NOBODY_TO_ASK, id=task.id):
        await move(world, ANA, absence, task, {"userId": int(PEDRO)})
    with forbidden():
        await answer(world, LUCIA, absence, task, {"userId": int(PEDRO)})


async def test_who_no_longer_leads_may_not_answer(world, absence):
    task = await world.task(ANA, fechaCumplir=day(5), leaderUserId=ANA)
    await world.directory("ana", leader="marta")
    with not_found(Code.TASK_NOT_FOUND, id=task.id):
        await answer(world, LUCIA, absence, task, LATER)
    assert (await answer(world, MARTA, absence, task, LATER)).outcome is MoveOutcome.DONE


async def test_an_absence_that_was_cancelled_is_no_longer_a_reason(world, absence, task):
    await world.run(ANA, absences.cancel_absence, absence.id)
    for act in (answer, seen):
        with not_found(Code.ABSENCE_NOT_FOUND, id=absence.id):
            await act(world, LUCIA, absence, task, LATER)


async def test_an_absence_of_somebody_who_is_not_on_the_task_is_not_told(world, task):
    absence = await world.away(PEDRO, day(3), day(7))
    with not_found(Code.ABSENCE_NOT_FOUND, id=absence.id):
        await seen(world, LUCIA, absence, task, LATER)


async def test_a_wish_is_seen_as_it_stands(world, absence, task):
    view = await seen(world, LUCIA, absence, task, TO_LUIS)
    assert (view.person.id, view.successor.id, view.open, view.fulfilled) == (ANA, LUIS, True, False)
    assert (view.days.first, view.days.last) == (day(3), day(7))
    await answer(world, LUCIA, absence, task, TO_LUIS)
    view = await seen(world, LUCIA, absence, task, TO_LUIS)
    assert (view.open, view.fulfilled) == (False, True)


async def test_a_wish_is_not_open_to_who_may_not_decide_it_nor_once_the_task_has_changed(world, absence, task):
    assert (await seen(world, ANA, absence, task, LATER)).open is False
    assert (await seen(world, LUCIA, absence, task, LATER)).open is True
    assert (await seen(world, LUCIA, absence, task, LATER, before=4)).open is False
    await world.edit(LUCIA, task, estatus="CERRADA")
    assert (await seen(world, LUCIA, absence, task, LATER)).open is False


async def test_it_may_be_given_to_whom_oneself_or_who_is_asked_may_name(world, absence, task):
    async def offered(who, which):
        return [person.id for person in await world.run(who, task_moves.successors, absence.id, which.id)]

    assert await offered(ANA, task) == [LUCIA, LUIS]
    assert await offered(LUCIA, task) == [LUCIA, LUIS]
    assert {MARTA, PEDRO, PABLO} <= set(await offered(ROOT, task))
    assert not {ANA, ROBOT} & set(await offered(ROOT, task))
    with not_found(Code.ABSENCE_NOT_FOUND, id=absence.id):
        await offered(LUIS, task)
