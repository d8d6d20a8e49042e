"""Telegram in trouble: what is retried and what is not; nothing is lost, doubled without need, or out of order."""

import asyncio
import errno
import os
import socket
import traceback
from contextlib import asynccontextmanager
from itertools import product
from types import SimpleNamespace

import pytest
from aiohttp import web
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError, TelegramError, TimedOut

from bot.chat.outgoing import ATTEMPTS, Outgoing, pause_after
from bot.chat.panels.components import Panel
from bot.telegram import connection
from bot.telegram.connection import BotApiRequest, NotSent, UnknownMethod, backoff, seconds_to_wait
from bot.telegram.inbox import InboxWriter
from bot.telegram.receiver import Receiver
from bot.telegram.rests import RateLimited
from core.delivery.troubles import standing_troubles
from tests.tables import each_row
from tests.waiting import until


@pytest.fixture
async def panel(world):
    await world.task("ana", text="Revisar", due=9)
    return await world.taps("ana", await world.says("ana", "/abrir", "abierto"), "🟢 #1 · 0\u00a0%")


def sent(world, words):
    return [message for message in world.phone("ana").messages if words in message.text and message.from_bot]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("method", "trouble"),
    [
        ("editMessageText", "drop"),
        ("editMessageText", "lose_answer"),
        ("answerCallbackQuery", "server_error"),
        ("answerCallbackQuery", "lose_answer"),
        ("answerCallbackQuery", "too_many_requests"),
    ],
)
async def test_a_press_is_shown_and_answered_through_any_trouble(world, panel, method, trouble):
    getattr(world.sandbox.faults, trouble)(method=method)
    press = await world.phone("ana").press(panel, "50")
    await world.phone("ana").wait_answer(press)
    await world.quiet()
    assert "50\u00a0%" in world.phone("ana").current(panel).text


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("trouble", ["drop", "too_many_requests"])
async def test_a_message_comes_once_through_trouble_that_kept_it_from_arriving(world, trouble):
    getattr(world.sandbox.faults, trouble)(method="sendMessage")
    await world.says("ana", "/hoy", "Sin abrir")
    await world.quiet()
    assert len(sent(world, "Sin abrir")) == 1


async def test_a_message_that_arrived_without_an_answer_is_not_sent_twice(world, monkeypatch):
    session = world.service.connections[0].session
    monkeypatch.setattr(session, "_timeout", connection.aiohttp.ClientTimeout(total=0.2))
    world.sandbox.faults.lose_answer(seconds=1, method="sendMessage")
    await world.says("ana", "/hoy", "Sin abrir")
    await world.quiet()
    assert len(sent(world, "Sin abrir")) == 1


async def test_too_fast_is_waited_out_as_told_and_order_is_kept(world):
    fault = world.sandbox.faults.too_many_requests(1, method="sendMessage", chat_id=101)
    started = asyncio.get_running_loop().time()
    for words in ("/hoy", "/tareas"):
        await world.phone("ana").send(words)
    await world.says("luis", "/hoy", "Sin abrir")
    assert fault.hits == 1
    await world.phone("ana").wait("Sin abrir")
    assert asyncio.get_running_loop().time() - started >= 1
    await world.phone("ana").wait("Mis tareas")


async def test_who_blocked_the_bot_holds_up_nobody(world, panel, caplog):
    world.sandbox.faults.forbidden(method="editMessageText")
    world.sandbox.faults.forbidden(method="sendMessage")
    await world.phone("ana").press(panel, "50")
    await world.phone("ana").send("/tareas")
    await world.quiet()
    assert (await world.log("ana")).items[0].porcentaje == 50
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_press_too_old_to_answer_is_still_done(world, panel, caplog):
    description = "Bad Request: query is too old and response timeout expired or query ID is invalid"
    world.sandbox.faults.refuse(400, description, method="answerCallbackQuery")
    await world.phone("ana").press(panel, "50")
    await world.phone("ana").wait("50\u00a0%")
    await world.quiet()
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_refusal_nobody_expected_is_logged_and_the_press_answered(world, panel, caplog):
    world.sandbox.faults.refuse(400, "Bad Request: can't parse entities", method="editMessageText")
    press = await world.phone("ana").press(panel, "50")
    await world.phone("ana").wait_answer(press)
    await world.quiet()
    assert "was not handled" in caplog.text


