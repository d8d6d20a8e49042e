"""Phrases in a person's words: the table, other days and zones, and properties of any text at all."""

import re
from datetime import UTC, datetime, time
from itertools import pairwise, product
from time import thread_time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.model import Language
from core.language.phrases.model import (
    DAYS_ONLY,
    EVENT,
    FREE_TIME,
    TASK,
    DoubtReason,
    Kind,
    Moment,
    Note,
    PartOfDay,
    Understood,
)
from core.language.phrases.reading import read
from core.language.phrases.scanning import TABLE
from core.language.phrases.vocabulary import patterns
from tests.core.language import phrases_table as table
from tests.naughty import MANY
from tests.tables import each_row

MEXICO, TOKYO, BERLIN = ZoneInfo("America/Mexico_City"), ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin")
MONDAY = "2026-11-23T10:00"
SEPARATORS = re.compile(r"[\s.,;:!?¡¿…·|()\[\]–—-]+")
ALL = ~Kind(0)
DAY_PARTS = {part.value: part.name.lower() for part in PartOfDay}


def moment(local=MONDAY, language=Language.ES, zone=MEXICO):
    return Moment.of(datetime.fromisoformat(local).replace(tzinfo=zone).astimezone(UTC), zone, language)


def said(understood: Understood) -> str:
    """The meaning as the table writes it."""
    days, hours, within = understood.days, understood.hours, understood.within
    words = [
        days and (f"{days.first}" if days.first == days.last else f"{days.first}..{days.last}"),
        hours and f"{hours.start:%H:%M}" + (f"-{hours.end:%H:%M}" if hours.end else ""),
        within and DAY_PARTS.get(within, f"{within.start:%H:%M}~{within.end:%H:%M}"),
        understood.minutes and f"{understood.minutes}min",
        *(f"@{name}" for name in understood.people),
        understood.priority,
        understood.reminder_lead and f"lead:{understood.reminder_lead.minutes}",
        *(f"({note})" for note in understood.notes),
    ]
    return " ".join(word for word in words if word) or "-"


def line(text: str, understood: Understood) -> str:
    title = "=" if understood.title == text else understood.title or "-"
    doubts = "; ".join(f"{doubt.words}: {doubt.why}" for doubt in understood.doubts)
    return " | ".join(filter(None, (text, title, said(understood), doubts)))


SOUGHT = {"TASKS": TASK, "EVENTS": EVENT, "FREE": FREE_TIME, "DAYS": DAYS_ONLY}


def rows(name, language):
    return getattr(table, f"{name}_{language.upper()}").strip().splitlines()


@each_row(product(Language, SOUGHT))
def test_phrases_mean_what_the_table_says(language, name):
    at, wanted = moment(language=language), rows(name, language)
    assert [line(text, read(text, at, SOUGHT[name])) for text in (row.partition(" | ")[0] for row in wanted)] == wanted


