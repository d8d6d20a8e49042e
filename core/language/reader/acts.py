"""The acts that intents come to, with what a message says of them: a statement, a question, or a report of tasks.

One table, `READERS`: an intent and the reader of its slots. A reader gives None where a slot that is needed is not
said, such as the task that is to go: then the intent is not offered.
"""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files

from msgspec import Struct
from msgspec.structs import replace

from core.base.calendar_time import Days
from core.language.accents import PLAIN
from core.language.holiday_calendars import places_in
from core.language.phrases.corrections import WANTS_OUT
from core.language.phrases.courtesy import without_courtesy
from core.language.phrases.folding import fold
from core.language.phrases.infinitives import begins_with_order, is_order_with_pronoun
from core.language.phrases.model import EVENT, REPEATS, TASK, DoubtReason, Kind, Moment, Understood
from core.language.phrases.reading import Scan, read, scan
from core.language.phrases.stems import LINKS
from core.language.questions.deciding import Said, topics
from core.language.questions.lexicon import Says
from core.language.questions.model import OF_THE_DAY, Names, Question, Readings, Topic, Who
from core.language.questions.reading import (
    SOUGHT,
    When,
    Word,
    complete,
    people_named,
    what_is_said,
    when_said,
    without_names,
    words_of,
)
from core.language.reader.anchors import hanging_time
from core.language.reader.assignees import adds_somebody, for_all, named_together, takes_over
from core.language.reader.assignees import numbered as numbered_there
from core.language.reader.intents import Intent
from core.language.reader.lists import begins_with_verb, listed_tasks, parted_by_days
from core.language.reader.marks import MARKED
from core.language.reader.plans import hoped, is_plan
from core.language.reader.reports import BEFORE_A_NUMBER, TasksReport, is_within, read_tasks_report
from core.language.reader.splits import FEWEST, split_said
from core.language.reader.splits import MOST as MOST_PARTS
from core.language.reader.titles import NO_TITLES, Mention, Titles, numbered
from core.language.reader.words import PlainWord
from core.language.reader.words import words_of as plain_words
from core.language.statements import task_orders
from core.language.statements.model import NAMES_APART, Act, ListedTask, Statement
from core.language.statements.reading import TITLE_WORD, read_statement, target, target_words
from core.language.statements.text import Text, nothing_left, without


class WhichTask(Struct, frozen=True):
    """An order about a task whose name several have: one of `tasks` is to be chosen."""

    tasks: tuple[int, ...]


Reads = Statement | Readings | TasksReport | WhichTask
SENTENCE_MARKS = " \t\n,;:.¡!¿?-–—*•\"'«»“”()"
DONE = 100


@cache
def leads() -> Mapping[str, frozenset[tuple[str, ...]]]:
    """Return by intent the phrases that stand before what a sentence is about, each as its words."""
    listed = tomllib.loads(files("core.language.sentences").joinpath("leads.toml").read_text(encoding="utf-8"))
    return {name: frozenset(tuple(phrase.split()) for phrase in each) for name, each in listed.items()}


