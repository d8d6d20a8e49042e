"""One's linked groups, in private: `/vincular` lists them, says how to link another, and ends a link."""

from bot.chat.callbacks.groups import GroupState, LinkGroup, MyGroups, SetGroupSummary, UnlinkGroup
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.panels.components import Panel
from bot.chat.panels.groups import my_groups_panel
from core.people import groups


async def draw_groups(ctx: ChatContext, _: MyGroups | GroupState) -> Panel:
    return my_groups_panel(ctx.scene, await ctx.run(groups.my_groups))


async def groups_typed(ctx: ChatContext, _: str) -> Reply:
    linked = await ctx.run(groups.my_groups)
    if ctx.actor.team or linked:
        return Reply(MyGroups())
    return Reply(words=ctx.say("team_leaders_only"))


async def press_in_private(ctx: ChatContext, _: LinkGroup | SetGroupSummary) -> Reply:
    """A group's button, in a private chat: nothing is changed."""
    return Reply(MyGroups(), ctx.say("only_in_group"), alert=True)


async def press_unlink(ctx: ChatContext, action: UnlinkGroup) -> Reply:
    group = await ctx.run(groups.unlink_group, action.chat_id)
    return Reply(MyGroups(), ctx.say("said_unlinked", title=group.title))


HANDLERS = Handlers(
    screens={MyGroups: draw_groups, GroupState: draw_groups},
    actions={LinkGroup: press_in_private, SetGroupSummary: press_in_private, UnlinkGroup: press_unlink},
    commands={"vincular": groups_typed, "desvincular": groups_typed},
)
