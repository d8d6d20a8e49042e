"""Panels without Telegram: bars, lengths, splitting, and what each state of a day offers."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import Day, Item, Walk
from bot.chat.callbacks.tasks import TaskFilter
from bot.chat.panels.components import (
    Scene,
    and_more,
    cut,
    given_name,
    label,
    messages,
    pages,
    plus_more,
    progress_bar,
    shorten,
    units_of,
)
from bot.chat.panels.day import day_panel, item_panel
from bot.chat.panels.tasks import filter_tasks
from core.base.model import Language, Priority, Semaforo, TaskStatus
from core.records.work import DailyLog, DailyLogItem, Task
from core.work.daily_logs import DayView
from tests.tables import each_row

TODAY = date(2026, 11, 23)
NINE = datetime(2026, 11, 23, 15, 0, tzinfo=UTC)
ES = Scene(Language.ES, TODAY, ZoneInfo("America/Mexico_City"))
EN = Scene(Language.EN, TODAY, ZoneInfo("America/Mexico_City"))


@each_row(
    [
        (ES, "lun, 23 nov", "vie, 1 ene 2027", "23–24 nov", "23 nov 2026 – 1 ene 2027"),
        (EN, "Mon, Nov 23", "Fri, Jan 1, 2027", "Nov 23 – 24", "Nov 23, 2026 – Jan 1, 2027"),
    ]
)
def test_a_date_of_another_year_has_its_year(scene, short, of_another_year, days, into_another_year):
    new_year = date(2027, 1, 1)
    assert [scene.short(day).replace("\u00a0", " ") for day in (TODAY, new_year)] == [short, of_another_year]
    assert [scene.days(TODAY, last) for last in (TODAY + timedelta(days=1), new_year)] == [days, into_another_year]


def item(number=1, **changes):
    fields = {
        "id": number, "task_id": number, "descripcion": f"Tarea {number}", "fecha_solicitud": TODAY,
        "fecha_cumplir": TODAY, "estatus": TaskStatus.PENDIENTE, "semaforo": Semaforo.VERDE, "porcentaje": 0,
        "orden": number,
    }  # fmt: skip
    return DailyLogItem(**{**fields, **changes})


def log(*items, avance=None, closed=None):
    return DailyLog(1, TODAY, NINE, avance, closed, items)


def labels(panel):
    return [button.label for row in panel.rows for button in row]


@each_row(
    [
        (0, "▱▱▱▱▱ 0\u00a0%"),
        (19, "▱▱▱▱▱ 19\u00a0%"),
        (20, "▰▱▱▱▱ 20\u00a0%"),
        (60, "▰▰▰▱▱ 60\u00a0%"),
        (99, "▰▰▰▰▱ 99\u00a0%"),
        (100, "▰▰▰▰▰ 100\u00a0%"),
    ]
)
def test_a_bar(percent, drawn):
    assert progress_bar(percent, Language.ES) == drawn


@each_row(
    [
        (None, None, "abierto 9:00"),
        (NINE.replace(hour=19, minute=10), None, "abierto 9:00 · avance 13:10"),
        (NINE.replace(hour=19), NINE.replace(hour=23, minute=2), "abierto 9:00 · avance 13:00 · cerrado 17:02"),
        (None, NINE.replace(hour=23), "abierto 9:00 · cerrado 17:00"),
    ]
)
def test_the_state_of_a_day(avance, closed, said):
    panel = day_panel(ES, DayView(TODAY, log(item(), avance=avance, closed=closed), 0), Day(TODAY))
    assert panel.html.split("\n")[1] == said


@each_row(
    [
        (ES, 0, "No te espera ninguna tarea."),
        (ES, 1, "Te espera 1 tarea."),
        (EN, 1, "1 task is waiting for you."),
        (EN, 7, "7 tasks are waiting for you."),
    ]
)
def test_how_many_wait(scene, count, said):
    assert said in day_panel(scene, DayView(TODAY, None, count), Day(TODAY)).html


@each_row(
    [
        ({}, None, {"50", "🔴", "−10", "💬 Comentar"}),
        ({"porcentaje": 100}, None, {"♻️ Reabrir", "💬 Comentar"}),
        ({"estatus": TaskStatus.CERRADA}, None, {"♻️ Reabrir", "💬 Comentar"}),
        ({}, NINE, {"♻️ Reabrir", "💬 Comentar"}),
    ]
)
def test_an_item_offers_what_its_state_takes(changes, closed, offers):
    this = item(**changes)
    shown = set(labels(item_panel(ES, log(this, closed=closed), this, Item(TODAY, this.id))))
    assert offers <= shown
    assert ("♻️ Reabrir" in offers) == ("♻️ Reabrir" in shown)
    assert ("50" in offers) == ("50" in shown)


@each_row([(0, 0, 10), (5, 0, 15), (50, 40, 60), (95, 85, 100)])
def test_steps_carry_absolute_targets_within_bounds(percent, less, more):
    this = item(porcentaje=percent)
    steps = item_panel(ES, log(this), this, Item(TODAY, this.id)).rows[2]
    assert [button.callback.percent for button in steps] == [less, more]


@each_row(list(AskFor))
def test_while_something_is_asked_one_can_decline(ask):
    this = item()
    shown = labels(item_panel(ES, log(this), this, Item(TODAY, this.id, ask)))
    assert ("Ahora no" in shown) == (ask is not AskFor.NOTHING)


def test_the_fullest_panels_are_within_telegrams_limits():
    wide = [item(n, descripcion="😀\n" * 4000, fecha_cumplir=date(2026, 9, 28)) for n in range(1, 101)]
    day = day_panel(EN, DayView(TODAY, log(*wide), 0), Day(TODAY, 1))
    one = item_panel(EN, log(*wide), wide[0], Item(TODAY, wide[0].id, AskFor.WHY))
    for panel in (day, one, item_panel(EN, log(*wide), wide[1], Item(TODAY, wide[1].id, AskFor.WHY, Walk.CHANGED))):
        assert len(messages(panel.html)) == 1
        assert len(labels(panel)) <= 100
        assert all(0 < units_of(name) <= 64 for name in labels(panel))


@each_row(
    [
        ("hola", 4, "hola"),
        ("hola", 3, "ho…"),
        ("😀😀", 4, "😀😀"),
        ("😀😀", 3, "😀…"),
        ("😀😀", 2, "…"),
        ("a b", 3, "a b"),
        ("ab cd", 4, "ab…"),
    ]
)
def test_shortening_counts_as_telegram_does(words, units, short):
    assert shorten(words, units) == short
    assert units_of(short) <= units


def test_nothing_is_cut_in_the_middle_of_a_character():
    assert cut("a😀", 2) == "a"


@each_row(["محمد بن علي", "שלום", "Ana\u202eanA", "Ana ١٢"])
def test_a_name_that_could_turn_what_is_around_it_is_kept_from_that(name):
    assert label(name) == f"\u2068{name}\u2069"
    assert units_of(label(name * 40, 20)) <= 20
    assert label("Ñandú 👩🏽‍💻 张伟") == "Ñandú 👩🏽‍💻 张伟"


@each_row([label, ES.user_text])
def test_words_cannot_end_the_marks_that_keep_their_direction(shown):
    assert shown("a\u2069\u202eb\u2067").strip("\u2068\u2069") == "a\u202eb"


def test_a_persons_words_on_one_line_and_on_several():
    assert ES.user_text("a <b>\n\n c") == "\u2068a &lt;b&gt; c\u2069"
    assert EN.user_text(" \n") == "<i>no description</i>"
    assert ES.user_block("a\nb", 50) == "\u2068a\u2069\n\u2068b\u2069"
    assert label("  a\n b ") == "a b"


@each_row(
    [
        "",
        "a",
        "x" * 4096,
        "x" * 4097,
        "😀" * 5000,
        "\n".join("línea " * 50 for _ in range(60)),
        "&lt;" * 5000,
        "\n" * 9000,
        "x" + "\n" * 9000 + "y",
        "a\n" + "&amp;" * 4095 + "b",
    ]
)
def test_long_html_becomes_messages_that_fit_and_lose_nothing(source):
    parts = messages(source)
    assert all(units_of(unescape(part)) <= 4096 for part in parts)
    assert "".join(parts).replace("\n", "") == source.replace("\n", "")
    assert not any(part.rpartition("&")[2] in {"", "l", "lt", "a", "am", "amp"} and "&" in part for part in parts)


@each_row(
    [
        ("&amp;" * 4096, [4096]),
        ("&lt;" * 4097, [4096, 1]),
        ("<b>a</b>\n" * 2047 + "<i>bc</i>", [4096]),
        ("&amp;\n" * 4096, [4095, 4096]),
        ("😀&amp;" * 1366, [4095, 3]),
    ]
)
def test_a_message_is_as_long_as_what_is_read_not_as_its_source(source, lengths):
    assert [units_of(unescape(re.sub("<[^>]*>", "", part))) for part in messages(source)] == lengths


def test_a_message_of_blank_lines_is_left_out():
    assert messages("x" + "\n" * 9000 + "y") == ["x" + "\n" * 4095, "y"]


def test_messages_are_split_between_lines():
    assert messages("\n".join(["x" * 3000, "y" * 3000, "z" * 500])) == ["x" * 3000, "y" * 3000 + "\n" + "z" * 500]


@each_row([(0, 0, [0, 1, 2]), (1, 1, [3, 4, 5]), (2, 2, [6]), (9, 2, [6]), (-3, 0, [0, 1, 2])])
def test_a_page_that_is_not_there_is_the_nearest(wanted, page, shown):
    found, things, turning = pages(range(7), Day(TODAY, wanted), 3)
    assert (found, list(things)) == (page, shown)
    assert [button.label for button in turning] == ["‹", f"{page + 1}/3", "›"]


@each_row([[], [1, 2], [1, 2, 3]])
def test_one_page_needs_no_turning(things):
    assert pages(things, Day(TODAY), 3) == (0, things, [])


def test_after_the_last_page_comes_the_first():
    _, _, (back, here, on) = pages([1, 2, 3, 4, 5, 6], Day(TODAY, 1), 3)
    assert [button.callback.page for button in (back, here, on)] == [0, 1, 0]


@each_row([(0, [], []), (4, [], []), (5, ["y 1 más"], ["+1"]), (16, ["y 12 más"], ["+12"])])
def test_what_is_not_shown_is_counted(count, more, tersely):
    assert (and_more(ES, count, 4), plus_more(count, 4)) == (more, tersely)


def task(number, due, estatus=TaskStatus.PENDIENTE):
    return Task(
        id=number, descripcion="", leader_user_id=None, responsible_user_id=1, responsible_user_ids=[1],
        fecha_solicitud=due, fecha_cumplir=due, fecha_cierre=None, estatus=estatus, prioridad=Priority.MEDIA,
        ultimo_comentario_fecha=None, created_by_user_id=1, created_at=NINE, updated_at=NINE, is_active=True,
    )  # fmt: skip


@each_row(
    [(TaskFilter.OPEN, [2, 1, 3, 4]), (TaskFilter.LATE, [2]), (TaskFilter.WEEK, [1, 3]), (TaskFilter.PLANNING, [4])]
)
def test_filters_keep_the_order(which, shown):
    tasks = [
        task(2, date(2026, 11, 22)),
        task(1, TODAY),
        task(3, date(2026, 11, 29)),
        task(4, date(2026, 11, 30), TaskStatus.PLANEACION),
    ]
    assert [one.id for one in filter_tasks(tasks, which, TODAY)] == shown


@each_row(
    [
        ("Ana Torres", "Ana"),
        ("Lic. Ana Ruiz", "Lic. Ana Ruiz"),
        ("Ruiz, Ana", "Ruiz, Ana"),
        ("Ana", "Ana"),
    ]
)
def test_a_person_is_spoken_to_by_the_first_of_their_names(whole, given):
    assert given_name(whole) == given
