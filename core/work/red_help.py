"""The reason of a red and its helpers: its owner gives them, and those who were told of the red answer."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Annotated

from msgspec import Meta, Struct

from core.application.access import Operation, Relation, may, relations_that_hold
from core.application.use_case import Context, command, needs, query
from core.base.calendar_time import ONE_DAY, local_date
from core.base.errors import Code, Conflict, NotFound
from core.base.model import Comment2000, Int32, Request
from core.messages.outbox import mark_answered, tell
from core.people.colleagues import (
    WORD,
    Colleague,
    as_colleague,
    find_named,
    list_colleagues,
    mentioned_by_name,
    people_present,
)
from core.people.quiet_hours import present_quiet_ends
from core.people.schedules import off_on, work_calendars
from core.people.users import can_be_written_to
from core.people.working_time import WhyOff
from core.records.messages import MessageKind, Params
from core.records.people import NoticeKind
from core.records.tokens import Scope
from core.records.work import HelperAnswer, Red, RedHelper, Task, TelegramFile
from core.work.red_news import (
    MOST_HELPERS,
    concerned_by,
    end_reds,
    explain_red,
    is_red,
    lasting_own,
    stand_ins,
    tell_taken,
    update_red,
)
from core.work.tasks import get_task, readable
from core.work.traffic_light import is_red_by_date

HELPERS_OFFERED = 6


class RedReason(Request, frozen=True, kw_only=True):
    """The reason why an item is ROJO, and the colleagues who can end it."""

    motivo: Comment2000 | None = None
    desbloquea_user_ids: Annotated[list[Int32], Meta(max_length=MOST_HELPERS)] | None = None


class RedAnswer(Request, frozen=True, kw_only=True):
    """The caller's answer to a red: they are on it, or it is not for them."""

    answer: HelperAnswer


class RedView(Struct, frozen=True):
    """A red for a panel: its task if the caller may read it, and the names of its owner and helpers.

    `own`: what the caller is as a helper. `instead_of`: the leader who does not work today and in whose place they are
    told. If the red is over: `again`, whether the same person has another one by now; else `still_red`, whether the
    item is ROJO by its date.
    """

    red: Red
    task: Task | None
    names: Mapping[int, str]
    own: RedHelper | None
    owner_linked: bool
    instead_of: str
    again: bool
    still_red: bool


class ToldOfRed(Struct, frozen=True):
    """The names of those who are told a reason at once.

    `off`: those who do not work today, and why; they see it on their return. `later`: when those are told who have
    quiet hours now. `unwanted`: somebody has turned off what they would be told.
    """

    now: Sequence[str] = ()
    off: Mapping[str, WhyOff] = {}
    later: Mapping[str, datetime] = {}
    unwanted: bool = False


class TaskRed(Struct, frozen=True):
    """A red for the card of its task; `may_answer`: the caller may say whether they are on it."""

    red: Red
    may_answer: bool


@command
async def explain(ctx: Context, task_id: int, request: RedReason, files: Sequence[TelegramFile] = ()) -> Red:
    """Say why the caller's item of a task is ROJO. Raises `Conflict` if their latest one is not."""
    task, red = await own_red_now(ctx, task_id)
    return await explain_red(ctx, red, task, request.motivo, request.desbloquea_user_ids or (), files)


@query
async def helpers_named(ctx: Context, words: str) -> Sequence[int]:
    """The colleagues whom the caller's words name to end a red, by @name or by a name; never the caller."""
    return [person for person in await people_named(ctx, words) if person != ctx.actor.id][:MOST_HELPERS]


async def people_named(ctx: Context, words: str) -> Collection[int]:
    by_username = [word.removeprefix("@") for word in WORD.findall(words) if word.startswith("@")]
    found = await find_named(ctx, by_username)
    by_name = mentioned_by_name(words, await list_colleagues(ctx))
    return dict.fromkeys([*found.user_ids, *(person.id for person in by_name)])


@command
async def drop_helper(ctx: Context, task_id: int, user_id: int) -> Red:
    """Remove a helper from the caller's red."""
    _, red = await own_red_now(ctx, task_id)
    await ctx.uow.reds.drop_helper(red.id, user_id)
    return await get_red(ctx, red.id)