class Heard:
    """A clause with all that is found in it, each looked for once, when it is first needed."""

    def __init__(self, text: str, moment: Moment, names: Names, titles: Titles, events: Titles = NO_TITLES) -> None:
        self.text = text
        self.moment = moment
        self.names = names
        self.titles = titles
        self.events = events

    @cached_property
    def words(self) -> Sequence[PlainWord]:
        return plain_words(self.text)

    @cached_property
    def named(self) -> Sequence[Word]:
        """The words of the clause, with their meanings in questions and the people whose names they are."""
        return list(words_of(self.text, fold(self.text), self.names))

    @cached_property
    def masked(self) -> str:
        return without_names(self.text, self.named)

    @cached_property
    def people(self) -> tuple[tuple[int, ...], ...]:
        return people_named(self.named)

    @cached_property
    def near(self) -> bool:
        return any(word.near for word in self.named if word.people)

    @cached_property
    def when(self) -> When:
        return when_said(self.masked, self.moment, self.scans)

    @cached_property
    def scans(self) -> Callable[[str], Scan]:
        return cache(lambda part: scan(part, SOUGHT))

    @cached_property
    def dated(self) -> Sequence[tuple[int, int]]:
        """The places of days, hours and lengths with a word, whose numbers are not values: "25 de mayo", "5 min"."""
        found = read(self.text, self.moment, MARKED)
        pieces = (each for each in found.pieces if each.kind in Kind.DAYS | Kind.HOURS | Kind.MINUTES)
        dated = [(each.start, each.end, each.words) for each in pieces]
        dated += [(each.start, each.end, each.words) for each in found.doubts if each.why is DoubtReason.SECOND]
        return [(start, end) for start, end, words in dated if DATE_WORD.search(words)]

    @cached_property
    def mentions(self) -> Sequence[Mention]:
        return self.titles.mentions(self.words)

    @cached_property
    def events_named(self) -> Sequence[Mention]:
        """The titles of events ahead that are called, but for one on which a time hangs, and for people's names."""
        hangs = hanging_time(self.text, self.events)
        found = (each for each in self.events.mentions(self.words) if not self.is_of_people(each))
        within = (hangs.start, hangs.end) if hangs else (0, 0)
        return [
            each
            for each in found
            if not self.is_any_event(each) and not within[0] <= self.words[each.first].start < within[1]
        ]

    def is_any_event(self, mention: Mention) -> bool:
        """Return whether an event is called only by words that any event may be called by: "llamada", "meeting"."""
        return all(self.words[at].text in ANY_EVENT for at in range(mention.first, mention.last + 1))

    def is_of_people(self, mention: Mention) -> bool:
        start, end = self.words[mention.first].start, self.words[mention.last].end
        return any(word.start < end and start < word.end for word in self.named if word.people)

    @cached_property
    def calls_task_better(self) -> bool:
        """True where a task is called by more words of its title than an event."""
        return max((each.words for each in self.mentions), default=0) > max(each.words for each in self.events_named)

    @cached_property
    def events_are_tasks(self) -> bool:
        """True where no event is called by a word that calls no task."""
        of_tasks = {place for each in self.mentions for place in range(each.first, each.last + 1)}
        return all({*range(each.first, each.last + 1)} <= of_tasks for each in self.events_named)

    @cached_property
    def tasks_are_events(self) -> bool:
        """True where each task is called by words within the whole title of an event: "call with Northern Supply"."""
        whole = [
            each
            for each in self.events_named
            if any(each.words == len(self.events.stems[event]) for event in each.tasks)
        ]
        return bool(self.mentions) and all(
            any(event.first <= each.first and each.last <= event.last and each.words < event.words for event in whole)
            for each in self.mentions
        )

    @cached_property
    def event_words(self) -> str:
        """The words by which an event is called, as they stand in titles."""
        places = [place for each in self.events_named for place in range(each.first, each.last + 1)]
        return " ".join(self.words[place].text for place in places if self.words[place].is_word)

    @cached_property
    def said(self) -> Said:
        words = self.when.others(self.named)
        return what_is_said(self.text, words, self.when, self.moment)

    @cached_property
    def old_text(self) -> Text:
        return Text(self.text, fold(self.masked), self.people, self.near, self.moment, self.scans)

    @cached_property
    def task(self) -> int:
        """The one task that is named, else 0."""
        clear = [mention for mention in self.mentions if len(mention.tasks) == 1]
        best = max(clear, key=lambda mention: mention.words, default=None)
        return best.tasks[0] if best else self.task_numbered

    @cached_property
    def task_numbered(self) -> int:
        """The first task that is called by its number, "la 9", which is not an hour or day; 0 where none is."""
        found = numbered(self.words, self.titles.stems, BEFORE_A_NUMBER)
        within = [(each.start, each.end) for each in read(self.text, self.moment, MARKED).pieces]
        called = (each for each in found if each.first < each.last and not is_within(self.words[each.last], within))
        return next((each.tasks[0] for each in called if each.tasks[0] in self.titles.stems), 0)

    @cached_property
    def unclear(self) -> WhichTask | None:
        """The tasks of which one is named, where it is not clear which."""
        best = max(self.mentions, key=lambda mention: mention.words, default=None)
        return WhichTask(best.tasks) if best and len(best.tasks) > 1 and not self.task else None

    @cached_property
    def numbered(self) -> str:
        """The clause with the task's number in place of its name."""
        mention = max(
            (each for each in self.mentions if len(each.tasks) == 1), key=lambda each: each.words, default=None
        )
        if mention is None:
            return self.text
        first = mention.first
        while first and self.words[first - 1].text in ARTICLES and not self.words[first].breaks:
            first -= 1
        start, end = self.words[first].start, self.words[mention.last].end
        joined = "a " if first < mention.first and self.words[mention.first - 1].text == "al" else ""
        return f"{self.text[:start]}{joined}#{mention.tasks[0]}{self.text[end:]}"

    @cached_property
    def template(self) -> Statement | None:
        """The statement that a template of whole sentences reads."""
        return read_statement(self.text, self.moment, self.names)

    @cached_property
    def tasks_report(self) -> TasksReport:
        """The report on the tasks that are called by their titles."""
        return read_tasks_report(self.text, self.titles, self.dated)

    @cached_property
    def statement(self) -> Statement | None:
        """The statement that a template reads with the task's number in place of its name."""
        return read_statement(self.numbered, self.moment, self.names)

    def stripped(self, *kinds: str, people: bool = False, task: bool = False) -> str:
        """Return what a clause is about, without phrases of these kinds, polite words, and perhaps people before it."""
        known = leads()
        phrases = frozenset[tuple[str, ...]]().union(known["polite"], *(known.get(kind, ()) for kind in kinds))
        places = self.places_of_people if people else {}
        start = self.behind(phrases, places, self.task_places if task else ())
        end = len(self.words)
        while end > start + 1 and (
            size := phrase_before(self.words, end, known["ending"].union(*(known.get(f"ENDS_{k}", ()) for k in kinds)))
        ):
            end -= size
        if start >= end:
            return ""
        return self.text[self.words[start].start : self.words[end - 1].end].strip(SENTENCE_MARKS)

    def behind(self, phrases: Collection[tuple[str, ...]], people: Mapping[int, int], task: Collection[int]) -> int:
        """Return the place behind all phrases with which the clause begins."""
        place = 0
        while place < len(self.words):
            if place in people:
                place = people[place]
            elif place in task or not self.words[place].is_word:
                place += 1
            elif size := phrase_at(self.words, place, phrases):
                place += size
            else:
                break
        return place

    @cached_property
    def places_of_people(self) -> Mapping[int, int]:
        """The place behind each name, by the place where it begins."""
        starts = [each.start for each in self.words]
        found = {}
        for word in self.named:
            first, behind = bisect_left(starts, word.start), bisect_left(starts, word.end)
            if word.people and first < behind:
                found[first] = behind
        return found

    @cached_property
    def task_places(self) -> Collection[int]:
        return {place for each in self.mentions for place in range(each.first, each.last + 1)}


DATE_WORD = re.compile(r"[^\W\d_]{3,}")
ARTICLES = frozenset(("el", "la", "los", "las", "lo", "de", "del", "al", "the", "my", "mi", "tarea", "task", "tema"))


def phrase_at(words: Sequence[PlainWord], place: int, phrases: Collection[tuple[str, ...]]) -> int:
    """Return how many words the longest of the phrases has that stands at a place; 0 where none does."""
    for size in range(min(MOST_WORDS_OF_A_LEAD, len(words) - place), 0, -1):
        if tuple(word.text for word in words[place : place + size]) in phrases:
            return size
    return 0


def phrase_before(words: Sequence[PlainWord], end: int, phrases: Collection[tuple[str, ...]]) -> int:
    """Return how many words to leave out at an end: a phrase, or a mark."""
    if not words[end - 1].is_word:
        return 1
    for size in range(min(MOST_WORDS_OF_A_LEAD, end), 0, -1):
        if tuple(word.text for word in words[end - size : end]) in phrases:
            return size
    return 0


MOST_WORDS_OF_A_LEAD = 6

# Tasks


def report(heard: Heard) -> Reads | None:
    """A report; what is to be done by a later day is none. One task of an earlier day is read as a sentence."""
    said = heard.statement
    said = said if said is not None and said.act in (Act.REPORT, Act.PROGRESS) and not hoped(heard.text) else None
    if said and said.days:
        return said
    found = heard.tasks_report
    if found.counts and said and any(line.percent is not None for line in said.lines):
        said = None
    if heard.tasks_are_events and not any(each.line.percent and each.line.percent < DONE for each in found.lines):
        return None
    if is_ahead(heard) and not any(each.line.light or each.line.percent not in (None, DONE) for each in found.lines):
        return None
    return found if any(each.understood for each in found.lines) or found.all_done_but else said


