"""An assistant's proposal, as it is pushed and shown again, and the answer to it."""

from dataclasses import replace

from bot.chat.callbacks.proposals import AnswerProposal, ProposalCard
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.pushing import Push, require
from bot.chat.panels.components import Panel
from bot.chat.panels.proposals import proposal_panel
from core.delivery import proposals
from core.records.journal import Via
from core.records.messages import Message


async def draw_card(ctx: ChatContext, screen: ProposalCard) -> Panel:
    return proposal_panel(ctx.scene, screen.message, await ctx.run(proposals.view_proposal, screen.message))


async def press_answer(ctx: ChatContext, action: AnswerProposal) -> Reply:
    """Answer in the assistant's way (`via`), so that the history tells so."""
    assisted = replace(ctx, via=Via.MCP)
    done = await assisted.run(proposals.answer_proposal, action.message, confirmed=action.confirmed)
    said = "asked" if done.asked_id is not None else "done" if done.confirmed else "declined"
    return Reply(action.screen(), ctx.say(f"said_proposal_{said}"))


async def draw_proposed(ctx: ChatContext, message: Message) -> Push:
    view = await ctx.run(proposals.view_proposal, message.id)
    require(not view.expired and view.done is None)
    return Push(ProposalCard(message.id), proposal_panel(ctx.scene, message.id, view))


HANDLERS = Handlers(screens={ProposalCard: draw_card}, actions={AnswerProposal: press_answer})
