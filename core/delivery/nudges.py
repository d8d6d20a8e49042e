"""Nudges: a leader reminds one of their people of what is still to be done today, once for each person and day.

Whichever leader is first, there is one message, which says what is missing when it is sent. Nobody is nudged on a day
off, nor once their day is closed, nor in quiet hours that outlast the day. The installation decides where nudges are
sent: to the person alone, by name to the groups that show their leader's team, or nowhere.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from core.application.access import Operation, may, relations_to_person, require
from core.application.use_case import Context, command, query
from core.base.calendar_time import local_date
from core.base.errors import Code, Conflict, NotFound
from core.base.settings import Nudges
from core.delivery.sending import out_of_reach
from core.messages.outbox import key_of, new_message
from core.people.quiet_hours import quiet_end
from core.people.schedules import off_on
from core.people.working_time import Off, WhyOff
from core.records.messages import MessageKind, NewMessage, Reason
from core.records.people import Actor, ChosenNotices, User
from core.records.work import DailyLog, DailyLogState
from core.work.daily_logs import DateRequest


class DayStep(StrEnum):
    OPEN = "open"
    AVANCE = "avance"
    CLOSE = "close"


def next_step(log: DailyLogState | DailyLog | None) -> DayStep | None:
    """Return the next step of a day; None once it is closed."""
    if log is None:
        return DayStep.OPEN
    if log.closed_at is not None:
        return None
    return DayStep.AVANCE if log.avance_at is None else DayStep.CLOSE


def step_asked_about(wanted: DayStep, log: DailyLogState | DailyLog | None) -> DayStep | None:
    """The step that a prompt for `wanted` should ask about: itself, or opening if the day is not open.

    None once it is done; a day that is not open is not asked to be closed.
    """
    following = next_step(log)
    if following is DayStep.OPEN:
        return None if wanted is DayStep.CLOSE else DayStep.OPEN
    done = following is None or wanted is DayStep.OPEN or (wanted is DayStep.AVANCE and following is DayStep.CLOSE)
    return None if done else wanted


class Nudged(Struct, frozen=True):
    """The step that a person is reminded of, and whether their team's group reads it."""

    step: DayStep
    in_group: bool


@command
async def nudge(ctx: Context, user_id: int, request: DateRequest) -> Nudged:
    """Remind a person of their day, which must be today. Returns the step. Raises `Conflict` with the reason if not."""
    require(ctx.actor, Operation.NUDGE, relations_to_person(ctx.actor, user_id))
    if ctx.settings.nudges is Nudges.OFF:
        raise Conflict(Code.NUDGE_OFF)
    person = await ctx.uow.users.get(user_id)
    if person is None or not person.is_active or user_id == ctx.actor.id:
        raise NotFound(Code.USER_NOT_FOUND, username=f"#{user_id}")
    if request.fecha != ctx.today:
        raise Conflict(Code.DATE_MISMATCH, fecha=request.fecha)
    chats = (await groups_of(ctx, [person])).get(user_id, ())
    step = await step_to_nudge(ctx, person, in_private=not chats)
    if await nudged_today(ctx, [user_id]) or not await ctx.uow.outbox.add(messages(ctx, person, chats)):
        raise Conflict(Code.NUDGE_REPEATED, name=person.display_name)
    return Nudged(step, in_group=bool(chats))


def messages(ctx: Context, person: User, chats: Sequence[int]) -> Sequence[NewMessage]:
    """Make the message to the person, or one to each group; with groups, the first has the person's own occasion."""
    day = ctx.today.isoformat()
    about = {"by_user_id": ctx.actor.id, "day": ctx.today.toordinal()}
    if not chats:
        return [new_message(ctx, MessageKind.NUDGE, person.id, day, about)]
    occasions = [day, *(f"{day}:{chat}" for chat in chats[1:])]
    return [
        new_message(ctx, MessageKind.NUDGE, person.id, occasion, about).to_group(chat)
        for occasion, chat in zip(occasions, chats, strict=True)
    ]


async def nudged_today(ctx: Context, people: Collection[int]) -> Collection[int]:
    return await ctx.uow.outbox.recipients_of(key_of(MessageKind.NUDGE, ctx.today.isoformat()), people)


async def groups_of(ctx: Context, people: Sequence[User]) -> Mapping[int, Sequence[int]]:
    """The chats of the linked groups in which people are nudged; people to be nudged in private are left out."""
    if ctx.settings.nudges is not Nudges.GROUP:
        return {}
    leaders = {user.leader_user_id for user in people if user.leader_user_id is not None}
    chats: dict[int | None, list[int]] = {}
    for group in await ctx.uow.groups.of_leaders(leaders):
        chats.setdefault(group.leader_user_id, []).append(group.chat_id)
    return {user.id: chats[user.leader_user_id] for user in people if user.leader_user_id in chats}


@query
async def nudgeable(ctx: Context, user_ids: Collection[int]) -> Mapping[int, bool]:
    """Find the people among these whom the caller could nudge now, and whether a group would read it."""
    if ctx.settings.nudges is Nudges.OFF:
        return {}
    theirs = [user for user in await ctx.uow.users.by_ids(user_ids) if may_nudge(ctx.actor, user)]
    chats = await groups_of(ctx, theirs)
    people = [user for user in theirs if out_of_reach(user) is None or user.id in chats]
    ids = [user.id for user in people]
    logs = {log.user_id: log for log in await ctx.uow.daily_logs.team_states(ids, ctx.today, ctx.today)}
    off = await off_on(ctx, people, ctx.today)
    nudged = await nudged_today(ctx, ids)
    return {each: each in chats for each in ids if next_step(logs.get(each)) and each not in off and each not in nudged}


def may_nudge(actor: Actor, person: User) -> bool:
    if actor.read_only or not person.is_active or person.id == actor.id:
        return False
    return may(actor, Operation.NUDGE, relations_to_person(actor, person.id))


async def step_to_nudge(ctx: Context, person: User, *, in_private: bool) -> DayStep:
    """The step to remind a person of now. Raises `Conflict` if they may not be nudged."""
    step = next_step(await ctx.uow.daily_logs.find(person.id, ctx.today))
    if step is None:
        raise Conflict(Code.NUDGE_DONE, name=person.display_name)
    if why := (await off_on(ctx, [person], ctx.today)).get(person.id):
        raise nudge_refusal(person, why)
    if in_private:
        require_in_reach(person)
    chosen = (await ctx.uow.notices.of_people([person.id])).get(person.id, ChosenNotices())
    until = quiet_end(ctx, person, chosen, to_group=not in_private)
    if until is not None and local_date(until, ctx.settings.zone) > ctx.today:
        raise Conflict(Code.NUDGE_QUIET, name=person.display_name)
    return step


def require_in_reach(person: User) -> None:
    """Raise `Conflict` if it is known that a person cannot be written to in private."""
    if closed := out_of_reach(person):
        blocked = closed is Reason.BLOCKED
        raise Conflict(Code.NUDGE_BLOCKED if blocked else Code.NUDGE_NOT_LINKED, name=person.display_name)


def nudge_refusal(person: User, why: WhyOff) -> Conflict:
    if why.off is Off.ABSENCE:
        return Conflict(Code.NUDGE_ABSENT, name=person.display_name, until=why.until)
    code = Code.NUDGE_HOLIDAY if why.off is Off.HOLIDAY else Code.NUDGE_DAY_OFF
    return Conflict(code, name=person.display_name)