def is_ahead(heard: Heard) -> bool:
    """Return whether a day is said that is still to come."""
    return heard.when.days is not None and heard.when.days.first > heard.moment.today


def corrected(heard: Heard) -> Reads | None:
    """Read the percentage that is said to be right of a task that is named: "no va en 60, va en 50"."""
    found = heard.tasks_report
    return found if found.clear and all(each.line.percent is not None for each in found.lines) else None


def new_task(heard: Heard) -> Reads | None:
    if items := listed(heard):
        return items
    if calls_to_do(heard):
        return assigned_task(heard)
    words = heard.stripped("NEW_TASK")
    if apart := each_with_day(heard.stripped("NEW_TASK", "REMINDER"), heard.moment):
        return Statement(Act.NEW_TASK, words=words, items=apart, outright=True)
    return Statement(Act.NEW_TASK, words=words, outright=True) if words else None


def given_by_name(heard: Heard) -> Statement | None:
    """Read a new task for people whose names begin the sentence: "andrés llamar al proveedor"."""
    if heard.task or heard.unclear or "?" in heard.text or not calls_to_do(heard):
        return None
    said = assigned_task(heard)
    return said if isinstance(said, Statement) and said.act is Act.NEW_TASK else None


def ordered(heard: Heard) -> Statement | None:
    """Read a new task that begins with an order and names nobody: "lije la puerta para el jueves"."""
    words = heard.stripped("NEW_TASK")
    if heard.mentions or heard.task or heard.people or "?" in heard.text or not begins_with_order(words):
        return None
    return Statement(Act.NEW_TASK, words=words, outright=True)


def calls_to_do(heard: Heard) -> bool:
    """Return whether a sentence begins with the names of people and what they are to do."""
    together = named_together(heard.text, heard.named)
    if not together or any(word.near for word in together):
        return False
    before = plain_words(heard.text[: together[0].start])
    greets = all(word.text in leads_words() or not word.is_word for word in before)
    behind = heard.text[together[-1].end :].lstrip(" ,:-")
    return greets and (begins_with_verb(behind) or is_order_with_pronoun(behind))


@cache
def leads_words() -> frozenset[str]:
    return frozenset(word for phrase in leads()["polite"] for word in phrase)


def assigned_task(heard: Heard) -> Reads | None:
    """A task for the people named first; those who are named later are a part of its words."""
    if items := listed(heard):
        return items
    if not heard.people:
        return new_task(heard) if TO_ALL.match(fold(heard.text).text) else None
    together = named_together(heard.text, heard.named)
    people = tuple(dict.fromkeys(word.people for word in together))
    words = heard.stripped("ASSIGN_TASK", people=True)
    if heard.task and calls_only(heard, words):
        return Statement(Act.HAND_OVER, task=heard.task, people=(receiver(heard),), near=heard.near)
    if not words:
        return None
    said = Statement(Act.NEW_TASK, words=words, people=people, near=heard.near, title=heard.stripped(), outright=True)
    name = names_of(together)
    return replace(said, items=each_with_day(words, heard.moment, name)) if name else said


def names_of(together: Sequence[Word]) -> str:
    """Return people's names as they were written; "" where one of them may mean several people."""
    clear = all(len(word.people) == 1 and not word.near for word in together)
    return NAMES_APART.join(word.text for word in together) if clear else ""


def is_only_when(words: str, moment: Moment) -> bool:
    """Return whether words only say when something is to be: "hoy a las 5 porfa", "todos los lunes a las 9"."""
    return nothing_left(fold(read(without_courtesy(words), moment, EVENT | REPEATS).title).text)


def each_with_day(words: str, moment: Moment, name: str = "") -> tuple[ListedTask, ...]:
    """Return the tasks of a sentence each of which has a day of its own, all for the person of one name."""
    found = read(words, moment, TASK)
    if found.repeats:
        return ()
    return tuple(ListedTask(each, name) for each in parted_by_days(words, days_said(found)))


def days_said(found: Understood) -> Sequence[tuple[int, int]]:
    """Return where days are said, the one that was taken and others."""
    taken = [(each.start, each.end) for each in found.pieces if each.kind is Kind.DAYS]
    return sorted([*taken, *((each.start, each.end) for each in found.doubts if each.why is DoubtReason.SECOND)])


def listed(heard: Heard) -> Statement | None:
    """Several tasks that a message lists."""
    places = [(word.start, word.end) for word in heard.named if word.people and not word.near]
    items = listed_tasks(heard.text, places, lambda words: is_only_when(words, heard.moment))
    if items and not any(each.name for each in items):
        name = names_of(for_all(heard.text, heard.named))
        items = [replace(each, name=name) for each in items]
    return Statement(Act.NEW_TASK, words=heard.text.strip(), items=tuple(items), outright=True) if items else None


def calls_only(heard: Heard, words: str) -> bool:
    """Return whether words say nothing but the title of a task: "asígnale a Ana las mesas"."""
    return all(each.text in LINKS or heard.titles.stem_of(each.text) for each in plain_words(words) if each.is_word)


TO_ALL = re.compile(r"\W*(?:everyone|everybody|todos|todo el equipo|cada quien|all of you|the (?:whole )?team)\b")


def of_task(act: Act) -> Callable[[Heard], Reads | None]:
    """Read an order about one task that is named."""

    def reads(heard: Heard) -> Reads | None:
        said = heard.statement
        if said is not None and said.act is act:
            return said
        return Statement(act, task=heard.task) if heard.task else None

    return reads


def due_date(heard: Heard) -> Reads | None:
    said = heard.statement
    if said is not None and said.act is Act.DUE:
        return said
    if not heard.task:
        return None
    found = task_orders.LATER.search(fold(heard.numbered).text)
    if found and (later := task_orders.later(heard_numbered(heard))):
        return later
    days = rather_then(heard) or heard.when.days
    if days is None or (days.last - days.first).days > MOST_DUE_DAYS:
        return None
    return Statement(Act.DUE, task=heard.task, days=days)


