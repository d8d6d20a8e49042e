"""A red is a call: why it is, who is told of it, what they answer, and when it is over."""

from datetime import UTC, datetime, timedelta

import pytest

from core.application.requests import build
from core.base.errors import Code, Conflict, FieldCode, Forbidden, NotFound
from core.base.settings import Settings
from core.people import absences
from core.records.messages import MessageKind, Outcome, Reason
from core.records.work import HelperAnswer, RedHelper
from core.work import daily_logs, red_help, tasks
from core.work.red_help import RedAnswer
from tests.cast import ANA, INES, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import invalid, refused
from tests.core.world import NOW, World, arrive, day

RED, ANSWERED, ENDED, COMMENTED, CHANGED = (
    MessageKind.RED,
    MessageKind.RED_ANSWERED,
    MessageKind.RED_ENDED,
    MessageKind.TASK_COMMENTED,
    MessageKind.TASK_CHANGED,
)
AT_ONCE = NOW


async def in_red(world, who=ANA, **fields):
    """A task of somebody who has just set its item ROJO."""
    task = await world.task(who, **fields)
    await set_light(world, who, task, "ROJO")
    return task


async def set_light(world, who, task, colour):
    await world.light(who, (await world.item(who, task=task)).id, colour)


def told(world, kind=RED):
    """Return whom messages of a kind go to, and when they are due."""
    return {each.user_id: each.due_at for each in world.store.state.outbox.values() if each.kind is kind}


async def answer(world, who, red, says="ON_IT"):
    return await world.run(who, red_help.answer, red.id, build(RedAnswer, {"answer": says}))


class TestLeadersWhoAreOff:
    @pytest.fixture(autouse=True)
    async def _marta_leads_lucia(self, world):
        await world.directory("lucia", leader="marta")

    @pytest.fixture
    async def away(self, world):
        return await world.away(LUCIA, day(), day(2))

    @pytest.mark.usefixtures("away")
    async def test_whoever_leads_them_helps_meanwhile(self, world):
        task = await in_red(world)
        assert told(world) == {LUCIA: AT_ONCE, MARTA: AT_ONCE}
        (red,) = await world.run(ANA, red_help.reds_of_task, task.id)
        assert red.red.helpers == [RedHelper(MARTA, None)]
        assert (await world.get(MARTA, task)).id == task.id

    @pytest.mark.usefixtures("away")
    async def test_above_somebody_who_is_off_too_is_who_comes_next(self, world):
        await world.directory("marta", leader="pablo")
        await world.away(MARTA, day(), day())
        await in_red(world)
        assert told(world).keys() == {LUCIA, PABLO}

    @pytest.mark.usefixtures("away")
    async def test_where_nobody_above_works_the_leader_alone_is_told(self, world):
        await world.directory("marta", leader="lucia")
        await world.away(MARTA, day(), day())
        await in_red(world)
        assert told(world).keys() == {LUCIA}

    async def test_who_is_away_from_tomorrow_needs_nobody(self, world):
        await world.away(LUCIA, day(1), day(2))
        await in_red(world)
        assert told(world).keys() == {LUCIA}

    @pytest.mark.usefixtures("away")
    async def test_who_stands_in_is_over_the_five_helpers(self, world):
        task = await in_red(world)
        await world.why_red(ANA, task, "Missing invoice", [LUCIA, LUIS, PEDRO, PABLO, ROOT])
        assert told(world).keys() == {LUCIA, LUIS, MARTA, PEDRO, PABLO, ROOT}

    async def test_who_went_away_before_the_reason_came_has_somebody_too(self, world):
        task = await in_red(world)
        await world.away(LUCIA, day(), day(2))
        await world.why_red(ANA, task, "Missing invoice")
        assert told(world).keys() == {LUCIA, MARTA}

    async def test_who_stood_in_is_told_that_it_is_over_also_once_the_leader_is_back(self, world, away):
        task = await in_red(world)
        arrive(world)
        await world.run(LUCIA, absences.cancel_absence, away.id)
        await set_light(world, ANA, task, "VERDE")
        assert MARTA in told(world, ENDED)


