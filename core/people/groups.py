"""Group chats linked to a team: who may link one, who may ask in it, and what it shows.

A group shows what its leader may see of their team, whoever asks. Leadership is looked up each time: once it has ended
the group shows nothing, and another leader may link it.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from core.application.access import Operation, Relation, may, relations_that_hold, require
from core.application.use_case import Context, command, query
from core.base.errors import Code, Conflict, Forbidden, NotFound
from core.base.model import Language, Nothing
from core.messages.outbox import new_message
from core.records.messages import MessageKind, Params
from core.records.people import Actor, Group, User

NOBODY: Params = {}
"""The parameters of a message where nobody is known to have done it."""


class GroupViewer(Struct, frozen=True):
    """A linked group, its leader, the actor as whom the group reads, and the languages of its people, its own first."""

    group: Group
    leader: User
    viewer: Actor
    languages: tuple[Language, ...]


@query
async def linkable(ctx: Context, chat_id: int) -> Group | None:
    """The group if the caller has linked it, None if it is free for them to link.

    Raises `Forbidden` if they lead nobody, `Conflict` if another leader has linked it.
    """
    require(ctx.actor, Operation.GROUP_LINK, {Relation.LEADER} if ctx.actor.team else ())
    group = await ctx.uow.groups.get(chat_id)
    if group is None or group.leader_user_id == ctx.actor.id:
        return group
    leader, team = await leader_and_team(ctx, group)
    if team:
        raise Conflict(Code.GROUP_LINKED_TO_OTHER, name=leader.display_name)
    return None


@command
async def link_group(ctx: Context, chat_id: int, title: str, language: Language, topic: int | None = None) -> Group:
    """Link a chat to the caller's own team; linking it again only renames it."""
    before = await linkable(ctx, chat_id)
    if before is None:
        group = Group(
            chat_id=chat_id,
            title=title,
            leader_user_id=ctx.actor.id,
            language=language,
            linked_at=ctx.now,
            topic=topic,
        )
    else:
        group = msgspec.structs.replace(before, title=title, language=language)
    await ctx.uow.groups.put(group)
    return group


@command
async def unlink_group(ctx: Context, chat_id: int) -> Group:
    """End a group's link, as its leader or an admin. Returns the link. Raises `NotFound` or `Forbidden`."""
    group = await linked_group(ctx, chat_id)
    if not may(ctx.actor, Operation.GROUP_UNLINK, {Relation.LEADER} if group.leader_user_id == ctx.actor.id else ()):
        leader, _ = await leader_and_team(ctx, group)
        raise Forbidden(Code.GROUP_LINKED_TO_OTHER, name=leader.display_name)
    await end_link(ctx, group, {"by_user_id": ctx.actor.id}, but=ctx.actor.id)
    return group


@command
async def set_summary(ctx: Context, chat_id: int, topic: int | None = None, *, on: bool) -> Group:
    """Switch a chat's summary of each day on, in one of its topics, or off, as its leader.

    Raises `NotFound` or `Forbidden`.
    """
    group = await linked_group(ctx, chat_id)
    leads = group.leader_user_id == ctx.actor.id and bool(ctx.actor.team)
    require(ctx.actor, Operation.GROUP_SUMMARY, {Relation.LEADER} if leads else (), code=Code.GROUP_SUMMARY_OF_LEADER)
    since = (group.summary_since or ctx.now) if on else None
    changed = msgspec.structs.replace(group, summary_since=since, topic=topic if on else group.topic)
    if changed != group:
        await ctx.uow.groups.put(changed)
    return changed


@query
async def my_groups(ctx: Context) -> Sequence[Group]:
    """The chats that the caller has linked, the newest link first."""
    return await ctx.uow.groups.of_leaders([ctx.actor.id])


@query
async def viewer_for_member(ctx: Context, chat_id: int) -> GroupViewer:
    """The viewer of a chat, for a person in it who asks.

    Raises `NotFound` if it is not linked, `Forbidden` unless they are of its team, its leader or an admin, `Conflict`
    if its leader has no team by now.
    """
    group = await linked_group(ctx, chat_id)
    leader, team = await leader_and_team(ctx, group)
    relations = {Relation.LEADER: group.leader_user_id == ctx.actor.id, Relation.SUBJECT: ctx.actor.id in team}
    require(ctx.actor, Operation.GROUP_VIEW, relations_that_hold(relations), code=Code.GROUP_OF_OTHERS)
    return await group_viewer(ctx, group, leader, team)


