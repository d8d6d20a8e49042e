"""The chat as a service.

    service = BotService(pipeline, store.chat(), config.telegram, issue_token)
    await service.start()   # does not wait for Telegram; raises only where the webhook's port cannot be listened on
    await service.stop()    # finishes the updates in hand

With a `webhook_url` Telegram posts updates to our listener, without one we poll. Updates go through
`bot.telegram.receiver` or `bot.telegram.webhook` → `bot.telegram.inbox` (durable) → `bot.telegram.processor` (in order,
for each chat) → `bot.chat.router` → handlers. Several processes may do so over one database: any of them receives what
is posted, one polls (`bot.telegram.polling`).
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from socket import socket

from telegram.error import TelegramError

from bot.app.config import TelegramConfig
from bot.calendars.parser_process import ParserProcess
from bot.chat.bot_settings import BotSettings, settings_of
from bot.chat.memory import Memory
from bot.chat.menus import Menus
from bot.chat.outgoing import Outgoing
from bot.chat.put_aside import PutAsideNotice
from bot.chat.router import Router
from bot.chat.sender import AT_ONCE, Sender
from bot.chat.waiting import WaitingNotices
from bot.process import background_tasks, process_id
from bot.process.careful import Careful
from bot.process.lease_keeper import LeaseKeeper
from bot.telegram.connection import BotApiRequest
from bot.telegram.inbox import InboxWriter
from bot.telegram.pacing import Pacing
from bot.telegram.polling import Polling
from bot.telegram.processor import CHATS_AT_ONCE, Processor
from bot.telegram.raw_bot import RawBot
from bot.telegram.receiver import POLL_SECONDS, Receiver
from bot.telegram.rests import Rests
from bot.telegram.troubles import noting
from bot.telegram.webhook import ClientOf, TelegramWebhook, address_of
from core.application.use_case import Pipeline
from core.base.errors import Unavailable
from core.ports.chat import ChatStore
from core.ports.tokens import IssueToken
from core.records.chat import InboxUpdate
from core.records.jobs import LeaseName, WorkKind

logger = logging.getLogger(__name__)

POLL_MARGIN_SECONDS = 10
BEFORE_IT_IS_TAKEN = 1
"""The number of times that an update may have been begun before a process takes it over."""
NAME_SECONDS, NAME_RETRY_SECONDS = 600.0, 30.0
"""The pauses between two requests for the bot's name, and after one that failed."""


async def bot_username(telegram: TelegramConfig) -> str:
    """The bot's @name, without the @. Raises `TelegramError`."""
    connection = BotApiRequest("the bot's name", size=1)
    await connection.initialize()
    try:
        return (await make_bot(telegram, connection, connection).get_me()).username or ""
    finally:
        await connection.shutdown()


def make_bot(telegram: TelegramConfig, calls: BotApiRequest, polling: BotApiRequest) -> RawBot:
    root = telegram.base_url.rstrip("/")
    files = f"{root}/file/bot"
    return RawBot(telegram.token, f"{root}/bot", files, request=calls, get_updates_request=polling)


@asynccontextmanager
async def sending(
    pipeline: Pipeline, chat: ChatStore, telegram: TelegramConfig, issue_token: IssueToken, pacing: Pacing
) -> AsyncIterator[Sender]:
    """A sender of the outbox, over connections of its own; it shares the service's pace."""
    connection = BotApiRequest("messages of the outbox", size=AT_ONCE, rests=pacing.rests)
    await connection.initialize()
    try:
        outgoing = Outgoing(make_bot(telegram, connection, connection))
        yield Sender(pipeline, issue_token, Memory(chat, pipeline), outgoing, pacing)
    finally:
        await connection.shutdown()


