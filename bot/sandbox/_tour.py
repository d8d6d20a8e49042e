"""The tour of the page: a line about the page, and steps to try, each ticked once it is seen to be done."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.sandbox._model import Json


@dataclass(frozen=True)
class Step:
    """Something to try: `text` tells it; the page proposes that `person` (an @name) begins by writing `write`.

    It is done once the bot shows `person`, or `shown_to`, in their own chat a message that matches the expression
    `shown`.
    """

    text: str
    person: str
    write: str
    shown: str
    shown_to: str = ""


@dataclass(frozen=True)
class Tour:
    """A tour; `line` says in one line what is on the page, and as whom to try it."""

    line: str
    steps: Sequence[Step]


class Progress:
    """The progress in a tour: the steps that are done. `id_of` gives the id of a person by @name."""

    def __init__(self, tour: Tour, id_of: Callable[[str], int]) -> None:
        self.tour = tour
        self.writers = [id_of(step.person) for step in tour.steps]
        self.readers = [id_of(step.shown_to or step.person) for step in tour.steps]
        self.done = [False] * len(tour.steps)

    def see(self, chat_id: int, text: str) -> bool:
        """Note a message of the bot, and return whether a step is done by it."""
        before = list(self.done)
        for at, step in enumerate(self.tour.steps):
            self.done[at] |= self.readers[at] == chat_id and re.search(step.shown, text) is not None
        return self.done != before

    def view(self) -> Json:
        steps = [
            {"text": step.text, "person_id": person, "write": step.write, "done": done}
            for step, person, done in zip(self.tour.steps, self.writers, self.done, strict=True)
        ]
        return {"line": self.tour.line, "steps": steps}
