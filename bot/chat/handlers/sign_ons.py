"""`/conectar`: the question whether an assistant may sign on, which a page in the browser sends its person to."""

import re

from bot.chat.callbacks.sign_ons import AnswerSignOn, SignOnCard
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.panels.components import Panel
from bot.chat.panels.sign_ons import sign_on_panel
from core.base.secrets import hash_of
from core.people import sign_ons

CODE = re.compile(r"[a-z2-7]{4}[- ]?[a-z2-7]{4}")
"""A code as the page shows it, in any case, with or without the dash."""


async def connect_typed(ctx: ChatContext, words: str) -> Reply:
    code = words.strip().lower()
    if not CODE.fullmatch(code):
        return Reply(words=ctx.say("usage_connect"))
    return Reply(SignOnCard(await ctx.run(sign_ons.open_sign_on, hash_of(re.sub("[- ]", "", code)))))


async def draw_card(ctx: ChatContext, screen: SignOnCard) -> Panel:
    found = await ctx.run(sign_ons.view_sign_on, screen.sign_on)
    now, days = ctx.pipeline.clock.now(), ctx.pipeline.settings.chat_token_days
    return sign_on_panel(ctx.scene, found, days, expired=now >= found.expires_at)


async def press_answer(ctx: ChatContext, action: AnswerSignOn) -> Reply:
    await ctx.run(sign_ons.answer_sign_on, action.sign_on, permitted=action.permitted)
    return Reply(action.screen())


HANDLERS = Handlers(
    screens={SignOnCard: draw_card}, actions={AnswerSignOn: press_answer}, commands={"conectar": connect_typed}
)
