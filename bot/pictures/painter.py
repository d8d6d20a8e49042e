"""A sheet as a PNG: 800 pixels wide, dark on light, in letters that a phone shows at eleven points or more."""

import io
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from math import floor

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw

from bot.pictures.colours import BAND, EMPTY, FAINT, GREY, INK, LIGHT, ON_LIGHT, PAPER, TINT, TODAY, palette
from bot.pictures.sheet import Cell, Column, Line, Sheet, State, Trend
from bot.pictures.words import BOLD, REGULAR, drawable, folded, font, visual

WIDTH, MARGIN, GAP = 800, 24, 5
NAME_WIDTH = 232
NARROW = 0.4
"""What share of a day's width a narrow one has."""
HEAD, HEADINGS, LEGEND_LINE, PLOT = 104, 74, 48, 130
TREND = 50 + PLOT + 48
CELL, STRIP, STRIP_WORDS = 76, 56, 38
SMALL, MEDIUM, LARGE, TITLE = 24, 27, 32, 40
RADIUS, FRAME, OUTLINE, HATCH = 10, 7, 2, 11
FINE = 4
"""Round corners and lines are painted so many times larger, then reduced."""
PACKED = 3
"""How hard a PNG is packed: half the time of 6, a sixth more bytes."""
WORDS_KEPT = 1024
"""Masks of words: names, figures, letters. Most take less than a kilobyte, a long name seven."""
HIGH = 85
"""A percentage whose figure goes under its point."""


