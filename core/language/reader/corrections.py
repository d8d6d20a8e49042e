"""What a message says to be right instead of a report that was just made: "perdón, era 60", "no, era la factura"."""

from msgspec import Struct

from core.language.phrases.corrections import percent_said_at_last, without_beginning
from core.language.reader.acts import Heard
from core.language.statements.reading import task_meant


class Correction(Struct, frozen=True):
    """The task that a report is of instead, or the percentage that is right; None where that is not said."""

    task: int | None
    percent: int | None


def read_correction(heard: Heard) -> Correction | None:
    """Give what a message corrects; None of one that says anything else, too, or does not begin as a correction."""
    meant = without_beginning(heard.text)
    task = task_meant(heard.text) or task_meant(heard.numbered)
    percent = percent_said_at_last(meant) if meant != heard.text else None
    return Correction(task, percent) if task or percent is not None else None
