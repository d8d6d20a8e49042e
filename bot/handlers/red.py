"""What is red: `/rojo`, of those one leads; for who leads nobody, of one's own."""

from bot.panels.form import Panel
from bot.panels.red import red_panel, red_part
from bot.places.tasks import TaskFilter, TaskList
from bot.places.team import Red
from bot.turn import Handlers, Reply, Turn
from core import red


async def draw_red(turn: Turn, view: Red) -> Panel:
    """What is red among those one leads."""
    return red_panel(turn.scene, await turn.run(red.led, red_part(view)), view, leads=turn.leads)


async def show_red(turn: Turn, _: str) -> Reply:
    """`/rojo`. Who has no team may lead tasks, of which something may be red."""
    if turn.leads or (await turn.run(red.led, red_part(Red()))).count:
        return Reply(Red())
    return Reply(TaskList(TaskFilter.RED))


HANDLERS = Handlers(views={Red: draw_red}, commands={"rojo": show_red})