class TestTold:
    async def test_the_leaders_are_told_at_once(self, world):
        await in_red(world, leaderUserId=PABLO)
        assert told(world) == {LUCIA: AT_ONCE, PABLO: AT_ONCE}

    async def test_with_a_reason_at_once_and_the_helpers_too(self, world):
        task = await in_red(world)
        await world.why_red(ANA, task, "Missing invoice", [PEDRO])
        assert told(world) == {LUCIA: AT_ONCE, PEDRO: AT_ONCE}

    async def test_a_reason_given_with_the_light_is_told_at_once(self, world):
        task = await world.task(ANA)
        item = await world.item(ANA)
        await world.light(ANA, item.id, "ROJO", motivo="Missing", desbloqueaUserIds=[PEDRO])
        assert told(world) == {LUCIA: AT_ONCE, PEDRO: AT_ONCE}
        (comment,) = await world.run(ANA, tasks.list_comments, task.id)
        assert comment.comentario == "Missing"

    async def test_a_helper_without_a_reason_is_told_too(self, world):
        task = await in_red(world)
        await world.why_red(ANA, task, None, [PEDRO])
        assert told(world) == {LUCIA: AT_ONCE, PEDRO: AT_ONCE}

    async def test_a_message_that_is_held_back_stays_so(self):
        world = World(Settings(red_wait_minutes=5))
        task = await in_red(world)
        (waiting,) = [each for each in world.store.put(lambda uow: uow.outbox.waiting(LUCIA)) if each.kind is RED]
        world.store.set("outbox", waiting.id, reason=Reason.QUIET_HOURS)
        await world.why_red(ANA, task)
        assert told(world) == {LUCIA: NOW + timedelta(minutes=5)}

    async def test_nobody_is_told_of_their_own_red(self, world):
        await in_red(world, LUCIA, leaderUserId=LUCIA)
        assert told(world) == {}

    async def test_red_pressed_twice_is_one_red(self, world):
        task = await in_red(world)
        await set_light(world, ANA, task, "ROJO")
        assert len(world.store.state.reds) == 1

    async def test_the_wait_is_set(self):
        world = World(Settings(red_wait_minutes=5))
        await in_red(world)
        assert told(world) == {LUCIA: NOW + timedelta(minutes=5)}

    async def test_the_reason_is_a_comment_that_is_told_once_to_each(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS])
        await set_light(world, ANA, task, "ROJO")
        await world.why_red(ANA, task, "Missing", [PEDRO])
        assert set(told(world)) == {LUCIA, PEDRO}
        assert set(told(world, COMMENTED)) == {LUIS}

    @pytest.mark.parametrize(("minutes", "as_a_comment"), [(1, False), (3, True)])
    async def test_who_was_told_before_there_was_a_reason_reads_it_there_and_later_as_a_comment(
        self, world, minutes, as_a_comment
    ):
        task = await in_red(world)
        arrive(world)
        world.clock.advance(minutes=minutes)
        await world.why_red(ANA, task, "Missing", [PEDRO])
        added = [each.user_id for each in world.store.state.outbox.values() if "added_to" in each.params]
        assert set(told(world)) == {LUCIA, PEDRO}
        assert (added, list(told(world, COMMENTED))) == (([], [LUCIA]) if as_a_comment else ([LUCIA], []))

    @pytest.mark.parametrize("deed", [{"estatus": "CERRADA"}, {"isActive": False}, {"responsibleUserIds": [LUIS]}])
    async def test_who_hears_that_a_red_is_over_is_not_told_of_the_change_too(self, world, deed):
        task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS])
        await set_light(world, ANA, task, "ROJO")
        await world.why_red(ANA, task, "Missing", [PEDRO])
        arrive(world)
        await world.edit(ROOT, task, **deed)
        assert set(told(world, ENDED)) == {LUCIA, PEDRO}
        assert set(told(world, CHANGED)) == {ANA, LUIS}


