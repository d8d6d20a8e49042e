"""Parts that panels share: a person's text made safe, lights, bars, buttons, pages; and Telegram's lengths.

Telegram counts UTF-16 units after the HTML is read: 4096 in a message, whatever a description holds.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import TypeVar
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from bot.chat.callbacks.callback_data import Callback, Screen
from bot.chat.panels.answers import ANSWERED_BY
from core.base.calendar_time import ONE_DAY, local_date
from core.base.model import Language, Semaforo, TaskStatus
from core.base.paging import NumberedPage
from core.language.i18n import date_beside, date_range, day_of_month, long_date, text, time_of_day
from core.language.reader.intents import Intent
from core.people.working_time import WhyOff
from core.records.work import Attachment, DailyLogItem, Task, TeamRow, TelegramFile
from core.work.red import RedItem

T = TypeVar("T")

MESSAGE_UNITS, CAPTION_UNITS = 4096, 1024
BUTTON_UNITS = 40
COPIED_UNITS = 256
LINE_UNITS = 100
SEGMENTS = 5

PARTS_OF_DAY = {"evening": 19, "afternoon": 12, "morning": 5}
"""The hour from which each greeting is used; before the earliest it is still night."""

LIGHTS = {Semaforo.VERDE: "🟢", Semaforo.AMARILLO: "🟡", Semaforo.NARANJA: "🟠", Semaforo.ROJO: "🔴"}
FILE = "📎"
UNOPENED = "⚪\ufe0f"
"""Shown instead of a light for a day that is not open or is empty; drawn as an emoji like the lights."""
NOT_WORKED = "➖"
"""Shown instead of a light for a day that need not be opened."""
NO_BREAK = "\u00a0"
ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
NO_ISOLATES = dict.fromkeys(range(0x2066, 0x206A))
"""Direction marks in people's own words are left out: they would end ours, or stay open after the words."""
TURNING = frozenset(("R", "AL", "AN", "RLE", "RLO", "LRE", "LRO"))
"""Kinds of characters, as Unicode calls them, that set the direction of those around them."""


class Style(StrEnum):
    """A button's colour: red, green or blue. Older servers and apps leave it out, so a label never relies on it."""

    DANGER = "danger"
    SUCCESS = "success"
    PRIMARY = "primary"


class Button(Struct, frozen=True):
    """A label and where it goes or what it changes; `answers`: what is said that presses it where it is asked for."""

    label: str
    callback: Callback
    style: Style | None = None
    answers: Sequence[Intent] = ()

    def styled(self, style: Style | None) -> "Button":
        return replace(self, style=style)


class Link(Struct, frozen=True):
    """A label and a link to the private chat with the bot, or `to_group`; `/start` brings `start` along.

    With a `person`, by their Telegram @name, it leads to the chat with them.
    """

    label: str
    start: str = ""
    to_group: bool = False
    person: str = ""

    def url(self, username: str) -> str:
        if self.person:
            return f"https://t.me/{self.person}"
        wanted = "startgroup" if self.to_group else "start"
        return f"https://t.me/{username}" + (f"?{wanted}={self.start}" if self.start else "")


class Copy(Struct, frozen=True):
    """A label and what its button puts on the clipboard: 1 to `COPIED_UNITS`."""

    label: str
    copied: str


Row = Sequence[Button | Link | Copy]
LIGHT_STYLES = {Semaforo.VERDE: Style.SUCCESS, Semaforo.ROJO: Style.DANGER}
"""The colours of buttons for lights; there are none for yellow and orange."""


class Panel(Struct, frozen=True):
    """A message: HTML and rows of buttons; with a picture (PNG), that with the HTML as its caption.

    `chooses`: its buttons are a choice, whatever is said on them.
    """

    html: str
    rows: Sequence[Row] = ()
    picture: bytes = b""
    chooses: bool = False

    def under(self, heading: str) -> "Panel":
        """The panel below a plain sentence; unchanged for "", and where it begins with that sentence by itself."""
        said = escape(heading)
        return self if self.html.startswith(said) else replace(self, html=f"{said}\n\n{self.html}")


