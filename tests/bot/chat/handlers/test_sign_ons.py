"""An assistant signs on: its own client, its person's browser and their phone."""

import re
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest

import api
from api.mcp.tools import TOOLS
from bot.app.tokens import keyring
from bot.chat.callbacks.callback_data import write
from bot.chat.callbacks.sign_ons import AnswerSignOn
from core.base.secrets import hash_of
from core.base.settings import Settings
from core.jobs.rehearsal import Foretold
from core.people import sign_ons, tokens
from core.records.sign_ons import AuthorizationRequest
from tests.assistants import client_of
from tests.bot.world import check, labels, plain
from tests.cast import day
from tests.sign_ons import SECRET, bot_name

BACK = "http://127.0.0.1:5124/back"
LINK = re.compile(r'href="(https://t\.me/[^"]+)"')
PAGE = "a page"
CODE = sign_ons.chat_code_of(PAGE)
ASKED = AuthorizationRequest(
    "x", "Claude <b>", "claude.ai", "https://claude.ai/back", "", "tasks:read tasks:write people:read", "y"
)


async def nothing_foretold(_rehearsal):
    return Foretold((), ())


@pytest.fixture
async def served(world):
    """The API over the bot's world."""
    authenticator = api.Authenticator(world.pipeline, keyring(world.config), cache=timedelta(0))
    app = api.create_app(world.pipeline, authenticator)
    app.sign_ons.bot_name = bot_name
    app.assistants.rehearse = nothing_foretold
    server = await api.serve(app, "127.0.0.1", 0)
    world.pipeline.settings = Settings(public_url=server.url)
    yield server
    await server.stop()


class Kept:
    """The state that a client keeps."""

    tokens = info = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.info

    async def set_client_info(self, info):
        self.info = info


async def permitted_in_chat(world, address):
    """A person's part, from the page to the address that their browser is sent to."""
    async with aiohttp.ClientSession() as browser:
        async with browser.get(address) as response:
            page = await response.text()
        phone = world.phone("ana")
        await phone.open_link(LINK.search(page)[1])
        card = await world.heard("ana")
        check(card, sees=["Claude Code", "nadie lo confirma", "tú acabas de empezar esto"])
        shown = await world.taps("ana", card, "✅ Permitir", sees="Escribe este número")
        number = re.search(r"\d{3} \d{3}", shown.text)[0]
        given = {"page": SECRET.search(page)[1], "number": number, "do": "continue"}
        action = urlsplit(address)._replace(query="").geturl()
        async with browser.post(action, data=given, allow_redirects=False) as response:
            assert response.status == 303, await response.text()
            return response.headers["Location"]


async def test_the_protocols_own_client_signs_on_and_calls_every_tool(world, served):
    from mcp.client.auth import OAuthClientProvider  # noqa: PLC0415 slow to import: nobody else here needs it
    from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata  # noqa: PLC0415 the same

    task = await world.task("ana", text="Revisar contrato")
    await world.open_log("ana")
    ana = world.users["ana"].id
    at = {"startDatetime": f"{day(1)}T10:00:00-06:00"}
    asked = {
        "find_tasks": {"words": "contrato"},
        "read_task": {"taskId": task.id},
        "set_light": {"taskId": task.id, "semaforo": "VERDE"},
        "report_day": {"lines": [{"taskId": task.id, "porcentaje": 40}]},
        "create_task": {"descripcion": "Mesas", "fechaCumplir": f"{day(2)}", "responsibleUserIds": [ana]},
        "comment": {"taskId": task.id, "comentario": "Ya casi"},
        "free_slots": {"userIds": [ana], "minutes": 30, **at},
        "draft_event": {
            "title": "Visita", "endDatetime": f"{day(1)}T11:00:00-06:00", "participantUserIds": [ana], **at
        },
        "set_reminder": {"words": "Pan", "remindAt": f"{day(1)}T10:00:00-06:00"},
        "remove_reminder": {"reminderId": 1},
        "ask_for_due_date": {"taskId": task.id, "fechaCumplir": f"{day(3)}"},
        "hand_over_task": {"taskId": task.id, "userId": world.users["luis"].id},
        "split_task": {"taskId": task.id, "partes": ["Leerlo", "Firmarlo"]},
        "ask_about_task": {"taskId": task.id, "userId": ana},
        "note_hours_away": {"startsAt": at["startDatetime"], "endsAt": f"{day(1)}T11:00:00-06:00"},
    }  # fmt: skip
    returned, kept = {}, Kept()

    async def opens_browser(address):
        returned.update(parse_qs(urlsplit(await permitted_in_chat(world, address)).query))

    async def comes_back():
        return AuthorizationCodeResult(**{name: returned[name][0] for name in ("code", "state", "iss")})

    about = OAuthClientMetadata(redirect_uris=[BACK], client_name="Claude Code", token_endpoint_auth_method="none")
    provider = OAuthClientProvider(f"{served.url}/mcp", about, kept, opens_browser, comes_back)
    async with client_of(f"{served.url}/mcp", auth=provider) as client:
        found = {
            name: await client.call_tool(name, asked.get(name, {}))
            for name in [each.name for each in (await client.list_tools()).tools]
        }
    refused = {name: result.content[0].text for name, result in found.items() if result.is_error}
    assert refused.keys() == {"ask_about_task", "note_hours_away"}, refused  # of oneself; what sign-on does not grant
    assert "people:write" in refused["note_hours_away"]
    assert [each["id"] for each in found["find_tasks"].structured_content["tasks"]] == [task.id]
    assert (await world.log("ana")).items[0].porcentaje == 40
    assert found.keys() == TOOLS.keys()
    (token,) = await world.act("ana", tokens.own_tokens)
    assert (token.name, set(token.scopes)) == ("Claude Code", sign_ons.GRANTED)
    await world.says("ana", "/token", sees="Claude Code", offers="✖ Terminar Claude Code")


