"""Taking back what one request has changed: what it puts back, who may, and what is refused. It is Friday."""

from datetime import timedelta

import msgspec
import pytest

from core.application.requests import build
from core.application.use_case import Context, command
from core.base.errors import ChangedField, ChangedSince, Code, Forbidden, Invalid, NotFound
from core.calendar import event_edits, event_types, participants, reminders, responses, visibility
from core.calendar.event_edits import EventMove, EventPerson, EventReminders, EventScope
from core.calendar.event_types import EventTypeCreate
from core.calendar.participants import ParticipantRequest
from core.calendar.reminders import ReminderRequest
from core.calendar.responses import ResponseRequest
from core.calendar.visibility import VisibilityRequest
from core.people import absences
from core.people.absences import AbsenceCreate
from core.records.journal import Entity
from core.records.messages import MessageKind
from core.work import daily_logs, last_change, task_rules, undo
from core.work.task_rules import TaskRuleCreate, TaskRuleUpdate
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, not_found, refused
from tests.core.world import OTRO, TODAY, arrive, dated, day, fresh_world
from tests.journaled import rows_of_journal, things
from tests.tables import each_row

FRIDAYS = {"descripcion": "Report", "recurrenceType": "WEEKLY", "weekdays": [5]}


async def last(world):
    return (await rows_of_journal(world.store))[-1]


async def take_back(world, who=ANA, row=None):
    world.clock.advance(seconds=1)
    return (await world.run(who, undo.undo_change, (row or await last(world)).seq)).rows


async def assert_undone(world, act, who=ANA):
    """Do something, have its person take it back, and check that all is as before."""
    before = await things(world.store)
    await act
    row = await last(world)
    assert await things(world.store) != before
    rows = await take_back(world, who, row)
    assert rows
    assert {each.undoes for each in rows} == {row.seq}
    assert await things(world.store) == before


async def rule_of_fridays(world, who=ANA, **fields):
    return await world.run(who, task_rules.create_rule, build(TaskRuleCreate, FRIDAYS | fields))


async def change_rule(world, rule, who=ANA, **fields):
    await world.run(who, task_rules.update_rule, rule.id, build(TaskRuleUpdate, fields))


def told(world, kind):
    return [each.user_id for each in world.store.state.outbox.values() if each.kind is kind]


# Tasks


@each_row(
    [
        {"prioridad": "ALTA"},
        {"descripcion": "Other", "fechaCumplir": day(3)},
        {"responsibleUserIds": [ANA, LUIS]},
        {"responsibleUserIds": [LUIS]},
        {"leaderUserId": None},
        {"estatus": "CERRADA"},
        {"estatus": "EN_PROCESO"},
        {"estatus": "PLANEACION"},
        {"isActive": False},
    ],
    world=fresh_world,
)
async def test_an_edit_of_a_task_is_taken_back(world, fields):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    await assert_undone(world, world.edit(LUCIA, task, **fields), LUCIA)


async def test_a_task_that_was_made_is_deleted(world):
    task = await world.task(ANA)
    (row,) = await take_back(world)
    assert (row.kind, msgspec.json.decode(row.changed)) == ("task.deleted", {"isActive": [True, False]})
    assert await world.listed(ANA) == []
    assert (await world.get(ANA, task)).updated_at == world.clock.now()