class Scene(Struct, frozen=True):
    """The circumstances that panels are drawn in: a language, the business date and zone, the reader's zone and id.

    `shared`: it is read by several people, each with a clock of their own.
    """

    language: Language
    today: date
    zone: ZoneInfo
    own_zone: ZoneInfo | None = None
    reader: int = 0
    shared: bool = False

    @property
    def clock(self) -> ZoneInfo:
        """The zone whose times the reader is shown: their own, else the business zone."""
        return self.own_zone or self.zone

    def say(self, key: str, **params: object) -> str:
        """A text of the chat; it is HTML, so parameters that are a person's words must be HTML already."""
        return text(self.language, f"chat.{key}", **params)

    def short(self, day: date) -> str:
        """A date that stays on one line, with its year where that is not this one."""
        return date_beside(self.language, day, self.today).replace(" ", NO_BREAK)

    def days(self, first: date, last: date) -> str:
        """«16–22 nov», with the year unless both are of this one."""
        return date_range(self.language, first, last, year={first.year, last.year} != {self.today.year})

    def long(self, day: date) -> str:
        return long_date(self.language, day)

    def time(self, at: datetime, clock: ZoneInfo) -> str:
        return time_of_day(self.language, at, clock)

    def instant(self, at: datetime, words: str) -> str:
        """Words for a time, as HTML, in whose place each reader of a shared panel is shown it by their own clock."""
        unix = int(at.timestamp())
        return f'<tg-time unix="{unix}" format="t">{escape(words)}</tg-time>' if self.shared else escape(words)

    def when(self, at: datetime, clock: ZoneInfo) -> str:
        """A time by a clock, with its date where that is not today's."""
        day, time = local_date(at, clock), self.time(at, clock)
        return time if day == self.today else f"{self.short(day)} {time}"

    def button(self, key: str, callback: Callback, **params: object) -> Button:
        """A button whose label is a text of the chat."""
        return Button(self.say(f"button_{key}", **params), callback, answers=ANSWERED_BY.get(key, ()))

    def back(self, key: str, callback: Callback, **params: object) -> Button:
        """A button that leads back to a screen, whose title is a text of the chat: «‹ Equipo»."""
        return Button(f"‹ {self.say(key, **params)}", callback)

    def user_text(self, words: str, units: int = LINE_UNITS) -> str:
        """A person's words on one line of at most `units`, as HTML; their direction does not leak out of them."""
        line = " ".join(words.translate(NO_ISOLATES).split())
        return f"{ISOLATE}{escape(shorten(line, units))}{POP_ISOLATE}" if line else f"<i>{self.say('no_text')}</i>"

    def user_block(self, words: str, units: int) -> str:
        """A person's words with their line breaks, cut to `units`, as HTML."""
        if not words.strip():
            return f"<i>{self.say('no_text')}</i>"
        lines = shorten(words.translate(NO_ISOLATES), units).split("\n")
        return "\n".join(f"{ISOLATE}{escape(line)}{POP_ISOLATE}" if line else "" for line in lines)


def same_clock(scene: Scene, clock: ZoneInfo, at: datetime) -> bool:
    """Return whether a reader's clock shows then what the business zone's does."""
    return at.astimezone(clock).utcoffset() == at.astimezone(scene.zone).utcoffset()


def files_text(scene: Scene, files: Sequence[Attachment | TelegramFile]) -> str:
    """A file by its name, else by what it is: «📎 foto»; several by how many they are."""
    if len(files) > 1:
        return f"{FILE} {scene.say('files', count=len(files))}"
    return f"{FILE} {files[0].name or scene.say(f'file_{files[0].kind}')}"


def escape(words: str) -> str:
    return html.escape(words, quote=False)


