"""What every command stands on: the store of the configured database and the pipeline over it."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from datetime import time
from pathlib import Path

import storage
from bot.app import config
from bot.process.listening import StartError
from core.application.use_case import Pipeline
from core.base.settings import Settings
from core.ports.chat import ChatStore


@dataclass(frozen=True)
class Core:
    """What every service needs: the pipeline and the chat's store, over one database."""

    pipeline: Pipeline
    chat: ChatStore


async def open_core(settings: config.Config, stack: AsyncExitStack, *, begins: bool = True) -> Core:
    """Upgrades the schema first; closed with the stack. Unless `begins`, there must be a database."""
    store = await open_store(settings.database, stack, begins=begins)
    return Core(Pipeline(store, settings.clock, rules(settings)), store.chat())


async def open_store(
    database: config.DatabaseConfig, stack: AsyncExitStack, *, begins: bool = True
) -> storage.SqlStore:
    """Upgrades the schema first; closed with the stack. Unless `begins`, there must be a database."""
    with start_errors():
        if not begins:
            await asyncio.to_thread(storage.require_database, database.url)
        await asyncio.to_thread(storage.upgrade, database.url, beside(database))
    with start_errors("replica_url"):
        return await stack.enter_async_context(
            storage.open_store(
                database.url,
                synchronous=database.synchronous,
                timeout_seconds=database.timeout_seconds,
                replica_url=database.replica_url,
                replica_lag_seconds=database.replica_lag_seconds,
            )
        )


def beside(database: config.DatabaseConfig) -> list[Path]:
    """The files that we keep beside a database and that make no sense without it."""
    secret = config.secret_file(database)
    return [secret] if secret else []


def rules(settings: config.Config) -> Settings:
    return Settings(
        zone=settings.zone,
        cancelled_status_ids=frozenset(settings.events.cancelled_status_ids),
        meeting_status_id=settings.events.meeting_status_id,
        max_reminders=settings.events.max_reminders,
        default_reminder_minutes=settings.events.default_reminder_minutes,
        news_wait_minutes=settings.tasks.news_wait_minutes,
        open_days_ahead=settings.daily_log.open_days_ahead,
        open_days_back=settings.daily_log.open_days_back,
        history_days=settings.daily_log.history_days,
        report_days=settings.daily_log.report_days,
        red_days=settings.daily_log.red_days,
        red_wait_minutes=settings.daily_log.red_wait_minutes,
        rule_open_tasks=settings.tasks.rule_open_tasks,
        red_unattended_days=settings.daily_log.red_unattended_days,
        reminder_late_hours=settings.jobs.reminder_late_hours,
        message_late_hours=settings.jobs.message_late_hours,
        record_days=settings.jobs.record_days,
        working_days=settings.schedule.working_days,
        day_starts=time.fromisoformat(settings.schedule.starts),
        day_ends=time.fromisoformat(settings.schedule.ends),
        country=settings.schedule.country,
        subdivision=settings.schedule.subdivision,
        meeting_minutes=settings.schedule.meeting_minutes,
        quiet_starts=time.fromisoformat(settings.chat.quiet_starts),
        quiet_ends=time.fromisoformat(settings.chat.quiet_ends),
        day_prompts=settings.chat.day_prompts,
        report_at=time.fromisoformat(settings.chat.report_at),
        nudges=settings.chat.nudges,
        slot_minutes=settings.schedule.slot_minutes,
        slot_days=settings.schedule.slot_days,
        draft_hours=settings.telegram.draft_hours,
    )


@contextmanager
def start_errors(key: str = "url") -> Iterator[None]:
    """Raise errors of the database as `StartError`; a wrong URL is named by its key."""
    try:
        yield
    except ValueError as fault:
        raise StartError(f"database.{key} (SEMAFORO_DATABASE_{key.upper()}): {fault}.") from None
    except (storage.CannotCopy, storage.DatabaseMissing, storage.SchemaOutOfDate) as fault:
        raise StartError(str(fault)) from None


async def open_pipeline(settings: config.Config, stack: AsyncExitStack, *, begins: bool = False) -> Pipeline:
    """Unless `begins`, there must be a database."""
    return (await open_core(settings, stack, begins=begins)).pipeline
