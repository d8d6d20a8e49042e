"""Reds: how one begins and ends, and who is told.

A person's red of a task begins when they set ROJO, and ends when their latest item is no longer ROJO, or the task is
closed, deleted or no longer theirs. Their leader, the task's leader and the helpers they name are told of it: at once
when the person has said why, else after `red_wait_minutes`. Those who were told are told once when it ends. A leader
who does not work that day is told on their return; until then whoever leads them stands in, as a helper.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta

import msgspec

from core.application.use_case import Context, query
from core.base.calendar_time import microseconds
from core.base.errors import FieldCode, Invalid
from core.base.model import Semaforo
from core.messages.outbox import key_of, new_message, tell, write_to
from core.people.colleagues import people_present
from core.people.schedules import present_above
from core.records.messages import Message, MessageKind, Params, Reason
from core.records.work import Red, RedHelper, Task, TelegramFile
from core.work.task_news import tell_commented

MOST_HELPERS = 5
NOT_PROMISED = frozenset({Reason.UNSURE, Reason.SWITCHED_OFF, Reason.NOT_LINKED})
"""Reasons of failure that a red's owner is not told: the message was not promised to them, or perhaps arrived."""


async def update_red(ctx: Context, task: Task, like: Red | None = None) -> Red | None:
    """Begin the caller's red of a task after a change of their item, if their latest one is ROJO; end it if not.

    `like`: an earlier one that goes on by it, whose reason and helpers it has.
    """
    if await is_red(ctx, task, ctx.actor.id):
        return await lasting_own(ctx, task.id) or await start_red(ctx, task, ctx.actor.id, like)
    await end_reds(ctx, task, {ctx.actor.id})
    return None


async def is_red(ctx: Context, task: Task, user_id: int) -> bool:
    """Return whether a person's latest item of a task that they work on is ROJO."""
    latest = await ctx.uow.daily_logs.previous(user_id, [task.id], date.max)
    return bool(latest) and latest[0].semaforo is Semaforo.ROJO and can_be_red(task, user_id)


def can_be_red(task: Task, user_id: int) -> bool:
    """Return whether a person can have a red of a task: it is theirs, and neither closed nor deleted."""
    return task.is_open and user_id in task.responsible_user_ids


async def lasting_own(ctx: Context, task_id: int) -> Red | None:
    """The caller's red of a task, if it lasts."""
    lasting = await ctx.uow.reds.lasting([task_id])
    return next((red for red in lasting if red.user_id == ctx.actor.id), None)


async def start_red(ctx: Context, task: Task, owner: int, like: Red | None = None) -> Red:
    red_id = await ctx.uow.reds.start(task.id, owner, ctx.now)
    red = Red(red_id, task.id, owner, ctx.now, None, None, None, ())
    if like is not None:
        red = await explained_alike(ctx, red, like)
    red = await with_helpers(ctx, red, await stand_ins(ctx, red, task))
    await tell_of_red(ctx, red, (await concerned_by(ctx, red, task)) - {ctx.actor.id})
    return red


async def resume_reds(ctx: Context, task: Task, since: datetime) -> set[int]:
    """Have the reds of a task go on that ended with what was done then, where the item is still ROJO.

    Returns who is told.
    """
    ended = await ctx.uow.reds.lasting_within(task.responsible_user_ids, since, ctx.now)
    latest = {red.user_id: red for red in ended if red.task_id == task.id}
    told: set[int] = set()
    for owner, red in latest.items():
        if red.ended_at is not None and await is_red(ctx, task, owner):
            told |= await concerned_by(ctx, await start_red(ctx, task, owner, red), task)
    return told


async def explained_alike(ctx: Context, red: Red, like: Red) -> Red:
    """The red with another one's reason, which is a comment already, and its helpers but those who have declined."""
    if like.motivo is not None:
        await ctx.uow.reds.explain(red.id, like.motivo, ctx.now)
    red = msgspec.structs.replace(red, motivo=like.motivo, motivo_at=like.motivo and ctx.now)
    return await with_helpers(ctx, red, [helper.user_id for helper in like.helpers if not helper.declines])