def rather_then(heard: Heard) -> Days | None:
    """Return the days that are said to be right instead of others before: "not by the 26th, make it 5 march"."""
    folded = fold(heard.masked)
    found = list(RATHER_THEN.finditer(folded.text))
    if not found:
        return None
    return when_said(heard.masked[folded.starts[found[-1].end()] :], heard.moment, heard.scans).days


RATHER_THEN = re.compile(r"\b(?:make (?:it|that)|mejor|que sea|sino|let'?s say|rather|instead) (?=\S)")


MOST_DUE_DAYS = 7
"""The most days that may be said for a due date, a week: one of them is then asked for."""


def heard_numbered(heard: Heard) -> Text:
    text = heard.numbered
    named = list(words_of(text, fold(text), heard.names))
    return Text(text, fold(without_names(text, named)), heard.people, heard.near, heard.moment, heard.scans)


EDITS = frozenset((Act.PRIORITY, Act.REOPEN, Act.LIGHT, Act.HELPER, Act.RENAME))


def edited_task(heard: Heard) -> Reads | None:
    said = heard.statement
    if said is not None and said.task and said.act in EDITS:
        return said
    return priority(heard) or card_of_task(heard)


def priority(heard: Heard) -> Statement | None:
    """A priority that the task named is to have: said outright, or as higher or lower."""
    if not heard.task:
        return None
    plain = fold(heard.text).text
    if found := SAID_PRIORITY.search(plain):
        level = next(level for level in task_orders.LEVELS if found[level])
        return Statement(Act.PRIORITY, task=heard.task, priority=level)
    if OF_PRIORITY.search(plain) and (moved := RAISED_OR_LOWERED.search(plain)):
        return Statement(Act.PRIORITY, task=heard.task, step=1 if moved["up"] else -1)
    return None


SAID_PRIORITY = re.compile(
    "|".join(rf"(?P<{level}>\b(?:{words})\b)" for level, words in task_orders.LEVELS.items() if level != "MEDIA")
)
OF_PRIORITY = re.compile(r"\b(?:prioridad|urgencia|priority|urgency)\b")
RAISED_OR_LOWERED = re.compile(
    r"\b(?:(?P<up>sub\w*|aument\w*|raise|increase|bump|higher|mas alta)|baj\w*|lower|reduce|drop|decrease|menos)\b"
)


def card_of_task(heard: Heard) -> Reads | None:
    return Readings((Question(Topic.TASK, number=heard.task),), asks=True) if heard.task else None


def handed_over(heard: Heard) -> Reads | None:
    said = heard.statement
    if said is not None and said.act in (Act.HAND_OVER, Act.HAND_OVER_ALL):
        return said
    if heard.task and heard.people:
        return Statement(Act.HAND_OVER, task=heard.task, people=(receiver(heard),), near=heard.near)
    return None


def split(heard: Heard) -> Reads | None:
    """Read an order to split a task, with its parts if they are listed behind it."""
    if not heard.task:
        return None
    named = re.search(rf"#?\b{heard.task}\b", heard.numbered)
    parts = split_said(heard.numbered, named.end()) if named else ()
    listed = parts if FEWEST <= len(parts) <= MOST_PARTS else ()
    return Statement(Act.SPLIT, task=heard.task, items=tuple(ListedTask(each) for each in listed))


def of_responsibles(heard: Heard) -> Statement | None:
    """Read who is to be responsible for a task: the person addressed instead of others, or somebody besides them.

    "¿te encargas tú de la 13, Sofi?", "agrega a Caro a la 12"; not that somebody be invited to an event.
    """
    if not heard.people:
        return None
    gives = takes_over(heard.text)
    if not gives and not adds_somebody(heard.text, heard.named):
        return None
    task = heard.task or numbered_there(heard.text, heard.titles.stems)
    if not task:
        return None
    of_event = heard.events_named and not heard.calls_task_better
    if gives:
        return Statement(Act.HAND_OVER, task=task, people=heard.people[-1:], near=heard.near)
    if of_event or OF_EVENTS.search(fold(heard.text).text):
        return None
    return Statement(Act.ADD_PERSON, task=task, people=heard.people, near=heard.near)


def receiver(heard: Heard) -> tuple[int, ...]:
    """Return the person whom a task goes to: one behind "a" or "que lo lleve", else the last who is not to lose it."""
    named = [word for word in heard.named if word.people]
    before = {each.start: fold(heard.text[: each.start]).text for each in named}
    behind = [each for each in named if TO_PERSON.search(before[each.start])]
    left = [each for each in named if not FROM_PERSON.search(before[each.start]) and not is_swamped(heard, each)]
    if len(named) > 1 and behind and TAKES_AWAY.search(before[behind[0].start]):
        behind, left = behind[1:], [each for each in left if each is not behind[0]]
    return (behind or left[-1:] or named[-1:])[0].people


def is_swamped(heard: Heard, person: Word) -> bool:
    """Return whether what follows a name says that they cannot: "luis no da abasto", "Tom is swamped"."""
    return SWAMPED.match(fold(heard.text[person.end :]).text) is not None


TO_PERSON = re.compile(
    r"\b(?:a|to|para|for|with|con|let|have"
    r"|que (?:l[oae]s?|se l[oa]s?) (?:tome|lleve|haga|vea|agarre|atienda|siga|termine|revise)n?)(?: (?:la|el))?[ @]*$"
)
TAKES_AWAY = re.compile(r"\b(?:quit|sac)(?:[aeo]|ar)(?:me|se|nos)?(?:l[aeo]s?){0,2}\b")
"""A verb by which somebody is to lose a task: "quítasela a Luis y dásela a Ana"."""
FROM_PERSON = re.compile(r"\b(?:de|from|en vez de|en lugar de|instead of|off)(?: (?:la|el))?[ @]*$")
SWAMPED = re.compile(
    r" ?(?:,? ?(?:ya )?no\b|esta (?:full|hasta|llen|satur|a tope|ocupad)|anda (?:full|hasta|a tope)|is (?:swamped|busy"
    r"|full|snowed|away|out|off|on)|has too much|can'?t|tiene (?:mucho|demasiado))"
)


def comment(heard: Heard) -> Reads | None:
    said = heard.statement
    if said is not None and said.act is Act.COMMENT and said.task:
        return said
    words = heard.stripped("COMMENT", task=True)
    return Statement(Act.COMMENT, words=words, task=heard.task) if heard.task else None


