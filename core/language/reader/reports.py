"""Reports of several tasks in one message: "la factura ya quedó, la propuesta va en 60 y lo otro igual".

The message is cut where another task is named: at marks, line breaks and "y" before one, or between a value and the
next name. The values of each part are taken (how far, a light, that nothing changed); the other words are its reason.
Words that are of no task, and do not end the day, make the report unsure.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import filterfalse, pairwise

from msgspec import Struct
from msgspec.structs import replace

from core.base.model import Semaforo
from core.language.phrases.folding import fold
from core.language.phrases.model import ReportLine
from core.language.phrases.stems import LINKS
from core.language.reader.counted import without_counts
from core.language.reader.plans import hoped
from core.language.reader.spoken_values import ALL, LIGHTS, PERCENTS, SpokenValue, ValueKind, is_value, phrases_in
from core.language.reader.titles import Mention, Titles, numbered
from core.language.reader.unfinished import ends_unfinished, with_unfinished
from core.language.reader.words import PlainWord, words_of

BREAKS = frozenset(",;.!•*—&+/")
JOINS = frozenset(("y", "e", "and", "pero", "but", "mientras", "while", "tambien", "also"))
BEFORE_A_NUMBER = frozenset(("la", "#", "tarea", "task", "ticket", "pendiente"))
REMARKS = frozenset(("nomas", "solo", "falta", "faltan", "aunque", "only", "just", "though", "esperando", "waiting"))
"""Words with which a remark begins that no mark sets off: "factura lista nomás falta que la firmen"."""
MARKS_BEHIND = frozenset(":-–—→>")
LEAST_BARE = 5
"""The least percentage that is said without its sign."""
CLOSES_ALONE = frozenset(
    (
        *("cierro", "ya cierro", "cierra", "cerra", "cerrar", "cierralo", "cerralo", "cerrar dia", "cerrar el dia"),
        *("cerra mi dia", "cierro por hoy", "closing", "closing up", "closing for today", "wrapping up", "close it"),
        *("cierro yo tambien", "yo tambien cierro", "cierro tambien", "yo cierro", "cerremos", "cerramos", "me voy"),
        *("ya me voy", "yo ya me voy", "listo por hoy", "lista por hoy", "ya por hoy", "hasta aqui por hoy"),
        *("es todo por hoy", "eso es todo por hoy", "seria todo por hoy", "eso seria todo por hoy", "nada mas por hoy"),
        *("that's it for today", "thats it for today", "that's all for today", "that's it for me", "that's me done"),
        *("i'm done for today", "i'm done for the day", "done for today", "done for the day", "calling it a day"),
        *("that's it for me today", "i'm closing too", "closing too", "me too closing", "i'm wrapping up"),
    )
)
"""Parts of a report that alone close the day."""
MOST_REASON_WORDS = 1
"""The most words behind a value that are not yet a reason."""
OBJECTS = frozenset(
    (
        *("no", "nel", "nop", "nope", "si", "yes", "sip", "yep", "yeah", "ok", "va", "listo", "perdon", "perdona"),
        *("disculpa", "disculpen", "sorry", "oops", "ups", "digo", "corrijo", "espera", "wait", "mentira", "ay", "uy"),
    )
)
"""Words that stand before a report, as a part of its own, and say nothing of a task."""
MOST_WORDS_BESIDE_A_NAME = 3
"""The most words with the name of a task before a mark that are not yet a reason."""
ELSEWHERE = frozenset((("lo", "de"), ("lo", "del"), ("la", "de"), ("la", "del"), ("el", "de"), ("el", "del")))
"""The beginning of a part that is of something else than the one before: "lo del cliente ya casi"."""
UNNAMED = 0
"""The task of a report that names none."""
MOST_BARE_WORDS = 40
ASKS = re.compile(
    r"\W*(?:(?:oye|hola|y|a ver|dime|hey|so)\W+)*"
    r"(?:que (?:esta|hay|anda|sigue|va|tengo|tenemos|cosas|tareas)|quien(?:es)?|cual(?:es)?|cuant[oa]s"
    r"|what(?:'?s)?|who(?:'?s)?|which|is|are)\b"
)
"""The beginning of a question that has no mark: "qué está en rojo"."""
SETTLED = frozenset(
    (
        *("esta", "estan", "quedo", "quedaron", "listo", "lista", "listos", "listas", "estuvo", "salio", "salieron"),
        *("ready", "out", "lleg", "llego", "llegaron"),
    )
)
"""Last words of "it is there", which a red task may have waited for: "las bisagras ya están, saca el rojo"."""
TO_SOMEBODY = frozenset(("le", "les", "al", "him", "her", "them"))
BESIDE_AN_ACT = frozenset(
    (
        *("ya", "hoy", "ayer", "ahora", "ahorita", "recien", "por", "fin", "todo", "toda", "todos", "todas", "si"),
        *("que", "i", "we", "just", "already", "today", "yesterday", "now", "all", "off", "out", "i've", "we've", "my"),
        *("mi", "esta", "este", "manana", "tarde", "noche", "temprano", "porfa", "gracias", "mis", "su", "sus", "the"),
    )
)
"""Words that add nothing to an act: "ya mandé la factura hoy"."""
FAMILIES = {
    **dict.fromkeys(("enviar", "mandar", "send", "email", "mail", "remitir", "pasar", "entregar", "deliver"), "send"),
    **dict.fromkeys(("mande", "envie", "mandamos", "enviamos", "sent", "emailed", "mailed", "mando", "envio"), "send"),
    **dict.fromkeys(("llamar", "hablar", "call", "phone", "llame", "called"), "call"),
    **dict.fromkeys(("pagar", "pay", "pague", "paid"), "pay"),
    **dict.fromkeys(("subir", "upload", "subi"), "upload"),
    **dict.fromkeys(("sacar", "saque"), "take"),
}
"""An act by its verbs in titles and in reports: "enviar" and "mandé"."""
SO = frozenset(("asi", "que", "q", "so", "entonces", "y", "and", "por", "eso"))
"""Words that join a value to the reason before it."""


class SpokenLine(Struct, frozen=True):
    """A line of a report: of the one of `tasks`, or of any of several.

    `points`: the percentage points that it went on by. `almost`: it is nearly done, and its percentage is to be asked.
    `unfinished`: it is said not to be done, and how far it is instead is to be asked.
    `solved`: its problem is solved: a red task is red no longer, and another is done. `settled`: it is said to be
    there, which may be what it waited for. `unsure`: something was done that may be only a part of it, or none.
    """

    line: ReportLine
    tasks: tuple[int, ...]
    points: int | None = None
    almost: bool = False
    unfinished: bool = False
    solved: bool = False
    settled: bool = False
    unsure: bool = False

    @property
    def understood(self) -> bool:
        return self.line.understood or self.points is not None or self.almost or self.unfinished


class TasksReport(Struct, frozen=True):
    """A report of tasks, as a message gives it.

    `rest`: all other tasks are as they were, or `everything` is done `but` some. `left`: words that were of no use.
    `people`: whose task it is that is named by nothing else: "la de Luis ponla en 50". `counts`: a number is of money
    or of things, and no percentage.
    """

    lines: tuple[SpokenLine, ...] = ()
    send: bool = False
    close: bool = False
    rest_same: bool = False
    all_done_but: tuple[int, ...] | None = None
    left: tuple[str, ...] = ()
    people: tuple[tuple[int, ...], ...] = ()
    counts: bool = False

    @property
    def understood(self) -> bool:
        return bool(self.lines) and all(each.understood for each in self.lines)

    @property
    def clear(self) -> bool:
        """True where each line is surely of one task, and nothing was left."""
        sure = all(len(each.tasks) == 1 and not each.unsure for each in self.lines)
        return self.understood and not self.left and sure

    @property
    def is_bare(self) -> bool:
        """True where the report names no task."""
        return any(each.line.task_id == UNNAMED for each in self.lines)


def read_tasks_report(text: str, titles: Titles, dated: Collection[tuple[int, int]] = ()) -> TasksReport:
    """Return what a text says of the tasks of `titles`; no number in a place of `dated` is a value.

    What is only hoped for is none. Pure and linear.
    """
    words = words_of(text)
    mentions = list(titles.mentions(words))
    taken = {place for each in mentions for place in range(each.first, each.last + 1)}
    mentions += [each for each in numbered(words, titles.stems, BEFORE_A_NUMBER) if each.last not in taken]
    mentions.sort(key=lambda mention: mention.first)
    inside = {place: mention for mention in mentions for place in range(mention.first, mention.last + 1)}
    hopes = hoped(text)
    said = [*phrases_in(words, inside)]
    values = without_counts(words, said, inside)
    found = [
        each
        for each in with_unfinished(words, values, inside)
        if (each.value is None or not is_within(words[each.first], dated))
        and (each.says is ValueKind.FILLERS or not is_within(words[each.first], hopes))
    ]
    if but := all_but(found, mentions):
        return TasksReport(all_done_but=but)
    read = Parts(text, words, mentions, found)
    read.first_words = titles.first_words
    read.hoped = {place for place, word in enumerate(words) if is_within(word, hopes)}
    return replace(read.report(), counts=len(values) < len(said))


def read_bare_report(text: str, people: Collection[tuple[int, int]] = ()) -> TasksReport | None:
    """Return a report that names no task, `UNNAMED`: "ya no está en rojo", "ando en rojo con eso, no firman".

    Its first value stands in a part that says nothing else, but for the names in places of `people`, whose task it is.
    """
    words = words_of(text)
    if len(words) > MOST_BARE_WORDS or "?" in text or ASKS.match(fold(text).text):
        return None
    read = Parts(text, words, (), with_unfinished(words, [*phrases_in(words, ())], ()), {UNNAMED})
    read.names = {place for place, word in enumerate(words) if is_within(word, people)}
    found = read.report()
    line = found.lines[0] if found.clear and len(found.lines) == 1 else None
    if line is None or not (line.line.light or line.line.ended or line.solved or (people and line.line.percent)):
        return None
    return found


def read_percentage(text: str) -> int | None:
    """Return the percentage that words say, and nothing else: "va como en 60", "a la mitad"; None for other words."""
    words = words_of(text)
    found = without_counts(words, [*phrases_in(words, ())], ())
    values = [each for each in found if is_value(each)]
    plain = [each for each in found if is_value(each) or each.says in (ValueKind.FILLERS, ValueKind.SET)]
    known = {place for each in plain for place in range(each.first, each.last + 1)}
    alone = all(place in known or not word.is_word for place, word in enumerate(words))
    return how_far(values)[0] if alone and len(values) == 1 else None


def is_within(word: PlainWord, places: Collection[tuple[int, int]]) -> bool:
    return any(start <= word.start < end for start, end in places)


def all_but(found: Sequence[SpokenValue], mentions: Sequence[Mention]) -> tuple[int, ...] | None:
    """Return the tasks that are left where all others are said to be done: "terminé todo menos la base"."""
    says = {each.says: each for each in found}
    every, but = says.get(ValueKind.EVERYTHING), says.get(ValueKind.BUT)
    if every is None or but is None or ValueKind.DONE not in says or every.first > but.first:
        return None
    named = [each for each in mentions if each.first > but.last]
    if len(named) != len(mentions) or any(len(each.tasks) > 1 for each in named):
        return None
    return tuple(each.tasks[0] for each in named) or None


class Parts:
    """A text cut into parts, each of which is about one task or about none."""

    def __init__(
        self,
        text: str,
        words: Sequence[PlainWord],
        mentions: Sequence[Mention],
        found: Sequence[SpokenValue],
        bare: Collection[int] = (),
    ) -> None:
        self.bare = tuple(bare)
        """The task of a part that names none and says nothing but a value, where no other part names one."""
        self.names: Collection[int] = ()
        self.first_words: Mapping[int, str] = {}
        """The first word of each title, by its task."""
        self.hoped: Collection[int] = ()
        """The places of words that say a hope or an intention."""
        self.text = text
        self.words = words
        self.mentions = mentions
        self.found = found
        self.starts = {mention.first: mention for mention in mentions}
        self.fillers = {at for each in found if each.says for at in range(each.first, each.last + 1)}
        self.valued = {at for each in found if is_value(each) for at in range(each.first, each.last + 1)}
        self.unmarked: set[int] = set()
        """The places where a part begins without a mark before it."""
        self.lines: list[SpokenLine] = []
        self.left: list[str] = []
        self.before: list[tuple[int, int]] = []
        """Parts without a value before all that is named."""
        self.ends_red: tuple[int, int] | None = None
        """The part before all that is named which only says that a red is over: "quítame el rojo, ya está"."""
        self.waiting: list[tuple[Mention, int, int]] = []
        self.send = self.close = self.rest_same = False
        self.said: defaultdict[int, list[SpokenValue]] = defaultdict(list)
        for each in found:
            self.said[each.first].append(each)

    def cuts(self) -> Sequence[int]:
        """Return the places where a part begins."""
        cuts = {0}
        held = {place for each in self.found for place in range(each.first + 1, each.last + 1)}
        held |= {place for each in self.mentions for place in range(each.first + 1, each.last + 1)}
        for place, word in enumerate(self.words):
            if place in held or not place:
                continue
            before = self.words[place - 1]
            if word.breaks or (before.text in BREAKS and place - 1 not in held) or before.text in JOINS:
                cuts.add(place)
        cuts |= self.behind_all_but()
        self.unmarked = set(self.between_names(cuts)) - cuts
        return sorted(cuts | self.unmarked)

    def behind_all_but(self) -> set[int]:
        """Return the place behind "but" that sets one task apart from all others: "all green but the invoice, red"."""
        says = {each.says: each for each in self.found}
        every, but = says.get(ValueKind.EVERYTHING), says.get(ValueKind.BUT)
        begins = every and but and every.first < but.first and but.last + 1 < len(self.words)
        return {but.last + 1} if begins and but else set()

    def between_names(self, cuts: Collection[int]) -> Iterator[int]:
        """Return the places before a name behind a value of another: "catálogo 50 campaña amarillo"."""
        named = valued = False
        for place in range(len(self.words)):
            if place in cuts:
                named = valued = False
            if place in self.starts:
                if named and valued:
                    yield self.with_article(place)
                    valued = False
                named = True
            if any(is_value(each) for each in self.said[place]):
                valued = True

    def with_article(self, place: int) -> int:
        while place and self.words[place - 1].text in ("el", "la", "los", "las", "the", "lo", "de", "del", "my", "mi"):
            place -= 1
        return place

    def report(self) -> TasksReport:
        """Read the parts one after the other."""
        for start, end in filterfalse(self.is_hope, pairwise([*self.cuts(), len(self.words)])):
            found = self.found[self.first_from(self.found, start) : self.first_from(self.found, end)]
            says = {each.says for each in found}
            self.send, self.close = self.send or ValueKind.SEND in says, self.close or ValueKind.CLOSE in says
            at = self.first_from(self.mentions, start)
            named = self.mentions[at] if at < self.first_from(self.mentions, end) else None
            if named is None and self.bare and not self.lines and self.is_nothing_but_value(start, end, found):
                named = Mention(start, start - 1, self.bare)
            if named is not None:
                self.read_named(named, found, start, end)
            elif self.closes_alone(start, end):
                self.close = True
            elif ValueKind.REST in says and ValueKind.SAME in says:
                self.rest_same = True
            elif {ValueKind.EVERYTHING, ValueKind.BUT} <= says:
                self.left.append(self.source(start, end))
            elif self.says_something(start, end, found) or any(map(is_value, found)):
                self.read_unnamed(found, start, end)
        self.read_waiting()
        self.read_before()
        self.read_end_of_red()
        return TasksReport(tuple(merged(self.lines)), self.send, self.close, self.rest_same, None, tuple(self.left))

    def is_hope(self, part: tuple[int, int]) -> bool:
        """Return whether a part behind a report only names a task that one hopes to go on with."""
        start, end = part
        named = self.first_from(self.mentions, start) < self.first_from(self.mentions, end)
        return bool(self.lines) and start in self.hoped and named and self.valued.isdisjoint(range(start, end))

    def is_nothing_but_value(self, start: int, end: int, found: Sequence[SpokenValue]) -> bool:
        """Return whether a part says a light, or that one is over, and nothing else but why: "ya no está en rojo"."""
        values = [each.first for each in found if is_value(each)]
        why = next(
            (each.first for each in found if each.says is ValueKind.BECAUSE and each.first > min(values, default=end)),
            end,
        )
        known = {place for each in found for place in range(each.first, each.last + 1)}
        words = [place for place in range(start, why) if self.words[place].is_word]
        return bool(values) and len(words) > 1 and all(place in known or place in self.names for place in words)

    def closes_alone(self, start: int, end: int) -> bool:
        """Return whether a part says that the day closes, and nothing else: "contrato 70, cierro"."""
        words = [each.text for each in self.words[start:end] if each.is_word]
        said = words[1:] if words and words[0] in JOINS else words
        return " ".join(said) in CLOSES_ALONE

    def first_from(self, found: Sequence[SpokenValue] | Sequence[Mention], place: int) -> int:
        """Return the index of the first of what was found that begins at a place or behind it."""
        return bisect_left(found, place, key=lambda each: each.first)

    def read_named(self, named: Mention, found: Sequence[SpokenValue], start: int, end: int) -> None:
        """Read a part that names a task; a name alone waits for the value behind the next one."""
        line = self.line(named, found, start, end)
        if not line.understood and not any(map(is_value, found)):
            said = self.without_value(line, named, start, end)
            if said is None:
                return
            line = said
        for each, *place in self.waiting if line.understood else ():
            if self.is_bare(each, *place):
                self.lines.append(shared(line, each))
            else:
                self.left.append(self.source(*place))
        self.waiting = []
        self.lines.append(line)

    def without_value(self, line: SpokenLine, named: Mention, start: int, end: int) -> SpokenLine | None:
        """Return the line of a part that only names a task; None where it waits, belongs to another line or is left."""
        if line.line.reason and self.is_line_of_its_own(named, start):
            return replace(line, line=replace(line.line, unchanged=True))
        if self.ends_red and not self.lines:
            reason = "" if self.is_bare(named, start, end) else line.line.words
            return replace(line, line=replace(line.line, reason=reason))
        if self.is_remark(named, start, end) or (line.line.reason and self.lines and self.wants_reason(self.lines[-1])):
            self.lines[-1] = self.with_words(self.lines[-1], start, end)
        elif line.line.reason:
            self.left.append(self.source(start, end))
        else:
            self.waiting.append((named, start, end))
        return None

    def is_line_of_its_own(self, named: Mention, start: int) -> bool:
        """Return whether a part is a line of a list, with words behind the name of a task: "Cotización: mañana"."""
        behind = self.words[named.last + 1].text if named.last + 1 < len(self.words) else ""
        return behind == ":" and (start == 0 or self.words[start].breaks)

    def wants_reason(self, line: SpokenLine) -> bool:
        """Return whether a line is red without a reason, which the words behind it then are."""
        return line.line.light is Semaforo.ROJO and not line.line.reason

    def is_remark(self, named: Mention, start: int, end: int) -> bool:
        """Return whether a part names the task before it again: "contrato 60, faltan 8 firmas del contrato"."""
        line = self.lines[-1] if self.lines else None
        again = line is not None and not line.line.reason and line.tasks == named.tasks
        return again and not self.is_bare(named, start, end)

    def read_unnamed(self, found: Sequence[SpokenValue], start: int, end: int) -> None:
        """Read a part without a name: more about the task before it, or words of no use."""
        if self.waiting and any(map(is_value, found)):
            (named, begun, _), *_ = self.waiting[-1:]
            self.waiting = self.waiting[:-1]
            self.lines.append(self.line(named, found, begun, end))
        elif self.lines and self.is_of_something_else(found, start):
            self.left.append(self.source(start, end))
        elif self.lines and self.tells_why(self.lines[-1], found, start, end):
            self.lines[-1] = self.with_words(self.lines[-1], start, end)
        elif self.lines and not self.says_other(self.lines[-1], found, start, end):
            self.lines[-1] = self.with_more(self.lines[-1], found, start, end)
        elif not self.lines and not self.bare and self.says_red_is_over(found, start, end):
            self.ends_red = (start, end)
        elif not self.lines and (not any(map(is_value, found)) or (self.bare and self.is_settled(found))):
            self.before.append((start, end))
        elif self.says_something(start, end, found):
            self.left.append(self.source(start, end))

    def is_of_something_else(self, found: Sequence[SpokenValue], start: int) -> bool:
        """Return whether a part says a value of something that it calls by no title: "lo del cliente ya casi"."""
        words = [each.text for each in self.words[start : start + 3] if each.text not in JOINS][:2]
        return tuple(words) in ELSEWHERE and any(map(is_value, found))

    def tells_why(self, line: SpokenLine, found: Sequence[SpokenValue], start: int, end: int) -> bool:
        """Return whether a part says why a task has, or no longer has, the light before it, and no value of its own."""
        said = line.line
        lights = said.light not in (None, Semaforo.VERDE) or said.ended is not None
        values = [each for each in found if is_value(each)]
        other = any(each.says in LIGHTS or each.sign or each.says is ValueKind.UNBLOCKED for each in values)
        return lights and not other and not is_figure(found) and self.tells(start, end, found)

    def read_before(self) -> None:
        """Read what stands before all that is named: why the first task is as it is, a mere "no", or of no use."""
        for start, end in self.before:
            first = self.lines[0].line if self.lines else None
            words = [each.text for each in self.words[start:end] if each.is_word]
            if words and all(word in OBJECTS for word in words):
                continue
            lights = first is not None and (first.light not in (None, Semaforo.VERDE) or first.ended is not None)
            if first is not None and lights and not first.reason and len(words) > MOST_REASON_WORDS:
                reason = self.source(start, self.behind_reason(start, end))
                self.lines[0] = replace(self.lines[0], line=replace(first, reason=reason))
            else:
                self.left.insert(0, self.source(start, end))

    def read_end_of_red(self) -> None:
        """Read the end of a red that was said before its task, of which the rest is a comment."""
        if self.ends_red is None:
            return
        if len(self.lines) != 1 or self.lines[0].line.light not in (None, Semaforo.VERDE):
            self.left.insert(0, self.source(*self.ends_red))
            return
        said, line = self.lines[0], self.lines[0].line
        over = said.settled or said.solved
        percent = None if over and line.percent == ALL else line.percent
        reason = line.reason or (line.words if over else "")
        self.lines = [
            replace(said, line=replace(line, percent=percent, light=None, ended=Semaforo.ROJO, reason=reason))
        ]

    def says_red_is_over(self, found: Sequence[SpokenValue], start: int, end: int) -> bool:
        """Return whether a part says nothing but that a red is over."""
        denied = [each for each in map(partial(self.denied_by, found), found) if each is not None]
        known = {place for each in found for place in range(each.first, each.last + 1)}
        alone = all(place in known for place in range(start, end) if self.words[place].is_word)
        return alone and self.ended_light(denied, {each.says for each in found}) is Semaforo.ROJO

    def behind_reason(self, start: int, end: int) -> int:
        """Return where a reason ends that something follows: without "so" behind it."""
        while end > start and (self.words[end - 1].text in SO or not self.words[end - 1].is_word):
            end -= 1
        return end

    def says_other(self, before: SpokenLine, found: Sequence[SpokenValue], start: int, end: int) -> bool:
        """Return whether a part without a name has another value than the task before it, perhaps of another one."""
        percent = next((PERCENTS[each.says] for each in found if each.says in PERCENTS), None)
        if percent is None and found and found[-1].last == end - 1 and before.line.percent is not None:
            percent = found[-1].value if self.tells(start, end, found) else None
        return before.understood and percent is not None and percent != before.line.percent and not is_figure(found)

    def read_waiting(self) -> None:
        """Read the names behind which no value came: they share the last one, or stand in its reason."""
        for named, start, end in self.waiting:
            if self.lines and start not in self.unmarked and self.is_bare(named, start, end):
                self.lines.append(shared(self.lines[-1], named))
            elif self.lines and self.lines[-1].line.light is Semaforo.ROJO:
                self.lines[-1] = self.with_words(self.lines[-1], start, end)
            else:
                self.left.append(self.source(start, end))

    def is_bare(self, mention: Mention, start: int, end: int) -> bool:
        """Return whether a part is only a name, so that it shares the value before it: "con la 1 y con la 2"."""
        inside = range(mention.first, mention.last + 1)
        return all(at in inside or at in self.fillers or not self.words[at].is_word for at in range(start, end))

    def source(self, start: int, end: int) -> str:
        if start >= end:
            return ""
        return self.text[self.words[start].start : self.words[end - 1].end].strip(" \t\n,;:.!–-()")

    def tells(self, start: int, end: int, found: Sequence[SpokenValue]) -> bool:
        """Return whether a part has words that are neither phrases nor numbers."""
        known = {place for each in found for place in range(each.first, each.last + 1)}
        return any(self.words[place].is_word for place in range(start, end) if place not in known)

    def says_something(self, start: int, end: int, found: Sequence[SpokenValue]) -> bool:
        known = {place for each in found if each.says for place in range(each.first, each.last + 1)}
        return any(self.words[place].is_word for place in range(start, end) if place not in known)

    def with_more(self, before: SpokenLine, found: Sequence[SpokenValue], start: int, end: int) -> SpokenLine:
        more = self.line(Mention(start, start - 1, before.tasks), found, start, end)
        one, other = before.line, more.line
        light = one.light or other.light
        percent = (
            other.percent if other.percent is not None and (one.percent is None or is_figure(found)) else one.percent
        )
        ended = None if light else one.ended or other.ended
        reason = self.joined_reason(one.reason, other.reason)
        if ended and (before.solved or more.solved or before.settled or more.settled) and percent == ALL:
            percent = None
            reason = reason or (one.words if before.settled else other.words if more.settled else "")
        line = ReportLine(
            f"{one.words}, {other.words}",
            one.task_id,
            percent,
            light,
            unchanged=one.unchanged or (other.unchanged and not one.understood),
            reason=reason,
            ended=ended,
        )
        unknown = line.percent is None
        return SpokenLine(
            line,
            before.tasks,
            before.points or more.points,
            (before.almost or more.almost) and unknown,
            (before.unfinished or more.unfinished) and not line.understood,
            solved=before.solved or more.solved,
            settled=before.settled or more.settled,
            unsure=before.unsure or more.unsure,
        )

    def joined_reason(self, one: str, other: str) -> str:
        """Return two parts of a reason as they stand in the text, where nothing else stands between them."""
        start = self.text.find(one) if one else -1
        at = self.text.find(other, start + len(one)) if start >= 0 and other else -1
        between = self.text[start + len(one) : at] if at >= 0 else ""
        if at >= 0 and all(not word.is_word or word.text in JOINS for word in words_of(between)):
            return self.text[start : at + len(other)]
        return ", ".join(filter(None, [one, other]))

    def with_words(self, before: SpokenLine, start: int, end: int) -> SpokenLine:
        """Return a line with more words of its reason, which name another task in passing."""
        said = before.line
        begin = bisect_left(self.words, self.reason_start(said), key=lambda word: word.start)
        reason = self.source(min(begin, start), end) if said.reason else self.source(start, end)
        return replace(before, line=replace(said, reason=reason))

    def reason_start(self, line: ReportLine) -> int:
        return self.text.find(line.reason) if line.reason else len(self.text)

    def line(self, mention: Mention, found: Sequence[SpokenValue], start: int, end: int) -> SpokenLine:
        """Return what a part says of the task that it names."""
        denied = [each for each in map(partial(self.denied_by, found), found) if each is not None]
        gone = {each.first for each in denied}
        found = [each for each in found if each.first not in gone]
        says = {each.says for each in found}
        light = next((LIGHTS[each.says] for each in found if each.says in LIGHTS), None)
        ended = None if light else self.ended_light(denied, says)
        percent, points = how_far(
            [each for each in found if not self.is_denied(each, found) and not self.leads_to_end(each, found)]
        )
        if any(each.says not in LIGHTS for each in denied):
            percent = None
        solved = ValueKind.SOLVED in says
        figure = any(each.value is not None for each in found)
        if not figure and (light not in (None, Semaforo.VERDE) or (ended and (solved or self.is_settled(found)))):
            percent = None
        almost = ValueKind.ALMOST in says and light is None and not any(each.value is not None for each in found)
        unfinished = light is None and ended is None and not figure and self.is_unfinished(says, mention, start, end)
        almost = almost and not unfinished
        percent = None if almost or unfinished else percent
        if not unfinished:
            found = [each for each in found if each.says is not ValueKind.UNFINISHED]
        line = ReportLine(
            self.source(start, end),
            mention.tasks[0],
            percent,
            light,
            unchanged=ValueKind.SAME in says and percent is None and light is None and ended is None,
            reason=self.reason(mention, [*found, *denied], start, end, light or ended),
            ended=ended,
        )
        done = percent == ALL and not figure
        settled = done and self.is_settled(found)
        acted = done and ValueKind.ACTED in says and ValueKind.DONE not in says
        unsure = acted and not self.fits(mention, found, start, end)
        return SpokenLine(line, mention.tasks, points, almost, unfinished, solved, settled, unsure)

    def is_unfinished(self, says: Collection[ValueKind | None], mention: Mention, start: int, end: int) -> bool:
        """Return whether a part says that its task is not done, and nothing of how far it is."""
        if ValueKind.UNFINISHED in says or mention.last < mention.first:
            return ValueKind.UNFINISHED in says
        told = not {*PERCENTS, ValueKind.SAME}.isdisjoint(says)
        named = range(mention.first - start, mention.last + 1 - start)
        return not told and ends_unfinished(self.words[start:end], named)

    def is_settled(self, found: Sequence[SpokenValue]) -> bool:
        """Return whether something is only said to be there: "ya están", "listas"."""
        done = [each for each in found if each.says is ValueKind.DONE]
        return bool(done) and all(self.words[each.last].text in SETTLED for each in done)

    def fits(self, mention: Mention, found: Sequence[SpokenValue], start: int, end: int) -> bool:
        """Return whether somebody did what a title says: by its verb, or because the words say nothing more."""
        acts = {FAMILIES.get(self.words[each.last].text) for each in found if each.says is ValueKind.ACTED}
        if acts & {FAMILIES.get(self.first_words.get(task, ""), "") for task in mention.tasks}:
            return True
        known = {place for each in found for place in range(each.first, each.last + 1)}
        known |= set(range(mention.first, mention.last + 1))
        left = [self.words[at].text for at in range(start, end) if at not in known and self.words[at].is_word]
        to_somebody = any(self.words[at].text in TO_SOMEBODY for at in range(start, end))
        return not to_somebody and all(word in LINKS or word in BESIDE_AN_ACT for word in left)

    def ended_light(self, denied: Sequence[SpokenValue], says: Collection[ValueKind | None]) -> Semaforo | None:
        """Return the light that a task no longer has: "ya no está en rojo", "unblocked"."""
        if ValueKind.UNBLOCKED in says:
            return Semaforo.ROJO
        ended = next((LIGHTS[each.says] for each in denied if each.says in LIGHTS), None)
        return None if ended is Semaforo.VERDE else ended

    def leads_to_end(self, said: SpokenValue, found: Sequence[SpokenValue]) -> bool:
        """Return whether "ya está", "quedó" and the like only lead to the end of a red: "ya quedó destrabado"."""
        if said.says is not ValueKind.DONE:
            return False
        following = self.following(said, found)
        return following is not None and following.says is ValueKind.UNBLOCKED

    def denied_by(self, found: Sequence[SpokenValue], negation: SpokenValue) -> SpokenValue | None:
        """Return the value right behind a negation: "ya no está en rojo", "todavía no va en 60"."""
        following = self.following(negation, found) if negation.says is ValueKind.NOT else None
        return following if following is not None and is_value(following) else None

    def following(self, said: SpokenValue, found: Sequence[SpokenValue]) -> SpokenValue | None:
        behind = range(self.first_from(found, said.last + 1), len(found))
        return next((found[at] for at in behind if found[at].says is not ValueKind.FILLERS), None)

    def is_denied(self, number: SpokenValue, found: Sequence[SpokenValue]) -> bool:
        """Return whether "no" stands right before a number, and another one is said: "60, no 40"."""
        if number.value is None or not number.first or self.words[number.first - 1].text not in ("no", "not"):
            return False
        return any(each.value is not None and each is not number for each in found)

    def reason(
        self, mention: Mention, found: Sequence[SpokenValue], start: int, end: int, light: Semaforo | None
    ) -> str:
        """Return the words of a part that say more than its values: behind them, or before them where none are."""
        used = {place for each in found for place in range(each.first, each.last + 1)}
        used |= set(range(mention.first, mention.last + 1))
        values = [each for each in found if is_value(each)]
        lights = [each for each in values if each.says in LIGHTS or each.says is ValueKind.UNBLOCKED]
        behind = max((each.last for each in (lights[:1] or values)), default=mention.last)
        behind = max(behind, mention.last) + 1
        first = next((at for at in range(behind, end) if at not in used and self.words[at].is_word), end)
        begins = next(
            (each.last + 1 for each in found if each.says is ValueKind.BECAUSE and each.first >= behind), behind
        )
        telling = [at for at in range(behind, end) if at not in used and self.words[at].is_word]
        adjacent = mention.last >= mention.first and light is None and begins == behind and not self.is_set_off(mention)
        adjacent = adjacent and not (first < end and self.words[first].text in REMARKS)
        if telling and not adjacent and (light is not None or len(telling) > MOST_REASON_WORDS or begins != behind):
            start = max(begins, self.back_to(first, behind))
            return self.source(start, end)
        between = [
            at
            for at in range(mention.last + 1, max((each.first for each in found if is_value(each)), default=0))
            if at not in used and self.words[at].is_word
        ]
        if len(between) > 1:
            return self.source(between[0], between[-1] + 1)
        return self.reason_before(lights, used, start) if light not in (None, Semaforo.VERDE) else ""

    def reason_before(self, lights: Sequence[SpokenValue], used: Collection[int], start: int) -> str:
        """Return why a task has a light or has it no longer, where that is said first: "firmaron, va en verde"."""
        end = min((each.first for each in lights), default=start)
        joins = [at for at in range(start, end) if self.words[at].text in SO and self.leads_on(at, end, used)]
        marks = [at for at in range(start, end) if self.words[at].text in BREAKS]
        end = self.behind_reason(start, joins[0]) if joins else marks[-1] if marks else start
        telling = [at for at in range(start, end) if at not in used and self.words[at].is_word]
        return self.source(start, end) if len(telling) > (0 if joins else MOST_WORDS_BESIDE_A_NAME) else ""

    def leads_on(self, join: int, end: int, used: Collection[int]) -> bool:
        """Return whether nothing but phrases stands between a word that joins and a value: "así que ya no está en"."""
        between = range(join + 1, end)
        return all(at in used or not self.words[at].is_word or self.words[at].text in SO for at in between)

    def is_set_off(self, mention: Mention) -> bool:
        """Return whether a mark sets a name off from what is said of it: "Cotización: mañana la termino"."""
        place = mention.last + 1
        return place < len(self.words) and self.words[place].text in MARKS_BEHIND

    def back_to(self, first: int, behind: int) -> int:
        """Return where the words of a reason begin: with those before them that are not a value."""
        place = first
        while place > behind and place - 1 not in self.valued and self.words[place - 1].is_word:
            place -= 1
        return place


def how_far(found: Sequence[SpokenValue]) -> tuple[int | None, int | None]:
    """Return the percentage that is said, the last of several, or how many points a task went on by."""
    says = {each.says for each in found}
    numbers = [each for each in found if each.value is not None and each.value <= ALL and is_percentage(each)]
    if not numbers:
        return next((PERCENTS[each.says] for each in found if each.says in PERCENTS), None), None
    last = numbers[-1]
    if ValueKind.POINTS in says or any(is_more(each, last) for each in found):
        return None, None if ValueKind.LEFT in says else last.value
    if ValueKind.LEFT in says and last.sign and last.value is not None:
        return ALL - last.value, None
    return last.value, None


def is_percentage(number: SpokenValue) -> bool:
    """Return whether a number says how far a task is: one from 1 to 4 without its sign counts something else."""
    return number.sign or not number.value or number.value >= LEAST_BARE


def is_more(said: SpokenValue, number: SpokenValue) -> bool:
    """Return whether a number is one of points by which a task went on: "10 más", "another 10"."""
    return said.says is ValueKind.MORE and (said.first == number.last + 1 or said.last == number.first - 1)


def is_figure(found: Sequence[SpokenValue]) -> bool:
    """Return whether a percentage is in figures at the end, or with its sign: this counts more than "done" before."""
    numbers = [each for each in found if each.value is not None]
    return bool(numbers) and (numbers[-1].sign or any(each.says is ValueKind.SET for each in found))


def shared(line: SpokenLine, mention: Mention) -> SpokenLine:
    """Return the line of another task of which the same is said: "la 1 y la 2 ya quedaron"."""
    return replace(line, line=replace(line.line, task_id=mention.tasks[0]), tasks=mention.tasks)


def merged(lines: Sequence[SpokenLine]) -> Iterator[SpokenLine]:
    """Return one line a task: a later one adds what those before it leave open, such as the light."""
    by_task: dict[int, SpokenLine] = {}
    for each in lines:
        before = by_task.get(each.line.task_id)
        understood = before is not None and before.understood
        by_task[each.line.task_id] = completed(before, each) if before is not None and understood else each
    yield from by_task.values()


def completed(before: SpokenLine, later: SpokenLine) -> SpokenLine:
    """Return a line with what a later one says of the same task besides."""
    one, other = before.line, later.line
    line = replace(
        one,
        percent=other.percent if one.percent is None else one.percent,
        light=one.light or other.light,
        reason=one.reason or other.reason,
        ended=None if one.light or other.light else one.ended or other.ended,
    )
    unknown = line.percent is None
    return replace(
        before, line=line, almost=before.almost and unknown, unfinished=before.unfinished and not line.understood
    )
