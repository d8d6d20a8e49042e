"""Messages as they are read: what is sure is done, or its panel shown; else the acts that may be meant are buttons."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.day import Day, Today
from bot.chat.callbacks.drafts import DraftCard, DropDraft, Field, ReportOn
from bot.chat.callbacks.first_words import AsComment, AsMeant, OfferedTask
from bot.chat.callbacks.own_reminders import FinishReminder
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import ChatContext, Handlers, Reply, once
from bot.chat.handlers import first_words, invitations, questions, report_drafts, statements
from bot.chat.handlers.draft_kind import begin
from bot.chat.handlers.phrases import moment_of, people_by_name
from bot.chat.panels.components import LINE_UNITS, Button, Panel, in_rows, label, shorten, task_button
from bot.chat.panels.questions import choice_panel, reading_text
from core.application.access import Operation
from core.application.requests import build
from core.base.model import Semaforo
from core.calendar import agenda, own_reminders
from core.drafts import drafts
from core.language.i18n import listing
from core.language.phrases.folding import fold
from core.language.phrases.model import ReportLine, SpokenReport
from core.language.questions.model import Readings
from core.language.questions.reading import is_elsewhere
from core.language.reader.acts import Reads, WhichTask
from core.language.reader.corrections import Correction
from core.language.reader.intents import Intent
from core.language.reader.reading import (
    ANSWERS,
    SURE,
    TALK,
    VERY_SURE,
    MessageReading,
    Possibility,
    act_of,
    parts_of,
    read_message,
)
from core.language.reader.reports import SpokenLine, TasksReport
from core.language.reader.titles import KnownTitles, Titles
from core.language.reader.words import words_of
from core.language.statements.model import Act, Statement
from core.people.colleagues import PeopleByName
from core.records.drafts import ReportDraft, TaskDraft
from core.records.work import DailyLogItem
from core.work import daily_logs, last_change, task_lists, task_search, tasks
from core.work.daily_logs import OpenRequest

A = TypeVar("A")
ALMOST, MOST = 90, 100
LIGHTS = {Semaforo.VERDE: "🟢", Semaforo.AMARILLO: "🟡", Semaforo.NARANJA: "🟠", Semaforo.ROJO: "🔴"}
LIKELY = 0.3
OF_AN_INVITATION = (Intent.ANSWER_PROPOSE, Intent.ANSWER_NO)
TITLE_UNITS = 28
DRAFTED = frozenset((Intent.NEW_TASK, Intent.ASSIGN_TASK, Intent.NEW_EVENT, Intent.REMINDER, Intent.ABSENCE_DAYS))
PERHAPS_MORE = frozenset(
    (
        Intent.CORRECTION,
        Intent.NEW_EVENT,
        Intent.MOVE_EVENT,
        *(each for each in Intent if each.startswith(("Q_", "ANSWER_"))),
    )
)
"""The intents that may as well go on with a panel that takes words: a day, an hour, people."""
POINTS_AT = re.compile(r"\b(?:es[oae]s?|est[oae]s?|aqui|ahi|it|this|that|here)\b")
"""Words that point at a task that was just shown; a reason that names something may be of any task."""
FEWEST_WORDS = 2
FEWEST_OF_ITS_OWN = 4
"""One word alone is a name, a day or a command, and no sentence."""


@once
async def titles_of(ctx: ChatContext) -> KnownTitles:
    """Return the titles that a person may call things by: open tasks that they see, their own, their events ahead."""
    own = {task.id: task.descripcion for task in await ctx.run(tasks.my_open_tasks)}
    seen = await ctx.run(task_search.open_descriptions)
    ahead = await ctx.run(agenda.own_events_ahead, questions.month_ahead(ctx))
    return KnownTitles(Titles({**seen, **own}), Titles(own), Titles({event.id: event.title for event in ahead}))


@once
async def read(ctx: ChatContext, words: str) -> MessageReading:
    """Return what words may mean to the person who writes them."""
    people, known = await people_by_name(ctx), await titles_of(ctx)
    reading = await asyncio.to_thread(read_message, words, moment_of(ctx), people.ids, known)
    first = reading.first
    if may_be_done(ctx, reading.statement) and (first is None or may_be_done(ctx, first.act)):
        return with_reason(reading, words)
    asked = await asyncio.to_thread(act_of, Intent.Q_AWAY, words, moment_of(ctx), people.ids, known)
    found = asked if isinstance(asked, Readings) else None
    return replace(reading, candidates=(), statement=None, question=found)


async def event_asked(ctx: ChatContext, words: str) -> Reply | None:
    """The answer to words that ask about one event; None to others."""
    reading = await read(ctx, words)
    acts = (reading.statement, reading.first.act if reading.first else None)
    said = next((each for each in acts if isinstance(each, Statement) and each.act is Act.SEE_EVENT), None)
    return await statements.answer_statement(ctx, said) if said else None


def with_reason(reading: MessageReading, words: str) -> MessageReading:
    """Give a wish for another date the words that it was said in, which tell the person asked why."""

    def of(act: A) -> A | Statement:
        return replace(act, words=words) if isinstance(act, Statement) and act.act is Act.DUE else act

    candidates = tuple(replace(each, act=of(each.act)) for each in reading.candidates)
    return replace(reading, statement=of(reading.statement), candidates=candidates)


def may_be_done(ctx: ChatContext, meant: Reads | None) -> bool:
    """Return whether an act is not an absence, or one that its person may note; others ask: "Luis no viene mañana"."""
    if not isinstance(meant, Statement) or meant.act is not Act.ABSENCE or not meant.people:
        return True
    person = statements.only_one(meant)
    return bool(person) and ctx.may(Operation.ABSENCE_WRITE, person)


def is_sure(reading: MessageReading, words: str, below: Screen | None = None) -> bool:
    """Return whether a sentence surely wants something of its own, also where a panel would take its words.

    Below a day, which takes nothing but reports, whatever is read for sure does.
    """
    first = reading.first
    if first is None or first.act is None:
        return False
    if isinstance(below, Day | Today):
        return first.sure >= SURE
    return len(words.split()) >= FEWEST_OF_ITS_OWN and first.sure >= VERY_SURE and first.intent not in PERHAPS_MORE


async def answer(
    ctx: ChatContext,
    reading: MessageReading,
    words: str,
    people: PeopleByName,
    searched: str = "",
    about: int | None = None,
) -> Reply | None:
    """The answer to words that are read for sure, or the choice of what they may mean; None where nothing is near.

    `about`: the task that was shown last, on which they may be a comment.
    """
    first = reading.first
    if first is not None and first.intent in ANSWERS and first.sure >= SURE and first.act is None:
        return talked_back(ctx, first.intent, words)
    if first is None or len(words.split()) < FEWEST_WORDS:
        return None
    possible = [each for each in reading.candidates if each.act is not None]
    if done := await done_at_once(ctx, reading, words, people, sure=first.sure >= SURE or is_alone(possible, first)):
        return done
    if first.sure >= SURE and first.act is None:
        return talked_back(ctx, first.intent, words)
    if not possible or is_elsewhere(words):
        return None
    return await offer(ctx, possible, words, people, searched, about)


async def done_at_once(
    ctx: ChatContext, reading: MessageReading, words: str, people: PeopleByName, *, sure: bool
) -> Reply | None:
    """Do what needs no question: propose another time for an event, else do the act that is read for `sure`."""
    if reading.chance(*OF_AN_INVITATION) >= LIKELY and (
        proposal := await invitations.proposed(ctx, words, parts_of(people.ids))
    ):
        return proposal
    meant = reading.first.act if sure and reading.first else None
    return await act(ctx, meant, people) if meant is not None else None


def talked_back(ctx: ChatContext, intent: Intent, words: str) -> Reply | None:
    """The short answer to talk, and to answers to what was not asked; None where more is to be offered."""
    if intent in TALK and any(letter.isdigit() for letter in words):
        return None
    if intent is Intent.GREETING:
        return Reply(panel=Panel(ctx.scene.say("hello"), in_rows(first_words.menu(ctx), first_words.A_ROW)))
    if intent is Intent.THANKS:
        return Reply(words=ctx.say("said_welcome"))
    return Reply(words=ctx.say("nothing_was_asked")) if intent in ANSWERS else None


def is_for_nobody(reading: MessageReading) -> bool:
    """Return whether words are surely of nothing that is done here: the weather, a joke, a complaint."""
    first = reading.first
    return first is not None and first.intent is Intent.NONE and first.sure >= SURE


def is_alone(possible: Sequence[Possibility], first: Possibility) -> bool:
    """Return whether an act that only drafts something is likely, and no other is near."""
    second = possible[1].sure if len(possible) > 1 else 0.0
    return first.intent in DRAFTED and first.sure >= LIKELY and first.sure >= 3 * second


async def act(ctx: ChatContext, meant: Reads, people: PeopleByName) -> Reply:
    """Answer with what an act leads to, under how it was read."""
    if isinstance(meant, Statement):
        return await statements.answer_statement(ctx, meant)
    if isinstance(meant, Readings):
        return await questions.answer_question(ctx, replace(meant, questions=meant.questions[:1]), people)
    if isinstance(meant, WhichTask):
        return await ask_which(ctx, meant)
    return await report(ctx, meant)


async def ask_which(ctx: ChatContext, meant: WhichTask) -> Reply:
    """Ask which task is meant, by buttons."""
    known = await ctx.run(task_search.open_descriptions)
    buttons = [task_button(each, known[each], TaskCard(each)) for each in meant.tasks[:MOST_TASKS] if each in known]
    return Reply(panel=choice_panel(ctx.say("task_meant_ask"), buttons))


MOST_TASKS = 6
FEWEST_TO_CHOOSE = 2

# Not sure


async def offer(
    ctx: ChatContext,
    possible: Sequence[Possibility],
    words: str,
    people: PeopleByName,
    searched: str,
    about: int | None,
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
    if about:
        buttons.append(ctx.scene.button("comment_on", AsComment(screen.draft, about), id=about))
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
    if isinstance(meant, WhichTask):
        return ctx.say("task_meant_ask")
    if isinstance(meant, TasksReport):
        return ", ".join(line_text(each) for each in meant.lines) or ctx.say("act_REPORT")
    return ""


WITH_WORDS = frozenset((Act.NEW_TASK, Act.NEW_EVENT, Act.REMINDER))


def line_text(spoken: SpokenLine) -> str:
    """A line of a report in short: «#16 → 100 % 🟢»."""
    points = f"+{spoken.points}" if spoken.points else ""
    return f"#{spoken.line.task_id} → {values_of(spoken.line) or points}"


