"""The reading of a message: the acts that it may mean, the surest first, each with how sure it is."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from core.language.phrases.day_report import read_report
from core.language.phrases.folding import fold
from core.language.phrases.model import EVENT, Kind, Moment
from core.language.phrases.reading import read
from core.language.questions.model import Names, Readings
from core.language.questions.reading import read_question
from core.language.reader.acts import (
    READERS,
    Heard,
    Reads,
    chased,
    chased_later,
    given_by_name,
    is_only_when,
    of_responsibles,
    ordered,
)
from core.language.reader.corrections import Correction, read_correction
from core.language.reader.intents import Intent
from core.language.reader.marks import marked
from core.language.reader.model import model
from core.language.reader.pairs import AN_EVENT, clauses, halves
from core.language.reader.plans import without_plans
from core.language.reader.reports import TasksReport, read_bare_report
from core.language.reader.titles import KnownTitles
from core.language.statements.model import Act, Statement
from core.language.statements.reading import begins_event, said_of

SURE = 0.6
"""The least probability at which an act is done, or its panel shown, without a question first."""
POSSIBLE = 0.07
"""The least probability at which an act is offered."""
PERHAPS = 0.4
"""The least probability of a question in which an unknown word is taken for a name that nobody has."""
LIKELY = 0.5
"""The least probability at which a question about known people is meant, not one about a name that nobody has."""
LEAST = 0.01
"""The least probability of an intent that is meant, even where all others cannot be."""
NAMED = 3.0
"""The factor by which an intent about a task, or an event, is likelier where a title is named."""
REPORTED = 3.0
"""The factor by which a report is likelier where a value is said of one's own task."""
MOST_OFFERED = 3
TALK = frozenset((Intent.GREETING, Intent.THANKS, Intent.NONE))
OF_OWN_TASKS = frozenset((Intent.REPORT, Intent.CORRECTION, Intent.CLOSE_DAY))
ANSWERS = frozenset((Intent.YES, Intent.NO, Intent.LATER, Intent.CORRECTION))
VERY_SURE = 0.85
DRAFTED = frozenset((Act.NEW_EVENT, Act.REMINDER))
OF_ONE_TASK = frozenset(
    {Act.LIGHT, Act.PRIORITY, Act.REOPEN, Act.HISTORY, Act.HELPER, Act.DUE, Act.DELETE, Act.COMMENT, Act.RENAME}
)
"""Orders about a task by its number, which are not reports even where they say a light."""
OF_REMINDERS = frozenset((Act.REMINDERS, Act.DROP_REMINDER))
"""Orders that a template alone reads, and no question as well."""
OF_ITS_OWN = frozenset((Act.NUDGE, Act.REPORT))
"""Orders that are not a question about a task, whatever it is called: "recuérdale a Ana su avance"."""
NEVER_MEANT = 0.1
"""The least probability of what a template reads, for it to be meant where the model is sure of something else."""
INTENTS_OF_LOOSE_TEMPLATES: Mapping[Act, frozenset[Intent]] = {
    Act.MESSAGE: frozenset((Intent.MESSAGE, Intent.COMMENT)),
    Act.NEW_TASK: frozenset((Intent.NEW_TASK, Intent.ASSIGN_TASK, Intent.REMINDER)),
    Act.SEARCH: frozenset((Intent.SEARCH, Intent.Q_TASK_STATE)),
    Act.NEW_EVENT: frozenset((Intent.NEW_EVENT, Intent.REMINDER, Intent.ABSENCE_HOURS, Intent.ANSWER_PROPOSE)),
    Act.EXPORT: frozenset((Intent.EXPORT,)),
}
"""The intents that bear out an act whose template many other sentences fit, too."""
QUESTIONS = frozenset(
    (
        *(each for each in Intent if each.startswith("Q_")),
        *(Intent.HELP, Intent.EXPORT, Intent.SET_NOTICES, Intent.SET_PROFILE, Intent.SEARCH),
    )
)
OF_A_TASK = frozenset(
    (
        *(Intent.REPORT, Intent.MOVE_DUE, Intent.EDIT_TASK, Intent.HAND_OVER, Intent.SPLIT_TASK, Intent.DELETE_TASK),
        *(Intent.COMMENT, Intent.Q_TASK_STATE),
    )
)
OF_AN_EVENT = frozenset(
    (
        *(Intent.MOVE_EVENT, Intent.CANCEL_EVENT, Intent.INVITE),
        *(Intent.Q_MY_AGENDA, Intent.Q_TEAM_AGENDA, Intent.Q_TASK_STATE),
    )
)


