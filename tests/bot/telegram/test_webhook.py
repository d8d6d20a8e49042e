"""The same bot by webhook: registered with its secret, each update durable before its 200."""

import asyncio
import socket
from contextlib import AsyncExitStack
from datetime import timedelta
from urllib.parse import urlsplit

import aiohttp
import pytest
from msgspec.structs import replace

from bot.app import config, serving, wiring
from bot.process.listening import StartError
from bot.telegram import webhook
from bot.telegram.inbox import KINDS
from bot.telegram.raw_bot import RawBot, WebhookInfo
from bot.telegram.webhook import SECRET_HEADER, lost_by
from core.delivery.troubles import standing_troubles
from core.records.chat import Claim, InboxUpdate
from tests.bot.world import TOKEN
from tests.postgresql.guardian import free_port
from tests.tables import each_row
from tests.waiting import until

SECRET = "a-secret_of-the-webhook"


@pytest.fixture
async def hooked(office):
    """Everybody linked and Telegram posting to the bot."""
    await office.link("ana", "luis", "lucia", "pablo", "root")
    port = free_port()
    office.url = f"http://127.0.0.1:{port}/telegram/hook"
    await office.start_bot(webhook_url=office.url, webhook_port=port, webhook_secret=SECRET)
    await until(lambda: office.sandbox.calls_to("setWebhook"))
    return office


async def post(hooked, body, secret=SECRET, path=""):
    async with aiohttp.ClientSession() as session:
        headers = {} if secret is None else {SECRET_HEADER: secret}
        async with session.post(hooked.url + path, data=body, headers=headers) as answer:
            return answer.status


async def test_where_it_cannot_listen_nothing_is_begun_and_nothing_left(office):
    update = InboxUpdate(1, 101, b'{"update_id": 1}')
    await office.chat.receive([update], office.clock.now(), Claim("gone", timedelta(0)))
    before = asyncio.all_tasks()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        telegram = config.TelegramConfig(
            token=TOKEN,
            base_url=office.sandbox.url,
            webhook_url="https://semaforo.example.com/telegram",
            webhook_port=other.getsockname()[1],
            webhook_secret=SECRET,
        )
        settings = config.Config(telegram=telegram, jwt=config.JwtConfig(secret="s" * 32))
        with pytest.raises(StartError, match=r"telegram\.webhook: port .* is taken"):
            async with AsyncExitStack() as stack:
                await serving.start(settings, frozenset({config.BOT}), wiring.Core(office.pipeline, office.chat), stack)
    assert asyncio.all_tasks() == before
    assert [each.update_id for each in await office.chat.pending()] == [1]
    assert await office.chat.holders() == ["gone"]


async def test_it_is_registered_with_its_secret_and_kinds(hooked):
    (call,) = [call for call in hooked.sandbox.calls_to("setWebhook") if call.ok]
    assert call.params["url"] == hooked.url
    assert call.params["secret_token"] == SECRET
    assert "message" in str(call.params["allowed_updates"])
    assert str(call.params["drop_pending_updates"]).lower() == "false"


@pytest.mark.parametrize("secret", [None, "", "wrong", SECRET + "x", "ñ"])
async def test_without_the_secret_nothing_is_taken_and_that_is_audited(hooked, secret, caplog):
    body = b'{"update_id": 5, "message": {"message_id": 1, "chat": {"id": 101, "type": "private"}, "date": 1}}'
    assert await post(hooked, body, secret) == 401
    refused = [record.getMessage() for record in caplog.records if record.name == "semaforo.audit"]
    assert refused == ["refused request_id=- reason=webhook_secret user=- remote=127.0.0.1"]
    assert await hooked.chat.pending() == []


@each_row([b"", b"{", b"[1]", b'"x"', b"\xff", b'{"message": {}}', b"[" * 100_000], given="hooked")
async def test_what_is_not_an_update_is_refused(hooked, body):
    assert await post(hooked, body) == 400


async def test_other_paths_are_not_there(hooked):
    assert await post(hooked, b"{}", path="/other") == 404


async def test_while_the_store_is_away_telegram_keeps_the_update(hooked):
    await hooked.store.close()
    body = b'{"update_id": 5, "message": {"message_id": 1, "chat": {"id": 101, "type": "private"}, "date": 1}}'
    assert await post(hooked, body) == 503


async def test_what_is_not_written_is_never_taken_from_telegram(hooked, monkeypatch):
    async def refuse(_updates):
        raise ValueError("no such row")

    monkeypatch.setattr(hooked.service.inbox, "take", refuse)
    body = b'{"update_id": 5, "message": {"message_id": 1, "chat": {"id": 101, "type": "private"}, "date": 1}}'
    assert await post(hooked, body) == 500


@pytest.mark.usefixtures("hurried")
async def test_registering_is_tried_until_it_works(office):
    office.sandbox.faults.server_error(502, method="setWebhook", times=2)
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    await office.start_bot(webhook_url=url, webhook_port=port, webhook_secret=SECRET)
    await until(lambda: any(call.ok for call in office.sandbox.calls_to("setWebhook")))
    await office.says("ana", "hola", sees="no está vinculada")


@pytest.fixture
def watched(monkeypatch):
    """Have the webhook checked again and again."""
    monkeypatch.setattr(webhook, "LOOK_SECONDS", 0.05)


def times_set(office):
    return len([call for call in office.sandbox.calls_to("setWebhook") if call.ok])


