"""Drafts: their owner's alone, for a while; saved once, by the rules that hold when they are saved."""

import msgspec

from core.base.errors import Code, FieldCode
from core.base.model import Priority
from core.drafts import drafts
from core.drafts.drafts import SavedDraft, TaskDraft
from core.jobs import pruning
from core.records.calendar_files import FileEvents
from core.records.drafts import EventDraft, FileDraft
from core.work import tasks
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import day, fresh_world, world_with
from tests.tables import each_row

BODY = TaskDraft(descripcion="Revisar contrato", fecha_cumplir=day(3), responsible_user_ids=(ANA,))


async def begin(world, who=ANA, body=BODY, **fields):
    return await world.run(who, drafts.begin_draft, msgspec.structs.replace(body, **fields))


async def change(world, draft, who=ANA, body=BODY, **fields):
    return await world.run(who, drafts.change_draft, draft.id, msgspec.structs.replace(body, **fields))


async def get(world, draft, who=ANA):
    return await world.run(who, drafts.get_draft, draft.id)


async def drop(world, draft, who=ANA):
    return await world.run(who, drafts.drop_draft, draft.id)


async def save(world, draft, who=ANA, idempotency_key=None):
    return await world.run(who, drafts.save_draft, draft.id, idempotency_key=idempotency_key)


async def all_tasks(world):
    return await world.run(ROOT, tasks.list_tasks)


async def test_a_draft_is_kept_and_changed_and_is_not_a_task(world):
    draft = await begin(world)
    assert (draft.owner_user_id, draft.body, draft.saved_id) == (ANA, BODY, None)
    changed = await change(world, draft, prioridad=Priority.ALTA)
    assert await get(world, draft) == changed
    assert changed.of(TaskDraft).prioridad is Priority.ALTA
    assert await all_tasks(world) == []


@each_row([LUIS, LUCIA, ROOT, ROBOT], world=fresh_world)
async def test_to_anybody_but_its_owner_a_draft_does_not_exist(world, who):
    draft = await begin(world)
    for act in (get, change, drop, save):
        with not_found(Code.DRAFT_NOT_FOUND):
            await act(world, draft, who)
    assert await get(world, draft) == draft


async def test_a_dropped_draft_is_gone(world):
    draft = await begin(world)
    await drop(world, draft)
    for act in (get, change, drop, save):
        with not_found(Code.DRAFT_NOT_FOUND):
            await act(world, draft)


async def test_a_draft_expires_and_that_is_told(world):
    draft = await begin(world)
    await world.rounds(24)
    assert (await get(world, draft)).body == draft.body
    await world.rounds(1)
    for act in (get, change, drop, save):
        with not_found(Code.DRAFT_EXPIRED):
            await act(world, draft)
    assert await all_tasks(world) == []


async def test_how_long_a_draft_is_kept_is_a_setting():
    world = await world_with(draft_hours=2)
    draft = await begin(world)
    await world.rounds(2)
    await get(world, draft)
    await world.rounds(1)
    with not_found(Code.DRAFT_EXPIRED):
        await get(world, draft)


async def test_a_change_keeps_it_for_longer(world):
    draft = await begin(world)
    await world.rounds(23)
    await change(world, draft)
    await world.rounds(23)
    assert (await get(world, draft)).body == BODY


async def test_a_clock_that_leaps_makes_no_draft_old(world):
    draft = await begin(world)
    for leap in (400, -400, 400):
        world.clock.advance(days=leap)
        await world.run(OPERATOR, pruning.begin_round)
        assert await world.run(OPERATOR, pruning.prune_drafts) == 0
        assert (await get(world, draft)).body == draft.body


async def test_saved_it_is_the_task_that_the_same_request_would_make(world):
    draft = await begin(world, LUCIA, prioridad=Priority.URGENTE, responsible_user_ids=(LUIS, ANA))
    saved = await save(world, draft, LUCIA)
    task = await world.get(LUCIA, saved.id)
    asked = {"descripcion": "Revisar contrato", "fechaCumplir": day(3), "prioridad": "URGENTE"}
    twin = await world.task(LUCIA, **asked, responsibleUserIds=[LUIS, ANA])
    assert msgspec.structs.replace(task, id=twin.id) == twin
    assert (await get(world, draft, LUCIA)).saved_id == task.id


async def test_saved_twice_it_is_saved_once_and_says_what_there_is(world):
    draft = await begin(world)
    first = await save(world, draft)
    assert first == SavedDraft(first.id, before=False)
    assert await save(world, draft) == SavedDraft(first.id, before=True)
    world.clock.advance(hours=48)
    assert await save(world, draft) == SavedDraft(first.id, before=True)
    assert [task.id for task in await all_tasks(world)] == [first.id]


async def test_a_saved_draft_is_neither_changed_nor_dropped(world):
    draft = await begin(world)
    await save(world, draft)
    for act in (change, drop):
        with conflict(Code.DRAFT_SAVED):
            await act(world, draft)


async def test_without_a_due_date_it_is_not_saved(world):
    draft = await begin(world, fecha_cumplir=None)
    with invalid(("fechaCumplir", FieldCode.REQUIRED)):
        await save(world, draft)
    assert (await get(world, draft)).saved_id is None


async def test_permission_is_asked_when_it_is_saved(world):
    draft = await begin(world, LUCIA, responsible_user_ids=(LUIS,))
    await world.directory("luis", leader="marta")
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await save(world, draft, LUCIA)
    await world.directory("luis", leader="lucia")
    await save(world, draft, LUCIA)


async def test_a_due_date_that_has_passed_by_then_is_refused(world):
    draft = await begin(world, fecha_cumplir=day())
    world.clock.advance(hours=23)
    with invalid(("fechaCumplir", FieldCode.BEFORE)):
        await save(world, draft)
    assert await all_tasks(world) == []


async def test_a_draft_of_something_else_is_not_there(world):
    draft = await begin(world, body=EventDraft(zone="America/Mexico_City", event_type_id=2, title="Junta"))
    with not_found(Code.DRAFT_NOT_FOUND):
        await change(world, draft)
    with not_found(Code.DRAFT_NOT_FOUND):
        draft.of(TaskDraft)
    assert draft.of(EventDraft).title == "Junta"


async def test_expired_drafts_are_forgotten(world):
    old = await begin(world)
    await world.rounds(20)
    young = await begin(world)
    await world.rounds(20)
    assert await world.run(OPERATOR, pruning.prune_drafts) == 1
    with not_found(Code.DRAFT_NOT_FOUND):
        await get(world, old)
    assert (await get(world, young)).body == young.body
    with forbidden():
        await world.run(ANA, pruning.prune_drafts)


async def test_a_calendar_file_of_which_nothing_is_chosen_makes_nothing(world):
    blank, none = EventDraft(zone="UTC", event_type_id=2), FileEvents([], {}, [])
    draft = await world.run(ANA, drafts.begin_draft, FileDraft(name="x.ics", blank=blank, found=none, chosen=()))
    with invalid(("events", FieldCode.EMPTY)):
        await save(world, draft)
