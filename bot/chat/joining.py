"""The choice of messages, due together, that are sent as one, and how they read.

News come first, then at most one question with its buttons: of two, words would not say which they answer. What has a
picture, links or more than one part is a message by itself. A red is asked about before all else, then one's day.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.chat.asked import buttons_of
from bot.chat.context import ChatContext
from bot.chat.handlers.pushing import Push
from bot.chat.outgoing import parts
from bot.chat.panels.components import MESSAGE_UNITS, NO_BREAK, Button, Panel, Row, units_of_html
from core.delivery.sending import Claimed
from core.records.messages import MessageKind

BETWEEN = "\n\n"
FIRST_FIGURE = ord("①")
MOST_BUTTONS = 60
"""The most buttons in one message; Telegram takes a hundred."""

OF_THE_DAY = (MessageKind.OPEN_PROMPT, MessageKind.AVANCE_PROMPT, MessageKind.CLOSE_PROMPT)

BETWEEN_QUESTIONS = 60.0
"""The seconds that a question waits for its person to answer another one that was due with it."""


class Drawn(Struct, frozen=True):
    """A claimed message as it reads now, in the context of its chat."""

    claimed: Claimed
    ctx: ChatContext
    push: Push

    @property
    def asks(self) -> bool:
        return bool(buttons_of(self.push.panel))


class Chosen(Struct, frozen=True):
    """Messages to be sent as one in this order, and the others, each with the seconds after which it is sent."""

    together: Sequence[Drawn]
    later: Sequence[tuple[Drawn, float]]


def choose(drawn: Sequence[Drawn]) -> Chosen:
    """Choose which of somebody's messages, the longest due first, are sent as one now."""
    first, *others = drawn
    if not may_join(first):
        return Chosen([first], [(each, 0.0) for each in others])
    asking = sorted((each for each in drawn if each.asks and may_join(each)), key=urgency)
    news: list[Drawn] = []
    for each in drawn:
        if not each.asks and may_join(each) and fits([*asking[:1], *news, each]):
            news.append(each)
    together = [*news, *asking[:1]]
    left = [each for each in drawn if not any(each is one for one in together)]
    return Chosen(together, [(each, BETWEEN_QUESTIONS if each in asking else 0.0) for each in left])


def urgency(each: Drawn) -> int:
    """The place of a question among several: a red, one's day, any other."""
    kind = each.claimed.message.kind
    return 0 if kind is MessageKind.RED else 1 if kind in OF_THE_DAY else 2


def may_join(each: Drawn) -> bool:
    panel = each.push.panel
    plain = all(isinstance(button, Button) for row in panel.rows for button in row)
    return plain and not panel.picture and len(parts(panel)) == 1


def fits(together: Sequence[Drawn]) -> bool:
    panels = [each.push.panel for each in together]
    units = sum(units_of_html(panel.html) + len(BETWEEN) + 2 for panel in panels)
    return units <= MESSAGE_UNITS and sum(len(row) for panel in panels for row in panel.rows) <= MOST_BUTTONS


def in_one(together: Sequence[Drawn]) -> Push:
    """Draw several messages as one, numbered where buttons of two of them say the same."""
    asks = together[-1] if together[-1].asks else None
    panels = [each.push.panel for each in together]
    if say_the_same(panels):
        panels = list(numbered(panels))
    rows = [row for panel in panels for row in panel.rows]
    stays = [row for panel in (panels[:-1] if asks else panels) for row in panel.rows]
    screens = [each.push.screen for each in reversed(together)]
    whole = Push(screens[0], Panel(BETWEEN.join(panel.html for panel in panels), rows), screens, stays=stays)
    return replace(whole, asks=asks.push.panel, asked_for=asks.claimed.message.id) if asks else whole


def say_the_same(panels: Sequence[Panel]) -> bool:
    labels = Counter(label for panel in panels for label in {each.label for row in panel.rows for each in row})
    return any(count > 1 for count in labels.values())


def numbered(panels: Sequence[Panel]) -> Iterator[Panel]:
    """Yield the panels, those with buttons with a figure before their text and each button."""
    figures = (chr(FIRST_FIGURE + number) for number in range(len(panels)))
    for panel in panels:
        figure = f"{next(figures)}{NO_BREAK}" if panel.rows else ""
        yield replace(panel, html=f"{figure}{panel.html}", rows=[with_figure(row, figure) for row in panel.rows])


def with_figure(row: Row, figure: str) -> Row:
    return [replace(each, label=f"{figure}{each.label}") for each in row]
