"""A day's report typed in one message: applied at once, or drafted where a line of it cannot be."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date

from msgspec.structs import replace

from bot.chat.callbacks.day import Day, Today, day_meant
from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.context import REFUSALS, ChatContext, Handlers, Reply, Typed
from bot.chat.handlers import day
from bot.chat.handlers.draft_kind import begin
from bot.chat.panels.components import Panel
from bot.chat.panels.report_drafts import report_draft_panel
from core.application.requests import build
from core.language.phrases.day_report import ReportLine, SpokenReport, read_report
from core.records.drafts import ReportDraft
from core.work import daily_logs, day_reports
from core.work.daily_logs import OpenRequest

NOT_UNDERSTOOD: Mapping[Field, str] = {Field.NOTHING: "report_not_heard"}


async def report_typed(ctx: ChatContext, words: str, fecha: date) -> Reply | None:
    """The answer to a report of a day, which is opened for it; None for words that are none."""
    if await asyncio.to_thread(read_report, words) is None:
        return None
    try:
        log = await ctx.run(daily_logs.open_recent_log, build(OpenRequest, {"fecha": fecha}))
        spoken = await asyncio.to_thread(read_report, words, {item.task_id for item in log.items})
        if spoken is None:
            return None
        return await applied(ctx, spoken, fecha) or await drafted(ctx, spoken, fecha)
    except REFUSALS as error:
        return Reply(Day(fecha), ctx.refusal(error))


async def applied(ctx: ChatContext, spoken: SpokenReport, fecha: date) -> Reply | None:
    """The day as a report leaves it; None if a line is refused. Not checked before: an update may be handled again."""
    try:
        await ctx.run(day_reports.report, fecha, spoken.lines, send=spoken.send, close=spoken.close)
    except REFUSALS:
        return None
    return Reply(Day(fecha), said(ctx, spoken))


async def drafted(ctx: ChatContext, spoken: SpokenReport, fecha: date) -> Reply:
    """A draft of a report of which a line is refused. Raises what stands against all of it."""
    await ctx.run(day_reports.check_lines, fecha, spoken.lines)
    body = ReportDraft(fecha=fecha, lines=spoken.lines, send=spoken.send, close=spoken.close)
    return await begin(ctx, body, Field.NOTHING)


async def typed_on_day(ctx: ChatContext, screen: Day | Today, typed: Typed) -> Reply:
    """A day has many items: words under it that do not say which could be about any."""
    fecha = day_meant(screen.fecha, typed.to.drawn, ctx.today) if isinstance(screen, Day) else ctx.today
    reply = await report_typed(ctx, typed.words, fecha)
    return replace(reply, closes=typed.to.message_id) if reply else Reply(words=ctx.say("hint_choose_item"))


def said(ctx: ChatContext, spoken: SpokenReport) -> str:
    words = [ctx.say("said_reported", count=len(spoken.lines))]
    words += [ctx.say("said_sent_closed" if spoken.close else "said_avance")] if spoken.send else []
    words += [ctx.say("said_closed")] if spoken.close and not spoken.send else []
    return ". ".join(words)


async def read_new(_: ChatContext, body: ReportDraft, words: str) -> ReportDraft:
    """The report of the same day; as it is where the words are none."""
    spoken = await asyncio.to_thread(read_report, words, {line.task_id for line in body.lines})
    return ReportDraft(fecha=body.fecha, lines=spoken.lines, send=spoken.send, close=spoken.close) if spoken else body


def missing_field(_: ReportDraft) -> Field:
    return Field.NOTHING


async def draw_card(ctx: ChatContext, body: ReportDraft, screen: DraftCard) -> Panel:
    checked = await ctx.run(day_reports.check_lines, body.fecha, body.lines)
    faults = [ctx.refusal(each.fault) if each.fault else "" for each in checked]
    return report_draft_panel(ctx.scene, screen.draft, checked, faults)


async def apply_button(_: ChatContext, body: ReportDraft, __: SetField) -> ReportDraft:
    return body


async def apply_words(_ctx: ChatContext, body: ReportDraft, _field: Field, typed: Typed) -> ReportDraft | None:
    """The report with other lines for the tasks that the words name; None where they are no report."""
    tasks = {line.task_id for line in body.lines}
    spoken = await asyncio.to_thread(read_report, typed.words, tasks)
    if spoken is None:
        return None
    send, close = body.send or spoken.send, body.close or spoken.close
    return ReportDraft(fecha=body.fecha, lines=corrected(body.lines, spoken.lines), send=send, close=close)


def corrected(lines: Sequence[ReportLine], by: Sequence[ReportLine]) -> tuple[ReportLine, ...]:
    again = {line.task_id: line for line in by}
    kept = [again.pop(line.task_id, line) for line in lines]
    return (*kept, *again.values())


def saved_screen(_ctx: ChatContext, body: ReportDraft, _saved_id: int) -> Day:
    return Day(body.fecha)


draw_saved = day.draw_day
HANDLERS = Handlers(answers={Day: typed_on_day, Today: typed_on_day})
