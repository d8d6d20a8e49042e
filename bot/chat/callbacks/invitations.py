"""Invitations to events, and the answers to them."""

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32, ParticipationStatus


class InvitationCard(Screen, frozen=True, tag="iv"):
    """An invitation to an event or, without one, to a series."""

    event: Int32
    series: Int32 = 0


class AnswerInvitation(Action, frozen=True, tag="IV"):
    """Answer an invitation; `shown` is when the event begins by its card, in minutes since 1970."""

    origin = InvitationCard
    event: Int32
    series: Int32
    response: ParticipationStatus
    shown: Int32 = 0


class ProposeTime(Action, frozen=True, tag="IP"):
    """Decline an event and propose another start, in minutes since 1970; no button says it, words do."""

    origin = InvitationCard
    event: Int32
    start: Int32
    shown: Int32