def values_of(line: ReportLine) -> str:
    """Return what is said of a task in short: «80 % 🔴»."""
    percent = f"{line.percent} %" if line.percent is not None else ""
    return " ".join(filter(None, [percent, LIGHTS[line.light] if line.light else "", "=" if line.unchanged else ""]))


async def press_meant(ctx: ChatContext, action: AsMeant) -> Reply:
    """The act of the words that a draft keeps, with the intent that was pressed."""
    words = (await ctx.run(drafts.get_draft, action.draft)).of(TaskDraft).descripcion
    people, known = await people_by_name(ctx), await titles_of(ctx)
    meant = await asyncio.to_thread(act_of, action.intent, words, moment_of(ctx), people.ids, known)
    await ctx.run(drafts.drop_draft, action.draft)
    if meant is None:
        return Reply(words=ctx.say("nothing_was_asked"))
    return await act(ctx, meant, people)


# Reports


async def report(ctx: ChatContext, said: TasksReport, words: str = "") -> Reply:
    """A report of one's tasks: saved at once where each line is clear, else drafted with what is not."""
    strangers = [each for each in said.lines if not await is_own(ctx, each.line.task_id)]
    if strangers and len(strangers) == len(said.lines):
        closes = len(said.lines) == 1 and said.lines[0].line.percent == MOST
        found = [each.line.task_id for each in said.lines]
        return await statements.of_others(ctx, words or said.lines[0].line.words, found, closes=closes)
    if len(said.lines) == 1 and (asks := await ask_how_far(ctx, said, words)):
        return asks
    log = await ctx.run(daily_logs.open_recent_log, build(OpenRequest, {"fecha": ctx.today}))
    items = {item.task_id: item for item in log.items}
    unclear = next((each for each in said.lines if len({*each.tasks} & {*items}) > 1), None)
    if unclear and len(said.lines) == 1:
        return await ask_whose(ctx, said, resolved(unclear, items), [each for each in unclear.tasks if each in items])
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
    if reply := await report_drafts.for_closed_day(ctx, spoken, ctx.today):
        return reply
    body = ReportDraft(fecha=ctx.today, lines=lines, send=said.send, close=said.close)
    reply = await begin(ctx, body, Field.NOTHING)
    left = [f"«{shorten(each, LINE_UNITS)}»" for each in said.left]
    return replace(reply, words=ctx.say("report_left", words=listing(ctx.language, left))) if left else reply