@pytest.mark.usefixtures("hurried")
async def test_the_bot_starts_without_telegram_and_waits_for_it(office):
    url = office.sandbox.url
    port = int(url.rpartition(":")[2])
    await office.link("ana")
    await office.sandbox.stop()
    await office.start_bot(base_url=url)
    await asyncio.sleep(0.3)
    await office.sandbox.start("127.0.0.1", port)
    await office.says("ana", "/hoy", sees="Sin abrir")


async def test_telegram_away_in_the_middle(world, panel):
    port = int(world.sandbox.url.rpartition(":")[2])
    await world.phone("ana").press(panel, "25")
    await world.phone("ana").press(panel, "75")
    await world.sandbox.stop()
    await asyncio.sleep(0.2)
    await world.sandbox.start("127.0.0.1", port)
    await world.quiet()
    await until(lambda: "75\u00a0%" in world.phone("ana").current(panel).text)
    assert (await world.log("ana")).items[0].porcentaje == 75


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("trouble", ["drop", "too_many_requests"])
async def test_polling_goes_on_after_trouble(world, trouble):
    getattr(world.sandbox.faults, trouble)(method="getUpdates", times=2)
    await world.says("ana", "/hoy", "Sin abrir")
    await world.phone("ana").send("/tareas")
    await world.phone("ana").wait("Mis tareas", timeout=8)


async def test_another_poller_is_waited_out(world, monkeypatch):
    monkeypatch.setattr("bot.telegram.receiver.CONFLICT_SECONDS", 0.1)
    refused = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
    fault = world.sandbox.faults.refuse(409, refused, method="getUpdates", times=3)
    await world.says("ana", "/hoy", "Sin abrir")
    await until(lambda: fault.hits == 3)
    await world.says("ana", "/tareas", sees="Mis tareas")
    (told,) = await world.operate(standing_troubles)
    assert (told.thing, told.fault) == ("telegram: updates", f"they go elsewhere: {refused}")


class Hasty:
    """A server that does not wait for updates and gives what is no update."""

    def __init__(self, updates):
        self.updates = updates
        self.asked = 0

    async def raw_updates(self, *_):
        self.asked += 1
        return self.updates

    async def delete_webhook(self, **_):
        return True


@each_row([[], [{}], ["x", None], {}, True])
async def test_a_server_that_answers_nothing_at_once_is_not_hurried(updates):
    bot = Hasty(updates)
    polling = asyncio.create_task(Receiver(bot, InboxWriter(None)).run())
    await asyncio.sleep(0.1)
    polling.cancel()
    assert bot.asked == 1


@each_row(
    [
        (RateLimited(7), 500, False, 7),
        (NotSent("away"), 500, False, 30),
        (NotSent("away"), 0, True, 0.25),
        (InvalidToken("no"), 3, False, 2),
        (UnknownMethod("404"), 0, False, 0.25),
        (UnknownMethod("404"), ATTEMPTS - 1, True, None),
        (NetworkError("dropped"), 0, False, 0.25),
        (NetworkError("dropped"), ATTEMPTS - 1, True, None),
        (TimedOut(), 0, True, 0.25),
        (TimedOut(), 0, False, None),
        (BadRequest("ours"), 0, True, None),
        (Forbidden("blocked"), 0, True, None),
        (TelegramError("?"), 0, True, None),
    ]
)
def test_which_failures_are_tried_again_and_when(fault, attempt, repeatable, pause):
    assert pause_after(fault, attempt, repeatable=repeatable) == pause


def test_waiting_grows_to_a_bound():
    assert [backoff(attempt) for attempt in (0, 1, 5, 7, 10**6)] == [0.25, 0.5, 8.0, 30.0, 30.0]


