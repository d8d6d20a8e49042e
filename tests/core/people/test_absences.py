"""Absences: who says that somebody is away, how they are joined, cancelled and seen, and what is due meanwhile."""

from datetime import timedelta

import pytest

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.model import Nothing
from core.people import absence_news, absences
from core.people.absences import AbsenceCreate, Declared
from core.records.messages import MessageKind
from core.records.people import Absence
from core.work import absence_outlook, tasks
from tests.cast import ANA, INES, LUCIA, LUIS, MARTA, OPERATOR, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import NOW, STRANGER_ID, arrive, day, fresh_world
from tests.tables import each_row

OTHERS = [LUIS, MARTA, PEDRO, PABLO]
"""The people who are not Ana, do not lead her and are not admins."""


async def declare(world, who, first, last, **fields) -> Declared:
    """Days away, counted from today."""
    request = build(AbsenceCreate, {"firstDay": day(first), "lastDay": day(last)} | fields)
    return await world.run(who, absences.declare_absence, request)


async def away(world, who, first, last, **fields) -> Absence:
    return (await declare(world, who, first, last, **fields)).absence


async def seen(world, who, absence) -> Absence:
    """The absence as its card has it."""
    return (await world.run(who, absence_outlook.absence_view, absence.id)).absence


async def cancel(world, who, absence):
    return await world.run(who, absences.cancel_absence, getattr(absence, "id", absence))


async def listed(world, who, user_id):
    return await world.run(who, absences.list_absences, int(user_id))


async def days(world, user_id):
    """The days of somebody's absences that are not over, counted from today."""
    return [
        ((each.first_day - day()).days, (each.last_day - day()).days) for each in await listed(world, ROOT, user_id)
    ]


async def due(world, who, absence):
    return [task.id for task in await world.run(who, absences.tasks_during, absence.id)]


async def test_one_day_will_do_and_no_reason_needs_to_be_given(world):
    absence = await away(world, ANA, 0, 0)
    assert (absence.first_day, absence.last_day, absence.reason) == (day(), day(), None)


@each_row([LUCIA, ROOT], world=fresh_world)
async def test_a_leader_and_an_admin_say_so_for_somebody(world, who):
    absence = await away(world, who, 3, 7, userId=ANA)
    assert (absence.user_id, absence.created_by_user_id) == (ANA, who)
    assert await cancel(world, who, absence) == Nothing()
    assert await listed(world, ANA, ANA) == []


async def test_the_operator_leaves_no_id_of_theirs(world):
    assert (await away(world, OPERATOR, 3, 7, userId=ANA)).created_by_user_id is None


@each_row([*OTHERS, ROBOT], world=fresh_world)
async def test_nobody_else_says_so_for_them(world, who):
    with forbidden():
        await declare(world, who, 3, 7, userId=ANA)
    with forbidden():
        await declare(world, who, 3, 7, userId=STRANGER_ID)


async def test_a_leader_says_so_for_their_active_people_only(world):
    with forbidden():
        await declare(world, LUCIA, 3, 7, userId=INES)
    with forbidden():
        await declare(world, ANA, 3, 7, userId=LUCIA)


async def test_who_is_away_is_known_and_active(world):
    with invalid(("userId", FieldCode.UNKNOWN_ID)):
        await declare(world, ROOT, 3, 7, userId=STRANGER_ID)
    with invalid(("userId", FieldCode.INACTIVE_USER)):
        await declare(world, ROOT, 3, 7, userId=INES)
    with invalid(("userId", FieldCode.UNKNOWN_ID)):
        await declare(world, OPERATOR, 3, 7)


@each_row(
    [
        (3, 2, FieldCode.BEFORE),
        (-3, -1, FieldCode.PAST),
        (1, 367, FieldCode.TOO_MANY_DAYS),
    ],
    world=fresh_world,
)
async def test_days_are_in_order_not_all_past_and_a_year_at_most(world, first, last, code):
    with invalid(("lastDay", code)):
        await declare(world, ANA, first, last)
    assert await days(world, ANA) == []


