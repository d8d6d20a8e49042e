"""Phrases of repetition, read on Monday, 23 November 2026 at 10:00 in Mexico City."""

from core.base.model import Language, RecurrenceType
from core.language.phrases.model import EVENT, REPEATS, TASK, DoubtReason, Kind, Understood
from core.language.phrases.reading import read
from tests.core.language.test_phrases import moment, put_together
from tests.naughty import MANY
from tests.tables import each_row

ALL_DAYS, WORKDAYS = "1234567", "12345"


def said(understood: Understood) -> str:
    """The weekdays or the day of the month, ≈ where it is the nearest rule, its first date and its end."""
    repeats = understood.repeats
    if repeats is None:
        return "-"
    rule = repeats.rule
    weekly = rule.recurrence_type is RecurrenceType.WEEKLY
    words = [
        f"{'≈' if repeats.inexact else ''}{'week' if weekly else 'month'}",
        "".join(map(str, rule.weekdays)) or (rule.day_of_month and str(rule.day_of_month)),
        understood.days and f"{understood.days.first:%m-%d}",
        rule.ends_on and f"until {rule.ends_on}",
        rule.occurrence_count and f"x{rule.occurrence_count}",
    ]
    return " ".join(filter(None, words))


@each_row(
    [
        ("Enviar reporte cada viernes @luis", "Enviar reporte", "week 5 11-27"),
        ("Enviar reporte todos los lunes", "Enviar reporte", "week 1 11-23"),
        ("Los martes revisar la bandeja", "revisar la bandeja", "week 2 11-24"),
        ("Pagar cada domingo", "Pagar", "week 7 11-29"),
        ("Enviar informe cada lunes, miércoles y viernes, urgente", "Enviar informe", "week 135 11-23"),
        ("Revisar correo cada día", "Revisar correo", f"week {ALL_DAYS} 11-23"),
        ("Revisar correo a diario", "Revisar correo", f"week {ALL_DAYS} 11-23"),
        ("Revisar correo cada día hábil", "Revisar correo", f"week {WORKDAYS} 11-23"),
        ("Revisar todos los días de martes a jueves", "Revisar", "week 234 11-24"),
        ("Limpiar cada fin de semana", "Limpiar", "week 67 11-28"),
        ("Pagar renta cada mes", "Pagar renta", "month"),
        ("Pagar renta cada mes el día 5", "Pagar renta", "month 5 12-05"),
        ("Pagar renta cada mes desde el 5 de diciembre", "Pagar renta", "month 5 12-05"),
        ("Revisar inventario cada semana", "Revisar inventario", "week"),
        ("Revisar inventario cada semana el martes", "Revisar inventario", "week 2 11-24"),
        ("Pagar renta el 15 de cada mes", "Pagar renta", "month 15 12-15"),
        ("Pagar el primero de cada mes", "Pagar", "month 1 12-01"),
        ("Corte el último día de cada mes", "Corte", "month 31 11-30"),
        ("Corte a fin de cada mes", "Corte", "month 31 11-30"),
        ("Curso cada lunes, 10 veces", "Curso", "week 1 11-23 x10"),
        ("Curso cada lunes durante 3 meses", "Curso", "week 1 11-23 until 2027-02-22"),
        ("Curso cada lunes hasta el 15 de enero", "Curso", "week 1 11-23 until 2027-01-15"),
        ("Curso cada lunes antes del 15 de enero", "Curso", "week 1 11-23 until 2027-01-14"),
        ("Curso cada viernes del 4 de diciembre al 15 de enero", "Curso", "week 5 12-04 until 2027-01-15"),
        ("Curso lunes y miércoles hasta el 15 de enero", "Curso", "week 13 11-23 until 2027-01-15"),
        ("Regar cada ocho días", "Regar", "week"),
        ("Regar cada dos semanas", "Regar", "≈week"),
        ("Regar cada tercer día", "Regar", f"≈week {ALL_DAYS} 11-23"),
        ("Pagar cada 3 meses", "Pagar", "≈month"),
        ("Pagar cada quincena", "Pagar", "≈month 15 12-15"),
        ("Junta cada primer lunes del mes", "Junta", "≈month 7 12-07"),
        ("Send the report each Friday", "Send the report", "week 5 11-27"),
        ("Check the mail on Mondays and Thursdays", "Check the mail", "week 14 11-23"),
        ("Check every weekday", "Check", f"week {WORKDAYS} 11-23"),
        ("Pay rent monthly", "Pay rent", "month"),
        ("Pay rent on the 1st of every month", "Pay rent", "month 1 12-01"),
        ("Pay rent the last day of every month", "Pay rent", "month 31 11-30"),
        ("Every Mon, Wed and Fri go to the gym until Jan 15", "go to the gym", "week 135 11-23 until 2027-01-15"),
        ("Lunch every other Thursday", "Lunch", "≈week 4 11-26"),
        ("Junta los lunes cada dos semanas", "Junta", "≈week 1 11-23"),
        ("Junta martes y jueves, cada 15 días", "Junta", "≈week 24 11-24"),
        ("Lunch on Mondays every two weeks", "Lunch", "≈week 1 11-23"),
        ("Enviar reporte todos los lunes y todos los jueves", "Enviar reporte", "week 14 11-23"),
        ("Enviar reporte cada viernes del mes", "Enviar reporte", "week 5 11-27"),
        # nothing that repeats
        ("Revisar todos los días festivos", "=", "-"),
        ("Prepare the weekly", "=", "-"),
        ("Revisar el reporte de cada viernes", "=", "-"),
        ("Llamar 3 veces a Luis", "=", "-"),
        ("Monthly report", "=", "-"),
        ("Pagar el 32 de cada mes", "=", "-"),
        ("Corte a fin de mes", "Corte", "-"),
    ],
)  # fmt: skip
def test_what_repeats_is_read_with_its_first_date_and_its_end(text, title, wanted):
    understood = read(text, moment(), TASK)
    assert (understood.title, said(understood)) == (text if title == "=" else title, wanted)


