"""The semáforo: the colour that an item starts with."""

from datetime import date

from core.base.model import Semaforo

LEAST_DAYS_LEFT = ((4, Semaforo.VERDE), (2, Semaforo.AMARILLO), (0, Semaforo.NARANJA))
AT_RISK = frozenset({Semaforo.NARANJA, Semaforo.ROJO})
"""The lights for which a reason is asked."""
SEVERITY = {light: rank for rank, light in enumerate(Semaforo)}


def light_by_due_date(due: date, on: date) -> Semaforo:
    """Delivery risk by days left: more than 3 VERDE, 2–3 AMARILLO, 0–1 NARANJA, late ROJO."""
    days_left = (due - on).days
    return next((light for least, light in LEAST_DAYS_LEFT if days_left >= least), Semaforo.ROJO)


def is_red_by_date(due: date, on: date) -> bool:
    """Return whether an item of a task is ROJO on a day whatever its owner says."""
    return light_by_due_date(due, on) is Semaforo.ROJO


def starting_light(due: date, on: date, before: Semaforo | None) -> Semaforo:
    """The light by the due date, or a worse one that the person's item before had."""
    light = light_by_due_date(due, on)
    return light if before is None else max(light, before, key=SEVERITY.__getitem__)
