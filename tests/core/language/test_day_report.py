"""Reports of a day in one message: which task, its percentage, light and reason, and what they end with."""

import pytest

from core.base.model import Semaforo
from core.language.phrases.day_report import read_report
from core.language.phrases.model import ReportLine
from tests.tables import each_row

VERDE, AMARILLO, NARANJA, ROJO = Semaforo
DAY = (12, 15, 18)


@each_row(
    [
        (
            "12 70, 15 rojo falta la factura @luis, 18 listo",
            [(12, 70, None, ""), (15, None, ROJO, "falta la factura @luis"), (18, 100, None, "")],
        ),
        ("12 70", [(12, 70, None, "")]),
        ("#12: 70 %; tarea 15 - 40% amarillo", [(12, 70, None, ""), (15, 40, AMARILLO, "")]),
        ("12 va al 70 por ciento y 15 está terminada.", [(12, 70, None, ""), (15, 100, None, "")]),
        (
            "12 🟠 sin cifras\n15 ✅\n18 🔴",
            [(12, None, NARANJA, "sin cifras"), (15, 100, None, ""), (18, None, ROJO, "")],
        ),
        (
            "12 amarillo 30, y 15 en rojo: falta firma, sello y fecha",
            [(12, 30, AMARILLO, ""), (15, None, ROJO, "falta firma, sello y fecha")],
        ),
        (
            "15 rojo faltan tornillos, 3 cajas, 18 hecha",
            [(15, None, ROJO, "faltan tornillos, 3 cajas"), (18, 100, None, "")],
        ),
        ("15 atorada, espero a Luis", [(15, None, ROJO, "espero a Luis")]),
        ("12 80 faltan 2 firmas", [(12, 80, None, "faltan 2 firmas")]),
        ("12 Verde", [(12, None, VERDE, "")]),
        (
            "12 done, 15 stuck waiting for Luis and 18 at 40 percent",
            [(12, 100, None, ""), (15, None, ROJO, "waiting for Luis"), (18, 40, None, "")],
        ),
        ("task 12 green, 15 finished", [(12, None, VERDE, ""), (15, 100, None, "")]),
        ("12 300", [(12, 300, None, "")]),
    ]
)
def test_each_part_says_a_light_a_percentage_or_that_it_is_done(words, lines):
    report = read_report(words, DAY)
    assert [(line.task_id, line.percent, line.light, line.reason) for line in report.lines] == lines
    assert all(line.understood for line in report.lines)
    assert (report.send, report.close) == (False, False)


@each_row(["12 igual", "12 sin cambios", "12 sigue igual", "12 no change"])
def test_a_part_may_say_that_nothing_changed(words):
    assert read_report(words).lines == (ReportLine(words, 12, unchanged=True),)


@each_row(
    [
        ("12 70, 15 lsito", ["15 lsito"]),
        ("12 casi, 15 70", ["12 casi"]),
        ("12 70\n99 lsito", ["99 lsito"]),
        ("12 70, 99 lsito", ["99 lsito"]),
        ("12 70, 15 80 90", ["15 80 90"]),
        ("12 70, 15", ["15"]),
    ]
)
def test_a_part_about_a_task_of_the_day_that_says_nothing_is_not_understood(words, unclear):
    assert [line.words for line in read_report(words, DAY).lines if not line.understood] == unclear


@each_row(
    [
        ("enviar", True, False),
        ("y envíalo", True, False),
        ("manda el avance", True, False),
        ("send it", True, False),
        ("cerrar", False, True),
        ("cierra el día.", False, True),
        ("and close the day", False, True),
        ("enviar y cerrar", True, True),
        ("envía y cierra el día", True, True),
        ("send and close", True, True),
    ]
)
def test_it_may_end_with_what_is_done_with_the_day(ending, send, close):
    report = read_report(f"12 70, {ending}")
    assert (len(report.lines), report.send, report.close) == (1, send, close)


@pytest.mark.parametrize("words", ["15 rojo falta firmar y enviar", "15 rojo falta cerrar"])
def test_such_a_word_within_a_reason_belongs_to_it(words):
    report = read_report(words)
    assert report.lines[0].reason == words.removeprefix("15 rojo ")
    assert (report.send, report.close) == (False, False)


@each_row(
    [
        "",
        "12",
        "70 %",
        "12 de diciembre",
        "12 personas",
        "3 listos para la junta",
        "hoy 12 70",
        "12 12.5",
        "12:30 junta",
        "15/12 rojo",
        "99999999999 rojo",
        "junta 12 rojo",
        "2026-11-23 listo",
        "enviar",
        "12 redonda",
    ]
)
def test_other_words_are_not_a_report(words):
    assert read_report(words, DAY) is None
