"""The composition root: builds the store, the pipeline and the three services, and takes them down in order.

The only place, with the command line, where the rooms meet.
"""

import asyncio
import gc
import logging
import sys
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Any

import msgspec
from telegram.error import TelegramError

import api
import storage
from api.auth import tokens
from api.auth.tokens import Keyring
from bot.app import config, scheduler, service, warming
from bot.app.simulation import Simulation
from bot.process.listening import StartError, listening
from bot.process.signals import on_stop
from bot.process.worker import Worker
from bot.telegram.pacing import A_SECOND, Pacing
from core.application.use_case import Pipeline
from core.base.calendar_time import SystemClock
from core.base.settings import Settings
from core.ports.chat import ChatStore
from core.ports.people import IssueToken
from core.records.people import IssuedToken, TokenGrant

logger = logging.getLogger("semaforo")

API, BOT, JOBS = "api", "bot", "jobs"
ALONE = Worker()


@dataclass(frozen=True)
class Core:
    """The pipeline and the chat's own store, on one database: what every service stands on."""

    pipeline: Pipeline
    chat: ChatStore


def run_loop(main: Coroutine[Any, Any, None]) -> None:
    """Run a command to its end, on uvloop where it exists."""
    factory = None
    if sys.platform != "win32":
        import uvloop  # noqa: PLC0415 does not exist on Windows

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(main)


async def open_core(settings: config.Config, stack: AsyncExitStack) -> Core:
    """The store, its schema brought up to date, and the pipeline; closed with the stack."""
    store = await open_store(settings.database, stack)
    return Core(Pipeline(store, SystemClock(), rules(settings)), store.chat())


async def open_store(database: config.DatabaseConfig, stack: AsyncExitStack) -> storage.SqlStore:
    """The store of a database, its schema brought up to date."""
    with url_named():
        await asyncio.to_thread(storage.upgrade, database.url)
    with url_named("replica_url"):
        return await stack.enter_async_context(
            storage.open_store(
                database.url,
                synchronous=database.synchronous,
                replica_url=database.replica_url,
                replica_lag_seconds=database.replica_lag_seconds,
            )
        )


async def open_simulation(settings: config.Config, stack: AsyncExitStack) -> Simulation:
    """The service over a copy of the database that goes with the stack; the database itself is not written to."""
    try:
        with url_named():
            copy = await stack.enter_async_context(storage.scratch_copy(settings.database.url))
    except storage.CannotCopy as fault:
        raise StartError(str(fault)) from None
    store = await open_store(config.DatabaseConfig(url=copy, synchronous="NORMAL"), stack)
    return Simulation(store, store.chat(), rules(settings), SystemClock().now())


