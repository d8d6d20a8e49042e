"""Answers in words to the prompts of the day: what opens them presses a button, and what follows them is kept."""

import asyncio
import re
from collections.abc import Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.chat import callbacks
from bot.chat.asked import Asked, AskedButton, going_on, not_going_on
from bot.chat.callbacks.day import CloseDay, Day, OpenDay
from bot.chat.context import ChatContext, Reply
from bot.chat.handlers import day, readings, report_drafts
from bot.chat.handlers.phrases import moment_of, people_by_name
from bot.chat.panels.components import LINE_UNITS, shorten
from core.base.model import Semaforo
from core.language.i18n import listing
from core.language.phrases.model import ReportLine, SpokenReport
from core.language.reader.day_answers import (
    MOST_LETTERS,
    DayAnswer,
    ToldOfTasks,
    goes_badly,
    goes_well,
    read_day_answer,
    told_of_tasks,
)
from core.language.reader.intents import Intent
from core.language.reader.own_matters import says_unfinished, tells_own_matter
from core.language.reader.reading import TALK, VERY_SURE, MessageReading, parts_of
from core.language.reader.reports import TasksReport
from core.language.reader.short_answers import AnswerPart, begins_with_order, read_short_answer
from core.language.statements.model import Act
from core.records.work import DailyLog

AGREES = frozenset((AnswerPart.YES, AnswerPart.AGREED))
BEGINS = frozenset((AnswerPart.OPENS, AnswerPart.TAKES))
CLOSES = frozenset((AnswerPart.CLOSES,))
NO_ORDERS = TALK | {Intent.REPORT, Intent.OPEN_DAY, Intent.CLOSE_DAY, Intent.ANSWER_PROPOSE}
"""The intents that words beside an answer may be taken for without being an order of their own."""
BUT = re.compile(r"\W*\w+(?:\W+\w+){0,3}?\W+(?:pero|but|aunque|though)\b", re.IGNORECASE)
"""A yes that goes on with a "but"."""
PLANS = re.compile(r"\W*(?:hoy|today|(?:voy|empiezo|arranco|sigo) (?:con|por)|starting with|first up)\b", re.IGNORECASE)


class ToPrompt(Struct, frozen=True):
    """An answer in words to a prompt of the day: the button that they press, and what they tell besides.

    `sends`: the day is reported on with what is told. `later`: the prompt is put off. `red`: something is stuck.
    `rest`: an order of its own beside it.
    """

    button: AskedButton | None
    told: ToldOfTasks = ToldOfTasks()
    opens: bool = False
    sends: bool = False
    later: bool = False
    red: bool = False
    rest: str = ""

    @property
    def tells_red(self) -> bool:
        """True where it tells what is red, or leaves no more to be asked than of which task it is."""
        lights = [each.line.light for each in self.told.lines]
        return self.red and (not lights or Semaforo.ROJO in lights)


async def read(ctx: ChatContext, asked: Asked, words: str) -> ToPrompt | None:
    """Return how words answer a prompt of the day; None where they do not, or nothing but a short answer."""
    short = read_short_answer(words)
    if "?" in words or len(words) > MOST_LETTERS or (short and any(each.outright for each in short.orders)):
        return None
    said = read_day_answer(words)
    answer = answer_of(asked, said)
    planned = answer is None and AnswerPart.NO not in said.says and PLANS.match(said.rest)
    plan = button_of(asked, OpenDay) if planned else None
    if not said.rest or (answer is None and plan is None):
        return answer
    told = await asyncio.to_thread(told_of_tasks, said.rest, (await readings.titles_of(ctx)).own_tasks)
    if answer and not said.says.intersection(BEGINS | CLOSES) and not going_on(asked.buttons):
        agreed = await bare_agreement(ctx, answer, words, said.rest, told)
        if agreed is not answer:
            return agreed
    if wants_something(await readings.read(ctx, said.rest)):
        return replace(answer, rest=said.rest) if answer and (answer.opens or answer.sends) else None
    if answer is None and (told.beside or len(told.planned) < max(len(told.lines), 1)):
        return None
    return replace(answer or ToPrompt(plan, opens=True), told=told)


async def bare_agreement(
    ctx: ChatContext, answer: ToPrompt, words: str, rest: str, told: ToldOfTasks
) -> ToPrompt | None:
    """Return the answer of a yes, put off where they are not done yet; None where it is of another matter.

    "sí, pero todavía no acabo" closes no day, "sí, deshazlo" and "sí, ya mandé el correo" answer something else.
    """
    names = parts_of((await people_by_name(ctx)).ids)
    if begins_with_order(rest, names):
        return None
    if not answer.opens and says_unfinished(rest) and (BUT.match(words) or not told.lines):
        return ToPrompt(None, later=True)
    elsewhere = not told.lines and await asyncio.to_thread(tells_own_matter, rest, moment_of(ctx), names)
    return None if elsewhere else answer