async def test_others_are_told_of_what_is_taken_back_as_of_any_change(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    await world.edit(LUCIA, task, responsibleUserIds=[LUIS])
    assert told(world, MessageKind.TASK_ASSIGNED) == [ANA, LUIS]
    await take_back(world, LUCIA)
    assert told(world, MessageKind.TASK_ASSIGNED) == [ANA, LUIS, ANA]


async def test_a_responsible_takes_back_a_priority_and_not_another_persons_due_date(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    await world.edit(ANA, task, prioridad="ALTA")
    await take_back(world, ANA)
    await world.edit(LUCIA, task, fechaCumplir=day(2))
    with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
        await take_back(world, ANA)
    await take_back(world, LUCIA)


@each_row([(LUCIA, True), (ROOT, True), (ROBOT, True), (PABLO, False)], world=fresh_world)
async def test_who_may_edit_a_task_may_take_an_edit_back(world, who, may):
    task = await world.task(ANA, leaderUserId=MARTA)
    await world.edit(ANA, task, prioridad="ALTA")
    if may:
        await take_back(world, who)
    else:
        row = await last(world)
        with not_found(Code.CHANGE_NOT_FOUND, id=row.seq):
            await take_back(world, who)


async def test_todays_rules_hold_for_what_is_taken_back(world):
    task = await world.task(LUCIA, responsibleUserIds=[LUIS])
    await world.edit(LUCIA, task, responsibleUserIds=[ANA])
    row = await last(world)
    await world.directory("luis", isActive=False)
    with refused(Invalid, Code.INVALID_REQUEST):
        await take_back(world, LUCIA, row)


async def test_who_hands_a_task_over_takes_that_back_while_it_is_as_they_left_it(world):
    task = await world.task(ROOT, responsibleUserIds=[ANA], leaderUserId=PABLO)
    await assert_undone(world, world.team_edit(PABLO, task, leaderUserId=None), PABLO)
    await world.team_edit(PABLO, task, leaderUserId=None)
    handed_over = await last(world)
    with not_found(Code.TASK_NOT_FOUND):
        await world.get(PABLO, task)
    with not_found(Code.CHANGE_NOT_FOUND, id=handed_over.seq):
        await take_back(world, PEDRO, handed_over)
    await world.edit(ROOT, task, leaderUserId=LUCIA)
    with not_found(Code.CHANGE_NOT_FOUND, id=handed_over.seq):
        await take_back(world, PABLO, handed_over)


async def test_a_handover_into_an_open_day_is_taken_back(world):
    task = await world.task(LUCIA, responsibleUserIds=[LUIS])
    await world.open(ANA)
    await world.edit(LUCIA, task, responsibleUserIds=[ANA])
    row = await world.run(LUCIA, undo.undoable_change, (await last(world)).unit)
    assert [item.task_id for item in (await world.log(ANA)).items] == [task.id]
    world.clock.advance(seconds=1)
    await world.run(LUCIA, undo.undo_change, row)
    assert (await world.log(ANA)).items == []
    assert (await world.get(LUCIA, task)).responsible_user_ids == [LUIS]


async def test_ones_own_change_is_not_taken_back_once_one_could_neither_make_nor_unmake_it(world):
    task = await world.task(ROOT, responsibleUserIds=[ANA], leaderUserId=PABLO)
    await world.team_edit(LUCIA, task, responsibleUserIds=[LUCIA])
    taken_over = await last(world)
    await world.directory("ana", leader="pablo")
    with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
        await take_back(world, LUCIA, taken_over)


async def test_whom_one_could_not_name_comes_back_by_ones_own_undo_alone(world):
    task = await world.task(ROOT, responsibleUserIds=[ANA, PABLO], leaderUserId=LUCIA)
    await assert_undone(world, world.team_edit(LUCIA, task, responsibleUserIds=[ANA]), LUCIA)
    await world.edit(ROOT, task, responsibleUserIds=[ANA])
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await take_back(world, LUCIA)


async def test_who_closes_a_task_opens_it_again_by_their_own_undo_alone(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    await assert_undone(world, world.edit(ANA, task, estatus="CERRADA"))
    await world.edit(LUCIA, task, estatus="CERRADA")
    with forbidden(Code.REOPEN_BY_ITEM):
        await take_back(world, ANA)


async def test_a_rule_is_handed_over_and_that_is_taken_back_by_who_did_so(world):
    rule = await rule_of_fridays(world)
    await assert_undone(world, change_rule(world, rule, LUCIA, responsibleUserIds=[LUCIA]), LUCIA)
    await change_rule(world, rule, paused=True)
    await change_rule(world, rule, LUCIA, responsibleUserIds=[LUCIA])
    handed_over = await last(world)
    for who in (PABLO, PEDRO):
        with not_found(Code.CHANGE_NOT_FOUND, id=handed_over.seq):
            await take_back(world, who, handed_over)


async def test_a_comment_is_withdrawn_by_its_author_within_a_while_and_by_nobody_else(world):
    task = await world.task(ANA)
    await world.comment(ANA, task, "First")
    at = (await world.get(ANA, task.id)).ultimo_comentario_fecha
    world.clock.advance(minutes=1)
    await world.comment(ANA, task, "Second")
    for who in (LUCIA, ROOT):
        with conflict(Code.CHANGE_STAYS):
            await take_back(world, who, await last(world))
    written = await last(world)
    (row,) = await take_back(world)
    assert (row.kind, row.undoes) == ("comment.deleted", written.seq)
    assert [each.comentario for each in world.store.state.comments.values()] == ["First"]
    assert (await world.get(ANA, task.id)).ultimo_comentario_fecha == at
    assert not [each for each in await rows_of_journal(world.store) if "Second" in str(each.changed)]
    with refused(ChangedSince, Code.CHANGE_UNDONE):
        await take_back(world, ANA, written)
    (first, *_) = [each for each in await rows_of_journal(world.store) if each.kind == "comment.created"]
    world.clock.advance(minutes=14, seconds=1)
    with conflict(Code.CHANGE_STAYS):
        await take_back(world, ANA, first)


async def test_the_number_of_a_comment_that_was_withdrawn_is_not_given_again(world):
    task = await world.task(ANA)
    before = await world.comment(ANA, task)
    await take_back(world)
    assert (await world.comment(ANA, task)).id == before.id + 1


async def test_an_edit_of_a_comment_that_was_withdrawn_is_not_taken_back(world):
    task = await world.task(ANA)
    comment = await world.comment(ANA, task, "First")
    made = await last(world)
    await world.edit_comment(ANA, task.id, comment.id, "Second")
    edited = await last(world)
    with refused(ChangedSince, Code.CHANGED_SINCE, fields=("comentario",)):
        await take_back(world, ANA, made)
    await take_back(world, ANA, edited)
    await take_back(world, ANA, made)
    with conflict(Code.CHANGE_STAYS):
        await take_back(world, ANA, edited)


async def test_a_comments_text_is_taken_back(world):
    task = await world.task(ANA)
    comment = await world.comment(ANA, task)
    await assert_undone(world, world.edit_comment(ANA, task.id, comment.id))
    await world.edit_comment(ANA, task.id, comment.id, "Third")
    with forbidden():
        await take_back(world, LUCIA)


# Rules that make tasks


async def test_a_rule_is_as_it_was(world):
    rule = await rule_of_fridays(world)
    for fields in ({"paused": True}, {"descripcion": "Other", "weekdays": [1, 2]}):
        await assert_undone(world, change_rule(world, rule, **fields))
    await assert_undone(world, world.run(ANA, task_rules.end_rule, rule.id))
    await change_rule(world, rule, paused=True)
    paused = await last(world)
    await world.run(ANA, task_rules.end_rule, rule.id)
    with refused(ChangedSince, Code.CHANGED_SINCE):
        await take_back(world, ANA, paused)


async def test_a_rule_that_was_made_ends_and_its_first_task_is_deleted(world):
    rule = await rule_of_fridays(world)
    await take_back(world)
    assert (await world.run(ANA, task_rules.get_rule, rule.id)).state == "ENDED"
    assert await world.listed(ANA) == []


async def test_a_rule_is_taken_back_by_who_may_write_it(world):
    rule = await rule_of_fridays(world, LUCIA, responsibleUserIds=[ANA])
    await change_rule(world, rule, LUCIA, paused=True)
    with forbidden():
        await take_back(world, ANA)
    await take_back(world, ROOT)


async def test_what_a_rule_made_because_its_task_was_done_stays(world):
    rule = await rule_of_fridays(world, LUCIA, responsibleUserIds=[ANA])
    world.store.set("task_rules", rule.id, state="WAITING")
    task = await world.get(ANA, rule.task_id)
    await world.edit(LUCIA, task, estatus="CERRADA")
    made = await world.run(LUCIA, task_rules.get_rule, rule.id)
    assert made.task_id != rule.task_id
    (closed,) = [row for row in await rows_of_journal(world.store) if row.kind == "task.updated"]
    (row,) = await take_back(world, LUCIA, closed)
    assert (row.kind, row.entity_id) == ("task.updated", task.id)
    assert await world.run(LUCIA, task_rules.get_rule, rule.id) == made


# Days


@pytest.fixture
async def item(world):
    await world.task(LUCIA, responsibleUserIds=[ANA])
    return await world.item(ANA)


@pytest.mark.parametrize("light", ["AMARILLO", "ROJO"])
async def test_a_light_is_taken_back(world, item, light):
    await assert_undone(world, world.light(ANA, item.id, light))
    assert await world.store.read(lambda uow: uow.reds.lasting([item.task_id])) == []


async def test_a_red_that_was_taken_away_begins_again(world, item):
    await world.light(ANA, item.id, "ROJO")
    await assert_undone(world, world.light(ANA, item.id, "VERDE"))
    assert len(await world.store.read(lambda uow: uow.reds.lasting([item.task_id]))) == 1


async def test_a_red_that_goes_on_has_its_reason_and_its_helpers_and_they_hear_of_it(world, item):
    task = await world.get(ANA, item.task_id)
    await world.light(ANA, item.id, "ROJO")
    await world.why_red(ANA, task, "Why", [LUIS])
    comments = len(world.store.state.comments)
    await world.light(ANA, item.id, "VERDE")
    world.clock.advance(minutes=5)
    await take_back(world)
    (red,) = await world.store.read(lambda uow: uow.reds.lasting([item.task_id]))
    assert (red.motivo, [each.user_id for each in red.helpers]) == ("Why", [LUIS])
    assert len(world.store.state.comments) == comments
    assert sorted(told(world, MessageKind.RED)) == [LUCIA, LUCIA, LUIS, LUIS]


@pytest.mark.parametrize(("minutes", "left"), [(14, []), (16, ["Why"])])
async def test_the_comment_with_the_reason_of_a_red_is_withdrawn_with_it_within_a_while(world, item, minutes, left):
    await world.light(ANA, item.id, "ROJO", motivo="Why", desbloqueaUserIds=[LUIS])
    (light,) = [row for row in await rows_of_journal(world.store) if row.kind == "item.updated"]
    world.clock.advance(minutes=minutes)
    await take_back(world, ANA, light)
    assert (await world.item(ANA)).semaforo == "VERDE"
    assert [each.comentario for each in world.store.state.comments.values()] == left


@pytest.mark.parametrize("values", [(30,), (30, 60), (100,), (40, 100)])
async def test_a_percentage_is_taken_back_with_what_it_made_of_the_task(world, item, values):
    for value in values[:-1]:
        await world.percent(ANA, item.id, value)
    resumes = world.store.state.items[item.id].resume_porcentaje
    await assert_undone(world, world.percent(ANA, item.id, values[-1]))
    assert world.store.state.items[item.id].resume_porcentaje == resumes


async def test_a_red_at_100_is_red_again(world, item):
    await world.light(ANA, item.id, "ROJO")
    await assert_undone(world, world.percent(ANA, item.id, 100))
    assert len(await world.store.read(lambda uow: uow.reds.lasting([item.task_id]))) == 1


@pytest.mark.parametrize("closed", [False, True])
async def test_a_reopened_item_is_done_again_on_the_same_terms(world, item, closed):
    for value in (40, 100):
        await world.percent(ANA, item.id, value)
    if closed:
        await world.close(ANA, (await world.log(ANA)).id)
    world.clock.advance(minutes=5)
    await assert_undone(world, world.reopen(ANA, item.id))
    assert world.store.state.items[item.id].resume_porcentaje == 40
    await world.reopen(ANA, item.id)
    assert (await world.item(ANA)).porcentaje == 40


async def test_a_close_a_report_and_a_reopening_are_taken_back(world, item):
    log = await world.log(ANA)
    await assert_undone(world, world.avance(ANA, log))
    await world.avance(ANA, log)
    world.clock.advance(minutes=5)
    await assert_undone(world, world.avance(ANA, log))
    await assert_undone(world, world.close(ANA, log))
    await world.close(ANA, log)
    world.clock.advance(minutes=5)
    await assert_undone(world, world.run(ANA, daily_logs.reopen_log, log.id, dated(TODAY)))


async def test_only_the_owner_takes_back_a_light_and_their_leader_may_open_the_day(world, item):
    await world.light(ANA, item.id, "ROJO")
    for who in (LUCIA, ROOT):
        with forbidden():
            await take_back(world, who)
    with not_found(Code.CHANGE_NOT_FOUND):
        await take_back(world, PABLO)
    await world.close(ANA, (await world.log(ANA)).id)
    light, closed = (await rows_of_journal(world.store))[-2:]
    with conflict(Code.DAILY_LOG_CLOSED):
        await take_back(world, ANA, light)
    await take_back(world, LUCIA, closed)
    await take_back(world, ANA, light)


@pytest.mark.parametrize("closed", [False, True])
async def test_a_leader_takes_back_that_they_reopened_an_item_or_a_day(world, item, closed):
    for value in (40, 100):
        await world.percent(ANA, item.id, value)
    if closed:
        await world.close(ANA, (await world.log(ANA)).id)
    world.clock.advance(minutes=5)
    await world.reopen(LUCIA, item.id)
    for who in (ROOT, PABLO):
        with pytest.raises((Forbidden, NotFound)):
            await take_back(world, who)
    await take_back(world, LUCIA)
    assert (await world.item(ANA)).porcentaje == 100
    assert ((await world.log(ANA)).closed_at is not None) is closed
    assert (await world.get(ANA, item.task_id)).estatus == "CERRADA"


async def test_a_leader_takes_back_no_100_that_is_not_theirs(world, item):
    await world.percent(ANA, item.id, 100)
    with forbidden():
        await take_back(world, LUCIA)


async def test_a_deleted_task_that_comes_back_has_its_reds_with_reasons_and_helpers_and_these_hear_of_it(world, item):
    task = await world.get(ANA, item.task_id)
    await world.light(ANA, item.id, "ROJO")
    await world.why_red(ANA, task, "Why", [LUIS])
    world.clock.advance(minutes=5)
    await assert_undone(world, world.delete(LUCIA, task), LUCIA)
    (red,) = await world.store.read(lambda uow: uow.reds.lasting([task.id]))
    assert (red.user_id, red.motivo, [each.user_id for each in red.helpers]) == (ANA, "Why", [LUIS])
    assert sorted(told(world, MessageKind.RED)) == [LUCIA, LUIS, LUIS]
    assert told(world, MessageKind.TASK_CHANGED) == [ANA]


async def test_who_was_taken_off_a_closed_task_hears_that_it_is_theirs_again(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS], estatus="CERRADA")
    await assert_undone(world, world.edit(LUCIA, task, responsibleUserIds=[ANA]), LUCIA)
    assert sorted(told(world, MessageKind.TASK_CHANGED)) == [ANA, LUIS]
    assert told(world, MessageKind.TASK_ASSIGNED) == []


async def test_what_an_item_became_by_the_press_that_opened_its_day_is_taken_back(world):
    for text in ("One", "Two"):
        await world.task(LUCIA, responsibleUserIds=[ANA], descripcion=text)

    @command
    async def open_and_set(ctx: Context) -> int:
        log = await daily_logs.open_log(ctx, dated(TODAY))
        request = build(daily_logs.SemaforoRequest, {"fecha": TODAY, "semaforo": "AMARILLO"})
        await daily_logs.set_semaforo(ctx, log.items[-1].id, request)
        return log.id

    await world.run(ANA, open_and_set)
    unit = (await last(world)).unit
    assert await world.run(ANA, undo.undoable_change, unit) is not None
    assert await world.run(LUCIA, undo.undoable_change, unit) is None
    (row,) = await take_back(world)
    assert (row.kind, msgspec.json.decode(row.changed)) == ("item.updated", {"semaforo": ["AMARILLO", "VERDE"]})


async def test_opening_a_day_stays(world, item):
    with conflict(Code.CHANGE_STAYS):
        await take_back(world)


async def test_an_item_is_not_changed_once_others_closed_its_task(world, item):
    await world.light(ANA, item.id, "AMARILLO")
    light = await last(world)
    await world.edit(LUCIA, await world.get(LUCIA, item.task_id), estatus="CERRADA")
    with conflict(Code.ITEM_TASK_CLOSED):
        await take_back(world, ANA, light)


# Events


@pytest.fixture
async def event(world):
    made = await world.event(LUCIA, location="Sala 1")
    for who in (ANA, LUIS):
        world.joins(who, made)
    world.shows(PABLO, made)
    world.reminds(made, made.start_datetime - timedelta(minutes=30))
    return made


@pytest.fixture
async def in_series(world):
    made = await world.series(LUCIA, participantUserIds=[ANA, LUIS], visibilityUserIds=[PABLO])
    return await world.of_series(made.series_id)


async def move(world, who, event, hours=1, *, series=False):
    start = event.start_datetime + timedelta(hours=hours)
    wire = {"start": start.isoformat(), "was": event.start_datetime.isoformat(), "minutes": 60, "wholeSeries": series}
    return await world.run(who, event_edits.move_event, event.id, build(EventMove, wire))


async def answer(world, who, event, response):
    return await world.run(who, responses.set_response, event.id, build(ResponseRequest, {"response": response}))


async def test_a_deleted_event_comes_back_with_what_was_attached_to_it(world, event):
    await answer(world, ANA, event, "ACCEPTED")
    await assert_undone(world, world.delete_event(LUCIA, event), LUCIA)
    assert told(world, MessageKind.EVENT_CANCELLED) == [ANA, LUIS]
    assert told(world, MessageKind.EVENT_RESTORED) == [ANA, LUIS]
    assert told(world, MessageKind.EVENT_INVITED) == []
    assert await world.events(LUIS) == [event.id]


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "Other", "location": None, "description": "Bring it"},
        {"startDatetime": "2026-11-24T10:00", "endDatetime": "2026-11-24T11:00"},
        {"isPublic": True},
        {"eventTypeId": OTRO},
        {"isActive": False},
    ],
    ids="-".join,
)
async def test_an_edit_of_an_event_is_taken_back(world, event, fields):
    await assert_undone(world, world.edit_event(LUCIA, event, **fields), LUCIA)


