"""Deletion of what is no longer needed: idempotency keys, drafts, runs, messages, tokens and the like.

Messages that cannot be sent because the service has no bot token are given up in the end, too. Runs, messages and rows
of the journal are many: each call handles some of them, so that no transaction is long.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol

from core.application.access import Operation, require
from core.application.use_case import Context, UseCase, command
from core.base.settings import Settings
from core.people.sign_ons import REMEMBERED_FOR
from core.ports import UnitOfWork
from core.records.jobs import Round
from core.records.messages import Reason

AT_ONCE = 500
ROUND = timedelta(hours=1)
RECOGNISED_HOURS = 24
BEGUN_FOR = timedelta(days=2)
"""The time for which begun work is remembered. What was put aside is begun again after it, where it still waits."""


@command
async def begin_round(ctx: Context) -> Round | None:
    """Begin a round of housekeeping; None where the last began less than an hour ago.

    What ages by rounds is as many hours old as rounds have begun since. The clock alone would make all of it old by
    one leap; so it makes it older by an hour at most.
    """
    require(ctx.actor, Operation.RUN_JOBS)
    last = await ctx.uow.housekeeping.get()
    if last and abs(ctx.now - last.began_at) < ROUND:
        return None
    begun = Round(last.number + 1 if last else 1, ctx.now)
    await ctx.uow.housekeeping.put(begun)
    return begun


@command
async def prune_idempotency_keys(ctx: Context) -> int:
    """Delete keys older than the time for which a repeated request is recognised. Returns how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.idempotency_keys.prune(RECOGNISED_HOURS)


@command
async def prune_drafts(ctx: Context) -> int:
    """Delete drafts that have expired. Returns how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.drafts.prune(ctx.settings.draft_hours)


class Pruned(Protocol):
    """A repository with rows that are not kept for ever."""

    async def prune(self, before: datetime, most: int) -> int: ...


def prunes(name: str, rows: Callable[[UnitOfWork], Pruned], kept: Callable[[Settings], timedelta]) -> UseCase[[], int]:
    """The use case of that name, which deletes some rows that are older than they are kept, and says how many."""

    async def prune(ctx: Context) -> int:
        require(ctx.actor, Operation.RUN_JOBS)
        return await rows(ctx.uow).prune(ctx.now - kept(ctx.settings), AT_ONCE)

    prune.__name__ = name
    return command(prune)


def record_days(settings: Settings) -> timedelta:
    return timedelta(days=settings.record_days)


prune_begun_work = prunes("prune_begun_work", lambda uow: uow.begun_work, lambda _: BEGUN_FOR)
prune_runs = prunes("prune_runs", lambda uow: uow.job_runs, record_days)
prune_tokens = prunes("prune_tokens", lambda uow: uow.tokens, record_days)
prune_sign_ons = prunes("prune_sign_ons", lambda uow: uow.sign_ons, lambda _: REMEMBERED_FOR)
prune_calendar_links = prunes("prune_calendar_links", lambda uow: uow.calendar_links, record_days)
prune_webhook_retries = prunes("prune_webhook_retries", lambda uow: uow.webhooks, record_days)
prune_messages = prunes("prune_messages", lambda uow: uow.outbox, record_days)
prune_journal = prunes("prune_journal", lambda uow: uow.journal, lambda settings: timedelta(days=settings.journal_days))


@command
async def give_up_messages(ctx: Context) -> int:
    """Withhold some of the messages that have waited for too long after their time. Returns how many."""
    require(ctx.actor, Operation.RUN_JOBS)
    hours = max(ctx.settings.message_late_hours, ctx.settings.reminder_late_hours)
    return await ctx.uow.outbox.give_up(ctx.now - timedelta(hours=hours), Reason.LATE, ctx.now, AT_ONCE)
