"""Tokens of the API in the chat: told once to their person, written down nowhere, ended by a press."""

import logging
import re
from datetime import timedelta

import aiohttp
import pytest

import api
from api.auth.issuers import Issuers
from bot.app.config import Config, JwtConfig
from bot.app.tokens import keyring
from bot.telegram.inbox import as_update
from tests.bot.world import check

TELLS = {"ana": ("/token", "Tu token de la API"), "pablo": ("/token", "Your API token")}


@pytest.fixture
async def rest(world):
    """The HTTP status of a request to the API with a token."""
    authenticator = api.Authenticator(world.pipeline, keyring(world.config), Issuers(), cache=timedelta(0))
    server = await api.serve(api.create_app(world.pipeline, authenticator), "127.0.0.1", 0)

    async def status(token: str) -> int:
        headers = {"Authorization": f"Bearer {token}"}
        async with aiohttp.ClientSession() as client, client.get(f"{server.url}/api/v1/tasks", headers=headers) as got:
            return got.status

    yield status
    await server.stop()


async def token(world, who="ana"):
    """A message with a new token, and the token."""
    said = await world.says(who, *TELLS[who])
    (hidden,) = said.spoilers
    return said, hidden


async def test_a_token_is_hidden_until_pressed_and_opens_the_api_as_its_person(world, rest):
    said, hidden = await token(world)
    check(said, sees=["válido hasta el miércoles, 23 de diciembre de 2026 a las 9:00", "/token revocar"])
    assert said.keyboard == [["📋 Copiar el token"], ["🙈 Ocultar", "Revocar…"]]
    assert await rest(hidden) == 200
    world.clock.advance(days=30, seconds=1)
    assert await rest(hidden) == 401


async def test_how_long_it_stands_is_a_setting(office, world):
    await world.stop_bot()
    office.config = Config(jwt=JwtConfig(secret="s" * 32, chat_token_days=7))
    await office.start_bot()
    assert "válido hasta el lunes, 30 de noviembre" in (await token(world))[0].text


async def test_hidden_it_is_gone_from_the_chat(world, rest):
    said, hidden = await token(world)
    said = await world.taps("ana", said, "🙈 Ocultar", hides=hidden)
    assert said.keyboard == [["Revocar…"]]
    assert await rest(hidden) == 200
    await world.forges("ana", "an old button", said, sees="ya no se muestra")


async def test_revoking_asks_and_then_ends_them_all(world, rest):
    first, second = (await token(world))[1], (await token(world))[1]
    assert first != second
    theirs = (await token(world, "pablo"))[1]
    asked = await world.says("ana", "/token revocar", "¿Terminar todos tus tokens")
    assert await rest(first) == 200
    await world.taps("ana", asked, "Sí, terminarlos", sees="terminaron")
    assert [await rest(each) for each in (first, second, theirs)] == [401, 401, 200]
    assert await rest((await token(world))[1]) == 200


@pytest.mark.parametrize("words", ["/token REVOCAR", "/token  revoke ", "/TOKEN revocar"])
async def test_revoking_by_either_word(world, words):
    await world.says("ana", words, sees="¿Terminar todos")


async def test_no_ends_none(world, rest):
    hidden = (await token(world))[1]
    asked = await world.says("ana", "/token revocar")
    await world.taps("ana", asked, "No, seguir", sees="Todo sigue igual")
    assert await rest(hidden) == 200


async def test_an_old_question_pressed_again_ends_nothing_made_since(world, rest):
    asked = await world.says("ana", "/token revocar")
    await world.taps("ana", asked, "Sí, terminarlos")
    hidden = (await token(world))[1]
    await world.taps("ana", asked, "Sí, terminarlos", notice="Esos tokens ya habían terminado; no se cambió nada.")
    assert await rest(hidden) == 200


async def test_who_is_not_linked_gets_none(world):
    await world.says("mallory", "/token", sees="no está vinculada")
    assert not any(message.spoilers for message in world.phone("mallory").messages)


async def test_no_group_is_told_a_token(world):
    group = await world.sandbox.group("Equipo", "ana")
    await world.phone("ana").send("/token", chat=group.id)
    await world.quiet()
    _, said = [message.text for message in group.messages if message.from_bot]
    assert said == "Eso es entre tú y yo: escríbeme en privado."


async def test_who_was_deactivated_has_none_and_gets_none(world, rest):
    hidden = (await token(world))[1]
    await world.change_user("ana", is_active=False)
    assert await rest(hidden) == 401
    await world.says("ana", "/token", sees="no está vinculada")


async def test_an_update_handled_twice_tells_the_same_token(world):
    await world.says("ana", "/ayuda")
    message = {"message_id": 9, "chat": {"id": 101, "type": "private"}, "from": {"id": 101}, "text": "/token"}
    for number in (10_001, 10_001, 10_002):
        await world.service.router.handle(as_update({"update_id": number, "message": message}))
        world.clock.advance(minutes=5)
    first, again, another = [told.spoilers for told in world.phone("ana").messages if told.spoilers]
    assert first == again != another


async def test_a_token_is_neither_in_the_log_nor_in_the_database(world, caplog):
    caplog.set_level(logging.DEBUG)
    for name in ("telegram", "httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.INFO)  # as `semaforo run` has them
    said, hidden = await token(world)
    await world.phone("ana").reply(said, "gracias")
    await world.presses("ana", said, "🙈 Ocultar")
    await world.quiet()
    for part in hidden.split("."):
        assert part not in caplog.text
        for file in world.file.parent.glob(f"{world.file.name}*"):
            assert part.encode() not in file.read_bytes(), file.name
    issued = [record.getMessage() for record in caplog.records if record.name == "semaforo.audit"]
    assert re.fullmatch(r"token issued in chat user=\d+ id=[0-9a-f]{16} until=2026-12-23 15:00:00\+00:00", issued[0])


@pytest.mark.parametrize("update", [
    {"callback_query": {"id": "1", "data": "x", "message": {"message_id": 5, "chat": {"id": 7}, "text": "secret"}}},
    {"callback_query": {"id": "1", "message": {"message_id": 5, "chat": {"id": 7}, "caption": "secret"}}},
    {"message": {"text": "x", "chat": {"id": 7}, "reply_to_message": {"message_id": 5, "text": "secret"},
                 "quote": {"text": "secret"}, "external_reply": {"text": "secret"}}},
    {"message": {"chat": {"id": 7}, "pinned_message": {"message_id": 5, "text": "secret"}}},
])  # fmt: skip
def test_what_earlier_messages_say_is_not_written_down(update):
    kept = as_update({"update_id": 1, **update})
    assert b"secret" not in kept.body
    assert b'"message_id": 5' in kept.body
    assert kept.chat_id == 7