async def test_an_event_that_was_made_is_deleted(world):
    made = await world.event(LUCIA)
    world.joins(ANA, made)
    (row,) = [row for row in await rows_of_journal(world.store) if row.kind == "event.created"]
    rows = await take_back(world, LUCIA, row)
    assert [each.kind for each in rows] == ["event.deleted", "participant.deleted"]
    assert told(world, MessageKind.EVENT_CANCELLED) == [ANA]


async def test_a_moved_event_is_where_it_was_with_its_reminders_and_answers(world, event):
    await answer(world, ANA, event, "ACCEPTED")
    await assert_undone(world, move(world, LUCIA, event), LUCIA)


async def test_who_answered_to_the_time_that_is_taken_back_is_asked_again(world, event):
    await answer(world, ANA, event, "ACCEPTED")
    await move(world, LUCIA, event)
    moved = await last(world)
    await answer(world, LUIS, event, "ACCEPTED")
    await answer(world, ANA, event, "DECLINED")
    await take_back(world, LUCIA, moved)
    found = await world.run(LUCIA, responses.list_responses, event.id)
    assert {each.user_id: each.response for each in found} == {ANA: "NEEDS-ACTION", LUIS: "NEEDS-ACTION"}


@pytest.mark.parametrize("act", ["move", "patch", "cancel", "delete", "person", "remind", "title"])
async def test_a_series_is_taken_back_whole(world, in_series, act):
    first = in_series[0]

    async def edit(use_case, kind, **fields):
        await world.run(LUCIA, use_case, first.id, build(kind, {"wholeSeries": True} | fields))

    edits = {
        "move": lambda: move(world, LUCIA, first, series=True),
        "patch": lambda: world.edit_series(
            LUCIA,
            first.series_id,
            fromEventId=in_series[1].id,
            shiftDays=1,
            durationMinutes=30,
            location="Sala 2",
            removeParticipantUserIds=[ANA],
            addParticipantUserIds=[PEDRO],
        ),
        "cancel": lambda: edit(event_edits.cancel_event, EventScope),
        "delete": lambda: world.delete_series(LUCIA, first.series_id),
        "person": lambda: edit(event_edits.set_person, EventPerson, userId=ANA, takesPart=False),
        "remind": lambda: edit(event_edits.set_reminders, EventReminders, minutes=30),
        "title": lambda: world.edit_series(LUCIA, first.series_id, title="Other"),
    }
    await world.run(LUCIA, event_edits.set_reminders, first.id, build(EventReminders, {"minutes": 10}))
    before = await things(world.store)
    await edits[act]()
    row = await last(world)
    await take_back(world, LUCIA, row)
    after = await things(world.store)
    made = {key for key in after if key not in before}
    assert {key: after[key] for key in before} == before
    assert all(after[key]["isDeleted"] for key in made)
    assert told(world, MessageKind.SERIES_INVITED).count(ANA) == (2 if act in {"person", "patch"} else 1)
    assert told(world, MessageKind.EVENT_RESTORED) == ([ANA, LUIS] if act in {"cancel", "delete"} else [])