async def report_without_task(ctx: ChatContext, said: TasksReport, words: str, about: int | None) -> Reply | None:
    """A report that names no task: of the one that is `about` it, else the only one that it can be of, or which one.

    None where that something is solved can be of no red.
    """
    (spoken,) = said.lines
    theirs = [person for named in said.people for person in named]
    if theirs and theirs != [ctx.actor.id]:
        found = await ctx.run(task_lists.tasks_of, theirs[0], None) if len(theirs) == 1 else ()
        return await statements.of_others(ctx, words, [task.id for task in found]) if found else None
    if about and not await is_own(ctx, about):
        return await statements.of_others(ctx, words, [about])
    log = await ctx.run(daily_logs.open_recent_log, build(OpenRequest, {"fecha": ctx.today}))
    ended = spoken.line.ended or (Semaforo.ROJO if spoken.solved else None)
    tasks = [item.task_id for item in log.items if ended is None or item.semaforo is ended]
    if not tasks:
        none_so = Reply(Day(ctx.today), ctx.say("said_none_so", light=LIGHTS[ended or Semaforo.ROJO]))
        return None if spoken.solved else none_so
    of = tuple(sorted(tasks, key=lambda task: task != about))
    if about in tasks and (ended or not spoken.line.reason or POINTS_AT.search(fold(words).text)):
        of = (about,)
    return await report(
        ctx, replace(said, lines=(replace(spoken, tasks=of, line=replace(spoken.line, task_id=of[0])),))
    )