class TestWhy:
    async def test_only_of_an_item_that_is_red(self, world):
        task = await world.task(ANA)
        with refused(Conflict, Code.NOT_RED, id=task.id):
            await world.why_red(ANA, task)
        await world.open(ANA)
        with refused(Conflict, Code.NOT_RED):
            await world.why_red(ANA, task)

    @pytest.mark.parametrize("helper", [ANA, INES, ROBOT, 999])
    async def test_helpers_are_other_active_colleagues(self, world, helper):
        task = await in_red(world)
        with invalid(("desbloqueaUserIds[1]", FieldCode.UNKNOWN_ID)):
            await world.why_red(ANA, task, "Why", [LUIS, helper])

    async def test_at_most_five(self, world):
        task = await in_red(world)
        await world.why_red(ANA, task, None, [LUIS, LUCIA, MARTA, PEDRO])
        with invalid(("desbloqueaUserIds", FieldCode.TOO_LONG)):
            await world.why_red(ANA, task, None, [PABLO, ROOT])

    @pytest.mark.parametrize("given", [{"motivo": "Why"}, {"desbloqueaUserIds": [LUIS]}])
    async def test_another_light_takes_none(self, world, given):
        await world.task(ANA)
        item = await world.item(ANA)
        with invalid(*[(name, FieldCode.ONLY_RED) for name in given]):
            await world.light(ANA, item.id, "VERDE", **given)

    async def test_those_who_are_offered_first(self, world):
        task = await in_red(world, leaderUserId=PABLO)
        await world.why_red(ANA, await in_red(world), None, [PEDRO])
        offered = await world.run(ANA, red_help.possible_helpers, task.id)
        assert [person.id for person in offered] == [LUCIA, PABLO, PEDRO]

    async def test_a_helper_who_is_dropped_is_none(self, world):
        task = await in_red(world)
        await world.why_red(ANA, task, None, [LUIS, PEDRO])
        red = await world.run(ANA, red_help.drop_helper, task.id, PEDRO)
        assert red.helpers == [RedHelper(LUIS, None)]


class TestAccess:
    async def test_a_helper_reads_and_comments_while_it_lasts(self, world):
        task = await in_red(world)
        with refused(NotFound, Code.TASK_NOT_FOUND):
            await world.get(PEDRO, task)
        await world.why_red(ANA, task, "Why", [PEDRO])
        assert (await world.get(PEDRO, task)).id == task.id
        assert await world.listed(PEDRO) == [task.id]
        await world.comment(PEDRO, task)
        await set_light(world, ANA, task, "VERDE")
        assert await world.listed(PEDRO) == []
        with refused(NotFound, Code.TASK_NOT_FOUND):
            await world.comment(PEDRO, task)

    async def test_a_helper_changes_nothing(self, world):
        task = await in_red(world)
        await world.why_red(ANA, task, "Why", [PEDRO])
        with refused(Forbidden, Code.FORBIDDEN):
            await world.edit(PEDRO, task, prioridad="ALTA")

    async def test_a_red_is_seen_by_those_who_read_its_task_and_its_helpers(self, world):
        task = await in_red(world)
        red = await world.why_red(ANA, task, "Why", [PEDRO])
        for who in (ANA, LUCIA, PEDRO, ROOT):
            assert (await world.run(who, red_help.get_red, red.id)).motivo == "Why"
        with refused(NotFound, Code.RED_NOT_FOUND, id=red.id):
            await world.run(LUIS, red_help.get_red, red.id)
        await set_light(world, ANA, task, "VERDE")
        view = await world.run(PEDRO, red_help.view_red, red.id)
        assert (view.task, view.own, view.names) == (None, RedHelper(PEDRO, None), {ANA: "Ana", PEDRO: "Pedro"})


