"""Texts in two languages: which one, which plural, and what parameters look like in a sentence."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from core.base.errors import Code, Conflict, FieldCode, FieldError, JsonType
from core.base.model import Language
from core.language.i18n import (
    catalogue,
    error_text,
    field_text,
    first_weekday,
    listing,
    long_date,
    preferred,
    short_date,
    text,
    time_of_day,
    time_range,
)
from tests.tables import each_row

ES, EN = Language.ES, Language.EN
SATURDAY = date(2026, 11, 21)


def test_an_error_is_a_sentence_in_each_language():
    error = Conflict(Code.DATE_MISMATCH, fecha=SATURDAY)
    assert error_text(ES, error) == "Eso es del día sáb, 21 nov; no se cambió nada."
    assert error_text(EN, error) == "That is of Sat, Nov 21; nothing was changed."


def test_beside_today_a_date_of_another_year_has_its_year():
    error = Conflict(Code.DATE_MISMATCH, fecha=SATURDAY)
    assert error_text(ES, error, SATURDAY) == "Eso es del día sáb, 21 nov; no se cambió nada."
    assert error_text(ES, error, date(2027, 1, 4)) == "Eso es del día sáb, 21 nov 2026; no se cambió nada."
    assert error_text(EN, error, date(2027, 1, 4)) == "That is of Sat, Nov 21, 2026; nothing was changed."


@each_row(
    [
        (1, "El periodo puede abarcar como máximo 1 día.", "The period can span at most 1 day."),
        (3, "El periodo puede abarcar como máximo 3 días.", "The period can span at most 3 days."),
    ]
)
def test_a_number_chooses_singular_or_plural(count, es, en):
    error = FieldError("hasta", FieldCode.TOO_MANY_DAYS, {"count": count})
    assert (field_text(ES, error), field_text(EN, error)) == (es, en)


def test_what_a_field_takes_is_said_in_words():
    error = FieldError("statusId", FieldCode.WRONG_TYPE, {"expected": JsonType.INTEGER})
    assert (field_text(ES, error), field_text(EN, error)) == (
        "Debe ser un número entero.",
        "It must be a whole number.",
    )
    assert {text(language, f"kinds.{kind}") for language in Language for kind in JsonType}.isdisjoint(JsonType)


def test_of_a_value_that_is_quoted_no_more_comes_back_than_a_name_has():
    for length in (100, 101, 10**6):
        said = field_text(EN, FieldError("estatus", FieldCode.NOT_ONE_OF, {"value": "x" * length, "allowed": "A, B"}))
        assert said == f"{'x' * 100}{'' if length == 100 else '…'} is not one of the allowed values: A, B."


def test_a_text_without_its_parameter_is_an_error_not_a_gap():
    with pytest.raises(KeyError):
        text(ES, "errors.task_not_found")


def test_an_unknown_key_is_an_error():
    with pytest.raises(KeyError):
        text(ES, "errors.no_such_text")


@each_row(
    [
        ([], ES),
        (["en"], EN),
        (["en-GB"], EN),
        (["EN"], EN),
        (["fr", "en"], EN),
    ]
)
def test_the_first_language_we_write_else_spanish(tags, language):
    assert preferred(tags) is language


def test_dates_and_times_read_as_in_each_language():
    assert (short_date(ES, SATURDAY), short_date(EN, SATURDAY)) == ("sáb, 21 nov", "Sat, Nov 21")
    assert long_date(ES, SATURDAY) == "sábado, 21 de noviembre de 2026"
    assert long_date(EN, SATURDAY) == "Saturday, November 21, 2026"
    instant = datetime(2026, 11, 21, 15, 5, tzinfo=UTC)
    mexico = ZoneInfo("America/Mexico_City")
    assert time_of_day(ES, instant, mexico) == "9:05"
    assert time_of_day(EN, instant, mexico) == "9:05\N{NARROW NO-BREAK SPACE}AM"


def test_a_calendar_begins_with_the_locales_first_weekday():
    assert [first_weekday(language) for language in Language] == [6, 6]


@each_row(
    [
        ((9, 5), (10, 0), "9:05–10:00", "9:05–10:00\u202fAM"),
        ((9, 0), (15, 0), "9:00–15:00", "9:00\u202fAM–3:00\u202fPM"),
        ((20, 0), (0, 0), "20:00–0:00", "8:00\u202fPM–12:00\u202fAM"),
        ((9, 0), (9, 0), "9:00–9:00", "9:00–9:00\u202fAM"),
    ]
)
def test_from_one_time_to_another(start, end, es, en):
    zone = ZoneInfo("America/Mexico_City")
    begins, ends = (datetime(2026, 11, 23, *each, tzinfo=zone).astimezone(UTC) for each in (start, end))
    assert (time_range(ES, begins, ends, zone), time_range(EN, begins, ends, zone)) == (es, en)


KNOWN_TO_ALL = {
    Code.EXAMPLE_NOT_FOUND,
    Code.EVENT_TYPE_NOT_FOUND,
    Code.DRAFT_NOT_FOUND,
    Code.FOLLOWER_NOT_FOUND,
    Code.TOKEN_NOT_FOUND,
    Code.CALENDAR_LINK_NOT_FOUND,
    Code.OUTSIDE_CALENDAR_NOT_FOUND,
    Code.WEBHOOK_NOT_FOUND,
}
"""Things that everybody may see, that are only ever one's own, or that are named with a thing that one sees."""


