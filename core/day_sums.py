"""Days summed up, as the store keeps them: a person's by itself, many people's of one date added up."""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct

from core.model import Semaforo


class DaySum(Struct, frozen=True, gc=False, array_like=True):
    """A day that a person has opened, summed up: how many items of each light, the sum of their percentages.

    An array in JSON, so that thousands are read from the store as what they are.
    """

    user_id: int
    fecha: date
    closed: bool
    verde: int
    amarillo: int
    naranja: int
    rojo: int
    porcentaje: int

    @property
    def items(self) -> int:
        """How many items."""
        return self.verde + self.amarillo + self.naranja + self.rojo

    @property
    def worst(self) -> Semaforo | None:
        """The worst light; None without items."""
        if self.rojo:
            return Semaforo.ROJO
        if self.naranja:
            return Semaforo.NARANJA
        if self.amarillo:
            return Semaforo.AMARILLO
        return Semaforo.VERDE if self.verde else None

    @property
    def mean(self) -> int | None:
        """The mean percentage of the items, rounded down; None without items."""
        return self.porcentaje // self.items if self.items else None


def lights_of(days: Sequence[DaySum]) -> Mapping[Semaforo, int]:
    """How many items of some days have each light."""
    return {
        Semaforo.VERDE: sum(day.verde for day in days),
        Semaforo.AMARILLO: sum(day.amarillo for day in days),
        Semaforo.NARANJA: sum(day.naranja for day in days),
        Semaforo.ROJO: sum(day.rojo for day in days),
    }


def mean_of(days: Sequence[DaySum]) -> int | None:
    """The mean percentage of the items of some days, rounded down; None without items."""
    items = sum([day.verde + day.amarillo + day.naranja + day.rojo for day in days])
    return sum([day.porcentaje for day in days]) // items if items else None


class DayTotal(Struct, frozen=True, gc=False, array_like=True):
    """What the days that some people have opened of a date come to: who they are, items, the sum of percentages.

    And how many of these days have which worst light.
    """

    fecha: date
    opened: Sequence[int]
    items: int
    porcentaje: int
    verde: int
    amarillo: int
    naranja: int
    rojo: int

    @property
    def worst(self) -> Mapping[Semaforo, int]:
        """How many days by their worst light."""
        return dict(zip(Semaforo, (self.verde, self.amarillo, self.naranja, self.rojo), strict=True))


class FirstDay(Struct, frozen=True):
    """The first day that a person has ever opened."""

    user_id: int
    fecha: date