def label(words: str, units: int = BUTTON_UNITS) -> str:
    """A person's words on a button, or a name; isolated if they could change the direction of what is around them."""
    line = " ".join(words.translate(NO_ISOLATES).split())
    return f"{ISOLATE}{shorten(line, units - 2)}{POP_ISOLATE}" if sets_direction(line) else shorten(line, units)


def name_html(words: str, units: int = BUTTON_UNITS) -> str:
    """A name within a text, as HTML."""
    return escape(label(words, units))


def given_name(display_name: str) -> str:
    """Return the name to speak to somebody by: the first of theirs, or all of «Lic. Ana Ruiz» and «Ruiz, Ana»."""
    first = (display_name.split() or [""])[0]
    return label(display_name if first.endswith((".", ",")) else first)


def greeting(scene: Scene, at: datetime, display_name: str) -> str:
    """«Buenos días, Ana.» by the reader's clock, as plain text."""
    hour = at.astimezone(scene.clock).hour
    part = next((part for part, since in PARTS_OF_DAY.items() if hour >= since), "evening")
    return scene.say(f"greeting_{part}", name=given_name(display_name))


def sets_direction(words: str) -> bool:
    """Return whether a character of the words is read from right to left, or has what follows read so."""
    return not words.isascii() and any(unicodedata.bidirectional(char) in TURNING for char in words)


def units_of(words: str) -> int:
    """Length as Telegram counts it."""
    return len(words) + sum(1 for char in words if char > "\uffff")


def shorten(words: str, units: int) -> str:
    """The words, or as many of them as fit with an ellipsis."""
    if units_of(words) <= units:
        return words
    return cut(words, units - 1).rstrip() + "…"


def cut(words: str, units: int) -> str:
    """The longest beginning of at most `units` UTF-16 units."""
    return words.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore")


def percentage(language: Language, percent: int) -> str:
    """«60 %», on one line, / "60%"."""
    return f"{percent}{NO_BREAK}%" if language is Language.ES else f"{percent}%"


def progress_bar(percent: int, language: Language) -> str:
    """`▰▰▰▱▱ 60 %`."""
    full = percent * SEGMENTS // 100
    return f"{'▰' * full}{'▱' * (SEGMENTS - full)} {percentage(language, percent)}"


def task_title(scene: Scene, task: Task) -> str:
    return f"<b>#{task.id}</b> {scene.user_text(task.descripcion)}"


def task_named(scene: Scene, task_id: int, words: str) -> str:
    """A task within a sentence: «Lona del stand» (#13); its number alone where nothing is known of it."""
    return scene.say("task_named", id=task_id, words=scene.user_text(words)) if words else f"#{task_id}"


def due(scene: Scene, thing: DailyLogItem | TeamRow | Task | RedItem, on: date) -> str:
    """Say when something is due, and whether that is before the day `on`; of a closed thing, that it is closed."""
    if thing.estatus is TaskStatus.CERRADA:
        return scene.say("item_closed")
    return scene.say("due_late" if thing.fecha_cumplir < on else "due", date=scene.short(thing.fecha_cumplir))


def status_and_due(scene: Scene, thing: DailyLogItem | TeamRow | Task, on: date) -> str:
    """The state and the due date; for a closed task, only the text of `due`."""
    if thing.estatus is TaskStatus.CERRADA:
        return due(scene, thing, on)
    return f"{scene.say(f'status_{thing.estatus}')} · {due(scene, thing, on)}"


def off_text(scene: Scene, why: WhyOff, where: str, on: date | None = None) -> str:
    """Why somebody does not work on a day, as HTML, in the words of a panel.

    That is `day`, `own_day`, `summary`, `ledger` or `meeting`. `on`: the day, with which the absence may end.
    """
    if why.until and why.until == on:
        return scene.say(f"off_that_day_{where}")
    if why.until:
        return scene.say(f"off_absence_{where}", date=scene.short(why.until))
    if why.holiday:
        return scene.say(f"off_holiday_{where}", name=escape(why.holiday.names[scene.language]))
    return scene.say(f"off_day_off_{where}")