async def test_an_absence_may_have_begun_and_may_last_a_leap_year(world):
    await declare(world, ANA, -3, 0)
    await declare(world, LUIS, 1, 366)
    assert (await days(world, ANA), await days(world, LUIS)) == ([(-3, 0)], [(1, 366)])


@each_row(
    [
        ((7, 9), (3, 9)),
        ((1, 3), (1, 7)),
        ((1, 10), (1, 10)),
        ((4, 5), (3, 7)),
    ],
    world=fresh_world,
)
async def test_absences_that_overlap_become_one(world, again, whole):
    first = await away(world, ANA, 3, 7)
    declared = await declare(world, ANA, *again)
    assert declared.joined == [first]
    assert declared.absence.id == first.id
    assert await listed(world, ANA, ANA) == [declared.absence]
    assert await days(world, ANA) == [whole]


async def test_several_become_one_and_the_others_are_gone(world):
    first, second, third = [await away(world, ANA, start, start + 2) for start in (1, 5, 9)]
    declared = await declare(world, ANA, 3, 9)
    assert declared.joined == [first, second, third]
    assert declared.absence.id == first.id
    assert await days(world, ANA) == [(1, 11)]
    for gone in (second, third):
        with not_found(Code.ABSENCE_NOT_FOUND):
            await cancel(world, ANA, gone)


async def test_absences_that_only_touch_stay_apart_and_so_do_other_peoples(world):
    await away(world, ANA, 3, 7)
    for who, first, last in ((ANA, 8, 9), (ANA, 1, 2), (LUIS, 5, 10)):
        assert (await declare(world, who, first, last)).joined == []
    assert await days(world, ANA) == [(1, 2), (3, 7), (8, 9)]


async def test_the_reason_given_last_stays_and_none_given_takes_none_away(world):
    await away(world, ANA, 1, 2)
    await away(world, ANA, 4, 5, reason="Médico")
    assert (await away(world, ANA, 2, 4)).reason == "Médico"
    assert (await away(world, ANA, 5, 6, reason="Boda")).reason == "Boda"
    assert (await away(world, ANA, 5, 6, reason="")).reason == "Boda"


async def test_one_that_is_cancelled_is_joined_with_nothing(world):
    await cancel(world, ANA, await away(world, ANA, 3, 7))
    declared = await declare(world, ANA, 5, 10)
    assert (declared.joined, await days(world, ANA)) == ([], [(5, 10)])


async def test_cancelling_one_that_has_not_begun_or_begins_today_leaves_nothing(world):
    for first in (0, 3):
        absence = await away(world, ANA, first, 7)
        assert await cancel(world, ANA, absence) == Nothing()
        assert await listed(world, ANA, ANA) == []
        with not_found(Code.ABSENCE_NOT_FOUND, id=absence.id):
            await seen(world, ANA, absence)


@each_row([3, 7], world=fresh_world)
async def test_cancelling_one_that_has_begun_ends_it_yesterday(world, last):
    absence = await away(world, ANA, 1, last)
    world.clock.advance(days=3)
    await cancel(world, ANA, absence)
    assert await listed(world, ANA, ANA) == []
    left = await seen(world, ANA, absence)
    assert (left.first_day, left.last_day) == (day(1), day(2))
    with conflict(Code.ABSENCE_OVER, fecha=day(2)):
        await cancel(world, ANA, absence)


async def cancel_as_seen(world, who, absence, first, last):
    return await world.run(who, absences.cancel_as_seen, absence.id, day(first), day(last))


async def test_what_has_changed_since_it_was_seen_is_not_cancelled(world):
    absence = await away(world, ANA, 3, 5)
    await away(world, ANA, 5, 7)
    with conflict(Code.ABSENCE_CHANGED):
        await cancel_as_seen(world, ANA, absence, 3, 5)
    assert await days(world, ANA) == [(3, 7)]
    with not_found(Code.ABSENCE_NOT_FOUND, id=absence.id):
        await cancel_as_seen(world, LUIS, absence, 3, 7)
    with forbidden():
        await cancel_as_seen(world, ROBOT, absence, 3, 7)
    await cancel_as_seen(world, LUCIA, absence, 3, 7)
    assert await days(world, ANA) == []


