"""Starts the API, or only the probes (`/health`, `/ready`, `/metrics`) in a process without the API."""

import logging
from collections.abc import Collection
from contextlib import AsyncExitStack
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING

import msgspec

import api
from bot.app import config
from bot.app.rehearsals import Rehearsals
from bot.app.tokens import keyring
from bot.app.wiring import Core
from bot.process.listening import listening
from bot.process.worker import Worker
from bot.webhooks import client as webhook_client
from core.application.use_case import Pipeline
from core.base.errors import Code, Unavailable
from core.base.model import Language
from core.ports.kept_files import KeptFiles, OpenFile
from core.records.jobs import LeaseName
from core.work.overview import TeamDays

if TYPE_CHECKING:
    from bot.app.kept_files import TelegramFiles

logger = logging.getLogger("semaforo")


async def start_api(settings: config.Config, core: Core, stack: AsyncExitStack, worker: Worker) -> str:
    """Start the API, and return its address."""
    pipeline = core.pipeline
    issuers = [msgspec.convert(issuer, api.Issuer, from_attributes=True) for issuer in settings.jwt.issuers]
    trusted = await stack.enter_async_context(api.open_issuers(issuers, pipeline.clock.now().timestamp()))
    cache = timedelta(seconds=settings.jwt.cache_seconds)
    authenticator = api.Authenticator(pipeline, keyring(settings), trusted, cache=cache)
    webhooks = await stack.enter_async_context(webhook_client.opened(pipeline.settings.destinations, pipeline.clock))
    outside = api.Outside(webhooks)
    if settings.telegram.token:
        files = FilesOfBot(settings.telegram)
        stack.push_async_callback(files.close)
        outside = api.Outside(webhooks, files)
    with listening("api", settings.api.host, settings.api.port):
        app = api.create_app(
            pipeline,
            authenticator,
            cors_origins=settings.api.cors_origins,
            requests_per_minute=settings.api.requests_per_minute,
            refusals_per_minute=settings.api.refusals_per_minute,
            memory=worker.shared_memory(),
            security_contact=settings.api.security_contact,
            limits=limits(settings.api),
            trusted_proxies=settings.api.trusted_proxies,
            outside=outside,
        )
        app.assistants.paint_week = partial(painted_week, pipeline)
        app.assistants.rehearse = Rehearsals(settings).rehearse
        if settings.telegram.token:
            app.sign_ons.bot_name = BotName(settings.telegram)
        server = await api.serve(app, settings.api.host, settings.api.port, worker.sockets("api"))
    stack.push_async_callback(server.stop)
    logger.info("API ready on %s", server.url)
    return server.url


class BotName:
    """Asks Telegram once for the bot's name."""

    def __init__(self, telegram: config.TelegramConfig) -> None:
        self.telegram = telegram
        self.known = ""

    async def __call__(self) -> str:
        """The bot's name. Raises `Unavailable` if Telegram does not answer."""
        from telegram.error import TelegramError  # noqa: PLC0415 as below

        from bot.app.service import bot_username  # noqa: PLC0415 as below

        try:
            self.known = self.known or await bot_username(self.telegram)
        except TelegramError as fault:
            raise Unavailable(Code.UNAVAILABLE) from fault
        return self.known


class FilesOfBot(KeptFiles):
    """The files that Telegram keeps for the bot, which need not run: its token suffices."""

    def __init__(self, telegram: config.TelegramConfig) -> None:
        self.telegram = telegram
        self.files: TelegramFiles | None = None

    async def open(self, file_id: str) -> tuple[bytes, OpenFile]:
        from bot.app.kept_files import TelegramFiles  # noqa: PLC0415 as below

        self.files = self.files or TelegramFiles(self.telegram)
        return await self.files.open(file_id)

    async def close(self) -> None:
        if self.files:
            await self.files.close()


async def painted_week(pipeline: Pipeline, team: TeamDays, fecha: date, language: Language) -> bytes:
    from bot.chat.week_picture import week_picture  # noqa: PLC0415 the API alone imports no chat until it is asked

    return await week_picture(pipeline, team, fecha, language)


def limits(settings: config.ApiConfig) -> api.Limits:
    return api.Limits(
        header=settings.header_seconds,
        body=settings.body_seconds,
        idle=settings.idle_seconds,
        unread=settings.unread_seconds,
        connections=settings.connections_per_address,
        held=settings.held_requests,
        held_of_person=settings.held_requests_per_person,
    )


async def start_probes(
    settings: config.Config, roles: Collection[str], core: Core, stack: AsyncExitStack, worker: Worker
) -> None:
    """Serve `/health`, `/ready` and `/metrics`, if they are to be anywhere but where the API is."""
    place = config.probe_place(settings, roles)
    if place is None:
        return
    duties = config.duties(settings, roles)
    metrics = await start_metrics(settings, duties, core, stack, worker) if settings.metrics.enabled else None
    with listening(place.key, place.host, place.port):
        app = api.ProbeApp(core.pipeline, metrics=metrics, duties=() if config.API in roles else duties)
        server = await api.serve(app, place.host, place.port, worker.sockets(place.what))
    stack.push_async_callback(server.stop)
    logger.info("%s on %s", place.what, server.url)


async def start_metrics(
    settings: config.Config, duties: Collection[LeaseName], core: Core, stack: AsyncExitStack, worker: Worker
) -> api.ReadMetrics:
    from bot.app.backup_folder import BackupFolder  # noqa: PLC0415 as below
    from bot.app.metrics import Metrics, SharedCounts, counting  # noqa: PLC0415 few pay for what it imports

    counts = SharedCounts(worker)
    await stack.enter_async_context(counting(counts))
    backups = BackupFolder(settings) if settings.backup.at else None
    return Metrics(core.pipeline, core.chat, counts, duties, backups).shown
