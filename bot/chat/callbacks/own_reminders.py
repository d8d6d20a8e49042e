"""Reminders that one has asked for, for oneself alone."""

from bot.chat.callbacks.callback_data import Action, Page, Screen
from core.base.model import Int32
from core.delivery.snoozes import Delay


class OwnReminderList(Screen, frozen=True, tag="orl"):
    """One's own reminders that are to come, the next first."""

    page: Page = 0


class OwnReminderCard(Screen, frozen=True, tag="orc"):
    """One's own reminder; `rung`: its time has just come; `later`: the choice of how much later it is to come."""

    reminder: Int32
    rung: bool = False
    later: bool = False


class FinishReminder(Action, frozen=True, tag="OF"):
    """Say that it is done."""

    origin = OwnReminderCard
    reminder: Int32


class RemoveReminder(Action, frozen=True, tag="OX"):
    """Remove it, with all that it would repeat."""

    origin = OwnReminderCard
    reminder: Int32


class PostponeReminder(Action, frozen=True, tag="OP"):
    """Be reminded of it later, once."""

    origin = OwnReminderCard
    reminder: Int32
    delay: Delay
