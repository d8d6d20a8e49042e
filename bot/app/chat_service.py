"""The bot and the jobs as services; what both send goes out at one pace."""

import logging
from contextlib import AsyncExitStack, aclosing
from datetime import timedelta

from telegram.error import TelegramError

from api.http.clients import Proxies
from bot.app import backups, config, scheduler, service, warming
from bot.app.config import BOT, JOBS
from bot.app.tokens import token_issuer
from bot.app.wiring import Core
from bot.calendars import client as calendar_client
from bot.calendars.parser_process import ParserProcess
from bot.calendars.reader import CalendarReader
from bot.process.listening import StartError, listening
from bot.process.worker import Worker
from bot.telegram.pacing import A_SECOND, Pacing
from bot.telegram.troubles import noting, rests_told
from bot.webhooks import client as webhook_client
from bot.webhooks.sender import WebhookSender

logger = logging.getLogger("semaforo")


async def start_chat(
    settings: config.Config, roles: frozenset[str], core: Core, stack: AsyncExitStack, worker: Worker
) -> None:
    """Start the bot, the jobs, or both, as `roles` says."""
    pacing = Pacing(A_SECOND)
    if settings.telegram.token:
        await stack.enter_async_context(rests_told(pacing.rests, noting(core.pipeline)))
    if BOT in roles:
        await start_bot(settings, core, stack, worker, pacing, alone=roles == {BOT})
    if JOBS in roles:
        await start_jobs(settings, core, stack, pacing)


async def start_bot(
    settings: config.Config, core: Core, stack: AsyncExitStack, worker: Worker, pacing: Pacing, *, alone: bool
) -> None:
    """Start the bot. Without a token there is none; raises `StartError` if it is the only role (`alone`)."""
    telegram = settings.telegram
    if not telegram.token:
        if alone:
            raise StartError("the bot needs telegram.token (SEMAFORO_TELEGRAM_TOKEN).")
        logger.info("no telegram.token (SEMAFORO_TELEGRAM_TOKEN): serving without the bot")
        return
    client_of = Proxies(settings.api.trusted_proxies).client_of
    bot = service.BotService(core.pipeline, core.chat, telegram, token_issuer(settings), pacing, client_of=client_of)
    stack.push_async_callback(bot.stop)
    with listening("telegram.webhook", telegram.webhook_host, telegram.webhook_port):
        await bot.start(worker.sockets("webhook"))
    await stack.enter_async_context(warming.running(core.pipeline))
    logger.info("bot ready, %s", "by webhook" if telegram.webhook_url else "by long polling")


async def start_jobs(settings: config.Config, core: Core, stack: AsyncExitStack, pacing: Pacing) -> None:
    """Start the jobs. Without a token, messages wait until there is one."""
    distrust = timedelta(minutes=settings.jobs.leap_minutes)
    sender = None
    if settings.telegram.token:
        issue_token = token_issuer(settings)
        sending = service.sending(core.pipeline, core.chat, settings.telegram, issue_token, pacing)
        sender = await stack.enter_async_context(sending)
    made = backups.Backups(settings, core.pipeline) if settings.backup.at else None
    client = await stack.enter_async_context(
        webhook_client.opened(core.pipeline.settings.destinations, core.pipeline.clock)
    )
    webhooks = WebhookSender(core.pipeline, client)
    calendars = await stack.enter_async_context(calendar_client.opened(core.pipeline.settings.destinations))
    parser = await stack.enter_async_context(aclosing(ParserProcess()))
    outward: list[WebhookSender | CalendarReader] = [webhooks, CalendarReader(core.pipeline, calendars, parser)]
    await stack.enter_async_context(scheduler.running(core.pipeline, core.chat, sender, distrust, made, outward))
    logger.info("jobs ready")


async def invite_link(telegram: config.TelegramConfig, code: str) -> str:
    """The link that opens the bot with a code. Raises `StartError` if Telegram does not answer."""
    try:
        return f"https://t.me/{await service.bot_username(telegram)}?start={code}"
    except TelegramError as fault:
        raise StartError(f"Telegram did not say the bot's name ({fault})") from None