class Possibility(Struct, frozen=True):
    """An intent that a message may have, its act, and how sure that is, from 0 to 1."""

    intent: Intent
    sure: float
    act: Reads | None = None


class MessageReading(Struct, frozen=True):
    """The candidates of a message, the surest first; those that lack a slot which they need are left out.

    `statement` and `question` are what templates of whole sentences read, which the model does not contradict.
    `correction`: what it says to be right instead of a report that was just made, if there was one. `outright`: a
    report that its words say by themselves. `then` is the second of two orders that the message is, and `begins` the
    first.
    """

    candidates: tuple[Possibility, ...]
    chances: Mapping[Intent, float]
    statement: Statement | None = None
    question: Readings | None = None
    correction: Correction | None = None
    outright: TasksReport | None = None
    begins: str = ""
    then: str = ""

    @property
    def first(self) -> Possibility | None:
        return self.candidates[0] if self.candidates else None

    @property
    def report(self) -> TasksReport | None:
        """A report on tasks that the message surely is, unless a template says an order, or another day."""
        if self.outright is not None and not self.outright.is_bare:
            return self.outright
        first = self.first
        said = next((each.act for each in self.candidates if isinstance(each.act, TasksReport)), None)
        if first is None or said is None or (self.statement and is_order(self.statement)):
            return None
        several = said.clear and len(said.lines) > 1 and first.sure < VERY_SURE
        return said if several or (first.act is said and first.sure >= SURE) else None

    def chance(self, *intents: Intent) -> float:
        """Return how likely it is that one of these intents is meant."""
        return sum(self.chances.get(intent, 0.0) for intent in intents)


def read_message(text: str, moment: Moment, names: Names, known: KnownTitles) -> MessageReading:
    """Return what a message may mean, and which two orders it is, if it is two. Pure, and linear in its length.

    Plans for a later day ask for nothing, and are left out.
    """
    text = without_plans(text)

    @cache
    def reads(words: str) -> MessageReading:
        return read_order(words, moment, names, known)

    whole = reads(text)
    reports = bool(known.own_tasks.by_stem)
    for before, behind in halves(text):
        if is_only_when(before, moment) or not is_order_alone(reads(behind), behind, moment):
            continue
        first = reads(before)
        orders = is_sure_order(first) or first.report or (reports and report_beside_order(before, reads))
        if orders and may_follow(first, before, behind, moment):
            return replace(whole, begins=before, then=behind)
    if reports and not reports_clearly(whole) and not is_talk(whole) and (two := report_beside_order(text, reads)):
        return replace(whole, begins=two[0], then=two[1])
    return whole


def report_beside_order(text: str, reads: Callable[[str], MessageReading]) -> tuple[str, str] | None:
    """Return the two parts of a message of which one reports on own tasks and the other wants something else done."""
    for before, behind in clauses(text):
        first = reads(before)
        if reports_clearly(first) or is_other_order(first):
            second = reads(behind)
            if any(reports_clearly(one) and is_other_order(other) for one, other in permutations((first, second))):
                return before, behind
    return None


def reports_clearly(reading: MessageReading) -> bool:
    return reading.report is not None and reading.report.clear


def is_other_order(reading: MessageReading) -> bool:
    """Return whether words are surely an order, and no report or remark that belongs to a report beside them."""
    act = reading.first.act if reading.first else None
    goes_on = isinstance(act, Statement) and act.act in (Act.MESSAGE, Act.COMMENT, Act.REMINDER)
    return not goes_on and not reading.report and is_sure_order(reading)


def is_talk(reading: MessageReading) -> bool:
    return reading.first is not None and reading.first.intent in TALK and reading.first.sure >= SURE