async def troubles(office):
    return {each.thing: each.fault for each in await office.operate(standing_troubles)}


LOST = "another program with this bot's token "


@pytest.mark.parametrize(
    ("taken", "fault"),
    [
        ({"url": ""}, "took it down"),
        ({"url": "http://127.0.0.1:1/elsewhere"}, "set it to http://127.0.0.1:1/elsewhere"),
        ({"allowed_updates": ["message"]}, "asked for other updates"),
    ],
)
async def test_what_another_program_took_is_set_again_with_a_warning_and_told(watched, hooked, caplog, taken, fault):
    assert await troubles(hooked) == {}
    hooked.sandbox.take_webhook(**{"url": hooked.url, **taken})
    await until(lambda: times_set(hooked) == 2)
    await hooked.says("ana", "/hoy", "Sin abrir")
    assert [each.getMessage() for each in caplog.records] == [f"the webhook: {LOST}{fault}; it is set again"]
    assert await troubles(hooked) == {"telegram: webhook": f"{LOST}{fault}; it was set again"}


OURS = WebhookInfo("https://semaforo.example.com/hook", KINDS)


@each_row(
    [
        (OURS, None),
        (replace(OURS, allowed_updates=[*KINDS, "poll"][::-1]), None),
        (replace(OURS, allowed_updates=()), None),
        (replace(OURS, allowed_updates=KINDS[1:]), f"{LOST}asked for other updates"),
        (
            replace(OURS, last_error_date=9, last_error_message="Wrong response from the webhook: 401 Unauthorized"),
            None,
        ),
        (
            replace(OURS, last_error_date=11, last_error_message="Wrong response from the webhook: 502 Bad Gateway"),
            None,
        ),
        (
            replace(OURS, last_error_date=11, last_error_message="Wrong response from the webhook: 401 Unauthorized"),
            f"{LOST}set it with another secret",
        ),
    ]
)
def test_what_of_a_webhook_shows_that_another_program_took_it(info, lost):
    assert lost_by(info, OURS.url, 10.5) == lost


async def test_what_is_as_it_was_set_is_left_alone_and_one_that_cannot_be_set_is_told(watched, hooked):
    await until(lambda: len(hooked.sandbox.calls_to("getWebhookInfo")) > 3)
    assert times_set(hooked) == 1
    hooked.sandbox.faults.refuse(400, "Bad Request: bad webhook", method="setWebhook", times=None)
    hooked.sandbox.take_webhook()

    async def told():
        return (await troubles(hooked)).get("telegram: webhook") == "it could not be set: Bad webhook"

    await until(told)


async def test_what_is_answered_by_something_else_is_a_fault_of_telegrams(watched, hooked, monkeypatch):
    async def answered(bot, method, **arguments):
        if method != "getWebhookInfo":
            return await call(bot, method, **arguments)
        asked.append(1)
        return True

    asked, call = [], RawBot.call
    monkeypatch.setattr(webhook, "backoff", lambda _: 0.0)
    with monkeypatch.context() as otherwise:
        otherwise.setattr(RawBot, "call", answered)
        await until(lambda: len(asked) > 2)
    hooked.sandbox.take_webhook()
    await until(lambda: times_set(hooked) == 2)


async def test_what_fails_after_all_went_well_is_tried_again_soon(watched, hooked, monkeypatch):
    failures = []
    monkeypatch.setattr(webhook, "backoff", lambda number: failures.append(number) or 0.0)
    await until(lambda: len(hooked.sandbox.calls_to("getWebhookInfo")) > 3)
    for times in (2, 1):
        fault = hooked.sandbox.faults.server_error(502, method="getWebhookInfo", times=times)
        await until(lambda fault=fault, times=times: fault.hits == times)
        seen = len(hooked.sandbox.calls_to("getWebhookInfo"))
        await until(lambda seen=seen: len(hooked.sandbox.calls_to("getWebhookInfo")) > seen + 1)
    assert failures == [0, 1, 0]


async def test_back_to_polling_the_webhook_is_taken_down_and_what_waited_comes(hooked):
    await hooked.stop_bot()
    await hooked.phone("ana").send("/hoy")
    await hooked.start_bot()
    assert "Sin abrir" in (await hooked.phone("ana").wait(timeout=10)).text


HOOK = b"POST /telegram/hook HTTP/1.1\r\nHost: x\r\n"


@each_row(
    [
        (HOOK + b"%b: \xff\xfe\r\nContent-Length: 2\r\n\r\n{}", b" 401 "),
        (HOOK + b"%b: %b\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\n{}", b" 415 "),
        (HOOK + b"%b: %b\r\nContent-Length: 2\r\n\r\n\xff\xfe", b" 400 "),
        (b"\xff\x00garbage\r\n\r\n", b" 400 "),
        (b"GET /telegram/hook HTTP/9.9\r\n\r\n", b" 400 "),
    ],
    given="hooked caplog",
)  # fmt: skip
async def test_garbage_is_refused_and_writes_no_stack(hooked, caplog, sent, answered):
    values = [SECRET_HEADER.encode(), SECRET.encode()][: sent.count(b"%b")]
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(hooked.url).port)
    writer.write(sent % tuple(values))
    assert answered in await reader.readline()
    assert b"Server:" not in await reader.readuntil(b"\r\n\r\n") or answered == b" 400 "
    writer.close()
    assert not [record for record in caplog.records if record.exc_info]
