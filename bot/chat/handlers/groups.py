"""One's linked groups, in private: `/vincular` lists them, says how to link another, and ends a link."""

from bot.chat.callbacks.groups import GroupState, LinkGroup, MyGroups, SetGroupSummary, UnlinkGroup
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.pushing import Push, int_param, name_of_doer, require
from bot.chat.panels.components import Panel
from bot.chat.panels.groups import ended_panel, my_groups_panel, silent_panel
from core.people import groups
from core.records.messages import Message


async def draw_groups(ctx: ChatContext, _: MyGroups | GroupState) -> Panel:
    return my_groups_panel(ctx.scene, await ctx.run(groups.my_groups))


async def groups_typed(ctx: ChatContext, _: str) -> Reply:
    linked = await ctx.run(groups.my_groups)
    if ctx.actor.team or linked:
        return Reply(MyGroups())
    return Reply(words=ctx.say("team_leaders_only"))


async def press_in_private(ctx: ChatContext, _: LinkGroup | SetGroupSummary) -> Reply:
    """Answer a group's button in a private chat, where it changes nothing."""
    return Reply(MyGroups(), ctx.say("only_in_group"), alert=True)


async def press_unlink(ctx: ChatContext, action: UnlinkGroup) -> Reply:
    group = await ctx.run(groups.unlink_group, action.chat_id)
    return Reply(MyGroups(), ctx.say("said_unlinked", title=group.title))


async def draw_ended(ctx: ChatContext, message: Message) -> Push:
    title, by = str(message.params["title"]), str(message.params.get("by", ""))
    if "by_user_id" in message.params:
        by = await name_of_doer(ctx, message)
    return Push(MyGroups(), ended_panel(ctx.scene, title, by, removed="removed" in message.params))


async def draw_silent(ctx: ChatContext, message: Message) -> Push:
    chat_id = int_param(message, "chat_id")
    found = require(next((group for group in await ctx.run(groups.my_groups) if group.chat_id == chat_id), None))
    what = ctx.say(f"why_kind_{message.params['what']}")
    return Push(MyGroups(), silent_panel(ctx.scene, found, what))


HANDLERS = Handlers(
    screens={MyGroups: draw_groups, GroupState: draw_groups},
    actions={LinkGroup: press_in_private, SetGroupSummary: press_in_private, UnlinkGroup: press_unlink},
    commands={"vincular": groups_typed, "desvincular": groups_typed},
)
