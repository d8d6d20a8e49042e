"""One's own notices."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from bot.chat.callbacks.callback_data import Action, Screen
from core.records.people import NoticeKind


class NoticeSetting(StrEnum):
    """A setting that is chosen on a panel of its own."""

    NONE = ""
    OPEN = "o"
    AVANCE = "a"
    CLOSE = "c"
    QUIET_STARTS = "s"
    QUIET_ENDS = "e"
    LUNCH_STARTS = "l"
    LUNCH_ENDS = "m"
    REMINDER = "r"


class NoticesCard(Screen, frozen=True, tag="av"):
    """One's own notices, or the choices for one of their settings."""

    setting: NoticeSetting = NoticeSetting.NONE

    def asks_for_words(self) -> bool:
        """Return whether it asks for a time."""
        return self.setting not in (NoticeSetting.NONE, NoticeSetting.REMINDER)

    def without_question(self) -> "NoticesCard | None":
        return NoticesCard() if self.asks_for_words() else None


class SwitchNotice(Action, frozen=True, tag="AS"):
    """Switch a kind of notices on or off."""

    origin = NoticesCard
    kind: NoticeKind
    on: bool


class SetNoticeTime(Action, frozen=True, tag="AT"):
    """Choose a time, as minutes after midnight; -1 is the installation's default."""

    origin = NoticesCard
    time: NoticeSetting
    minutes: Annotated[int, Meta(ge=-1, lt=24 * 60)]


class SetQuietHours(Action, frozen=True, tag="AH"):
    """Be quiet between two times, as minutes after midnight."""

    origin = NoticesCard
    starts: Annotated[int, Meta(ge=0, lt=24 * 60)]
    ends: Annotated[int, Meta(ge=0, lt=24 * 60)]


class EndQuietHours(Action, frozen=True, tag="AQ"):
    """Have no quiet hours."""

    origin = NoticesCard


class SetLunch(Action, frozen=True, tag="ALS"):
    """Have lunch between two times, as minutes after midnight."""

    origin = NoticesCard
    starts: Annotated[int, Meta(ge=0, lt=24 * 60)]
    ends: Annotated[int, Meta(ge=0, lt=24 * 60)]


class EndLunch(Action, frozen=True, tag="ALE"):
    """Have no lunch, as far as notices go."""

    origin = NoticesCard


class SetDefaultReminder(Action, frozen=True, tag="AV"):
    """Have one's own drafts of events begin with a reminder so many minutes before; 0 is none."""

    origin = NoticesCard
    minutes: Annotated[int, Meta(ge=0, le=7 * 24 * 60)]