async def test_a_series_that_was_made_is_gone(world):
    made = await world.series(LUCIA, participantUserIds=[ANA])
    await take_back(world, LUCIA)
    assert await world.of_series(made.series_id) == []
    assert told(world, MessageKind.EVENT_CANCELLED) == [ANA]


async def test_a_series_that_can_no_longer_be_taken_back_is_reported_by_its_events(world, in_series):
    await world.edit_event(ROOT, in_series[0], title="Other")
    told_of = await world.run(LUCIA, last_change.last_own_change)
    entities = {each.change.entity for thing in told_of.things for each in thing.changes}
    assert (told_of.change, Entity.EVENT in entities, Entity.SERIES in entities) == (None, True, False)


def taking_part(event, who):
    return build(ParticipantRequest, {"eventId": event.id, "userId": who})


def shown(event, who, *, visible=True):
    return build(VisibilityRequest, {"eventId": event.id, "userId": who, "isVisible": visible})


def reminded(event):
    return build(ReminderRequest, {"eventId": event.id, "remindAt": "2026-11-22T10:00"})


async def test_what_is_attached_to_an_event_is_taken_back(world, event):
    rows = world.store.state
    participant = next(row for row in rows.participants.values() if row.user_id == ANA)
    record = next(iter(rows.visibility.values()))
    reminder = next(iter(rows.reminders.values()))
    other = await world.event(LUCIA)
    acts = [
        (participants.delete_participant, participant.id),
        (participants.replace_participant, participant.id, taking_part(event, PEDRO)),
        (participants.replace_participant, participant.id, taking_part(other, ANA)),
        (visibility.delete_record, record.id),
        (visibility.replace_record, record.id, shown(event, PABLO, visible=False)),
        (reminders.delete_reminder, reminder.id),
        (reminders.replace_reminder, reminder.id, reminded(event)),
    ]
    for use_case, *given in acts:
        await assert_undone(world, world.run(LUCIA, use_case, *given), LUCIA)


