"""Sending what waits in the outbox: which messages are due, what holds one back, and the outcome of each.

A sender claims a few messages for a while, notes for each that sending has begun, sends it, and settles it with its
outcome. A message that is not settled when the claim expires is claimed again: a crash between sending and settling may
repeat one message and never loses one. Without a valid claim nothing can be begun or settled.

What a person has turned off is withheld (`core.people.notices`). What else holds a message back (`hold_for`): their
quiet hours put it off until they end. On a person's day off, a question about a task and the summary of a period
wait for their return; a digest or a prompt of that day is withheld. Neither applies to reminders. A person who has
blocked the bot is not written to until they write to it. What asks about their day or their tasks waits until an event
that they take part in is over, and all that is not urgent until the end of their lunch. A message too long overdue is
not sent any more, so that nobody is flooded after an outage. What is due to a person at the same time is claimed
together, to be sent as one.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from core.application.access import Operation, require
from core.application.use_case import Context, command, query
from core.base.calendar_time import INSTANT, ONE_DAY, Interval, local_date
from core.base.date_times import start_of
from core.base.settings import Settings
from core.calendar.availability import busy, is_unknown
from core.delivery import surveys
from core.delivery.leases import require_lease
from core.messages.outbox import new_message, withheld_reason
from core.people import groups
from core.people.notices import switched_off
from core.people.quiet_hours import lunch_end, quiet_end, quiet_hours, quiet_until
from core.people.schedules import work_calendars
from core.people.users import set_blocked
from core.people.working_time import Off, WorkCalendar
from core.records.jobs import Lease
from core.records.messages import REMINDERS, Due, Message, MessageKind, Outcome, Params, Reason
from core.records.people import ChosenNotices, User
from core.work.red_news import tell_unheard

CLAIM = timedelta(seconds=60)
ENDS_PROCESSES = "put aside: it ended each process that drew it"
"""The fault of a message that is not drawn any more."""

MOST_TOGETHER = 10
"""The most messages that are sent as one."""

MOST_LOOKED_THROUGH = 100
"""The most messages due to a person that are looked at together, and so the most late tasks in one question."""

LONGEST_AWAY = 366
NEVER_HELD = REMINDERS | {MessageKind.PROPOSED}
ON_RETURN = frozenset({MessageKind.OVERDUE_SURVEY, MessageKind.PERIOD_SUMMARY, MessageKind.TASK_NUDGE})
OF_WORKING_DAYS = frozenset(
    {
        MessageKind.OVERDUE_DIGEST,
        MessageKind.OPEN_PROMPT,
        MessageKind.AVANCE_PROMPT,
        MessageKind.CLOSE_PROMPT,
        MessageKind.TEAM_SUMMARY,
    }
)
NOT_DURING_EVENTS = frozenset(
    {
        MessageKind.OPEN_PROMPT,
        MessageKind.AVANCE_PROMPT,
        MessageKind.CLOSE_PROMPT,
        MessageKind.OVERDUE_SURVEY,
        MessageKind.OVERDUE_DIGEST,
        MessageKind.TASK_NUDGE,
    }
)
URGENT = NEVER_HELD | {
    MessageKind.RED,
    MessageKind.RED_TAKEN,
    MessageKind.RED_ANSWERED,
    MessageKind.RED_UNHEARD,
    MessageKind.RED_ENDED,
    MessageKind.ABSENCE_CHANGED,
    MessageKind.OWN_ABSENCE_CHANGED,
    MessageKind.HOURS_AWAY,
    MessageKind.EVENT_CHANGED,
    MessageKind.EVENT_CANCELLED,
    MessageKind.EVENT_RESTORED,
    MessageKind.EVENT_LEFT,
}
"""The kinds that are sent during lunch, too: reminders, reds, absences, and changes of events."""

LONGEST_EVENT = timedelta(hours=12)
"""The longest event in which its people are not asked; a longer one, such as a fair of three days, leaves them time."""

WHY = {Off.ABSENCE: Reason.ABSENCE, Off.DAY_OFF: Reason.DAY_OFF, Off.HOLIDAY: Reason.HOLIDAY}
FIRST_RETRY_SECONDS, LONGEST_RETRY_SECONDS = 2.0, 600.0


class Claimed(Struct, frozen=True):
    """A message to send until a time, its person, and the failed attempts so far.

    `said`: a hash of the part already sent, if it takes several messages. `send_started_at`: when an earlier sender,
    which never reported the result, began to send it. `left`: an earlier sender claimed it, and never said what became
    of it. `together`: the ids of other messages that are asked as one question with it. `first`: nothing has reached
    the person before. `add_to`: the message of Telegram that is to say this, too, instead of a new one. `beside`: what
    is due to the same person at the same time, to be sent as one with it as far as that is possible.
    """

    message: Message
    person: User
    attempts: int
    until: datetime
    said: str | None
    send_started_at: datetime | None = None
    left: bool = False
    together: Sequence[int] = ()
    first: bool = False
    add_to: int | None = None
    beside: "Sequence[Claimed]" = ()

    @property
    def ids(self) -> Sequence[int]:
        return [self.message.id, *self.together]

    @property
    def is_alone(self) -> bool:
        """True where it is sent by itself: to a group, into an earlier message, or because a part of it is out."""
        return self.message.group_chat_id is not None or self.add_to is not None or self.said is not None


class Hold(Struct, frozen=True):
    """The reason why a message is not sent now, and the time until which it waits; without a time, it is never sent."""

    reason: Reason
    until: datetime | None = None


@query
async def anything_due(ctx: Context, but_to: Collection[int] = ()) -> bool:
    """Return whether an unclaimed message is due for a recipient other than these."""
    require(ctx.actor, Operation.RUN_JOBS)
    return bool(await ctx.uow.outbox.due(ctx.now, 1, but_to=but_to))


class Recipients(Struct, frozen=True):
    """The facts that decide on messages to some people, by person; `written_to` are those whom a message reached."""

    people: Mapping[int, User]
    calendars: Mapping[int, WorkCalendar]
    notices: Mapping[int, ChosenNotices]
    busy_until: Mapping[int, datetime]
    written_to: Collection[int]

    def chosen(self, user_id: int) -> ChosenNotices:
        return self.notices.get(user_id, ChosenNotices())


@command
async def claim_due(ctx: Context, lease: Lease, most: int, but_to: Collection[int] = ()) -> Sequence[Claimed]:
    """Messages to send now, the longest due first; those held back are put off or withheld at once.

    There is one for each recipient, with what is due to them `beside` it. None goes to a recipient in `but_to`
    (`Message.recipient`), who was written to just now. Raises `Conflict` if the lease is lost.
    """
    require(ctx.actor, Operation.RUN_JOBS)
    await require_lease(ctx, lease)
    due = await all_due(ctx, await ctx.uow.outbox.due(ctx.now, most, but_to=but_to))
    recipients = await look_up(ctx, [each.message for group in due for each in group])
    until = ctx.now + CLAIM
    found = [await to_send(ctx, group, recipients, until) for group in due]
    taken = [in_one_go(group) for group in found if group]
    ids = [number for each in taken for one in (each, *each.beside) for number in one.ids]
    await ctx.uow.outbox.claim(ids, holder(lease), until)
    return taken


async def all_due(ctx: Context, first: Sequence[Due]) -> Sequence[Sequence[Due]]:
    """The messages due to each recipient: to a group the first alone, to a person all that are due in private."""
    private = {each.message.user_id for each in first if each.message.group_chat_id is None}
    theirs: dict[int, list[Due]] = {user_id: [] for user_id in private}
    for each in await ctx.uow.outbox.due_to(private, ctx.now):
        if len(theirs[each.message.user_id]) < MOST_LOOKED_THROUGH:
            theirs[each.message.user_id].append(each)
    return [theirs[each.message.user_id] if each.message.group_chat_id is None else [each] for each in first]


async def look_up(ctx: Context, messages: Sequence[Message]) -> Recipients:
    people = {user.id: user for user in await ctx.uow.users.by_ids({each.user_id for each in messages})}
    return Recipients(
        people,
        await work_calendars(ctx, people.values(), ctx.today - ONE_DAY, ctx.today + LONGEST_AWAY * ONE_DAY),
        await ctx.uow.notices.of_people(people.keys()),
        await ends_of_events(ctx, {each.user_id for each in messages if waits_for_events(each)}),
        await ctx.uow.outbox.written_to(people.keys()),
    )


async def to_send(ctx: Context, due: Sequence[Due], recipients: Recipients, until: datetime) -> Sequence[Claimed]:
    """Return the messages due to somebody that nothing holds back; put off or withhold the others."""
    free = [each for each in due if not await held_back(ctx, each, recipients)]
    surveyed = await late_tasks_asked_about(ctx, [each.message for each in free])
    merged = {each.id for each in surveyed[1:]}
    taken: list[Claimed] = []
    for each in free:
        message = each.message
        if message.id in merged:
            continue
        others = surveyed[1:] if message in surveyed else ()
        taken.append(
            Claimed(
                surveys.in_one(message, others),
                recipients.people[message.user_id],
                each.attempts,
                until,
                each.said,
                each.send_started_at,
                each.left,
                together=[other.id for other in others],
                first=message.user_id not in recipients.written_to,
                add_to=await shown_in(ctx, message),
            )
        )
    return taken


async def held_back(ctx: Context, due: Due, recipients: Recipients) -> bool:
    """Put a message off, or withhold it, if something holds it back. Returns whether something does."""
    message = due.message
    hold = await reason_to_hold(ctx, message, recipients)
    if hold is None:
        return False
    if hold.until is None:
        reason = withheld_reason(hold.reason, due.send_started_at)
        await ctx.uow.outbox.settle(message.id, Outcome.WITHHELD, reason, ctx.now)
        await tell_unheard(ctx, message, reason)
    else:
        await ctx.uow.outbox.postpone(message.id, hold.until, hold.reason, ctx.now)
    return True


async def reason_to_hold(ctx: Context, message: Message, recipients: Recipients) -> Hold | None:
    user_id, chosen = message.user_id, recipients.chosen(message.user_id)
    if await switched_off(ctx, message, chosen):
        return Hold(Reason.SWITCHED_OFF)
    if hold := hold_for(ctx, message, recipients.people[user_id], recipients.calendars[user_id], chosen):
        return hold
    if waits_for_events(message) and user_id in recipients.busy_until:
        return Hold(Reason.EVENT, recipients.busy_until[user_id])
    if message.group_chat_id is None and message.kind not in URGENT and message.reason is not Reason.SNOOZED:
        lunch = lunch_end(ctx, recipients.people[user_id], chosen)
        return Hold(Reason.LUNCH, lunch) if lunch else None
    return None


async def late_tasks_asked_about(ctx: Context, messages: Sequence[Message]) -> Sequence[Message]:
    """The questions about late tasks among one person's messages that are asked as one; none if there is only one."""
    asked = [each for each in messages if each.kind is MessageKind.OVERDUE_SURVEY and each.group_chat_id is None]
    return await surveys.askable(ctx, asked[0].user_id, asked) if len(asked) > 1 else []


