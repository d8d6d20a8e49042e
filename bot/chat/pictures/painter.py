"""A sheet as a PNG: 800 pixels wide, dark on light, in letters that a phone shows at eleven points or more."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageDraw

from bot.chat.pictures.colours import BAND, EMPTY, FAINT, GREY, INK, LIGHT, ON_LIGHT, PAPER, TINT, TODAY, number
from bot.chat.pictures.png import BEFORE, png
from bot.chat.pictures.sheet import Sheet, SheetCell, SheetColumn, SheetRow, State, Trend
from bot.chat.pictures.stamps import Stamp, halo_stamp, stamp, tile_stamp, words_stamp
from bot.chat.pictures.words import BOLD, REGULAR, drawable, folded, font, visual

WIDTH, MARGIN, GAP = 800, 24, 5
NAME_WIDTH = 232
NARROW = 0.4
"""The share of a day's width that a narrow one has."""
HEAD, HEADINGS, LEGEND_LINE, PLOT = 104, 74, 48, 130
TREND = 50 + PLOT + 48
CELL, STRIP, STRIP_WORDS = 76, 56, 38
SMALL, MEDIUM, LARGE, TITLE = 24, 27, 32, 40
FRAME, OUTLINE = 7, 2
CURVE, POINT = 9, 12
"""The width of the curve and the radius of its points, in pixels of a painting that is twice as large."""
RAISED = 12
"""The pixels by which a letter is above the middle of its day if there is a figure below it."""
NAMES_KEPT, DAYS_KEPT = 512, 512
"""The most names, and the most days, that are kept once painted: a day takes five kilobytes."""
HIGH = 85
"""A percentage whose figure goes under its point."""


