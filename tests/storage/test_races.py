"""Many at once: the outcome is one that some order of theirs has, whether they meet in a row, a key or a count.

On PostgreSQL, where units overlap. On SQLite no two do: tests/storage/test_units_of_work.py.
"""

import asyncio
from collections import Counter

import pytest

from core.application.requests import build
from core.application.use_case import IdempotencyKey, Pipeline
from core.base.errors import Code, DomainError, NotFound, Unavailable
from core.base.external_ids import ExternalIdRequest
from core.base.model import TaskStatus
from core.base.settings import Settings
from core.calendar import event_types, external_series, participants
from core.calendar.event_types import EventTypeCreate
from core.calendar.participants import ParticipantRequest
from core.delivery import leases, sending
from core.delivery.leases import LEASE_TERM
from core.jobs import timetable
from core.people import users
from core.records.chat import Claim, InboxUpdate
from core.records.jobs import Job
from core.records.messages import MessageKind, NewMessage
from core.work import external_tasks, tasks, undo
from core.work.tasks import TaskPut
from tests.cast import ANA, LUCIA, LUIS, MARTA, OPERATOR, PABLO, PEDRO, ROOT, introduce
from tests.clock import FakeClock
from tests.core.world import NOW, TODAY, World, day
from tests.storage.raw import rows_of

WRITERS = 20


class TickingClock(FakeClock):
    """No two instants are the same."""

    def now(self):
        return self.advance(milliseconds=1)


class Races(World):
    """The cast over a real store."""

    def __init__(self, store):
        super().__init__(store=store)
        self.clock = TickingClock(NOW)
        self.pipeline = Pipeline(store, self.clock, Settings())


@pytest.fixture
def store(kept_store):
    return kept_store


@pytest.fixture
async def world(store):
    """A world on Friday morning, when everybody wants the same."""
    world = Races(store)
    await introduce(world.pipeline)
    return world


