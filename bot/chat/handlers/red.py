"""Red items: `/rojo`, of the people one leads, or one's own for a person who leads nobody."""

from bot.chat.callbacks.red import RedList
from bot.chat.callbacks.tasks import TaskFilter, TaskList
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.panels.components import Panel
from bot.chat.panels.red import red_page, red_panel
from core.work import red


async def draw_red(ctx: ChatContext, screen: RedList) -> Panel:
    return red_panel(ctx.scene, await ctx.run(red.of_team, red_page(screen)), screen, leads=ctx.leads)


async def red_typed(ctx: ChatContext, _: str) -> Reply:
    """`/rojo`. Who has no team may lead tasks, of which something may be red."""
    if ctx.leads or (await ctx.run(red.of_team, red_page(RedList()))).count:
        return Reply(RedList())
    return Reply(TaskList(TaskFilter.RED))


HANDLERS = Handlers(screens={RedList: draw_red}, commands={"rojo": red_typed})
