"""Calendar links in the chat: told once to their person, renewed and ended by a press."""

import logging
import re
from datetime import date, timedelta
from urllib.parse import urlsplit

import aiohttp
import icalendar
import pytest
from vdirsyncer.storage.http import HttpStorage

import api
from bot.app.tokens import keyring
from core.base.settings import Settings
from core.calendar import calendar_links, outside_calendars
from core.records.calendar_links import Fetch
from core.records.outside_calendars import CalendarFault, CalendarReading, UnreadableEvent
from tests.bot.world import check, labels, plain

HTTPS = re.compile(r"https://semaforo\.example\.com/calendar/([A-Za-z0-9_-]{43})\.ics")
ASKED = {"lucia": "/calendario", "ana": "/calendario", "pablo": "/calendar"}
NEW = ["➕ Mi agenda", "➕ Solo ocupado", "➕ Mi equipo", "➕ Mis tareas"]


@pytest.fixture(autouse=True)
def public_url(world):
    world.pipeline.settings = Settings(public_url="https://semaforo.example.com")


@pytest.fixture
async def fetched(world):
    """The events of the calendar at an address; None where there is none."""
    authenticator = api.Authenticator(world.pipeline, keyring(world.config), cache=timedelta(0))
    server = await api.serve(api.create_app(world.pipeline, authenticator), "127.0.0.1", 0)

    async def events(address: str) -> list[str] | None:
        path = address.removeprefix("https://semaforo.example.com")
        async with aiohttp.ClientSession() as client, client.get(server.url + path) as got:
            if got.status == 404:
                return None
            return [str(event["SUMMARY"]) for event in icalendar.Calendar.from_ical(await got.read()).walk("VEVENT")]

    events.server = server
    yield events
    await server.stop()


async def pressed(world, card, button, who="ana"):
    """The message that shows a link's addresses, and the first of them."""
    said = await world.taps(who, card, button, sees="suscríbete con una de estas direcciones")
    https, webcal = said.spoilers
    assert HTTPS.fullmatch(https)
    assert webcal == https.replace("https:", "webcal:")
    return said, https


async def test_a_link_is_hidden_until_pressed_and_shows_what_its_person_sees(world, fetched):
    await world.task("ana", text="Cerrar el mes")
    card = await world.says("ana", "/calendario", sees="Google lo vuelve a leer hasta un día después")
    assert labels(card) == NEW
    said, address = await pressed(world, card, "➕ Mis tareas")
    assert said.keyboard == [["📋 Copiar https", "📋 Copiar webcal"], ["🙈 Ocultar", "📆 Mis enlaces"]]
    (event,) = await fetched(address)
    assert "Cerrar el mes" in event
    hidden = await world.taps("ana", said, "🙈 Ocultar", sees="ya no se muestra")
    assert hidden.spoilers == []
    listed = await world.taps("ana", hidden, "📆 Mis enlaces", sees="Mis tareas · desde el")
    assert labels(listed)[:2] == ["🔄 Renovar Mis tareas", "✖ Terminar Mis tareas"]


async def test_vdirsyncer_finds_each_event_once_and_again_the_same(world, fetched):
    await world.task("ana", text="Cerrar el mes")
    await world.event("ana", "ana", title="Junta, con; todo\\", offset=1)
    _, address = await pressed(world, await world.says("ana", "/calendario"), "➕ Mi agenda")
    assert len(await fetched(address)) == 2
    seen = []
    async with aiohttp.TCPConnector() as connector:
        for _ in range(2):
            subscribed = HttpStorage(fetched.server.url + urlsplit(address).path, connector=connector)
            seen.append(
                {
                    item.raw: etag
                    for href, etag in [each async for each in subscribed.list()]
                    for item, _ in [await subscribed.get(href)]
                }
            )
    assert seen[0] == seen[1]
    words = [str(icalendar.Calendar.from_ical(raw).walk("VEVENT")[0]["SUMMARY"]) for raw in seen[0]]
    assert sorted(words) == sorted(await fetched(address))


async def test_when_and_by_what_it_was_read_is_told(world):
    await pressed(world, await world.says("ana", "/calendario"), "➕ Mi agenda")
    check(await world.says("ana", "/calendario"), sees=["Mi agenda · desde el", "nadie lo ha leído todavía"])
    (link,) = await world.act("ana", calendar_links.own_links)
    await world.operate(calendar_links.note_fetches, [Fetch(link.id, "Google-Calendar-Importer <b>")])
    card = await world.says("ana", "/calendario", sees="por Google-Calendar-Importer <b>")
    assert "leído el lun, 23 nov a las 9:00" in plain(card).replace("\xa0", " ")