def message(heard: Heard) -> Reads | None:
    if not heard.people:
        return None
    words = heard.stripped("MESSAGE", people=True)
    title = heard.stripped()
    return Statement(Act.MESSAGE, words=words, people=heard.people[:1], near=heard.near, title=title)


def chased(heard: Heard) -> Statement | None:
    """Read that somebody is to be asked, kindly, how a task of theirs is going: "recuérdale a Nacho el video".

    What is asked on another day is none, nor what is asked of them besides: "pregúntale a Tom si viene".
    """
    first = next((word for word in heard.named if word.people), None)
    if first is None or not (heard.task or heard.unclear):
        return None
    before, behind = (fold(part).text for part in (heard.text[: first.start], heard.text[first.end :]))
    asks = CHASES.search(before) is not None or (ASKS.search(before) and HOW_IT_GOES.match(behind))
    if not asks or heard.when.hours or any(not is_in_title(heard, *span) for span in heard.when.spans):
        return None
    return Statement(Act.CHASE, task=heard.task, people=(first.people,), near=first.near, words=heard.text.strip())


def chased_later(heard: Heard) -> Statement | None:
    """Read an order to remind or tell somebody of something at another time: "recuérdale a Nacho el video a las 5".

    `title` is what one may be reminded of oneself instead. What one has to do oneself is none: "I need to remind Tom".
    """
    first = next((word for word in heard.named if word.people), None)
    spans = [span for span in heard.when.spans if not is_in_title(heard, *span)]
    if first is None or not spans:
        return None
    before = fold(heard.text[: first.start]).text
    when_is_beside = any(start < first.start or not heard.text[first.end : start].strip(" ,") for start, _ in spans)
    tells = TELLS.search(before) if when_is_beside else None
    order = tells or REMINDS_THEM.search(before)
    if order is None or OF_ONESELF.search(before):
        return None
    earlier = [heard.text[start:end] for start, end in spans if end <= first.start]
    own = "remind me to nudge" if order["en"] else "recuérdame decirle a" if tells else "recuérdame recordarle a"
    title = " ".join([own, heard.text[first.start :].strip(), *earlier])
    people = (first.people,)
    return Statement(Act.CHASE, task=heard.task, people=people, near=first.near, words=heard.text.strip(), title=title)


def is_in_title(heard: Heard, start: int, end: int) -> bool:
    """Return whether words are a part of the title by which a task is called: "facturar noviembre"."""
    places = [place for each in heard.mentions for place in range(each.first, each.last + 1)]
    return any(heard.words[place].start < end and start < heard.words[place].end for place in places)


TO_A_PERSON = r"(?: (?:a|al|to|with|con))?(?: (?:la|el))?[ @]*$"
CHASES = re.compile(
    r"(?<!\bno le )(?<!\bno )\b(?:recuerd[ae]les?|recuerd[ae]|recordales?|recorda|acuerdales?|acordales?|insist[ae]les?"
    r"|apur[ae]les?|apur[ae]|apresur[ae]les?|presion[ae]les?|presion[ae]|piquen?le|picales?|empuj[ae]les?"
    r"|(?:dale|pegale|echale|mandale|enviale|hazle) un (?:empujon(?:cito)?|toque(?:cito)?|grito|recordatorio|llamado)"
    r"|remind|nudge|chase|poke|ping|prod|bug|follow up|check in|give a nudge|send a reminder)" + TO_A_PERSON
)
"""An order to remind somebody of something, up to their name."""
WHEN_BEFORE_A_NAME = r"(?: \w[\w:.]*){0,5}?"
REMINDS_THEM = re.compile(
    r"(?<!\bno le )(?<!\bno )\b(?:recuerd[ae]les?|recordales?|acuerdales?|acordales?|hazles? acordar"
    r"|(?:mandale|enviale|hazle|ponle|ponele) un recordatorio|recuerd[ae](?= (?:a|al) )"
    r"|(?P<en>remind|nudge|chase|ping|poke|send a reminder))" + WHEN_BEFORE_A_NAME + TO_A_PERSON
)
"""An order to remind somebody, with at most a time before their name."""
TELLS = re.compile(
    r"(?<!\bno le )(?<!\bno )\b(?:diles?|deciles?|avis[ae]les?|comentales?|coment[ae]les?|escrib[ei]les?"
    r"|mand[ae]les? un mensaje|(?P<en>tell|message|write|text|let))" + WHEN_BEFORE_A_NAME + TO_A_PERSON
)
"""An order to tell somebody something."""
OF_ONESELF = re.compile(
    r"\b(?:recuerd[ae]me|recordame|acuerd[ae]me|remind me|me recuerd[ae]s?|avisame|tengo que|debo|hay que|voy a"
    r"|quede en|i (?:need|have|want|ought|should|must|will|am|was|did|can)|i'?(?:ll|m|ve)|no olvid\w+)\b(?! you\b)"
)
"""Words for tasks and reminders of one's own: "tengo que", "recuérdame"."""
ASKS = re.compile(r"\b(?:pregunt[ae]les?|preguntales?|consult[ae]les?|ask|check)" + TO_A_PERSON)
HOW_IT_GOES = re.compile(
    r"[ ,:]*(?:como|que onda|que tal|que paso|por|de|sobre|cuando|para cuando|en que|how|about|for|when|where|what)\b"
)


def reminder(heard: Heard) -> Reads | None:
    words = heard.stripped("REMINDER")
    if not heard.when.hours and (items := each_with_day(words, heard.moment)):
        return Statement(Act.NEW_TASK, words=words, items=items, outright=True)
    return Statement(Act.REMINDER, words=words) if words else None


# Events


def new_event(heard: Heard) -> Reads | None:
    words = ON_A_CALENDAR.sub(" ", heard.stripped("NEW_EVENT")).strip()
    if WHEN_THEY_CAN.search(fold(heard.text).text) and heard.people and not heard.when.hours:
        return question(Topic.FREE)(heard)
    if not heard.when.hours and begins_with_verb(words) and (items := each_with_day(words, heard.moment)):
        return Statement(Act.NEW_TASK, words=words, items=items, outright=True)
    return Statement(Act.NEW_EVENT, words=words) if words else None


