"""What a message is read as: sure, it is done or its panel is shown; else the acts that it may mean are buttons."""

import asyncio
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.chat.callbacks.drafts import Field
from bot.chat.callbacks.first_words import AsMeant, OfferedTask
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers import first_words, questions, report_drafts, statements
from bot.chat.handlers.draft_kind import begin
from bot.chat.handlers.phrases import moment_of
from bot.chat.panels.components import LINE_UNITS, Button, Panel, label, shorten
from bot.chat.panels.questions import reading_text
from core.application.requests import build
from core.base.model import Semaforo
from core.drafts import drafts
from core.language.i18n import listing
from core.language.phrases.model import ReportLine, SpokenReport
from core.language.questions.model import Readings
from core.language.questions.reading import is_elsewhere
from core.language.reader.acts import Reads
from core.language.reader.intents import Intent
from core.language.reader.reading import SURE, TALK, MessageReading, Possibility, act_of, read_message
from core.language.reader.reports import SpokenLine, TasksReport
from core.language.reader.titles import Titles
from core.language.statements.model import Act, Statement
from core.people import colleagues
from core.people.colleagues import PeopleByName
from core.records.drafts import ReportDraft, TaskDraft
from core.records.work import DailyLogItem
from core.work import daily_logs, task_search, tasks
from core.work.daily_logs import OpenRequest

ALMOST, MOST = 90, 100
LIGHTS = {Semaforo.VERDE: "🟢", Semaforo.AMARILLO: "🟡", Semaforo.NARANJA: "🟠", Semaforo.ROJO: "🔴"}
VERY_SURE = 0.85
LIKELY = 0.3
DRAFTED = frozenset((Intent.NEW_TASK, Intent.ASSIGN_TASK, Intent.NEW_EVENT, Intent.REMINDER, Intent.ABSENCE_DAYS))
PERHAPS_MORE = frozenset(
    (
        Intent.CORRECTION,
        Intent.NEW_EVENT,
        Intent.MOVE_EVENT,
        *(each for each in Intent if each.startswith(("Q_", "ANSWER_"))),
    )
)
"""What may as well go on with a panel that takes words: a day, an hour, people."""
SEVERAL = 2
FEWEST_WORDS = 2
FEWEST_OF_ITS_OWN = 4
"""One word alone is a name, a day or a command, and no sentence."""
LIKELY_ENOUGH = 0.8
NEW = frozenset((Intent.NEW_TASK, Intent.ASSIGN_TASK, Intent.NEW_EVENT, Intent.REMINDER))
NEVER_DISPUTED = 0.1
"""What another reader takes a message for is believed where this one gives it at least so much."""


class Titled(Struct, frozen=True):
    """The open tasks that a message may name, by id: one's own, of which one reports, and all that one sees."""

    own: Mapping[int, str]
    every: Mapping[int, str]


async def titles_of(ctx: ChatContext) -> Titled:
    own = {task.id: task.descripcion for task in await ctx.run(tasks.my_open_tasks)}
    seen = await ctx.run(task_search.open_descriptions)
    return Titled(own, {**seen, **own})


async def read(ctx: ChatContext, words: str, people: PeopleByName) -> MessageReading:
    """Give what words may mean to the person who writes them."""
    known = await titles_of(ctx)
    return await asyncio.to_thread(
        read_message, words, moment_of(ctx), people.ids, Titles(known.every), Titles(known.own)
    )


def is_sure(reading: MessageReading, words: str) -> bool:
    """Whether a sentence surely wants something of its own, also where a panel would take its words."""
    first = reading.first
    if len(words.split()) < FEWEST_OF_ITS_OWN:
        return False
    return first is not None and first.act is not None and first.sure >= VERY_SURE and first.intent not in PERHAPS_MORE


