"""Followers of a task, who do not work on it, and those who have muted it.

A follower reads a task and comments on it. Whoever may change the task lets them in; the chat offers that where a
comment names by @name somebody who may not read the task.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from core.application.access import Operation, Relation, may, relations_that_hold, require
from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, NotFound, raise_if_any
from core.base.model import Nothing
from core.people.colleagues import Colleague, as_colleague
from core.people.named_people import people_errors
from core.people.users import as_actor, can_be_written_to
from core.records.messages import MessageKind
from core.records.people import NoticeKind, User
from core.records.tokens import Scope
from core.records.work import Task, TaskFollower, TaskMute
from core.work.task_news import tell_of_comment, untold_people
from core.work.tasks import get_comment, get_task, mentioned, my_open_tasks, readable_by, relations_to

TASKS_LOOKED_THROUGH = 40


class PlacesToTell(Struct, frozen=True):
    """Open tasks of the caller: those on which a comment that names some people is told to all of them.

    `let_in`: else those into which the caller may let them. `unreachable`: the people whom nothing is told just now,
    as they have no linked Telegram account, block the bot, or want to hear of no comments.
    """

    told: Sequence[Task]
    let_in: Sequence[Task]
    unreachable: Collection[int]


class Outsiders(Struct, frozen=True):
    """People named in a comment who may not read its task; `may_let_in`: the caller may make them followers."""

    people: Sequence[Colleague]
    may_let_in: bool


@needs(Scope.TASKS_READ)
@query
async def list_followers(ctx: Context, task_id: int) -> Sequence[TaskFollower]:
    """List the followers of a visible task, by their ids."""
    await get_task(ctx, task_id)
    return await ctx.uow.conversations.followers(task_id)


@query
async def get_follower(ctx: Context, task_id: int, user_id: int) -> TaskFollower:
    """One follower of a visible task."""
    followers = await list_followers(ctx, task_id)
    found = next((follower for follower in followers if follower.user_id == user_id), None)
    if found is None:
        raise NotFound(Code.FOLLOWER_NOT_FOUND, id=user_id)
    return found


@needs(Scope.TASKS_WRITE)
@command
async def add_follower(ctx: Context, task_id: int, user_id: int) -> TaskFollower:
    """Let somebody into a task. Once more is no error."""
    task = await get_task(ctx, task_id)
    require(ctx.actor, Operation.TASK_LET_IN, relations_to(ctx.actor, task))
    raise_if_any(await people_errors(ctx, [("userId", user_id)], active=True))
    if await ctx.uow.conversations.follows(user_id, task.id):
        return await get_follower(ctx, task.id, user_id)
    follower = TaskFollower(task.id, user_id, ctx.actor.id, ctx.now)
    await ctx.uow.conversations.follow(follower)
    return follower


@needs(Scope.TASKS_WRITE)
@command
async def remove_follower(ctx: Context, task_id: int, user_id: int) -> Nothing:
    """Remove a follower, who may be the caller."""
    task = await get_task(ctx, task_id)
    own = relations_that_hold({Relation.SUBJECT: user_id == ctx.actor.id})
    require(ctx.actor, Operation.TASK_UNFOLLOW, relations_to(ctx.actor, task) | own)
    await get_follower(ctx, task_id, user_id)
    await ctx.uow.conversations.unfollow(task_id, user_id)
    return Nothing()


@query
async def mentioned_outsiders(ctx: Context, task_id: int, comment_id: int) -> Outsiders:
    """The people whom a comment names by @name and who may not read its task."""
    task, comment = await get_task(ctx, task_id), await get_comment(ctx, task_id, comment_id)
    people = [as_colleague(user) for user, reads in await mentioned(ctx, task, comment) if not reads]
    return Outsiders(people, may(ctx.actor, Operation.TASK_LET_IN, relations_to(ctx.actor, task)))


@query
async def places_to_tell(ctx: Context, people: Collection[int]) -> PlacesToTell:
    """The caller's tasks on which a comment reaches these people, tasks of theirs first."""
    users = await ctx.uow.users.by_ids(people)
    mine = sorted(await my_open_tasks(ctx), key=lambda task: not works_with(task, people))[:TASKS_LOOKED_THROUGH]
    told = [task for task in mine if await all_told(ctx, task, users)]
    may_let_in = [task for task in mine if may(ctx.actor, Operation.TASK_LET_IN, relations_to(ctx.actor, task))]
    chosen = await ctx.uow.notices.of_people(people)
    deaf = {person for person in chosen if NoticeKind.COMMENTS in chosen[person].off}
    unlinked = {user.id for user in users if not can_be_written_to(user)}
    return PlacesToTell(told, [task for task in may_let_in if task not in told], deaf | unlinked)


def works_with(task: Task, people: Collection[int]) -> bool:
    return not {task.leader_user_id, *task.responsible_user_ids}.isdisjoint(people)


async def all_told(ctx: Context, task: Task, users: Sequence[User]) -> bool:
    """Return whether a comment on a task that names these people is told to each of them."""
    if {user.id for user in users}.intersection(await ctx.uow.conversations.muted_by(task.id)):
        return False
    return all([await readable_by(ctx, await as_actor(ctx, user), task) for user in users])


@command
async def let_in(ctx: Context, task_id: int, comment_id: int, user_id: int) -> TaskFollower:
    """Let somebody whom a comment names into its task, and tell them of the comment."""
    comment = await get_comment(ctx, task_id, comment_id)
    follower = await add_follower(ctx, task_id, user_id)
    task = await get_task(ctx, task_id)
    await tell_of_comment(ctx, task, comment, await untold_people(ctx, MessageKind.TASK_COMMENTED, task, [user_id]))
    return follower


@needs(Scope.TASKS_READ)
@query
async def get_mute(ctx: Context, task_id: int) -> TaskMute:
    """Get whether the caller has muted a visible task."""
    await get_task(ctx, task_id)
    return TaskMute(task_id, ctx.actor.id in await ctx.uow.conversations.muted_by(task_id))


@needs(Scope.TASKS_WRITE)
@command
async def mute(ctx: Context, task_id: int) -> TaskMute:
    """Stop telling the caller of the task's comments and changes. Once more is no error."""
    await get_task(ctx, task_id)
    await ctx.uow.conversations.mute(task_id, ctx.actor.id)
    return TaskMute(task_id, muted=True)


@needs(Scope.TASKS_WRITE)
@command
async def unmute(ctx: Context, task_id: int) -> Nothing:
    """Tell the caller again of the task's comments and changes."""
    await get_task(ctx, task_id)
    await ctx.uow.conversations.unmute(task_id, ctx.actor.id)
    return Nothing()