def answer_of(asked: Asked, said: DayAnswer) -> ToPrompt | None:
    """Return the button that an answer's phrases press in a prompt, or that they put it off; None if neither."""
    opening, how, closing = button_of(asked, OpenDay), going_on(asked.buttons), button_of(asked, CloseDay)
    if AnswerPart.NO in said.says or not (opening or how or closing):
        return None
    if AnswerPart.SOON in said.says:
        return ToPrompt(None, later=True)
    if opening:
        return ToPrompt(opening, opens=True) if agrees(said, BEGINS) else None
    if how:
        if goes_badly(said.says):
            return ToPrompt(not_going_on(asked.buttons), red=True)
        fine = goes_well(said.says) and AnswerPart.UNDECIDED not in said.says
        return ToPrompt(how, sends=True) if fine else None
    return closing_answer(closing, said) if closing else None


def closing_answer(closing: AskedButton, said: DayAnswer) -> ToPrompt | None:
    if agrees(said, CLOSES):
        return ToPrompt(closing)
    not_yet = AnswerPart.UNDECIDED in said.says and (said.rest or AnswerPart.UNCHANGED in said.says)
    return ToPrompt(None, later=True) if not_yet else None


def agrees(said: DayAnswer, orders: Collection[AnswerPart]) -> bool:
    """Return whether an answer orders what a prompt asks, or agrees to it and says more."""
    if AnswerPart.UNDECIDED in said.says:
        return False
    return bool(said.says.intersection(orders) or (said.says & AGREES and said.rest))


def button_of(asked: Asked, kind: type[OpenDay | CloseDay]) -> AskedButton | None:
    return next((each for each in asked.buttons if isinstance(callbacks.read(each.callback), kind)), None)


def wants_something(reading: MessageReading) -> bool:
    """Return whether words want something of their own: an order, a question, an absence."""
    first, found = reading.first, reading.question
    ordered = first is not None and first.act is not None and first.sure >= VERY_SURE and first.intent not in NO_ORDERS
    said = reading.statement is not None and reading.statement.act is not Act.PROGRESS
    return said or ordered or bool(found and found.asks)


async def kept(ctx: ChatContext, answer: ToPrompt) -> Reply | None:
    """The answer to what is told beside the button of a prompt: saved, or asked of which task it is."""
    log = await day.own_log(ctx, ctx.today)
    if log is None or log.closed_at is not None:
        return None
    if answer.opens:
        return await planned(ctx, answer.told, log)
    beside = beside_text(ctx, answer.told.beside)
    lines = lines_on(answer.told, log)
    if lines:
        said = SpokenReport(lines, send=answer.sends)
        reply = await report_drafts.applied(ctx, said, ctx.today)
        if reply is None:
            return await report_drafts.drafted(ctx, said, ctx.today)
        return replace(reply, words="\n".join(filter(None, (reply.words, beside))))
    if answer.red and answer.told.beside and log.items:
        return await whose_red(ctx, answer.told.beside, log)
    return Reply(words=beside) if beside else None


async def planned(ctx: ChatContext, told: ToldOfTasks, log: DailyLog) -> Reply | None:
    """Name the planned tasks that are in the day, in a line, and save what is told of others."""
    items = {item.task_id: item for item in log.items}
    plan = [
        f"#{each.line.task_id} {shorten(items[each.line.task_id].descripcion, LINE_UNITS)}"
        for each in told.lines
        if each.line.task_id in told.planned and each.line.task_id in items
    ]
    words = [ctx.say("said_planned", tasks=listing(ctx.language, plan), count=len(plan))] if plan else []
    words += filter(None, [beside_text(ctx, told.beside)])
    more = replace(told, lines=tuple(each for each in told.lines if each.line.task_id not in told.planned))
    saved = None
    if lines := lines_on(more, log):
        saved = await report_drafts.applied(ctx, SpokenReport(lines), ctx.today)
        saved = saved or await report_drafts.drafted(ctx, SpokenReport(lines), ctx.today)
        words.append(saved.words)
    said = "\n".join(filter(None, words))
    return replace(saved or Reply(Day(ctx.today)), words=said) if said else None


async def whose_red(ctx: ChatContext, words: str, log: DailyLog) -> Reply:
    """Ask which task of the day is red for what was said, with the tasks as buttons that say so."""
    line = ReportLine(words, log.items[0].task_id, light=Semaforo.ROJO, reason=words)
    return await readings.ask_whose(ctx, TasksReport(), line, [item.task_id for item in log.items])


def lines_on(told: ToldOfTasks, log: DailyLog) -> tuple[ReportLine, ...]:
    items = {item.task_id: item for item in log.items}
    return tuple(readings.resolved(each, items) for each in told.lines if each.line.task_id in items)


def beside_text(ctx: ChatContext, words: str) -> str:
    """Say that words which name no task were not saved; "" where there are none."""
    return ctx.say("said_beside_day", words=shorten(words, LINE_UNITS)) if words else ""


def joined(replies: Sequence[Reply | None]) -> str:
    return "\n".join(each.words for each in replies if each and each.words)