def of_event(act: Act) -> Callable[[Heard], Reads | None]:
    """Read what is to become of an event, by the words of its title, its day, or its hour."""

    def reads(heard: Heard) -> Reads | None:
        if heard.events_named and (other := of_oneself_or_later(heard, act)):
            return other
        said = heard.template
        if said is not None and said.act is act:
            return with_time(heard, said) if act is Act.MOVE_EVENT and not said.words else said
        if heard.mentions and heard.events_are_tasks and not OF_EVENTS.search(fold(heard.text).text):
            of_the_task = {Act.MOVE_EVENT: due_date, Act.CANCEL_EVENT: of_task(Act.DELETE)}.get(act)
            return of_the_task(heard) if of_the_task else None
        found = by_words(heard, act)
        if found and act is Act.INVITE and not found.people and not JOINS_OR_LEAVES.search(fold(heard.text).text):
            return replace(found, act=Act.SEE_EVENT)
        return found

    return reads


JOINS_OR_LEAVES = re.compile(
    r"\b(?:invit|agreg|anad|sum|inclu|convoc|met|sac|quit|baj|add|remov|take|drop|bring|join|loop)[a-z]*"
)
"""Verbs by which people join an event or leave it; without one, the event is shown and no list of people."""


def of_oneself_or_later(heard: Heard, act: Act) -> Statement | None:
    """Read that one does not come to an event, or that it be earlier or later, where another act is likelier."""
    days, title = heard.when.days, heard.event_words
    if act is Act.ANSWER_EVENT and (shift := shift_of(heard)):
        return Statement(Act.MOVE_EVENT, days=days, title=title, shift=shift)
    leaves = act is not Act.MOVE_EVENT and ONESELF_OUT.search(fold(heard.text).text)
    return Statement(Act.ANSWER_EVENT, days=days, title=title) if leaves else None


def with_time(heard: Heard, said: Statement) -> Statement:
    """Return an order to move an event with how much later it is to be, or at which hour."""
    shift = shift_of(heard)
    words = "" if shift else said.words or bare_hour(heard) or new_length(heard)
    return replace(said, shift=shift, words=words, title=heard.event_words or said.title)


def from_then_on(heard: Heard, said: Statement) -> Statement:
    """Return an order in which the days behind "desde" are those of the event that is meant, and no words of it."""
    folded = fold(said.words)
    since = FROM_THEN_ON.search(folded.text)
    if said.days is not None or since is None or not since.start():
        return said
    days = when_said(since["days"], heard.moment, heard.scans).days
    return replace(said, words=said.words[: folded.starts[since.start()]].strip(), days=days) if days else said


FROM_THEN_ON = re.compile(r"\b(?:desde|a partir de(?: la| el)?|starting|from) (?P<days>.+)$")
"""The time from which an event that repeats is changed: "a las 10 desde la próxima semana"."""


def by_words(heard: Heard, act: Act) -> Statement | None:
    """Read an act about an event by what is left of a sentence once its day, its verbs and polite words are known."""
    plain = heard.old_text.plain.text
    split = target(heard.old_text, 0) if act is Act.MOVE_EVENT else None
    meant = plain[: split.start() if split else len(plain)]
    when = heard.old_text.when(meant)
    known = {word for kind in ("EVENT_VERBS", "polite") for phrase in leads()[kind] for word in phrase}
    left = TITLE_WORD.findall(without(meant, when.spans))
    title = [word for word in left if word not in known and {*word} != {"z"}]
    words = target_words(heard.old_text, split) if split else ""
    if not title and when.days is None and not heard.people:
        return None
    said = Statement(act, words, people=heard.people, near=heard.near, days=when.days, title=" ".join(title))
    return (
        with_time(heard, said) if act is Act.MOVE_EVENT and not words else named_event(heard, from_then_on(heard, said))
    )


def named_event(heard: Heard, said: Statement) -> Statement:
    return replace(said, title=heard.event_words or said.title)


def shift_of(heard: Heard) -> int:
    """Return by how many minutes an event is to be later, or, below zero, earlier: "push it back half an hour"."""
    plain = fold(heard.text).text
    found = read(heard.text, heard.moment, Kind.MINUTES).minutes
    if found is None or TO_LAST.search(plain):
        return 0
    return -found if EARLIER.search(plain) else found if LATER.search(plain) else 0


ONESELF_OUT = re.compile(rf"\b(?:{WANTS_OUT})\b")
ANY_EVENT = frozenset(
    (
        *("junta", "juntas", "reunion", "cita", "llamada", "evento", "comida", "sesion", "meeting", "call", "event"),
        *("appointment", "session", "lunch"),
    )
)
OF_EVENTS = re.compile(
    r"\b(?:juntas?|reunion\w*|citas?|eventos?|llamadas?|demos?|comidas?|entrevistas?|meetings?|calls?|events?|appointments?"
    r"|invit\w*|lunch|interviews?|reviews?|follow)\b"
)
"""Words by which an event is meant where a task has the same ones in its title."""


def bare_hour(heard: Heard) -> str:
    """Return the hour to which an event is moved, said as a mere number before a reason: "push it to 2, she's late"."""
    found = TO_HOUR.search(fold(heard.text).text)
    return f"a las {found[1]}" if found else ""


def new_length(heard: Heard) -> str:
    """Return how long an event is to last instead: "it only lasts 30 min"."""
    found = read(heard.text, heard.moment, Kind.MINUTES)
    return next((each.words for each in found.pieces), "") if TO_LAST.search(fold(heard.text).text) else ""


TO_HOUR = re.compile(
    r"\b(?:to|at|para las?|pa las?|a las?|make (?:it|that)) ([0-9]{1,2}(?:[:.][0-9]{2})?)"
    r"(?=\s*(?:[,.;!)](?![0-9])|$|instead|porque|pq|bc|because))"
)
EARLIER = re.compile(r"\b(?:adelant\w*|mas temprano|antes|earlier|sooner|bring (?:it )?forward|move (?:it )?up|up)\b")
LATER = re.compile(
    r"\b(?:atras\w*|retras\w*|recorr\w*|corr[ae]\w*|pospon\w*|aplaz\w*|mas tarde|despues|later|back|push\w*|delay\w*"
    r"|postpone\w*|shift\w*|out)\b"
)
TO_LAST = re.compile(
    r"\b(?:que dure|dur[ae]|va a durar|duracion|lasts?|shorten|extend|alarga\w*|acorta\w*|a solo|only)\b"
)


# Absences


