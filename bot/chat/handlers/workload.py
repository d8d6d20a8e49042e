"""The work that people have in hand: a leader is shown their people's, everybody their own."""

from bot.chat.callbacks.team import WorkloadOf
from bot.chat.context import ChatContext, Handlers
from bot.chat.handlers.overview import range_request
from bot.chat.panels.components import Panel
from bot.chat.panels.workload import person_load_panel, workload_panel
from core.base.errors import Code, Forbidden
from core.work import task_lists, workload


async def draw_workload(ctx: ChatContext, screen: WorkloadOf) -> Panel:
    """Draw what is in hand. Raises `Forbidden` for the team of a caller who leads nobody, or a person not led."""
    bounds = range_request((screen.first, screen.last))
    if screen.own or screen.user:
        user = screen.user or ctx.actor.id
        found = await ctx.run(workload.person_workload, user, bounds)
        return person_load_panel(ctx.scene, found, screen, await ctx.run(task_lists.tasks_of, user, None))
    if not ctx.leads:
        raise Forbidden(Code.FORBIDDEN)
    return workload_panel(ctx.scene, await ctx.run(workload.team_workload, bounds), screen)


HANDLERS = Handlers(screens={WorkloadOf: draw_workload})
