"""The contents of a picture: states, letters, figures, columns, lines and pages, in both languages."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from bot.chat.callbacks.team import History, Person, TeamMonth, TeamWeek
from bot.chat.panels.components import Scene
from bot.chat.panels.overview import (
    PEOPLE_A_MONTH,
    PEOPLE_A_WEEK,
    month_of,
    own_history,
    team_overview,
    week_of,
    weeks_until,
)
from bot.chat.pictures.sheet import SheetCell, State
from core.base.model import Language, Semaforo
from core.base.paging import NumberedPage
from core.people.working_time import Holiday, Off, WhyOff
from core.records.people import User
from core.records.work import DaySum
from core.work.overview import OwnDays, PersonDays, TeamDays, Unopened, left_unopened, period_totals
from tests.tables import each_row

TODAY = date(2026, 11, 19)
SATURDAY = date(2026, 11, 21)
SCENE = Scene(Language.ES, TODAY, ZoneInfo("America/Mexico_City"))
MIXED = {Semaforo.VERDE: 3, Semaforo.NARANJA: 1}


def person(bounds, opened=(), *, user=1, whole=True, active=True, closed=False, lights=None, off=None) -> PersonDays:
    """Somebody who opened some days, each with the same items at 50; `off` by date, beside weekends."""
    first, last = bounds
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    lights = MIXED if lights is None else lights
    counts = [lights.get(light, 0) for light in Semaforo]
    sums = {day: DaySum(user, day, closed, *counts, 50 * sum(counts)) for day in opened}
    weekends = {day: WhyOff(Off.DAY_OFF) for day in days if day.weekday() > 4}
    rest = {day: why for day, why in {**weekends, **(off or {})}.items() if why} if whole else {}
    who = User(id=user, username=f"u{user}", display_name=f"Ana {user}", is_active=active)
    return PersonDays(who, days, sums, rest, date.min, whole)


def team(people, *, page=0, size=PEOPLE_A_WEEK) -> TeamDays:
    """These people as a team, one page of them told day by day."""
    dates, users = people[0].dates, [each.user for each in people]
    opened = {day: [each.user.id for each in people if day in each.opened] for day in dates}
    off = {each.user.id: each.off for each in people if each.whole}
    left = left_unopened([day for day in dates if day <= TODAY], off, opened)
    told = period_totals(dates, [], [one for each in people for one in each.opened.values()])
    unopened = [Unopened(user, left[user.id]) for user in users if user.id in left]
    idle = [day for day in dates if not opened[day] and not any(day in each.dates for each in unopened)]
    return TeamDays(
        dates, users, [user.id for user in users], NumberedPage(page, size).of(people), told, unopened, idle
    )


def week(*people, scene=SCENE, page=0):
    return team_overview(scene, team(people, page=page), TeamWeek(TODAY, page))


def month(*people):
    return team_overview(SCENE, team(people, size=PEOPLE_A_MONTH), TeamMonth(TODAY)).sheet


def states(overview, line=0) -> list[State]:
    return [cell.state for cell in overview.sheet.lines[line].cells]


def test_working_days_until_today_are_missing_where_they_were_not_opened():
    missing, ahead = State.UNOPENED, State.AHEAD
    assert states(week(person(week_of(TODAY)))) == [missing] * 4 + [ahead] * 3
    opened = person(week_of(TODAY), [TODAY, SATURDAY])
    assert states(week(opened)) == [missing] * 3 + [State.OPEN, ahead, State.OPEN, ahead]
    closed = person(week_of(TODAY), [TODAY], closed=True)
    assert states(week(closed))[3] is State.CLOSED


def test_a_day_off_is_shown_as_such_ahead_too_and_is_not_missing():
    monday, tuesday, friday = (week_of(TODAY)[0] + timedelta(days=number) for number in (0, 1, 4))
    holiday = WhyOff(Off.HOLIDAY, holiday=Holiday(monday, {}))
    away = {day: WhyOff(Off.ABSENCE, until=SATURDAY) for day in (friday, SATURDAY)}
    overview = week(person(week_of(TODAY), off={monday: holiday, tuesday: WhyOff(Off.DAY_OFF), **away}))
    off, missing = State.OFF, State.UNOPENED
    assert states(overview) == [off, off, missing, missing, off, off, State.AHEAD]
    assert overview.sheet.lines[0].cells[0] == SheetCell(off, None, "×")
    assert "Sin abrir: Ana 1 (2 días, hoy)" in overview.caption
    assert (SheetCell(off, None, "×"), "no trabaja") in overview.sheet.legend[1]


def test_a_day_off_that_was_opened_is_a_day_like_any_other():
    away = {TODAY: WhyOff(Off.ABSENCE, until=TODAY)}
    assert states(week(person(week_of(TODAY), [TODAY], off=away)))[3] is State.OPEN


def test_who_works_at_weekends_is_missing_then_and_the_day_is_not_narrow():
    bounds = month_of(TODAY)
    sheet = month(person(bounds, off={date(2026, 11, 14): None}))
    assert sheet.lines[0].cells[13].state is State.UNOPENED
    assert [column.below for column in sheet.columns if column.narrow] == ["1", "7", "8", "15", "21", "22", "28", "29"]


def test_the_caption_says_where_the_mean_goes_from_the_curves_first_point_to_its_last():
    monday, wednesday = (week_of(TODAY)[0] + timedelta(days=number) for number in (0, 2))
    ana, luis = person(week_of(TODAY), [monday]), person(week_of(TODAY), [wednesday], user=2, lights={})
    assert "El promedio" not in week(ana, luis).caption, "of one point"
    ana = person(week_of(TODAY), [monday, TODAY])
    so_far = week(ana, luis)
    assert so_far.sheet.trend.values == [50, None, None, 50, None, None, None]
    assert "➡️ El promedio se quedó en 50" in so_far.caption
    assert "Sin abrir: Ana 1 (2 días), Ana 2 (3 días, hoy)" in so_far.caption


def test_nobody_is_missing_on_days_that_are_not_ours_to_know():
    overview = week(person(week_of(TODAY), [TODAY], whole=False))
    assert states(overview) == [State.AHEAD] * 3 + [State.OPEN] + [State.AHEAD] * 3
    assert "Sin abrir" not in overview.caption


@each_row([(Language.ES, "VANR"), (Language.EN, "GYOR")])
def test_a_cell_has_the_letter_of_its_worst_light_and_its_mean(language, letters):
    scene = Scene(language, TODAY, SCENE.zone)
    for light, letter in zip(Semaforo, letters, strict=True):
        overview = week(person(week_of(TODAY), [TODAY], lights={Semaforo.VERDE: 1, light: 2}), scene=scene)
        assert overview.sheet.lines[0].cells[3] == SheetCell(State.OPEN, light, letter, "50", now=True)
    assert [cell.letter for cell, _ in overview.sheet.legend[0]] == list(letters)


def test_a_day_without_items_has_no_light():
    cell = week(person(week_of(TODAY), [TODAY], lights={})).sheet.lines[0].cells[3]
    assert cell == SheetCell(State.OPEN, now=True)


def test_only_today_is_marked():
    overview = week(person(week_of(TODAY)))
    assert [column.now for column in overview.sheet.columns] == [False] * 3 + [True] + [False] * 3
    assert [cell.now for cell in overview.sheet.lines[0].cells] == [False] * 3 + [True] + [False] * 3
    before = team_overview(SCENE, team([person(week_of(date(2026, 11, 12)))]), TeamWeek(date(2026, 11, 12)))
    assert not any(cell.now for cell in before.sheet.lines[0].cells)


def test_weekends_are_dim_and_in_a_month_narrow_where_nobody_worked():
    assert [column.dim for column in week(person(week_of(TODAY))).sheet.columns] == [False] * 5 + [True] * 2
    bounds = month_of(TODAY)
    sheet = month(person(bounds), person(bounds, [SATURDAY], user=2))
    narrow = [column.below for column in sheet.columns if column.narrow]
    assert narrow == ["1", "7", "8", "14", "15", "22", "28", "29"]
    assert sheet.columns[20].dim


def test_the_trend_is_the_mean_of_all_items_of_a_day_over_all_pages():
    people = [person(week_of(TODAY), [TODAY], user=number) for number in range(11)]
    people.append(person(week_of(TODAY), [TODAY, date(2026, 11, 16)], user=12, lights={Semaforo.ROJO: 44}))
    overview = week(*people, page=1)
    assert len(overview.sheet.lines) == 2
    assert overview.sheet.subtitle.endswith("· 2/2")
    assert overview.sheet.trend.values == [50, None, None, 50, None, None, None]


def test_a_persons_button_leads_to_the_last_day_they_opened_and_to_nobody_who_left():
    people = [
        person(week_of(TODAY), [date(2026, 11, 16), date(2026, 11, 17)], user=1),
        person(week_of(TODAY), user=2),
        person(week_of(TODAY), [TODAY], user=3, whole=False, active=False),
    ]
    buttons = [button for row in week(*people).rows for button in row if isinstance(button.callback, Person)]
    assert [(button.label, button.callback) for button in buttons] == [
        ("🟠 Ana 1", Person(date(2026, 11, 17), 1)),
        ("⚪\ufe0f Ana 2", Person(TODAY, 2)),
    ]


def test_ones_own_weeks_are_a_line_each():
    mine = person(weeks_until(TODAY), [TODAY])
    sheet = own_history(SCENE, OwnDays(mine, team([mine]).totals, []), History(TODAY)).sheet
    assert [line.words for line in sheet.lines] == ["26 oct – 1 nov", "2–8 nov", "9–15 nov", "16–22 nov"]
    assert [column.above for column in sheet.columns] == ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"]
    assert sheet.trend.values == [None] * 24 + [50] + [None] * 3
    assert [words for words in sheet.trend.ticks if words] == ["26 oct", "2 nov", "9 nov", "16 nov"]