def absence(heard: Heard) -> Reads | None:
    said = heard.template
    if said is not None and said.act in (Act.ABSENCE, Act.CHANGE_ABSENCE):
        return said
    people = heard.people[:1]
    words = heard.stripped("ABSENCE_DAYS", people=True)
    days = heard.when.days or heard.when.doubt
    words = words if days else f"hoy {words}"
    return Statement(Act.ABSENCE, words=words, people=people, near=heard.near) if words else None


def back(heard: Heard) -> Reads | None:
    said = heard.template
    if said is not None and said.act in (Act.CANCEL_ABSENCE, Act.CHANGE_ABSENCE, Act.BACK, Act.BACK_ON):
        return said
    return Statement(Act.CANCEL_ABSENCE, people=heard.people[:1], near=heard.near, days=heard.when.days)


def about_oneself(act: Act) -> Callable[[Heard], Reads | None]:
    """Return a reader of an act of the writer's own, which reads nothing where somebody is named."""
    return lambda heard: None if heard.people else Statement(act, heard.text.strip())


OF_AN_HOUR = re.compile(r"\b(?:es|era|seria|sera|it'?s) (?:hasta )?(?:a las?|at) [0-9]")
"""Words that say when something is: "entonces es a las 11, voy"."""
SAYS_AWAY = re.compile(r"\b(?:no estoy|no estare|no voy a estar|estoy fuera|estare fuera|away|i'?m out|won'?t be)\b")


def hours_away(heard: Heard) -> Reads | None:
    """Some hours away; an appointment with its beginning and its end is an event, unless one says that one is away."""
    if OF_AN_HOUR.search(fold(heard.text).text):
        return None
    found = read(heard.text, heard.moment, EVENT)
    if found.hours and found.hours.end and not heard.people and not SAYS_AWAY.search(fold(heard.text).text):
        return new_event(heard)
    return about_oneself(Act.SOME_HOURS)(heard)


# The day


def closing(heard: Heard) -> Reads | None:
    said = heard.template
    if said is not None and said.act in (Act.CLOSE_DAY, Act.SEND_DAY):
        return said
    found = heard.tasks_report
    if found.lines and found.clear:
        return found
    if is_ahead(heard):
        return None
    sends = heard.said.any(Says.REPORT) and not heard.said.any(Says.CLOSE)
    return Statement(Act.SEND_DAY if sends else Act.CLOSE_DAY)


def opening(heard: Heard) -> Statement | None:
    """Read an order to open the day; a plan for a later day is none, nor is where one is instead."""
    plain = fold(heard.text).text
    elsewhere = IS_ELSEWHERE.search(plain) and not OPENS.search(plain)
    return None if elsewhere or is_plan(heard.text) else Statement(Act.OPEN_DAY)


OPENS = re.compile(r"\b(?:abr[aeio]|open|empez|empiez|inici)")
IS_ELSEWHERE = re.compile(
    r"\b(?:ando|estoy|sigo|vengo|voy|salgo|i'?m|i am|im)\b[^,.;]{0,20}\b(?:medic[oa]|doctora?|dentista|clinica|hospital"
    r"|consulta|cita|imss|laboratorio|urgencias|banco|notaria|tramites?|escuela|funeral|aeropuerto|taller|doctor'?s"
    r"|dentist|clinic|appointment|bank|airport)\b"
)
"""Words that say that one is at another place than at work: "ando en el médico"."""


def undone(heard: Heard) -> Statement:
    said = heard.template
    return said if said is not None and said.act is Act.UNDO else Statement(Act.UNDO, outright=True)


# Questions


def question(default: Topic, *others: Topic, who: Who | None = None) -> Callable[[Heard], Reads | None]:
    """Read a question of a family of topics: the one that its words say, else the usual one."""
    family = frozenset((default, *others))

    def reads(heard: Heard) -> Reads | None:
        said = heard.said
        found = tuple(topic for topic in topics(said) if topic in family) or (default,)
        words = heard.when.others(heard.named)
        asked = complete(said, words, found, heard.when, heard.moment, heard.masked, heard.scans)
        if who is None or any(each.who is not Who.ANYBODY for each in asked.questions):
            return asked
        return Readings(
            tuple(Question(each.topic, who, days=each.days, words=each.words) for each in asked.questions), asks=True
        )

    return reads


def of_somebody(heard: Heard) -> Reads | None:
    return (
        question(Topic.PROGRESS, Topic.LOG, Topic.TASKS, Topic.TASKS_LATE, Topic.DUE, Topic.TASKS_CLOSED)(heard)
        if heard.people
        else None
    )


def of_event_or(ask: Callable[[Heard], Reads | None]) -> Callable[[Heard], Reads | None]:
    """Read a question about one event by its title, else as `ask` does."""

    def reads(heard: Heard) -> Reads | None:
        said = heard.template
        if said is not None and said.act is Act.SEE_EVENT:
            return said
        if heard.events_named and not heard.people and not heard.calls_task_better:
            return Statement(Act.SEE_EVENT, days=heard.when.days, title=heard.event_words)
        return ask(heard)

    return reads


def state_of_task(heard: Heard) -> Reads | None:
    if heard.statement is not None and heard.statement.act is Act.HISTORY:
        return heard.statement
    return card_of_task(heard) or of_some_tasks(heard) or searched(heard)


def of_some_tasks(heard: Heard) -> Readings | None:
    """Read how all that is called by a word is going: "¿cómo va Reyes?" of three tasks for Reyes."""
    if heard.unclear is None or heard.people:
        return None
    mention = max(heard.mentions, key=lambda each: each.words)
    words = heard.text[heard.words[mention.first].start : heard.words[mention.last].end]
    return Readings((Question(Topic.MEETING, days=heard.when.days, words=words),), asks=True)


def searched(heard: Heard) -> Reads | None:
    """Read what is looked for: as a template has it, else the few words that nothing else here says."""
    said = heard.template
    if said is not None and said.act is Act.SEARCH:
        return said
    if heard.task and calls_only(heard, " ".join(word.text for word in heard.named if not word.known)):
        return card_of_task(heard)
    sought = [word.text for word in heard.named if not word.known and len(word.text) >= SHORTEST]
    if not 0 < len(sought) <= MOST_SOUGHT:
        return None
    return Statement(Act.SEARCH, words=" ".join(sought), title=heard.text.strip())


SHORTEST, MOST_SOUGHT = 3, 4


