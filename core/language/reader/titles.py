"""The tasks that a text calls by words of their titles: "la factura" is "Facturar noviembre".

A word is one of a title where both have the same stem, or where they differ by a slip of the finger. Words that several
open tasks have say less than those of one task alone, and a verb at the beginning of a title says nothing by itself.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from rapidfuzz.distance import OSA

from core.language.phrases.stems import LINKS, SHORTEST, stem
from core.language.reader.words import PlainWord, words_of

FUZZY_LETTERS = 6
"""A shorter word with another letter is too often another word."""
MOST_WORDS = 400
"""The most words of a text that are looked at for titles."""


class Mention(Struct, frozen=True):
    """Words at `[first, last]` that name a task: the one of `tasks`, or any of several."""

    first: int
    last: int
    tasks: tuple[int, ...]
    words: int = 1


class Titles:
    """The titles of open tasks by their stems."""

    def __init__(self, descriptions: Mapping[int, str]) -> None:
        self.weak: defaultdict[int, set[str]] = defaultdict(set)
        self.by_stem: defaultdict[str, set[int]] = defaultdict(set)
        self.stems: dict[int, frozenset[str]] = {}
        self.first_words: dict[int, str] = {}
        for task, description in descriptions.items():
            words = [word.text for word in words_of(description) if word.is_word]
            telling = [each for each in map(stem, words) if each and each not in LINKS]
            self.stems[task] = frozenset(telling)
            self.first_words[task] = next(iter(words), "")
            if len(telling) > 1 and self.first_words[task] in ANY_VERB:
                self.weak[task].add(telling[0])
            for each in telling:
                self.by_stem[each].add(task)
        self.by_length: defaultdict[int, list[str]] = defaultdict(list)
        for each in self.by_stem:
            self.by_length[len(each)].append(each)
        self.near: dict[str, str] = {}

    def stem_of(self, word: str) -> str:
        """Return the stem of a title that a word has, perhaps but for one letter; "" where it has none."""
        own = stem(word)
        if not own or own in LINKS or own in self.by_stem:
            return own if own in self.by_stem else ""
        if len(own) < FUZZY_LETTERS:
            return ""
        if own not in self.near:
            others = (other for size in (-1, 0, 1) for other in self.by_length[len(own) + size])
            self.near[own] = next((other for other in others if OSA.distance(own, other, score_cutoff=1) == 1), "")
        return self.near[own]

    def mentions(self, words: Sequence[PlainWord]) -> Sequence[Mention]:
        """Return the places where tasks are named, from left to right; the most telling ones where they overlap."""
        stems = [self.stem_of(word.text) if word.is_word else "" for word in words[:MOST_WORDS]]
        found = [run for start, each in enumerate(stems) if each for run in self.runs_from(start, stems, words)]
        found.sort(key=lambda run: (-run[0], run[1]))
        taken: list[Mention] = []
        used: set[int] = set()
        for weight, first, last, matched in found:
            if used.isdisjoint(range(first, last + 1)):
                tasks = tuple(
                    dict.fromkeys(
                        task
                        for task in sorted(self.by_stem[next(iter(matched))])
                        if matched <= self.stems[task] and not matched <= self.weak[task]
                    )
                )
                if tasks and weight:
                    used.update(range(first, last + 1))
                    taken.append(Mention(first, last, tasks, len(matched)))
        return sorted(taken, key=lambda mention: mention.first)

    def runs_from(
        self, start: int, stems: Sequence[str], words: Sequence[PlainWord]
    ) -> Sequence[tuple[float, int, int, frozenset[str]]]:
        """Return for each task that the word at a place names how telling its words from there on are, and their end.

        A word that comes again begins another name.
        """
        runs = []
        for task in sorted(self.by_stem[stems[start]]):
            if stems[start] in self.weak[task]:
                continue
            matched, last = {stems[start]}, start
            for place in range(start + 1, len(stems)):
                if stems[place] in matched:
                    break
                if stems[place] and task in self.by_stem[stems[place]]:
                    matched.add(stems[place])
                    last = place
                elif words[place].text not in LINKS or words[place].breaks:
                    break
            weight = sum(1 / len(self.by_stem[each]) for each in matched - self.weak[task]) + len(matched) / 100
            if matched - self.weak[task]:
                runs.append((weight, start, last, frozenset(matched)))
        return runs


class KnownTitles(Struct, frozen=True):
    """The titles that a message may call: of the tasks that its writer sees, their own ones, and their events ahead."""

    tasks: Titles
    own_tasks: Titles
    events: Titles


NO_TITLES = Titles({})


ANY_VERB = frozenset(
    (
        *("revisar", "enviar", "mandar", "preparar", "actualizar", "llamar", "hacer", "terminar", "ver", "pedir"),
        *("comprar", "entregar", "pagar", "subir", "checar", "confirmar", "agendar", "buscar", "cerrar", "crear"),
        *("dar", "definir", "escribir", "firmar", "hablar", "llevar", "mover", "organizar", "pasar", "poner"),
        *("recoger", "renovar", "responder", "sacar", "solicitar", "traer", "contestar", "armar", "acabar"),
        *("conseguir", "imprimir", "hacerle", "review", "send", "prepare", "update", "call", "renew", "write", "check"),
        *("make", "get", "finish", "buy", "book", "order", "fix", "build", "test", "plan", "set", "create", "pay"),
        *("file", "schedule", "prep", "organize", "collect", "print", "move", "add", "find", "ask", "confirm", "close"),
        *("deliver", "request", "complete"),
    )
)
"""Verbs of which any task may be: "Enviar factura", "Send invoice"."""


def numbered(words: Sequence[PlainWord], tasks: Collection[int], before: Collection[str]) -> Sequence[Mention]:
    """Return the places where a task is called by its number: "#12", "la 12", "tarea 12"; "12" alone if it is one."""
    found: list[Mention] = []
    for place, word in enumerate(words):
        if not word.text.isdecimal() or len(word.text) > SHORTEST * 3:
            continue
        sign = words[place - 1].text if place else ""
        if sign == "#" or (sign in before and int(word.text) in tasks):
            found.append(Mention(place - 1, place, (int(word.text),)))
        elif int(word.text) in tasks and is_alone(words, place):
            found.append(Mention(place, place, (int(word.text),)))
    return found


def is_alone(words: Sequence[PlainWord], place: int) -> bool:
    """Return whether a number alone calls a task: where a part begins or behind a verb, with something said of it."""
    before = words[place - 1].text if place else ","
    behind = words[place + 1].text if place + 1 < len(words) else ""
    begins = not before[0].isalnum() or before in JOINING or words[place].breaks
    return (begins and behind in SAID_OF_IT) or (before in DONE_WITH and behind not in COUNTED)


JOINING = frozenset(("y", "e", "and", "but", "pero"))
SAID_OF_IT = frozenset(
    (
        *("ya", "va", "sigue", "igual", "lista", "listo", "quedo", "casi", "esta", "salio", "en", "al", "ni"),
        *("is", "at", "done", "went", "still", "halfway", "almost", "half", "same", "stuck", "finished"),
        *("red", "green"),
    )
)
DONE_WITH = frozenset(("touch", "touched", "finished", "termine", "acabe", "cerre", "toque"))
COUNTED = frozenset(("%", "de", "of", "percent", "por", "puntos", "points", "dias", "days", "horas", "hours"))
