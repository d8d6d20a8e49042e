"""Pictures as such: pure, legible, small; and a person's words as far as a font has them."""

import asyncio
import io
from collections import OrderedDict
from itertools import pairwise

import msgspec
from PIL import Image

from bot.chat import pictures
from bot.chat.pictures import paint, painted
from bot.chat.pictures.colours import BAND, LIGHT, ON_LIGHT, PAPER, TINT, TODAY, palette
from bot.chat.pictures.painter import WIDTH
from bot.chat.pictures.sheet import Sheet, SheetCell, SheetColumn, SheetRow, State, Trend
from bot.chat.pictures.words import drawable, folded, font, in_font, visual
from core.base.model import Semaforo
from tests.naughty import STRINGS
from tests.tables import each_row

WEEK = [SheetColumn(f"d{number}", str(number), dim=number > 4, now=number == 3) for number in range(7)]
LEGIBLE, LARGE_LETTERS = 7, 3
"""Contrast that anybody can read, and that large letters need."""


def sheet(*names: str, cells=(), columns=WEEK, strips=False) -> Sheet:
    """A week of some people, each with the same cells."""
    row = [*cells, *[SheetCell(State.AHEAD)] * (len(columns) - len(cells))]
    return Sheet(
        title="Equipo",
        subtitle="16–22 nov 2026",
        columns=columns,
        lines=[SheetRow(name, "@ana", row) for name in names],
        legend=[[(SheetCell(State.CLOSED, Semaforo.ROJO, "R"), "Rojo")]],
        trend=Trend("Promedio", [40, None, 60, None, None, None, None], ["l", "m", "x", "j", "v", "s", "d"]),
        strips=strips,
    )


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def colours_of(image: Image.Image) -> set[str]:
    return {"#{:02x}{:02x}{:02x}".format(*colour) for _, colour in image.getcolors(1 << 20)}


def test_the_same_numbers_are_the_same_bytes():
    cells = [SheetCell(State.CLOSED, Semaforo.VERDE, "V", "60"), SheetCell(State.OPEN, Semaforo.ROJO, "R", "5")]
    assert paint(sheet("Ana", "Luis", cells=cells)) == paint(sheet("Ana", "Luis", cells=cells))


def test_other_numbers_are_another_picture():
    one, other = (
        paint(sheet("Ana", cells=[SheetCell(State.CLOSED, Semaforo.VERDE, "V", figure)])) for figure in ("6", "7")
    )
    assert one != other


async def test_painting_is_beside_the_event_loop():
    ticking = asyncio.create_task(asyncio.sleep(0))
    await painted(sheet("Ana"))
    assert ticking.done()


def test_a_day_off_is_painted_into_no_narrow_column():
    narrow = [SheetColumn("S", "21", dim=True, narrow=True), *WEEK]
    none, off = (paint(sheet("Ana", cells=[SheetCell(state)], columns=narrow)) for state in (State.AHEAD, State.OFF))
    assert none == off


@each_row(Semaforo)
def test_a_light_is_a_colour_with_its_letter(light):
    with_letter, without = (
        opened(paint(sheet("Ana", cells=[SheetCell(State.CLOSED, light, letter)]))) for letter in ("V", "")
    )
    assert LIGHT[light] in colours_of(without)
    assert with_letter.tobytes() != without.tobytes()


def test_states_differ_without_their_colour():
    looks = [
        opened(paint(sheet("Ana", cells=[SheetCell(state, Semaforo.VERDE, "V")]))).convert("L").tobytes()
        for state in State
    ]
    assert len(set(looks)) == len(State)


def test_weekends_are_dimmed_and_today_is_marked():
    assert {BAND, TODAY} <= colours_of(opened(paint(sheet("Ana"))))
    plain = [msgspec.structs.replace(column, dim=False, now=False) for column in WEEK]
    assert BAND not in colours_of(opened(paint(sheet("Ana", columns=plain))))
    marked, unmarked = (paint(sheet("Ana", cells=[SheetCell(State.CLOSED, now=now)])) for now in (True, False))
    assert marked != unmarked


def test_nothing_is_painted_in_other_colours():
    flat = palette().getpalette()
    known = {"#{:02x}{:02x}{:02x}".format(*flat[at : at + 3]) for at in range(0, len(flat), 3)}
    assert len(known) <= 256
    cells = [SheetCell(state, light, "V", "5", now=True) for state in State for light in (Semaforo.VERDE, None)][:7]
    assert colours_of(opened(paint(sheet("Ana", cells=cells)))) <= known


