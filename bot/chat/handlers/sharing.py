"""Inline mode: `@bot words` in any conversation offers one's own open tasks, to be shared there as a card.

Every query is answered from what its sender may see at that moment, for nobody else. The only button of the card is a
link to the private chat.
"""

from bot.chat.context import ChatContext
from bot.chat.outgoing import Outgoing
from bot.chat.panels.components import Link
from bot.chat.panels.sharing import Offer, offer
from bot.chat.panels.tasks import CardModel, named_people
from bot.telegram.updates import InlineQuery
from core.work import task_search
from core.work.tasks import Discussion

OFFERS = 10
LAST_OFFSET = 10_000


async def answer_inline_query(ctx: ChatContext, outgoing: Outgoing, query: InlineQuery) -> None:
    if not ctx.linked:
        await outgoing.offer(query.id, [], way=Link(ctx.say("inline_not_linked"), "inline"))
        return
    start = int(query.offset) if query.offset.isdecimal() and query.offset.isascii() else 0
    offers, more = await find_offers(ctx, query.query, min(start, LAST_OFFSET))
    way = None if offers or start else Link(ctx.say("inline_nothing"), "inline")
    await outgoing.offer(query.id, offers, next_offset=str(start + OFFERS) if more else "", way=way)


async def find_offers(ctx: ChatContext, words: str, start: int) -> tuple[list[Offer], bool]:
    tasks = await ctx.run(task_search.find_tasks, words, start, OFFERS)
    people = {person for task in tasks.tasks for person in named_people(task)}
    names = await ctx.names_of(people)
    return [offer(ctx.scene, CardModel(task, Discussion(0, ()), names, ())) for task in tasks.tasks], tasks.more