def may_follow(first: MessageReading, before: str, behind: str, moment: Moment) -> bool:
    """Return whether words are an order after the first: an event without a verb only after one, each at a time."""
    if NAMES_EVENT.match(fold(behind).text) is None:
        return True
    said = first.first.act if first.first else None
    of_event = act_of_statement(said) is Act.NEW_EVENT and read(before, moment, EVENT).days is not None
    return of_event and begins_event(behind, moment)


NAMES_EVENT = re.compile(AN_EVENT)


def is_sure_order(reading: MessageReading) -> bool:
    """Return whether words surely want something done, and say to what."""
    first = reading.first
    orders = sum(each.sure for each in reading.candidates if is_whole_order(each.act))
    return first is not None and is_whole_order(first.act) and orders >= SURE


def is_whole_order(act: Reads | None) -> bool:
    if isinstance(act, TasksReport):
        return act.clear
    if not isinstance(act, Statement) or act.act not in ORDERS:
        return False
    return act.act not in OF_SOME_EVENT or bool(act.title or act.days)


def is_order_alone(reading: MessageReading, words: str, moment: Moment) -> bool:
    """Return whether the second half of a message is an order alone; "remind me an hour before" adds to the first."""
    said = reading.first.act if reading.first else None
    if not is_sure_order(reading) or (isinstance(said, Statement) and said.act is Act.MESSAGE and not said.words):
        return False
    found = read(words, moment, EVENT | Kind.REMINDER_LEAD)
    if found.reminder_lead is not None:
        return False
    adds = isinstance(said, Statement) and said.act is Act.NEW_TASK and not said.people
    return not adds or found.days is not None or A_TASK.search(fold(words).text) is not None


A_TASK = re.compile(r"\b(?:tareas?|pendientes?|recordatorio|recuerda\w*|recordame|tasks?|to-?do|reminder|remind)\b")
OF_SOME_EVENT = frozenset((Act.MOVE_EVENT, Act.CANCEL_EVENT, Act.INVITE))
ORDERS = frozenset(
    (
        *(Act.NEW_EVENT, Act.NEW_TASK, Act.REMINDER, Act.MESSAGE, Act.COMMENT, Act.HAND_OVER, Act.DUE, Act.DELETE),
        *(Act.PRIORITY, Act.ABSENCE, *OF_SOME_EVENT),
    )
)
"""Orders that half of a message may be."""


def read_order(text: str, moment: Moment, names: Names, known: KnownTitles) -> MessageReading:
    """Return what words may mean that are one sentence.

    How likely an intent is says the model, but for two things that it does not see: that the message calls a task or
    an event by its title, and that a slot is missing without which the intent cannot be meant.
    """
    alone = model().probabilities(marked(text, moment, parts_of(names)))
    heard = Heard(text, moment, names, known.tasks, known.events)
    if CALLED_A_TASK.match(fold(text).text) and (outright := task_outright(heard, alone)):
        return outright
    of_own = Heard(text, moment, names, known.own_tasks, known.events)
    reporting = heard_for(Intent.REPORT, heard, of_own)
    reported = any(each.understood for each in reporting.tasks_report.lines)
    chances = weighed(alone, task=bool(of_own.mentions), event=bool(heard.events_named), reported=reported)
    ranked = sorted(chances.items(), key=lambda each: -each[1])[: 2 * MOST_OFFERED]
    found: list[Possibility] = []
    impossible = 0.0
    for intent, sure in ranked:
        reads = READERS.get(intent)
        of = heard_for(intent, heard, of_own)
        act = reads(of) if reads and sure >= LEAST else None
        act = of.unclear if act is None and intent in OF_A_TASK and sure >= LEAST else act
        if reads and act is None:
            impossible += sure
        elif sure >= LEAST:
            found.append(Possibility(intent, sure, act))
    left = scaled(merged(found), impossible)
    candidates = tuple(each for each in left if each.sure >= POSSIBLE)[:MOST_OFFERED]
    by_model = MessageReading(candidates, chances)
    if surely := said_surely(heard):
        intent, said = surely
        return MessageReading((Possibility(intent, 1.0, said),), chances, said)
    return replace(
        with_templates(by_model, heard, read_question(text, moment, names)),
        correction=read_correction(of_own),
        outright=said_outright(reporting, heard),
    )