async def ask_whose(ctx: ChatContext, said: TasksReport, line: ReportLine, tasks: Sequence[int]) -> Reply:
    """Ask which task is meant: the button of each saves for it what was said."""
    body = ReportDraft(fecha=ctx.today, lines=(line,), send=said.send, close=said.close)
    draft = (await ctx.run(drafts.begin_draft, body)).id
    known = await ctx.run(task_search.open_descriptions)
    buttons = [
        Button(
            f"#{each} {values_of(line)} · {label(known.get(each, ''), TITLE_UNITS)}",
            ReportOn(draft, each),
            answers=(Intent.YES,) if len(tasks) == 1 else (),
        )
        for each in tasks[:MOST_TASKS]
    ]
    return Reply(panel=choice_panel(ctx.say("task_meant_ask"), buttons))


async def press_report_on(ctx: ChatContext, action: ReportOn) -> Reply:
    """The day with the report of the task that was chosen; its draft where that cannot be saved."""
    body = (await ctx.run(drafts.get_draft, action.draft)).of(ReportDraft)
    lines = tuple(replace(line, task_id=action.task) for line in body.lines)
    if reply := await report_drafts.applied(ctx, SpokenReport(lines, body.send, body.close), body.fecha):
        await ctx.run(drafts.drop_draft, action.draft)
        return reply
    await ctx.run(drafts.change_draft, action.draft, replace(body, lines=lines))
    return Reply(DraftCard(action.draft))


