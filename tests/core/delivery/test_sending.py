"""Sending: what is sent now, what is held back and why, and that only its holder settles a message."""

from datetime import UTC, datetime, time, timedelta

import pytest

from core.base.errors import Code
from core.base.model import Language, ParticipationStatus
from core.delivery import sending
from core.delivery.leases import LEASE_TERM, acquire_lease
from core.delivery.sending import CLAIM
from core.people import groups, notices, users
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from core.records.people import ChosenNotices, NoticeKind
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, PEDRO
from tests.core.refusals import conflict
from tests.core.world import NOW, TODAY, day, world_with

OF_WORKING_DAYS = [
    MessageKind.OVERDUE_DIGEST,
    MessageKind.OPEN_PROMPT,
    MessageKind.AVANCE_PROMPT,
    MessageKind.CLOSE_PROMPT,
    MessageKind.TEAM_SUMMARY,
]
ANY_DAY = [
    MessageKind.PLANNING_PROMOTED,
    MessageKind.TASK_ASSIGNED,
    MessageKind.TASK_COMMENTED,
    MessageKind.BIRTHDAYS,
    MessageKind.NUDGE,
]
NIGHT = datetime(2026, 11, 20, 5, tzinfo=UTC)
"""Eleven in the evening of the 19th in Mexico City."""
MORNING = datetime(2026, 11, 20, 13, tzinfo=UTC)
"""Seven of the 20th."""
SATURDAY = NOW + timedelta(days=1)
MONDAY = datetime(2026, 11, 23, 13, tzinfo=UTC)
"""The end of Monday's quiet hours."""


def on_days_off(kinds):
    """Each kind on one day off, and one kind on a day off of each reason."""
    reasons = [Reason.ABSENCE, Reason.DAY_OFF, Reason.HOLIDAY]
    return pytest.mark.parametrize(
        ("kind", "why"), [*((kind, reasons[0]) for kind in kinds), *((kinds[0], why) for why in reasons[1:])]
    )


@pytest.fixture
async def linked(world):
    """Ana, Luis and Lucía have Telegram."""
    await world.link(ANA, LUIS, LUCIA)
    return world


async def leave(world, kind, *people, due=NOW):
    """A message of a kind for each of these people; the ids."""
    new = [
        NewMessage(who, kind, {"day": 1}, f"{kind}:{len(world.store.state.outbox) + number}", NOW, due)
        for number, who in enumerate(people)
    ]
    world.leave(*new)
    last = len(world.store.state.outbox)
    return list(range(last - len(people) + 1, last + 1))


def state(world, message_id=1):
    """(what became of it, why, when it is due)."""
    row = list(world.store.state.outbox.values())[message_id - 1]
    return row.outcome, row.reason, row.due_at


async def test_what_is_due_is_claimed_the_longest_due_first_and_one_a_person(linked):
    await leave(linked, MessageKind.TASK_ASSIGNED, ANA, ANA)
    await leave(linked, MessageKind.TASK_ASSIGNED, LUIS, due=NOW - timedelta(minutes=1))
    await leave(linked, MessageKind.TASK_ASSIGNED, LUCIA, due=NOW + timedelta(seconds=1))
    assert await linked.claimed() == [3, 1]


async def test_who_was_written_to_just_now_is_passed_over(linked):
    await leave(linked, MessageKind.TASK_ASSIGNED, ANA, LUIS)
    lead = await linked.run(OPERATOR, acquire_lease, "one")
    assert await linked.run(OPERATOR, sending.anything_due, [ANA, LUIS]) is False
    assert await linked.run(OPERATOR, sending.anything_due, [ANA]) is True
    assert [each.message.id for each in await linked.run(OPERATOR, sending.claim_due, lead, 20, [ANA])] == [2]


