"""A team's days as files: `/exportar`, `/exportar octubre`, `/exportar del 1 al 15`."""

import asyncio
from collections.abc import Sequence

from bot.chat.context import ChatContext, Export, Handlers, Reply
from bot.chat.handlers.day import parse_date
from bot.chat.panels.components import LINE_UNITS, shorten
from bot.chat.panels.overview import month_of
from core.application.requests import build
from core.base.calendar_time import Days
from core.base.model import File
from core.language.i18n import date_range
from core.language.phrases.past_days import past_days
from core.work import reports
from core.work.report_files import report_file
from core.work.reports import ReportFormat, ReportRequest, TeamReport


async def export_typed(ctx: ChatContext, words: str) -> Reply:
    """Export the days named, this month if none are, until today at the latest."""
    days = await days_of(ctx, words)
    if days is None:
        return Reply(words=ctx.say("export_not_understood", words=shorten(words.strip(), LINE_UNITS)))
    return await export(ctx, days)


async def export(ctx: ChatContext, days: Days) -> Reply:
    first, last = days
    last = max(first, min(last, ctx.today))
    report = await ctx.run(reports.team_report, build(ReportRequest, {"desde": first, "hasta": last}))
    if not report.people:
        return Reply(words=ctx.say("team_leaders_only"))
    period = date_range(ctx.language, first, last)

    async def write() -> Sequence[File]:
        return await asyncio.to_thread(files_of, ctx, report)

    done = ctx.say("export_done", period=period, count=len(report.people))
    return Reply(words=ctx.say("export_begun", period=period), export=Export(write, done))


async def days_of(ctx: ChatContext, words: str) -> Days | None:
    if not words.strip():
        return this_month(ctx)
    if days := past_days(words, ctx.language, ctx.today):
        return days
    fecha = await parse_date(ctx, words)
    return Days(fecha, fecha) if fecha else None


def this_month(ctx: ChatContext) -> Days:
    return Days(*month_of(ctx.today))


def files_of(ctx: ChatContext, report: TeamReport) -> Sequence[File]:
    return [report_file(report, form, ctx.language, ctx.zone) for form in (ReportFormat.XLSX, ReportFormat.CSV)]


HANDLERS = Handlers(commands={"exportar": export_typed})