@each_row(
    [
        # a Friday
        ("2026-11-27T10:00", "el viernes", "2026-12-04 (NOT_TODAY)"),
        ("2026-11-27T10:00", "on Friday", "2026-12-04 (NOT_TODAY)"),
        ("2026-11-27T10:00", "este viernes", "2026-11-27 (TODAY)"),
        ("2026-11-27T10:00", "el próximo viernes", "2026-12-04"),
        ("2026-11-27T10:00", "next friday", "2026-12-04"),
        ("2026-11-27T10:00", "viernes 27", "2026-11-27"),
        ("2026-11-27T10:00", "hoy viernes", "2026-11-27"),
        ("2026-11-27T10:00", "end of the week", "2026-11-27 (FRIDAY)"),
        ("2026-11-27T10:00", "end of next week", "2026-12-04 (FRIDAY)"),
        ("2026-11-27T10:00", "esta semana", "2026-11-27..2026-11-29"),
        # a weekend
        ("2026-11-28T10:00", "fin de semana", "2026-11-28..2026-11-29"),
        ("2026-11-29T10:00", "fin de semana", "2026-11-29"),
        ("2026-11-29T10:00", "next weekend", "2026-12-05..2026-12-06"),
        ("2026-11-29T10:00", "la semana que viene", "2026-11-30..2026-12-06"),
        ("2026-11-29T10:00", "fin de la semana", "2026-12-04 (FRIDAY)"),
        ("2026-11-29T10:00", "del 28 al 2", "2026-11-28..2026-12-02 (STARTED)"),
        # year's end
        ("2026-12-31T10:00", "mañana", "2027-01-01"),
        ("2026-12-31T10:00", "el viernes", "2027-01-01"),
        ("2026-12-31T10:00", "25/12", "2027-12-25 (NEXT_YEAR)"),
        ("2026-12-31T10:00", "31/12", "2026-12-31"),
        ("2026-12-31T10:00", "fin de año", "2026-12-31"),
        ("2026-12-31T10:00", "fin de mes", "2026-12-31"),
        ("2026-12-31T10:00", "next month", "2027-01-01..2027-01-31"),
        ("2026-12-28T10:00", "del 28 al 2", "2026-12-28..2027-01-02"),
        # leap years and short months
        ("2028-02-28T10:00", "mañana", "2028-02-29"),
        ("2028-02-28T10:00", "29/02", "2028-02-29"),
        ("2028-02-29T10:00", "en un año", "2029-02-28"),
        ("2028-02-29T10:00", "fin de mes", "2028-02-29"),
        ("2028-03-01T10:00", "29 de febrero", "2032-02-29 (NEXT_YEAR)"),
        ("2027-01-31T10:00", "in a month", "2027-02-28"),
        ("2027-02-01T10:00", "el 31", "2027-03-31"),
        ("2096-03-01T10:00", "29 de febrero", "2104-02-29 (NEXT_YEAR)"),
        # the 15th and the last of the month
        ("2026-11-10T10:00", "para la quincena", "2026-11-15"),
        ("2026-11-15T10:00", "para la quincena", "2026-11-15"),
        ("2026-11-16T10:00", "para la quincena", "2026-11-30"),
        # a Wednesday
        ("2026-11-25T10:00", "a week from friday", "2026-12-04"),
        ("2026-11-25T10:00", "a week from wednesday", "2026-12-09"),
        # nights
        ("2026-11-23T23:30", "en 45 minutos", "2026-11-24 00:15"),
        ("2026-11-23T23:59", "hoy", "2026-11-23"),
    ],
)  # fmt: skip
def test_days_are_reckoned_from_the_day_it_is_said(now, text, meaning):
    assert said(read(text, moment(now), EVENT)) == meaning


@each_row(
    [
        # ordinals as the Academy writes them, and as people do
        ("el 1.º de enero", "2027-01-01"),
        ("el 1.o de enero", "2027-01-01"),
        ("del 1.º al 5 de diciembre", "2026-12-01..2026-12-05"),
        ("el 1.er lunes de diciembre", "2026-12-07"),
        ("el 3er viernes de enero", "2027-01-15"),
        # September in Peru and Uruguay, and as programs write it for them
        ("el 15 de set", "2027-09-15"),
        ("15 set. 2027", "2027-09-15"),
        ("mar. 1 dic. 2026", "2026-12-01"),
        # entrante, de acá a: Colombia, Venezuela, Argentina
        ("el viernes entrante", "2026-11-27"),
        ("el entrante lunes", "2026-11-30"),
        ("el mes entrante", "2026-12-01..2026-12-31"),
        ("el 5 del mes entrante", "2026-12-05"),
        ("de acá a una semana", "2026-11-30"),
        ("de acá al viernes", "2026-11-27"),
        # a weekday in eight or fifteen days
        ("el viernes en ocho", "2026-12-04"),
        ("de este viernes en ocho", "2026-12-04"),
        ("del viernes en quince", "2026-12-11"),
        ("mañana en quince", "2026-12-08"),
        ("el próximo jueves 3", "2026-12-03"),
        ("el 30 de los corrientes", "2026-11-30"),
        ("mañana tempranito", "2026-11-24 morning"),
        # about an hour
        ("alrededor de las 5", "17:00"),
        ("cerca de las 17", "17:00"),
        ("a las cinco y pico", "17:00"),
        ("a media mañana", "morning"),
        # no hour or day of its own
        ("antes del mediodía", "-"),
        ("el finde del 5", "-"),
        ("a primeros de diciembre", "-"),
    ]
)  # fmt: skip
def test_days_and_hours_are_read_as_countries_say_them(text, meaning):
    understood = read(f"Junta {text}", moment(), EVENT)
    assert said(understood).split(" (")[0] == meaning
    assert understood.title == ("Junta" if meaning != "-" else f"Junta {text}")


