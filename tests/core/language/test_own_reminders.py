"""Sentences that ask for a reminder, of what and when: by somebody who writes on Monday at nine."""

from datetime import UTC, datetime

import pytest

from core.base.model import RecurrenceType
from core.language.statements.model import Act
from core.language.statements.reading import read_statement
from core.language.statements.reminders import read_reminder
from tests.core.language.readers import MOMENT, NAMES


def local(hour, minute=0, day=23, month=11):
    return datetime(2026, month, day, hour, minute, tzinfo=MOMENT.zone).astimezone(UTC)


@pytest.mark.parametrize(
    ("said", "words", "at"),
    [
        ("hablarle a don Ramiro mañana a las 10", "hablarle a don Ramiro", local(10, day=24)),
        ("a las 4 mandar el correo", "mandar el correo", local(16)),
        ("las 3 de llamar al banco", "llamar al banco", local(15)),
        ("en 20 minutos avísame del horno", "el horno", local(9, 20)),
        ("a las 3 recuérdame llamar al banco, porfa", "llamar al banco", local(15)),
        ("a las 8 tomar la pastilla", "tomar la pastilla", local(20)),
        ("a las 7am correr", "correr", local(7, day=24)),
        ("mañana en la tarde llamar a Juan", "llamar a Juan", local(16, day=24)),
        ("el viernes a primera hora mandar la factura", "mandar la factura", local(9, day=27)),
        ("to call Bob tomorrow at 10 please", "call Bob", local(10, day=24)),
        ("in two hours call Bob", "call Bob", local(11)),
        ("mandar el correo mañana", "mandar el correo", None),
    ],
)
def test_of_what_and_when(said, words, at):
    found = read_reminder(said, MOMENT)
    assert (found.words, found.at, found.repeats) == (words, at, None)


@pytest.mark.parametrize(
    ("said", "weekdays", "day_of_month", "ends"),
    [
        ("todos los lunes a las 9 mandar el reporte", (1,), None, None),
        ("every day at 8 drink water", (1, 2, 3, 4, 5, 6, 7), None, None),
        ("pagar la renta el día 15 de cada mes a las 10", (), 15, None),
        ("los viernes a las 5 mandar las horas 3 veces", (5,), None, "2026-12-11"),
    ],
)
def test_how_it_repeats(said, weekdays, day_of_month, ends):
    rule = read_reminder(said, MOMENT).repeats
    assert (rule.weekdays, rule.day_of_month, rule.occurrence_count) == (weekdays, day_of_month, None)
    assert (rule.ends_on and rule.ends_on.isoformat()) == ends
    assert (rule.recurrence_type is RecurrenceType.MONTHLY) == bool(day_of_month)


@pytest.mark.parametrize(
    "said",
    [
        *("qué recordatorios tengo", "¿qué recordatorios tengo?", "mis recordatorios", "muéstrame mis recordatorios"),
        *("what reminders do I have?", "show my reminders", "oye, cuáles son mis recordatorios porfa"),
    ],
)
def test_which_there_are(said):
    assert read_statement(said, MOMENT, NAMES).act is Act.REMINDERS


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("quita el recordatorio del horno", "horno"),
        ("borra el recordatorio de hablarle a don Ramiro", "hablarle a don Ramiro"),
        ("oye, cancela mi recordatorio de la pastilla", "pastilla"),
        ("delete the reminder about the oven", "oven"),
        ("remove the oven reminder", "oven"),
        ("ya no me recuerdes lo del horno", "horno"),
    ],
)
def test_which_is_not_wanted_any_more(said, words):
    found = read_statement(said, MOMENT, NAMES)
    assert (found.act, found.words) == (Act.DROP_REMINDER, words)


@pytest.mark.parametrize(
    "said", ["recordatorios de mis juntas 10 minutos antes", "quita los avisos de eventos", "quita la tarea 3"]
)
def test_what_is_of_something_else(said):
    found = read_statement(said, MOMENT, NAMES)
    assert found is None or found.act not in (Act.REMINDERS, Act.DROP_REMINDER)