async def corrected(ctx: ChatContext, words: str, said: Correction | None) -> Reply | None:
    """The report of one task that was just saved, with what is said to be right instead: "perdón, era 60 no 80"."""
    reported = await ctx.run(last_change.last_reported) if said else None
    if said is None:
        return None
    if reported is None:
        return await ask_which_reported(ctx, words, said)
    of_other = said.task is not None and said.task != reported.task_id
    if of_other and reported.change is None:
        return None
    line = ReportLine(
        words,
        said.task or reported.task_id,
        reported.porcentaje if said.percent is None else said.percent,
        reported.semaforo if said.percent is None else None,
    )
    instead_of = reported.change if of_other else None
    return await report_drafts.applied(ctx, SpokenReport((line,)), ctx.today, instead_of=instead_of)


async def ask_which_reported(ctx: ChatContext, words: str, said: Correction) -> Reply | None:
    """Ask for which of the tasks that were just reported together a percentage is right; None where none were."""
    found = await ctx.run(last_change.tasks_last_reported) if said.task is None else ()
    if len(found) < FEWEST_TO_CHOOSE or said.percent is None:
        return None
    return await ask_whose(ctx, TasksReport(), ReportLine(words, found[0], said.percent), found)


async def ask_how_far(ctx: ChatContext, said: TasksReport, words: str) -> Reply | None:
    """The question how far the one task of a report is, where it is nearly done, not done, or done perhaps."""
    (spoken,) = said.lines
    if spoken.almost or spoken.unfinished:
        return await statements.answer_statement(ctx, Statement(Act.PROGRESS, task=spoken.line.task_id))
    sure = not spoken.unsure or len(spoken.tasks) > 1
    return None if sure else await ask_whether_done(ctx, said, words or spoken.line.words)


async def ask_whether_done(ctx: ChatContext, said: TasksReport, words: str) -> Reply:
    """The question whether what somebody did is all of a task, a comment on it, or a reminder that is done by it."""
    line = said.lines[0].line
    title = (await ctx.run(task_search.open_descriptions)).get(line.task_id, "")
    report_body = ReportDraft(fecha=ctx.today, lines=(line,), send=said.send, close=said.close)
    comment_body = TaskDraft(descripcion=words, responsible_user_ids=(ctx.actor.id,))
    closes, comments = [(await ctx.run(drafts.begin_draft, each)).id for each in (report_body, comment_body)]
    rings = [
        Button(f"✅ 🔔 {label(each.words, TITLE_UNITS)}", FinishReminder(each.id))
        for each in await ctx.run(own_reminders.list_own_reminders)
        if Titles({each.id: each.words}).mentions(words_of(words))
    ]
    buttons = [
        *rings[:1],
        Button(
            f"#{line.task_id} {values_of(line)} · {label(title, TITLE_UNITS)}",
            ReportOn(closes, line.task_id),
            answers=(Intent.YES,),
        ),
        ctx.scene.button("comment_on", AsComment(comments, line.task_id), id=line.task_id),
        ctx.scene.button("offer_no", DropDraft(comments)),
    ]
    return Reply(panel=choice_panel(ctx.say("done_or_comment_ask"), buttons))


async def is_own(ctx: ChatContext, task_id: int) -> bool:
    return ctx.actor.id in (await ctx.run(tasks.get_task, task_id)).responsible_user_ids


def resolved(spoken: SpokenLine, items: Mapping[int, DailyLogItem]) -> ReportLine:
    """The line of the task of the day that it means, with what "ten points more" come to. A solved red ends."""
    line = spoken.line
    of_day = [task for task in spoken.tasks if task in items]
    line = replace(line, task_id=of_day[0]) if len(of_day) == 1 else line
    item = items.get(line.task_id)
    if spoken.solved and line.percent == MOST and item is not None and item.semaforo is Semaforo.ROJO:
        return replace(line, percent=None, ended=Semaforo.ROJO)
    if spoken.settled and line.light is Semaforo.VERDE and item is not None and item.semaforo is Semaforo.ROJO:
        return replace(line, percent=None, reason=line.reason or line.words)
    if spoken.points is not None and item is not None:
        return replace(line, percent=min(MOST, item.porcentaje + spoken.points))
    if spoken.unfinished and not line.understood:
        return replace(line, unchanged=True)
    return replace(line, percent=ALMOST) if spoken.almost and line.percent is None else line


HANDLERS = Handlers(actions={AsMeant: press_meant, ReportOn: press_report_on})