@each_row(
    [
        ("a las tres y quince", "15:15"),
        ("a las once y cuarenta y cinco", "11:45"),
        ("a las cinco treinta", "17:30"),
        ("a la una cuarenta", "13:40"),
        ("a las cinco menos veinticinco", "16:35"),
        ("a las cinco y dieciocho de la tarde", "17:18"),
        ("a las diecisiete treinta", "17:30"),
        ("a las quince horas", "15:00"),
        ("a las veintiuna", "21:00"),
        ("a las veintidós y quince", "22:15"),
        ("de las diez treinta a las doce", "10:30-12:00"),
        ("desde las quince hasta las diecisiete", "15:00-17:00"),
        ("at five thirty", "17:30"),
        ("at ten forty-five", "10:45"),
        ("at five forty five pm", "17:45"),
        # no minutes, and no hour
        ("a las cinco treinta minutos", "17:00 30min"),
        ("a las cinco por quince días", "17:00"),
    ]
)  # fmt: skip
def test_hours_and_minutes_are_read_in_words(text, meaning):
    assert said(read(f"Junta {text}", moment(), EVENT)).split(" (")[0] == meaning


@each_row(
    [
        ("en treinta y cinco minutos", "2026-11-23 10:35"),
        ("dentro de cuarenta minutos", "2026-11-23 10:40"),
        ("en noventa minutos", "2026-11-23 11:30"),
        ("en una hora y media", "2026-11-23 11:30"),
        ("en veintiún días a las 9", "2026-12-14 09:00"),
        ("en treinta y un días a las 9", "2026-12-24 09:00"),
        ("en treinta y una semanas a las 9", "2027-06-28 09:00"),
        ("in forty-five minutes", "2026-11-23 10:45"),
        ("in ninety minutes", "2026-11-23 11:30"),
        ("in twenty five days at 9", "2026-12-18 09:00"),
        ("mañana a las 9, cuarenta y cinco minutos", "2026-11-24 09:00 45min"),
        ("tomorrow at 9 for ninety minutes", "2026-11-24 09:00 90min"),
        ("el treinta y uno a las 9", "2026-12-31 09:00"),
        ("el cuarenta y cinco a las 9", "09:00"),
    ]
)
def test_numbers_up_to_ninety_nine_are_read_whole_in_words(text, meaning):
    assert said(read(f"Junta {text}", moment(), EVENT)).split(" (")[0] == meaning


def test_a_number_of_people_is_not_an_hour():
    for text in ("a las quince candidatas", "a las veinte alumnas", "a las quince personas"):
        assert said(read(f"Avisar {text}", moment(), EVENT)) == "-"


@each_row(
    [
        ("el cinco de mayo", "2028-05-05"),
        ("5 de mayo", "2028-05-05"),
        ("mayo 5", "2028-05-05"),
        ("May the 5th", "2028-05-05"),
        ("the 5th of May", "2028-05-05"),
        ("a fines de mayo", "2028-05-31"),
        ("the end of May", "2028-05-31"),
        ("el 5 y 6 de mayo", "2028-05-05..2028-05-06"),
        ("el 5 y 6 mayo", "2028-05-05..2028-05-06"),
        ("mayo 5 y 6", "2028-05-05..2028-05-06"),
        ("May 5 and 6", "2028-05-05..2028-05-06"),
        ("the 5 and 6 of May", "2028-05-05..2028-05-06"),
        ("el 5, 6 y 7 de mayo", "2028-05-05..2028-05-07"),
        ("el 5, 6 y 7 mayo", "2028-05-05..2028-05-07"),
        ("May 5, 6 and 7", "2028-05-05..2028-05-07"),
        ("del 5 al 7 de mayo", "2028-05-05..2028-05-07"),
        ("5-7 de mayo", "2028-05-05..2028-05-07"),
        ("May 5-7", "2028-05-05..2028-05-07"),
        ("from the 5th to the 7th of May", "2028-05-05..2028-05-07"),
        ("from 5 to 7 May", "2028-05-05..2028-05-07"),
        ("el primer lunes de mayo", "2028-05-01"),
    ]
)  # fmt: skip
def test_a_year_behind_a_month_is_that_of_the_date(text, meaning):
    english = text.startswith(("May ", "from ", "the "))
    years = (" 2028", ", 2028") if english else (" de 2028", " del 2028", " 2028")
    read_so = {f"{text}{year}": read(f"Viaje {text}{year}", moment(), EVENT) for year in years}
    assert {words: (said(one).split(" (")[0], one.title) for words, one in read_so.items()} == dict.fromkeys(
        read_so, (meaning, "Viaje")
    )


