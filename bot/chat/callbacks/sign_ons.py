"""An assistant that signs on."""

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32


class SignOnCard(Screen, frozen=True, tag="so"):
    """An assistant's request for access, and its outcome."""

    sign_on: Int32


class AnswerSignOn(Action, frozen=True, tag="SO"):
    """Permit it, or not."""

    origin = SignOnCard
    sign_on: Int32
    permitted: bool
