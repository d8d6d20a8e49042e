"""python-telegram-bot's own Bot against the sandbox: every method the product uses, and every shape parses."""

import pytest
from telegram import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeChat,
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    Update,
)
from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken
from telegram.ext import ExtBot

from bot.sandbox import Sandbox
from bot.sandbox._picture import checkerboard

pytestmark = pytest.mark.asyncio

KEYS = InlineKeyboardMarkup(
    [
        [InlineKeyboardButton("Sí", callback_data="v1:sí"), InlineKeyboardButton("Web", url="https://example.com")],
        [InlineKeyboardButton("Copiar", copy_text=CopyTextButton("x"))],
    ]
)


async def updates(bot: ExtBot) -> list[Update]:
    found = await bot.get_updates(allowed_updates=Update.ALL_TYPES)
    if found:
        await bot.get_updates(offset=found[-1].update_id + 1)
    return list(found)


async def test_who_it_is(bot: ExtBot, sandbox: Sandbox):
    me = await bot.get_me()
    assert (me.id, me.username, me.is_bot) == (7000000001, "semaforo_bot", True)
    stranger = ExtBot("7000000001:wrong", base_url=f"{sandbox.url}/bot")
    with pytest.raises(InvalidToken):
        await stranger.initialize()
    await stranger.shutdown()


async def test_messages_and_edits(bot: ExtBot, sandbox: Sandbox):
    sent = await bot.send_message(
        101,
        "🟢 <b>Hoy</b>",
        parse_mode="HTML",
        reply_markup=KEYS,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )
    assert sent.text_html == "🟢 <b>Hoy</b>"
    assert [len(row) for row in sent.reply_markup.inline_keyboard] == [2, 1]
    assert sent.chat.id == 101
    assert sent.chat.type == "private"
    assert sent.date.tzinfo is not None
    edited = await sent.edit_text("🟢 <i>Mañana</i>", parse_mode="HTML", reply_markup=KEYS)
    assert edited.edit_date is not None
    assert edited.message_id == sent.message_id
    with pytest.raises(BadRequest, match="Message is not modified"):
        await sent.edit_text("🟢 <i>Mañana</i>", parse_mode="HTML", reply_markup=KEYS)


async def test_presses(bot: ExtBot, sandbox: Sandbox):
    ana = sandbox.person("ana")
    await bot.send_message(101, "¿Sí?", reply_markup=KEYS)
    press = await ana.press(ana.last, "Sí")
    [update] = await updates(bot)
    query = update.callback_query
    assert (query.data, query.from_user.id, query.message.text) == ("v1:sí", 101, "¿Sí?")
    assert query.message.reply_markup.inline_keyboard[0][0].callback_data == "v1:sí"
    assert await query.answer("hecho", show_alert=True)
    assert await query.answer("otra vez")
    assert (await ana.wait_answer(press)).show_alert
    assert [answer.text for answer in sandbox.answers] == ["hecho", "otra vez"]


@pytest.mark.parametrize("kind", ["voice", "video", "audio", "animation", "video_note", "document"])
async def test_a_file_that_somebody_sent_is_sent_again_as_what_it_is(bot: ExtBot, sandbox: Sandbox, kind: str):
    ana = sandbox.person("ana")
    first = await ana.send("hola")
    sent = await ana.send_document(b"x", name="a", kind=kind, reply_to=first)
    message = (await updates(bot))[-1].message
    file_id = getattr(message, kind).file_id
    assert (file_id, message.reply_to_message.message_id) == (sent.raw[kind]["file_id"], first.id)
    again = await getattr(bot, f"send_{kind}")(102, file_id)
    assert getattr(again, kind).file_unique_id == getattr(message, kind).file_unique_id
    with pytest.raises(BadRequest, match="use file of type"):
        await bot.send_photo(102, file_id)
    sandbox.lose_file(file_id)
    with pytest.raises(BadRequest, match=r"[Ww]rong file identifier"):
        await getattr(bot, f"send_{kind}")(102, file_id)


async def test_files(bot: ExtBot, sandbox: Sandbox):
    picture = checkerboard()
    photo = await bot.send_photo(101, picture, caption="<b>a</b>", parse_mode="HTML", reply_markup=KEYS)
    assert (photo.photo[-1].width, photo.photo[-1].height) == (192, 192)
    assert photo.caption_html == "<b>a</b>"
    file = await bot.get_file(photo.photo[-1].file_id)
    assert bytes(await file.download_as_bytearray()) == picture
    again = await bot.send_photo(102, photo.photo[-1].file_id)
    assert again.photo[-1].file_unique_id == photo.photo[-1].file_unique_id
    document = await bot.send_document(101, b"a;b", filename="día.csv")
    assert document.document.file_name == "día.csv"
    for name, data, reason in ((101, b"", "File must be non-empty"), (101, b"no", "Image_process_failed")):
        with pytest.raises(BadRequest, match=reason):
            await bot.send_photo(name, data)
    sent = await sandbox.person("ana").send_photo(caption="mira /hoy")
    update = (await updates(bot))[-1]
    assert update.message.photo[-1].file_id == sent.raw["photo"][0]["file_id"]
    assert update.message.caption_entities[0].type == "bot_command"
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await bot.edit_message_text("x", 101, photo.message_id)


