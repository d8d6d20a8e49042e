"""A day's report in one message: "12 70, 15 rojo falta la factura @luis, 18 listo, enviar".

A part begins with a task's number; its light, its percentage or that it is done follow, and the rest is the reason.
"""

import re
from collections.abc import Collection, Iterator
from itertools import pairwise

from msgspec import Struct

from core.base.model import INT32_MAX, Semaforo

DONE = 100
LIGHT_WORDS = {
    Semaforo.VERDE: "verde|green|🟢",
    Semaforo.AMARILLO: "amarill[oa]|yellow|🟡",
    Semaforo.NARANJA: "naranja|orange|🟠",
    Semaforo.ROJO: "roj[oa]|red|atorad[oa]|bloquead[oa]|parad[oa]|detenid[oa]|stuck|blocked|🔴",
}
BEFORE_VALUE = r"(?:(?:va|sigue|queda|esta|está|quedó|quedo|is|at|al|a|en|in|to)\s+)*"
VALUE = re.compile(
    rf"\s*[,:=–-]?\s*{BEFORE_VALUE}(?:"
    r"(?P<percent>[0-9]{1,9})\s*(?:%|por\s?ciento|percent)?(?![.,]?[0-9])(?!\w)"
    r"|(?P<done>(?:list[oa]|hech[oa]|terminad[oa]|acabad[oa]|complet[oa]|cerrad[oa]|done|finished|ready|completed?)\b|✅)"
    r"|(?P<same>(?:igual|lo mismo|sin cambios?|same|no changes?|unchanged)\b)"
    + "".join(rf"|(?P<{light}>(?:{words})(?!\w))" for light, words in LIGHT_WORDS.items())
    + ")",
    re.IGNORECASE,
)
TASK = re.compile(
    r"\s*(?:tarea\s+|task\s+)?#?(?P<task>[0-9]{1,9})(?![.,:/–-]?[0-9])(?=[\s:=).,–-]|$)[.):]?", re.IGNORECASE
)
PARTS = re.compile(r"\s*(?:[,;\n]\s*(?:(?:y|and)\s+)?|\s(?:y|and)\s+)(?=(?:tarea\s+|task\s+)?#?[0-9])", re.IGNORECASE)
ENDING = re.compile(
    r"\s*[,;\n]\s*(?:(?:y|and)\s+)?(?:"
    r"(?P<both>(?:envía|envia|enviar|manda|mandar|send)(?:lo|\s+it)?\s+(?:y|and)\s+(?:cierra|cerrar|close)"
    r"(?:\s+(?:el\s+día|el\s+dia|the\s+day))?)"
    r"|(?P<send>(?:envía|envia|enviar|manda|mandar)(?:lo)?(?:\s+(?:el\s+)?avance)?|send(?:\s+(?:it|the\s+report))?)"
    r"|(?P<close>(?:cierra|cerrar)(?:\s+el\s+d[ií]a)?|close(?:\s+the\s+day)?)"
    r")\s*[.!]?\s*$",
    re.IGNORECASE,
)
BETWEEN = " \t\n,;:.–-"


class ReportLine(Struct, frozen=True):
    """What is said of a task of the day, and the words that say it.

    A line that says neither a light nor a percentage, nor that it is `unchanged`, was not understood.
    """

    words: str
    task_id: int
    percent: int | None = None
    light: Semaforo | None = None
    unchanged: bool = False
    reason: str = ""

    @property
    def understood(self) -> bool:
        return self.percent is not None or self.light is not None or self.unchanged


class SpokenReport(Struct, frozen=True):
    """The lines of a report, and whether the day is then reported on, and closed."""

    lines: tuple[ReportLine, ...]
    send: bool = False
    close: bool = False


def read_report(words: str, day: Collection[int] = ()) -> SpokenReport | None:
    """The report that words are; None if they are none.

    `day`: the tasks of the day. Behind a reason, what begins with another number and says nothing of a task is part of
    that: "15 rojo faltan tornillos, 3 cajas".
    """
    ending = ENDING.search(words)
    lines = list(read_lines(words[: ending.start()] if ending else words, day))
    if not any(line.understood for line in lines):
        return None
    send, close = (bool(ending and (ending["both"] or ending[name])) for name in ("send", "close"))
    return SpokenReport(tuple(lines), send, close)


def read_lines(words: str, day: Collection[int]) -> Iterator[ReportLine]:
    said = ""
    line: ReportLine | None = None
    for part in separated(words):
        following = read_line(part)
        apart = following and (following.understood or following.task_id in day)
        if line and not apart and line.reason and not part.lstrip(" \t,;").startswith("\n"):
            said, line = said + part, read_line(said + part)
            continue
        if line:
            yield line
        said, line = part, following
        if line is None:
            return
    if line:
        yield line


def separated(words: str) -> Iterator[str]:
    """The parts of words that begin with a number, each with the mark or the line break before it."""
    starts = [0, *(found.start() for found in PARTS.finditer(words)), len(words)]
    for start, end in pairwise(starts):
        yield words[start:end]


def read_line(part: str) -> ReportLine | None:
    """What a part says; None if it does not begin with a task's number."""
    said = re.sub(r"^\s*[,;]?\s*(?:(?:y|and)\s+)?", "", part, flags=re.IGNORECASE)
    task = TASK.match(said)
    if task is None or int(task["task"]) > INT32_MAX:
        return None
    line, at = ReportLine(" ".join(said.split()), int(task["task"])), task.end()
    percent, light, unchanged = None, None, False
    while found := VALUE.match(said, at):
        if found["percent"] and percent is None:
            percent = int(found["percent"])
        elif found["done"] and percent is None:
            percent = DONE
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
