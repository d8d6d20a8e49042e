"""One's own public holidays, and others to choose from."""

from collections.abc import Sequence

from msgspec import Struct

from bot.chat.callbacks.account import OwnHolidays, SetHolidays, ShownAfter
from bot.chat.panels.components import Button, Panel, Row, Scene, escape, in_rows, ticked
from core.language.holiday_calendars import calendar_flag, calendar_name
from core.people.working_time import Holiday

A_ROW = 2


class HolidaysModel(Struct, frozen=True):
    """The calendar that holds for a person, that of everybody, whether theirs is their own, and the next holiday."""

    calendar: str
    of_team: str
    own: bool
    upcoming: Holiday | None = None


def holidays_line(scene: Scene, calendar: str, *, own: bool) -> str:
    if not calendar:
        return scene.say("holidays_none")
    return scene.say("holidays_own" if own else "holidays_of_team", place=place_html(scene, calendar))


def offer_button(scene: Scene, calendar: str, after: ShownAfter) -> Button:
    """«🇨🇴 Festivos de Colombia»."""
    place = calendar_name(scene.language, calendar)
    return scene.button("holidays_of", SetHolidays(calendar, after), flag=calendar_flag(calendar), place=place)


def holidays_panel(scene: Scene, model: HolidaysModel, others: Sequence[str]) -> Panel:
    """A person's holidays and the next of them; with `others`, the question which to choose."""
    lines = [holidays_line(scene, model.calendar, own=model.own)]
    if model.upcoming:
        lines.append(upcoming_line(scene, model.upcoming))
    lines += ["", scene.say("holidays_for")]
    if not others:
        return Panel("\n".join(lines), [[scene.button("other_holidays", OwnHolidays(ask=True))]])
    return Panel("\n".join([*lines, "", scene.say("holidays_ask")]), question_rows(scene, model, others))


def upcoming_line(scene: Scene, holiday: Holiday) -> str:
    return scene.say("holidays_next", date=scene.short(holiday.on), name=escape(holiday.names[scene.language]))


def question_rows(scene: Scene, model: HolidaysModel, others: Sequence[str]) -> list[Row]:
    buttons = [
        Button(ticked(label(scene, each), each == model.calendar), SetHolidays("" if each == model.of_team else each))
        for each in others
    ]
    return [*in_rows(buttons, A_ROW), [scene.button("not_now", OwnHolidays())]]


def label(scene: Scene, calendar: str) -> str:
    return f"{calendar_flag(calendar)} {calendar_name(scene.language, calendar)}"


def whole_country_panel(scene: Scene, beside: str, calendar: str) -> Panel:
    """Say that a part of a country has no holidays of its own that are known, and offer the country's."""
    text = scene.say("holidays_no_part", words=escape(beside), place=place_html(scene, calendar))
    return Panel(text, [[offer_button(scene, calendar, ShownAfter.HOLIDAYS), scene.button("not_now", OwnHolidays())]])


def place_html(scene: Scene, calendar: str) -> str:
    return escape(calendar_name(scene.language, calendar))
