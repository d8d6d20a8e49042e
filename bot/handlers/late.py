"""What is late: where the daily digest and the summaries lead."""

from bot.panels.form import Panel
from bot.panels.late import late_panel
from bot.places.pushes import Late
from bot.turn import Handlers, Turn
from core.late_tasks import late_tasks


async def draw_late(turn: Turn, view: Late) -> Panel:
    """What is late by now."""
    return late_panel(turn.scene, await turn.run(late_tasks), view, leads=turn.leads)


HANDLERS = Handlers(views={Late: draw_late})