def in_one_go(claimed: Sequence[Claimed]) -> Claimed:
    """The first of somebody's messages with those that may be sent as one with it.

    What may have arrived is sent again with what it was sent with, and with nothing else.
    """
    first, *others = claimed
    beside = [each for each in others if not each.is_alone and each.send_started_at == first.send_started_at]
    return first if first.is_alone else replace(first, beside=beside[: MOST_TOGETHER - 1])


def waits_for_events(message: Message) -> bool:
    return message.kind in NOT_DURING_EVENTS and message.group_chat_id is None


async def ends_of_events(ctx: Context, people: Collection[int]) -> Mapping[int, datetime]:
    """Find the people who are in an event now, and when the last of theirs ends."""
    found = await busy(ctx, sorted(people), Interval(ctx.now, ctx.now + INSTANT), None) if people else None
    ends: dict[int, datetime] = {}
    for row in found.conflicts if found else ():
        if row.end_datetime - row.start_datetime <= LONGEST_EVENT and not is_unknown(row):
            ends[row.user_id] = max(row.end_datetime, ends.get(row.user_id, row.end_datetime))
    return ends


async def shown_in(ctx: Context, message: Message) -> int | None:
    """The message of Telegram that a message is added to, if that was sent."""
    earlier = message.params.get("added_to")
    return await ctx.uow.outbox.sent_as(earlier) if isinstance(earlier, int) else None