async def with_helpers(ctx: Context, red: Red, people: Collection[int]) -> Red:
    """The red with these helpers, who are not among its own yet."""
    if not people:
        return red
    await ctx.uow.reds.name_helpers(red.id, people)
    return msgspec.structs.replace(red, helpers=[*red.helpers, *(RedHelper(person, None) for person in people)])


async def explain_red(
    ctx: Context,
    red: Red,
    task: Task,
    motivo: str | None,
    helpers: Collection[int],
    files: Sequence[TelegramFile] = (),
) -> Red:
    """Give a red the caller's reason, which is a comment too, and the helpers they name; all of them are told."""
    above = await stand_ins(ctx, red, task)
    already = {helper.user_id for helper in red.helpers}
    named = [person for person in dict.fromkeys(helpers) if person not in already]
    if len(already.union(named).difference(above)) > MOST_HELPERS:
        raise Invalid.at("desbloqueaUserIds", FieldCode.TOO_LONG, limit=MOST_HELPERS)
    await check_helpers(ctx, helpers)
    named += [person for person in above if person not in already.union(named)]
    if motivo is not None:
        await ctx.uow.reds.explain(red.id, motivo, ctx.now)
        red = msgspec.structs.replace(red, motivo=motivo, motivo_at=ctx.now)
    red = await with_helpers(ctx, red, named)
    concerned = await concerned_by(ctx, red, task)
    await tell_of_red(ctx, red, named if motivo is None else concerned)  # a leader may be so only since it began
    if motivo is not None:
        key = key_of(MessageKind.RED, str(red.id))
        added = await add_reason(ctx, red, concerned)
        unaware = set(await ctx.uow.outbox.reached(key, concerned)) - added  # told of it before it had this reason
        await ctx.uow.outbox.hasten([f"{key}{person}" for person in concerned], ctx.now)
        comment = await ctx.uow.tasks.add_comment(task.id, motivo, ctx.actor.id, ctx.now, files)
        await tell_commented(ctx, task, comment, but=concerned.difference(unaware))
    return red


async def add_reason(ctx: Context, red: Red, people: Collection[int]) -> set[int]:
    """Add the reason of a red to the message of those who were just told of it. Returns those among these people."""
    since = ctx.now - timedelta(minutes=ctx.settings.news_wait_minutes)
    told = await ctx.uow.outbox.told_since(people, key_of(MessageKind.RED, str(red.id)), since, ctx.now)
    first = {each.user_id: each.id for each in reversed(told)}
    about = {"red_id": red.id, "task_id": red.task_id}
    occasion = f"{red.id}:{microseconds(ctx.now)}"
    await ctx.uow.outbox.add(
        [
            new_message(ctx, MessageKind.RED, person, occasion, {**about, "added_to": message_id})
            for person, message_id in first.items()
        ]
    )
    return set(first)


async def end_reds(ctx: Context, task: Task, owners: Collection[int], told: Collection[int] = ()) -> set[int]:
    """End these people's reds of a task. Returns those who are told so, each of one red. `told` get another message."""
    relieved: set[int] = set()
    ended = [red for red in await ctx.uow.reds.lasting([task.id]) if red.user_id in owners]
    if not ended:
        return relieved
    await ctx.uow.reds.end([red.id for red in ended], ctx.now)
    for red in ended:
        concerned = (await concerned_by(ctx, red, task)).difference(told, relieved)
        people = await ctx.uow.outbox.reached(key_of(MessageKind.RED, str(red.id)), concerned)
        about: Params = {"red_id": red.id, "task_id": red.task_id, "description": task.descripcion}
        await tell(ctx, MessageKind.RED_ENDED, sorted(people), str(red.id), about)
        relieved.update(people)
    return relieved


async def pass_on_reds(ctx: Context, task: Task, givers: Collection[int], taker: int) -> None:
    """Make a lasting red that of the person who took the task over; its reason and helpers stay."""
    lasting = await ctx.uow.reds.lasting([task.id])
    theirs = next((red for red in lasting if red.user_id in givers), None)
    if theirs is not None and all(red.user_id != taker for red in lasting):
        await ctx.uow.reds.pass_on(theirs.id, taker)


