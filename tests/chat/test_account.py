"""One's account: joining and leaving, language, zone, tokens, history, help, and what was not understood."""

from unittest.mock import patch

from msgspec.structs import replace

from core.base.errors import DomainError
from core.base.secrets import hash_of
from core.people import sign_ons, tokens, users
from core.records.sign_ons import AuthorizationRequest
from tests.bot.calendars.files import calendar, event
from tests.chat.document import conversation


async def linked(talk, who):
    """The person of the directory that somebody's phone is linked to."""
    try:
        return (await talk.world.operate(users.actor_by_telegram, talk.people[who].id)).user.username
    except DomainError:
        return None


@conversation("Join by an invitation")
async def test_joining(talk):
    code = await talk.world.operate(users.invite, "root")
    await talk.mallory.says("Hola", "Hello")
    talk.note("The administrator sends the link of `semaforo user invite root`.")
    link = "https://t.me/semaforo_bot?start="
    await talk.mallory.opens_link(link + code, shown=f"{link}k5x2…")
    assert await linked(talk, "mallory") is None
    await talk.mallory.presses("Sí, soy yo", "Yes, that's me")
    assert await linked(talk, "mallory") == "root"


@conversation("Join by typing the code; it was not mine")
async def test_not_me(talk):
    code = await talk.world.operate(users.invite, "luis")
    await talk.mallory.says(code[:20], shown="k5x2-9qdm-…")
    await talk.mallory.says(code, shown="k5x2-9qdm-…")
    await talk.mallory.presses("No")
    assert await linked(talk, "mallory") is None


@conversation("Leave", "salir")
async def test_leaving(talk):
    await talk.ana.says("/salir", "/leave")
    await talk.ana.presses("No, seguir", "No, stay")
    assert await linked(talk, "ana") == "ana"
    await talk.ana.says("/salir", "/leave")
    await talk.ana.presses("Sí, desvincular", "Yes, unlink")
    assert await linked(talk, "ana") is None
    await talk.ana.says("/hoy", "/today")


@conversation("Choose a language", "idioma")
async def test_language(talk):
    await talk.ana.says("/idioma", "/language")
    await talk.ana.presses("English", "Español")
    await talk.ana.says("/today", "/hoy")
    await talk.ana.says("/language es", "/idioma en")


@conversation("Choose a time zone", "zona")
async def test_zone(talk):
    await talk.ana.says("/zona", "/timezone")
    await talk.ana.says("Tijuna")
    await talk.ana.presses("Tijuana")
    await talk.ana.shares_place(40.4168, -3.7038, "Madrid")
    await talk.ana.presses("Sí, usarla", "Yes, use it")
    await talk.ana.says("/zona Cancún", "/timezone Cancun")
    assert (await talk.world.operate(users.actor, talk.world.users["ana"].id)).user.timezone == "America/Cancun"


@conversation("Have the public holidays of another country than the team", "zona", "agenda")
async def test_own_holidays(talk):
    await talk.ana.says("/zona Bogotá", "/timezone Bogotá")
    await talk.ana.presses("🇨🇴 Festivos de Colombia", "🇨🇴 Holidays of Colombia")
    await talk.ana.says("¿cuándo es el próximo festivo?", "when is the next public holiday?")
    talk.note("Her leader sees whose holiday it is.")
    await talk.lucia.says("¿qué festivos hay en diciembre?", "what public holidays are there in December?")
    await talk.ana.says("mis festivos son los de España, Cataluña", "use Spain's holidays, Catalonia")
    assert (await talk.world.operate(users.actor, talk.world.users["ana"].id)).user.holidays == "ES-CT"


@conversation("Choose what one is told, and when", "avisos", "evento")
async def test_notices(talk):
    await talk.ana.says("/avisos", "/notifications")
    await talk.ana.presses("✅ Comentarios", "✅ Comments")
    await talk.ana.presses("☀️ Abrir", "☀️ Open")
    await talk.ana.presses("8:30", "8:30 AM")
    await talk.ana.presses("⏰ Aviso de mis eventos", "⏰ Reminder of my events")
    await talk.ana.presses("30 min")
    await talk.ana.says("/evento Junta jueves 16:00 @luis", "/event Meeting Thursday 4pm @luis")


@conversation("Get a token of the API, see one's own, end one, and end them all", "token")
async def test_token(talk):
    await talk.ana.says("/token")
    assert len(talk.ana.message.spoilers) == 1
    await talk.ana.presses("🙈 Ocultar", "🙈 Hide")
    assert talk.ana.message.spoilers == []
    talk.world.clock.advance(minutes=1)
    await talk.ana.says("/token tablero tasks:read", "/token board tasks:read")
    await talk.ana.presses("🔑 Mis tokens", "🔑 My tokens")
    await talk.ana.presses("✖ Terminar tablero", "✖ End board")
    chat, board = await talk.world.operate(tokens.list_tokens, "ana")
    assert (chat.ended_at, board.ended_at) == (None, talk.world.clock.now())
    await talk.ana.says("/token revocar", "/token revoke")
    await talk.ana.presses("Sí, terminarlos", "Yes, end them")
    assert (await talk.world.operate(users.actor, talk.world.users["ana"].id)).user.token_version == 2