LISTED = [
    ([], ""),
    (["Inés"], "Inés"),
    (["Ana", "Luis"], "Ana y Luis"),
    (["Ana", "Inés"], "Ana e Inés"),
    (["Ana", "Luis", "Íñigo"], "Ana, Luis e Íñigo"),
    (["Luis", "Hilda"], "Luis e Hilda"),
    (["Inés", "Ana"], "Inés y Ana"),
    (["Ana", "ivonne"], "Ana e ivonne"),
    (["Ana", "Yvonne"], "Ana e Yvonne"),
    (["Ana", "Yolanda"], "Ana y Yolanda"),
    (["Ana", "Iago"], "Ana y Iago"),
    (["agua", "hielo"], "agua y hielo"),
    (["hulla", "hierro"], "hulla y hierro"),
    (["<b>Ana</b>", "<b>Inés</b>"], "<b>Ana</b> e <b>Inés</b>"),
    (["«ana»", "«inés»"], "«ana» e «inés»"),
    (["Ana", "11 más"], "Ana y 11 más"),
]
ALTERNATIVES = [
    (["siete", "ocho"], "siete u ocho"),
    (["7", "8"], "7 u 8"),
    (["10", "11"], "10 u 11"),
    (["10", "110"], "10 o 110"),
    (["Ana", "Luis", "Óscar"], "Ana, Luis u Óscar"),
    (["ayer", "hoy"], "ayer u hoy"),
    (["Óscar", "Ana"], "Óscar o Ana"),
]


@each_row(LISTED)
def test_spanish_says_e_before_the_sound_of_i(names, said):
    assert listing(ES, names) == said


@each_row(ALTERNATIVES)
def test_spanish_says_u_before_the_sound_of_o(names, said):
    assert listing(ES, names, "or") == said


def test_english_says_and_and_or_before_every_sound():
    assert listing(EN, ["Ana", "Inés"]) == "Ana and Inés"
    assert listing(EN, ["Ana", "Luis", "Hilda"]) == "Ana, Luis, and Hilda"
    assert listing(EN, ["7", "8"], "or") == "7 or 8"


@each_row([code for code in Code if code.endswith("not_found") and code not in KNOWN_TO_ALL])
def test_what_is_not_found_is_told_as_what_may_not_be_seen(code):
    """The sentence is true of both, in both languages."""
    assert "que puedes ver." in catalogue(Language.ES)[f"errors.{code}"]
    assert "you may see." in catalogue(Language.EN)[f"errors.{code}"]