@command
async def begin_sending(ctx: Context, lease: Lease, message_ids: Sequence[int]) -> bool:
    """Note that claimed messages are about to be sent as one. Returns whether they are still claimed."""
    if claimed := await still_claimed(ctx, lease, message_ids[0]):
        for each in message_ids:
            await ctx.uow.outbox.begin(each, ctx.now)
    return claimed


@command
async def note_sent_part(ctx: Context, lease: Lease, message_id: int, said: str) -> bool:
    """Note how much of a claimed message was sent. Returns whether it is still claimed."""
    if claimed := await still_claimed(ctx, lease, message_id):
        await ctx.uow.outbox.note_sent_part(message_id, said)
    return claimed


@command
async def settle(
    ctx: Context,
    lease: Lease,
    message_ids: Sequence[int],
    outcome: Outcome,
    reason: Reason | None = None,
    fault: str | None = None,
    sent_as: int | None = None,
) -> bool:
    """Write the outcome of claimed messages that were sent as one. Returns whether they were still claimed."""
    if claimed := await still_claimed(ctx, lease, message_ids[0]):
        for each in message_ids:
            if sent_as is not None:
                await ctx.uow.outbox.note_sent_as(each, sent_as)
            why = Reason.TOGETHER if outcome is Outcome.SENT and each != message_ids[0] else reason
            await ctx.uow.outbox.settle(each, outcome, why, ctx.now, fault)
            message = await ctx.uow.outbox.get(each) if outcome is not Outcome.SENT else None
            if message is not None:
                await tell_unheard(ctx, message, reason)
    return claimed


