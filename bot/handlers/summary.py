"""How today goes, in one message: `/resumen`, of those one leads; for who leads nobody, of one's own day."""

from bot.panels.form import Panel
from bot.panels.summary import own_summary_panel, team_summary_panel
from bot.places.team import Summary
from bot.turn import Handlers, Reply, Turn
from core import summaries
from core.errors import Code, Forbidden


async def draw_summary(turn: Turn, view: Summary) -> Panel:
    """Today as it goes by now. Raises `Forbidden` for a team's to who leads nobody."""
    if view.own:
        return own_summary_panel(turn.scene, await turn.run(summaries.own_summary))
    model = await turn.run(summaries.team_summary)
    if not model.people and not turn.leads:
        raise Forbidden(Code.FORBIDDEN)
    return team_summary_panel(turn.scene, model)


async def show_summary(turn: Turn, _: str) -> Reply:
    """`/resumen`."""
    return Reply(Summary(own=not turn.leads))


HANDLERS = Handlers(views={Summary: draw_summary}, commands={"resumen": show_summary})
