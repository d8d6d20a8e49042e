"""`/buscar palabras`: tasks, comments and events that have them."""

from bot.chat.callbacks.search import Found, SearchAsked, carried
from bot.chat.context import ChatContext, Handlers, Reply, answers_as
from bot.chat.panels.components import Panel
from bot.chat.panels.search import found_panel, nothing_panel
from core.application.requests import build
from core.language.accents import words_in
from core.work import search
from core.work.search import LONGEST, MOST, SearchRequest


async def draw_asked(ctx: ChatContext, screen: SearchAsked) -> Panel:
    return Panel(ctx.scene.say("search_ask" if screen.ask else "search_how"))


async def draw_found(ctx: ChatContext, screen: Found) -> Panel:
    found = await ctx.run(search.search, build(SearchRequest, {"q": screen.words, "limit": MOST}))
    if found:
        return found_panel(ctx.scene, found, screen)
    return nothing_panel(ctx.scene, screen, await ctx.run(search.nearest, screen.words))


async def search_typed(ctx: ChatContext, words: str) -> Reply:
    """`/buscar factura norte`; where there are no words, they are asked for."""
    wanted = carried(words[:LONGEST])
    if not wanted:
        return Reply(SearchAsked(ask=True))
    cut = len(words_in(words)) > len(wanted.split())
    return Reply(Found(wanted), ctx.say("search_shortened") if cut else "")


HANDLERS = Handlers(
    screens={SearchAsked: draw_asked, Found: draw_found},
    commands={"buscar": search_typed},
    answers={SearchAsked: answers_as(search_typed)},
)
