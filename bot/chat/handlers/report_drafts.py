"""A day's report typed in one message: applied at once, or drafted where a line of it cannot be."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date

from msgspec.structs import replace

from bot.chat.callbacks.day import Day, ReportEnd, SendAndClose, Today, day_meant
from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.callbacks.red import WhyRed
from bot.chat.context import REFUSALS, ChatContext, Handlers, Reply, Typed
from bot.chat.handlers import day
from bot.chat.handlers.draft_kind import begin
from bot.chat.handlers.phrases import moment_of
from bot.chat.handlers.red import next_question
from bot.chat.panels.components import LIGHTS, LINE_UNITS, Panel, percentage, shorten
from bot.chat.panels.red import told_later
from bot.chat.panels.report_drafts import report_draft_panel
from core.application.requests import build
from core.base.calendar_time import ONE_DAY
from core.base.model import Semaforo
from core.language.i18n import listing
from core.language.phrases.corrections import percent_meant, without_beginning
from core.language.phrases.day_report import read_ending, read_report
from core.language.phrases.model import Ending, ReportLine, SpokenReport
from core.language.reader.acts import Heard
from core.language.reader.corrections import read_correction
from core.language.reader.titles import Titles
from core.language.statements.model import Act
from core.language.statements.reading import read_statement
from core.records.drafts import ReportDraft
from core.records.work import DailyLog
from core.work import daily_logs, day_reports, red_help, task_search
from core.work.daily_logs import OpenRequest

NOT_UNDERSTOOD: Mapping[Field, str] = {Field.NOTHING: "report_not_heard"}


async def report_typed(ctx: ChatContext, words: str, fecha: date) -> Reply | None:
    """The answer to a report of a day, which is opened for it, or to its end alone; None for words that are none."""
    if ending := read_ending(words):
        return await ended(ctx, ending, fecha)
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


async def ended(ctx: ChatContext, ending: Ending, fecha: date) -> Reply:
    """The day reported on, closed or both, as its buttons would; what they would ask first is asked."""
    log = await day.own_log(ctx, fecha)
    if log is None:
        return Reply(Day(fecha), ctx.say("said_open_first"))
    try:
        if not ending.send:
            return await day.close(ctx, log.id, fecha)
        reported = await day.report_log(ctx, log.id, fecha)
        if ending.close and isinstance(reported.screen, Day):
            closed = await day.close(ctx, log.id, fecha)
            return replace(
                closed, words=ctx.say("said_sent_closed" if isinstance(closed.screen, Day) else "said_avance")
            )
    except REFUSALS as error:
        return Reply(Day(fecha), ctx.refusal(error))
    return reported


async def closed_unchanged(ctx: ChatContext) -> Reply:
    """The day reported on with nothing changed, and closed; a red without a reason, or what is due today, is asked."""
    log = await day.own_log(ctx, ctx.today)
    if log is None:
        return Reply(Day(ctx.today), ctx.say("said_open_first"))
    gaps = await ctx.run(daily_logs.gaps, log.id)
    if log.closed_at is not None or gaps.unexplained or gaps.unstarted:
        return await day.close(ctx, log.id, ctx.today)
    return await day.press_send_close(ctx, SendAndClose(ctx.today, ctx.today, log.id))


async def applied(
    ctx: ChatContext, spoken: SpokenReport, fecha: date, *, instead_of: int | None = None
) -> Reply | None:
    """The day as a report leaves it, or what is asked next: why of a red, or an end that was said in passing.

    None if a line is refused. Not checked before: an update may be handled again. `instead_of`: the journal's row of
    a change that is taken back with it.
    """
    ends = {"send": spoken.send, "close": spoken.close}
    try:
        log = await ctx.run(day_reports.report, fecha, spoken.lines, **ends, instead_of=instead_of)
    except REFUSALS:
        return None
    unexplained = any(line.light is Semaforo.ROJO and not line.reason for line in spoken.lines)
    question = await next_question(ctx, fecha) if unexplained else None
    end = ReportEnd(fecha, log.id, closing=not spoken.offers.send) if spoken.offers else None
    return Reply(question or end or Day(fecha), "\n".join([await said(ctx, spoken), *over(ctx, log, spoken.lines)]))


def over(ctx: ChatContext, log: DailyLog, lines: Sequence[ReportLine]) -> Sequence[str]:
    """Say which tasks no longer have a light, and which one they have; which are open again, and how far."""
    ended = {line.task_id: line.ended for line in lines if line.ended}
    return [
        ctx.say("said_light_over", id=item.task_id, ended=LIGHTS[ended[item.task_id]], light=LIGHTS[item.semaforo])
        for item in log.items
        if item.task_id in ended
    ] + [
        ctx.say("said_open_again", id=item.task_id, percent=percentage(ctx.language, item.porcentaje))
        for item in log.items
        if item.task_id in {line.task_id for line in lines if line.reopens}
    ]


async def for_closed_day(ctx: ChatContext, spoken: SpokenReport, fecha: date) -> Reply | None:
    """The offer to reopen a closed day for a report, or to keep it for tomorrow; None for a day that is not closed."""
    log = await day.own_log(ctx, fecha)
    if log is None or log.closed_at is None:
        return None
    return await begin(ctx, replace(draft_of(spoken, fecha), opens=True), Field.NOTHING)


async def drafted(ctx: ChatContext, spoken: SpokenReport, fecha: date) -> Reply:
    """A draft of a report that has a refused line, or that comes after the day was closed.

    Raises the error that refuses all of it.
    """
    if reopening := await for_closed_day(ctx, spoken, fecha):
        return reopening
    await ctx.run(day_reports.check_lines, fecha, spoken.lines)
    return await begin(ctx, draft_of(spoken, fecha), Field.NOTHING)


def draft_of(spoken: SpokenReport, fecha: date) -> ReportDraft:
    """Return the draft of a report; as a press saves it, an end that was said in passing is part of it."""
    ends = spoken.offers or Ending(spoken.send, spoken.close)
    return ReportDraft(fecha=fecha, lines=spoken.lines, send=ends.send, close=ends.close)


async def report_on_day(ctx: ChatContext, screen: Day | Today, typed: Typed) -> Reply | None:
    """The day with what was reported under it; None where words are not a report."""
    fecha = day_meant(screen.fecha, typed.to.drawn, ctx.today) if isinstance(screen, Day) else ctx.today
    reply = await report_typed(ctx, typed.words, fecha)
    return replace(reply, closes=typed.to.message_id) if reply else None


async def typed_on_day(ctx: ChatContext, screen: Day | Today, typed: Typed) -> Reply:
    """Report on a day by words under it; where they are not a report, ask for an item: they could be about any."""
    return await report_on_day(ctx, screen, typed) or Reply(words=ctx.say("hint_choose_item"))


async def said(ctx: ChatContext, spoken: SpokenReport) -> str:
    """Say what was saved: how many tasks, or only a red; who is told of reds, what became of the day, each comment."""
    reds = await told_of_reds(ctx, spoken.lines)
    words = [*reds] if is_red_alone(spoken.lines) else [ctx.say("said_reported", count=len(spoken.lines))]
    words += [ctx.say("said_sent_closed" if spoken.close else "said_avance")] if spoken.send else []
    words += [ctx.say("said_closed")] if spoken.close and not spoken.send else []
    words += [] if is_red_alone(spoken.lines) else reds
    comments = [
        ctx.say("said_report_comment", id=line.task_id, words=shorten(line.reason, LINE_UNITS))
        for line in spoken.lines
        if line.reason
    ]
    return "\n".join([". ".join(each.removesuffix(".") for each in words), *comments])


def is_red_alone(lines: Sequence[ReportLine]) -> bool:
    return [line.light for line in lines] == [Semaforo.ROJO]


async def told_of_reds(ctx: ChatContext, lines: Sequence[ReportLine]) -> Sequence[str]:
    """Return lines with the people who are told the reds of a report; "saved" for a lone red that nobody is told."""
    reds = [await ctx.run(red_help.own_red, line.task_id) for line in lines if line.light is Semaforo.ROJO]
    found = [await ctx.run(red_help.told_of_reason, red.id) for red in reds if red and red.motivo]
    names = list(dict.fromkeys(name for told in found for name in told.now))
    words = [ctx.say("said_red_told", names=listing(ctx.language, names))] if names else []
    words += dict.fromkeys(line for told in found for line in told_later(ctx.scene, told))
    return words or ([ctx.say("said_blocked")] if is_red_alone(lines) else [])


async def asked_next(ctx: ChatContext, body: ReportDraft, _saved_id: int) -> WhyRed | None:
    """The question why of a red that was reported without a reason."""
    unexplained = [line.task_id for line in body.lines if line.light is Semaforo.ROJO and not line.reason]
    return await next_question(ctx, body.fecha, unexplained) if unexplained else None


async def read_new(_: ChatContext, body: ReportDraft, words: str) -> ReportDraft:
    """The report of the same day; as it is where the words are none."""
    spoken = await asyncio.to_thread(read_report, words, {line.task_id for line in body.lines})
    return draft_of(spoken, body.fecha) if spoken else body


def missing_field(_: ReportDraft) -> Field:
    return Field.NOTHING


async def draw_card(ctx: ChatContext, body: ReportDraft, screen: DraftCard) -> Panel:
    view = await ctx.run(daily_logs.my_day, day.date_request(body.fecha))
    unopened = view if body.opens and (view.log is None or view.log.closed_at) else None
    check = day_reports.check_before_opening if unopened else day_reports.check_lines
    checked = await ctx.run(check, body.fecha, body.lines)
    faults = [ctx.refusal(each.fault) if each.fault else "" for each in checked]
    then = await day_after(ctx) if unopened and unopened.log and body.fecha == ctx.today else None
    return report_draft_panel(ctx.scene, screen.draft, body, checked, faults, unopened, then)


async def day_after(ctx: ChatContext) -> date | None:
    """Tomorrow, where one works then."""
    tomorrow = ctx.today + ONE_DAY
    return None if (await ctx.run(daily_logs.my_day, day.date_request(tomorrow))).off else tomorrow


async def apply_button(ctx: ChatContext, body: ReportDraft, action: SetField) -> ReportDraft:
    """The report of tomorrow instead, which is opened for it."""
    if action.field is not Field.DAY or action.value != (ctx.today + ONE_DAY).toordinal():
        return body
    return replace(body, fecha=ctx.today + ONE_DAY, opens=True)


async def apply_words(ctx: ChatContext, body: ReportDraft, _field: Field, typed: Typed) -> ReportDraft | None:
    """The report with other lines for the tasks that the words name; None where they are not a report."""
    if ending := read_ending(typed.words):
        return replace(body, send=ending.send or body.send, close=ending.close or body.close)
    tasks = {line.task_id for line in body.lines}
    spoken = await asyncio.to_thread(read_report, typed.words, tasks) or await said_of_tasks(ctx, typed.words)
    if spoken is None:
        return await with_meant(ctx, body, typed.words)
    said_now = draft_of(spoken, body.fecha)
    send, close = body.send or said_now.send, body.close or said_now.close
    again = {line.task_id for line in spoken.lines}
    kept = (line for line in body.replaced if line.task_id not in again)
    replaced = (*kept, *(line for line in body.lines if line.task_id in again and line.understood))
    lines = corrected(body.lines, spoken.lines)
    return replace(body, lines=lines, replaced=replaced, send=send, close=close)


async def with_meant(ctx: ChatContext, body: ReportDraft, words: str) -> ReportDraft | None:
    """The report of one line with what is meant instead: "80, no 30", "no, era la 12"; None for other words."""
    if len(body.lines) != 1:
        return None
    (line,) = body.lines
    percent = percent_meant(without_beginning(words)) if line.percent is not None else None
    if percent is not None:
        return replace(body, lines=(replace(line, percent=percent),))
    titles = Titles(await ctx.run(task_search.open_descriptions))
    corrected = read_correction(Heard(words, moment_of(ctx), {}, titles))
    meant = corrected.task if corrected else None
    return replace(body, lines=(replace(line, task_id=meant),)) if meant else None


async def said_of_tasks(ctx: ChatContext, words: str) -> SpokenReport | None:
    """Read a sentence as a report: "la 4 va en 90"."""
    said = await asyncio.to_thread(read_statement, words, moment_of(ctx), {})
    return SpokenReport(said.lines) if said and said.act is Act.REPORT else None


def corrected(lines: Sequence[ReportLine], by: Sequence[ReportLine]) -> tuple[ReportLine, ...]:
    again = {line.task_id: line for line in by}
    kept = [again.pop(line.task_id, line) for line in lines]
    return (*kept, *again.values())


def saved_screen(_ctx: ChatContext, body: ReportDraft, _saved_id: int) -> Day:
    return Day(body.fecha)


draw_saved = day.draw_day
HANDLERS = Handlers(answers={Day: typed_on_day, Today: typed_on_day})
