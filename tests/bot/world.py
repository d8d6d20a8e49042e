"""The real bot over the stand-in of Telegram and a store in memory, with a small team on its phones.

Lucía leads Ana and Luis; Pablo works elsewhere, in English; Root is an admin; nobody knows Mallory.
It is Monday, 23 November 2026, nine in the morning in Mexico City.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from bot.app.config import Config, JwtConfig, TelegramConfig
from bot.app.service import BotService
from bot.app.tokens import token_issuer
from bot.chat.bot_settings import settings_of
from bot.sandbox import Callback, CallbackAnswer, Message, Person, PersonDriver, Sandbox
from core.application.requests import build
from core.application.use_case import Caller, Pipeline
from core.base.calendar_time import local_date
from core.base.errors import Code, Unavailable
from core.base.model import Language
from core.base.settings import Settings
from core.calendar import events, participants, series
from core.calendar.events import EventCreate
from core.calendar.participants import ParticipantRequest
from core.calendar.series import SeriesCreate
from core.delivery.leases import LEASE_TERM
from core.language import i18n
from core.people import absences, users
from core.people.absences import AbsenceCreate
from core.people.users import OPERATOR, UserUpdate
from core.records.calendar import Event
from core.records.journal import Via
from core.records.people import Absence, User
from core.records.work import DailyLog, Task
from core.work import daily_logs, red_help, tasks
from core.work.daily_logs import DateRequest, PercentageRequest
from core.work.red_help import RedReason
from core.work.tasks import CommentRequest, TaskCreate, TaskUpdate
from tests.bot.in_process import ADDRESS, answering, without_threads
from tests.cast import day, introduce
from tests.clock import FakeClock
from tests.memory_store import AsyncMemoryStore
from tests.waiting import until

TOKEN = "7000000001:demo-token"
Texts = str | Sequence[str]
PHONES = (
    Person(101, "Ana", "ana"),
    Person(102, "Luis", "luis"),
    Person(103, "Lucía", "lucia"),
    Person(104, "Pablo", "pablo", "en"),
    Person(105, "Root", "root"),
    Person(106, "Mallory", "mallory"),
)
THERE = "lucia", "ana", "luis", "pablo", "root"


CONTINUES = {i18n.text(language, "chat.panel_below") for language in Language}
"""The text of a message whose panel was sent anew below an answer."""


def plain(message: Message) -> str:
    """A message's text without the marks that keep directions of writing in."""
    return message.text.replace("\u2068", "").replace("\u2069", "")


def labels(message: Message) -> list[str]:
    """Return what the buttons of a message say."""
    return [button.text for button in message.buttons]


def check(message: Message, *, sees: Texts = (), hides: Texts = (), offers: Texts = (), lacks: Texts = ()) -> Message:
    """The message, whose text has all that one `sees` and nothing it `hides`; it `offers` buttons, and `lacks` some."""
    for text in listed(sees):
        assert text in message.text, f"no {text!r} in {message.text!r}"
    for text in listed(hides):
        assert text not in message.text, f"{text!r} in {message.text!r}"
    assert set(listed(offers)) <= set(labels(message)), message.keyboard
    assert not set(listed(lacks)) & set(labels(message)), message.keyboard
    return message


def listed(texts: Texts) -> Sequence[str]:
    return [texts] if isinstance(texts, str) else texts


async def write_nothing(*_):
    """Write nothing, as a process that was killed."""
    raise Unavailable(Code.UNAVAILABLE)


