"""Parts that the cards of all drafts share, and how a person's words were understood."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.chat.callbacks.callback_data import Callback, minute_number
from bot.chat.callbacks.drafts import DraftCard, DropDraft, Field, SaveDraft, SetField
from bot.chat.panels.components import Button, Row, Scene, in_rows, label, name_html
from bot.chat.panels.conflicts import span_text
from core.base.calendar_time import Interval
from core.language.i18n import listing
from core.language.phrases.model import Doubt, Note
from core.people.colleagues import Colleague, mentioned_by_name, nearly_mentioned

NAMES_SHOWN = 5
A_ROW = 3
WORDS_UNITS, MOST_DOUBTS = 60, 5


def card_text(scene: Scene, title: str, lines: Sequence[str], notes: Sequence[str], question: str) -> str:
    parts = ["\n".join([f"<b>{title}</b> · {scene.say('draft_not_saved')}", *lines])]
    parts += ["\n".join(notes)] if notes else []
    return "\n\n".join([*parts, question] if question else parts)


def unknown_lines(scene: Scene, names: Sequence[str]) -> list[str]:
    """Names that stand for nobody, or for more than one."""
    if not names:
        return []
    written = [name if " " in name else f"@{name}" for name in names[:NAMES_SHOWN]]
    shown = ", ".join(scene.user_text(name, WORDS_UNITS) for name in written)
    return [scene.say("draft_unknown", names=shown)]


def meant_people(
    words: str, people: Sequence[Colleague], chosen: Collection[int], unsure: Sequence[Colleague] = ()
) -> Sequence[Colleague]:
    """Return who may be meant besides those chosen: words name them, also without @ or almost, or they are `unsure`."""
    others = [person for person in people if person.id not in chosen]
    named = mentioned_by_name(words, others) or [each for each in nearly_mentioned(words, people) if each in others]
    return [*named, *(person for person in unsure if person in others and person not in named)][:NAMES_SHOWN]


def meant_lines(scene: Scene, key: str, meant: Sequence[Colleague]) -> list[str]:
    """The question whether these people are meant; nothing if there are none."""
    names = [name_html(person.display_name) for person in meant]
    return [scene.say(key, names=listing(scene.language, names))] if meant else []


def meant_rows(
    scene: Scene, meant: Sequence[Colleague], counts_in: Callable[[int], Callback], key: str = "add_person"
) -> list[Row]:
    """Return a button for each of the people meant."""
    return in_rows(
        [scene.button(key, counts_in(person.id), name=label(person.display_name)) for person in meant], A_ROW
    )


def sets_day(screen: DraftCard) -> Callable[[date], SetField]:
    return lambda day: SetField(screen.draft, screen.field, day.toordinal())


def sets_person(screen: DraftCard) -> Callable[[int, bool, int], SetField]:
    """Return a function that gives the action to take a person in, or out by the negative id; it stays on its page."""
    return lambda person, on, page: SetField(screen.draft, screen.field, person if on else -person, page)


def slot_button(scene: Scene, draft: int, slot: Interval, clock: ZoneInfo, mark: str = "") -> Button:
    """Return the button that has the draft be at a time."""
    return Button(f"{mark}{span_text(scene, slot, clock)}", SetField(draft, Field.SLOT, minute_number(slot.start)))


def save_row(scene: Scene, draft: int, *, complete: bool, anyway: bool = False, words: str = "") -> Row:
    """The buttons to save a draft, once it is complete, and to drop it; the first may have words of its own."""
    save = scene.button("save_anyway" if anyway else "save", SaveDraft(draft, anyway))
    save = replace(save, label=words or save.label)
    return [*([save] if complete else []), scene.button("drop", DropDraft(draft))]


def correction_rows(scene: Scene, draft: int, fields: Sequence[Field]) -> list[Row]:
    buttons = [Button(scene.say(f"field_button_{field.name}"), DraftCard(draft, field)) for field in fields]
    return in_rows(buttons, A_ROW)


def back_row(scene: Scene, draft: int, *, drop: bool = False) -> Row:
    forget = [scene.button("drop", DropDraft(draft))] if drop else []
    return [scene.button("back_to_draft", DraftCard(draft)), *forget]


def notes_text(scene: Scene, notes: Iterable[Note]) -> str:
    """Say which reading was chosen, in brackets behind a value; nothing if there was but one, or the value says it."""
    text = "; ".join(scene.say(f"note_{note}") for note in notes if note is not Note.MORNING)
    return f" <i>({text})</i>" if text else ""


def doubt_lines(scene: Scene, found: Sequence[Doubt]) -> list[str]:
    """A line for each of the first few phrases that were left alone, with why."""
    return [
        scene.say(f"doubt_{doubt.why}", words=scene.user_text(doubt.words, WORDS_UNITS))
        for doubt in found[:MOST_DOUBTS]
    ]