@pytest.fixture
async def asked(world):
    await world.operate(sign_ons.begin_sign_on, ASKED, hash_of(PAGE), hash_of(CODE))
    return f"{CODE[:4]}-{CODE[4:]}".upper()


async def test_the_question_says_who_asks_for_what_and_where_it_goes(world, asked):
    card = await world.says("ana", f"/conectar {asked}")
    lines = plain(card).splitlines()
    assert lines[:3] == [
        "🔑 Claude <b> quiere entrar a Semáforo a tu nombre.",
        "🌐 Es de claude.ai.",
        "↩️ El acceso lo recibe claude.ai.",
    ]
    assert lines[4:7] == ["Durante 30 días podrá:", "• Ver y cambiar tus tareas", "• Ver quién está en el equipo"]
    assert labels(card) == ["✅ Permitir", "🙅 No"]
    english = sign_ons.chat_code_of("another")
    await world.operate(sign_ons.begin_sign_on, ASKED, hash_of("another"), hash_of(english))
    await world.says("pablo", f"/connect {english}", sees=["wants to use Semáforo", "have just begun this yourself"])


async def test_what_is_pressed_first_stands_and_the_number_goes_when_it_is_of_no_use(world, asked):
    card = await world.says("ana", f"/conectar {asked}")
    shown = await world.taps("ana", card, "✅ Permitir", sees="No se lo des a nadie")
    (number,) = re.findall(r"\d{3} \d{3}", shown.text)
    assert shown.buttons[0].raw["copy_text"]["text"] == number.replace(" ", "")
    await world.forges("ana", write(AnswerSignOn(1, permitted=False)), on=shown, notice_has="Ya habías contestado")
    await world.operate(sign_ons.continue_sign_on, hash_of(PAGE), number.replace(" ", ""), hash_of("code"))
    await world.says("ana", f"/conectar {asked}", sees="ya venció o no es tuya")


async def test_no_is_no(world, asked):
    card = await world.says("ana", f"/conectar {asked}")
    await world.taps("ana", card, "🙅 No", sees="no entró", lacks="✅ Permitir")
    assert await world.act("ana", tokens.own_tokens) == []


async def test_who_is_late_another_or_not_linked_is_told_so(world, asked):
    card = await world.says("ana", f"/conectar {asked}")
    await world.says("luis", f"/conectar {asked}", sees="ya venció o no es tuya")
    await world.forges("luis", write(AnswerSignOn(1, permitted=True)), notice_has="ya venció o no es tuya")
    world.clock.advance(minutes=10)
    await world.taps("ana", card, "✅ Permitir", notice_has="ya venció o no es tuya")
    await world.says("mallory", f"/start c{CODE}", sees="tu cuenta no está vinculada")


@pytest.mark.parametrize("words", ["/conectar", "/conectar ABCD-EFG1"])
async def test_the_answer_to_other_words_says_how_a_code_looks(world, words):
    await world.says("ana", words, sees="código de 8 letras")