class World:
    """A store that begins as a file, a clock, the people, their phones, and the bot between them."""

    def __init__(
        self, file: Path, stack: AsyncExitStack, *, over_http: bool = False, phones: Sequence[Person] = PHONES
    ) -> None:
        self.over_http = over_http
        self.phones = phones
        self.store = AsyncMemoryStore(template=file)
        stack.callback(self.store.end)
        self.chat = self.store.chat()
        self.stack = stack
        self.clock = FakeClock()
        now = self.clock.now
        self.sandbox = Sandbox(TOKEN, "semaforo_bot", "Semáforo", phones, clock=lambda: now().timestamp())
        self.service: BotService | None = None
        self.users: dict[str, User] = {}
        self.config = Config(jwt=JwtConfig(secret="a secret of thirty-two bytes and more"))

    async def open(self) -> None:
        self.pipeline = Pipeline(self.store, self.clock, Settings())
        if self.over_http:
            await self.sandbox.start()
            self.stack.push_async_callback(self.stop_telegram)
        else:
            self.stack.enter_context(answering(self.sandbox, TOKEN))
            self.stack.enter_context(without_threads())
        self.users = {user.username: user for user in await self.operate(users.list_users)}
        if not self.users:
            await introduce(self.pipeline, *THERE)
            self.users = {user.username: user for user in await self.operate(users.list_users)}

    async def stop_telegram(self) -> None:
        """Stop the stand-in without waiting for the poll of a bot that is gone."""
        self.sandbox._world.updates.stop_polling()
        await self.sandbox.stop()

    async def start_bot(self, *, introduced: bool = False, **settings: object) -> None:
        """Have it poll; `introduced`: Telegram has the menus of everybody already, which each start tells it."""
        root = self.sandbox.url or ADDRESS
        telegram = TelegramConfig(**{"token": TOKEN, "base_url": root, "webhook_port": 0, **settings})
        issue_token = token_issuer(self.config)
        self.service = BotService(self.pipeline, self.chat, telegram, issue_token, poll_seconds=5)
        if introduced:
            self.service.settings.settings = []
        await self.service.start()
        self.stack.push_async_callback(self.stop_bot)

    async def set_up(self) -> None:
        """Tell Telegram once what it shows of the bot to everybody."""
        for setting in settings_of(self.service.bot):
            await setting.write()

    async def stop_bot(self) -> None:
        service, self.service = self.service, None
        if service is not None:
            await service.stop()

    async def kill_bot(self) -> None:
        """Stop at once, in the middle of whatever it does, as a process that is killed; what it held runs out."""
        service, self.service = self.service, None
        service.lease_keeper.holder = "nobody"
        service.processor.careful.run = write_nothing
        running = [*service.tasks, *service.processor.tasks, service.processor.looking, *service.menus.tasks]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for connection in service.connections:
            await connection.shutdown()
        self.clock.advance(seconds=LEASE_TERM.total_seconds())

    @asynccontextmanager
    async def killed_in(self, method: str) -> AsyncIterator[None]:
        """Kill the bot in this call while it works on what is sent in the block; then start it again."""
        await self.quiet()
        fault = self.sandbox.faults.delay(30, method=method)
        yield
        await until(lambda: fault.hits)
        await self.kill_bot()
        await self.start_bot()

    # The office, without the chat

    async def operate(self, use_case, *args):
        return await self.pipeline.run(Caller(OPERATOR), use_case, *args)

    async def act(self, who: str, use_case, *args):
        actor = await self.operate(users.actor, self.users[who].id)
        return await self.pipeline.run(Caller(actor, via=Via.REST), use_case, *args)

    async def task(
        self, *responsibles: str, by: str = "", text: str = "Revisar contrato", due: int = 5, **more
    ) -> Task:
        """A task of these people; `due` in days from today. Its leader is set by an admin, who may name anybody."""
        leader = {"leaderUserId": more.pop("leaderUserId")} if more.get("leaderUserId") else {}
        fields = {"descripcion": text, "fechaCumplir": day(due), "fechaSolicitud": day(min(due, 0)), **more}
        fields["responsibleUserIds"] = [self.users[who].id for who in responsibles]
        task = await self.act(by or responsibles[0], tasks.create_task, build(TaskCreate, fields))
        return await self.change_task("root", task, **leader) if leader else task

    async def task_now(self, task: Task) -> Task:
        return await self.operate(tasks.get_task, task.id)

    async def task_by_id(self, task_id: int) -> Task:
        return await self.operate(tasks.get_task, task_id)

    async def comments(self, task: Task) -> list[str]:
        return [comment.comentario for comment in await self.operate(tasks.list_comments, task.id)]

    async def comment(self, who: str, task: Task, words: str) -> None:
        await self.act(who, tasks.add_comment, task.id, build(CommentRequest, {"comentario": words}))

    async def why_red(self, who: str, task: Task, words: str) -> None:
        await self.act(who, red_help.explain, task.id, build(RedReason, {"motivo": words}))

    async def change_task(self, who: str, task: Task, **fields: object) -> Task:
        request = build(TaskUpdate, {"descripcion": task.descripcion, "fechaCumplir": task.fecha_cumplir, **fields})
        return await self.act(who, tasks.update_task, task.id, request)

    async def open_log(self, who: str, offset: int = 0) -> DailyLog:
        return await self.act(who, daily_logs.open_log, DateRequest(fecha=day(offset)))

    async def open_on_the_day(self, who: str, offset: int) -> None:
        now = self.clock.now()
        self.clock.set(now + (day(offset) - local_date(now, Settings().zone)))
        await self.open_log(who, offset)
        self.clock.set(now)

    async def log(self, who: str, offset: int = 0) -> DailyLog:
        return await self.act(who, daily_logs.my_log, DateRequest(fecha=day(offset)))

    async def percents(self, who: str, offset: int = 0) -> list[int]:
        """Return the percentages of a day's items, in their order."""
        return [item.porcentaje for item in (await self.log(who, offset)).items]

    async def close_log(self, who: str, offset: int = 0) -> DailyLog:
        log = await self.log(who, offset)
        return await self.act(who, daily_logs.close_log, log.id, DateRequest(fecha=day(offset)))

    async def end_day(self, who: str) -> DailyLog:
        """Open the day and close it."""
        await self.open_log(who)
        return await self.close_log(who)

    async def set_percent(self, who: str, percent: int, offset: int = 0, item: int = 0) -> None:
        """Set the percentage of one of the day's items."""
        request = PercentageRequest(fecha=day(offset), porcentaje=percent)
        await self.act(who, daily_logs.set_porcentaje, (await self.log(who, offset)).items[item].id, request)

    async def change_user(self, who: str, **fields: object) -> None:
        await self.operate(users.set_user, who, UserUpdate(**fields))

    async def away(self, who: str, first: int, last: int, reason: str | None = None) -> Absence:
        """An absence of somebody's; its days are counted from today."""
        request = AbsenceCreate(first_day=day(first), last_day=day(last), reason=reason)
        return (await self.act(who, absences.declare_absence, request)).absence

    async def event(
        self, by: str, *others: str, title: str = "Junta", offset: int = 0, at: str = "10:00-11:30", **more
    ) -> Event:
        """An event of somebody's, others taking part; at hours of a day counted from today."""
        starts, _, ends = at.partition("-")
        when = {"startDatetime": f"{day(offset)}T{starts}", "endDatetime": f"{day(offset)}T{ends}"}
        fields = {"eventTypeId": 2, "title": title, "statusId": 1, **when, **more}
        event = await self.act(by, events.create_event, build(EventCreate, fields))
        for who in others:
            taking_part = build(ParticipantRequest, {"eventId": event.id, "userId": self.users[who].id})
            await self.act(by, participants.create_participant, taking_part)
        return event

    async def series(self, by: str, *others: str, **fields: object) -> int:
        """A series of somebody's, others taking part: tomorrow at ten and every week after, for an hour."""
        when = {"startDatetime": f"{day(1)}T10:00", "endDatetime": f"{day(1)}T11:00", "recurrenceType": "WEEKLY"}
        people = {"participantUserIds": [self.users[who].id for who in others]}
        body = {"eventTypeId": 2, "title": "Junta", "statusId": 1, "occurrenceCount": 3, **when, **people, **fields}
        return (await self.act(by, series.create_series, build(SeriesCreate, body))).series_id

    # The phones

    def phone(self, who: str) -> PersonDriver:
        return self.sandbox.person(who)

    async def link(self, *people: str) -> None:
        """Link phones without the chat."""
        for who in people:
            code = await self.operate(users.invite, who)
            await self.operate(users.link, code, self.phone(who).id)

    async def says(self, who: str, words: str, expected: str | None = None, **shown: Texts) -> Message:
        """Write, and the bot's next message with that text, which must show more, see `check`."""
        await self.phone(who).send(words)
        return check(await self.heard(who, expected), **shown)

    async def replies(
        self, who: str, message: Message, words: str, expected: str | None = None, **shown: Texts
    ) -> Message:
        """Write as a reply to a message, and the bot's next message."""
        await self.phone(who).reply(message, words)
        return check(await self.heard(who, expected), **shown)

    async def heard(self, who: str, expected: str | None = None) -> Message:
        """The bot's next message with that text; that an earlier one continues below is none."""
        said = await self.phone(who).wait(expected)
        while said.text in CONTINUES:
            said = await self.phone(who).wait(expected)
        return said

    async def presses(
        self, who: str, message: Message, button: str, **expected: object
    ) -> tuple[Message, CallbackAnswer]:
        """Press; the message as it is after the answer, and the answer. Both must be as expected, see `taps`."""
        return await self._answered(who, message, await self.phone(who).press(message, button), **expected)

    async def forges(
        self, who: str, data: str, on: Message | None = None, **expected: object
    ) -> tuple[Message, CallbackAnswer]:
        """Press a button that the bot did not draw, by its callback data: on a message, else on a new `/hoy`."""
        message = on or await self.says(who, "/hoy")
        return await self._answered(who, message, await self.phone(who).press_data(message, data), **expected)

    async def taps(self, who: str, message: Message, *buttons: str, **expected: object) -> Message:
        """Press one button after the other on the message as it becomes.

        The last is answered by the text `notice`, or one with `notice_has`, as an alert if `alert`; for what the
        message must show then, see `check`.
        """
        for button in buttons[:-1]:
            message, _ = await self.presses(who, message, button)
        for button in buttons[-1:]:
            message, _ = await self.presses(who, message, button, **expected)
        assert buttons or not expected
        return message

    async def _answered(
        self,
        who: str,
        message: Message,
        press: Callback,
        *,
        notice: str | None = None,
        notice_has: str = "",
        alert: bool = False,
        **shown: Texts,
    ) -> tuple[Message, CallbackAnswer]:
        phone = self.phone(who)
        answer = await phone.wait_answer(press)
        await self.quiet()
        assert notice in (None, answer.text), answer.text
        assert notice_has in answer.text, answer.text
        assert answer.show_alert or not alert, "no alert"
        return check(phone.current(message), **shown), answer

    async def quiet(self) -> None:
        """Until the bot has answered all that it was sent."""
        await until(lambda: not self.sandbox.pending_updates and not self.service.menus.tasks)

        async def answered() -> bool:
            return not await self.chat.pending()

        await until(answered)
        await until(lambda: not self.service.menus.tasks)

    async def every_press_is_answered(self) -> None:
        """Once a bot that runs over a store that is there is through with everything, no button spins."""
        if self.service is None:
            return
        with suppress(Unavailable):
            await self.quiet()
        tried = {call.params["callback_query_id"] for call in self.sandbox.calls_to("answerCallbackQuery")}
        assert self.sandbox._world.callbacks.keys() <= tried

    async def silent(self, who: str) -> bool:
        """Return whether the bot wrote nothing after all that it was sent."""
        before = len(self.phone(who).messages)
        await self.quiet()
        return len(self.phone(who).messages) == before
