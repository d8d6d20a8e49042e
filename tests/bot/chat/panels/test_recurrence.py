"""Rules of repetition, in words of both languages."""

from datetime import date
from zoneinfo import ZoneInfo

from bot.chat.panels.components import Scene
from bot.chat.panels.recurrence import repeats_text
from core.base.model import Language, RecurrenceType
from core.base.recurrence import Recurrence
from tests.tables import each_row

WEEKLY, MONTHLY = RecurrenceType.WEEKLY, RecurrenceType.MONTHLY


@each_row(
    [
        (WEEKLY, {"weekdays": (5,)}, "cada viernes", "every Friday"),
        (WEEKLY, {"weekdays": (3, 1)}, "cada lunes y miércoles", "every Monday and Wednesday"),
        (WEEKLY, {"weekdays": (1, 2, 3, 4, 5)}, "cada día hábil", "every weekday"),
        (WEEKLY, {"weekdays": (1, 2, 3, 4, 5, 6, 7)}, "cada día", "every day"),
        (MONTHLY, {"day_of_month": 15}, "el 15 de cada mes", "on day 15 of each month"),
        (MONTHLY, {"day_of_month": 31}, "el último día de cada mes", "on the last day of each month"),
        (WEEKLY, {}, "cada semana", "every week"),
        (MONTHLY, {}, "cada mes", "every month"),
        (WEEKLY, {"weekdays": (7,), "occurrence_count": 10}, "cada domingo, 10 veces", "every Sunday, 10 times"),
        (
            *(WEEKLY, {"weekdays": (5,), "ends_on": date(2027, 1, 15)}),
            *("cada viernes hasta el vie, 15 ene 2027", "every Friday until Fri, Jan 15, 2027"),
        ),
    ]
)
def test_a_rule_is_said_in_words(kind, fields, spanish, english):
    rule = Recurrence(recurrence_type=kind, **fields)
    scenes = [Scene(language, date(2026, 11, 23), ZoneInfo("America/Mexico_City")) for language in Language]
    assert [repeats_text(scene, rule).replace("\xa0", " ") for scene in scenes] == [spanish, english]