async def test_what_was_attached_to_an_event_is_removed(world, event):
    acts = [
        (participants.create_participant, taking_part(event, PEDRO)),
        (visibility.create_record, shown(event, PEDRO)),
        (reminders.create_reminder, reminded(event)),
    ]
    for use_case, request in acts:
        await world.run(LUCIA, use_case, request)
        (row,) = await take_back(world, LUCIA)
        assert row.kind.endswith(".deleted")


async def test_who_takes_part_again_in_another_row_is_not_brought_back_twice(world, event):
    participant = next(row for row in world.store.state.participants.values() if row.user_id == ANA)
    await world.run(LUCIA, participants.delete_participant, participant.id)
    removed = await last(world)
    world.joins(ANA, event)
    with conflict(Code.PARTICIPANT_TAKEN):
        await take_back(world, LUCIA, removed)


async def test_ones_own_answer_is_taken_back_and_nobody_elses(world, event):
    await answer(world, ANA, event, "ACCEPTED")
    for who in (LUIS, LUCIA, ROOT):
        with forbidden():
            await take_back(world, who)
    before = await things(world.store)
    await answer(world, ANA, event, "DECLINED")
    declined = await last(world)
    await take_back(world, ANA, declined)
    assert await things(world.store) == before


async def test_an_event_is_taken_back_by_its_creator_and_the_unrestricted(world, event):
    await world.edit_event(LUCIA, event, title="Other")
    with forbidden():
        await take_back(world, ANA)
    with not_found(Code.CHANGE_NOT_FOUND):
        await take_back(world, PEDRO)
    await take_back(world, ROOT)


