"""A day's report in one message: "12 70, 15 rojo falta la factura @luis, 18 listo, enviar".

A part begins with a task's number; its light, its percentage or that it is done follow, and the rest is the reason. In
one breath parts also follow each other by "y la", and bare values by nothing at all: "1 70 2 80". Words are made
single-spaced first, and no pattern here repeats white space: each would begin anew at every blank of a long gap.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from core.base.model import Semaforo
from core.language.phrases.model import Ending, ReportLine, SpokenReport
from core.language.phrases.shorthand import slips
from core.language.phrases.task_numbers import in_digits
from core.language.spacing import single_spaced

DONE, HALF, MOST_PERCENT = 100, 50, 100
COLOURS = {
    Semaforo.VERDE: ("verde", "green"),
    Semaforo.AMARILLO: ("amarillo", "amarilla", "yellow"),
    Semaforo.NARANJA: ("naranja", "orange"),
    Semaforo.ROJO: ("rojo", "roja"),
}
"""Words that are known with one slip of the finger as well: none of these slips is another word."""
SIGNS = {
    Semaforo.VERDE: "🟢",
    Semaforo.AMARILLO: "🟡",
    Semaforo.NARANJA: "🟠",
    Semaforo.ROJO: "red|atorad[oa]|bloquead[oa]|parad[oa]|detenid[oa]|stuck|blocked|🔴",
}
LIGHT_WORDS = {
    light: "|".join([*words, *sorted({slip for word in words for slip in slips(word)}), SIGNS[light]])
    for light, words in COLOURS.items()
}
LIGHT = "|".join(f"(?P<{light}>(?:{words})(?!\\w))" for light, words in LIGHT_WORDS.items())
BEFORE_VALUE = (
    r"(?:(?:ya|va|voy|iba|sigue|todav[ií]a|a[uú]n|still|como|casi|like|about|around|queda|esta|está|quedó|quedo|anda"
    r"|lleva|la\s(?:dejo|dej[eé]|llevo|tengo)"
    r"|is|was|at|al|a|en|in|to|now)\s)*"
)
PERCENT = r"(?P<percent>[0-9]{1,9})(?P<sign>\s?(?:%|por\s?ciento|percent))?(?![.,]?[0-9])(?!\w)"
HALF_DONE = r"(?P<half>(?:a\sla\s)?mitad\b|a\smedias\b|half(?:way)?(?:\s(?:done|there|way))?)(?=\s?(?:[,;.!]|$))"
ALL_DONE = (
    r"(?P<done>(?:(?:(?:list|hech|terminad|acabad|complet|cerrad)[oa]|echo|done|finished|ready|completed?)\b"
    r"|ya\s(?:qued[oó]|est[aá]|sali[oó]|estuvo)(?=\s?(?:[,;.!]|$))|(?:ya\s)?la\s(?:termin[eé]|acab[eé])\b|✅))"
)
SAME = r"(?P<same>(?:igual|lo mismo|sin cambios?|same|no changes?|unchanged)\b)"
SAYS_HOW = rf"\s?[,:=–-]?\s?(?P<before>{BEFORE_VALUE})(?:{PERCENT}|{HALF_DONE}|{ALL_DONE}|{SAME}|{LIGHT})"
VALUE = re.compile(SAYS_HOW, re.IGNORECASE)
NUMBERED = r"(?:(?:la\s|the\s)?(?:tarea|task)\s|la\s)?#?"
"""Words that may stand before the number of a task."""
TASK = re.compile(rf"\s?{NUMBERED}(?P<task>[0-9]{{1,9}})(?![.,:/–-]?[0-9])(?=[\s:=).,–-]|$)[.):]?", re.IGNORECASE)
OPENING = re.compile(
    r"^\s?(?:(?:oye|hola|mi|my)\s)*(?:avance|reporte|update|progress|report|status)(?:\s(?:de\s)?(?:hoy"
    r"|today))?\s?[:,-]?\s"
    r"(?=(?:la\s)?#?[0-9])",
    re.IGNORECASE,
)
"""Words by which a message says that it is a report: "mi avance de hoy:"."""
PARTS = re.compile(rf"\s?(?:[,;\n]\s?(?:(?:y|and)\s)?|\s(?:y|and)\s)(?={NUMBERED}[0-9])", re.IGNORECASE)
SENTENCE = re.compile(
    r"\s?(?:(?:la|the)\s|(?P<verb>(?:pon(?:me|le)?|deja|marca|actualiza|put|set|mark|update)\s)(?=(?:la\s)?#?[0-9]))",
    re.IGNORECASE,
)
"""The beginning of a sentence about a task, rather than of a list of values."""
SHARED = re.compile(
    rf"(?P<tasks>{NUMBERED}[0-9]{{1,9}}(?:\s?,\s?{NUMBERED}[0-9]{{1,9}})*\s(?:y|and)\s{NUMBERED}[0-9]{{1,9}})"
    rf"(?=\s)(?P<how>{SAYS_HOW})\s?[.!]?\s?",
    re.IGNORECASE,
)
"""One value of several tasks: "1 y 2 al 50"."""
TASK_AND_VALUE = re.compile(rf"\s?{NUMBERED}(?P<task>[0-9]{{1,9}})\s{SAYS_HOW}(?=\s|[.!]?\s?$)", re.IGNORECASE)
ENDING = re.compile(
    r"\s?[,;\n]\s?(?:(?:y|and)\s)?(?:"
    r"(?P<both>(?:envía|envia|enviar|manda|mandar|send)(?:lo|\sit)?\s(?:y|and)\s(?:cierra|cerrar|close)"
    r"(?:\s(?:el\sdía|el\sdia|the\sday))?)"
    r"|(?P<send>(?:envía|envia|enviar|manda|mandar)(?:lo)?(?:\s(?:el\s)?avance)?|send(?:\s(?:it|the\sreport))?)"
    r"|(?P<close>(?:cierra|cerrar)(?:\sel\sd[ií]a)?|close(?:\sthe\sday)?)"
    r")\s?[.!]?\s?$",
    re.IGNORECASE,
)
SAID_IN_PASSING = re.compile(
    r"\s?(?:[,;\n]\s?(?:y\s|and\s)?|\s(?:y|and)\s)(?:ya\s|con\seso\s)?(?:"
    r"(?P<both>(?:env[ií](?:o|a|ar)|mand(?:o|a|ar)|send)(?:lo|\sit)?\s(?:y|and)\s(?:cierro|cierra|cerrar|close))"
    r"|(?P<send>(?:env[ií](?:o|a|ar)|mand(?:o|a|ar))(?:\s(?:el\s|mi\s)?avance)?|send(?:\s(?:it|the\sreport))?)"
    r"|(?P<close>(?:cierro|cierra(?:me)?|ci[eé]rra(?:lo|me)|cerrar|me\svoy|close|(?:i'?m\s)?closing|i'?m\sdone)"
    r"(?:\s(?:(?:el|mi|the|my)\s)?(?:d[ií]a|day|jornada))?)"
    r")\s?[.!]?\s?$",
    re.IGNORECASE,
)
"""An end of the day that is said behind a value without a comma, or in the first person: it is offered."""
BETWEEN = " \t\n,;:.–-"


def read_ending(words: str) -> Ending | None:
    """Return the wish of "enviar", "cerrar" or "envía y cierra" alone; None for other words."""
    found = ENDING.fullmatch(f",{single_spaced(words)}")
    return ending_of(found) if found else None


def ending_of(found: re.Match[str]) -> Ending:
    return Ending(bool(found["both"] or found["send"]), bool(found["both"] or found["close"]))


def read_report(words: str, day: Collection[int] = ()) -> SpokenReport | None:
    """The report that words are; None if they are none.

    `day`: the tasks of the day. Behind a reason, what begins with another number and says nothing of a task is part of
    that: "15 rojo faltan tornillos, 3 cajas".
    """
    words = OPENING.sub("", in_digits(single_spaced(words)), count=1)
    sentence = SENTENCE.match(words)
    if sentence and sentence["verb"]:
        words = words[sentence.end("verb") :]
    if shared := SHARED.fullmatch(words.strip()):
        words = ", ".join(f"{task}{shared['how']}" for task in re.findall("[0-9]+", shared["tasks"]))
    ending = ENDING.search(words)
    lines = list(read_lines(words[: ending.start()] if ending else words, day))
    passing = None if ending else SAID_IN_PASSING.search(words)
    if passing and (before := list(read_lines(words[: passing.start()], day))) and not before[-1].reason:
        lines = before
    else:
        passing = None
    if not any(line.understood for line in lines) or (sentence and not is_list_of_values(lines)):
        return None
    wanted = ending_of(ending) if ending else Ending(send=False, close=False)
    return SpokenReport(tuple(lines), wanted.send, wanted.close, ending_of(passing) if passing else None)


def is_list_of_values(lines: Collection[ReportLine]) -> bool:
    """Return whether several tasks have a value each and nothing else but the reason of a light.

    One alone that is called "la 12" is a sentence: `core.language.statements`.
    """
    return len(lines) > 1 and all(line.understood and (line.light or not line.reason) for line in lines)


def read_lines(words: str, day: Collection[int]) -> Iterator[ReportLine]:
    said: list[str] = []
    line: ReportLine | None = None
    for part in separated(words):
        following = read_line(part)
        apart = following and (following.understood or following.task_id in day)
        if line and not apart and line.reason and not part.lstrip(" \t,;").startswith("\n"):
            said.append(part)
            continue
        if line:
            yield with_more(line, said)
        said, line = [part], following
        if line is None:
            return
    if line:
        yield with_more(line, said)


def with_more(line: ReportLine, said: Sequence[str]) -> ReportLine:
    """The line of the first of some parts, read with the others, which belong to its reason."""
    return line if len(said) == 1 else read_line("".join(said)) or line


def separated(words: str) -> Iterator[str]:
    """The parts of words that begin with a number, each with the mark or the line break before it."""
    starts = [0, *(found.start() for found in PARTS.finditer(words)), len(words)]
    for start, end in pairwise(starts):
        yield from run_together(words[start:end])


def run_together(part: str) -> Iterator[str]:
    """The parts of values that follow each other by nothing, "1 70 2 80"; the part as it is where that is not sure."""
    found: list[re.Match[str]] = []
    while each := TASK_AND_VALUE.match(part, found[-1].end() if found else 0):
        found.append(each)
    if len(found) > 1 and not part[found[-1].end() :].strip(" .!") and not may_be_swapped(found):
        yield from (each[0] for each in found)
    else:
        yield part


def may_be_swapped(found: Collection[re.Match[str]]) -> bool:
    """Return whether a bare number read as a percentage may be a task, or the other way round: "1 2 3 4"."""
    bare = [int(each["percent"]) for each in found if each["percent"] and not (each["sign"] or each["before"])]
    tasks = [int(each["task"]) for each in found]
    return bool(bare) and not (max(tasks) < min(bare) <= max(bare) <= MOST_PERCENT or min(tasks) > MOST_PERCENT)


def read_line(part: str) -> ReportLine | None:
    """Return what a part says of its task; None if it does not begin with a task's number."""
    said = re.sub(r"^\s?[,;]?\s?(?:(?:y|and)\s)?", "", part, flags=re.IGNORECASE)
    task = TASK.match(said)
    if task is None:
        return None
    line, at = ReportLine(" ".join(said.split()), int(task["task"])), task.end()
    percent, light, unchanged = None, None, False
    while found := VALUE.match(said, at):
        if found["percent"] and percent is None:
            percent = int(found["percent"])
        elif (found["done"] or found["half"]) and percent is None:
            percent = DONE if found["done"] else HALF
        elif found["same"]:
            unchanged = True
        elif light is None and (named := next((each for each in LIGHT_WORDS if found[each]), None)):
            light = named
        else:
            break
        at = found.end()
    reason = said[at:].strip(BETWEEN)
    if reason and not re.search(r"[^\W\d_]", reason):
        return line
    return ReportLine(line.words, line.task_id, percent, light, unchanged, reason)