async def test_what_is_claimed_is_nobody_elses_until_the_claim_has_run_out(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    assert await linked.claimed() == [1]
    assert await linked.run(OPERATOR, sending.anything_due) is False
    assert await linked.claimed() == []
    linked.clock.advance(seconds=CLAIM.total_seconds())
    assert await linked.run(OPERATOR, sending.anything_due) is True
    assert await linked.claimed() == [1]


async def test_what_a_person_has_turned_off_is_withheld_from_them_alone(linked):
    await linked.run(ANA, notices.choose_notices, ChosenNotices(off=[NoticeKind.COMMENTS, NoticeKind.DAY_SUMMARIES]))
    await leave(linked, MessageKind.TASK_COMMENTED, ANA, LUIS)
    assert await linked.claimed() == [2]
    assert state(linked)[:2] == (Outcome.WITHHELD, Reason.SWITCHED_OFF)


@pytest.mark.parametrize("own", ["turned off", "quiet hours", "away"])
async def test_what_keeps_a_summary_from_a_leader_does_not_keep_it_from_their_group(linked, own):
    if own == "away":
        await linked.away(LUCIA, TODAY, day(3))
    quiet = ChosenNotices(quiet_starts=time(8), quiet_ends=time(11))
    off = ChosenNotices(off=[NoticeKind.DAY_SUMMARIES])
    await linked.run(LUCIA, notices.choose_notices, quiet if own == "quiet hours" else off)
    message = NewMessage(LUCIA, MessageKind.TEAM_SUMMARY, {"day": 1}, "group", NOW, NOW)
    linked.leave(message.to_group(-5))
    assert await linked.claimed() == [1]


@pytest.mark.parametrize(
    ("author", "outcome"), [(LUCIA, Outcome.WAITING), (LUIS, Outcome.WAITING), (PEDRO, Outcome.WITHHELD)]
)
async def test_what_a_leader_or_helper_comments_on_ones_own_red_is_part_of_it(linked, author, outcome):
    task = await linked.task(ANA)
    red = await linked.store.write(lambda uow: uow.reds.start(task.id, ANA, NOW))
    await linked.store.write(lambda uow: uow.reds.name_helpers(red, [LUIS]))
    await linked.run(ANA, notices.choose_notices, ChosenNotices(off=[NoticeKind.COMMENTS]))
    await linked.store.write(lambda uow: uow.tasks.add_comment(task.id, "¿Qué falta?", LUCIA, NOW))
    comment = await linked.store.write(lambda uow: uow.tasks.add_comment(task.id, "Ya voy", author, NOW))
    about = {"task_id": task.id, "comment_id": comment.id}
    message = NewMessage(ANA, MessageKind.TASK_COMMENTED, about, "comment", NOW, NOW)
    linked.leave(message)
    await linked.claim()
    assert state(linked)[0] is outcome


@pytest.mark.parametrize(("whom", "outcome"), [(LUCIA, Outcome.WITHHELD), (LUIS, Outcome.WAITING)])
async def test_a_red_in_which_one_is_asked_to_help_comes_all_the_same(linked, whom, outcome):
    task = await linked.task(ANA)
    red = await linked.store.write(lambda uow: uow.reds.start(task.id, ANA, NOW))
    await linked.store.write(lambda uow: uow.reds.name_helpers(red, [LUIS]))
    await linked.run(whom, notices.choose_notices, ChosenNotices(off=[NoticeKind.REDS]))
    message = NewMessage(whom, MessageKind.RED, {"red_id": red, "task_id": task.id}, "red", NOW, NOW)
    linked.leave(message)
    await linked.claim()
    assert list(linked.store.state.outbox.values())[-1].outcome is outcome


async def test_ones_own_quiet_hours_hold_back_all_but_reminders_until_they_end_or_are_changed(linked):
    quiet = ChosenNotices(quiet_starts=time(8), quiet_ends=time(11))
    await linked.run(ANA, notices.choose_notices, quiet)
    await leave(linked, MessageKind.TASK_ASSIGNED, ANA, LUIS)
    await leave(linked, MessageKind.REMINDER, ANA, due=NOW)
    assert await linked.claimed() == [3, 2]
    assert state(linked) == (Outcome.WAITING, Reason.QUIET_HOURS, NOW + timedelta(hours=2))
    await linked.run(ANA, notices.choose_notices, ChosenNotices())
    assert state(linked) == (Outcome.WAITING, None, NOW)


LUNCH = ChosenNotices(lunch_starts=time(9), lunch_ends=time(10))
"""At nine it is `NOW`."""


@pytest.mark.parametrize("kind", [MessageKind.TASK_ASSIGNED, MessageKind.NUDGE, MessageKind.CLOSE_PROMPT])
async def test_at_lunch_what_is_not_urgent_waits_until_it_ends(linked, kind):
    await linked.run(ANA, notices.choose_notices, LUNCH)
    await leave(linked, kind, ANA, LUIS)
    assert await linked.claimed() == [2]
    assert state(linked) == (Outcome.WAITING, Reason.LUNCH, NOW + timedelta(hours=1))
    linked.clock.advance(hours=1)
    assert 1 in await linked.claimed()


@pytest.mark.parametrize(
    "kind",
    [MessageKind.RED_ENDED, MessageKind.ABSENCE_CHANGED, MessageKind.HOURS_AWAY, MessageKind.EVENT_CANCELLED],
)
async def test_what_is_urgent_comes_at_lunch_too(linked, kind):
    await linked.run(ANA, notices.choose_notices, LUNCH)
    await leave(linked, kind, ANA)
    assert await linked.claimed() == [1]


async def test_what_one_has_put_off_to_lunch_comes_then_and_so_does_what_is_for_a_group(linked):
    await linked.run(ANA, notices.choose_notices, LUNCH)
    await leave(linked, MessageKind.NUDGE, ANA)
    await linked.store.write(lambda uow: uow.outbox.postpone(1, NOW, Reason.SNOOZED, NOW))
    linked.leave(NewMessage(ANA, MessageKind.NUDGE, {"day": 1}, "group", NOW, NOW).to_group(-5))
    assert sorted(await linked.claimed()) == [1, 2]


async def test_who_has_no_lunch_any_more_gets_what_waits_at_once(linked):
    await linked.run(ANA, notices.choose_notices, LUNCH)
    await leave(linked, MessageKind.TASK_ASSIGNED, ANA)
    assert await linked.claimed() == []
    await linked.run(ANA, notices.choose_notices, ChosenNotices())
    assert await linked.claimed() == [1]


async def test_what_is_due_to_a_person_at_once_is_claimed_together_and_settled_each(linked):
    await leave(linked, MessageKind.TASK_ASSIGNED, ANA, ANA, LUIS)
    linked.leave(NewMessage(ANA, MessageKind.NUDGE, {"day": 1}, "group", NOW, NOW).to_group(-5))
    lead, claimed = await linked.claim()
    assert [(each.ids, [one.ids for one in each.beside]) for each in claimed] == [([1], [[2]]), ([3], []), ([4], [])]
    assert await linked.run(OPERATOR, sending.settle, lead, [1, 2], Outcome.SENT, None, None, 77) is True
    assert [state(linked, each)[:2] for each in (1, 2)] == [(Outcome.SENT, None), (Outcome.SENT, Reason.TOGETHER)]
    assert [await linked.store.read(lambda uow, at=at: uow.outbox.sent_as(at)) for at in (1, 2)] == [77, 77]


async def test_what_may_have_arrived_together_is_claimed_together_and_nothing_else_with_it(linked):
    await leave(linked, MessageKind.TASK_ASSIGNED, ANA, ANA)
    lead, _ = await linked.claim()
    assert await linked.run(OPERATOR, sending.begin_sending, lead, [1, 2]) is True
    await leave(linked, MessageKind.TASK_ASSIGNED, ANA)
    linked.clock.advance(seconds=CLAIM.total_seconds() + 1)
    _, (again,) = await linked.claim("two")
    assert (again.ids, [each.ids for each in again.beside]) == ([1], [[2]])


async def test_who_holds_the_claim_settles_it_once(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    lead, _ = await linked.claim()
    assert await linked.run(OPERATOR, sending.settle, lead, [1], Outcome.SENT) is True
    assert state(linked)[:2] == (Outcome.SENT, None)
    assert await linked.run(OPERATOR, sending.settle, lead, [1], Outcome.FAILED) is False
    assert await linked.run(OPERATOR, sending.retry_later, lead, [1], 1.0) is False
    assert state(linked)[0] is Outcome.SENT


async def test_who_was_frozen_settles_nothing_that_another_has_claimed(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    frozen, _ = await linked.claim("one")
    linked.clock.advance(seconds=CLAIM.total_seconds() + 1)
    thawed, again = await linked.claim("two")
    assert [each.message.id for each in again] == [1]
    assert await linked.run(OPERATOR, sending.begin_sending, frozen, [1]) is False
    assert await linked.run(OPERATOR, sending.settle, frozen, [1], Outcome.FAILED) is False
    assert await linked.run(OPERATOR, sending.retry_later, frozen, [1], 9.0) is False
    assert state(linked)[0] is Outcome.WAITING
    assert await linked.run(OPERATOR, sending.settle, thawed, [1], Outcome.SENT) is True


async def test_who_claims_a_message_next_knows_that_it_may_have_arrived(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    lead, (first,) = await linked.claim()
    assert await linked.run(OPERATOR, sending.begin_sending, lead, [1]) is True
    linked.clock.advance(seconds=CLAIM.total_seconds() + 1)
    lead, (second,) = await linked.claim("two")
    assert (first.send_started_at, second.send_started_at) == (None, NOW)
    await linked.run(OPERATOR, sending.retry_later, lead, [1], 0.0, refused=True)
    _, (third,) = await linked.claim("two")
    assert third.send_started_at is None


async def test_who_no_longer_leads_claims_nothing(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    lead = await linked.run(OPERATOR, acquire_lease, "one")
    linked.clock.advance(seconds=LEASE_TERM.total_seconds())
    with conflict(Code.LEASE_LOST):
        await linked.run(OPERATOR, sending.claim_due, lead, 20)


async def test_what_is_tried_again_is_due_later_and_knows_how_often_it_was_tried(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    lead, (first,) = await linked.claim()
    assert first.attempts == 0
    assert await linked.run(OPERATOR, sending.retry_later, lead, [1], 5.0) is True
    linked.clock.advance(seconds=4)
    assert await linked.claimed() == []
    linked.clock.advance(seconds=1)
    _, (second,) = await linked.claim()
    assert (second.attempts, second.message.due_at) == (1, NOW)


def test_each_attempt_waits_longer_up_to_ten_minutes():
    waits = [sending.retry_seconds(attempts) for attempts in (0, 1, 2, 5, 9, 100, 10_000)]
    assert waits == [2, 4, 8, 64, 600, 600, 600]


@pytest.mark.parametrize("kind", [*OF_WORKING_DAYS, *ANY_DAY, MessageKind.OVERDUE_SURVEY])
async def test_quiet_hours_put_off_all_but_reminders_until_they_end(linked, kind):
    linked.clock.instant = NIGHT
    await leave(linked, kind, ANA, due=NIGHT)
    assert await linked.claimed() == []
    assert state(linked) == (Outcome.WAITING, Reason.QUIET_HOURS, MORNING)
    linked.clock.instant = MORNING
    assert await linked.claimed() == [1]


async def test_quiet_hours_are_by_the_persons_own_clock(linked):
    await linked.directory("ana", timezone="Asia/Tokyo")
    linked.clock.instant = NIGHT  # two in the afternoon there
    await leave(linked, MessageKind.TASK_ASSIGNED, ANA, LUIS, due=NIGHT)
    assert await linked.claimed() == [1]


@pytest.mark.parametrize("instant", [NIGHT, SATURDAY])
async def test_nothing_holds_back_a_reminder(linked, instant):
    linked.clock.instant = instant
    await linked.away(ANA, TODAY, day(3))
    await leave(linked, MessageKind.REMINDER, ANA, due=instant)
    assert await linked.claimed() == [1]


@on_days_off(OF_WORKING_DAYS)
async def test_what_is_of_a_working_day_is_not_told_on_another(linked, kind, why):
    await on_a_day_off(linked, why)
    await leave(linked, kind, ANA, due=linked.clock.now())
    assert await linked.claimed() == []
    assert state(linked)[:2] == (Outcome.WITHHELD, why)


@pytest.mark.parametrize(
    ("why", "back"),
    [
        (Reason.ABSENCE, datetime(2026, 11, 24, 13, tzinfo=UTC)),
        (Reason.DAY_OFF, MONDAY),
        (Reason.HOLIDAY, datetime(2026, 11, 17, 13, tzinfo=UTC)),
    ],
)
async def test_a_question_about_a_late_task_waits_for_who_does_not_work_to_return(linked, why, back):
    await on_a_day_off(linked, why)
    await leave(linked, MessageKind.OVERDUE_SURVEY, ANA, due=linked.clock.now())
    assert await linked.claimed() == []
    assert state(linked) == (Outcome.WAITING, why, back)


@on_days_off(ANY_DAY)
async def test_all_else_is_told_on_any_day(linked, kind, why):
    await on_a_day_off(linked, why)
    await leave(linked, kind, ANA, due=linked.clock.now())
    assert await linked.claimed() == [1]


async def on_a_day_off(world, why):
    """Ana is away until Monday, or it is Saturday, or the holiday of the third Monday of November."""
    if why is Reason.ABSENCE:
        await world.away(ANA, TODAY, day(3))
    elif why is Reason.DAY_OFF:
        world.clock.instant = SATURDAY
    else:
        world.clock.instant = datetime(2026, 11, 16, 16, tzinfo=UTC)


async def test_who_has_no_telegram_or_has_left_is_not_written_to(linked):
    await linked.directory("luis", isActive=False)
    await leave(linked, MessageKind.REMINDER, LUIS, 6)
    assert await linked.claimed() == []
    assert [state(linked, each)[:2] for each in (1, 2)] == [(Outcome.WITHHELD, Reason.NOT_LINKED)] * 2


async def blocked(world, who=ANA, at=NOW):
    """Return whether somebody is known to have blocked the bot at `at`."""
    return world.store.state.users[who].telegram_blocked_at == at


async def shut_out(world, chat, message_id=1):
    lead, _ = await world.claim()
    return await world.run(OPERATOR, sending.close_chat, lead, [message_id], chat, "bot was blocked by the user")


async def test_who_blocks_the_bot_is_not_written_to_again_whatever_it_is(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    assert await shut_out(linked, 1000 + ANA) is True
    assert state(linked)[:2] == (Outcome.BLOCKED, None)
    assert await blocked(linked)
    linked.clock.advance(minutes=5)
    await leave(linked, MessageKind.REMINDER, ANA, LUIS)
    assert await linked.claimed() == [3]
    assert state(linked, 2)[:2] == (Outcome.WITHHELD, Reason.BLOCKED)
    assert await blocked(linked)


async def test_until_they_are_heard_of_again(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    await shut_out(linked, 1000 + ANA)
    await linked.run(OPERATOR, users.set_blocked, 1000 + ANA, blocked=False)
    await leave(linked, MessageKind.REMINDER, ANA)
    assert await linked.claimed() == [2]


async def test_another_account_may_be_written_to(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    await shut_out(linked, 1000 + ANA)
    await linked.run(OPERATOR, users.link, await linked.run(OPERATOR, users.invite, "ana"), 7)
    await leave(linked, MessageKind.REMINDER, ANA)
    assert await linked.claimed() == [2]


async def test_what_an_account_does_that_was_theirs_is_not_theirs(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    assert await shut_out(linked, 7) is True
    assert linked.store.state.users[ANA].telegram_blocked_at is None


async def test_who_was_frozen_shuts_nobody_out(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    frozen, _ = await linked.claim("one")
    linked.clock.advance(seconds=CLAIM.total_seconds() + 1)
    await linked.claim("two")
    assert await linked.run(OPERATOR, sending.close_chat, frozen, [1], 1000 + ANA, "x") is False
    assert await linked.run(OPERATOR, sending.note_sent_part, frozen, 1, "x") is False
    assert linked.store.state.users[ANA].telegram_blocked_at is None


async def test_what_is_told_in_a_group_is_told_though_its_person_cannot_be_written_to(linked):
    await linked.run(OPERATOR, users.set_blocked, 1000 + ANA, blocked=True)
    await linked.run(LUIS, users.unlink)
    new = [NewMessage(who, MessageKind.REMINDER, {}, str(who), NOW, NOW).to_group(-who) for who in (ANA, LUIS)]
    linked.leave(*new)
    assert await linked.claimed() == [1, 2]


async def test_a_group_that_is_closed_to_us_is_no_longer_linked(linked):
    for chat in (-1, -2):
        await linked.run(LUCIA, groups.link_group, chat, "Norte", Language.ES)
    linked.leave(NewMessage(ANA, MessageKind.REMINDER, {}, "x", NOW, NOW).to_group(-1))
    await shut_out(linked, -1)
    assert [group.chat_id for group in await linked.run(LUCIA, groups.my_groups)] == [-2]
    assert linked.store.state.users[ANA].telegram_blocked_at is None


async def test_how_much_of_a_message_is_out_is_told_to_who_claims_it_next(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    lead, (first,) = await linked.claim()
    assert first.said is None
    assert await linked.run(OPERATOR, sending.note_sent_part, lead, 1, "half") is True
    await linked.run(OPERATOR, sending.retry_later, lead, [1], 0.0)
    _, (second,) = await linked.claim()
    assert second.said == "half"


@pytest.mark.parametrize(
    ("kind", "hours"), [(MessageKind.REMINDER, 24), (MessageKind.TASK_ASSIGNED, 72), (MessageKind.OVERDUE_SURVEY, 72)]
)
async def test_what_could_not_be_sent_for_too_long_is_not_sent_any_more(linked, kind, hours):
    await leave(linked, kind, ANA, due=NOW - timedelta(hours=hours))
    await leave(linked, kind, LUIS, due=NOW - timedelta(hours=hours, microseconds=1))
    assert await linked.claimed() == [1]
    assert state(linked, 2)[:2] == (Outcome.WITHHELD, Reason.LATE)


async def test_what_is_tried_in_vain_again_and_again_is_given_up_too(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    for _ in range(24):
        lead, (only,) = await linked.claim()
        await linked.run(OPERATOR, sending.retry_later, lead, [only.message.id], 3600.0)
        linked.clock.advance(hours=1)
    linked.clock.advance(seconds=1)
    assert await linked.claimed() == []
    assert state(linked)[:2] == (Outcome.WITHHELD, Reason.LATE)


@pytest.mark.parametrize("what", ["late", "left", "blocked"])
async def test_what_may_have_arrived_is_told_to_be_unsure_whatever_keeps_it_from_being_told_again(linked, what):
    await leave(linked, MessageKind.TASK_ASSIGNED, ANA)
    lead, _ = await linked.claim()
    assert await linked.run(OPERATOR, sending.begin_sending, lead, [1])
    linked.clock.advance(seconds=CLAIM.total_seconds())
    if what == "late":
        linked.clock.advance(days=4)
    elif what == "left":
        await linked.directory("ana", isActive=False)
    else:
        await linked.run(OPERATOR, users.set_blocked, 1000 + ANA, blocked=True)
    assert await linked.claimed() == []
    assert state(linked)[:2] == (Outcome.WITHHELD, Reason.UNSURE)


async def test_how_late_is_too_late_is_a_setting():
    world = await world_with(message_late_hours=1)
    await world.link(ANA)
    await leave(world, MessageKind.TASK_ASSIGNED, ANA, due=NOW - timedelta(hours=2))
    assert await world.claimed() == []
    assert state(world)[1] is Reason.LATE


async def test_what_was_put_aside_is_told_once_by_its_kind_and_that_is_told_no_more(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    lead = await linked.run(OPERATOR, acquire_lease, "one")
    (claimed,) = await linked.run(OPERATOR, sending.claim_due, lead, 20)
    assert await linked.run(OPERATOR, sending.put_aside, lead, claimed.ids) is True
    assert await linked.run(OPERATOR, sending.put_aside, lead, claimed.ids) is False
    assert state(linked)[:2] == (Outcome.FAILED, None)
    (told,) = await linked.run(OPERATOR, sending.claim_due, lead, 20)
    assert (told.message.user_id, told.message.kind, told.message.params) == (
        *(ANA, MessageKind.NOT_SENT),
        {"of": "reminder"},
    )
    assert await linked.run(OPERATOR, sending.put_aside, lead, told.ids) is True
    assert len(linked.store.state.outbox) == 2


async def test_a_message_is_left_by_a_sender_that_says_nothing_of_it(linked):
    await leave(linked, MessageKind.REMINDER, ANA)
    lead = await linked.run(OPERATOR, acquire_lease, "one")
    for left in (False, True, True):
        (claimed,) = await linked.run(OPERATOR, sending.claim_due, lead, 20)
        assert claimed.left is left
        linked.clock.advance(seconds=CLAIM.total_seconds())
        lead = await linked.run(OPERATOR, acquire_lease, "one")
    (claimed,) = await linked.run(OPERATOR, sending.claim_due, lead, 20)
    await linked.run(OPERATOR, sending.give_back_claims, lead)
    (claimed,) = await linked.run(OPERATOR, sending.claim_due, lead, 20)
    assert claimed.left is False


class TestDuringEvents:
    """Friday at nine in Mexico City, in the middle of a meeting of Ana's until half past."""

    OVER = datetime(2026, 11, 20, 15, 30, tzinfo=UTC)

    async def meeting(self, world, ends="2026-11-20T09:30:00-06:00"):
        event = await world.event(LUCIA, startDatetime="2026-11-20T08:30:00-06:00", endDatetime=ends)
        await world.invite(event, ANA)
        world.store.execute("DELETE FROM outbox")
        return event

    @pytest.mark.parametrize("kind", sorted(sending.NOT_DURING_EVENTS))
    async def test_nothing_is_asked_until_it_is_over(self, linked, kind):
        await self.meeting(linked)
        await leave(linked, kind, ANA, LUIS)
        _, (of_luis,) = await linked.claim()
        assert of_luis.person.id == LUIS
        (held,) = linked.store.put(lambda uow: uow.outbox.waiting(ANA))
        assert (held.due_at, held.reason) == (self.OVER, Reason.EVENT)
        linked.clock.instant = self.OVER
        assert ANA in [each.person.id for each in (await linked.claim())[1]]

    @pytest.mark.parametrize("kind", [MessageKind.TASK_ASSIGNED, MessageKind.REMINDER, MessageKind.NUDGE])
    async def test_all_else_is_told(self, linked, kind):
        await self.meeting(linked)
        await leave(linked, kind, ANA)
        assert len(await linked.claimed()) == 1

    async def test_nor_is_anything_held_by_one_that_was_declined_is_over_or_lasts_days(self, linked):
        event = await self.meeting(linked)
        await linked.respond(ANA, event, ParticipationStatus.DECLINED)
        await self.meeting(linked, ends="2026-11-20T09:00:00-06:00")
        await self.meeting(linked, ends="2026-11-22T09:00:00-06:00")
        await leave(linked, MessageKind.OPEN_PROMPT, ANA)
        assert len(await linked.claimed()) == 1