def told_when(heard: Heard) -> Reads | None:
    said = heard.template
    return said if said is not None and said.act in (Act.QUIET, Act.LUNCH) else question(Topic.HELP_NOTICES)(heard)


OF_A_PROFILE = re.compile(r"idioma|lengua|ingles|espanol|castellano|language|english|spanish|zona|zone|hora\b|horario")
BIRTHDAY = re.compile(r"cumple|birthday")
HOLIDAYS = re.compile(r"\b(?:festivos?|feriados?|holidays?|asuetos?)\b")


def profile(heard: Heard) -> Reads | None:
    """Read the zone or the holidays that somebody gives, or a question about birthdays, one's language or zone."""
    said, plain = heard.template, heard.text.translate(PLAIN)
    if said is not None and said.act in (Act.ZONE, Act.OWN_HOLIDAYS):
        return said
    if HOLIDAYS.search(plain):
        return Statement(Act.OWN_HOLIDAYS, words=places_in(heard.text))
    if BIRTHDAY.search(plain):
        return question(Topic.BIRTHDAYS)(heard)
    return question(Topic.HELP_LANGUAGE, Topic.HELP_ZONE)(heard) if OF_A_PROFILE.search(plain) else None


def exported(heard: Heard) -> Reads | None:
    said = heard.template
    if said is not None and said.act is Act.EXPORT:
        return said
    if CALENDAR.search(heard.text.translate(PLAIN)):
        return question(Topic.HELP_CALENDAR, Topic.HELP_API)(heard)
    return Statement(Act.EXPORT, days=heard.when.days)


ON_A_CALENDAR = re.compile(
    r"(?:,? (?:and |y )?(?:put it|add it|ponl[oa]|apuntal[oa]|anotal[oa]))?"
    r" (?:(?:on|in|to) (?:my|the|our) calendar|en (?:mi|la|el) (?:agenda|calendario))\b",
    re.IGNORECASE,
)
WHEN_THEY_CAN = re.compile(
    r"\b(?:cuando|a la hora que|donde|whenever|when) "
    r"(?:todos |ella |el |ellos |ellas |ambos |both |she |he |they |we )?"
    r"(?:pueda\w*|este[n]? libres?|tenga[n]? (?:tiempo|chance|hueco)|can|(?:is|are) (?:free|available))\b"
)
"""Words that put an event where somebody has time."""
CALENDAR = re.compile(r"calend|google|outlook|\bics\b|suscri|subscri|celular|\blink\b|\bliga\b|token|api\b")

AGENDA = question(Topic.AGENDA, Topic.NEXT_EVENT, Topic.PLAN, Topic.FREE)
HELP = question(
    *(Topic.HELP, Topic.HELP_LANGUAGE, Topic.HELP_ZONE, Topic.HELP_NOTICES, Topic.HELP_API, Topic.HELP_CALENDAR),
    *(Topic.HELP_TASK, Topic.HELP_EVENT, Topic.HELP_ABSENCE, Topic.HELP_COMMENT, Topic.HELP_DAY),
)
READERS: Mapping[Intent, Callable[[Heard], Reads | None]] = {
    Intent.REPORT: report,
    Intent.CORRECTION: corrected,
    Intent.NEW_TASK: new_task,
    Intent.ASSIGN_TASK: assigned_task,
    Intent.MOVE_DUE: due_date,
    Intent.EDIT_TASK: edited_task,
    Intent.HAND_OVER: handed_over,
    Intent.SPLIT_TASK: split,
    Intent.DELETE_TASK: of_task(Act.DELETE),
    Intent.COMMENT: comment,
    Intent.MESSAGE: message,
    Intent.REMINDER: reminder,
    Intent.NEW_EVENT: new_event,
    Intent.MOVE_EVENT: of_event(Act.MOVE_EVENT),
    Intent.CANCEL_EVENT: of_event(Act.CANCEL_EVENT),
    Intent.INVITE: of_event(Act.INVITE),
    Intent.ANSWER_YES: of_event(Act.ANSWER_EVENT),
    Intent.ANSWER_NO: of_event(Act.ANSWER_EVENT),
    Intent.ANSWER_PROPOSE: of_event(Act.ANSWER_EVENT),
    Intent.ABSENCE_DAYS: absence,
    Intent.ABSENCE_HOURS: hours_away,
    Intent.CANCEL_ABSENCE: back,
    Intent.HOME_OFFICE: about_oneself(Act.ELSEWHERE),
    Intent.OPEN_DAY: opening,
    Intent.CLOSE_DAY: closing,
    Intent.Q_MY_AGENDA: of_event_or(AGENDA),
    Intent.Q_TEAM_AGENDA: of_event_or(AGENDA),
    Intent.Q_FREE: question(Topic.FREE),
    Intent.Q_AWAY: question(Topic.AWAY, Topic.PRESENT, Topic.BIRTHDAYS, Topic.HOLIDAYS, Topic.DAYS_LEFT),
    Intent.Q_MY_TASKS: question(
        *(Topic.TASKS, Topic.TASKS_LATE, Topic.PLAN, Topic.DUE, Topic.TASKS_PLANNED, Topic.TASKS_REPEATED, Topic.RED),
        who=Who.ME,
    ),
    Intent.Q_SOMEBODY_TASKS: of_somebody,
    Intent.Q_TASK_STATE: of_event_or(state_of_task),
    Intent.Q_TEAM_STATE: question(Topic.PROGRESS, Topic.SUMMARY, Topic.HISTORY, who=Who.TEAM),
    Intent.Q_DUE: question(Topic.DUE, Topic.TASKS_LATE),
    Intent.Q_RED: question(Topic.RED, Topic.YELLOW),
    Intent.Q_DONE: question(Topic.TASKS_CLOSED, Topic.LOG, Topic.HISTORY),
    Intent.Q_NOT_REPORTED: question(Topic.NOT_REPORTED, *OF_THE_DAY),
    Intent.Q_WORKLOAD: question(Topic.WORKLOAD, who=Who.TEAM),
    Intent.SEARCH: searched,
    Intent.EXPORT: exported,
    Intent.SET_NOTICES: told_when,
    Intent.SET_PROFILE: profile,
    Intent.HELP: HELP,
    Intent.UNDO: undone,
}
"""The readers of intents. An intent without one is talk, or needs what was asked before."""
