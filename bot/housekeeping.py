"""Keeping house: forgetting what has served its time."""

import logging
from datetime import timedelta

from bot.ports import ChatStore
from core.jobs import pruning
from core.use_case import Caller, Pipeline
from core.users import OPERATOR

logger = logging.getLogger(__name__)

UPDATES_KEPT = timedelta(days=2)
"""What people wrote is not kept for longer than it may come again: Telegram repeats an update for a day."""

CHAT_KEPT = timedelta(days=30)


async def keep_house(pipeline: Pipeline, chat: ChatStore) -> None:
    """Prune what is old; a fault is logged, the next time tries again.

    While updates wait, causes stay: after a long time out of service they tell which updates were applied already.
    """
    try:
        waiting = await chat.pending()
        causes = 0 if waiting else await pipeline.run(Caller(OPERATOR), pruning.prune_causes)
        drafts = await pipeline.run(Caller(OPERATOR), pruning.prune_drafts)
        now = pipeline.clock.now()
        chats = await chat.prune(now - UPDATES_KEPT, now - CHAT_KEPT)
    except Exception:
        logger.exception("housekeeping failed")
    else:
        told = "housekeeping: forgot %d causes, %d drafts and %d rows of the chat"
        logger.info(told, causes, drafts, chats)