async def tell_taken(ctx: Context, red: Red, task: Task) -> None:
    """Tell the leaders and the other helpers who were told of a red that the caller is on it."""
    told = await ctx.uow.outbox.reached(key_of(MessageKind.RED, str(red.id)), await concerned_by(ctx, red, task))
    about = {"red_id": red.id, "task_id": red.task_id, "by_user_id": ctx.actor.id}
    await tell(ctx, MessageKind.RED_TAKEN, sorted(told), f"{red.id}:{ctx.actor.id}", about)


async def tell_unheard(ctx: Context, message: Message, reason: Reason | None) -> None:
    """Tell the owner of a red, who was told that somebody would hear of it, that a message of it did not arrive.

    Once of a red that is over; of one that lasts, of each person. Nothing is said of one without a reason: its owner
    was not told yet who hears of it.
    """
    if message.kind is not MessageKind.RED or reason in NOT_PROMISED:
        return
    red = await ctx.uow.reds.get(int(str(message.params["red_id"])))
    if red is None or red.motivo is None:
        return
    occasion = str(red.id) if red.ended_at else f"{red.id}:{message.user_id}"
    about = {"red_id": red.id, "task_id": red.task_id, "user_id": message.user_id}
    await tell(ctx, MessageKind.RED_UNHEARD, [red.user_id], occasion, about)


@query
async def unheard_by(ctx: Context, red: Red, person: int) -> Sequence[str]:
    """The names of those whom messages of a red did not reach: all of them once it is over, else this person."""
    concerned = {person}
    if red.ended_at is not None and (task := await ctx.uow.tasks.get(red.task_id)):
        concerned |= await concerned_by(ctx, red, task)
    key = key_of(MessageKind.RED, str(red.id))
    asked = set(await ctx.uow.outbox.recipients_of(key, concerned))
    unheard = asked - set(await ctx.uow.outbox.reached(key, concerned))
    return [user.display_name for user in await ctx.uow.users.by_ids(unheard)]


async def tell_of_red(ctx: Context, red: Red, people: Collection[int]) -> None:
    about = {"red_id": red.id, "task_id": red.task_id}
    messages = [
        new_message(ctx, MessageKind.RED, person, str(red.id), about, due_at=told_from(ctx, red)) for person in people
    ]
    await write_to(ctx, messages)


def told_from(ctx: Context, red: Red) -> datetime:
    """Return when others are told of a red: at once if it has a reason, else after its owner had time to give one."""
    return ctx.now if red.motivo is not None else red.started_at + timedelta(minutes=ctx.settings.red_wait_minutes)


async def concerned_by(ctx: Context, red: Red, task: Task) -> set[int]:
    """Find whom a red concerns: its owner's leader, the task's, and helpers who do not decline; never its owner."""
    helpers = {helper.user_id for helper in red.helpers if not helper.declines}
    return set(await leaders_of(ctx, red, task)) | (helpers - {red.user_id})


async def leaders_of(ctx: Context, red: Red, task: Task) -> list[int]:
    owner = await ctx.uow.users.get(red.user_id)
    leaders = {owner.leader_user_id if owner else None, task.leader_user_id}
    return sorted(leader for leader in leaders if leader is not None and leader != red.user_id)


async def stand_ins(ctx: Context, red: Red, task: Task) -> Mapping[int, int]:
    """Each leader who does not work today, by who stands in for them: the nearest leader above them who does."""
    leaders = await leaders_of(ctx, red, task)
    standing_in = {await present_above(ctx, leader, ctx.today, {red.user_id}): leader for leader in leaders}
    return {person: leader for person, leader in standing_in.items() if person is not None and person not in leaders}


async def check_helpers(ctx: Context, helpers: Collection[int]) -> None:
    """Raise `Invalid` unless each is another active colleague."""
    present = {user.id for user in await people_present(ctx)} if helpers else set()
    for place, person in enumerate(helpers):
        if person not in present or person == ctx.actor.id:
            raise Invalid.at(f"desbloqueaUserIds[{place}]", FieldCode.UNKNOWN_ID, value=person)