def said_surely(heard: Heard) -> tuple[Intent, Statement] | None:
    """Return an order about somebody who is named, of the kinds whose words are clear without the model."""
    if said := of_responsibles(heard):
        return Intent.HAND_OVER, said
    template = heard.template
    of_its_own = template is not None and template.act in OF_ITS_OWN
    if not of_its_own and (later := chased_later(heard)):
        return Intent.MESSAGE, later
    if said := given_by_name(heard):
        return Intent.ASSIGN_TASK, said
    chase = None if of_its_own else chased(heard)
    return (Intent.MESSAGE, chase) if chase else None


def with_templates(by_model: MessageReading, heard: Heard, question: Readings | None) -> MessageReading:
    """Return a reading with the statement and the question of the templates, else with the task that a verb orders."""
    said = agreed(by_model, heard.template)
    of_reminders = heard.template is not None and heard.template.act in OF_REMINDERS
    asks = None if of_reminders else asked(by_model, question)
    if said is None and asks is None and not is_sure_of_act(by_model):
        said = ordered(heard)
    return replace(by_model, statement=said, question=asks)


def is_sure_of_act(reading: MessageReading) -> bool:
    """Return whether words surely want something that can be done."""
    first = reading.first
    return first is not None and first.act is not None and first.sure >= SURE


def heard_for(intent: Intent, heard: Heard, of_own: Heard) -> Heard:
    """Return the message with the tasks that an intent is about: one's own, or all, as in a report of no own one."""
    if intent is Intent.REPORT:
        return of_own if of_own.tasks_report.lines else heard
    return of_own if intent in OF_OWN_TASKS else heard


CALLED_A_TASK = re.compile(r"\W*(?:(?:nueva|new) )?(?:tarea|pendiente|task|to-?do)(?: nueva| para mi)? ?:\s*(?=\S)")
"""Words that call the rest a task, whatever else that might be: "tarea: cerrar el reporte"."""


def task_outright(heard: Heard, alone: Mapping[Intent, float]) -> MessageReading | None:
    """Return the reading of what is called a task by whoever writes it."""
    intent = max((Intent.NEW_TASK, Intent.ASSIGN_TASK), key=alone.__getitem__)
    act = READERS[intent](heard)
    said = act if isinstance(act, Statement) and act.act is Act.NEW_TASK else None
    return MessageReading((Possibility(intent, 1.0, said),), {intent: 1.0}, statement=said) if said else None


def said_outright(heard: Heard, seen: Heard) -> TasksReport | None:
    """Return a report that closes the day or says of a task that a light is over, or one of a value that names none.

    A day in one message, "1 70, 2 listo, cerrar", is read by its own rules.
    """
    if "?" in heard.text:
        return None
    found = heard.tasks_report
    if found.lines:
        closes = found.close and read_report(heard.text) is None
        return found if found.clear and (closes or any(each.line.ended for each in found.lines)) else None
    if seen.mentions or heard.mentions or heard.task_numbered or said_of(heard.text, 1):
        return None
    places = [(word.start, word.end) for word in heard.named if word.people]
    bare = read_bare_report(heard.text, places)
    return replace(bare, people=heard.people) if bare else None


def merged(candidates: Sequence[Possibility]) -> Sequence[Possibility]:
    """Return candidates with one for all that come to the same act, as likely as these are together."""
    found: list[Possibility] = []
    for each in candidates:
        at = next((at for at, one in enumerate(found) if each.act is not None and one.act == each.act), None)
        if at is None:
            found.append(each)
        else:
            found[at] = replace(found[at], sure=found[at].sure + each.sure)
    return sorted(found, key=lambda each: -each.sure)


def scaled(candidates: Sequence[Possibility], lost: float) -> tuple[Possibility, ...]:
    """Return candidates as likely as they are where those that had a chance of `lost` cannot be meant.

    What is left of a message that rather means what cannot be is less sure: up to a half.
    """
    return tuple(replace(each, sure=each.sure / max(1 - lost, each.sure) * (1 - lost / 2)) for each in candidates)


