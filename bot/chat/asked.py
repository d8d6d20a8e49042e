"""The buttons of a message that asks something, and the words that press each."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.chat import callbacks
from bot.chat.callbacks.asked_tasks import AnswerAsked
from bot.chat.callbacks.callback_data import Screen, write
from bot.chat.callbacks.day import StartReport
from bot.chat.callbacks.drafts import DropDraft, SaveDraft
from bot.chat.callbacks.history import Undo, UndoOld
from bot.chat.panels.answers import Intents, asks
from bot.chat.panels.components import Button, Panel, Row
from core.language.accents import without_accents
from core.language.phrases.stems import stem
from core.language.reader.intents import Intent
from core.language.reader.short_answers import without_phrases

SAVE = write(SaveDraft(0)).partition(":0")[0]
TAKE = write(AnswerAsked(0, accepted=True)).partition(":0")[0]
SIGNS = {
    **dict.fromkeys(("👍", "❤", "🔥", "👌", "💯", "👏", "🎉", "🙏", "🤝", "🆒"), Intent.YES),
    "👎": Intent.NO,
}
"""The answers that signs alone give to a question."""
WORDS = re.compile(r"[^\W_]+")
PLACES = {
    **dict.fromkeys(("primera", "primero", "primer", "first"), 0),
    **dict.fromkeys(("segunda", "segundo", "second"), 1),
    **dict.fromkeys(("tercera", "tercero", "tercer", "third"), 2),
    **dict.fromkeys(("ultima", "ultimo", "last"), -1),
}
BESIDE_A_PLACE = frozenset(("la", "el", "the", "one", "opcion", "option", "porfa", "please", "ese", "esa"))


POINTS_AT = re.compile(
    r"\W*(?:(?:si|ok|pues|ah|oh|yes|es|era|seria|sorry|perdon|no|digo)[\s,]+){0,3}"
    r"(?:(?:es|a|de|con)\s+)?(?:l[ao]s?|el|esa|ese|the)\s+(?=(?:de|del|que|one|for|about|tarea|task|#?[0-9]+)\b|#)"
)
"""The beginning of words that point at a choice: "la de las lonas", "la 8"."""
NOT_IT = frozenset(("no", "not", "ni", "tampoco", "nunca", "todavia", "aun", "never", "yet", "or", "o"))
BESIDE_A_CALL = frozenset(
    (
        *("de", "del", "la", "las", "el", "los", "lo", "un", "una", "que", "es", "tarea", "para", "con", "en"),
        *("a", "y"),
        *("the", "of", "one", "for", "about", "task", "with"),
    )
)
"""Words beside those with which a choice is called."""


class AskedButton(Struct, frozen=True, array_like=True):
    """A button as it stands in the chat: its label, callback data, and the intents that press it.

    `row`: where it stands among those that stay once the question is answered, which is not its own.
    """

    label: str
    callback: str
    answers: Intents = ()
    row: int | None = None


class Asked(Struct, frozen=True):
    """A message that asked something; `outbox_id`: its message of the outbox, if nobody asked for it."""

    message_id: int
    screen: Screen | None
    buttons: Sequence[AskedButton]
    outbox_id: int | None = None

    @property
    def is_named_long(self) -> bool:
        """True where an order can mean nothing else for hours: a draft to be saved, a change to be taken back."""
        return any(isinstance(callbacks.read(each.callback), SaveDraft | Undo | UndoOld) for each in self.buttons)


class ToAsked(Struct, frozen=True):
    """The button that an answer presses, else whether it leaves the question or puts it off; and what more is said.

    `wants_nothing`: what more is said belongs to the answer.
    """

    button: AskedButton | None
    later: bool = False
    rest: str = ""
    wants_nothing: bool = False


def buttons_of(panel: Panel | None) -> Sequence[AskedButton]:
    """The buttons by which a panel is answered, if it asks something; a draft asks whether to save it.

    While the card of a draft asks something else, "sí" and "no" are said to that.
    """
    if panel is None:
        return ()
    buttons = [each for row in panel.rows for each in row if isinstance(each, Button)]
    draft = any(isinstance(each.callback, SaveDraft) for each in buttons)
    if not (panel.chooses or draft or asks(panel.html)):
        return ()
    if draft and asks(panel.html):
        buttons = [
            replace(each, answers=()) if isinstance(each.callback, SaveDraft | DropDraft) else each for each in buttons
        ]
    return [AskedButton(each.label, write(each.callback), each.answers) for each in buttons]


def beside(rows: Sequence[Row]) -> Sequence[AskedButton]:
    """Buttons of other messages that were sent as one with a question."""
    return [
        AskedButton(each.label, write(each.callback), row=number)
        for number, row in enumerate(rows)
        for each in row
        if isinstance(each, Button)
    ]


def rows_beside(buttons: Sequence[AskedButton]) -> Sequence[Row]:
    """Return the rows from which `beside` made buttons; those of an older version are left out."""
    rows: dict[int, list[Button]] = {}
    for each in buttons:
        if each.row is not None and (callback := callbacks.read(each.callback)):
            rows.setdefault(each.row, []).append(Button(each.label, callback))
    return [rows[number] for number in sorted(rows)]


def encode(buttons: Sequence[AskedButton]) -> str:
    return msgspec.json.encode(buttons).decode() if buttons else ""


def decode(buttons: str) -> Sequence[AskedButton]:
    return msgspec.json.decode(buttons, type=list[AskedButton]) if buttons else ()


def named(words: str, buttons: Sequence[AskedButton]) -> AskedButton | None:
    """Return the one button that words name, by its label or by its place: "la segunda".

    A number alone is what a panel takes by itself: a percentage, an hour, a task's.
    """
    said = plain(words)
    if not any(word.isalpha() for word in said):
        return None
    found = [each for each in buttons if plain(each.label) == said]
    if len(found) == 1:
        return found[0]
    places = [PLACES[word] for word in said if word in PLACES]
    if len(places) == 1 and all(word in PLACES or word in BESIDE_A_PLACE for word in said):
        return buttons[places[0]] if places[0] < len(buttons) else None
    return None


def called(words: str, buttons: Sequence[AskedButton]) -> AskedButton | None:
    """Return the one button that words point at by what stands on it: "la de las lonas", "la 8 por favor".

    All that is said beside a pointing and words of courtesy must stand on that button, and on no other.
    """
    pointing = POINTS_AT.match(without_accents(words))
    if pointing is None or "?" in words or not NOT_IT.isdisjoint(plain(words)[1:]):
        return None
    said = [word for word in without_phrases(without_accents(words)[pointing.end() :]) if word not in BESIDE_A_CALL]
    if not said:
        return None
    found = [each for each in buttons if stems_of(said) <= stems_of(plain(each.label))]
    return found[0] if len(found) == 1 else None


def stems_of(words: Sequence[str]) -> AbstractSet[str]:
    return frozenset(stem(word) or word for word in words)


def answering(buttons: Sequence[AskedButton], intent: Intent) -> AskedButton | None:
    """The first button that an intent presses."""
    return next((each for each in buttons if intent in each.answers), None)


def by_sign(buttons: Sequence[AskedButton], signs: str) -> AskedButton | None:
    """The button that a reaction presses, or a message of the same sign alone.

    Where somebody is asked how it goes, a thumb up says that it goes on as it was, and one down begins the report.
    """
    intent = SIGNS.get(signs.strip().rstrip("\ufe0f"))
    if intent is None:
        return None
    how_it_goes = going_on(buttons) if intent is Intent.YES else not_going_on(buttons)
    return how_it_goes or answering(buttons, intent)


def going_on(buttons: Sequence[AskedButton]) -> AskedButton | None:
    """The button that says that all goes on as it was."""
    return next((each for each in buttons if reports_of(each) is True), None)


def not_going_on(buttons: Sequence[AskedButton]) -> AskedButton | None:
    """The button that begins a report where one may as well say that all goes on as it was."""
    return next((each for each in buttons if reports_of(each) is False), None) if going_on(buttons) else None


def reports_of(button: AskedButton) -> bool | None:
    """Return whether a button of the day reports that nothing has changed; None where it reports nothing."""
    callback = callbacks.read(button.callback)
    return callback.unchanged if isinstance(callback, StartReport) else None


def is_take(button: AskedButton) -> bool:
    """Return whether the button takes, at a yes, a task that a colleague asks one to take."""
    return button.callback.startswith(TAKE) and Intent.YES in button.answers


def is_save(button: AskedButton) -> bool:
    """Return whether the button saves a draft at a yes."""
    return button.callback.startswith(SAVE) and Intent.YES in button.answers


def plain(words: str) -> Sequence[str]:
    return WORDS.findall(without_accents(words))