async def answer(
    ctx: ChatContext, reading: MessageReading, words: str, people: PeopleByName, searched: str = ""
) -> Reply | None:
    """The answer to words that are read for sure, or the choice of what they may mean; None where nothing is near."""
    first = reading.first
    if first is None or len(words.split()) < FEWEST_WORDS:
        return None
    possible = [each for each in reading.candidates if each.act is not None]
    if first.act is not None and (first.sure >= SURE or is_alone(possible, first)):
        return await act(ctx, first.act, people)
    if first.sure >= SURE and first.intent in TALK:
        return None
    if not possible or is_elsewhere(words):
        return None
    return await offer(ctx, possible, words, people, searched)


def is_alone(possible: Sequence[Possibility], first: Possibility) -> bool:
    """Whether an act that only drafts something is likely, and no other is near."""
    second = possible[1].sure if len(possible) > 1 else 0.0
    return first.intent in DRAFTED and first.sure >= LIKELY and first.sure >= 3 * second


async def act(ctx: ChatContext, meant: Reads, people: PeopleByName) -> Reply:
    """What an act leads to, under how it was read."""
    if isinstance(meant, Statement):
        return await statements.answer_statement(ctx, meant)
    if isinstance(meant, Readings):
        return await questions.answer_question(ctx, meant, people)
    return await report(ctx, meant)


# Not sure


async def offer(
    ctx: ChatContext, possible: Sequence[Possibility], words: str, people: PeopleByName, searched: str
) -> Reply:
    """«¿Quisiste decir…?»: each act as a button that does it with these words, and what else can be done with them."""
    body = TaskDraft(descripcion=words, responsible_user_ids=(ctx.actor.id,))
    screen = OfferedTask((await ctx.run(drafts.begin_draft, body)).id)
    buttons = [
        Button(label(await described(ctx, each.act, people)), AsMeant(screen.draft, each.intent))
        for each in possible
        if each.act is not None
    ]
    tasks_too = any(each.intent is Intent.NEW_TASK for each in possible)
    offered = await first_words.offer(ctx, screen, words, searched)
    rows = [[button] for button in buttons]
    others = [button for row in offered.rows for button in row][1 if tasks_too else 0 :]
    return Reply(screen, panel=Panel(ctx.scene.say("meant_ask"), [*rows, others]))


async def described(ctx: ChatContext, meant: Reads | None, people: PeopleByName) -> str:
    """An act in words, as its button says it."""
    if isinstance(meant, Statement):
        what = await statements.what_text(ctx, meant)
        return f"{what}: {shorten(meant.words, LINE_UNITS)}" if meant.act in WITH_WORDS and meant.words else what
    if isinstance(meant, Readings):
        asked = meant.questions[0]
        name = people.names.get(asked.people[0][0], "") if asked.people else ""
        return reading_text(ctx.scene, asked, name)
    if isinstance(meant, TasksReport):
        return ", ".join(line_text(each) for each in meant.lines) or ctx.say("act_REPORT")
    return ""


WITH_WORDS = frozenset((Act.NEW_TASK, Act.NEW_EVENT, Act.REMINDER))


def line_text(spoken: SpokenLine) -> str:
    """A line of a report in short: «#16 → 100 % 🟢»."""
    line = spoken.line
    percent = f"{line.percent} %" if line.percent is not None else f"+{spoken.points}" if spoken.points else ""
    values = " ".join(filter(None, [percent, LIGHTS[line.light] if line.light else "", "=" if line.unchanged else ""]))
    return f"#{line.task_id} → {values}"


async def press_meant(ctx: ChatContext, action: AsMeant) -> Reply:
    """The act of the words that a draft keeps, with the intent that was pressed."""
    words = (await ctx.run(drafts.get_draft, action.draft)).of(TaskDraft).descripcion
    people, known = await ctx.run(colleagues.people_by_name), await titles_of(ctx)
    titles = Titles(known.own if action.intent is Intent.REPORT else known.every)
    meant = await asyncio.to_thread(act_of, action.intent, words, moment_of(ctx), people.ids, titles)
    await ctx.run(drafts.drop_draft, action.draft)
    if meant is None:
        return Reply(words=ctx.say("nothing_was_asked"))
    return await act(ctx, meant, people)