@command
async def put_aside(ctx: Context, lease: Lease, message_ids: Sequence[int]) -> bool:
    """Settle claimed messages that ended each process which drew them, and tell their person once.

    Returns whether they were still claimed.
    """
    if not await settle(ctx, lease, message_ids, Outcome.FAILED, None, ENDS_PROCESSES):
        return False
    message = await ctx.uow.outbox.get(message_ids[0])
    if message is not None and message.kind is not MessageKind.NOT_SENT:
        about: Params = {"of": message.kind.value}
        await ctx.uow.outbox.add([new_message(ctx, MessageKind.NOT_SENT, message.user_id, f"{message.id}:", about)])
    return True


@command
async def close_chat(ctx: Context, lease: Lease, message_ids: Sequence[int], chat_id: int, fault: str) -> bool:
    """Settle claimed messages whose chat turned out to be closed to the bot. Returns whether they were still claimed.

    A closed group's link ends, and its leader is told. A person is not written to until they write to the bot.
    """
    if not await settle(ctx, lease, message_ids, Outcome.BLOCKED, None, fault):
        return False
    if chat_id < 0:
        group = await ctx.uow.groups.get(chat_id)  # by the id that it had, too: it may have just become a supergroup
        if group is not None:
            await groups.end_link(ctx, group, {"removed": 1})
    else:
        await set_blocked(ctx, chat_id, blocked=True)
    return True


@command
async def fail_in_group(
    ctx: Context, lease: Lease, message_ids: Sequence[int], chat_id: int, kind: MessageKind, fault: str
) -> bool:
    """Settle claimed messages that a group did not take, though it is linked; its leader is told.

    Returns whether they were still claimed.
    """
    if claimed := await settle(ctx, lease, message_ids, Outcome.FAILED, None, fault):
        await groups.tell_silent(ctx, chat_id, kind)
    return claimed


@command
async def retry_later(
    ctx: Context, lease: Lease, message_ids: Sequence[int], seconds: float, *, refused: bool = False
) -> bool:
    """Release claimed messages for a later attempt. Returns whether they were still claimed.

    `refused`: they did not arrive.
    """
    if claimed := await still_claimed(ctx, lease, message_ids[0]):
        for each in message_ids:
            await ctx.uow.outbox.release(each, ctx.now + timedelta(seconds=seconds), refused=refused)
    return claimed


