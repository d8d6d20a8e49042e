"""Corrections of what was just saved: each is one change by whoever may change it, and says who is told."""

from datetime import timedelta

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.model import Priority
from core.calendar.event_edits import EventMove, EventPerson, EventTexts
from core.people import absences
from core.people.absences import AbsenceCreate
from core.work import corrections
from core.work.corrections import EventCorrection, TaskCorrection
from tests.cast import ANA, LUCIA, LUIS, PEDRO
from tests.core.refusals import forbidden, invalid, not_found
from tests.core.world import day


async def away(world, first, last, who=ANA, **fields):
    request = build(AbsenceCreate, {"firstDay": day(first), "lastDay": day(last)} | fields)
    return (await world.run(who, absences.declare_absence, request)).absence


async def days(world, who=ANA):
    listed = await world.run(who, absences.list_absences, who)
    return [((each.first_day - day()).days, (each.last_day - day()).days, each.reason) for each in listed]


async def move(world, absence, first, last, who=ANA):
    world.clock.advance(seconds=1)
    return await world.run(who, corrections.correct_absence, absence.id, day(first), day(last))


class TestAbsences:
    async def test_an_absence_is_moved_with_its_reason(self, world):
        absence = await away(world, 3, 4, reason="Cita")
        await move(world, absence, 5, 7)
        assert await days(world) == [(5, 7, "Cita")]

    async def test_it_is_joined_with_those_that_it_then_overlaps(self, world):
        absence = await away(world, 3, 4, reason="Cita")
        await away(world, 6, 9)
        await move(world, absence, 5, 7)
        assert await days(world) == [(5, 9, "Cita")]

    async def test_the_leader_may_move_it_and_nobody_else(self, world):
        absence = await away(world, 3, 4)
        for who in (LUIS, PEDRO):
            with not_found(Code.ABSENCE_NOT_FOUND):
                await move(world, absence, 5, 7, who)
        assert await move(world, absence, 5, 7, LUCIA) == ["Ana"]
        assert await days(world) == [(5, 7, None)]

    async def test_what_has_passed_is_refused_and_nothing_is_changed(self, world):
        absence = await away(world, 3, 4)
        with invalid(("lastDay", FieldCode.PAST)):
            await move(world, absence, -3, -2)
        assert await days(world) == [(3, 4, None)]


class TestTasks:
    async def correct(self, world, task, who, **fields):
        return await world.run(who, corrections.correct_task, task.id, build(TaskCorrection, fields))

    async def test_what_is_said_of_it_is_changed_and_the_rest_stays(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        told = await self.correct(world, task, LUCIA, responsibleUserIds=[LUIS], prioridad="URGENTE")
        now = await world.get(LUCIA, task)
        assert (now.responsible_user_ids, now.prioridad, now.fecha_cumplir) == ([LUIS], Priority.URGENTE, day(10))
        assert set(told) >= {"Luis"}

    async def test_who_may_not_give_it_to_somebody_is_refused_and_nothing_is_changed(self, world):
        task = await world.task(ANA)
        with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
            await self.correct(world, task, ANA, responsibleUserIds=[LUIS], prioridad="URGENTE")
        assert await world.get(ANA, task) == task

    async def test_who_only_works_on_it_may_not_move_its_date(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA])
        with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
            await self.correct(world, task, ANA, fechaCumplir=day(11))
        assert (await world.get(ANA, task)).fecha_cumplir == day(10)


MOVED = {"start": "2026-11-23T17:00", "was": "2026-11-23T10:00", "minutes": 90}


class TestEvents:
    def change(self):
        return EventCorrection(
            build(EventMove, MOVED),
            [build(EventPerson, {"userId": LUIS, "takesPart": True})],
        )

    async def test_all_that_is_said_is_changed_at_once_and_each_is_told_once(self, world):
        event = await world.event(LUCIA)
        await world.invite(event, ANA)
        told = await world.run(LUCIA, corrections.correct_event, event.id, self.change())
        now = await world.get_event(LUCIA, event)
        assert now.start_datetime - event.start_datetime == timedelta(hours=7)
        assert sorted(told) == ["Ana", "Luis"]

    async def test_who_only_takes_part_may_change_nothing_of_it(self, world):
        event = await world.event(LUCIA)
        await world.invite(event, ANA)
        with forbidden():
            await world.run(ANA, corrections.correct_event, event.id, self.change())
        assert await world.get_event(LUCIA, event) == event

    async def test_another_title_is_one_change_of_it(self, world):
        event = await world.event(LUCIA)
        request = EventCorrection(build(EventTexts, {"title": "Cierre"}))
        assert await world.run(LUCIA, corrections.correct_event, event.id, request) == []
        assert (await world.get_event(LUCIA, event)).title == "Cierre"
