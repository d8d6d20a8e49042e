"""The rule, the same for every panel, that tells words that are not an answer to it from those that are.

A report, a greeting, a call for help, an order about another task by its number, a question and an absence are answered
as what they are, and the panel waits on; so is what begins another draft, beside one that does not ask for a title.
Beside a draft, so is a message of its own: one of which a correction would leave words unused, that names another task
or event, or that only talks. Nothing of it is taken into the draft.
Where a comment, a reason or a title is asked for, nearly any sentence may be one: a question is taken there, and beside
no draft an absence too. What a panel does not understand is read once more, less strictly.
"""

import asyncio
import re
from collections.abc import Collection, Sequence

from bot.chat.callbacks.callback_data import AskFor, Screen
from bot.chat.callbacks.drafts import DraftCard, Field, Free, FreeHelp
from bot.chat.callbacks.event_cards import EventEdit, EventPart
from bot.chat.callbacks.search import SearchAsked
from bot.chat.callbacks.surveys import Survey, SurveyAsk
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import ChatContext, Reply
from bot.chat.handlers import first_words, questions, readings, report_drafts, statements
from bot.chat.handlers.draft_kind import draft_body
from bot.chat.handlers.phrases import moment_of, people_by_name
from core.drafts.event_drafts import adds_everybody
from core.language.accents import without_accents
from core.language.phrases.corrections import (
    begins_as_correction,
    calendar_said,
    one_said,
    person_said,
    several_said,
    title_instead,
    title_said,
    without_beginning,
)
from core.language.phrases.day_report import read_report
from core.language.phrases.model import Moment
from core.language.questions.lexicon import Says
from core.language.questions.model import Question, Readings, Topic, Who
from core.language.questions.reading import small_talk
from core.language.reader.answers import says_a_value
from core.language.reader.intents import Intent
from core.language.reader.own_messages import (
    begins_with_something_new,
    calls_somebody,
    names_another,
    says_only_where,
    says_priority,
    words_left,
)
from core.language.reader.reading import OF_A_TASK, SURE, VERY_SURE, MessageReading
from core.language.reader.reports import TasksReport
from core.language.reader.words import words_of
from core.language.statements.model import Act, Statement
from core.language.statements.reading import names_task
from core.people.colleagues import PeopleByName
from core.records.drafts import (
    AbsenceDraft,
    CommentDraft,
    DraftBody,
    EventDraft,
    ReportDraft,
    SplitDraft,
    TaskDraft,
    TasksDraft,
)

TIMES = 60
"""The number below which two numbers may be an hour, or days of a month, as well as a task and how far it is."""
BEGINS = frozenset({Act.NEW_EVENT, Act.NEW_TASK, Act.REMINDER})
OF_THE_DAY = frozenset((Intent.OPEN_DAY, Intent.CLOSE_DAY))
OPENS_OR_CLOSES = re.compile(r"\b(?:abr|cierr|cerr|empez|empiez|comienz|comenz|arranc|open|start|begin|close|end|wrap)")
"""Verbs of opening and closing, one of which an order to open or close the day has."""
ORDERS_A_TASK = re.compile(
    r"\W*(?:(?:oye|mejor|porfa|y|no|ok|please)[\s,]+){0,2}"
    r"(?:p[aá]s[ae]|dale|as[ií]gna|mueve|borra|elimina|cierra|pon|marca|move|hand|give|delete|close)(?:me|se|le|la|lo|sela|selo)?\b"
)
"""The beginning of an order about a task."""
MOST = 100
BEFOREHAND = re.compile(r"\b(?:antes|before|earlier|ahead|in advance)\b")
"""Words that say when to remind of the event that is drafted: "avísame 10 minutos antes"."""
A_VALUE = {
    EventEdit: frozenset({EventPart.MOVE, EventPart.DAY, EventPart.HOUR}),
    TaskCard: frozenset({AskFor.DUE}),
    Survey: frozenset({SurveyAsk.PERCENT}),
}
"""The questions of each kind of panel that are answered by a value, such as a date or a percentage: not by prose."""
OF_ANOTHER = frozenset({Intent.NEW_TASK, Intent.ASSIGN_TASK, Intent.NEW_EVENT, Intent.ABSENCE_DAYS, Intent.REMINDER})
FEWEST_LEFT = 3
"""The fewest words that, left unused by a correction, are a message of their own."""
FEWEST_ANEW = 2
"""The fewest where the message surely begins another draft, or names something new: "a site visit"."""
FEWEST_CALLED = 1
"""The fewest where it calls somebody by their name: "Luis: the invoice for Friday"."""
FEWEST_BESIDE_PROSE = 5
"""The fewest where it begins another draft, beside one that has words of its own: the reason of an absence."""
ON_A_DAY = frozenset({Topic.FREE, Topic.LOG, Topic.TASKS, Topic.PLAN})
"""The topics that a name or a day alone may ask about, unless it corrects what is open: "¿y el jueves?"."""
HELP = frozenset({"ayuda", "help"})
ORDERS = frozenset({Act.HAND_OVER, Act.DUE, Act.DELETE})
OTHER_PANELS = frozenset(
    {Act.CANCEL_ABSENCE, Act.ANSWER_EVENT, Act.SEE_EVENT, Act.MESSAGE, Act.REMINDERS, Act.DROP_REMINDER}
)
"""The acts that are answered by a panel of their own, beside any that waits for no prose."""