def agreed(reading: MessageReading, said: Statement | None) -> Statement | None:
    """Return what a template says is to be done, with what more is found; else what the model is sure of."""
    if said is None:
        return None
    if better := better_act(reading, said):
        return better
    agrees, first = INTENTS_OF_LOOSE_TEMPLATES.get(said.act), reading.first
    if agrees is None or said.task or first is None or first.act is None or first.sure < LIKELY:
        return said
    if reading.chance(*agrees) >= NEVER_MEANT:
        return said
    return first.act if isinstance(first.act, Statement) and first.sure >= SURE else None


def better_act(reading: MessageReading, said: Statement) -> Statement | None:
    """Return the same act with more in it; instead of a new task also a list of them, or that one is handed over."""
    acts = [each.act for each in reading.candidates if isinstance(each.act, Statement)]
    first = reading.first
    if (
        said.act in (Act.CANCEL_EVENT, Act.INVITE)
        and act_of_statement(first.act if first else None) is Act.ANSWER_EVENT
    ):
        return acts[0]
    if said.act in (Act.NEW_TASK, Act.REMINDER):
        if listed := next((each for each in acts if each.items), None):
            return listed
        handed = said.act is Act.NEW_TASK and act_of_statement(first.act if first else None) is Act.HAND_OVER
        if first and handed and first.sure >= SURE:
            return acts[0]
    same = next((each for each in acts if is_same(each, said)), None)
    return replace(same, outright=said.outright) if same and said.act is Act.NEW_TASK else same


def is_order(said: Statement) -> bool:
    return said.act in OF_ONE_TASK or said.days is not None


def act_of_statement(act: Reads | None) -> Act | None:
    return act.act if isinstance(act, Statement) else None


def is_same(act: Reads | None, said: Statement) -> bool:
    """Return whether an act is that of a template, perhaps with more; the words of a draft may begin elsewhere."""
    if not isinstance(act, Statement) or (act.act, act.task) != (said.act, said.task):
        return False
    return said.act in DRAFTED or (act.words or said.words) == said.words


def asked(reading: MessageReading, found: Readings | None) -> Readings | None:
    """Return what a template says is asked; of several questions the one that the model is sure of."""
    first = reading.first
    if found is None or first is None:
        return found
    if found.unknown and act_of_statement(first.act) is Act.SEE_EVENT:
        return None
    if first.intent in (Intent.THANKS, Intent.GREETING) and first.sure >= SURE and not found.asks:
        return None
    return asked_surely(reading, found, first)


def asked_surely(reading: MessageReading, found: Readings, first: Possibility) -> Readings | None:
    if found.unknown and reading.chance(*QUESTIONS) < PERHAPS:
        return replace(found, questions=())
    if found.unknown and isinstance(first.act, Readings) and first.sure >= LIKELY:
        return replace(first.act, questions=first.act.questions[:1])
    if first.sure < SURE:
        return found
    if len(found.questions) > 1 and isinstance(first.act, Readings):
        return replace(found, questions=first.act.questions[:1])
    orders = first.act is not None and not isinstance(first.act, Readings) and first.sure >= VERY_SURE
    return None if orders and found.questions and reading.chance(*QUESTIONS) < NEVER_MEANT else found


def weighed(chances: Mapping[Intent, float], *, task: bool, event: bool, reported: bool) -> Mapping[Intent, float]:
    """Return the chances of a message that calls one's own task or an event by its title, or says how far a task is."""
    odds = {
        intent: chance
        * (NAMED if (task and intent in OF_A_TASK) or (event and intent in OF_AN_EVENT) else 1)
        * (REPORTED if reported and intent is Intent.REPORT else 1)
        for intent, chance in chances.items()
    }
    total = sum(odds.values())
    return {intent: each / total for intent, each in odds.items()}


def act_of(intent: Intent, text: str, moment: Moment, names: Names, known: KnownTitles) -> Reads | None:
    """Return what a message comes to where it has this intent."""
    reads = READERS.get(intent)
    if reads is None:
        return None
    heard, of_own = (Heard(text, moment, names, titles, known.events) for titles in (known.tasks, known.own_tasks))
    return reads(heard_for(intent, heard, of_own))


def parts_of(names: Names) -> Collection[str]:
    """Return every word of people's names."""
    return {part for name in names for part in name.split()}