@each_row([
    (b'{"result":"\\ud83d"}', {"result": "\ud83d"}),
    (b'{"result":"\xff"}', {"result": "\ufffd"}),
    (b'{"result":[1,"\xc3\xb1"]}', {"result": [1, "ñ"]}),
])  # fmt: skip
def test_an_answer_that_is_not_quite_json_is_read_all_the_same(body, read):
    assert BotApiRequest.parse_json_payload(body) == read


def test_an_answer_that_is_not_json_is_an_error_of_telegrams():
    with pytest.raises(TelegramError):
        BotApiRequest.parse_json_payload(b"<html>")


@each_row([(b'{"parameters":{"retry_after":3}}', 3), (b"{}", 3.0), (b"<html>", 3.0), (b'{"parameters":[]}', 3.0)])
def test_what_a_429_asks_for(body, seconds):
    assert seconds_to_wait(body) == seconds


SENT = SimpleNamespace(message_id=9)


class Refusing:
    """A bot whose calls raise."""

    def __init__(self, *faults):
        self.faults = list(faults)
        self.calls = []

    def __getattr__(self, name):
        async def call(*args, **_):
            self.calls.append((name, args))
            if self.faults:
                raise self.faults.pop(0)
            return SENT.message_id if name == "send_text" else SENT

        return call


async def no_wait(_):
    return None


@each_row(["message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID"])
async def test_what_cannot_be_edited_is_sent_anew(said):
    bot = Refusing(BadRequest(f"Bad Request: {said}"))
    assert await Outgoing(bot, no_wait).edit(1, 5, Panel("x")) == 9
    assert [name for name, _ in bot.calls] == ["change_text", "send_text"]


@each_row(
    [
        (Panel("x"), "there is no text in the message to edit", ["change_text", "send_text"]),
        (Panel("x", (), b"png"), "there is no media in the message to edit", ["change_picture", "send_photo"]),
    ]
)
async def test_a_picture_where_a_text_was_or_the_other_way_is_sent_anew_if_it_cannot_be_edited(panel, said, calls):
    bot = Refusing(BadRequest(f"Bad Request: {said}"))
    assert await Outgoing(bot, no_wait).edit(1, 5, panel) == 9
    assert [name for name, _ in bot.calls] == calls


async def test_a_caption_that_is_too_long_goes_ahead_as_messages():
    bot = Refusing()
    long = Panel("\n".join(["x" * 500] * 5), (), b"png")
    assert await Outgoing(bot, no_wait).send(1, long) == 9
    assert [(name, len(args[-1] if name == "send_photo" else args[1])) for name, args in bot.calls] == [
        ("send_text", 1001),
        ("send_text", 1001),
        ("send_photo", 500),
    ]


async def test_not_modified_is_as_wanted():
    bot = Refusing(BadRequest("Bad Request: message is not modified: specified new message content …"))
    assert await Outgoing(bot, no_wait).edit(1, 5, Panel("x")) == 5


@each_row([Forbidden("blocked"), BadRequest("Bad Request: chat not found"), TimedOut()])
async def test_a_message_that_cannot_arrive_has_no_number(fault):
    assert await Outgoing(Refusing(fault), no_wait).send(1, Panel("x")) is None


async def test_words_over_a_button_are_cut_to_what_telegram_takes():
    bot = Refusing()
    await Outgoing(bot, no_wait).answer("1", "😀" * 300)
    assert bot.calls[0][1][1] == "😀" * 99 + "…"


@pytest.fixture
async def calls():
    connection = BotApiRequest("tests", size=1)
    await connection.initialize()
    yield connection
    await connection.shutdown()


@asynccontextmanager
async def between(answer):
    """The address of what stands between us and Telegram, and answers everything so."""

    async def answered(request):
        return answer(request)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answered)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def test_a_redirection_is_not_followed_with_the_token_in_hand(calls):
    asked = []

    def elsewhere(request):
        asked.append(request)
        return web.Response(status=302, headers={"Location": str(request.rel_url)})

    async with between(elsewhere) as address:
        with pytest.raises(NotSent):
            await calls.do_request(f"{address}/bot7:TOKEN/getMe", "POST")
    assert len(asked) == 1