def day_row(scene: Scene, fecha: date, callback: Callable[[date], Callback]) -> Row:
    """The day before, today if this is another day, and the day after."""
    before, after = fecha - ONE_DAY, fecha + ONE_DAY
    today = [] if fecha == scene.today else [scene.button("today", callback(scene.today))]
    return [
        Button(f"◀ {day_of_month(scene.language, before)}".replace(" ", NO_BREAK), callback(before)),
        *today,
        Button(f"{day_of_month(scene.language, after)} ▶".replace(" ", NO_BREAK), callback(after)),
    ]


PIECE = re.compile(r"&[^&;]+;|.", re.DOTALL)
TAG = re.compile(r"<[^<>]*>")


def messages(source: str, most: int = MESSAGE_UNITS) -> list[str]:
    """HTML as messages of at most `most` units, split between lines, or within a line that is too long for one.

    Tags must be closed on the line that opens them, and a line with tags must be short. A message of blank lines alone,
    which Telegram refuses, is left out.
    """
    parts: list[str] = []
    current, size = "", 0
    for line in (piece for long in source.split("\n") for piece in pieces(long, most)):
        units = units_of_html(line)
        if current and size + 1 + units > most:
            parts.append(current)
            current, size = line, units
        elif current:
            current, size = f"{current}\n{line}", size + 1 + units
        else:
            current, size = line, units
    return [part for part in (*parts, current) if part.strip()] or [current]


def units_of_html(source: str) -> int:
    """Length as Telegram counts it once it has read the HTML: tags are nothing, a character reference is one."""
    return units_of(html.unescape(TAG.sub("", source)))


def pieces(line: str, most: int) -> list[str]:
    """A line, or its pieces of at most `most` units, character references whole."""
    if units_of_html(line) <= most:
        return [line]
    found: list[str] = []
    current: list[str] = []
    size = 0
    for part in PIECE.findall(line):
        units = units_of(html.unescape(part))
        if size + units > most:
            found.append("".join(current))
            current, size = [], 0
        current.append(part)
        size += units
    return [*found, "".join(current)]


def and_more(scene: Scene, count: int, shown: int) -> list[str]:
    """«y 3 más», where fewer are shown than there are."""
    return [scene.say("and_more", count=count - shown)] if count > shown else []


def plus_more(count: int, shown: int) -> list[str]:
    """Say how many more there are, where there is little room: «+3»."""
    return [f"+{count - shown}"] if count > shown else []


def listed(names: Sequence[str], most: int, scene: Scene | None = None) -> str:
    """The first of some names, and how many more there are: with a scene in words."""
    more = and_more(scene, len(names), most) if scene else plus_more(len(names), most)
    return ", ".join([*names[:most], *more])


def pages(things: Sequence[T], screen: Screen, size: int, at: str = "page") -> tuple[int, Sequence[T], Row]:
    """The page that exists nearest to that of a screen's field `at`, what is on it, and the buttons that turn it."""
    part, last = NumberedPage(getattr(screen, at), size), max((len(things) - 1) // size, 0)
    page, shown = part.nearest(len(things)), part.of(things)
    turning = {"‹": (page - 1) % (last + 1), f"{page + 1}/{last + 1}": page, "›": (page + 1) % (last + 1)}
    buttons = [Button(text, replace(screen, **{at: number})) for text, number in turning.items()]
    return page, shown, buttons if last else []


def task_button(task_id: int, words: str, callback: Callback) -> Button:
    return Button(f"#{task_id} · {label(words)}", callback)


def ticked(words: str, chosen: bool) -> str:
    """Words for a choice, with a mark behind the present one."""
    return f"{words} ✓" if chosen else words


def name_of(names: Mapping[int, str], person: int) -> str:
    """A person's name, plain; their number where it is not known."""
    return names.get(person, f"#{person}")


def in_rows(buttons: Sequence[Button], width: int) -> list[Row]:
    return [buttons[start : start + width] for start in range(0, len(buttons), width)]