@command
async def put_back(ctx: Context, lease: Lease, message_ids: Sequence[int], seconds: float) -> bool:
    """Release claimed messages, which were not tried, for now or later. Returns whether they were still claimed."""
    if claimed := await still_claimed(ctx, lease, message_ids[0]):
        for each in message_ids:
            if seconds:
                await ctx.uow.outbox.postpone(each, ctx.now + timedelta(seconds=seconds), None, ctx.now)
            else:
                await ctx.uow.outbox.put_back(each)
    return claimed


@query
async def claimants(ctx: Context) -> Collection[str]:
    """The holders of claims (as `holder` names them), expired or not."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.outbox.claimants()


@command
async def release_claims(ctx: Context, holder: str) -> None:
    """End the claims of a process that is known to be dead: its messages need not wait until they expire."""
    require(ctx.actor, Operation.RUN_JOBS)
    await ctx.uow.outbox.release_claims(holder)


@command
async def give_back_claims(ctx: Context, lease: Lease) -> None:
    """End the claims of this process, which is asked to end: what it was at is not to blame."""
    require(ctx.actor, Operation.RUN_JOBS)
    await ctx.uow.outbox.give_back_claims(holder(lease))


async def still_claimed(ctx: Context, lease: Lease, message_id: int) -> bool:
    """Return whether a message is still this lease holder's to send: another may have it once the claim ran out."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.outbox.claimed(message_id, holder(lease))


def holder(lease: Lease) -> str:
    """The name of a claim: the same process under a later term is another claimant."""
    return f"{lease.holder}:{lease.term}"


def process_of(claimant: str) -> str:
    """The inverse of `holder`: the holder of the lease."""
    return claimant.rpartition(":")[0]


def hold_for(
    ctx: Context, message: Message, person: User, calendar: WorkCalendar, chosen: ChosenNotices
) -> Hold | None:
    if not person.is_active:
        return Hold(Reason.NOT_LINKED)
    if message.group_chat_id is None and (closed := out_of_reach(person)):
        return Hold(closed)
    if message.due_at < ctx.now - timedelta(hours=good_for_hours(ctx.settings, message.kind)):
        return Hold(Reason.LATE)
    if message.kind in NEVER_HELD:
        return None
    today = local_date(ctx.now, calendar.zone)
    of_person = message.group_chat_id is None
    if of_person and message.kind in ON_RETURN | OF_WORKING_DAYS and (off := calendar.why_off(today)):
        return Hold(WHY[off.off], on_return(ctx, calendar, chosen) if message.kind in ON_RETURN else None)
    quiet = quiet_end(ctx, person, chosen, to_group=not of_person)
    return Hold(Reason.QUIET_HOURS, quiet) if quiet else None


def out_of_reach(person: User) -> Reason | None:
    """Return why a person cannot be written to in private, if that is known beforehand."""
    if person.telegram_user_id is None:
        return Reason.NOT_LINKED
    return Reason.BLOCKED if person.telegram_blocked_at else None


def good_for_hours(settings: Settings, kind: MessageKind) -> int:
    return settings.reminder_late_hours if kind in REMINDERS else settings.message_late_hours


def on_return(ctx: Context, calendar: WorkCalendar, chosen: ChosenNotices) -> datetime | None:
    """Find when the person's next working day begins, or its quiet hours end; None if that is beyond a year."""
    today = local_date(ctx.now, calendar.zone)
    days = (today + number * ONE_DAY for number in range(1, LONGEST_AWAY))
    back = next((day for day in days if calendar.why_off(day) is None), None)
    if back is None:
        return None
    midnight = start_of(back, calendar.zone)
    return quiet_until(quiet_hours(ctx.settings, chosen), calendar.zone, midnight) or midnight


def retry_seconds(attempts: int) -> float:
    return min(FIRST_RETRY_SECONDS * float(2 ** min(attempts, 16)), LONGEST_RETRY_SECONDS)
