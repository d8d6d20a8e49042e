"""Words and tiles as they are pasted into pictures: painted once, in numbers of colours, and cached."""

from functools import cache, lru_cache
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from bot.chat.pictures.colours import PAPER, UNTOUCHED, covered, number, palette
from bot.chat.pictures.words import font

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

RADIUS, HATCH, HALO = 10, 11, 3
FINE = 4
"""The factor by which round corners and lines are painted larger, then reduced."""
STAMPS_KEPT = 1024
"""Words: names, figures, letters. Most take a kilobyte or two, a long name twenty."""
COVERS_KEPT = 256
TOUCHED = bytes(0 if cover <= UNTOUCHED else 255 for cover in range(256))


class Stamp(NamedTuple):
    """Numbers of colours to be pasted where the shape is, everywhere where there is none, from a point on.

    As Pillow has them inside: its own `paste` makes sure, in five times the time, of what a canvas of ours always is.
    """

    numbers: "ImagingCore"
    shape: "ImagingCore | None"
    left: int = 0
    top: int = 0


def translated(image: Image.Image, table: bytes) -> "ImagingCore":
    return Image.frombytes("L", image.size, image.tobytes().translate(table)).im


def stamp(cover: Image.Image, ink: str, ground: str, left: int = 0, top: int = 0) -> Stamp:
    """An ink as it covers a ground."""
    return Stamp(translated(cover, covered(ink, ground)), translated(cover, TOUCHED), left, top)


@lru_cache(STAMPS_KEPT)
def words_stamp(
    words: str, name: str, size: int, anchor: str, part: tuple[float, float], ink: str, ground: str
) -> Stamp:
    """Words in visual order, from a point on; `part` is what that point is off its pixel."""
    cover, left, top = written(words, name, size, anchor, part)
    return stamp(cover, ink, ground, left, top)


@lru_cache(STAMPS_KEPT)
def halo_stamp(words: str, name: str, size: int) -> Stamp:
    cover, left, top = written(words, name, size, "mm", (0, 0), HALO)
    return Stamp(Image.new("L", cover.size, number(PAPER)).im, translated(cover, TOUCHED), left, top)


@lru_cache(COVERS_KEPT)
def written(
    words: str, name: str, size: int, anchor: str, part: tuple[float, float], halo: int = 0
) -> tuple[Image.Image, int, int]:
    """Return the mask of what words cover, and its left and top edge from their point."""
    face = font(name, size)
    left, top, right, bottom = face.getbbox(words, anchor=anchor, stroke_width=halo)
    left, top = floor(left) - 1, floor(top) - 1
    cover = Image.new("L", (floor(right) + 3 - left, floor(bottom) + 3 - top), 0)
    at = part[0] - left, part[1] - top
    ImageDraw.Draw(cover).text(at, words, fill=255, font=face, anchor=anchor, stroke_width=halo)
    return cover, left, top


@cache
def tile_stamp(
    width: int, height: int, fill: str, frame: str, edge: int, *, ground: str, hatched: bool = False
) -> Stamp:
    large = Image.new("RGBA", (width * FINE, height * FINE), f"{frame}00")
    box = (0, 0, width * FINE - 1, height * FINE - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, RADIUS * FINE, fill=fill, outline=frame, width=edge * FINE)
    if hatched:
        hatch(large, frame, edge * FINE)
    tile = large.resize((width, height), Image.Resampling.BOX)
    seen = Image.new("RGB", tile.size, ground)
    seen.paste(tile, mask=tile)
    reduced = seen.quantize(palette=palette(), dither=Image.Dither.NONE)
    numbers = Image.frombytes("L", tile.size, reduced.tobytes()).im
    return Stamp(numbers, translated(tile.getchannel("A"), TOUCHED))


def hatch(large: Image.Image, colour: str, edge: int) -> None:
    lines = Image.new("L", large.size, 0)
    draw = ImageDraw.Draw(lines)
    width, height = large.size
    for start in range(-height, width, HATCH * FINE):
        draw.line((start, height, start + height, 0), fill=255, width=edge)
    large.paste(colour, (0, 0), ImageChops.darker(lines, large.getchannel("A")))
