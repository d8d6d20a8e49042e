"""The second opinion on what the Bot API takes: every limit, kept and broken by one."""

import json

import pytest

from tests.bot_api import Witness, problems
from tests.tables import each_row

HERE = {"chat_id": "7"}
MESSAGE = {**HERE, "message_id": "5"}


def wrong(method, **params):
    """Return what is wrong with a call; nested arguments are sent as JSON."""
    sent = {name: json.dumps(value) if isinstance(value, list | dict) else value for name, value in params.items()}
    return problems(method, sent)


def said(text, mode="HTML", **more):
    return wrong("sendMessage", **HERE, text=text, parse_mode=mode, **more)


def with_buttons(*rows):
    return said("x", reply_markup={"inline_keyboard": [list(row) for row in rows]})


def press(data="1", text="x", **more):
    return {"text": text, "callback_data": data, **more}


def menu(*commands, **more):
    return wrong(
        "setMyCommands", commands=[{"command": name, "description": words} for name, words in commands], **more
    )


def inline(*results, **more):
    return wrong("answerInlineQuery", inline_query_id="1", results=list(results), **more)


def article(number=1, **more):
    content = {"message_text": "x", "parse_mode": "HTML"}
    return {"type": "article", "id": str(number), "title": "x", "input_message_content": content, **more}


@each_row([
    lambda: said("x" * 4096),
    lambda: said("😀" * 2048),
    lambda: said("&lt;" * 4096),
    lambda: said("<b>" + "x" * 4096 + "</b>"),
    lambda: said('<b>b <i>i</i></b><tg-spoiler>s</tg-spoiler><code>c</code><a href="https://a.mx">l</a>'),
    lambda: said("<b> & x", mode=""),
    lambda: said("https://t.me/bot?start=abc_-9"),
    lambda: wrong("sendMessage", chat_id="-1001000000001", text="x"),
    lambda: wrong("sendPhoto", **HERE, caption="x" * 1024, photo=10_000_000),
    lambda: wrong("sendPhoto", **HERE, photo="a file's id"),
    lambda: wrong("editMessageMedia", **MESSAGE, media={"type": "photo", "media": "attach://a", "caption": "😀" * 512}),
    lambda: wrong("editMessageText", inline_message_id="x", text="x"),
    lambda: with_buttons(*[[press("x" * 64)] * 8] * 12, [press()] * 4),
    lambda: with_buttons([{"text": "x", "url": "https://t.me/bot?start=" + "x" * 64}]),
    lambda: wrong("answerCallbackQuery", callback_query_id="1", text="😀" * 100),
    lambda: wrong("answerCallbackQuery", callback_query_id="1"),
    lambda: menu(*[(f"c_{number}", "x" * 256) for number in range(100)]),
    lambda: menu(("x" * 32, "x"), language_code="es"),
    lambda: wrong("setMyDescription", description="x" * 512),
    lambda: inline(*map(article, range(50)), next_offset="x" * 64, button={"text": "x", "start_parameter": "a"}),
])  # fmt: skip
def test_what_is_taken(call):
    assert call() == []