class TestAnswer:
    @pytest.mark.parametrize(("says", "on_it"), [("ON_IT", 1), ("NOT_ME", 0)])
    async def test_its_owner_is_told(self, world, says, on_it):
        task = await in_red(world)
        red = await answer(world, PEDRO, await world.why_red(ANA, task, "Why", [PEDRO]), says)
        assert red.helpers == [RedHelper(PEDRO, HelperAnswer(says))]
        of_task = {"task_id": red.task_id, "description": task.descripcion}
        about = {"red_id": red.id, **of_task, "by_user_id": PEDRO, "on_it": on_it}
        assert world.told(ANSWERED) == [(ANA, about)]

    async def test_of_help_the_other_helpers_are_told_but_those_who_decline(self, world):
        task = await in_red(world)
        red = await world.why_red(ANA, task, "Why", [PEDRO, MARTA, LUIS])
        arrive(world)
        await answer(world, LUIS, red, "NOT_ME")
        await answer(world, PEDRO, red)
        assert {person for person, _ in world.told(MessageKind.RED_TAKEN)} == {LUCIA, MARTA}

    async def test_who_declines_is_no_longer_told_of_it(self, world):
        task = await in_red(world)
        red = await world.why_red(ANA, task, "Why", [PEDRO, MARTA])
        arrive(world)
        await answer(world, PEDRO, red, "NOT_ME")
        assert await world.run(PEDRO, red_help.helped) == []
        await world.comment(LUCIA, task)
        assert set(told(world, COMMENTED)) == {ANA, MARTA}
        await set_light(world, ANA, task, "VERDE")
        assert set(told(world, ENDED)) == {LUCIA, MARTA}

    async def test_the_same_answer_again_is_not_told(self, world):
        red = await world.why_red(ANA, await in_red(world), "Why", [PEDRO])
        for _ in range(2):
            world.clock.advance(hours=1)
            await answer(world, PEDRO, red)
        assert len(world.told(ANSWERED)) == 1

    async def test_of_help_the_leaders_are_told_who_were_told_of_the_red(self, world):
        task = await in_red(world, leaderUserId=PABLO)
        red = await world.why_red(ANA, task, "Why", [PEDRO])
        for number, row in enumerate(list(world.store.state.outbox.values()), 1):
            if (row.kind, row.user_id) == (RED, LUCIA):
                await world.store.write(lambda uow, at=number: uow.outbox.settle(at, Outcome.SENT, None, NOW))
        await answer(world, PEDRO, red, "NOT_ME")
        assert world.told(MessageKind.RED_TAKEN) == []
        await answer(world, PEDRO, red)
        await answer(world, PEDRO, red)
        await answer(world, LUCIA, red)
        assert world.told(MessageKind.RED_TAKEN) == [
            (LUCIA, {"red_id": red.id, "task_id": red.task_id, "by_user_id": PEDRO})
        ]

    @pytest.mark.parametrize("who", [LUCIA, PABLO])
    async def test_a_leader_may_be_on_it_too(self, world, who):
        task = await in_red(world, leaderUserId=PABLO)
        red = await answer(world, who, await world.why_red(ANA, task))
        assert red.on_it == [who]

    @pytest.mark.parametrize("who", [ANA, LUIS, MARTA, ROOT])
    async def test_nobody_else_answers(self, world, who):
        red = await world.why_red(ANA, await in_red(world), "Why", [PEDRO])
        with refused(NotFound, Code.RED_NOT_FOUND, id=red.id):
            await answer(world, who, red)

    async def test_not_once_it_is_over(self, world):
        task = await in_red(world)
        red = await world.why_red(ANA, task, "Why", [PEDRO])
        await set_light(world, ANA, task, "VERDE")
        with refused(Conflict, Code.RED_ENDED, id=task.id):
            await answer(world, PEDRO, red)


TAKEN_BY_LUCIA = {
    "closed": lambda world, task: world.team_edit(LUCIA, task, estatus="CERRADA"),
    "deleted": lambda world, task: world.delete(LUCIA, task),
    "reassigned": lambda world, task: world.team_edit(LUCIA, task, responsibleUserIds=[LUIS]),
}


class TestEnd:
    async def told_of_the_end(self, world, end):
        task = await in_red(world)
        await world.why_red(ANA, task, "Why", [PEDRO])
        arrive(world)
        await end(world, task)
        return set(told(world, ENDED))

    @pytest.mark.parametrize("end", [TAKEN_BY_LUCIA["closed"], TAKEN_BY_LUCIA["deleted"]], ids=["closed", "deleted"])
    async def test_who_ends_it_is_not_told(self, world, end):
        assert await self.told_of_the_end(world, end) == {PEDRO}
        assert [red.ended_at for red in world.store.state.reds.values()] == [NOW]

    async def test_it_goes_on_as_that_of_who_takes_the_task_over_and_nobody_is_told(self, world):
        assert await self.told_of_the_end(world, TAKEN_BY_LUCIA["reassigned"]) == set()
        assert [(red.user_id, red.ended_at) for red in world.store.state.reds.values()] == [(LUIS, None)]

    @pytest.mark.parametrize("end", TAKEN_BY_LUCIA.values(), ids=TAKEN_BY_LUCIA)
    async def test_what_is_no_longer_theirs_to_do_is_not_a_red(self, world, end):
        task = await in_red(world)
        log = await world.log(ANA)
        await end(world, task)
        with refused(Conflict, Code.NOT_RED):
            await world.why_red(ANA, task)
        assert not (await world.run(ANA, daily_logs.gaps, log.id)).unexplained

    async def test_a_past_days_percentage_that_closes_the_task_ends_todays(self, world):
        await world.task(ANA, fechaSolicitud=day(-9))
        (before,) = (await world.open(ANA, day(-1))).items
        await world.light(ANA, before.id, "ROJO", day(-1))
        await world.light(ANA, (await world.item(ANA)).id, "ROJO")
        await world.percent(ANA, before.id, 100, day(-1))
        assert [red.ended_at for red in world.store.state.reds.values()] == [NOW]

    @pytest.mark.parametrize("colour", ["AMARILLO", "VERDE"])
    async def test_those_who_were_told_are_told_once(self, world, colour):
        async def end(world, task):
            await set_light(world, ANA, task, colour)

        assert await self.told_of_the_end(world, end) == {LUCIA, PEDRO}
        assert [red.ended_at for red in world.store.state.reds.values()] == [NOW]

    async def test_who_was_not_told_hears_nothing_of_the_end(self, world):
        task = await in_red(world)
        await set_light(world, ANA, task, "VERDE")
        assert told(world, ENDED) == {}


