"""Parts that the cards of all drafts share."""

from collections.abc import Collection, Sequence

from bot.chat.callbacks.drafts import DraftCard, DropDraft, Field, SaveDraft
from bot.chat.panels.components import Button, Row, Scene, escape, in_rows, label
from core.people.colleagues import Colleague, mentioned_by_name

NAMES_SHOWN = 5
WORDS_UNITS = 40
A_ROW = 3


def card_text(scene: Scene, title: str, lines: Sequence[str], notes: Sequence[str], question: str) -> str:
    parts = ["\n".join([f"<b>{title}</b> · {scene.say('draft_not_saved')}", *lines])]
    parts += ["\n".join(notes)] if notes else []
    return "\n\n".join([*parts, question] if question else parts)


def unknown_lines(scene: Scene, names: Sequence[str]) -> list[str]:
    """Names that stand for nobody, or for more than one."""
    if not names:
        return []
    shown = ", ".join(scene.user_text(f"@{name}", WORDS_UNITS) for name in names[:NAMES_SHOWN])
    return [scene.say("draft_unknown", names=shown)]


def without_at_lines(
    scene: Scene, key: str, words: str, people: Sequence[Colleague], chosen: Collection[int]
) -> list[str]:
    """That somebody whom the words name without @ is not among those chosen, and how they would be."""
    return handle_lines(scene, key, mentioned_by_name(words, [person for person in people if person.id not in chosen]))


def handle_lines(scene: Scene, key: str, meant: Sequence[Colleague]) -> list[str]:
    """How people who may have been meant are named; nothing where there is nobody."""
    if not meant:
        return []
    names = ", ".join(escape(label(person.display_name)) for person in meant[:NAMES_SHOWN])
    return [scene.say(key, names=names, handles=" ".join(f"@{person.username}" for person in meant[:NAMES_SHOWN]))]


def save_row(scene: Scene, draft: int, *, complete: bool, anyway: bool = False) -> Row:
    save = scene.button("save_anyway" if anyway else "save", SaveDraft(draft, anyway))
    return [*([save] if complete else []), scene.button("drop", DropDraft(draft))]


def correction_rows(scene: Scene, draft: int, fields: Sequence[Field]) -> list[Row]:
    buttons = [Button(scene.say(f"field_button_{field.name}"), DraftCard(draft, field)) for field in fields]
    return in_rows(buttons, A_ROW)


def back_row(scene: Scene, draft: int, *, drop: bool = False) -> Row:
    forget = [scene.button("drop", DropDraft(draft))] if drop else []
    return [scene.button("back_to_draft", DraftCard(draft)), *forget]