@needs(Scope.LOGS_WRITE)
@command
async def answer(ctx: Context, red_id: int, request: RedAnswer) -> Red:
    """Say that one is on a red, or that it is not for oneself; its owner is told, and of help the leaders are too."""
    red, task = await lasting_red(ctx, red_id, Operation.RED_ANSWER)
    await ctx.uow.reds.answer(red.id, ctx.actor.id, request.answer)
    await mark_answered(ctx, [MessageKind.RED], str(red.id))
    on_it = int(request.answer is HelperAnswer.ON_IT)
    if request.answer not in {helper.answer for helper in red.helpers if helper.user_id == ctx.actor.id}:
        of_task: Params = {"red_id": red.id, "task_id": red.task_id, "description": task.descripcion}
        about: Params = {**of_task, "by_user_id": ctx.actor.id, "on_it": on_it}
        occasion = f"{red.id}:{ctx.actor.id}:{request.answer}:{ctx.now.isoformat()}"
        await tell(ctx, MessageKind.RED_ANSWERED, [red.user_id], occasion, about)
    if on_it:
        await tell_taken(ctx, red, task)
    return await get_red(ctx, red.id)


@needs(Scope.LOGS_WRITE)
@command
async def withdraw_red(ctx: Context, red_id: int) -> Red:
    """Take back that one's late task is ROJO for another reason than its date, and the help that was asked for.

    Its light stays ROJO. Raises `Conflict` where the task is not late: another light ends that red.
    """
    red, task = await lasting_red(ctx, red_id, Operation.RED_WITHDRAW)
    if not is_red_by_date(task.fecha_cumplir, ctx.today):
        raise Conflict(Code.RED_BY_LIGHT, id=red.task_id)
    await end_reds(ctx, task, {ctx.actor.id})
    return await get_red(ctx, red_id)


@query
async def get_red(ctx: Context, red_id: int) -> Red:
    """A red. Raises `NotFound` unless the caller may read its task, or was named to help."""
    return (await red_for(ctx, red_id))[0]


@query
async def view_red(ctx: Context, red_id: int) -> RedView:
    red, task = await red_for(ctx, red_id)
    named = [helper.user_id for helper in red.helpers]
    own = next((helper for helper in red.helpers if helper.user_id == ctx.actor.id), None)
    off = (await stand_ins(ctx, red, task)).get(ctx.actor.id) if own else None
    if off and ctx.actor.id in await people_named(ctx, red.motivo or ""):
        off = None
    people = await ctx.uow.users.by_ids({red.user_id, *named, *([off] if off else [])})
    names = {user.id: user.display_name for user in people}
    seen = task if await readable(ctx, task) else None
    linked = any(user.id == red.user_id and can_be_written_to(user) for user in people)
    lasting = await ctx.uow.reds.lasting([task.id]) if red.ended_at else ()
    again = any(each.user_id == red.user_id for each in lasting)
    still_red = (
        red.ended_at is not None
        and not again
        and is_red_by_date(task.fecha_cumplir, ctx.today)
        and await is_red(ctx, task, red.user_id)
    )
    return RedView(red, seen, names, own, linked, names[off] if off else "", again, still_red)


@query
async def told_of_reason(ctx: Context, red_id: int) -> ToldOfRed:
    """Find who is told the reason of the caller's red; none without Telegram."""
    red, task = await red_for(ctx, red_id)
    concerned = await concerned_by(ctx, red, task)
    people = [user for user in await ctx.uow.users.by_ids(concerned) if can_be_written_to(user)]
    off = await off_on(ctx, people, ctx.today)
    chosen = await ctx.uow.notices.of_people([user.id for user in people])
    helpers = {helper.user_id for helper in red.helpers}
    unwanted = {each for each in chosen.keys() - helpers if NoticeKind.REDS in chosen[each].off}
    wanted = [user for user in people if user.id not in unwanted]
    there, quiet = [user for user in wanted if user.id not in off], await present_quiet_ends(ctx, wanted)
    return ToldOfRed(
        [user.display_name for user in there if user.id not in quiet],
        {user.display_name: off[user.id] for user in wanted if user.id in off},
        {user.display_name: quiet[user.id] for user in there if user.id in quiet},
        bool(unwanted),
    )


@query
async def helped(ctx: Context) -> Sequence[RedView]:
    """The reds that last with which the caller was asked to help and does not decline, by id; none that they lead."""
    views = [await view_red(ctx, red.id) for red in await ctx.uow.reds.helped_by(ctx.actor.id)]
    views = [each for each in views if each.own and not each.own.declines]
    return [each for each in views if each.task and relations_to(ctx, each.red, each.task) == {Relation.HELPER}]


@query
async def reds_of_task(ctx: Context, task_id: int) -> Sequence[TaskRed]:
    """The reds of a task that last, by id."""
    task = await get_task(ctx, task_id)
    reds = await ctx.uow.reds.lasting([task_id])
    return [TaskRed(red, may(ctx.actor, Operation.RED_ANSWER, relations_to(ctx, red, task))) for red in reds]


