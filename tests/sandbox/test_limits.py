"""Every limit and refusal, word for word."""

import pytest
from aiohttp import ClientSession, FormData

from bot.sandbox import Pacing, Person, Sandbox
from tests.tables import each_row

from .conftest import TOKEN, Raw

pytestmark = pytest.mark.asyncio

DATA_64 = "ñ" * 32


def keyboard(*buttons, rows=1):
    return {"inline_keyboard": [list(buttons)] * rows}


def keys(**button):
    """A message with one button."""
    return {"text": "a", "reply_markup": keyboard(button)}


BUTTON = "inline keyboard button"


B = {"text": "a", "callback_data": "a"}


@each_row(
    [
        ({}, "message text is empty"),
        ({"text": ""}, "message text is empty"),
        ({"text": " \n "}, "text must be non-empty"),
        ({"text": "a", "chat_id": ""}, "chat_id is empty"),
        ({"text": "a", "chat_id": 999}, "chat not found"),
        ({"text": "a", "chat_id": "@nadie"}, "chat not found"),
        ({"text": "a", "chat_id": "x"}, "chat not found"),
        ({"text": "x" * 4097}, "message is too long"),
        (
            {"text": "<b>a", "parse_mode": "HTML"},
            "can't parse entities: Can't find end tag corresponding to start tag \"b\"",
        ),
        ({"text": "a", "parse_mode": "x"}, "unsupported parse_mode"),
        ({"text": "a", "reply_markup": "{"}, "can't parse reply_markup: Input data was truncated"),
        ({"text": "a", "reply_markup": "[]"}, "can't parse reply_markup: Expected `object`, got `array`"),
        (keys(text="a", callback_data=""), "BUTTON_DATA_INVALID"),
        (keys(text="a", callback_data=DATA_64 + "a"), "BUTTON_DATA_INVALID"),
        (keys(text="a"), f"can't parse {BUTTON}: Text buttons are unallowed in the inline keyboard"),
        (keys(text=" ", url="https://a.es"), f"{BUTTON} text must be non-empty"),
        (keys(**B, style="verde"), f"can't parse {BUTTON}: invalid button style specified"),
        (keys(text="a", copy_text={"text": ""}), "BUTTON_COPY_TEXT_INVALID"),
        (keys(text="a", copy_text={"text": "x" * 257}), "BUTTON_COPY_TEXT_INVALID"),
        (
            {"text": '<tg-time unix="1" format="x">a</tg-time>', "parse_mode": "HTML"},
            "can't parse entities: Invalid date format used",
        ),
        (keys(text="a", url="http://localhost/"), f"{BUTTON} URL 'http://localhost/' is invalid: Wrong HTTP URL"),
        (keys(text="a", url="ftp://a.es"), f"{BUTTON} URL 'ftp://a.es' is invalid: Unsupported URL protocol"),
        ({"text": "a", "reply_markup": keyboard(B, rows=101)}, "reply markup is too long"),
        ({"text": "a", "reply_markup": keyboard(*[B] * 9)}, "reply markup is too long"),
    ],
    given="raw",
)
async def test_send_message(raw: Raw, params, description):
    assert await raw.bad("sendMessage", **{"chat_id": 101, **params}) == description


async def test_what_is_just_allowed(raw: Raw):
    assert (await raw("sendMessage", chat_id=101, text="<b>" + "x" * 4096 + "</b>", parse_mode="HTML"))["ok"]
    assert (await raw("sendMessage", chat_id=101, text="🟢" * 4096))["ok"]
    edge = keyboard({"text": "a", "callback_data": DATA_64}, *[B] * 3, rows=25)
    assert (await raw("sendMessage", chat_id=101, text="a", reply_markup=edge))["ok"]
    empty = await raw("sendMessage", chat_id=101, text="a", reply_markup={"inline_keyboard": []})
    assert "reply_markup" not in empty["result"]