async def sure_answer(
    ctx: ChatContext, screen: Screen, words: str, people: PeopleByName, reading: MessageReading
) -> Reply | None:
    """The answer to words that surely do not answer the panel; None where they may."""
    if isinstance(screen, SearchAsked) or (isinstance(screen, DraftCard) and corrects(words)):
        return None
    prose = is_prose(screen)
    body = await body_of(ctx, screen)
    if is_talk(words, prose=prose) and (talk := first_words.small_talk_reply(ctx, words)):
        return talk
    if body is not ReportDraft and (reported := await report_of_its_own(ctx, words, reading, prose=prose)):
        return reported
    said, found = reading.statement, reading.question
    if said and is_elsewhere(screen, body, said, words, prose=prose):
        return await statements.answer_statement(ctx, said)
    if found and found.questions and asks_elsewhere(found, words, prose=prose):
        return await questions.answer_question(ctx, found, people)
    return None


async def report_of_its_own(ctx: ChatContext, words: str, reading: MessageReading, *, prose: bool) -> Reply | None:
    """Answer a sure report and, where no prose is asked for, words that say that a light is over; None to others."""
    if is_sure_report(words):
        return await report_drafts.report_typed(ctx, words, ctx.today)
    said = None if prose else reading.outright
    if said is None or not any(line.line.ended for line in said.lines):
        return None
    return await (
        readings.report_without_task(ctx, said, words, None) if said.is_bare else readings.report(ctx, said, words)
    )


async def is_of_its_own(
    ctx: ChatContext, screen: Screen, words: str, people: PeopleByName, reading: MessageReading
) -> bool:
    """Return whether words typed while a draft is open are a message of their own: none of them go into the draft."""
    prose = is_prose(screen)
    body = None if prose else await draft_body(ctx, screen)
    if prose or await is_own_act(ctx, screen, body, words, reading):
        return not prose
    if body is None or (isinstance(body, TaskDraft) and calendar_said(words) is not None):
        return False
    moment, names = moment_of(ctx), {part for name in people.ids for part in name.split()}
    title = title_of(body)
    left = words_left(words, moment, names, title)
    if not isinstance(body, TaskDraft | TasksDraft | EventDraft):
        anew = len(left) >= FEWEST_BESIDE_PROSE and begins_anew(reading)
        of_a_task = isinstance(body, AbsenceDraft) and bool(left) and is_of_a_task(reading)
        return (anew or of_a_task) and not corrects(words)
    answers_it = screen.asks_for_words() and len(words.split()) < FEWEST_LEFT
    changes = title_said(words) or title_instead(words) or adds_everybody(words)
    where = isinstance(body, EventDraft) and says_only_where(words, moment, names)
    if not title or answers_it or changes or where:
        return False
    known = await readings.titles_of(ctx)
    if await asyncio.to_thread(names_another, words, moment, names, title, (known.tasks, known.events)):
        return True
    corrected = begins_as_correction(words) or several_said(words) is not None or one_said(words)
    return not corrected and (
        is_only_talk(reading, words, moment, names) or len(left) >= fewest_left(reading, words, left, names)
    )


