"""Tasks that people ask of colleagues."""

from bot.chat.callbacks.callback_data import Action, AskFor, Screen
from core.base.model import Int32


class AskedCard(Screen, frozen=True, tag="ak"):
    """A task that one asks of a colleague, or is asked to take."""

    asked: Int32
    ask: AskFor = AskFor.NOTHING


class WithdrawAsked(Action, frozen=True, tag="AW"):
    """Withdraw the request."""

    origin = AskedCard
    asked: Int32


class AnswerAsked(Action, frozen=True, tag="AK"):
    """Take it, or not."""

    origin = AskedCard
    asked: Int32
    accepted: bool