@each_row([
    (lambda: said(""), "text is empty"),
    (lambda: said("<b></b>"), "text is empty"),
    (lambda: said("x" * 4097), "text of 4097 units"),
    (lambda: said("&lt;" * 4097), "text of 4097 units"),
    (lambda: wrong("editMessageText", **MESSAGE, text="x" * 4097), "text of 4097 units"),
    (lambda: wrong("sendPhoto", **HERE, photo=1, caption="x" * 1025), "caption of 1025 units"),
    (lambda: wrong("sendPhoto", **HERE, photo=10_000_001), "photo of 10000001 bytes"),
    (lambda: wrong("sendPhoto", **HERE), "photo of None bytes"),
    (lambda: wrong("editMessageMedia", **MESSAGE, media={"type": "photo", "media": "a", "caption": "x" * 1025}),
     "caption of 1025 units"),
    (lambda: wrong("editMessageMedia", **MESSAGE, media={"type": "photo"}), "media {'type': 'photo'}"),
    (lambda: said("x", mode="Markdown"), "parse_mode Markdown"),
    (lambda: said("<b>x"), "text: <b> is not closed"),
    (lambda: said("x</b>"), "text: </b> closes nothing"),
    (lambda: said("<b><i>x</b></i>"), "text: </b> closes nothing"),
    (lambda: said("<p>x</p>"), "text: <p> is not known"),
    (lambda: said('<b class="a">x</b>'), 'text: <b class="a"> is not known'),
    (lambda: said("<code><b>x</b></code>"), "text: <b> within <code>"),
    (lambda: said("1 < 2"), "text: '<' is not escaped"),
    (lambda: said("2 > 1"), "text: '>' is not escaped"),
    (lambda: said("Tom & Ana"), "text: '&' is not escaped"),
    (lambda: said("a&nbsp;b"), "text: '&' is not escaped"),
    (lambda: said("https://t.me/bot?start=a.b"), "text: a link with 'a.b'"),
    (lambda: wrong("sendMessage", chat_id="ana", text="x"), "chat_id 'ana'"),
    (lambda: wrong("sendMessage", chat_id=str(2**52 + 1), text="x"), f"chat_id '{2**52 + 1}'"),
    (lambda: wrong("editMessageText", **HERE, text="x"), "message_id None"),
    (lambda: with_buttons(*[[press()] * 8] * 12, [press()] * 5), "101 buttons"),
    (lambda: with_buttons([press()] * 9), "9 buttons in a row"),
    (lambda: with_buttons([press()], []), "a row without buttons"),
    (lambda: with_buttons([press(text=" ")]), "a button without text"),
    (lambda: with_buttons([{"text": "x"}]), "a button that does []"),
    (lambda: with_buttons([press(url="https://a.mx")]), "a button that does ['callback_data', 'url']"),
    (lambda: with_buttons([press("")]), "callback_data ''"),
    (lambda: with_buttons([press("ñ" * 33)]), f"callback_data {'ñ' * 33!r}"),
    (lambda: with_buttons([{"text": "x", "url": "ftp://a"}]), "url 'ftp://a'"),
    (lambda: with_buttons([{"text": "x", "url": "https://t.me/b?startgroup=" + "x" * 65}]),
     f"a button's link with {'x' * 65!r}"),
    (lambda: wrong("answerCallbackQuery", text="x"), "an answer to nothing"),
    (lambda: wrong("answerCallbackQuery", callback_query_id="1", text="x" * 201), "a notice of 201 units"),
    (lambda: menu(*[(f"c{number}", "x") for number in range(101)]), "101 commands"),
    (lambda: menu(("Hoy", "x")), "command 'Hoy'"),
    (lambda: menu(("x" * 33, "x")), f"command {'x' * 33!r}"),
    (lambda: menu(("hoy", "x"), ("hoy", "y")), "hoy 2 times"),
    (lambda: menu(("hoy", "")), "/hoy described in 0 units"),
    (lambda: menu(("hoy", "x" * 257)), "/hoy described in 257 units"),
    (lambda: menu(("hoy", "x"), language_code="spa"), "language_code 'spa'"),
    (lambda: wrong("setMyDescription", description="x" * 513), "description of 513 units"),
    (lambda: inline(*map(article, range(51))), "51 results"),
    (lambda: inline(article(), article()), "ids of results ['1', '1']"),
    (lambda: inline(article("x" * 65)), f"ids of results ['{'x' * 65}']"),
    (lambda: inline(article(title="")), "a result without title"),
    (lambda: inline(article(input_message_content={"message_text": "<b", "parse_mode": "HTML"})),
     "message_text: '<' is not escaped"),
    (lambda: inline(article(reply_markup={"inline_keyboard": [[press("x" * 65)]]})), f"callback_data {'x' * 65!r}"),
    (lambda: inline(next_offset="x" * 65), f"next_offset {'x' * 65!r}"),
    (lambda: inline(button={"text": "x", "start_parameter": "a b"}), "start_parameter 'a b'"),
    (lambda: wrong("sendDice", **HERE), "nobody said what sendDice takes"),
])  # fmt: skip
def test_what_is_not(call, told):
    assert call()[0] == told


def seen(*calls, faulty=False):
    """A witness of calls, and what it says in the end."""
    witness = Witness()
    for method, params in calls:
        witness.see(method, params, pressed={"1"}, faulty=faulty)
    return witness


ANSWER = ("answerCallbackQuery", {"callback_query_id": "1"})


def test_a_wrong_call_fails_the_test_that_made_it():
    with pytest.raises(AssertionError, match="text is empty"):
        seen(("sendMessage", {"chat_id": "7", "text": ""})).judge()


def test_a_second_answer_to_a_press_fails_the_test_unless_the_first_may_not_have_arrived():
    seen(ANSWER).judge()
    with pytest.raises(AssertionError, match="'1': 2"):
        seen(ANSWER, ANSWER).judge()
    seen(ANSWER, ANSWER, faulty=True).judge()
    seen(("getMe", {}), ANSWER, ("getMe", {}), ANSWER).judge()


def test_methods_are_known_whatever_their_case():
    assert wrong("SENDmessage", **HERE, text="") == ["text is empty"]