class Span(Struct, frozen=True):
    """The place of a column, in pixels."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


def picture(sheet: Sheet) -> bytes:
    lines = len(sheet.lines)
    rows = lines * (STRIP_WORDS + STRIP if sheet.strips else CELL)
    height = HEAD + HEADINGS + rows + 16 + LEGEND_LINE * len(sheet.legend) + TREND
    painter = Painter(height, spans(sheet), strips=sheet.strips)
    painter.head(sheet)
    painter.columns(sheet.columns, rows)
    for line in sheet.lines:
        painter.line(line, sheet.columns)
    painter.down(16)
    for row in sheet.legend:
        painter.legend(row)
    painter.trend(sheet.trend)
    return png(painter.rows)


def spans(sheet: Sheet) -> Sequence[Span]:
    """Return the place of each column: beside the words of a line, or over the whole width."""
    start = MARGIN + (0 if sheet.strips else NAME_WIDTH)
    shares = [NARROW if column.narrow else 1.0 for column in sheet.columns]
    unit = (WIDTH - MARGIN - start) / sum(shares)
    ends = list(accumulate(shares, initial=0.0))
    return [Span(start + unit * left, start + unit * right) for left, right in pairwise(ends)]


def entry_width(words: str) -> float:
    return 40 + 10 + font(REGULAR, SMALL).getlength(words) + 26


class Painter:
    """An image, of the numbers of our colours, being painted from the top; `rows` are a PNG's, one pixel wider."""

    def __init__(
        self, height: int, columns: Sequence[Span], *, strips: bool, width: int = WIDTH, ground: str = PAPER
    ) -> None:
        self.rows = Image.new("L", (BEFORE + width, height), number(ground))
        self.canvas = self.rows.im
        self.spans = columns
        self.strips = strips
        self.bands: Sequence[tuple[int, int]] = ()
        self.y = 0

    def down(self, pixels: int) -> None:
        self.y += pixels

    def fill(self, box: tuple[float, float, float, float], colour: str) -> None:
        left, top, right, bottom = map(int, box)
        self.canvas.paste(number(colour), (left + BEFORE, top, right + BEFORE + 1, bottom + 1))

    def press(self, pressed: Stamp, x: int, y: int) -> None:
        """A stamp from a point on, cut off at the picture's edges."""
        numbers, shape, left, top = pressed
        width, height = numbers.size
        left, top = left + x + BEFORE, top + y
        box = left, top, left + width, top + height
        if shape is None:
            self.canvas.paste(numbers, box)
        else:
            self.canvas.paste(numbers, box, shape)

    def write(self, at: tuple[float, float], words: str, *, size: int, bold: bool = False, **how: str) -> None:
        """Words in logical order, at a point; `fill` and `ground` colours, `anchor` as Pillow has it."""
        if words:
            (x, y), (whole_x, whole_y) = at, map(floor, at)
            face, part = BOLD if bold else REGULAR, (x - whole_x, y - whole_y)
            fill, ground = how.get("fill", INK), how.get("ground", PAPER)
            pressed = words_stamp(visual(words), face, size, how.get("anchor", "lm"), part, fill, ground)
            self.press(pressed, whole_x, whole_y)

    def write_across(self, at: tuple[int, int], words: str, *, size: int) -> None:
        x, y = at
        self.write(at, words, size=size)
        numbers, shape, left, top = words_stamp(visual(words), REGULAR, size, "lm", (0, 0), INK, BAND)
        width, height = numbers.size
        for start, stop in self.bands:
            begin, end = max(start - x - left, 0), min(stop - x - left, width)
            if begin < end:
                part = begin, 0, end, height
                self.press(Stamp(numbers.crop(part), shape and shape.crop(part), left + begin, top), x, y)

    def head(self, sheet: Sheet) -> None:
        self.write((MARGIN, 40), sheet.title, size=TITLE, bold=True)
        self.write((MARGIN, 81), sheet.subtitle, size=MEDIUM, fill=GREY)
        self.down(HEAD)

    def columns(self, columns: Sequence[SheetColumn], rows: int) -> None:
        dim = (span for column, span in zip(columns, self.spans, strict=True) if column.dim)
        self.bands = [(floor(span.left), floor(span.right)) for span in dim]
        for left, right in self.bands:
            self.fill((left, self.y, right - 1, self.y + HEADINGS + rows), BAND)
        for column, span in zip(columns, self.spans, strict=True):
            self.heading(column, span)
        self.down(HEADINGS)

    def heading(self, column: SheetColumn, span: Span) -> None:
        colour = TODAY if column.now else GREY
        size = SMALL if span.right - span.left > STRIP else SMALL - 4
        if not column.narrow:
            top = self.y + (20 if column.below else 44)
            how = {"anchor": "mm", "ground": BAND if column.dim else PAPER}
            self.write((span.middle, top), column.above, size=size, bold=column.now, fill=colour, **how)
            below = colour if column.now else INK
            self.write((span.middle, self.y + 50), column.below, size=size, bold=True, fill=below, **how)
        if column.now:
            self.fill((floor(span.left) + 2, self.y + 63, floor(span.right) - 3, self.y + 67), TODAY)

    def line(self, line: SheetRow, columns: Sequence[SheetColumn]) -> None:
        height = self.name(line)
        for column, span, cell in zip(columns, self.spans, line.cells, strict=True):
            box = (round(span.left) + GAP // 2, self.y, round(span.right) - GAP // 2, self.y + height - GAP)
            if not (column.narrow and cell.state in {State.AHEAD, State.OFF}):
                self.cell(cell, box, BAND if column.dim else PAPER)
        self.down(height)

    def name(self, line: SheetRow) -> int:
        if self.strips:
            (shown,) = name_lines(line.words, line.instead, 1, WIDTH - 2 * MARGIN)
            self.write_across((MARGIN, self.y + STRIP_WORDS - 16), shown, size=MEDIUM)
            self.down(STRIP_WORDS)
            return STRIP
        shown_lines = name_lines(line.words, line.instead, 2, NAME_WIDTH - 12)
        top = self.y + (CELL - GAP) / 2 - 15 * (len(shown_lines) - 1)
        for below, shown in enumerate(shown_lines):
            self.write((MARGIN, top + 30 * below), shown, size=MEDIUM)
        return CELL

    def cell(self, cell: SheetCell, box: tuple[int, int, int, int], ground: str = PAPER) -> None:
        """A day: filled when closed, framed while open, a thin outline where it was not opened, hatched when off."""
        left, top, right, bottom = box
        width, height = right - left, bottom - top
        if cell.now:
            self.press(tile_stamp(width + 8, height + 8, PAPER, TODAY, 3, ground=ground), left - 4, top - 4)
        if cell.state is not State.AHEAD:
            under = PAPER if cell.now else ground
            self.press(day_stamp(plain(cell), width, height, under, RAISED if cell.figure else 0), left, top)
            self.figure(cell, (left + width / 2, top + height / 2 + 17))

    def figure(self, cell: SheetCell, at: tuple[float, float]) -> None:
        """A day's percentage, in the middle of a point: there are too many to keep a day of each."""
        if cell.figure:
            fill, _, ink, _ = style(cell)
            self.write(at, cell.figure, size=SMALL - 1, fill=ink, ground=fill, anchor="mm")

    def legend(self, entries: Sequence[tuple[SheetCell, str]]) -> None:
        x = float(MARGIN)
        for cell, words in entries:
            left, top = round(x), self.y + 4
            self.cell(cell, (left, top, left + 40, top + 38))
            self.write((x + 50, self.y + 23), words, size=SMALL)
            x += entry_width(words)
        self.down(LEGEND_LINE)

    def trend(self, trend: Trend) -> None:
        self.write((MARGIN, self.y + 26), trend.title, size=MEDIUM, bold=True)
        self.down(50)
        xs = self.places(len(trend.values))
        for percent in (0, 50, 100):
            level = self.level(percent)
            self.fill((xs[0] - 22, level - 1, xs[-1] + 22, level), FAINT)
            self.write((xs[0] - 30, level), str(percent), size=SMALL - 2, fill=GREY, anchor="rm")
        points = [(x, self.level(value)) for x, value in zip(xs, trend.values, strict=True) if value is not None]
        self.curve(points)
        self.figures(points, [value for value in trend.values if value is not None])
        for x, words in zip(xs, trend.ticks, strict=True):
            self.write((x, self.y + PLOT + 24), words, size=SMALL - 2, fill=GREY, anchor="mm")

    def places(self, count: int) -> Sequence[float]:
        """Return how far right each point stands: below its column, or evenly spaced where it is of no column."""
        if count == len(self.spans) and not self.strips:
            return [span.middle for span in self.spans]
        left, right = MARGIN + 76, WIDTH - MARGIN - 30
        return [left + (right - left) * number / max(count - 1, 1) for number in range(count)]

    def level(self, percent: int) -> int:
        return round(self.y + 14 + (PLOT - 28) * (100 - percent) / 100)

    def curve(self, points: Sequence[tuple[float, float]]) -> None:
        """The points joined, smooth at the edges; painted twice as large, no larger than what it reaches over."""
        if not points:
            return
        xs, ys = zip(*points, strict=True)
        left, top = (floor(min(each)) - POINT for each in (xs, ys))
        width, height = (ceil(max(each)) + POINT - least for each, least in ((xs, left), (ys, top)))
        large = Image.new("L", (width * 2, height * 2), 0)
        draw = ImageDraw.Draw(large)
        scaled = [(2 * (x - left), 2 * (y - top)) for x, y in points]
        if len(scaled) > 1:
            draw.line(scaled, fill=255, width=CURVE, joint="curve")
        for x, y in scaled:
            draw.ellipse((x - POINT, y - POINT, x + POINT, y + POINT), fill=255)
        self.press(stamp(large.resize((width, height), Image.Resampling.BOX), TODAY, PAPER), left, top)

    def figures(self, points: Sequence[tuple[float, float]], values: Sequence[int]) -> None:
        """Percentages over their points, but for those too near to the next one; the last is always written."""
        free = float(WIDTH)
        for (x, y), value in reversed(list(zip(points, values, strict=True))):
            if x <= free:
                at = round(x), round(y) + (-22 if value < HIGH else 24)
                self.press(halo_stamp(str(value), BOLD, SMALL), *at)
                self.write(at, str(value), size=SMALL, bold=True, anchor="mm")
                free = x - 56


@lru_cache(NAMES_KEPT)
def name_lines(words: str, instead: str, most: int, room: int) -> Sequence[str]:
    """A line's words as they are written, on at most `most` lines as wide as the room."""
    return folded(drawable(SheetRow(words, instead, ())), most, font(REGULAR, MEDIUM).getlength, room)


def plain(cell: SheetCell) -> SheetCell:
    return replace(cell, figure="") if cell.figure else cell


@lru_cache(DAYS_KEPT)
def day_stamp(cell: SheetCell, width: int, height: int, ground: str, raised: int) -> Stamp:
    """A day's tile with its letter, perhaps raised above the middle; today's lies on more than its ground."""
    fill, frame, ink, edge = style(cell)
    hatched = cell.state is State.OFF
    tile = tile_stamp(width, height, fill, frame, min(edge, width // 6), ground=ground, hatched=hatched)
    painter = Painter(height, (), strips=False, width=width, ground=ground)
    painter.press(tile, 0, 0)
    how = {"fill": ink, "ground": fill, "anchor": "mm"}
    painter.write((width / 2, height / 2 - raised), cell.letter, size=min(LARGE, width + 2), bold=True, **how)
    return Stamp(painter.canvas.crop((BEFORE, 0, BEFORE + width, height)), tile.shape if cell.now else None)


def style(cell: SheetCell) -> tuple[str, str, str, int]:
    """Fill, frame, ink and the frame's width of a cell."""
    light = cell.light
    if cell.state is State.CLOSED:
        colour = LIGHT[light] if light else EMPTY
        return colour, colour, ON_LIGHT[light] if light else PAPER, OUTLINE
    if cell.state is State.OPEN:
        return (TINT[light], LIGHT[light], INK, FRAME) if light else (PAPER, EMPTY, INK, FRAME)
    return PAPER, FAINT, GREY, OUTLINE