# Absences


async def declare(world, who, first, last_day, **more):
    request = build(AbsenceCreate, {"firstDay": first, "lastDay": last_day, **more})
    return (await world.run(who, absences.declare_absence, request)).absence


async def test_absences_are_taken_back(world):
    first = await declare(world, ANA, day(1), day(3), reason="Trip")
    await declare(world, ANA, day(6), day(8))
    await assert_undone(world, declare(world, ANA, day(2), day(7), reason="Longer"))
    await assert_undone(world, world.run(ANA, absences.cancel_absence, first.id))
    await assert_undone(world, world.run(LUCIA, absences.cancel_absence, first.id), LUCIA)
    world.clock.advance(days=2)
    await assert_undone(world, world.run(ANA, absences.cancel_absence, first.id))


async def test_an_absence_that_was_made_is_cancelled_and_the_leader_told(world):
    await declare(world, ANA, day(1), day(3))
    assert told(world, MessageKind.ABSENCE_CHANGED) == [LUCIA]
    arrive(world)
    (row,) = await take_back(world)
    assert row.kind == "absence.deleted"
    assert told(world, MessageKind.ABSENCE_CHANGED) == [LUCIA, LUCIA]


async def test_of_an_absence_that_was_made_today_nothing_is_left_of_an_older_one_its_past_days(world):
    await assert_absence_gone(world, after=0, left=[])
    await assert_absence_gone(world, after=1, left=[(day(0), day(0))])