@each_row(
    [
        ("el primer día hábil de cada mes", "BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1", "2026-12-01"),
        ("el 2.º día laborable de cada mes", "BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2", "2026-12-02"),
        ("on the third business day of every month", "BYDAY=MO,TU,WE,TH,FR;BYSETPOS=3", "2026-12-03"),
        ("cada 3 meses el primer lunes", "INTERVAL=3;BYDAY=1MO", "2026-12-07"),
        ("el último viernes de cada dos meses", "INTERVAL=2;BYDAY=-1FR", "2026-11-27"),
        ("every 2 months on the second Tuesday", "INTERVAL=2;BYDAY=2TU", "2026-12-08"),
        ("cada 29 de febrero", "INTERVAL=12", "2028-02-29"),
        ("cada 1.º de enero", "INTERVAL=12", "2027-01-01"),
        ("every March 3rd", "INTERVAL=12", "2027-03-03"),
    ]
)
def test_months_repeat_by_workdays_by_weekdays_of_some_months_and_by_a_date_of_each_year(words, rule, first):
    understood = read(f"Junta {words} a las 9", moment(), EVENT | REPEATS)
    assert (understood.title, understood.doubts) == ("Junta", ())
    assert understood.repeats.rrule == f"FREQ=MONTHLY;{rule}"
    assert str(understood.repeats.first) == first


@each_row(
    [
        ("todos los días excepto los lunes", "week 234567 11-24"),
        ("cada día menos domingo", "week 123456 11-23"),
        ("a diario salvo sábados y domingos", f"week {WORKDAYS} 11-23"),
        ("daily except Mondays", "week 234567 11-24"),
        ("every day except for Sat and Sun", f"week {WORKDAYS} 11-23"),
    ]
)
def test_every_day_may_leave_out_weekdays(words, wanted):
    understood = read(f"Junta {words} a las 9", moment(), EVENT | REPEATS)
    assert (understood.title, said(understood), understood.doubts) == ("Junta", wanted, ())


@each_row(
    [
        ("todos los lunes menos el 28 de diciembre", "menos el 28 de diciembre", "week 1 11-23", "el 28 de diciembre"),
        ("every Monday except December 28", "except December 28", "week 1 11-23", "December 28"),
        ("cada semana, excepto los lunes", "excepto los lunes", "week", "los lunes"),
    ]
)
def test_what_is_left_out_is_no_date_of_it_and_in_doubt(words, left, wanted, doubt):
    understood = read(f"Junta {words} a las 9", moment(), EVENT | REPEATS)
    assert (understood.title.removeprefix("Junta").strip(", "), said(understood)) == (left, wanted)
    assert [(each.words, each.why) for each in understood.doubts] == [(doubt, DoubtReason.WORDS)]