async def test_a_day_begins_in_the_business_zone_also_for_who_is_elsewhere(world):
    await world.directory("ana", timezone="Asia/Tokyo")
    absence = await away(world, ANA, 0, 0)
    world.clock.advance(hours=14, minutes=59)
    assert await listed(world, ANA, ANA) == [absence]
    world.clock.advance(minutes=1)
    assert await listed(world, ANA, ANA) == []


@each_row([ANA, LUCIA, ROOT, ROBOT], world=fresh_world)
async def test_absences_are_for_the_person_their_leader_and_the_unrestricted_to_read(world, who):
    absence = await away(world, ANA, 3, 7, reason="Médico")
    assert await listed(world, who, ANA) == [absence]
    assert await seen(world, who, absence) == absence
    assert await due(world, who, absence) == []


@each_row(OTHERS, world=fresh_world)
async def test_to_others_they_do_not_exist(world, who):
    absence = await away(world, ANA, 3, 7)
    with forbidden():
        await listed(world, who, ANA)
    for use_case in (absence_outlook.absence_view, absences.cancel_absence, absences.tasks_during):
        with not_found(Code.ABSENCE_NOT_FOUND, id=absence.id):
            await world.run(who, use_case, absence.id)
    assert await listed(world, ANA, ANA) == [absence]


async def test_an_integration_may_not_cancel_what_it_may_read(world):
    with forbidden():
        await cancel(world, ROBOT, await away(world, ANA, 3, 7))


async def test_what_is_due_meanwhile_is_the_persons_open_work_by_its_date(world):
    last = await world.task(ANA, fechaCumplir=day(7))
    first = await world.task(LUCIA, fechaCumplir=day(3), responsibleUserIds=[LUIS, ANA])
    planned = await world.task(ANA, fechaCumplir=day(5), fechaSolicitud=day(4))
    for outside in (2, 8):
        await world.task(ANA, fechaCumplir=day(outside))
    await world.task(LUIS, fechaCumplir=day(5))
    closed, deleted = [await world.task(ANA, fechaCumplir=day(5)) for _ in range(2)]
    await world.edit(ANA, closed, estatus="CERRADA")
    await world.delete(ANA, deleted)
    absence = await away(world, ANA, 3, 7)
    for who in (ANA, LUCIA, ROOT, ROBOT):
        assert await due(world, who, absence) == [first.id, planned.id, last.id]
        assert {first.id, planned.id, last.id} <= {task.id for task in await world.run(who, tasks.list_tasks)}


async def test_what_was_due_before_today_is_late_not_due_meanwhile(world):
    for offset in (0, 1, 2):
        await world.task(ANA, fechaCumplir=day(offset))
    absence = await away(world, ANA, 0, 5)
    world.clock.advance(days=1)
    assert len(await due(world, ANA, absence)) == 2
    world.clock.advance(days=9)
    assert await due(world, ANA, absence) == []


async def test_a_year_that_may_not_be_written_is_refused(world):
    with invalid(("lastDay", FieldCode.OUT_OF_RANGE)):
        build(AbsenceCreate, {"firstDay": "2026-11-21", "lastDay": "9999-01-01"})
    with invalid(("reason", FieldCode.TOO_LONG)):
        build(AbsenceCreate, {"firstDay": "2026-11-21", "lastDay": "2026-11-21", "reason": "x" * 256})


