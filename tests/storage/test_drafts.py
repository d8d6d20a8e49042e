"""Drafts are kept with their bodies, changed, forgotten and never given the id of another, as the port says."""

from datetime import UTC, date, datetime, time

import msgspec
import pytest
import sqlalchemy as sa

from core.base.model import Priority
from core.drafts import event_drafts
from core.language.phrases.model import ALL_DAY, Doubt, DoubtReason, Note, TimeWindow
from core.records.drafts import Draft, EventDraft, NewDraft, Remark, SearchedTime, TaskDraft
from core.records.jobs import Round
from storage.schema.service import drafts
from tests.cast import day
from tests.storage.raw import execute
from tests.storage.rows import NOW, add_users
from tests.storage.units import calls_of

read, write = calls_of("drafts")

ANA, LUIS = 1, 2
TASK = TaskDraft(
    descripcion="Revisar '; -- 📝\ncontrato",
    fecha_cumplir=day(3),
    prioridad=Priority.URGENTE,
    responsible_user_ids=(LUIS, ANA),
    notes=(Note.NOT_TODAY,),
    doubts=(Doubt(3, 9, "de mayo", DoubtReason.WORDS),),
    unknown=("leo",),
)
EVENT = EventDraft(
    zone="Europe/Madrid",
    event_type_id=2,
    title="Junta '; -- 📝",
    day=day(3),
    starts=time(16, 30),
    fold=1,
    within=TimeWindow(time(16), time(19)),
    minutes=90,
    user_ids=(LUIS, ANA),
    location="Sala 2",
    is_virtual=True,
    is_public=True,
    remind_minutes=10,
    day_notes=(Note.NOT_TODAY,),
    hour_notes=(Note.AFTERNOON,),
    doubts=(Doubt(3, 9, "de mayo", DoubtReason.WORDS),),
    unknown=("leo",),
    remarks=(Remark.TOO_LONG,),
    sought=SearchedTime(day(3), None, (), (Note.AFTERNOON,), TimeWindow(time(16), time.min), 1),
)
BODIES = [TaskDraft(descripcion="", responsible_user_ids=(ANA,)), TASK, EVENT]


@pytest.fixture
async def store(store):
    await add_users(store, "ana", "luis")
    return store


async def add(store, body=TASK):
    return await store.write(lambda uow: uow.drafts.add(NewDraft(ANA, body)))


async def begin_round(store, number):
    await store.write(lambda uow: uow.housekeeping.put(Round(number, NOW)))


@pytest.mark.parametrize("body", BODIES)
async def test_a_draft_comes_back_with_every_field_as_it_was(store, body):
    added = await add(store, body)
    assert added == Draft(added.id, ANA, body, None)
    assert await read(store, "get", added.id) == added


async def test_a_change_writes_the_body_and_what_it_became_of_that_draft_alone_which_is_new_again(store):
    first, second = await add(store), await add(store)
    await begin_round(store, 3)
    changed = Draft(first.id, LUIS, TaskDraft(descripcion="Otra", responsible_user_ids=(ANA,)), 77)
    await write(store, "update", changed)
    assert await read(store, "get", first.id) == msgspec.structs.replace(changed, owner_user_id=ANA)
    assert await read(store, "get", second.id) == msgspec.structs.replace(second, age=3)


async def test_a_draft_that_is_gone_leaves_its_id_to_nobody(store):
    first, second = await add(store), await add(store)
    await write(store, "delete", second.id)
    assert await read(store, "get", second.id) is None
    assert await read(store, "get", first.id) == first
    assert (await add(store)).id > second.id
    await write(store, "delete", 99)


async def test_that_since_whose_last_change_more_rounds_have_begun_is_forgotten(store):
    gone = await add(store)
    await begin_round(store, 1)
    kept = await add(store)
    await begin_round(store, 25)
    assert await write(store, "prune", 24) == 1
    assert await read(store, "get", gone.id) is None
    assert (await read(store, "get", kept.id)).age == 24
    assert await write(store, "prune", 24) == 0
    await write(store, "prune", 23)
    assert (await add(store)).id > kept.id


async def rewritten(store, **body):
    """A draft's body, written as another version may have."""
    draft = await add(store)
    await execute(store, sa.update(drafts).returning(drafts.c.id), body=body)
    found = await read(store, "get", draft.id)
    return found and found.body


async def test_a_draft_that_names_its_part_of_the_day_is_read_without_it(store):
    """Versions up to 2026-11 wrote such drafts."""
    times = {"day": "2026-11-27", "starts": None, "part": "NIGHT", "day_notes": [], "hour_notes": []}
    found = await rewritten(store, type="event", zone="Europe/Madrid", event_type_id=2, **times, sought=times)
    assert (found.day, found.starts, found.within) == (date(2026, 11, 27), None, ALL_DAY)
    assert event_drafts.restore_search(found) == found


async def test_a_draft_that_does_not_say_which_of_two_equal_hours_is_meant_means_the_first(store):
    """Versions up to 2026-11 wrote such drafts."""
    times = {"day": "2026-11-01", "starts": "01:30:00"}
    found = await rewritten(store, type="event", zone="America/Tijuana", event_type_id=2, **times)
    assert found.time.start == datetime(2026, 11, 1, 8, 30, tzinfo=UTC)


async def test_a_body_that_this_version_cannot_read_is_gone(store):
    assert await rewritten(store, type="poem") is None