async def assert_absence_gone(world, *, after, left):
    await declare(world, ANA, day(-1) if after == 0 else day(0), day(3))
    declared = await last(world)
    world.clock.advance(days=after)
    await take_back(world, ANA, declared)
    found = await world.store.read(lambda uow: uow.absences.days_within([ANA], day(-9), day(9)))
    assert [(each.first_day, each.last_day) for each in found] == left


async def test_an_absence_does_not_come_back_over_another_one_or_into_the_past(world):
    made = await declare(world, ANA, day(1), day(3))
    await world.run(ANA, absences.cancel_absence, made.id)
    cancelled = await last(world)
    await declare(world, ANA, day(3), day(4))
    with conflict(Code.ABSENCE_CHANGED):
        await take_back(world, ANA, cancelled)
    world.clock.advance(days=4)
    with conflict(Code.ABSENCE_OVER):
        await take_back(world, ANA, cancelled)


async def test_absences_are_taken_back_by_who_may_write_them(world):
    await declare(world, ANA, day(1), day(3))
    for who in (LUIS, PABLO):
        with not_found(Code.CHANGE_NOT_FOUND):
            await take_back(world, who)
    await take_back(world, LUCIA)


# Refusals


async def test_what_has_changed_since_is_told_and_nothing_is_written_and_other_fields_may_have_changed(world):
    task = await world.task(ANA)
    await world.edit(ANA, task, prioridad="ALTA", fechaCumplir=day(3))
    edited = await last(world)
    await world.team_edit(LUCIA, await world.get(ANA, task), prioridad="BAJA")
    by_lucia = await last(world)
    await world.edit(ANA, await world.get(ANA, task), descripcion="Other")
    before = await things(world.store)
    with refused(ChangedSince, Code.CHANGED_SINCE, fields=("prioridad",)) as caught:
        await take_back(world, ANA, edited)
    assert caught.value.changed == [ChangedField(Entity.TASK, task.id, "prioridad", "ALTA", "BAJA", LUCIA, by_lucia.at)]
    assert await things(world.store) == before
    await world.edit(ANA, await world.get(ANA, task), prioridad="ALTA")
    await take_back(world, ANA, edited)
    found = await world.get(ANA, task)
    assert (found.prioridad, found.fecha_cumplir, found.descripcion) == ("MEDIA", day(10), "Other")