@pytest.mark.parametrize(("text", "start"), [("llamar en 2 horas", time(12, 0)), ("llamar ahora mismo", time(10, 0))])
def test_a_time_from_now_is_a_whole_minute(text, start):
    understood = read(text, moment("2026-11-23T10:00:31"), EVENT)
    assert understood.hours.start == start


def test_today_is_the_persons():
    instant = datetime(2026, 11, 24, 3, 0, tzinfo=UTC)
    days = {
        zone.key: read("hoy", Moment.of(instant, zone, Language.ES), TASK).days.first.day for zone in (MEXICO, TOKYO)
    }
    assert days == {"America/Mexico_City": 23, "Asia/Tokyo": 24}


def test_in_an_hour_is_an_hour_of_time_where_the_clock_is_put_back_and_forward():
    back = Moment.of(datetime(2026, 10, 25, 0, 30, tzinfo=UTC), BERLIN, Language.ES)  # 02:30, the first of two
    assert read("en 1 hora", back, EVENT).hours.start == time(2, 30)
    forward = Moment.of(datetime(2026, 3, 29, 0, 30, tzinfo=UTC), BERLIN, Language.EN)  # 01:30
    assert read("in 1 hour", forward, EVENT).hours.start == time(3, 30)
    assert read("a las 2:30 am", forward, EVENT).hours.start == time(2, 30), "a wall clock's gap is for the caller"


def test_an_hour_without_its_half_follows_the_working_day():
    early, late = (Moment(*moment_of_opening(opens)) for opens in (5, 9))
    assert read("a las 6", early, EVENT).hours.start == time(6)
    assert read("a las 8", late, EVENT).hours.start == time(20)
    assert read("a las 8", late, EVENT).notes == (Note.AFTERNOON,)


def moment_of_opening(opens):
    at = moment()
    return at.today, at.now, at.zone, at.language, opens


def test_a_choice_is_noted_on_the_very_words():
    understood = read("Junta el próximo viernes a las 5", moment(), EVENT)
    assert [(piece.words, piece.kind, piece.notes) for piece in understood.pieces] == [
        ("el próximo viernes", Kind.DAYS, (Note.THIS_WEEK,)), ("a las 5", Kind.HOURS, (Note.AFTERNOON,)),
    ]  # fmt: skip


def test_what_is_not_sought_stays_in_the_title():
    text = "Junta @ana el viernes a las 5 por 1 hora, urgente"
    assert read(text, moment(), DAYS_ONLY).title == "Junta @ana a las 5 por 1 hora, urgente"
    assert read(text, moment(), Kind.PRIORITY).title == "Junta @ana el viernes a las 5 por 1 hora"
    assert read(text, moment(), Kind(0)).title == text


@each_row(
    [
        ("Uno mañana\n\nDos  tres", "Uno\nDos  tres"),
        ("Uno\ndos mañana", "Uno\ndos"),
        ("mañana\nUno: dos", "Uno: dos"),
        ("  Uno  (2)  mañana ", "Uno  (2)"),
        ("Uno – mañana – @ana – dos", "Uno – dos"),
        ("👨‍👩‍👧 Uno ☺︎ mañana 👍🏽", "👨‍👩‍👧 Uno ☺︎ 👍🏽"),
        ("Uno <b> & {x} mañana %s", "Uno <b> & {x} %s"),
        ("Revisar ma\u0301s man\u0303ana", "Revisar ma\u0301s"),
        ("¿Uno, mañana?", "¿Uno?"),
        ("Uno… mañana…", "Uno…"),
        ("«Uno» mañana»", "«Uno»»"),
        ("- Uno mañana", "- Uno"),
        ("Uno (para mañana, @ana)", "Uno"),
        ("Uno (mañana) dos", "Uno dos"),
        ("Uno ma\u200bñana\ufeff dos", "Uno dos"),
    ]
)
def test_the_rest_of_a_text_is_left_as_it_was(text, title):
    assert read(text, moment(), TASK).title == title


def bare(text: str) -> str:
    """Without blanks and the punctuation that may go with a piece."""
    return SEPARATORS.sub("", text)


def put_together(text: str, understood: Understood) -> None:
    """The pieces, and the title between them, are the text in its order; every span says its words."""
    for part in (*understood.pieces, *understood.doubts):
        assert text[part.start : part.end] == part.words
    cuts = [piece for piece in understood.pieces if not piece.kept]
    assert all(one.end <= other.start for one, other in pairwise(cuts))
    rest, together, at = bare(understood.title), "", 0
    for cut in cuts:
        between = bare(text[at : cut.start])
        together += rest[: len(between)] + bare(cut.words)
        rest, at = rest[len(between) :], cut.end
    assert together + rest == bare(text)