async def test_a_renewed_link_has_another_address_and_an_ended_one_shows_nothing(world, fetched):
    _, first = await pressed(world, await world.says("ana", "/calendario"), "➕ Mi agenda")
    renewed, second = await pressed(world, await world.says("ana", "/calendario"), "🔄 Renovar Mi agenda")
    check(renewed, sees="La dirección de antes ya no muestra nada")
    assert (await fetched(first), await fetched(second)) == (None, [])
    card = await world.says("ana", "/calendario")
    ended = await world.taps("ana", card, "✖ Terminar Mi agenda", notice_has="ya no muestra nada")
    assert labels(ended) == NEW
    assert await fetched(second) is None
    await world.taps("ana", card, "✖ Terminar Mi agenda", alert=True)


async def test_a_team_is_offered_to_its_leader_and_to_those_in_it(world):
    offered = {who: labels(await world.says(who, words)) for who, words in ASKED.items()}
    assert {who: "➕ Mi equipo" in shown or "➕ My team" in shown for who, shown in offered.items()} == {
        "lucia": True, "ana": True, "pablo": False,
    }  # fmt: skip


async def test_without_a_public_address_it_says_who_can_help(world):
    world.pipeline.settings = Settings()
    card = await world.says("pablo", "/calendar", sees="Ask whoever runs Semáforo")
    assert labels(card) == []


ELSEWHERE = "office.example/private-secret/basic.ics"


async def test_an_address_after_the_command_is_a_calendar_that_counts_until_it_is_removed(world):
    card = await world.says("ana", f"/calendario WEBCAL://{ELSEWHERE}", sees="office.example\nlo estoy leyendo")
    assert "private-secret" not in card.text
    (due,) = await world.operate(outside_calendars.calendars_to_read)
    assert due.url == f"https://{ELSEWHERE}"
    until = world.clock.now() + outside_calendars.KNOWN_AHEAD
    await world.operate(outside_calendars.settle_reading, due, CalendarReading(None, [], until))
    card = await world.says("ana", "/calendario", sees="office.example\nleído el")
    assert labels(card) == ["✖ Quitar office.example", *NEW]
    await world.operate(outside_calendars.settle_reading, due, CalendarReading(CalendarFault.NOT_A_CALENDAR))
    card = await world.says("ana", "/calendario", sees="no lo puedo leer: lo que hay ahí no es un calendario")
    assert "office.example" not in (await world.says("luis", "/calendario")).text
    gone = await world.taps("ana", card, "✖ Quitar office.example", notice_has="ya no cuenta")
    assert labels(gone) == NEW
    await world.taps("ana", card, "✖ Quitar office.example", alert=True)
    assert await world.act("ana", outside_calendars.own_outside_calendars) == []


async def test_what_of_it_could_not_be_read_is_told_to_its_person_by_title_and_day(world):
    await world.says("ana", f"/calendario https://{ELSEWHERE}", sees="office.example")
    (due,) = await world.operate(outside_calendars.calendars_to_read)
    until = world.clock.now() + outside_calendars.KNOWN_AHEAD
    unread = [UnreadableEvent("Cita <médica>", date(2026, 11, 24)), *(UnreadableEvent("") for _ in range(5))]
    reading = CalendarReading(None, [], until, unreadable_count=7, unreadable=unread)
    await world.operate(outside_calendars.settle_reading, due, reading)
    card = await world.says("ana", "/calendario")
    line = "⚠️ 7 no se pudieron leer: «Cita <médica>» (mar,\u00a024\u00a0nov), «Sin título», +5. Donde se sabe su hora,"
    assert line in plain(card)
    await world.operate(outside_calendars.settle_reading, due, CalendarReading(None, [], until))
    check(await world.says("ana", "/calendario"), hides="no se pudieron leer")


async def test_an_outside_calendar_needs_no_public_address_of_ours(world):
    world.pipeline.settings = Settings()
    card = await world.says("ana", f"/calendario https://{ELSEWHERE}", sees="office.example")
    assert labels(card) == ["✖ Quitar office.example"]


async def test_an_address_to_which_nothing_is_sent_is_refused_in_words(world):
    assert labels(await world.says("ana", "/calendario http://office.example/x.ics")) == []
    assert await world.act("ana", outside_calendars.own_outside_calendars) == []


async def test_an_address_is_neither_in_the_log_nor_in_the_database(world, caplog):
    caplog.set_level(logging.DEBUG)
    for name in ("telegram", "httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.INFO)  # as `semaforo run` has them
    said, address = await pressed(world, await world.says("ana", "/calendario"), "➕ Mi agenda")
    await world.phone("ana").reply(said, "gracias")
    await world.presses("ana", said, "🙈 Ocultar")
    await world.quiet()
    secret = HTTPS.fullmatch(address)[1]
    assert secret not in caplog.text
    assert secret not in repr(world.store.dump())