class TestUnattended:
    async def unattended(self, world, who=LUCIA):
        return [task.id for red, task in await world.run(who, red_help.unattended) if red.task_id == task.id]

    async def test_after_a_working_day_that_nobody_is_on_it(self, world):
        task = await in_red(world)
        assert await self.unattended(world) == []
        world.clock.instant = datetime(2026, 11, 21, 16, tzinfo=UTC)
        assert await self.unattended(world) == []
        world.clock.instant = datetime(2026, 11, 23, 16, tzinfo=UTC)
        assert await self.unattended(world) == [task.id]
        assert await self.unattended(world, MARTA) == []

    async def test_not_once_somebody_is_on_it(self, world):
        red = await world.why_red(ANA, await in_red(world), "Why", [PEDRO])
        world.clock.instant = datetime(2026, 11, 24, 16, tzinfo=UTC)
        await answer(world, PEDRO, red, "NOT_ME")
        assert await self.unattended(world) == [red.task_id]
        await answer(world, PEDRO, red)
        assert await self.unattended(world) == []


class TestGaps:
    async def gaps(self, world, log):
        return await world.run(ANA, daily_logs.gaps, log.id)

    async def test_a_red_without_a_reason(self, world):
        task = await in_red(world)
        log = await world.log(ANA)
        assert [item.task_id for item in (await self.gaps(world, log)).unexplained] == [task.id]
        await world.why_red(ANA, task)
        assert not (await self.gaps(world, log)).any

    async def test_nothing_touched_since_it_was_opened(self, world):
        await world.task(ANA)
        log = await world.open(ANA)
        assert (await self.gaps(world, log)).untouched
        await world.percent(ANA, log.items[0].id, 10)
        assert not (await self.gaps(world, log)).any

    async def test_an_empty_day_and_a_day_once_reported_have_none(self, world):
        log = await world.open(ANA)
        assert not (await self.gaps(world, log)).any
        await world.task(ANA)
        log = await world.open(ANA)
        await world.avance(ANA, log)
        assert not (await self.gaps(world, log)).any


class TestHelped:
    async def helped(self, world, who):
        return [view.red.task_id for view in await world.run(who, red_help.helped)]

    async def test_those_that_last_of_who_was_named_and_does_not_lead(self, world):
        task = await in_red(world)
        await answer(world, LUCIA, await world.why_red(ANA, task, "Why", [PEDRO]))
        assert (await self.helped(world, PEDRO), await self.helped(world, LUCIA)) == ([task.id], [])
        await world.run(ANA, red_help.drop_helper, task.id, PEDRO)
        assert await self.helped(world, PEDRO) == []


class TestOnTheCard:
    async def test_its_reds_that_last_and_who_may_be_on_them(self, world):
        task = await world.task(LUCIA, responsibleUserIds=[LUIS, ANA])
        for who in (ANA, LUIS):
            await set_light(world, who, task, "ROJO")
        await world.why_red(ANA, task, "Why", [PEDRO])

        async def answerable(who):
            found = await world.run(who, red_help.reds_of_task, task.id)
            return [(each.red.user_id, each.may_answer) for each in found]

        assert await answerable(LUCIA) == [(ANA, True), (LUIS, True)]
        assert await answerable(PEDRO) == [(ANA, True), (LUIS, False)]
        assert await answerable(ANA) == [(ANA, False), (LUIS, False)]
        await set_light(world, ANA, task, "VERDE")
        assert await answerable(LUCIA) == [(LUIS, True)]
        with refused(NotFound, Code.TASK_NOT_FOUND):
            await answerable(PABLO)
