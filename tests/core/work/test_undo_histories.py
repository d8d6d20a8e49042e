"""Undo of the last step, whatever it was and whoever took it: they restore the state before."""

import asyncio
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from core.application.requests import build
from core.base.errors import Code, DomainError
from core.calendar import event_edits, responses
from core.calendar.event_edits import EventMove, EventPerson, EventReminders, EventScope, EventTexts
from core.calendar.responses import ResponseRequest
from core.people import absences
from core.people.absences import AbsenceCreate
from core.records.journal import Entity
from core.work import undo
from core.work.undo import STAYS_ONCE_MADE
from storage.schema.journal import JOURNALED
from tests.cast import ANA, LUCIA, LUIS, PABLO, PEDRO, ROOT
from tests.core.refusals import sayable
from tests.core.work import histories
from tests.core.work.histories import History, place
from tests.core.world import day

REFUSED = {
    Code.CHANGE_STAYS,  # a comment, a day that was opened
    Code.CHANGE_DELETED_SINCE,  # an edit of a deleted task
    Code.INVALID_REQUEST,  # a responsible or a leader who has left
    Code.ABSENCE_OVER,
    Code.EVENT_OVER,
    Code.ITEM_TASK_CLOSED,  # an item reopened in a task that others reopened
    Code.ITEM_TASK_REASSIGNED,
    Code.ITEM_TASK_INACTIVE,
    Code.DAILY_LOG_CLOSED,
}
"""The codes by which an undo may be refused, though nothing has happened since."""

who = st.sampled_from([LUCIA, ANA, ROOT])
person = st.sampled_from([LUCIA, ANA, LUIS, PEDRO, PABLO])
whole = st.booleans()
of_calendar = st.one_of(
    st.tuples(st.just("event"), who),
    st.tuples(st.just("series"), who, st.lists(person, max_size=2, unique=True)),
    st.tuples(st.just("move"), who, place, st.sampled_from([-60, 60, 1440]), whole),
    st.tuples(st.just("texts"), who, place, st.sampled_from(["a", "b"]), whole),
    st.tuples(st.just("cancel"), who, place, whole),
    st.tuples(st.just("attend"), who, place, person, st.booleans(), whole),
    st.tuples(st.just("remind"), who, place, st.sampled_from([None, 10, 60]), whole),
    st.tuples(st.just("answer"), person, place, st.sampled_from(["ACCEPTED", "DECLINED"])),
    st.tuples(st.just("erase"), who, place, whole),
    st.tuples(st.just("away"), st.sampled_from([ANA, LUIS]), st.integers(-1, 5), st.integers(0, 4)),
    st.tuples(st.just("back"), st.sampled_from([ANA, LUIS, LUCIA]), place),
)
undoable = st.tuples(st.one_of(histories.steps, of_calendar), st.booleans())


class Office(History):
    """The same with a calendar and absences."""

    async def event(self, by) -> None:
        await self.world.event(by)

    async def series(self, by, people) -> None:
        await self.world.series(by, participantUserIds=people)

    async def move(self, by, at, minutes, series) -> None:
        if event := self.pick("events", at):
            start = event.start_datetime + timedelta(minutes=minutes)
            wire = {"start": start.isoformat(), "was": event.start_datetime.isoformat(), "minutes": 60}
            request = build(EventMove, wire | {"wholeSeries": series})
            await self.world.run(by, event_edits.move_event, event.id, request)

    async def texts(self, by, at, title, series) -> None:
        if event := self.pick("events", at):
            request = build(EventTexts, {"title": title, "wholeSeries": series})
            await self.world.run(by, event_edits.edit_texts, event.id, request)

    async def cancel(self, by, at, series) -> None:
        if event := self.pick("events", at):
            await self.world.run(by, event_edits.cancel_event, event.id, build(EventScope, {"wholeSeries": series}))

    async def attend(self, by, at, whom, takes_part, series) -> None:
        if event := self.pick("events", at):
            request = build(EventPerson, {"userId": whom, "takesPart": takes_part, "wholeSeries": series})
            await self.world.run(by, event_edits.set_person, event.id, request)

    async def remind(self, by, at, minutes, series) -> None:
        if event := self.pick("events", at):
            request = build(EventReminders, {"minutes": minutes, "wholeSeries": series})
            await self.world.run(by, event_edits.set_reminders, event.id, request)

    async def answer(self, by, at, response) -> None:
        if event := self.pick("events", at):
            await self.world.run(by, responses.set_response, event.id, build(ResponseRequest, {"response": response}))

    async def erase(self, by, at, series) -> None:
        event = self.pick("events", at)
        if event and series and event.series_id:
            await self.world.delete_series(by, event.series_id)
        elif event:
            await self.world.delete_event(by, event)

    async def away(self, by, offset, length) -> None:
        request = build(AbsenceCreate, {"firstDay": day(offset), "lastDay": day(offset + length)})
        await self.world.run(by, absences.declare_absence, request)

    async def back(self, by, at) -> None:
        found = await self.world.store.read(lambda uow: uow.absences.days_within([ANA, LUIS], date.min, date.max))
        if found:
            await self.world.run(by, absences.cancel_absence, found[at % len(found)].id)

    def things(self):
        """Return the contents of the journaled tables, by thing."""
        found = {}
        for journaled in JOURNALED:
            names = [journaled.name_of(column) for column in journaled.columns]
            for thing, *values in self.world.store.execute(
                f"SELECT id, {', '.join(journaled.columns)} FROM {journaled.table}"
            ):
                found[journaled.entity, thing] = dict(zip(names, values, strict=True))
        return found

    def written(self, after):
        """The journal's rows after one: number, unit, and who."""
        rows = "SELECT seq, unit, actor_user_id FROM journal WHERE seq > ? ORDER BY seq"
        return list(self.world.store.execute(rows, (after,)))

    async def take_and_undo(self, step, *, undone: bool) -> None:
        """A step, and what it has written taken back."""
        if not undone:
            await self.take(step)
            return
        before, (*_, (position, _, _)) = self.things(), self.written(0)
        await self.take(step)
        rows = self.written(position)
        if rows and rows[-1][2] is not None and len({unit for _, unit, _ in rows}) == 1:
            self.world.clock.advance(seconds=1)
            await self.undo(rows[-1][0], rows[-1][2], before)

    async def undo(self, seq, by, before) -> None:
        dump = self.world.store.dump()
        try:
            await self.world.run(by, undo.undo_change, seq)
        except DomainError as refused:
            refusal = refused
        else:
            refusal = None
        if refusal:
            sayable(refusal)
            assert refusal.code in REFUSED, refusal
            assert self.world.store.dump() == dump
            return
        after = self.things()
        assert {key: after[key] for key in before} == before
        for entity, thing in after.keys() - before.keys():
            made = after[entity, thing]
            gone = made.get("isDeleted") or made.get("cancelledAt") or made.get("isActive") == 0
            assert entity in {*STAYS_ONCE_MADE, Entity.SERIES} or gone or made.get("state") == "ENDED", (entity, made)


@given(st.lists(undoable, min_size=15, max_size=40))
def test_the_last_step_is_taken_back(steps):
    asyncio.run(live(steps))


async def live(steps) -> None:
    office = Office()
    try:
        await office.begin()
        for step, undone in steps:
            await office.take_and_undo(step, undone=undone)
    finally:
        office.world.store.end()
