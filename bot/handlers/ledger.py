"""`/porque`: what one was written today, what was held back and why; `/porque ana` of somebody one leads."""

from bot.panels.form import LINE_UNITS, Panel, shorten
from bot.panels.ledger import Reading, ledger_panel
from bot.places.pushes import Why
from bot.turn import Handlers, Reply, Turn
from core import colleagues, ledger
from core.errors import Forbidden


async def draw_why(turn: Turn, view: Why) -> Panel:
    """The ledger of today. Raises `Forbidden` for somebody else's whom one does not lead."""
    found = await turn.run(ledger.why, view.user)
    reading = Reading(turn.own_zone, turn.pipeline.clock.now(), own=view.user == turn.actor.id)
    return ledger_panel(turn.scene, found, reading, view)


async def show_why(turn: Turn, words: str) -> Reply:
    """`/porque`, `/porque ana`."""
    name = words.strip().removeprefix("@")
    if not name:
        return Reply(Why(turn.actor.id))
    called = await turn.run(colleagues.called, [name])
    if not called.user_ids:
        return Reply(words=turn.say("why_whom", words=shorten(name, LINE_UNITS)))
    view = Why(called.user_ids[0])
    try:
        return Reply(view, panel=await draw_why(turn, view))
    except Forbidden:
        return Reply(words=turn.say("why_of_own_people_only"))


HANDLERS = Handlers(views={Why: draw_why}, commands={"porque": show_why})
