"""The colour arithmetic."""

from datetime import date, timedelta

from core.base.model import Semaforo
from core.work.traffic_light import light_by_due_date, starting_light
from tests.tables import each_row

TODAY = date(2026, 11, 20)
VERDE, AMARILLO, NARANJA, ROJO = Semaforo.VERDE, Semaforo.AMARILLO, Semaforo.NARANJA, Semaforo.ROJO


@each_row(
    [
        (365, VERDE),
        (4, VERDE),
        (3, AMARILLO),
        (2, AMARILLO),
        (1, NARANJA),
        (0, NARANJA),
        (-1, ROJO),
        (-365, ROJO),
    ]
)
def test_light_follows_the_days_left(days_left, light):
    assert light_by_due_date(TODAY + timedelta(days=days_left), TODAY) is light


def test_first_item_takes_the_light_by_due_date():
    assert starting_light(TODAY, TODAY, None) is NARANJA


def test_a_later_item_takes_the_worse_of_due_date_and_previous():
    rising = {4: VERDE, 2: AMARILLO, 0: NARANJA, -1: ROJO}
    for by_date, (days_left, light) in enumerate(rising.items()):
        for before, previous in enumerate(rising.values()):
            start = starting_light(TODAY + timedelta(days=days_left), TODAY, previous)
            assert start is (light if by_date > before else previous)