# Reports


async def report(ctx: ChatContext, said: TasksReport) -> Reply:
    """A report of one's tasks: saved at once where each line is clear, else drafted with what is not."""
    strangers = [each for each in said.lines if not await is_own(ctx, each.line.task_id)]
    if strangers and len(strangers) == len(said.lines):
        return Reply(TaskCard(said.lines[0].line.task_id))
    log = await ctx.run(daily_logs.open_recent_log, build(OpenRequest, {"fecha": ctx.today}))
    items = {item.task_id: item for item in log.items}
    lines = tuple(resolved(each, items) for each in said.lines)
    if said.all_done_but is not None:
        lines = tuple(
            ReportLine(item.descripcion, item.task_id, MOST)
            for item in log.items
            if item.task_id not in said.all_done_but
        )
    spoken = SpokenReport(lines, said.send, said.close)
    unsure = not said.clear or any(each.almost for each in said.lines)
    if not unsure and (reply := await report_drafts.applied(ctx, spoken, ctx.today)):
        return reply
    body = ReportDraft(fecha=ctx.today, lines=lines, send=said.send, close=said.close)
    reply = await begin(ctx, body, Field.NOTHING)
    left = [f"«{shorten(each, LINE_UNITS)}»" for each in said.left]
    return replace(reply, words=ctx.say("report_left", words=listing(ctx.language, left))) if left else reply


async def is_own(ctx: ChatContext, task_id: int) -> bool:
    return ctx.actor.id in (await ctx.run(tasks.get_task, task_id)).responsible_user_ids


def resolved(spoken: SpokenLine, items: Mapping[int, DailyLogItem]) -> ReportLine:
    """A line of the task of the day that it means, with what "ten points more" come to."""
    line = spoken.line
    of_day = [task for task in spoken.tasks if task in items]
    line = replace(line, task_id=of_day[0]) if len(of_day) == 1 else line
    if spoken.points is not None and (item := items.get(line.task_id)):
        return replace(line, percent=min(MOST, item.porcentaje + spoken.points))
    return replace(line, percent=ALMOST) if spoken.almost and line.percent is None else line


# What another reader says


INTENTS_OF_ACTS: Mapping[Act, frozenset[Intent]] = {
    Act.MESSAGE: frozenset((Intent.MESSAGE,)),
    Act.NEW_TASK: frozenset((Intent.NEW_TASK, Intent.ASSIGN_TASK, Intent.REMINDER)),
    Act.SEARCH: frozenset((Intent.SEARCH, Intent.Q_TASK_STATE)),
}
"""With what a statement agrees, where it does not with everything."""


def is_sure_report(reading: MessageReading) -> bool:
    """Whether words surely report on several tasks that they name."""
    first = reading.first
    if first is None:
        return False
    said = next((each.act for each in reading.candidates if isinstance(each.act, TasksReport)), None)
    if said is None or (len(said.lines) < SEVERAL and said.all_done_but is None):
        return False
    return (first.act is said and first.sure >= SURE) or (said.clear and first.sure < VERY_SURE)


def report_of(reading: MessageReading) -> TasksReport:
    """The report that words surely are."""
    return next(each.act for each in reading.candidates if isinstance(each.act, TasksReport))


def is_order(reading: MessageReading) -> bool:
    """Whether words surely ask for a draft of something new."""
    first = reading.first
    return first is not None and first.act is not None and first.intent in NEW and first.sure >= LIKELY_ENOUGH


def disputes(reading: MessageReading, said: Statement) -> bool:
    """Whether this reader is sure of something else than a statement that another has read."""
    agreed = INTENTS_OF_ACTS.get(said.act)
    first = reading.first
    if agreed is None or first is None or first.act is None:
        return False
    return first.sure >= SURE and reading.chance(*agreed) < NEVER_DISPUTED + (said.act is Act.MESSAGE)


HANDLERS = Handlers(actions={AsMeant: press_meant})
