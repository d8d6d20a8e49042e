"""Sums of several days: items by light, and the mean percentage."""

from collections.abc import Mapping, Sequence

from core.base.model import Semaforo
from core.records.work import DaySum


def lights_of(days: Sequence[DaySum]) -> Mapping[Semaforo, int]:
    return {
        Semaforo.VERDE: sum(day.verde for day in days),
        Semaforo.AMARILLO: sum(day.amarillo for day in days),
        Semaforo.NARANJA: sum(day.naranja for day in days),
        Semaforo.ROJO: sum(day.rojo for day in days),
    }


def mean_of(days: Sequence[DaySum]) -> int | None:
    items = sum([day.verde + day.amarillo + day.naranja + day.rojo for day in days])
    return sum([day.porcentaje for day in days]) // items if items else None
