"""Opens what every command needs: the store of the configured database, and the pipeline over it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import time
from functools import partial
from ipaddress import ip_network
from pathlib import Path

import msgspec

import storage
from bot.app import config
from bot.app.backup_folder import BackupFolder
from bot.process.listening import StartError
from core.application.use_case import Pipeline
from core.base.destinations import Destinations
from core.base.settings import Settings
from core.ports.chat import ChatStore

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Core:
    """The base of every service: the pipeline and the chat's store, over one database."""

    pipeline: Pipeline
    chat: ChatStore


async def open_core(
    settings: config.Config, stack: AsyncExitStack, *, begins: bool = True, mapped: bool = True
) -> Core:
    """Open the store until the stack is closed, its schema upgraded. Unless `begins`, there must be a database."""
    database = settings.database
    opened = partial(
        storage.open_store,
        database.url,
        synchronous=database.synchronous,
        mapped=mapped,
        timeout_seconds=database.timeout_seconds,
        replica_url=database.replica_url,
        replica_lag_seconds=database.replica_lag_seconds,
    )
    with start_errors():
        storage.require_url(database.url)
    with start_errors("replica_url"):
        try:
            store = await stack.enter_async_context(opened())
        except storage.SchemaOutOfDate as fault:
            if fault.is_older:
                logger.info("the schema of %s is at %s: upgrading it to %s", fault.name, fault.found, fault.wanted)
            traces = traces_of_database(settings)
            changed = await asyncio.to_thread(storage.upgrade, database.url, traces, begins=begins)
            if changed and fault.found is None:
                logger.info("the database %s is new", fault.name)
            store = await stack.enter_async_context(opened())
    return Core(Pipeline(store, settings.clock, rules(settings)), store.chat())


@asynccontextmanager
async def open_pipeline(settings: config.Config, *, begins: bool = False) -> AsyncIterator[Pipeline]:
    """The pipeline alone, for a command. Unless `begins`, there must be a database."""
    async with AsyncExitStack() as stack:
        yield (await open_core(settings, stack, begins=begins, mapped=False)).pipeline


def companion_files(database: config.DatabaseConfig) -> list[Path]:
    """The files that we keep beside a database and that make no sense without it."""
    secret = config.secret_file(database)
    return [secret] if secret else []


def traces_of_database(settings: config.Config) -> list[Path]:
    """The files that prove that a missing database existed: those beside it, and the newest backup."""
    last = BackupFolder(settings).last() if config.secret_file(settings.database) else None
    return [*companion_files(settings.database), *([BackupFolder(settings).file(last)] if last else [])]


def rules(settings: config.Config) -> Settings:
    """The rules that the configuration sets, each by the key of the same name unless another is given here."""
    sections = [
        *(settings.jwt, settings.api, settings.events, settings.tasks, settings.daily_log, settings.schedule),
        *(settings.chat, settings.jobs, settings.telegram),
    ]
    given = {key: value for section in sections for key, value in msgspec.structs.asdict(section).items()}
    by_name = {key: given[key] for key in Settings.__struct_fields__ if key in given}
    others = {
        "zone": settings.zone,
        "journal_days": settings.journal.days,
        "webhooks_per_person": settings.webhooks.per_person,
        "webhook_rotation_hours": settings.webhooks.rotation_hours,
        "destinations": Destinations(
            frozenset(settings.webhooks.loopback_names), tuple(map(ip_network, settings.webhooks.networks))
        ),
        "cancelled_status_ids": frozenset(settings.events.cancelled_status_ids),
        "day_starts": time.fromisoformat(settings.schedule.starts),
        "day_ends": time.fromisoformat(settings.schedule.ends),
        "quiet_starts": time.fromisoformat(settings.chat.quiet_starts),
        "quiet_ends": time.fromisoformat(settings.chat.quiet_ends),
        "report_at": time.fromisoformat(settings.chat.report_at),
        "group_summary_at": time.fromisoformat(settings.chat.group_summary_at),
    }
    return Settings(**(by_name | others))


@contextmanager
def start_errors(key: str = "url") -> Iterator[None]:
    """Raise errors of the database as `StartError`; a wrong URL is named by its key."""
    try:
        yield
    except ValueError as fault:
        raise StartError(f"database.{key} (SEMAFORO_DATABASE_{key.upper()}): {fault}.") from None
    except (storage.CannotCopy, storage.DatabaseMissing, storage.SchemaOutOfDate) as fault:
        raise StartError(str(fault)) from None