async def test_edits(raw: Raw, sandbox: Sandbox):
    ana = sandbox.person("ana")
    sent = (await raw("sendMessage", chat_id=101, text="<b>a</b>", parse_mode="HTML", reply_markup=keyboard(B)))[
        "result"
    ]
    here = {"chat_id": 101, "message_id": sent["message_id"]}
    same = await raw.error("editMessageText", **here, text="<b>a</b>", parse_mode="HTML", reply_markup=keyboard(B))
    assert same == (
        "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
        "as a current content and reply markup of the message"
    )
    without_keys = (await raw("editMessageText", **here, text="<b>a</b>", parse_mode="HTML"))["result"]
    assert "reply_markup" not in without_keys
    assert "edit_date" not in without_keys
    fewer = (await raw("editMessageReplyMarkup", **here, reply_markup=keyboard(B)))["result"]
    assert (fewer["text"], fewer["reply_markup"]) == ("a", keyboard(B))
    same = await raw.error("editMessageReplyMarkup", **here, reply_markup=keyboard(B))
    assert "message is not modified" in same
    assert "reply_markup" not in (await raw("editMessageReplyMarkup", **here))["result"]
    assert (await raw("editMessageText", **here, text="b"))["result"]["edit_date"] >= sent["date"]
    assert await raw.bad("editMessageText", **here, text="x" * 4097) == "MESSAGE_TOO_LONG"
    assert await raw.bad("editMessageText", **here, text="") == "message text is empty"
    assert await raw.bad("editMessageText", chat_id=101, message_id=5, text="a") == "message to edit not found"
    assert await raw.bad("editMessageText", chat_id=101, text="a") == "message identifier is not specified"
    theirs = await ana.send("hola")
    assert await raw.bad("editMessageText", chat_id=101, message_id=theirs.id, text="a") == "message can't be edited"


async def test_callback_answers(raw: Raw, sandbox: Sandbox):
    ana = sandbox.person("ana")
    await raw("sendMessage", chat_id=101, text="a", reply_markup=keyboard(B))
    press = await ana.press(ana.last, "a")
    assert (
        await raw.bad("answerCallbackQuery", callback_query_id="5")
        == "query is too old and response timeout expired or query ID is invalid"
    )
    long = await raw.error("answerCallbackQuery", callback_query_id=press.id, text="x" * 201)
    assert long == "Bad Request: MESSAGE_TOO_LONG"
    assert (await raw("answerCallbackQuery", callback_query_id=press.id, text="x" * 200))["ok"]
    assert press.answer is not None
    assert len(press.answer.text) == 200


@each_row(
    [
        ([{"command": "Hoy", "description": "a"}], "BOT_COMMAND_INVALID"),
        ([{"command": "día", "description": "a"}], "BOT_COMMAND_INVALID"),
        ([{"command": "/", "description": "a"}], "command must be non-empty"),
        ([{"command": "x" * 33, "description": "a"}], "command length must not exceed 32"),
        ([{"command": "x", "description": " "}], "command description must be non-empty"),
        ([{"command": "x", "description": "x" * 257}], "command description length must not exceed 256"),
        ([{"command": "x", "description": "a"}] * 101, "BOT_COMMANDS_TOO_MUCH"),
        ([{"command": "x"}], "can't parse commands: Object missing required field `description` - at `$[0]`"),
        ({}, "can't parse commands: Expected `array`, got `object`"),
    ],
    given="raw",
)
async def test_commands(raw: Raw, commands, description):
    assert await raw.bad("setMyCommands", commands=commands) == description


async def test_command_scopes(raw: Raw):
    assert "can't parse scope: Invalid enum value" in await raw.error("setMyCommands", scope={"type": "x"})
    assert await raw.bad("setMyCommands", scope={"type": "chat"}) == "can't parse scope: Empty chat_id specified"
    assert await raw.bad("setMyCommands", scope={"type": "chat", "chat_id": 5}) == "chat not found"
    assert "invalid language code" in await raw.error("setMyCommands", language_code="español")


async def test_media(raw: Raw):
    for method, field in (("sendPhoto", "photo"), ("sendDocument", "document")):
        assert await raw.error(method, chat_id=101) == f"Bad Request: there is no {field} in the request"
        assert await raw.bad(method, chat_id=101, **{field: "abc"}) == "wrong file identifier/HTTP URL specified"
        assert (
            await raw.bad(method, chat_id=101, **{field: "https://example.com/a.png"})
            == "failed to get HTTP URL content"
        )
        assert await raw.bad(method, chat_id=101, **{field: "x"}, caption="x" * 1025) == "message caption is too long"
    assert await raw.bad("getFile", file_id="x") == "invalid file_id"