async def test_what_others_have_worked_on_is_not_deleted(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], estatus="PENDIENTE")
    made = await last(world)
    await world.edit(ANA, task, estatus="EN_PROCESO")
    with refused(ChangedSince, Code.CHANGED_SINCE, fields=("estatus",)):
        await take_back(world, LUCIA, made)


async def test_what_is_deleted_since_is_restored_first(world, event):
    task = await world.task(LUCIA)
    await world.edit(LUCIA, task, prioridad="ALTA")
    of_task = await last(world)
    await world.delete(LUCIA, task)
    task_deleted = await last(world)
    await world.edit_event(LUCIA, event, title="Other")
    of_event = await last(world)
    await world.delete_event(LUCIA, event)
    event_deleted = await last(world)
    for row, deleted, field, left in (
        (of_task, task_deleted, "isActive", True),
        (of_event, event_deleted, "isDeleted", False),
    ):
        with refused(ChangedSince, Code.CHANGE_DELETED_SINCE) as caught:
            await take_back(world, LUCIA, row)
        thing = row.entity, row.entity_id
        assert caught.value.changed == [ChangedField(*thing, field, left, not left, LUCIA, deleted.at)]
    await take_back(world, LUCIA)
    await take_back(world, LUCIA, of_event)


async def test_nothing_is_taken_back_twice_and_no_undo_is_undone(world):
    task = await world.task(ANA)
    await world.edit(ANA, task, prioridad="ALTA")
    edited = await last(world)
    (row,) = await take_back(world, ANA, edited)
    with refused(ChangedSince, Code.CHANGE_UNDONE):
        await take_back(world, ANA, edited)
    with conflict(Code.CHANGE_IS_UNDO):
        await take_back(world, ANA, row)
    await world.edit(ANA, task, prioridad="ALTA")
    await take_back(world)


async def test_what_the_service_does_by_itself_stays(world):
    task = await world.task(ANA)
    world.store.set("tasks", task.id, prioridad="ALTA")
    with conflict(Code.CHANGE_OF_SERVICE):
        await take_back(world)
    await world.directory("ana", name="Anna")
    with conflict(Code.CHANGE_OF_SERVICE):
        await take_back(world, ROOT)


async def test_the_directory_and_event_types_stay(world):
    await world.run(ROOT, event_types.create_event_type, build(EventTypeCreate, {"code": "X", "name": "X"}))
    with conflict(Code.CHANGE_STAYS):
        await take_back(world, ROOT)


async def test_a_row_that_nobody_has_written_is_missing(world):
    with not_found(Code.CHANGE_NOT_FOUND, id=10**9):
        await world.run(ROOT, undo.undo_change, 10**9)


async def test_a_change_is_offered_to_be_taken_back_to_who_may(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    await world.edit(LUCIA, task, fechaCumplir=day(2))
    unit = (await last(world)).unit
    assert await world.run(ANA, undo.undoable_change, unit) is None
    assert await world.run(LUCIA, undo.undoable_change, unit) == (await last(world)).seq
    assert await world.run(LUCIA, undo.undoable_change, 1) is None


async def test_what_was_just_done_is_taken_back_for_some_minutes(world):
    task = await world.task(ANA)
    await world.edit(ANA, task, prioridad="ALTA")
    seq = (await last(world)).seq
    world.clock.advance(minutes=15, seconds=1)
    with conflict(Code.UNDO_TOO_LATE, minutes=15):
        await world.run(ANA, undo.undo_recent_change, seq)
    world.clock.advance(seconds=-1)
    await world.run(ANA, undo.undo_recent_change, seq)
    assert (await world.get(ANA, task)).prioridad == "MEDIA"