class TestLeaderIsTold:
    """One message for what changes within a while; it says what is other when it is drawn."""

    @staticmethod
    def told(world):
        rows = world.store.state.outbox.values()
        return [(each.user_id, each.due_at) for each in rows if each.kind is MessageKind.ABSENCE_CHANGED]

    async def news(self, world, before=()):
        found = await world.run(LUCIA, absence_news.absence_news, int(ANA), list(before))
        return [(each.first_day, each.last_day, each.reason) for each in found.noted], found.gone

    async def test_of_an_absence_after_a_while_and_once(self, world):
        first = await away(world, ANA, 1, 1, reason="Médico")
        await cancel(world, ANA, first)
        await away(world, ANA, 3, 4)
        assert self.told(world) == [(LUCIA, NOW + timedelta(minutes=2))]
        assert await self.news(world) == ([(day(3), day(4), None)], [])

    async def test_at_once_of_what_touches_today(self, world):
        await away(world, ANA, 3, 4)
        world.clock.advance(seconds=30)
        absence = await away(world, ANA, 0, 1)
        now = NOW + timedelta(seconds=30)
        assert self.told(world) == [(LUCIA, now)]
        arrive(world)
        await away(world, ANA, 7, 8)
        assert self.told(world)[1:] == [(LUCIA, now + timedelta(minutes=2))]
        await cancel(world, ANA, absence)
        assert self.told(world)[1:] == [(LUCIA, now)]

    async def test_of_what_is_cancelled_or_moved_later(self, world):
        first = await away(world, ANA, 1, 1)
        arrive(world)
        world.clock.advance(hours=1)
        await cancel(world, ANA, first)
        *_, message = world.store.state.outbox.values()
        assert message.params == {"person_id": ANA, "days": [day(1).toordinal()] * 2}
        assert await self.news(world, [(day(1), day(1))]) == ([], [(day(1), day(1))])

    async def test_not_who_noted_it(self, world):
        await cancel(world, LUCIA, await away(world, LUCIA, 3, 7, userId=ANA))
        assert self.told(world) == []

    async def test_the_person_of_what_others_note_change_and_cancel_and_of_nothing_of_their_own(self, world):
        def own():
            return world.told(MessageKind.OWN_ABSENCE_CHANGED)

        noted = await away(world, LUCIA, 3, 7, userId=ANA)
        await away(world, LUCIA, 5, 9, userId=ANA)
        assert own() == [(ANA, {"by_user_id": LUCIA, "days": []})]
        arrive(world)
        world.clock.advance(hours=1)
        await cancel(world, ROOT, noted)
        days_before = [day(3).toordinal(), day(9).toordinal()]
        assert own()[1:] == [(ANA, {"by_user_id": ROOT, "days": days_before})]
        arrive(world)
        world.clock.advance(hours=1)
        await cancel(world, ANA, await away(world, ANA, 3, 7))
        assert len(own()) == 2

    async def test_of_what_an_admin_notes(self, world):
        await away(world, ROOT, 3, 7, userId=ANA)
        assert [person for person, _ in self.told(world)] == [LUCIA]

    async def test_days_that_have_passed_are_not_news(self, world):
        await away(world, ANA, 0, 2)
        assert await self.news(world, [(day(-3), day(2)), (day(-9), day(-8))]) == ([], [])

    @pytest.mark.parametrize("who", OTHERS)
    async def test_nobody_else_learns_it(self, world, who):
        await away(world, ANA, 3, 7)
        with forbidden():
            await world.run(who, absence_news.absence_news, int(ANA), [])

    async def test_a_leader_sees_who_is_away_today(self, world):
        await away(world, ANA, -1, 2)
        await away(world, LUIS, 1, 2)
        found = await world.run(LUCIA, absence_news.away_today)
        assert found.until == {ANA: day(2)}
        assert (await world.run(LUIS, absence_news.away_today)).names == {}


async def test_those_whom_somebody_leads_hear_of_their_absence_but_not_why_and_who_learns_of_their_reds(world):
    await world.directory("lucia", leader="marta")
    await away(world, LUCIA, 1, 4, reason="Médico")
    assert {person for person, _ in TestLeaderIsTold.told(world)} == {MARTA, ANA, LUIS}
    news = {who: await world.run(who, absence_news.absence_news, int(LUCIA), []) for who in (ANA, MARTA)}
    assert {who: (each.noted[0].reason, each.reds_go_to) for who, each in news.items()} == {
        ANA: (None, "Marta"),
        MARTA: ("Médico", None),
    }
    await away(world, MARTA, 0, 4)
    assert (await world.run(ANA, absence_news.absence_news, int(LUCIA), [])).reds_go_to == ""
    with forbidden():
        await world.run(PABLO, absence_news.absence_news, int(LUCIA), [])