async def test_media_that_replaces(raw: Raw, sandbox: Sandbox):
    answer = await raw("sendMessage", chat_id=101, text="a")
    here = {"chat_id": 101, "message_id": answer["result"]["message_id"]}
    what = "Bad Request: can't parse InputMedia: "
    for media, description in (
        (None, 'Bad Request: parameter "media" is required'),
        ("{", "Bad Request: can't parse input media JSON object"),
        ([], what + "expected an Object"),
        ({"type": "sticker", "media": "x"}, what + 'type "sticker" is unsupported'),
        ({"type": "photo"}, what + "media not found"),
        ({"type": "photo", "media": "attach://none"}, what + "media not found"),
        ({"type": "photo", "media": "abc"}, "Bad Request: wrong file identifier/HTTP URL specified"),
        ({"type": "photo", "media": "abc", "caption": "x" * 1025}, "Bad Request: message caption is too long"),
        (
            {"type": "photo", "media": "abc", "caption": "<b>", "parse_mode": "HTML"},
            "Bad Request: can't parse entities: Can't find end tag corresponding to start tag \"b\"",
        ),
    ):
        given = {} if media is None else {"media": media}
        assert await raw.error("editMessageMedia", **here, **given) == description
    photo = await sandbox.person("ana").send_photo()
    media = {"type": "photo", "media": photo.raw["photo"][0]["file_id"]}
    assert (await raw("editMessageMedia", **here, media=media))["ok"]
    assert await raw.bad("editMessageMedia", chat_id=101, message_id=999, media=media) == "message to edit not found"


async def test_who_may_be_written_to(raw: Raw, sandbox: Sandbox):
    assert await raw.error("sendMessage", chat_id=103, text="a") == (
        "Forbidden: bot can't initiate conversation with a user"
    )
    await sandbox.person("ana").block()
    answer = await raw("sendMessage", chat_id=101, text="a")
    assert answer == {"ok": False, "error_code": 403, "description": "Forbidden: bot was blocked by the user"}
    await sandbox.person("ana").unblock()
    assert (await raw("sendMessage", chat_id=101, text="a"))["ok"]


async def test_tokens_and_methods(raw: Raw):
    async def status(path):
        async with raw.session.get(f"{raw.url}{path}") as answer:
            return answer.status, await answer.json()

    unauthorised = {"ok": False, "error_code": 401, "description": "Unauthorized"}
    not_found = {"ok": False, "error_code": 404, "description": "Not Found"}
    assert await status("/bot7000000001:other/getMe") == (401, unauthorised)
    assert await status("/botnonsense/getMe") == (404, not_found)
    assert await status(f"/bot{TOKEN}/noSuchMethod") == (404, not_found)
    assert await status(f"/file/bot{TOKEN}/photos/none.png") == (404, not_found)
    assert (await status(f"/bot{TOKEN}/GETME"))[1]["result"]["username"] == "semaforo_bot"


async def test_every_kind_of_body(raw: Raw, sandbox: Sandbox):
    url = f"{sandbox.url}/bot{TOKEN}/sendMessage"
    params = {"chat_id": "101", "text": "ñ", "reply_markup": '{"inline_keyboard":[[{"text":"a","callback_data":"a"}]]}'}
    await raw.session.get(url, params=params)
    await raw.session.post(url, data=params)
    form = FormData(default_to_multipart=True)
    for name, value in params.items():
        form.add_field(name, value)
    await raw.session.post(url, data=form)
    assert [message.text for message in sandbox.person("ana").messages] == ["ñ"] * 3
    assert all(message.keyboard for message in sandbox.person("ana").messages)
    async with raw.session.post(url, data=b"{", headers={"Content-Type": "application/json"}) as answer:
        assert (await answer.json())["description"] == "Bad Request: can't parse JSON object"


async def test_pacing_when_asked_for():
    people = [Person(1, "A", "a_", started=True)]
    async with Sandbox(TOKEN, "semaforo_bot", "S", people, pacing=Pacing()) as sandbox, ClientSession() as session:
        raw = Raw(session, sandbox.url)
        answers = [await raw("sendMessage", chat_id=1, text=str(i)) for i in range(6)]
    assert [answer["ok"] for answer in answers] == [True] * 5 + [False]
    assert answers[-1]["parameters"] == {"retry_after": 1}
    assert answers[-1]["description"] == "Too Many Requests: retry after 1"
