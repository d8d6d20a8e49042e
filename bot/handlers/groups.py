"""One's linked groups, in private: `/vincular` lists them, says how to link another, and ends a link.

What is said and pressed in a group itself is `bot.groups`.
"""

from bot.panels.form import Panel
from bot.panels.groups import my_groups_panel
from bot.places.groups import GroupState, LinkGroup, MyGroups, UnlinkGroup
from bot.turn import Handlers, Reply, Turn
from core import groups


async def draw_groups(turn: Turn, _: MyGroups | GroupState) -> Panel:
    """The groups that one has linked."""
    return my_groups_panel(turn.scene, await turn.run(groups.my_groups))


async def show_groups(turn: Turn, _: str) -> Reply:
    """`/vincular` and `/desvincular`."""
    linked = await turn.run(groups.my_groups)
    if turn.actor.team or linked:
        return Reply(MyGroups())
    return Reply(words=turn.say("team_leaders_only"))


async def press_link(turn: Turn, press: LinkGroup) -> Reply:
    """A group's button, in a private chat: nothing is linked."""
    del press
    return Reply(MyGroups(), turn.say("only_in_group"), alert=True)


async def press_unlink(turn: Turn, press: UnlinkGroup) -> Reply:
    """End the link of one of one's groups."""
    group = await turn.run(groups.unlink_group, press.chat_id)
    return Reply(MyGroups(), turn.say("said_unlinked", title=group.title))


HANDLERS = Handlers(
    views={MyGroups: draw_groups, GroupState: draw_groups},
    presses={LinkGroup: press_link, UnlinkGroup: press_unlink},
    commands={"vincular": show_groups, "desvincular": show_groups},
)