@each_row(["al menos", "por lo menos", "más o menos"])
def test_at_least_and_about_leave_nothing_out(words):
    understood = read(f"Revisar {words} el lunes", moment(), TASK)
    assert (understood.title, f"{understood.days.first:%m-%d}") == (f"Revisar {words}", "11-30")


@each_row(["el primer lunes de cada trimestre", "every first Monday of the quarter", "the first Monday of every year"])
def test_one_weekday_of_what_is_longer_than_a_month_is_not_one_of_each_month(words):
    understood = read(f"Junta {words} a las 9", moment(), EVENT | REPEATS)
    assert understood.repeats is None
    assert understood.doubts


def test_an_event_that_repeats_has_its_hour_and_length_too():
    text = "Junta todos los lunes 10:00 30 min @ana hasta el 15 de enero"
    understood = read(text, moment(), EVENT | REPEATS)
    assert (understood.title, said(understood)) == ("Junta", "week 1 11-23 until 2027-01-15")
    assert (f"{understood.hours.start:%H:%M}", understood.minutes, understood.people) == ("10:00", 30, ("ana",))
    assert understood.notes == ()


@each_row(
    [
        ("Junta de lunes a viernes a las 9:30", f"week {WORKDAYS} 11-23"),
        ("Junta lunes a jueves 8 am", "week 1234 11-23"),
        ("Junta lun-vie 9:30", f"week {WORKDAYS} 11-23"),
        ("Junta L-V 9:30", f"week {WORKDAYS} 11-23"),
        ("Junta de lunes a viernes de 9 a 11 hasta el 15 de enero", f"week {WORKDAYS} 11-23 until 2027-01-15"),
        ("Junta from Monday to Friday at 9:30", f"week {WORKDAYS} 11-23"),
        ("Junta Mon-Fri 9:30", f"week {WORKDAYS} 11-23"),
        # one week, or no time of it
        ("Junta del lunes al viernes a las 9:30", "-"),
        ("Junta la próxima semana de lunes a viernes a las 9:30", "-"),
        ("Junta del 24 al 28 a las 9:30", "-"),
        ("Junta de lunes a viernes", "-"),
    ]
)
def test_weekdays_from_one_to_another_repeat_where_a_time_is_said(text, wanted):
    understood = read(text, moment(), EVENT | REPEATS)
    assert (understood.title, said(understood), understood.doubts) == ("Junta", wanted, ())


def test_of_a_night_after_midnight_the_weekdays_are_those_after():
    understood = read("Guardia cada viernes en la noche a la 1", moment(), EVENT | REPEATS)
    assert (said(understood), f"{understood.hours.start:%H:%M}") == ("week 6 11-28", "01:00")


def test_an_hour_of_another_zone_moves_the_weekdays_with_it():
    understood = read("Junta cada martes y jueves a las 8am hora de Tokio", moment(), EVENT | REPEATS)
    assert (said(understood), f"{understood.hours.start:%H:%M}") == ("week 13 11-23", "17:00")


def test_a_small_number_behind_it_may_be_the_hour():
    doubts = read("Junta todos los lunes 10", moment(), EVENT | REPEATS).doubts
    assert [(doubt.words, doubt.why) for doubt in doubts] == [("10", DoubtReason.HOUR)]


@each_row(["cada viernes", "every month", "los lunes", "el último día de cada mes"])
def test_where_one_day_is_sought_what_repeats_is_left_in_doubt(text):
    understood = read(f"Pagar {text}", moment(language=Language.ES), TASK & ~REPEATS)
    assert [(doubt.words, doubt.why) for doubt in understood.doubts] == [(text, DoubtReason.VAGUE)]


def test_of_two_that_disagree_the_last_is_taken():
    understood = read("Pagar cada viernes o cada mes", moment(), TASK)
    assert (said(understood), [doubt.why for doubt in understood.doubts]) == ("month", [DoubtReason.SECOND])


def test_nothing_of_a_text_is_lost():
    at = moment()
    for naughty in MANY[::20]:
        for text in (f"{naughty} cada viernes hasta el 15 de enero", f"10 veces {naughty} every month"):
            put_together(text, read(text, at, TASK | Kind.HOURS))
