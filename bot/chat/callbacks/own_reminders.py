"""What one has asked to be reminded of, for oneself alone."""

from bot.chat.callbacks.callback_data import Action, Page, Screen
from core.base.model import Int32
from core.delivery.snoozes import Delay


class OwnReminderList(Screen, frozen=True, tag="orl"):
    """One's own reminders that are to come, the next first."""

    page: Page = 0


class OwnReminderCard(Screen, frozen=True, tag="orc"):
    """One of them; `rung`: its time has just come; `later`: the choice of how much later it is to come."""

    reminder: Int32
    rung: bool = False
    later: bool = False


class FinishReminder(Action, frozen=True, tag="OF"):
    """It is done."""

    origin = OwnReminderCard
    reminder: Int32


class RemoveReminder(Action, frozen=True, tag="OX"):
    """It is not wanted any more, nor what it would repeat."""

    origin = OwnReminderCard
    reminder: Int32


class PostponeReminder(Action, frozen=True, tag="OP"):
    """Be reminded of it later, once."""

    origin = OwnReminderCard
    reminder: Int32
    delay: Delay