class Span(Struct, frozen=True):
    """Where a column lies, in pixels."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        """Its middle."""
        return (self.left + self.right) / 2


def picture(sheet: Sheet) -> bytes:
    """The PNG. Takes some 10 ms: not for the event loop."""
    lines = len(sheet.lines)
    rows = lines * (STRIP_WORDS + STRIP if sheet.strips else CELL)
    height = HEAD + HEADINGS + rows + 16 + LEGEND_LINE * len(sheet.legend) + TREND
    painter = Painter(Image.new("RGB", (WIDTH, height), PAPER), spans(sheet), sheet.strips)
    painter.head(sheet)
    painter.columns(sheet.columns, rows)
    for line in sheet.lines:
        painter.line(line, sheet.columns)
    painter.down(16)
    for row in sheet.legend:
        painter.legend(row)
    painter.trend(sheet.trend)
    return png(painter.image)


def png(image: Image.Image) -> bytes:
    """A PNG of our colours."""
    out = io.BytesIO()
    image.quantize(palette=palette(), dither=Image.Dither.NONE).save(out, "PNG", compress_level=PACKED)
    return out.getvalue()


def spans(sheet: Sheet) -> Sequence[Span]:
    """Where each column lies: beside the words of a line, or over the whole width."""
    start = MARGIN + (0 if sheet.strips else NAME_WIDTH)
    shares = [NARROW if column.narrow else 1.0 for column in sheet.columns]
    unit = (WIDTH - MARGIN - start) / sum(shares)
    ends = list(accumulate(shares, initial=0.0))
    return [Span(start + unit * left, start + unit * right) for left, right in pairwise(ends)]


def entry_width(words: str) -> float:
    """What an entry of the legend takes."""
    return 40 + 10 + font(REGULAR, SMALL).getlength(words) + 26


class Painter:
    """An image being painted from the top."""

    def __init__(self, image: Image.Image, columns: Sequence[Span], strips: bool) -> None:
        self.image = image
        self.draw = ImageDraw.Draw(image)
        self.spans = columns
        self.strips = strips
        self.y = 0

    def down(self, pixels: int) -> None:
        """Go on further down."""
        self.y += pixels

    def write(self, at: tuple[float, float], words: str, *, size: int, bold: bool = False, **how: str) -> None:
        """Words in logical order, at a point; `fill` a colour, `anchor` as Pillow has it."""
        if not words:
            return
        (x, y), (whole_x, whole_y) = at, map(floor, at)
        part = (x - whole_x, y - whole_y)
        mask, left, top = written(visual(words), BOLD if bold else REGULAR, size, how.get("anchor", "lm"), part)
        self.draw.bitmap((whole_x + left, whole_y + top), mask, fill=how.get("fill", INK))

    def head(self, sheet: Sheet) -> None:
        """What the picture is of."""
        self.write((MARGIN, 40), sheet.title, size=TITLE, bold=True)
        self.write((MARGIN, 81), sheet.subtitle, size=MEDIUM, fill=GREY)
        self.down(HEAD)

    def columns(self, columns: Sequence[Column], rows: int) -> None:
        """The days' headings, weekends shaded all the way down."""
        for column, span in zip(columns, self.spans, strict=True):
            if column.dim:
                self.draw.rectangle((span.left, self.y, span.right - 1, self.y + HEADINGS + rows), fill=BAND)
        for column, span in zip(columns, self.spans, strict=True):
            self.heading(column, span)
        self.down(HEADINGS)

    def heading(self, column: Column, span: Span) -> None:
        """A day's name and number; today's stand out."""
        colour = TODAY if column.now else GREY
        size = SMALL if span.right - span.left > STRIP else SMALL - 4
        if not column.narrow:
            top = self.y + (20 if column.below else 44)
            self.write((span.middle, top), column.above, size=size, bold=column.now, fill=colour, anchor="mm")
            below = colour if column.now else INK
            self.write((span.middle, self.y + 50), column.below, size=size, bold=True, fill=below, anchor="mm")
        if column.now:
            self.draw.rectangle((span.left + 2, self.y + 63, span.right - 3, self.y + 67), fill=TODAY)

    def line(self, line: Line, columns: Sequence[Column]) -> None:
        """A person's days, with their name beside or above them."""
        height = self.name(line)
        for column, span, cell in zip(columns, self.spans, line.cells, strict=True):
            box = (round(span.left) + GAP // 2, self.y, round(span.right) - GAP // 2, self.y + height - GAP)
            if not (column.narrow and cell.state in {State.AHEAD, State.OFF}):
                self.cell(cell, box)
        self.down(height)

    def name(self, line: Line) -> int:
        """A line's words; the height of its cells."""
        size = MEDIUM
        face = font(REGULAR, size)
        words = drawable(line)
        if self.strips:
            (shown,) = folded(words, 1, face.getlength, WIDTH - 2 * MARGIN)
            self.write((MARGIN, self.y + STRIP_WORDS - 16), shown, size=size)
            self.down(STRIP_WORDS)
            return STRIP
        shown_lines = folded(words, 2, face.getlength, NAME_WIDTH - 12)
        top = self.y + (CELL - GAP) / 2 - 15 * (len(shown_lines) - 1)
        for number, shown in enumerate(shown_lines):
            self.write((MARGIN, top + 30 * number), shown, size=size)
        return CELL

    def cell(self, cell: Cell, box: tuple[int, int, int, int]) -> None:
        """A day: filled when closed, framed while open, a thin outline where it was not opened, hatched when off."""
        left, top, right, bottom = box
        fill, frame, ink, edge = style(cell)
        if cell.now:
            around = tile(right - left + 8, bottom - top + 8, PAPER, TODAY, 3)
            self.image.paste(around, (left - 4, top - 4), around)
        if cell.state is not State.AHEAD:
            edge = min(edge, (right - left) // 6)
            shape = tile(right - left, bottom - top, fill, frame, edge, hatched=cell.state is State.OFF)
            self.image.paste(shape, (left, top), shape)
        self.inscribe(cell, box, ink)

    def inscribe(self, cell: Cell, box: tuple[int, int, int, int], ink: str) -> None:
        """The letter, and the figure below it where there is one."""
        left, top, right, bottom = box
        middle, centre = (left + right) / 2, (top + bottom) / 2
        size = min(LARGE, right - left + 2)
        self.write(
            (middle, centre - (12 if cell.figure else 0)), cell.letter, size=size, bold=True, fill=ink, anchor="mm"
        )
        if cell.figure:
            self.write((middle, centre + 17), cell.figure, size=SMALL - 1, fill=ink, anchor="mm")

    def legend(self, entries: Sequence[tuple[Cell, str]]) -> None:
        """What cells mean."""
        x = float(MARGIN)
        for cell, words in entries:
            left, top = round(x), self.y + 4
            self.cell(cell, (left, top, left + 40, top + 38))
            self.write((x + 50, self.y + 23), words, size=SMALL)
            x += entry_width(words)
        self.down(LEGEND_LINE)

    def trend(self, trend: Trend) -> None:
        """A curve over the days, each point with its percentage where there is room."""
        self.write((MARGIN, self.y + 26), trend.title, size=MEDIUM, bold=True)
        self.down(50)
        xs = self.places(len(trend.values))
        for percent in (0, 50, 100):
            level = self.level(percent)
            self.draw.line((xs[0] - 22, level, xs[-1] + 22, level), fill=FAINT, width=2)
            self.write((xs[0] - 30, level), str(percent), size=SMALL - 2, fill=GREY, anchor="rm")
        points = [(x, self.level(value)) for x, value in zip(xs, trend.values, strict=True) if value is not None]
        self.curve(points)
        self.figures(points, [value for value in trend.values if value is not None])
        for x, words in zip(xs, trend.ticks, strict=True):
            self.write((x, self.y + PLOT + 24), words, size=SMALL - 2, fill=GREY, anchor="mm")

    def places(self, count: int) -> Sequence[float]:
        """Where the points stand: under their columns, or evenly where they are others."""
        if count == len(self.spans) and not self.strips:
            return [span.middle for span in self.spans]
        left, right = MARGIN + 76, WIDTH - MARGIN - 30
        return [left + (right - left) * number / max(count - 1, 1) for number in range(count)]

    def level(self, percent: int) -> float:
        """How far down a percentage is."""
        return self.y + 14 + (PLOT - 28) * (100 - percent) / 100

    def curve(self, points: Sequence[tuple[float, float]]) -> None:
        """The points joined, smooth at the edges."""
        large = Image.new("L", (WIDTH * 2, (PLOT + 20) * 2), 0)
        draw = ImageDraw.Draw(large)
        scaled = [(2 * x, 2 * (y - self.y + 10)) for x, y in points]
        if len(scaled) > 1:
            draw.line(scaled, fill=255, width=9, joint="curve")
        for x, y in scaled:
            draw.ellipse((x - 12, y - 12, x + 12, y + 12), fill=255)
        mask = large.resize((WIDTH, PLOT + 20), Image.Resampling.BOX)
        self.image.paste(TODAY, (0, self.y - 10), mask)

    def figures(self, points: Sequence[tuple[float, float]], values: Sequence[int]) -> None:
        """Percentages over their points, but for those too near to the next one: the last is always told."""
        free = float(WIDTH)
        for (x, y), value in reversed(list(zip(points, values, strict=True))):
            if x <= free:
                above = y - 22 if value < HIGH else y + 24
                face = font(BOLD, SMALL)
                self.draw.text((x, above), str(value), INK, face, "mm", stroke_width=3, stroke_fill=PAPER)
                free = x - 56


@lru_cache(WORDS_KEPT)
def written(words: str, name: str, size: int, anchor: str, part: tuple[float, float]) -> tuple[Image.Image, int, int]:
    """Words in visual order as a mask, and where it lies from a point; `part` is what that point is off its pixel."""
    face = font(name, size)
    left, top, right, bottom = face.getbbox(words, anchor=anchor)
    left, top = floor(left) - 1, floor(top) - 1
    mask = Image.new("L", (floor(right) + 3 - left, floor(bottom) + 3 - top), 0)
    ImageDraw.Draw(mask).text((part[0] - left, part[1] - top), words, fill=255, font=face, anchor=anchor)
    return mask, left, top


def style(cell: Cell) -> tuple[str, str, str, int]:
    """Fill, frame, ink and the frame's width of a cell."""
    light = cell.light
    if cell.state is State.CLOSED:
        colour = LIGHT[light] if light else EMPTY
        return colour, colour, ON_LIGHT[light] if light else PAPER, OUTLINE
    if cell.state is State.OPEN:
        return (TINT[light], LIGHT[light], INK, FRAME) if light else (PAPER, EMPTY, INK, FRAME)
    return PAPER, FAINT, GREY, OUTLINE


@cache
def tile(width: int, height: int, fill: str, frame: str, edge: int, *, hatched: bool = False) -> Image.Image:
    """A rectangle with round corners, as an image to be pasted over itself; hatched by its frame's colour."""
    large = Image.new("RGBA", (width * FINE, height * FINE), f"{frame}00")
    box = (0, 0, width * FINE - 1, height * FINE - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, RADIUS * FINE, fill=fill, outline=frame, width=edge * FINE)
    if hatched:
        hatch(large, frame, edge * FINE)
    return large.resize((width, height), Image.Resampling.BOX)


def hatch(large: Image.Image, colour: str, edge: int) -> None:
    """Slanting lines over all that is not transparent."""
    lines = Image.new("L", large.size, 0)
    draw = ImageDraw.Draw(lines)
    width, height = large.size
    for start in range(-height, width, HATCH * FINE):
        draw.line((start, height, start + height, 0), fill=255, width=edge)
    large.paste(colour, (0, 0), ImageChops.darker(lines, large.getchannel("A")))