@each_row(
    product([200, 400, 401, 403, 404, 407], ["<h1>Forbidden</h1>", '"ok"', '{"error": "blocked by policy"}', ""]),
    given="calls",
)
async def test_what_stands_between_us_and_telegram_does_not_speak_for_it(calls, status, body):
    async with between(lambda _: web.Response(status=status, text=body)) as address:
        with pytest.raises(NotSent):
            await calls.do_request(f"{address}/bot7:TOKEN/sendMessage", "POST")


@pytest.mark.parametrize("status", [400, 403])
async def test_what_telegram_says_itself_it_says(calls, status):
    body = {"ok": False, "error_code": status, "description": "So it is."}
    async with between(lambda _: web.json_response(body, status=status)) as address:
        assert (await calls.do_request(f"{address}/bot7:TOKEN/sendMessage", "POST"))[0] == status


@pytest.mark.parametrize("address", ["http://127.0.0.1:1/bot7:TOKEN/getMe", "http:///bot7:TOKEN/getMe"])
async def test_the_token_is_in_nothing_that_a_failure_would_log(calls, address):
    with pytest.raises(NetworkError) as failed:
        await calls.do_request(address, "POST")
    assert "TOKEN" not in "".join(traceback.format_exception(failed.value))


HTML = "<html><h1>502 Bad Gateway</h1></html>"


@pytest.mark.parametrize(
    ("status", "body"),
    [(500, ""), (502, HTML), (504, '{"ok": false, "error_code": 504, "description": "Gateway Timeout"}')],
)
async def test_a_5xx_of_telegrams_is_a_line_when_it_begins_and_one_when_it_is_over(calls, caplog, status, body):
    caplog.set_level("INFO")
    answers = [web.Response(status=status, text=body) for _ in range(20)]
    async with between(lambda _: answers.pop() if answers else web.json_response({"result": True})) as address:
        for _ in range(20):
            with pytest.raises(NetworkError):
                await calls.post(f"{address}/bot7:TOKEN/getMe")
        assert await calls.post(f"{address}/bot7:TOKEN/getMe") is True
    await until(lambda: "works again" in caplog.text)
    assert [record.getMessage() for record in caplog.records] == [
        f"tests: {status} from Telegram",
        "tests: works again after 20 failures",
    ]


async def test_no_descriptors_left_is_a_line_that_says_so(calls, caplog, monkeypatch):
    async def none_left(*_, **__):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr("aiohttp.connector.aiohappyeyeballs.start_connection", none_left)
    for _ in range(5):
        with pytest.raises(NotSent):
            await calls.post("http://127.0.0.1:1/bot7:TOKEN/getMe")
    assert [record.getMessage() for record in caplog.records] == ["tests: Too many open files"]


