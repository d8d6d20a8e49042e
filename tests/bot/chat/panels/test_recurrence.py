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
        (
            *(MONTHLY, {"rrule": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"}),
            *("el primer día hábil de cada mes", "on the first weekday of each month"),
        ),
        (
            *(MONTHLY, {"rrule": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"}),
            *("el último día hábil de cada mes", "on the last weekday of each month"),
        ),
        (
            *(MONTHLY, {"rrule": "FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO"}),
            *("cada 3 meses: el primer lunes", "every 3 months: the first Monday"),
        ),
        (
            *(MONTHLY, {"rrule": "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15,-1"}),
            *("cada 2 meses: el 15 y último día", "every 2 months: the 15 and last day"),
        ),
        (
            *(MONTHLY, {"rrule": "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"}),
            *("el último día de cada mes", "on the last day of each month"),
        ),
    ]
)
def test_a_rule_is_said_in_words(kind, fields, spanish, english):
    rule = Recurrence(recurrence_type=kind, **fields)
    scenes = [Scene(language, date(2026, 11, 23), ZoneInfo("America/Mexico_City")) for language in Language]
    assert [repeats_text(scene, rule).replace("\xa0", " ") for scene in scenes] == [spanish, english]