@query
async def viewer_for_push(ctx: Context, chat_id: int) -> GroupViewer:
    """The viewer of a chat for a push. Raises `NotFound` and `Conflict` as `viewer_for_member` does."""
    require(ctx.actor, Operation.RUN_JOBS)
    group = await linked_group(ctx, chat_id)
    return await group_viewer(ctx, group, *await leader_and_team(ctx, group))


@query
async def is_linked(ctx: Context, chat_id: int) -> bool:
    """Return whether a chat is linked, even if its leader is gone."""
    return await ctx.uow.groups.get(chat_id) is not None


@command
async def follow_group(ctx: Context, before: int, after: int) -> Nothing:
    """Follow a chat to its new id, as Telegram says; again changes nothing."""
    group = await ctx.uow.groups.get(before)
    if group is not None and group.chat_id != after:
        await ctx.uow.groups.remove(before)
        await ctx.uow.groups.put(msgspec.structs.replace(group, chat_id=after, former_chat_id=before, topic=None))
    return Nothing()


@command
async def rename_group(ctx: Context, chat_id: int, title: str) -> Nothing:
    """Note a chat's new title, as Telegram says."""
    group = await ctx.uow.groups.get(chat_id)
    if group is not None:
        await ctx.uow.groups.put(msgspec.structs.replace(group, title=title))
    return Nothing()


@command
async def leave_group(ctx: Context, chat_id: int, by: Params = NOBODY) -> Nothing:
    """End the link of a chat that the bot is no longer in, as Telegram says; its leader is told `by` whom."""
    group = await ctx.uow.groups.get(chat_id)
    if group is not None and group.chat_id == chat_id:
        await end_link(ctx, group, {**by, "removed": 1})
    return Nothing()


async def end_link(ctx: Context, group: Group, by: Params, *, but: int = 0) -> None:
    """End a link, and tell its leader unless they did it (`but`)."""
    await ctx.uow.groups.remove(group.chat_id)
    if group.leader_user_id != but:
        occasion = f"{group.chat_id}:{group.linked_at.isoformat()}"
        about = {"title": group.title, **by}
        await ctx.uow.outbox.add([new_message(ctx, MessageKind.GROUP_ENDED, group.leader_user_id, occasion, about)])


async def tell_silent(ctx: Context, chat_id: int, what: MessageKind) -> None:
    """Tell a chat's leader that it did not take a message of some kind, once a day."""
    group = await ctx.uow.groups.get(chat_id)
    if group is not None:
        about = {"chat_id": group.chat_id, "what": what.value, "day": ctx.today.toordinal()}
        occasion = f"{group.chat_id}:{ctx.today.isoformat()}"
        await ctx.uow.outbox.add([new_message(ctx, MessageKind.GROUP_SILENT, group.leader_user_id, occasion, about)])


async def group_viewer(ctx: Context, group: Group, leader: User, team: frozenset[int]) -> GroupViewer:
    """Return the viewer of a group. Raises `Conflict` if the leader has no team."""
    if not team:
        raise Conflict(Code.GROUP_WITHOUT_TEAM, name=leader.display_name)
    spoken = {each.language for each in [leader, *await ctx.uow.users.by_ids(team)]}
    languages = (group.language, *(each for each in Language if each in spoken - {group.language}))
    return GroupViewer(group, leader, viewer(leader, team), languages)


def viewer(leader: User, team: frozenset[int]) -> Actor:
    """An actor outside the directory who leads the leader's team and changes nothing.

    It is not the leader: tasks that they lead elsewhere, and everything that an admin may see, are not for the group.
    """
    nobody = User(id=0, username=leader.username, display_name=leader.display_name)
    return Actor(nobody, team, read_only=True)


async def leader_and_team(ctx: Context, group: Group) -> tuple[User, frozenset[int]]:
    """A group's leader, and the ids of the people they lead; none if the leader is not active."""
    (leader,) = await ctx.uow.users.by_ids([group.leader_user_id])
    return leader, frozenset(await ctx.uow.users.team_ids(leader.id) if leader.is_active else ())


async def linked_group(ctx: Context, chat_id: int) -> Group:
    group = await ctx.uow.groups.get(chat_id)
    if group is None:
        raise NotFound(Code.GROUP_NOT_LINKED)
    return group