async def is_own_act(
    ctx: ChatContext, screen: Screen, body: DraftBody | None, words: str, reading: MessageReading
) -> bool:
    """Return whether a sentence is an act on its own that no draft and no question for a value takes.

    The report of a task, the day that is opened or closed, hours away, and an order about a task by its number. A
    report by a number alone may be meant for what is asked, unless it names another task than the draft.
    """
    if isinstance(body, ReportDraft | CommentDraft | SplitDraft) or corrects(words) or isinstance(screen, SearchAsked):
        return False
    first = reading.first
    sure = first.intent if first and first.act is not None and first.sure >= SURE else None
    of_the_day = sure in OF_THE_DAY and OPENS_OR_CLOSES.search(without_accents(words))
    if of_the_day or (sure is Intent.ABSENCE_HOURS and isinstance(body, TaskDraft | TasksDraft)):
        return True
    if names_task(words) and ORDERS_A_TASK.match(without_accents(words)):
        return body is not None
    return (
        sure is Intent.REPORT
        and reading.report is not None
        and await reports_own_task(ctx, screen, body, words, reading.report)
    )


async def reports_own_task(
    ctx: ChatContext, screen: Screen, body: DraftBody | None, words: str, report: TasksReport
) -> bool:
    """Return whether a report is of tasks that it names, and not of the one that a panel asks about."""
    lines = [each for each in report.lines if each.understood]
    known = await readings.titles_of(ctx)
    named = {task for each in known.own_tasks.mentions(words_of(words)) for task in each.tasks}
    tasks = {each.line.task_id for each in lines}
    if not lines or len(lines) < len(report.lines) or not tasks <= named or tasks == {getattr(screen, "task", 0)}:
        return False
    if body is None:
        return not any(map(str.isdigit, words))
    if all(each.line.percent == MOST or each.line.light or each.line.ended for each in lines):
        return True
    names = {part for name in (await people_by_name(ctx)).ids for part in name.split()}
    title = title_of(body)
    return await asyncio.to_thread(names_another, words, moment_of(ctx), names, title, (known.tasks, known.events))


def fewest_left(reading: MessageReading, words: str, left: Sequence[str], names: Collection[str]) -> int:
    """Return how many words a correction must leave unused for a message to be one of its own."""
    if calls_somebody(words, names):
        return FEWEST_CALLED
    return FEWEST_ANEW if begins_anew(reading) or begins_with_something_new(words, left) else FEWEST_LEFT


def begins_anew(reading: MessageReading) -> bool:
    """Return whether a sentence surely begins another draft."""
    first = reading.first
    return first is not None and first.intent in OF_ANOTHER and first.act is not None and first.sure >= VERY_SURE


def is_of_a_task(reading: MessageReading) -> bool:
    """Return whether words are surely about a task: "trabado con las ventanas hasta el jueves" is not an absence."""
    first = reading.first
    meant = first is not None and first.intent in OF_A_TASK and first.sure >= SURE
    return meant or reading.chance(*OF_A_TASK) >= SURE


def is_only_talk(reading: MessageReading, words: str, moment: Moment, names: Collection[str]) -> bool:
    """Return whether words only thank or greet, also in words that no list has: «gracias equipo, sois unos cracks»."""
    first = reading.first
    talks = first is not None and first.intent in (Intent.THANKS, Intent.GREETING) and first.sure >= SURE
    return talks and not says_a_value(words, moment, names) and not says_priority(words)


def title_of(body: DraftBody) -> str:
    """The words that a draft is called by; "" where it has none yet."""
    match body:
        case TaskDraft():
            return body.descripcion.strip()
        case TasksDraft():
            return " ".join(each.descripcion for each in body.tasks)
        case EventDraft():
            return body.title
        case _:
            return ""


async def likely_answer(ctx: ChatContext, words: str, people: PeopleByName, reading: MessageReading) -> Reply | None:
    """Answer words that the panel on which they were typed did not understand; None where nothing else does."""
    if report := await report_drafts.report_typed(ctx, words, ctx.today):
        return report
    if reading.report:
        return await readings.report(ctx, reading.report)
    if reading.statement:
        return await statements.answer_statement(ctx, reading.statement)
    found = reading.question
    elsewhere = found and found.questions and (found.asks or found.questions[0].who is not Who.NAMED)
    if found and elsewhere and not is_name_or_day(found):
        return await questions.answer_question(ctx, found, people)
    if readings.is_sure(reading, words):
        return await readings.answer(ctx, reading, words, people)
    return await first_words.unread(ctx, words, found) if found and not found.questions else None


