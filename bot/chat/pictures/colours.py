"""The palette of pictures and the few colours between two; a picture is painted in its numbers, one byte a pixel."""

from functools import cache
from itertools import chain

from PIL import Image, ImageColor

from core.base.model import Semaforo

PAPER, BAND, FAINT, GREY, INK, TODAY, EMPTY = (
    *("#ffffff", "#eceff4", "#cdd3dc", "#5d6675", "#1b222d", "#1d4ed8", "#98a1ae"),
)
LIGHT = {Semaforo.VERDE: "#1b8748", Semaforo.AMARILLO: "#f6c71c", Semaforo.NARANJA: "#f28a2a", Semaforo.ROJO: "#c42b2b"}
ON_LIGHT = {Semaforo.VERDE: PAPER, Semaforo.AMARILLO: INK, Semaforo.NARANJA: INK, Semaforo.ROJO: PAPER}
TINT = {Semaforo.VERDE: "#e3f3e9", Semaforo.AMARILLO: "#fff8dc", Semaforo.NARANJA: "#fdeedd", Semaforo.ROJO: "#fbe4e4"}
STEPS = 6
UNTOUCHED = 255 // (2 * STEPS)
"""The most cover under which the ground is seen as it is."""

Colour = tuple[int, ...]


def between(one: str, other: str) -> list[Colour]:
    ends = list(zip(ImageColor.getrgb(one), ImageColor.getrgb(other), strict=True))
    return [tuple(round(a + (b - a) * step / STEPS) for a, b in ends) for step in range(STEPS + 1)]


@cache
def numbers() -> dict[Colour, int]:
    meeting = [(PAPER, PAPER), *((ink, paper) for ink in (INK, GREY, TODAY, FAINT, EMPTY) for paper in (PAPER, BAND))]
    for light, colour in LIGHT.items():
        meeting += [
            (colour, PAPER),
            (colour, BAND),
            (ON_LIGHT[light], colour),
            (INK, TINT[light]),
            (colour, TINT[light]),
        ]
    found = dict.fromkeys(chain.from_iterable(between(*pair) for pair in meeting))
    return {colour: number for number, colour in enumerate(found)}


@cache
def number(colour: str) -> int:
    return numbers()[ImageColor.getrgb(colour)]


@cache
def flat() -> bytes:
    return bytes(chain.from_iterable(numbers()))


@cache
def palette() -> Image.Image:
    """Every colour there is, as an image to reduce others by."""
    image = Image.new("P", (1, 1))
    image.putpalette(flat())
    return image


@cache
def covered(ink: str, ground: str) -> bytes:
    """The number of the colour by how much of the ground an ink covers, 0 to 255; the two must be known to meet."""
    steps = [numbers()[colour] for colour in reversed(between(ink, ground))]
    return bytes(steps[round(cover * STEPS / 255)] for cover in range(256))
