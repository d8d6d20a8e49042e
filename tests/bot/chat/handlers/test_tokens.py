"""Tokens of the API in the chat: told once to their person, written down nowhere, ended by a press."""

import logging
import re
from datetime import timedelta

import aiohttp
import pytest

import api
from api.auth.issuers import Issuers
from bot.app.tokens import keyring
from bot.telegram.inbox import as_update
from core.application.requests import build
from core.base.settings import Settings
from core.people import tokens
from core.records.messages import MessageKind, Reason
from tests.bot.chat.pushing import pushed
from tests.bot.world import check
from tests.cast import introduce
from tests.tables import each_row

TELLS = {"ana": ("/token", "Tu token de la API"), "pablo": ("/token", "Your API token")}


@pytest.fixture
async def rest(world):
    """The HTTP status of a request to the API with a token."""
    authenticator = api.Authenticator(world.pipeline, keyring(world.config), Issuers(), cache=timedelta(0))
    server = await api.serve(api.create_app(world.pipeline, authenticator), "127.0.0.1", 0)

    async def status(token: str) -> int:
        headers = {"Authorization": f"Bearer {token}"}
        async with aiohttp.ClientSession() as client, client.get(f"{server.url}/api/v1/tasks", headers=headers) as got:
            await authenticator.last_uses.settled()
            return got.status

    yield status
    await server.stop()


async def token(world, who="ana", words=""):
    """A message with a new token, and the token."""
    command, sees = TELLS[who]
    said = await world.says(who, command + words, sees)
    (hidden,) = said.spoilers
    world.clock.advance(seconds=1)
    return said, hidden


async def test_a_token_is_hidden_until_pressed_and_opens_the_api_as_its_person(world, rest):
    said, hidden = await token(world)
    check(said, sees=["«Chat, 23 nov», válido hasta el miércoles, 23 de diciembre de 2026 a las 9:00", "/token"])
    assert said.keyboard == [["📋 Copiar el token"], ["🙈 Ocultar", "🔑 Mis tokens"]]
    assert await rest(hidden) == 200
    world.clock.advance(days=30)
    assert await rest(hidden) == 401


async def test_how_long_it_stands_is_a_setting(world):
    world.pipeline.settings = Settings(chat_token_days=7)
    assert "válido hasta el lunes, 30 de noviembre" in (await token(world))[0].text


@pytest.mark.parametrize("words", ["/token REVOCAR", "/token  revoke "])
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
    hidden = (await token(world, words=" otro"))[1]
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
    message = {"message_id": 9, "chat": {"id": 101, "type": "private"}, "from": {"id": 101}, "text": "/token tablero"}
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
        assert part not in repr(world.store.dump())
    issued = [record.getMessage() for record in caplog.records if record.name == "semaforo.audit"]
    told = r"token issued id=t_[\w-]{11} user=(\d+) scopes=all until=2026-12-23T15:00:00\+00:00 by=\1 via=chat token=-"
    assert re.fullmatch(told, issued[0])


@each_row(
    [
        {"callback_query": {"id": "1", "data": "x", "message": {"message_id": 5, "chat": {"id": 7}, "text": "secret"}}},
        {"callback_query": {"id": "1", "message": {"message_id": 5, "chat": {"id": 7}, "caption": "secret"}}},
        {
            "message": {
                "text": "x",
                "chat": {"id": 7},
                "reply_to_message": {"message_id": 5, "text": "secret"},
                "quote": {"text": "secret"},
                "external_reply": {"text": "secret"},
            }
        },
        {"message": {"chat": {"id": 7}, "pinned_message": {"message_id": 5, "text": "secret"}}},
    ]
)
def test_what_earlier_messages_say_is_not_written_down(update):
    kept = as_update({"update_id": 1, **update})
    assert b"secret" not in kept.body
    assert b'"message_id": 5' in kept.body
    assert kept.chat_id == 7