@pytest.mark.parametrize(
    ("texts", "sought"),
    [
        (MANY[::20], ALL),
        (MANY[7::40], TASK),
        *(pytest.param(MANY, each, marks=pytest.mark.long) for each in (TASK, ALL)),
    ],
    ids=["some", "some for a task", "all for a task", "all"],
)
def test_any_text_is_read_and_nothing_of_it_is_lost(texts, sought):
    at = moment()
    for naughty in texts:
        for text in (
            naughty, f"{naughty} mañana a las 5 @ana urgente", f"el viernes {naughty}", f"a{naughty}3 de mayo",
        ):  # fmt: skip
            put_together(text, read(text, at, sought))


MIXED = """el la de del al a y o 3 7 10-11 5 12 31/02 25/12 9:00 @ana @luis, urgente mañana viernes Domingo mayo may
friday next in two weeks days from to at pm fin mes hora 1h (para) by "hoy" - , . 🎂 Pérez junta con antes de
las hasta after before on todo"""
PARTS = st.sampled_from(MIXED.split()) | st.text(max_size=8)


@given(st.lists(PARTS, max_size=14).map(" ".join), st.sampled_from([TASK, EVENT, DAYS_ONLY, ALL]))
def test_no_mixture_of_words_fails_or_loses_any(text, sought):
    put_together(text, read(text, moment(), sought))


@each_row(["1900-01-02T10:00", "9998-12-30T10:00", "9999-12-30T10:00"])
def test_the_ends_of_the_calendar_are_reached_and_not_crossed(now):
    for text in (
        "mañana", "en 9999 años", "hace 9999 años", "en 9999 semanas", "29/02", "31/12", "el 31", "fin de mes",
        "la semana que viene", "del 28 al 2", "next month", "fin de semana", "a week from friday", "en 9999 h",
    ):  # fmt: skip
        read(text, moment(now, zone=ZoneInfo("UTC")), EVENT)


def test_a_time_that_there_is_not_is_said_so():
    assert [doubt.why for doubt in read("junta a las 25:70", moment(), EVENT).doubts] == [DoubtReason.IMPOSSIBLE]


def test_every_phrase_of_the_tables_is_written_right():
    for row in TABLE:
        assert all(pattern.match("") is None for pattern in patterns(row)), row.phrases


def test_a_phrase_takes_a_few_milliseconds():
    texts = [
        (row.partition(" | ")[0], sought)
        for name, sought in SOUGHT.items()
        for row in (rows(name, Language.ES) + rows(name, Language.EN))[::20]
    ]
    for text, sought in texts:
        read(text, moment(), sought)
    took = []
    for text, sought in texts:
        started = thread_time()
        read(text, moment(), sought)
        took.append(thread_time() - started)
    assert sorted(took)[len(took) // 2] < 0.005
    assert sorted(took)[len(took) * 9 // 10] < 0.05


def test_the_longest_message_is_read_in_a_second_whatever_it_repeats():
    repeated = "viernes |15 mayo |@ana |1h |3 al 7 |el 3 y el 5 |a |9|10:00-|lunes, |1, |de "
    for part in repeated.split("|"):
        started = thread_time()
        read((part * 4096)[:4096], moment(), ALL)
        assert thread_time() - started < 1, part


@each_row(
    [
        ("Feria viernes todo el día", "Feria", True),
        ("Feria del 3 al 5 de diciembre", "Feria", True),
        ("Feria de lunes a miércoles", "Feria", True),
        ("Feria 3, 4 y 5 de diciembre", "Feria", True),
        ("Fair all day Friday", "Fair", True),
        ("Fair from the 3rd to the 5th", "Fair", True),
        ("Fair Dec 3 to Dec 5", "Fair", True),
        ("Feria la próxima semana", "Feria", False),
        ("Junta todo el equipo viernes", "Junta todo el equipo", False),
        ("Junta cada viernes del 4 al 25 de diciembre", "=", True),
    ]
)
def test_whole_days_are_said_or_from_one_day_to_another(text, title, whole):
    understood = read(text, moment(), EVENT)
    assert title in (understood.title, "=")
    assert understood.whole_days is whole
    assert not read(text, moment(), FREE_TIME).whole_days
