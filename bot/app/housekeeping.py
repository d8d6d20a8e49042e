"""Housekeeping: deletes rows that are no longer needed."""

import asyncio
import logging
from datetime import timedelta

from core.application.use_case import Pipeline, UseCase
from core.jobs import pruning
from core.people.users import OPERATOR_CALLER
from core.ports.chat import ChatStore

logger = logging.getLogger(__name__)

UPDATES_KEPT = timedelta(days=2)
"""The age at which updates are deleted. Telegram repeats an update for a day; words of people are not kept longer."""

CHAT_KEPT = timedelta(days=30)

PAUSE_SECONDS = 0.02
"""The time between two batches, in which other writes get their turn."""


async def keep_house(pipeline: Pipeline, chat: ChatStore) -> None:
    """Delete what is old by the pipeline's clock, which must not jump meanwhile; an error is logged, not raised.

    Idempotency keys stay while updates wait, since they tell if one was applied before a crash.
    """
    try:
        waiting = await chat.pending()
        idempotency_keys = 0 if waiting else await pipeline.run(OPERATOR_CALLER, pruning.prune_idempotency_keys)
        drafts = await pipeline.run(OPERATOR_CALLER, pruning.prune_drafts)
        await all_of(pipeline, pruning.prune_begun_work)
        runs = await all_of(pipeline, pruning.prune_runs)
        await all_of(pipeline, pruning.give_up_messages)
        tokens = await all_of(pipeline, pruning.prune_tokens)
        sign_ons = await all_of(pipeline, pruning.prune_sign_ons)
        links = await all_of(pipeline, pruning.prune_calendar_links)
        missed = await all_of(pipeline, pruning.prune_webhook_retries)
        messages = await all_of(pipeline, pruning.prune_messages)
        changes = await all_of(pipeline, pruning.prune_journal)
        now = pipeline.clock.now()
        chats = await chat.prune(now - UPDATES_KEPT, now - CHAT_KEPT)
    except Exception:
        logger.exception("housekeeping failed")
    else:
        summary = (
            "housekeeping: forgot %d idempotency keys, %d drafts, %d runs of jobs, %d messages, %d tokens, "
            "%d sign-ons, %d calendar links, %d events of webhooks, %d rows of the journal and %d rows of the chat"
        )
        logger.info(summary, idempotency_keys, drafts, runs, messages, tokens, sign_ons, links, missed, changes, chats)


async def all_of(pipeline: Pipeline, prune: UseCase[[], int]) -> int:
    """Prune a few at a time until none are left, and return how many there were."""
    forgotten = 0
    while few := await pipeline.run(OPERATOR_CALLER, prune):
        forgotten += few
        await asyncio.sleep(PAUSE_SECONDS)
    return forgotten