@conversation("Connect an assistant", "conectar")
async def test_connecting(talk):
    talk.note("The page that Ana's assistant has opened shows a code.")
    asked = AuthorizationRequest("x", "Claude", "claude.ai", "https://claude.ai/back", "", "tasks:read logs:write", "y")
    await talk.world.operate(sign_ons.begin_sign_on, asked, hash_of("page"), hash_of("abcdefgh"))
    await talk.ana.says("/conectar ABCD-EFGH", "/connect ABCD-EFGH")
    with patch.object(sign_ons.secrets, "randbelow", return_value=271828):
        await talk.ana.presses("✅ Permitir", "✅ Allow")
    talk.note("She types the number into the page.")
    await talk.world.operate(sign_ons.continue_sign_on, hash_of("page"), "271828", hash_of("code"))
    await talk.ana.says("/conectar ABCD-EFGH", "/connect ABCD-EFGH")


@conversation("See one's calendar in another program", "calendario")
async def test_calendars(talk):
    talk.world.pipeline.settings = replace(talk.world.pipeline.settings, public_url="https://semaforo.example.com")
    await talk.ana.says("/calendario", "/calendar")
    await talk.ana.presses("➕ Mi agenda", "➕ My agenda")
    assert len(talk.ana.message.spoilers) == 2
    await talk.ana.presses("🙈 Ocultar", "🙈 Hide")
    assert talk.ana.message.spoilers == []
    await talk.ana.presses("📆 Mis enlaces", "📆 My links")
    await talk.ana.presses("✖ Terminar Mi agenda", "✖ End My agenda")


@conversation("Have an outside calendar count as busy", "calendario")
async def test_outside_calendars(talk):
    address = "https://office.example/private/basic.ics"
    await talk.ana.says(f"/calendario {address}", f"/calendar {address}")
    await talk.ana.presses("✖ Quitar office.example", "✖ Remove office.example")


@conversation("Send a calendar file, and keep some of its events", "calendario")
async def test_a_calendar_file(talk):
    lunch = f"SUMMARY:{talk.words('Comida con el cliente', 'Lunch with the client')}"
    flight = event(
        *(":20261124T140000Z", ":20261124T154500Z"),
        *(f"SUMMARY:{talk.words('Vuelo a Monterrey', 'Flight to Monterrey')}", "LOCATION:MEX\\, T2"),
    )
    later, over = (event(f":202611{day}T220000Z", f":202611{day}T233000Z", lunch) for day in ("24", "02"))
    await talk.ana.sends_calendar("monterrey.ics", calendar(flight, later, over))
    await talk.ana.presses("✅ 2")
    await talk.ana.says("no, solo la comida", "no, just the lunch")
    await talk.ana.says("todos menos el 2", "all but the second")
    await talk.ana.presses("✅ Guardar 1", "✅ Save 1")
    await talk.ana.sends_calendar("sí.ics", calendar("METHOD:REPLY\n", flight))


@conversation("See one's own weeks as a picture", "historial")
async def test_history(talk):
    await talk.ana.says("/historial", "/history")
    assert talk.ana.message.raw["photo"]


@conversation("Drop a question", "cancelar")
async def test_cancel(talk):
    await talk.ana.says("/zona", "/timezone")
    await talk.ana.says("/cancelar", "/cancel")
    await talk.ana.says("Madrid")
    await talk.ana.presses("✖ No")
    await talk.ana.says("/cancelar", "/cancel")
    assert (await talk.world.operate(users.actor, talk.world.users["ana"].id)).user.timezone is None


@conversation("Ask for help", "ayuda")
async def test_help(talk):
    await talk.lucia.says("/ayuda", "/help")
    await talk.ana.says("/ayuda", "/help")
    assert "/equipo" not in talk.ana.message.text + talk.ana.message.text.replace("/team", "/equipo")
    await talk.ana.presses("☀️ Mi día", "☀️ My day")


@conversation("Say what the bot does not know")
async def test_not_understood(talk):
    await talk.ana.says("Los carteles van en azul", "Posters blue, banners green-ish")
    await talk.ana.says("¿Qué tal está el clima?", "What is the weather like?")
    await talk.ana.says("/bailar", "/dance")
    await talk.ana.says("/hoi", "/tody")
    await talk.ana.says("¡Hola!", "Hello!")
    await talk.ana.presses("☀️ Mi día", "☀️ My day")
