"""Inline mode as Telegram has it: what the bot is asked, what it may offer, and what a choice sends."""

import pytest
from telegram import InlineQueryResultArticle, InlineQueryResultsButton, InputTextMessageContent
from telegram.ext import ExtBot

from bot.sandbox import Sandbox, SandboxError

from .conftest import Raw

pytestmark = pytest.mark.asyncio

KEYS = {"inline_keyboard": [[{"text": "Ver", "url": "https://t.me/semaforo_bot?start=t1"}]]}


def article(key: str = "1", **more: object) -> dict:
    content = {"message_text": "<b>Uno</b>", "parse_mode": "HTML"}
    return {"type": "article", "id": key, "title": "Uno", "input_message_content": content, **more}


async def test_typed_offered_and_chosen(sandbox: Sandbox, bot: ExtBot):
    ana = sandbox.person("ana")
    group = await sandbox.group("Equipo", "ana", "luis")
    asked = await ana.type_inline("uno", chat=group.id, offset="10")
    (query,) = [update.inline_query for update in await bot.get_updates() if update.inline_query]
    assert (query.id, query.query, query.offset, query.chat_type) == (asked.id, "uno", "10", "group")
    assert query.from_user.id == ana.id
    content = InputTextMessageContent("<b>Uno</b>", "HTML")
    button = InlineQueryResultsButton("Más", start_parameter="x")
    offered = InlineQueryResultArticle("1", "Uno", content, description="uno")
    assert await bot.answer_inline_query(query.id, [offered], 5, is_personal=True, next_offset="20", button=button)
    answer = await ana.wait_offers(asked)
    assert [result["title"] for result in answer.results] == ["Uno"]
    assert (answer.next_offset, answer.is_personal, answer.cache_time) == ("20", True, 5)
    assert answer.button == {"text": "Más", "start_parameter": "x"}
    sent = await ana.choose(asked, "1")
    assert (sent.text, sent.marked("bold"), sent.from_bot) == ("Uno", ["Uno"], False)
    assert sent.raw["via_bot"]["username"] == "semaforo_bot"
    with pytest.raises(SandboxError, match="nothing was offered"):
        await ana.choose(asked, "2")


async def test_where_one_types_is_told(sandbox: Sandbox):
    await sandbox.person("ana").type_inline("")
    assert sandbox.pending_updates[-1]["inline_query"]["chat_type"] == "sender"
    with pytest.raises(SandboxError, match="256"):
        await sandbox.person("ana").type_inline("x" * 257)


async def test_a_choice_has_its_buttons_and_is_told_to_the_bot_in_its_own_chat(sandbox: Sandbox, raw: Raw):
    ana = sandbox.person("ana")
    asked = await ana.type_inline("uno")
    assert (await raw("answerInlineQuery", inline_query_id=asked.id, results=[article(reply_markup=KEYS)]))["ok"]
    sent = await ana.choose(asked, "1")
    assert sent.keyboard == [["Ver"]]
    assert sandbox.pending_updates[-1]["message"]["via_bot"]["id"] == sandbox._world.bot["id"]


@pytest.mark.parametrize(
    ("results", "more", "reason"),
    [
        ([article(str(number)) for number in range(51)], {}, "RESULTS_TOO_MUCH"),
        ([article(), article()], {}, "RESULT_ID_DUPLICATE"),
        ([article("x" * 65)], {}, "RESULT_ID_INVALID"),
        ([article(title=" ")], {}, "ARTICLE_TITLE_EMPTY"),
        ([article(input_message_content={"message_text": ""})], {}, "message text is empty"),
        ([article(input_message_content={"message_text": "<b>", "parse_mode": "HTML"})], {}, "can't parse entities"),
        ([article(input_message_content=None)], {}, "input_message_content"),
        ([{"type": "gif", "id": "1"}], {}, "unallowed inline query result type"),
        ({}, {}, "can't parse inline query results"),
        ([], {"next_offset": "x" * 65}, "NEXT_OFFSET_INVALID"),
        ([], {"button": {"text": "Más", "start_parameter": "a b"}}, "START_PARAM_INVALID"),
        ([], {"button": {"text": ""}}, "BUTTON_TEXT_EMPTY"),
    ],
)
async def test_what_may_not_be_offered(sandbox: Sandbox, raw: Raw, results, more, reason):
    asked = await sandbox.person("ana").type_inline("uno")
    assert reason in await raw.error("answerInlineQuery", inline_query_id=asked.id, results=results, **more)
    assert asked.answer is None


async def test_a_query_that_is_unknown_or_too_old_is_refused(sandbox: Sandbox, raw: Raw):
    assert "query is too old" in await raw.error("answerInlineQuery", inline_query_id="7", results=[])
    asked = await sandbox.person("ana").type_inline("uno")
    sandbox._world.callback_timeout = -1
    assert "query is too old" in await raw.error("answerInlineQuery", inline_query_id=asked.id, results=[])
    with pytest.raises(TimeoutError, match="'uno' was not answered"):
        await sandbox.person("ana").wait_offers(asked, 0.05)