async def at_once(*calls):
    """Run calls at once; return what each returned, and the codes of the refusals. Raises any other failure."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    refused = [result for result in results if isinstance(result, DomainError)]
    done = [result for result in results if not isinstance(result, BaseException)]
    broken = [result for result in results if isinstance(result, BaseException) and not isinstance(result, DomainError)]
    broken += [result for result in refused if isinstance(result, Unavailable)]
    assert broken == []
    assert len(done) + len(refused) == len(results)
    return done, Counter(result.code for result in refused)


async def all_done(*calls):
    """Run calls at once, none of which is refused; return what each returned."""
    done, refused = await at_once(*calls)
    assert refused == {}
    return done


async def one_wins(calls, code):
    """One of these calls succeeds, and all others are refused with a code."""
    done, refused = await at_once(*calls)
    assert (len(done), refused) == (1, {code: WRITERS - 1})


def times(call, *args, **fields):
    """Return that call, as often as there are writers."""
    return [call(*args, **fields) for _ in range(WRITERS)]


async def test_a_day_is_opened_once(world):
    for _ in range(7):
        await world.task(ANA)
    logs = await all_done(*times(world.open, ANA))
    assert {log.id for log in logs} == {logs[0].id}
    assert [item.orden for item in (await world.log(ANA)).items] == [1, 2, 3, 4, 5, 6, 7]


async def test_an_item_is_completed_once_and_its_task_closed_with_it(world):
    task = await world.task(ANA)
    item = await world.item(ANA)
    await one_wins(times(world.percent, ANA, item.id, 100), Code.ITEM_COMPLETE)
    assert (await world.get(ANA, task)).estatus is TaskStatus.CERRADA


async def test_who_closes_a_task_shuts_out_every_other_state(world):
    task = await world.task(LUCIA, responsibleUserIds=[int(ANA)], estatus="EN_PROCESO")
    states = ["CERRADA", "PENDIENTE"] * (WRITERS // 2)
    calls = (world.edit(ANA, task, estatus=state) for state in states)
    done, refused = await at_once(*calls)
    last = await world.get(ANA, task)
    assert last.estatus is TaskStatus.CERRADA
    assert last.fecha_cierre == TODAY
    assert set(refused) <= {Code.REOPEN_BY_ITEM}
    assert len({each.updated_at for each in done if each.estatus is TaskStatus.CERRADA}) == 1
    assert len(done) + refused.total() == WRITERS


async def test_no_event_has_a_type_that_is_deleted(world):
    made = await world.run(ROOT, event_types.create_event_type, build(EventTypeCreate, {"code": "C", "name": "C"}))
    deleting = [world.run(ROOT, event_types.delete_event_type, made.id) for _ in range(WRITERS // 2)]
    making = [world.event(ANA, eventTypeId=made.id) for _ in range(WRITERS // 2)]
    await at_once(*(call for pair in zip(making, deleting, strict=True) for call in pair))
    left = await rows_of(world.store, f"SELECT count(*) FROM events WHERE event_type_id = {made.id}")
    try:
        await world.run(ROOT, event_types.get_event_type, made.id)
    except NotFound:
        assert left == [(0,)]
    else:
        assert left != [(0,)]


async def test_who_is_busy_follows_from_who_takes_part_however_both_were_changed(world):
    event = await world.event(ANA)
    people = [LUIS, PABLO, PEDRO, MARTA, LUCIA]

    async def join(person):
        request = build(ParticipantRequest, {"eventId": event.id, "userId": int(person)})
        return await world.run(ANA, participants.create_participant, request)

    async def move(hours):
        at = {"startDatetime": f"2026-11-23T{hours:02}:00", "endDatetime": f"2026-11-23T{hours:02}:30"}
        return await world.edit_event(ANA, event, **at)

    await at_once(*(call for n in range(WRITERS // 2) for call in (join(people[n % 5]), move(n % 24))))
    last = await world.get_event(ANA, event)
    starts = int(last.start_datetime.timestamp()) * 1_000_000
    busy = await rows_of(world.store, "SELECT user_id, starts_at FROM busy ORDER BY user_id")
    assert busy == [(int(person), starts) for person in sorted(people)]


async def test_a_cause_is_applied_once_and_everybody_is_told_its_outcome(world):
    request = build(tasks.TaskCreate, {"descripcion": "Una vez", "fechaCumplir": day(3)})
    cause = IdempotencyKey("api 2", "key", b"digest")
    done = await all_done(*times(world.run, ANA, tasks.create_task, request, idempotency_key=cause))
    assert len({task.id for task in done}) == 1
    assert len(await world.listed(ANA)) == 1


async def test_an_account_is_linked_to_one_person(world):
    codes = [await world.run(OPERATOR, users.invite, name) for name in ("ana", "luis", "pablo", "pedro", "marta")]
    done, refused = await at_once(*(world.run(OPERATOR, users.link, codes[n % 5], 7) for n in range(WRITERS)))
    assert len(done) == 1
    assert set(refused) <= {Code.INVITE_NOT_VALID, Code.ALREADY_LINKED}
    assert await rows_of(world.store, "SELECT count(*) FROM users WHERE telegram_user_id = 7") == [(1,)]


async def test_one_leads(world):
    calls = (world.run(OPERATOR, leases.acquire_lease, f"process {n}") for n in range(WRITERS))
    leads = await all_done(*calls)
    assert [lead.term for lead in leads if lead is not None] == [1]
    held = next(lead for lead in leads if lead is not None)
    given, _ = await at_once(*times(world.run, OPERATOR, leases.release_lease, held.holder))
    assert given.count(True) == 1
    calls = (world.run(OPERATOR, leases.acquire_lease, f"process {n}") for n in range(WRITERS))
    leads, _ = await at_once(*calls)
    assert [lead.term for lead in leads if lead is not None] == [2]


async def test_an_id_of_another_system_makes_one_task_whoever_asks_first(world):
    request = build(TaskPut, {"descripcion": "Revisar", "fechaCumplir": str(day(5))})
    put = external_tasks.put_task_by_external_id
    done = await all_done(*times(world.run, ANA, put, "todoist", "7", request))
    assert len({task.id for task in done}) == 1
    assert await rows_of(world.store, "SELECT count(*) FROM tasks WHERE external_id = '7'") == [(1,)]


async def test_an_id_of_another_system_is_one_series_whoever_asks_first(world):
    made = await all_done(*times(world.series, ANA))
    named = build(ExternalIdRequest, {"externalSource": "outlook", "externalId": "7"})
    naming = [
        world.run(ANA, external_series.set_series_external_id, each.series_id, named) for each in made[: WRITERS // 2]
    ]
    making = [world.series(ANA, externalSource="outlook", externalId="7") for _ in range(WRITERS // 2)]
    await one_wins([*naming, *making], Code.EXTERNAL_ID_IN_USE)
    assert await rows_of(world.store, "SELECT count(*) FROM event_series WHERE external_id = '7'") == [(1,)]


async def test_an_id_of_another_system_is_that_of_a_series_that_comes_back_or_of_a_new_one(world):
    there = {"externalSource": "outlook", "externalId": "7"}
    made = await world.series(ANA, **there)
    await world.delete_series(ANA, made.series_id)
    ((seq,),) = await rows_of(world.store, "SELECT max(seq) FROM journal WHERE kind = 'event.deleted'")
    back = [world.run(ANA, undo.undo_change, seq) for _ in range(WRITERS // 2)]
    new = [world.series(ANA, **there) for _ in range(WRITERS // 2)]
    done, refused = await at_once(*(call for pair in zip(back, new, strict=True) for call in pair))
    assert len(done) == 1
    assert set(refused) <= {Code.EXTERNAL_ID_IN_USE, Code.CHANGE_UNDONE}
    live = "SELECT count(DISTINCT series_id) FROM events WHERE NOT is_deleted"
    assert await rows_of(world.store, live) == [(1,)]


async def test_a_turn_is_taken_once(world):
    lead = await world.run(OPERATOR, leases.acquire_lease, "one")
    await world.task(ANA, fechaSolicitud=day(-9), fechaCumplir=day(-1))
    turn = timetable.ScheduledRun(Job.OVERDUE_SURVEY, "2026-11-20")
    done = await all_done(*times(world.run, OPERATOR, timetable.run_scheduled, turn, lead))
    assert [run.counts for run in done if run is not None] == [{"overdue": 1, "messages": 1}]
    assert await rows_of(world.store, "SELECT count(*) FROM outbox WHERE kind = 'overdue_survey'") == [(1,)]


async def test_a_message_is_claimed_once(world):
    lead = await world.run(OPERATOR, leases.acquire_lease, "one")
    code = await world.run(OPERATOR, users.invite, "ana")
    await world.run(OPERATOR, users.link, code, 7)
    messages = [
        NewMessage(int(ANA), MessageKind.REMINDER, {"event_id": 1}, f"key {n}", NOW, NOW) for n in range(WRITERS // 2)
    ]
    await world.store.write(lambda uow: uow.outbox.add(messages))
    done = await all_done(*times(world.run, OPERATOR, sending.claim_due, lead, 20))
    claimed = [one.message.id for claims in done for each in claims for one in (each, *each.beside)]
    assert len(set(claimed)) == len(claimed) == WRITERS // 2


async def test_a_chats_updates_that_come_to_many_are_handled_once_and_none_is_left_lying(world):
    chat, handled = world.store.chat(), []

    async def process(number):
        claim = Claim(f"process {number}", LEASE_TERM)
        for first in await chat.receive([InboxUpdate(number, 7, b"{}")], NOW, claim):
            following = first
            while following:
                handled.append(following.update_id)
                following = await chat.answered(following, NOW, claim)

    await all_done(*(process(number) for number in range(1, WRITERS + 1)))
    assert sorted(handled) == list(range(1, WRITERS + 1))
    assert await chat.pending() == await chat.holders() == []