def rules(settings: config.Config) -> Settings:
    """What the use cases need to know of the configuration."""
    return Settings(
        zone=settings.zone,
        cancelled_status_ids=frozenset(settings.events.cancelled_status_ids),
        meeting_status_id=settings.events.meeting_status_id,
        open_days_ahead=settings.daily_log.open_days_ahead,
        history_days=settings.daily_log.history_days,
        red_days=settings.daily_log.red_days,
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
def url_named(key: str = "url") -> Iterator[None]:
    """What is wrong with a URL of the database's, under the name of its key."""
    try:
        yield
    except ValueError as fault:
        raise StartError(f"database.{key} (SEMAFORO_DATABASE_{key.upper()}): {fault}.") from None


async def open_pipeline(settings: config.Config, stack: AsyncExitStack) -> Pipeline:
    """The pipeline alone, for a command that runs use cases and ends."""
    return (await open_core(settings, stack)).pipeline


def keyring(settings: config.Config) -> Keyring:
    """The keys that sign and verify tokens."""
    previous = settings.jwt.previous_secret
    return Keyring(config.jwt_secret(settings), *([previous] if previous else []))


def token_issuer(settings: config.Config) -> IssueToken:
    """Signs what the chat grants."""
    keys, ttl = keyring(settings), timedelta(days=settings.jwt.chat_token_days)

    def issue(grant: TokenGrant) -> IssuedToken:
        token = tokens.issue(keys, grant.user, ttl, grant.issued_at, grant.token_id)
        return IssuedToken(token, grant.issued_at + ttl)

    return issue


async def serve(settings: config.Config, roles: frozenset[str], worker: Worker) -> None:
    """Run the services until asked to end, then finish what is in hand."""
    async with AsyncExitStack() as stack:
        stopped = stop_signal()
        worker.watch(stopped)
        await start(settings, roles, await open_core(settings, stack), stack, worker)
        worker.tell_ready()
        await stopped.wait()
        logger.info("stopping")


async def start(
    settings: config.Config, roles: frozenset[str], core: Core, stack: AsyncExitStack, worker: Worker = ALONE
) -> str:
    """Start the services; they stop with the stack, the last one started first. The API's address, if it serves."""
    address = await start_api(settings, core, stack, worker) if API in roles else ""
    pacing = Pacing(A_SECOND)
    if BOT in roles:
        await start_bot(settings, core, stack, worker, pacing, alone=roles == {BOT})
    if JOBS in roles:
        await start_jobs(settings, core, stack, pacing)
    settle()
    return address


def settle() -> None:
    """Have the garbage collector leave alone what lasts: a round through all of it holds the event loop for 50 ms."""
    gc.collect()
    gc.freeze()


async def start_api(settings: config.Config, core: Core, stack: AsyncExitStack, worker: Worker) -> str:
    """Serve REST; the address."""
    pipeline = core.pipeline
    issuers = [msgspec.convert(issuer, api.Issuer, from_attributes=True) for issuer in settings.jwt.issuers]
    trusted = await stack.enter_async_context(api.open_issuers(issuers, pipeline.clock.now().timestamp()))
    cache = timedelta(seconds=settings.jwt.cache_seconds)
    authenticator = api.Authenticator(pipeline, keyring(settings), trusted, cache=cache)
    with listening("api", settings.api.host, settings.api.port):
        app = api.create_app(pipeline, authenticator, requests_per_minute=settings.api.requests_per_minute)
        server = await api.serve(app, settings.api.host, settings.api.port, worker.sockets("api"))
    stack.push_async_callback(server.stop)
    logger.info("API ready on %s", server.url)
    return server.url


async def start_bot(
    settings: config.Config, core: Core, stack: AsyncExitStack, worker: Worker, pacing: Pacing, *, alone: bool
) -> None:
    """Serve the chat; without a token there is none, which is an error only if nothing else was asked for."""
    telegram = settings.telegram
    if not telegram.token:
        if alone:
            raise StartError("the bot needs telegram.token (SEMAFORO_TELEGRAM_TOKEN).")
        logger.info("no telegram.token (SEMAFORO_TELEGRAM_TOKEN): serving without the bot")
        return
    bot = service.BotService(core.pipeline, core.chat, bot_settings(telegram), token_issuer(settings), pacing)
    stack.push_async_callback(bot.stop)
    with listening("telegram.webhook", telegram.webhook_host, telegram.webhook_port):
        await bot.start(worker.sockets("webhook"))
    await stack.enter_async_context(warming.running(core.pipeline))
    logger.info("bot ready, %s", "by webhook" if telegram.webhook_url else "by long polling")


async def start_jobs(settings: config.Config, core: Core, stack: AsyncExitStack, pacing: Pacing) -> None:
    """Do what is due by the clock; without a token messages wait until there is one."""
    sender = None
    if settings.telegram.token:
        to = bot_settings(settings.telegram)
        calls = service.sending(core.pipeline, core.chat, to, token_issuer(settings), pacing)
        sender = await stack.enter_async_context(calls)
    await stack.enter_async_context(scheduler.running(core.pipeline, core.chat, sender))
    logger.info("jobs ready")


def bot_settings(telegram: config.TelegramConfig) -> service.BotSettings:
    """The bot's settings."""
    return service.BotSettings(
        token=telegram.token,
        base_url=telegram.base_url,
        webhook_url=telegram.webhook_url,
        webhook_host=telegram.webhook_host,
        webhook_port=telegram.webhook_port,
        webhook_secret=telegram.webhook_secret,
    )


async def invite_link(telegram: config.TelegramConfig, code: str) -> str:
    """The link that opens the bot with a code; the bot's name is Telegram's to say."""
    try:
        return f"https://t.me/{await service.bot_username(bot_settings(telegram))}?start={code}"
    except TelegramError as fault:
        raise StartError(f"the code is {code}, but Telegram did not say the bot's name: {fault}") from None


def stop_signal() -> asyncio.Event:
    """Set when the process is asked to end."""
    stopped = asyncio.Event()
    on_stop(stopped.set)
    return stopped