async def test_one_of_several_is_ended_by_a_press_and_seen_ended(world, rest):
    chat, board = (await token(world))[1], (await token(world, words=" tablero tasks:read"))[1]
    said = await world.says("ana", "/token", "Tus tokens de la API")
    check(said, sees=["Chat, 23 nov · todo lo que tú puedes", "tablero · tasks:read", "sin usar"])
    assert said.keyboard == [["✖ Terminar Chat, 23 nov"], ["✖ Terminar tablero"], ["➕ Otro token", "Terminar todos…"]]
    said = await world.taps("ana", said, "✖ Terminar tablero", notice="🔑 Listo: «tablero» ya no sirve.")
    check(said, sees="tablero · terminado a las 9:00")
    assert [await rest(each) for each in (chat, board)] == [200, 401]
    assert said.keyboard == [["✖ Terminar Chat, 23 nov"], ["➕ Otro token", "Terminar todos…"]]
    _, ended = await world.operate(tokens.list_tokens, "ana")
    await world.forges("ana", f"1:KE:{ended.id}:0", said, notice_has="No encuentro ese token")


async def test_a_token_may_be_limited_and_a_word_that_is_not_a_scope_is_refused(world, rest):
    _, hidden = await token(world, words=" Mi tablero EVENTS:READ")
    assert await rest(hidden) == 403
    assert await names(world) == [("Mi tablero", ["events:read"])]
    await world.says("ana", "/token tablero tasks:delete", sees=["tasks:read", "reports:write", "jobs:run"])
    assert len(await names(world)) == 1


async def names(world):
    return [(each.name, each.scopes) for each in await world.operate(tokens.list_tokens, "ana")]


async def test_another_is_had_by_a_button_and_used_ones_say_when(world, rest):
    _, first = await token(world)
    assert await rest(first) == 200
    await world.quiet()
    said = await world.says("ana", "/token", "Tus tokens", sees="usado el lun")
    said = await world.taps("ana", said, "➕ Otro token", sees="Es la única vez que lo muestro")
    (second,) = said.spoilers
    assert second != first
    assert await rest(second) == 200


async def test_all_ended_there_is_none_and_then_a_first_one_again(world, rest):
    _, first = await token(world)
    said = await world.says("ana", "/token", "Tus tokens")
    await world.taps("ana", said, "✖ Terminar Chat, 23 nov", sees="terminado a las")
    assert await rest(first) == 401
    await token(world)


async def test_ones_tokens_are_ones_own(world):
    await token(world, "pablo")
    (theirs,) = await world.operate(tokens.list_tokens, "pablo")
    said, _ = await token(world)
    await world.forges("ana", f"1:KE:{theirs.id}:0", said, notice_has="No encuentro ese token")
    assert (await world.operate(tokens.list_tokens, "pablo"))[0].ended_at is None


async def test_nobody_has_more_than_the_installation_allows(world):
    world.pipeline.settings = Settings(tokens_per_person=2)
    await token(world)
    await token(world, words=" dos")
    await world.says("ana", "/token tres", sees="2 tokens vigentes")
    said = await world.says("ana", "/token", "Tus tokens")
    await world.taps("ana", said, "✖ Terminar dos")
    await token(world, words=" tres")


async def test_many_are_turned_over(world):
    for number in range(9):
        await token(world, words=f" número {number}")
    said = await world.says("ana", "/token", "Tus tokens", sees="número 7", hides="número 8")
    said = await world.taps("ana", said, "›", sees="número 8")
    said = await world.taps("ana", said, "✖ Terminar número 8", sees="número 8 · terminado")


async def test_a_token_that_expires_is_told_and_what_has_ended_is_not(world):
    await token(world, words=" tablero")
    (one,) = await world.operate(tokens.list_tokens, "ana")
    push = await pushed(world, "ana", MessageKind.TOKEN_EXPIRES, token_id=one.id)
    check(push, sees=["«tablero» vence el miércoles, 23 de diciembre de 2026 a las 9:00", "/token"])
    assert push.keyboard == [["➕ Otro token", "🔑 Mis tokens"]]
    await world.operate(tokens.end_token, one.id)
    assert await pushed(world, "ana", MessageKind.TOKEN_EXPIRES, token_id=one.id) is Reason.GONE


async def test_of_an_integrations_token_an_admin_is_told_and_nobody_else(world):
    await introduce(world.pipeline, "robot")
    request = build(tokens.TokenRequest, {"name": "pizarra"})
    grant = await world.operate(tokens.issue_token, "robot", request)
    about = {"token_id": grant.token.id}
    push = await pushed(world, "root", MessageKind.TOKEN_EXPIRES, **about)
    check(push, sees=["«pizarra» de la integración Robot", "semaforo token issue robot"])
    assert await pushed(world, "ana", MessageKind.TOKEN_EXPIRES, **about) is Reason.GONE