async def test_pictures_are_replaced_in_place(bot: ExtBot, sandbox: Sandbox):
    ana = sandbox.person("ana")
    sent = await bot.send_photo(101, checkerboard(), caption="a", reply_markup=KEYS)
    media = InputMediaPhoto(checkerboard(4), "<b>b</b>", "HTML")
    edited = await bot.edit_message_media(media, 101, sent.message_id, reply_markup=KEYS)
    assert (edited.message_id, edited.caption_html) == (sent.message_id, "<b>b</b>")
    assert edited.photo[-1].width == 96
    assert ana.last.edited
    again = InputMediaPhoto(edited.photo[-1].file_id, "<b>b</b>", "HTML")
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_media(again, 101, sent.message_id, reply_markup=KEYS)
    plain = await bot.edit_message_media(InputMediaPhoto(checkerboard(4)), 101, sent.message_id)
    assert (plain.caption, plain.reply_markup) == (None, None)


async def test_a_text_becomes_a_picture_and_never_a_text_again(bot: ExtBot, sandbox: Sandbox):
    sent = await bot.send_message(101, "<b>a</b>", "HTML")
    edited = await bot.edit_message_media(InputMediaPhoto(checkerboard(), "b"), 101, sent.message_id)
    assert (edited.message_id, edited.text, edited.entities, edited.caption) == (sent.message_id, None, (), "b")
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await bot.edit_message_text("x", 101, sent.message_id)
    said = await sandbox.person("ana").send("hola")
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await bot.edit_message_media(InputMediaPhoto(checkerboard()), 101, said.id)


async def test_commands_resolve_as_in_the_app(bot: ExtBot, sandbox: Sandbox):
    ana, luis, eva = (sandbox.person(name) for name in ("ana", "luis", "eva"))

    def names(person, chat=None):
        return [command["command"] for command in person.commands(chat)]

    await bot.set_my_commands([BotCommand("hoy", "Hoy")])
    await bot.set_my_commands([BotCommand("today", "Today")], language_code="en")
    assert (names(ana), names(eva)) == (["hoy"], ["today"])
    leader = BotCommandScopeChat(102)
    await bot.set_my_commands([BotCommand("equipo", "Equipo")], scope=leader)
    assert (names(ana), names(luis)) == (["hoy"], ["equipo"])
    await bot.delete_my_commands(scope=leader)
    assert names(luis) == ["hoy"]
    team = await sandbox.group("Equipo", ana, luis)
    assert names(ana, team.id) == ["hoy"]
    await bot.set_my_commands([BotCommand("rojo", "x")], scope=BotCommandScopeAllGroupChats())
    assert (names(ana, team.id), names(ana)) == (["rojo"], ["hoy"])
    ana.language_code = "en-GB"
    assert names(ana) == ["today"]


async def test_the_description(bot: ExtBot):
    assert await bot.set_my_description("d" * 512)
    with pytest.raises(BadRequest):
        await bot.set_my_description("d" * 513)


async def test_webhooks(bot: ExtBot):
    assert await bot.set_webhook("http://127.0.0.1:9/", secret_token="abc", allowed_updates=["message"])
    info = await bot.get_webhook_info()
    assert (info.url, list(info.allowed_updates)) == ("http://127.0.0.1:9/", ["message"])
    assert await bot.delete_webhook(drop_pending_updates=True)


async def test_groups(bot: ExtBot, sandbox: Sandbox):
    ana, luis = sandbox.person("ana"), sandbox.person("luis")
    team = await sandbox.group("Equipo", ana, luis)
    joined, created = await updates(bot)
    assert joined.my_chat_member.new_chat_member.status == ChatMemberStatus.MEMBER
    assert created.message.group_chat_created
    for text in ("hola", "/rojo", "/rojo@otro_bot", "oye @semaforo_bot", "/rojo@Semaforo_Bot"):
        await ana.send(text, chat=team.id)
    answer = await bot.send_message(team.id, "¿Quién?")
    await luis.reply(await luis.wait("¿Quién?"), "yo")
    heard = [update.message.text for update in await updates(bot)]
    assert heard == ["/rojo", "oye @semaforo_bot", "/rojo@Semaforo_Bot", "yo"]
    await team.join(sandbox.person("eva"))
    await team.leave(luis)
    assert luis.id not in {person.id for person in sandbox.people if team.id in sandbox._world.chats[team.id].members}
    old = team.id
    new = await team.upgrade()
    with pytest.raises(ChatMigrated) as caught:
        await bot.edit_message_text("x", old, answer.message_id)
    assert caught.value.new_chat_id == new == team.id
    kinds = [update.message for update in await updates(bot) if update.message]
    assert kinds[-2].migrate_to_chat_id == new
    assert kinds[-1].migrate_from_chat_id == old
    await team.remove_bot()
    assert (await updates(bot))[-1].my_chat_member.new_chat_member.status == ChatMemberStatus.BANNED
    with pytest.raises(Forbidden, match="bot was kicked from the supergroup chat"):
        await bot.send_message(new, "x")
    await team.add_bot()
    assert await bot.send_message(new, "x")


async def test_blocking_is_told(bot: ExtBot, sandbox: Sandbox):
    await sandbox.person("ana").block()
    await sandbox.person("ana").unblock()
    away, back = await updates(bot)
    assert away.my_chat_member.new_chat_member.status == ChatMemberStatus.BANNED
    assert back.my_chat_member.new_chat_member.status == ChatMemberStatus.MEMBER


async def test_anything_can_be_injected(bot: ExtBot, sandbox: Sandbox):
    first = sandbox.inject({"poll_answer": None})
    second = sandbox.inject({"something_new": {"a": 1}})
    assert [update.update_id for update in await updates(bot)] == [first, second]
    given = sandbox.inject({"update_id": second + 10, "message": {}})
    assert (given, sandbox.inject({})) == (second + 10, second + 11)