@query
async def own_red(ctx: Context, task_id: int) -> Red | None:
    """The caller's red of a task, if it lasts."""
    return await lasting_own(ctx, task_id)


@query
async def unexplained(ctx: Context, task_ids: Collection[int]) -> Collection[int]:
    """Find the tasks among these for which the caller has a lasting red without a reason."""
    lasting = await ctx.uow.reds.lasting(task_ids) if task_ids else ()
    return {red.task_id for red in lasting if red.user_id == ctx.actor.id and red.motivo is None}


@query
async def possible_helpers(ctx: Context, task_id: int) -> Sequence[Colleague]:
    """Colleagues to name first: the caller's helpers, their leader, the task's people, and whom they named lately."""
    task = await get_task(ctx, task_id)
    red = await lasting_own(ctx, task_id)
    named = [helper.user_id for helper in red.helpers if not helper.declines] if red else []
    leaders = [ctx.actor.user.leader_user_id, task.leader_user_id]
    recent = await ctx.uow.reds.recent_helpers(ctx.actor.id, HELPERS_OFFERED)
    people = [*named, *leaders, *task.responsible_user_ids, task.created_by_user_id, *recent]
    present = {user.id: as_colleague(user) for user in await people_present(ctx) if user.id != ctx.actor.id}
    offered = [present[person] for person in dict.fromkeys(people) if person is not None and person in present]
    return offered[:HELPERS_OFFERED]


@query
async def unattended(ctx: Context) -> Sequence[tuple[Red, Task]]:
    """Reds of the caller's people that nobody is on `red_unattended_days` working days after they began, with tasks."""
    wanted = ctx.settings.red_unattended_days
    unhelped = [
        red for red in await ctx.uow.reds.lasting_of(ctx.actor.team, ctx.now - wanted * ONE_DAY) if not red.on_it
    ]
    active = {user.id: user for user in await ctx.uow.users.by_ids({red.user_id for red in unhelped}) if user.is_active}
    reds = [(red, local_date(red.started_at, ctx.settings.zone)) for red in unhelped if red.user_id in active]
    if not reds:
        return []
    calendars = await work_calendars(ctx, list(active.values()), min(began for _, began in reds), ctx.today)

    def worked_since(person: int, began: date) -> int:
        days = map(date.fromordinal, range(began.toordinal() + 1, ctx.today.toordinal() + 1))
        return sum(calendars[person].why_off(day) is None for day in days)

    alone = [red for red, began in reds if worked_since(red.user_id, began) >= wanted]
    tasks = {task.id: task for task in await ctx.uow.tasks.by_ids({red.task_id for red in alone})}
    return [(red, tasks[red.task_id]) for red in alone]


async def own_red_now(ctx: Context, task_id: int) -> tuple[Task, Red]:
    task = await get_task(ctx, task_id)
    red = await update_red(ctx, task)
    if red is None:
        raise Conflict(Code.NOT_RED, id=task_id)
    return task, red


async def red_for(ctx: Context, red_id: int) -> tuple[Red, Task]:
    red = await ctx.uow.reds.get(red_id)
    task = await ctx.uow.tasks.get(red.task_id) if red else None
    if red is None or task is None or not (helps(ctx, red) or await readable(ctx, task)):
        raise NotFound(Code.RED_NOT_FOUND, id=red_id)
    return red, task


async def lasting_red(ctx: Context, red_id: int, operation: Operation) -> tuple[Red, Task]:
    """A red to which the caller may do an operation. Raises `Conflict` if it has ended."""
    red, task = await red_for(ctx, red_id)
    if not may(ctx.actor, operation, relations_to(ctx, red, task)):
        raise NotFound(Code.RED_NOT_FOUND, id=red_id)
    if red.ended_at is not None:
        raise Conflict(Code.RED_ENDED, id=red.task_id)
    return red, task


def helps(ctx: Context, red: Red) -> bool:
    return ctx.actor.id in {helper.user_id for helper in red.helpers}


def relations_to(ctx: Context, red: Red, task: Task) -> Collection[Relation]:
    return relations_that_hold(
        {
            Relation.LEADER: red.user_id in ctx.actor.team,
            Relation.TASK_LEADER: task.leader_user_id == ctx.actor.id != red.user_id,
            Relation.HELPER: helps(ctx, red),
            Relation.OWNER: red.user_id == ctx.actor.id,
        }
    )