async def body_of(ctx: ChatContext, screen: Screen) -> type[DraftBody] | None:
    body = await draft_body(ctx, screen)
    return None if body is None else type(body)


def waits_for_prose(screen: Screen) -> bool:
    """Return whether a panel asks for words, any of which may be its answer."""
    return screen.asks_for_words() and is_prose(screen)


def is_prose(screen: Screen) -> bool:
    """Return whether the panel takes any sentence: a comment, a reason, a description, a title."""
    if isinstance(screen, DraftCard):
        return screen.field in (Field.TITLE, Field.PLACE)
    if isinstance(screen, Free | FreeHelp):
        return False
    return getattr(screen, "ask", None) not in A_VALUE.get(type(screen), ())


def corrects(words: str) -> bool:
    """Return whether words say that they correct what was said: "era pasado mañana, que mañana estoy liada"."""
    if several_said(words) is not None or one_said(words) or calendar_said(words) is not None:
        return True
    return without_beginning(words) != words or bool(title_said(words) or person_said(words))


def is_talk(words: str, *, prose: bool) -> bool:
    """Return whether words are a greeting or, where they may not be a comment, thanks or a laugh."""
    talk = small_talk(words)
    return talk is Says.GREETING or (talk in (Says.THANKS, Says.LAUGHS) and not prose)


def is_sure_report(words: str) -> bool:
    """Return whether words are a report and no hours: a light, done or unchanged, or more than hours count to."""
    report = read_report(words)
    return report is not None and any(
        line.light or line.unchanged or (line.percent or 0) >= TIMES for line in report.lines
    )


def is_elsewhere(screen: Screen, body: type[DraftBody] | None, said: Statement, words: str, *, prose: bool) -> bool:
    """Return whether a statement is about something else: another task, one's own absence, or a draft to begin."""
    if said.act is Act.ABSENCE or said.act in BEGINS:
        return begins_another(screen, body, said, prose=prose)
    if said.task and said.task == getattr(screen, "task", 0):
        return False
    if said.act is Act.REPORT and body is ReportDraft:
        return False
    if said.act is Act.COMMENT or said.act in OTHER_PANELS:
        return said.act is Act.COMMENT or not prose
    acts = ORDERS if prose else ORDERS | {Act.REPORT}
    return said.act in acts and names_task(words)


def begins_another(screen: Screen, body: type[DraftBody] | None, said: Statement, *, prose: bool) -> bool:
    """Return whether a statement begins a draft of its own, and says nothing of what is open."""
    if not isinstance(screen, DraftCard):
        return said.act is Act.ABSENCE and not prose
    if said.act is Act.NEW_TASK and not said.outright:
        return False
    if said.act is Act.ABSENCE:
        return body is not AbsenceDraft or screen.field is Field.NOTHING
    return not prose and (body is not EventDraft or BEFOREHAND.search(without_accents(said.words)) is None)


def asks_elsewhere(found: Readings, words: str, *, prose: bool) -> bool:
    """Return whether words call for help or ask something of their own, rather than answer the panel."""
    if without_accents(words).strip(" .!¡?¿") in HELP:
        return True
    return not prose and found.asks and not is_name_or_day(found)


def is_name_or_day(found: Readings) -> bool:
    """Return whether words may ask several things, all of which a name or a day alone may ask."""
    return len(topics_of(found)) > 1 and topics_of(found) <= ON_A_DAY


def topics_of(found: Readings) -> set[Topic]:
    return {question.topic for question in found.questions}


def is_besides(screen: Screen, found: Readings) -> bool:
    """Return whether words are a question of their own, rather than an answer to a message that takes words.

    Where it was asked who is free, a name or a day alone asks that again: "¿y Luis el jueves?"
    """
    if not isinstance(screen, Free):
        return found.asks
    if len(topics_of(found)) > 1:
        return not topics_of(found) <= ON_A_DAY
    return not all(each.topic is Topic.FREE or is_plan_of_nobody(each) for each in found.questions)


def is_plan_of_nobody(question: Question) -> bool:
    return question.topic is Topic.PLAN and question.who is Who.ANYBODY
