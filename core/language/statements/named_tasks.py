"""Tasks that a sentence names by words of their descriptions: "el contrato ya va al 70" is said of "#12"."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from core.language.accents import PLAIN
from core.language.questions.reading import MOST_LETTERS

WORD = re.compile(r"[^\W_]+")
SHORTEST = 3
LINKS = frozenset(
    (
        *("a", "al", "con", "de", "del", "e", "el", "en", "la", "las", "lo", "los", "para", "por", "y"),
        *("and", "for", "in", "of", "on", "the", "to", "with"),
    )
)
"""What may stand between the words that name a task."""
SAYS_NOTHING = frozenset(
    (
        *("que", "mis", "sus", "una", "uno", "unos", "unas", "this", "that", "his", "her", "its", "our", "your", "not"),
        *("tarea", "tareas", "task", "tasks", "pendiente", "tema", "asunto", "listo", "lista", "done"),
        *("termine", "acabe", "cerre", "complete", "mande", "deje"),
        *("hoy", "ayer", "manana", "today", "tomorrow", "yesterday"),
    )
)
ENDING = re.compile(r"(?<=\w{4})(?:(?:a|i|u|ca|)[ct]ion(?:es|s)?|ion(?:es|s)?|[aei]r|ing|ate)$")
"""Endings that tell "migración" from "migrar"; what is left is the same."""
BEFORE = re.compile(
    r"(?:\b(?:lo|(?:la|el|the) (?:tarea|tema|asunto|pendiente|task))(?: (?:de|of|about))?(?P<of>l)? )?"
    r"(?:\b(?P<joined>al|del) |\b(?:el|la|los|las|mi|mis|the|my) )?$"
)
"""What belongs to a name before it: an article, "lo del …"."""


class Named(Struct, frozen=True):
    """The sentence with the first task's number in place of the name, and the tasks that the name may mean.

    There are several if their descriptions have equally many of the words.
    """

    words: str
    tasks: Sequence[int]


def named_task(text: str, descriptions: Mapping[int, str]) -> Named | None:
    """The task whose description has the most of some words in a row; None if no description has any of them.

    Also None if the sentence says nothing but the name.
    """
    words = [(stem(found[0]), *found.span()) for found in WORD.finditer(text.translate(PLAIN))]
    said = {word for word, _, _ in words} - LINKS - {""}
    if len(text) > MOST_LETTERS or not said:
        return None
    any_of_them = re.compile("|".join(map(re.escape, said)))
    tasks_by_word: defaultdict[str, set[int]] = defaultdict(set)
    for task, description in descriptions.items():
        if any_of_them.search(description.translate(PLAIN)):
            for word in stems(description) & said:
                tasks_by_word[word].add(task)
    runs = [run for start in range(len(words)) for run in runs_from(start, words, tasks_by_word)]
    if not runs:
        return None
    most = max(len(matched) for matched, *_ in runs)
    tasks = list(dict.fromkeys(task for matched, task, *_ in runs if len(matched) == most))
    matched, _, start, end = next(run for run in runs if len(run[0]) == most)
    same = [task for task in tasks if matched <= stems(descriptions[task])]
    numbered = with_number(text, start, end, same[0])
    return Named(numbered, same) if WORD.search(numbered.replace(f"#{same[0]}", "", 1)) else None


def with_all_numbers(named: Named, descriptions: Mapping[int, str]) -> str:
    """The words with a number in place of each further name that is clear: "#12 40, factura 70" as "#12 40, #15 70"."""
    words, others = named.words, {task: text for task, text in descriptions.items() if task not in named.tasks}
    while (more := named_task(words, others)) and len(more.tasks) == 1:
        words = more.words
        del others[more.tasks[0]]
    return words


def runs_from(
    start: int, words: Sequence[tuple[str, int, int]], tasks_by_word: Mapping[str, Collection[int]]
) -> Sequence[tuple[set[str], int, int, int]]:
    """For each task that the word at a place is of: its words from there on, and where these begin and end."""
    found = []
    for task in sorted(tasks_by_word.get(words[start][0], ())):
        matched, end = set[str](), start
        for place in range(start, len(words)):
            word = words[place][0]
            if task in tasks_by_word.get(word, ()):
                matched.add(word)
                end = place
            elif word not in LINKS:
                break
        found.append((matched, task, words[start][1], words[end][2]))
    return found


def with_number(text: str, start: int, end: int, task: int) -> str:
    plain = text[:start].translate(PLAIN)
    before = BEFORE.search(plain)
    begin = before.start() if before else start
    joined = {"al": "a ", "del": "de "}.get((before and before["joined"]) or "", "")
    joined = "" if before and before[0].startswith("lo ") else joined
    return f"{text[:begin]}{joined}#{task}{text[end:]}"


def stems(text: str) -> set[str]:
    return {stem(word) for word in WORD.findall(text.translate(PLAIN))}


def stem(word: str) -> str:
    """A word of either language without the endings of a plural or of a verb; "" if it is a word that names nothing."""
    if word in LINKS:
        return word
    if len(word) < SHORTEST or word.isdigit() or word in SAYS_NOTHING:
        return ""
    return ENDING.sub("", word).removesuffix("s").removesuffix("e")
