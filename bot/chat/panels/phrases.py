"""How a person's words were understood: which reading was chosen, and what was left out."""

from collections.abc import Iterable, Sequence

from bot.chat.panels.components import Scene
from core.language.phrases.model import Doubt, Note

WORDS_UNITS = 60
MOST_DOUBTS = 5


def notes_text(scene: Scene, notes: Iterable[Note]) -> str:
    """Which reading was chosen, in brackets behind a value; nothing where there was but one."""
    text = "; ".join(scene.say(f"note_{note}") for note in notes)
    return f" <i>({text})</i>" if text else ""


def doubt_lines(scene: Scene, found: Sequence[Doubt]) -> list[str]:
    """A line for each of the first few phrases that were left alone, with why."""
    return [
        scene.say(f"doubt_{doubt.why}", words=scene.user_text(doubt.words, WORDS_UNITS))
        for doubt in found[:MOST_DOUBTS]
    ]