async def test_a_name_without_an_address_is_a_line_with_the_resolvers_words(calls, caplog, monkeypatch):
    async def none_found(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr("aiohttp.connector.TCPConnector._resolve_host", none_found)
    for _ in range(5):
        with pytest.raises(NotSent):
            await calls.post("http://telegram.invalid/bot7:TOKEN/getMe")
    assert [record.getMessage() for record in caplog.records] == ["tests: DNS: Name or service not known"]


async def test_telegram_silent_is_a_line(calls, caplog):
    calls.session._timeout = connection.aiohttp.ClientTimeout(total=0.05)

    async def listen(reader, writer):
        await reader.read()
        writer.close()

    silent = await asyncio.start_server(listen, "127.0.0.1", 0)
    async with silent:
        for _ in range(3):
            with pytest.raises(TimedOut):
                await calls.post(f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}/bot7:TOKEN/getMe")
    assert [record.getMessage() for record in caplog.records] == ["tests: Timed out"]


@pytest.mark.parametrize(("status", "fault"), [(401, InvalidToken), (404, UnknownMethod)])
async def test_a_token_or_method_that_telegram_does_not_know_is_told_apart(calls, status, fault):
    body = {"ok": False, "error_code": status, "description": "So it is."}
    async with between(lambda _: web.json_response(body, status=status)) as address:
        with pytest.raises(fault):
            await calls.post(f"{address}/bot7:TOKEN/sendMessage")


async def test_a_method_that_telegram_does_not_have_is_given_up():
    bot = Refusing(*[UnknownMethod("404")] * 1000)
    with pytest.raises(UnknownMethod):
        await Outgoing(bot, no_wait).edit(1, 5, Panel("x"))
    assert len(bot.calls) == ATTEMPTS


class Refused:
    """A server that refuses to give updates, once for each of `faults`."""

    def __init__(self, *faults):
        self.faults = list(faults)
        self.works = asyncio.Event()

    async def raw_updates(self, *_):
        if self.faults:
            raise self.faults.pop()
        self.works.set()
        await asyncio.Event().wait()

    async def delete_webhook(self, **_):
        return True


@pytest.mark.parametrize(
    "fault", [InvalidToken(), UnknownMethod("404"), NetworkError("502"), NotSent("no"), TimedOut()]
)
async def test_polling_never_pauses_for_more_than_seconds_whatever_fails(monkeypatch, caplog, fault):
    pauses, yielding = [], asyncio.sleep

    async def sleep(seconds):
        pauses.append(seconds)
        await yielding(0)

    monkeypatch.setattr("bot.telegram.receiver.asyncio.sleep", sleep)
    bot = Refused(*[fault] * 50)
    polling = asyncio.create_task(Receiver(bot, InboxWriter(None)).run())
    await bot.works.wait()
    polling.cancel()
    assert pauses[:4] == [0.25, 0.5, 1, 2]
    assert max(pauses) == 5
    assert not caplog.records


UNWELCOME = (
    *("CHAT_RESTRICTED", "PEER_ID_INVALID", "CHAT_ADMIN_REQUIRED", "CHAT_WRITE_FORBIDDEN", "INPUT_USER_DEACTIVATED"),
    *("user is deactivated", "chat not found", "not enough rights to send text messages to the chat"),
    *("need administrator rights in the channel chat", "have no write access to the chat"),
)


@pytest.mark.parametrize("over_http", [False])
@pytest.mark.parametrize("description", UNWELCOME)
async def test_a_chat_that_cannot_be_written_to_gets_no_apology_and_the_log_a_line(world, panel, caplog, description):
    before = len(world.phone("ana").messages)
    for method in ("sendMessage", "editMessageText"):
        world.sandbox.faults.refuse(400, f"Bad Request: {description}", method=method, times=None)
    for words in ("/hoy", "/tareas", "/agenda"):
        await world.phone("ana").send(words)
    press = await world.phone("ana").press(panel, "50")
    await world.phone("ana").wait_answer(press)
    await world.quiet()
    assert len(world.sandbox.calls_to("sendMessage")) - before <= 3
    (line,) = [record for record in caplog.records if record.name.startswith("bot.chat")]
    assert line.getMessage() == f"chat 101: {description.capitalize()}"
    assert not line.exc_info


@pytest.mark.usefixtures("hurried")
async def test_a_5xx_that_lasts_gets_no_apology_and_no_stack(world, caplog):
    await world.says("ana", "/hoy", "Sin abrir")
    fault = world.sandbox.faults.server_error(method="sendMessage", times=None)
    await world.phone("ana").send("/tareas")
    await world.quiet()
    assert fault.hits == ATTEMPTS
    assert [(record.getMessage(), record.exc_info) for record in caplog.records] == [
        ("answers: 502 from Telegram", None)
    ]


@pytest.mark.parametrize("status", [302, 404, 500])
async def test_a_file_that_does_not_come_is_a_fault_without_its_address(calls, status):
    async with between(lambda _: web.Response(status=status, text="BEGIN:VCALENDAR")) as address:
        with pytest.raises(NetworkError, match=f"{status} from Telegram for a file"):
            await calls.download(f"{address}/file/bot7000000001:secret/x.ics")