class BotService:
    """Receives, processes and answers until stopped."""

    def __init__(
        self,
        pipeline: Pipeline,
        chat: ChatStore,
        telegram: TelegramConfig,
        issue_token: IssueToken,
        pacing: Pacing | None = None,
        *,
        poll_seconds: int = POLL_SECONDS,
        client_of: ClientOf = address_of,
    ) -> None:
        self.client_of = client_of
        self.clock = pipeline.clock
        self.telegram = telegram
        self.poll_seconds = poll_seconds
        self.rests = pacing.rests if pacing is not None else Rests()
        self.connections = (
            BotApiRequest("answers", size=2 * CHATS_AT_ONCE, rests=self.rests),
            BotApiRequest("polling", size=1, answer_seconds=poll_seconds + POLL_MARGIN_SECONDS, rests=self.rests),
        )
        self.bot = make_bot(telegram, *self.connections)
        self.outgoing = Outgoing(self.bot, pacing=pacing)
        self.menus = Menus(self.outgoing)
        self.note = noting(pipeline)
        self.settings = BotSettings(settings_of(self.bot), self.note)
        self.parser = ParserProcess()
        memory = Memory(chat, pipeline)
        self.router = Router(pipeline, issue_token, memory, self.outgoing, self.menus, self.parser)
        self.holder = process_id.new_name()
        self.waiting = WaitingNotices(pipeline, self.outgoing)
        self.processor = Processor(
            chat,
            pipeline.clock,
            self.holder,
            self.handle,
            Careful(pipeline, WorkKind.UPDATE, earlier=BEFORE_IT_IS_TAKEN),
            seconds=telegram.handling_seconds,
            tell=PutAsideNotice(pipeline, issue_token, self.outgoing).tell,
        )
        self.inbox = InboxWriter(self.take_in, lambda: self.outgoing.username)
        self.lease_keeper = LeaseKeeper(pipeline, self.holder, LeaseName.POLLING)
        self.webhook: TelegramWebhook | None = None
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self, sockets: Sequence[socket] = ()) -> None:
        """Start, without waiting for Telegram: calls to it are tried in the background. If this raises, call `stop`.

        A webhook listens on `sockets`, if there are any; no update is handled before it listens.
        """
        for connection in self.connections:
            await connection.initialize()
        if self.telegram.webhook_url:
            self.webhook = TelegramWebhook(
                self.inbox,
                self.telegram.webhook_url,
                self.telegram.webhook_secret,
                self.telegram.webhook_host,
                self.telegram.webhook_port,
                self.client_of,
            )
            await self.webhook.start(sockets)
            way_in: Callable[[], Awaitable[None]] = partial(self.webhook.keep, self.bot, self.note, self.clock)
        else:
            way_in = Receiver(self.bot, self.inbox, self.note, poll_seconds=self.poll_seconds).run
        await self.processor.start()
        self.run(Polling(self.lease_keeper, way_in, self.settings.keep).run())
        self.run(background_tasks.go_on(self.know_itself, "the look at the bot's name"))

    async def take_in(self, updates: Sequence[InboxUpdate]) -> None:
        """Store updates, durably when it returns, and note their presses: each is handled knowing the later ones."""
        with self.telling(updates):
            await self.processor.take_in(updates)
        self.router.presses.note(updates)

    async def handle(self, update: InboxUpdate) -> None:
        with self.telling([update]):
            await self.router.handle(update)

    @contextmanager
    def telling(self, updates: Sequence[InboxUpdate]) -> Iterator[None]:
        """Tell people that what they said waits, if it cannot be saved."""
        try:
            yield
        except Unavailable:
            self.waiting.begin(updates)
            raise
        self.waiting.end(updates)

    def run(self, work: Coroutine[None, None, None]) -> None:
        self.tasks.append(asyncio.create_task(work))

    async def know_itself(self) -> None:
        """Learn the bot's name, by which it is spoken to and which links have; @BotFather may give it another."""
        while True:
            try:
                name = (await self.outgoing.retrying(self.bot.get_me, repeatable=True)).username
            except TelegramError as fault:
                logger.debug("the bot's name was not learned: %s", fault)
                await asyncio.sleep(NAME_RETRY_SECONDS)
                continue
            if self.outgoing.username not in {None, name}:
                logger.warning("the bot is called @%s now, no more @%s", name, self.outgoing.username)
            self.outgoing.username = name
            await asyncio.sleep(NAME_SECONDS)

    async def stop(self) -> None:
        if self.webhook is not None:
            await self.webhook.stop()
        await background_tasks.cancel(self.tasks)
        await self.processor.stop()
        await self.waiting.stop()
        await self.menus.stop()
        await self.parser.aclose()
        for connection in self.connections:
            await connection.shutdown()
