"""The calendar of buttons: weeks from the locale's first day, today and marks, and where it ends."""

from datetime import date
from zoneinfo import ZoneInfo

from bot.chat.callbacks.callback_data import NoAction
from bot.chat.callbacks.day import Day
from bot.chat.callbacks.team import TeamMonth
from bot.chat.panels.components import Scene
from bot.chat.panels.pickers import month_rows
from core.base.model import Language
from tests.cast import TODAY, day
from tests.tables import each_row

MEXICO = ZoneInfo("America/Mexico_City")


def rows(month=TODAY, language=Language.ES, **more):
    return month_rows(Scene(language, TODAY, MEXICO), month, Day, TeamMonth, **more)


def labels(drawn):
    return [[button.label for button in row] for row in drawn]


def places(drawn):
    """Return where the days lead, for those that lead somewhere."""
    return [button.callback for row in drawn[2:] for button in row if button.callback != NoAction()]


def test_a_month_in_weeks_with_today_in_brackets():
    assert labels(rows()) == [
        ["‹", "noviembre 2026", "›"],
        ["dom", "lun", "mar", "mié", "jue", "vie", "sáb"],
        ["1", "2", "3", "4", "5", "6", "7"],
        ["8", "9", "10", "11", "12", "13", "14"],
        ["15", "16", "17", "18", "19", "20", "21"],
        ["22", "[23]", "24", "25", "26", "27", "28"],
        ["29", "30", "·", "·", "·", "·", "·"],
    ]
    assert labels(rows(language=Language.EN))[:2] == [
        ["‹", "November 2026", "›"],
        ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
    ]


def test_marked_days_have_a_dot_also_today_and_days_of_other_months_have_none():
    shown = [label for row in labels(rows(marks={TODAY, day(2), date(2026, 12, 1)})) for label in row]
    assert [label for label in shown if "•" in label] == ["[23]•", "25•"]


def test_days_that_are_not_allowed_lead_nowhere():
    drawn = rows(first=TODAY, last=day(2), marks={day(-1)})
    assert places(drawn) == [Day(TODAY), Day(day(1)), Day(day(2))]
    assert labels(drawn)[2:] == [["·", "[23]", "24", "25", "·", "·", "·"]], "and no other week is shown"
    assert [button.callback for button in drawn[0]] == [NoAction()] * 3
    assert [button.label for button in drawn[0]] == ["·", "noviembre 2026", "·"]


@each_row(
    [
        (date(2026, 12, 31), None, None, date(2026, 11, 1), date(2027, 1, 1)),
        (date(2026, 1, 31), None, None, date(2025, 12, 1), date(2026, 2, 1)),
        (TODAY, date(2026, 10, 31), date(2026, 12, 1), date(2026, 10, 1), date(2026, 12, 1)),
        (TODAY, date(2026, 11, 1), date(2026, 11, 30), None, None),
        (date(1901, 1, 5), None, None, None, date(1901, 2, 1)),
        (date(9997, 12, 5), None, None, date(9997, 11, 1), None),
        (date(1900, 12, 5), None, None, None, date(1901, 1, 1)),
        (date(9998, 1, 5), None, None, date(9997, 12, 1), None),
    ]
)
def test_the_neighbouring_months_are_reached_where_they_have_days(month, first, last, before, after):
    heading = [button.callback for button in rows(month, first=first, last=last)[0]]
    assert heading == [
        TeamMonth(before) if before else NoAction(),
        NoAction(),
        TeamMonth(after) if after else NoAction(),
    ]


async def test_a_button_that_is_there_to_be_read_is_answered_in_silence(world):
    said = await world.says("ana", "/hoy")
    before = len(world.phone("ana").messages)
    _, answer = await world.forges("ana", "1:-", said)
    assert (answer.text or "", answer.show_alert) == ("", False)
    now = world.phone("ana").current(said)
    assert (now.text, now.keyboard, len(world.phone("ana").messages)) == (said.text, said.keyboard, before)


async def test_it_does_not_close_an_open_question(world):
    asked = await world.says("ana", "/zona")
    await world.forges("ana", "1:-", asked)
    assert "Madrid" in (await world.says("ana", "Madrid", "horaria: Madrid")).text
