"""Proposals of an assistant, to do something in its person's name."""

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32


class ProposalCard(Screen, frozen=True, tag="pr"):
    """A proposal, by the message that brought it."""

    message: Int32


class AnswerProposal(Action, frozen=True, tag="PR"):
    """Do it, or not."""

    origin = ProposalCard
    message: Int32
    confirmed: bool
