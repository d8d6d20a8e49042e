"""`/porque`: what one was sent today, what was withheld and why; `/porque ana` of a person one leads."""

from bot.chat.callbacks.team import LedgerOf
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.panels.components import LINE_UNITS, Panel, shorten
from bot.chat.panels.ledger import ledger_panel
from core.base.errors import Forbidden
from core.delivery import ledger
from core.people import colleagues


async def draw_ledger(ctx: ChatContext, screen: LedgerOf) -> Panel:
    found = await ctx.run(ledger.ledger_of, screen.user)
    return ledger_panel(ctx.scene, found, screen, ctx.pipeline.clock.now())


async def why_typed(ctx: ChatContext, words: str) -> Reply:
    name = words.strip().removeprefix("@")
    if not name:
        return Reply(LedgerOf(ctx.actor.id))
    named = await ctx.run(colleagues.find_named, [name])
    if not named.user_ids:
        return Reply(words=ctx.say("why_whom", words=shorten(name, LINE_UNITS)))
    screen = LedgerOf(named.user_ids[0])
    try:
        return Reply(screen, panel=await draw_ledger(ctx, screen))
    except Forbidden:
        return Reply(words=ctx.say("why_of_own_people_only"))


HANDLERS = Handlers(screens={LedgerOf: draw_ledger}, commands={"porque": why_typed})