@each_row([False, True])
def test_a_picture_is_upright_and_small(strips):
    cells = [SheetCell(State.CLOSED, light, "V", "100") for light in Semaforo]
    png = paint(sheet(*["María José"] * 8, cells=cells, strips=strips))
    width, height = opened(png).size
    assert width == WIDTH
    assert width < height <= 1280
    assert len(png) <= 60_000


def luminance(colour: str) -> float:
    values = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


@each_row(Semaforo)
def test_letters_stand_out_from_their_light(light):
    assert contrast(LIGHT[light], ON_LIGHT[light]) >= LARGE_LETTERS + 1
    assert contrast(TINT[light], "#1b222d") >= LEGIBLE
    assert contrast(PAPER, "#1b222d") >= LEGIBLE


def test_lights_differ_in_brightness_from_their_neighbours():
    for one, other in pairwise(Semaforo):
        assert contrast(LIGHT[one], LIGHT[other]) >= 1.4


@each_row(
    [
        ("Ana Torres", "Ana Torres"),
        ("  Łukasz \n Żółć ", "Łukasz Żółć"),
        ("Jose\u0301", "José"),
        ("Đặng Thị Ngọc Ánh", "Đặng Thị Ngọc Ánh"),
        ("Ωμέγα Ёжик", "Ωμέγα Ёжик"),
        ("👩🏽\u200d💻 Zoë 🌮 Núñez", "Zoë Núñez"),
        ("ana\u202egnirts", "anagnirts"),
        ("דוד", "דוד"),
        ("محمد", "محمد"),
        ("王小明", "@ana"),
        ("Ana 王", "@ana"),
        ("🎉🎉", "@ana"),
        ("\u200b \ufe0f", "@ana"),
        ("…!", "@ana"),
    ]
)
def test_names_are_drawn_whole_or_not_at_all(name, drawn):
    assert drawable(SheetRow(name, "@ana", [])) == drawn


@each_row(STRINGS)
def test_no_name_is_drawn_as_an_empty_box(name):
    words = drawable(SheetRow(name, "@ana", []))
    assert words
    for shown in folded(words, 2, font("DejaVuSansCondensed.ttf", 27).getlength, 220):
        assert [char for char in visual(shown) if not char.isspace() and not in_font(char)] == []


def test_names_of_every_kind_are_painted():
    for start in range(0, len(STRINGS), 10):
        assert paint(sheet(*STRINGS[start : start + 10]))
        assert paint(sheet(*STRINGS[start : start + 10], strips=True))


def test_right_to_left_words_are_joined_and_in_order():
    assert visual("דוד") == "דוד"[::-1]
    assert visual("Ana דוד") == "Ana דוד"[:4] + "דוד"[::-1]
    assert "\ufedf" in visual("لله") or "\ufee0" in visual("لله")
    assert all(in_font(char) for char in visual("محمد عبد الله بن لادن") if char != " ")


def test_a_long_name_takes_two_lines_and_then_an_ellipsis():
    def width_of(words: str) -> int:
        return 10 * len(words)

    assert folded("Ana", 2, width_of, 100) == ["Ana"]
    assert folded("María Fernanda López", 2, width_of, 140) == ["María Fernanda", "López"]
    assert folded("María Fernanda de la Concepción", 2, width_of, 140) == ["María Fernanda", "de la Concepc…"]
    assert folded("Supercalifragilístico", 2, width_of, 100) == ["Supercali…"]
    assert folded("María Fernanda", 1, width_of, 100) == ["María Fer…"]
    assert folded("M", 2, width_of, 5) == ["…"]


async def test_a_picture_seen_again_is_not_painted_again_and_the_oldest_are_forgotten(monkeypatch):
    asked = []
    monkeypatch.setattr(pictures, "paint", lambda sheet: asked.append(sheet.lines[0].words) or asked[-1].encode())
    monkeypatch.setattr(pictures, "kept", OrderedDict())
    names = [f"Ana {number}" for number in range(pictures.PICTURES_KEPT)]
    for name in [*names, names[0], "Luis", names[0]]:
        assert await painted(sheet(name)) == name.encode()
    assert asked == [*names, "Luis"]
    assert len(pictures.kept) == pictures.PICTURES_KEPT
    await painted(sheet(names[1]))
    assert asked[-1] == names[1]
