"""How many messages and taps what a team often does takes, counted on the page of the stand-in in a real browser."""

import re

import pytest
from playwright.async_api import expect

from bot.sandbox._picture import checkerboard
from core.records.messages import MessageKind
from tests.bot.chat.pushing import push_of
from tests.browser import tab
from tests.cast import day
from tests.system.story import Person, press

pytestmark = pytest.mark.long

PEOPLE = ("ana", "luis", "lucia")


class Hands:
    """What writes and taps for a person, and how often it did."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.messages = 0
        self.taps = 0

    @property
    def counted(self) -> tuple[int, int]:
        return self.messages, self.taps

    async def write(self, words: str, shows: str) -> None:
        """Write a message, and wait for the bot's answer."""
        await self.person.write(words)
        self.messages += 1
        await self.person.answered(shows)

    async def send_picture(self, caption: str, shows: str) -> None:
        """Send a picture with words under it, which is one message."""
        await self.person.panel.locator("textarea").fill(caption)
        picture = {"name": "lona.png", "mimeType": "image/png", "buffer": checkerboard()}
        await self.person.panel.locator('input[type="file"]').set_input_files(picture)
        self.messages += 1
        await self.person.answered(shows)

    async def tap(self, button: str, shows: str) -> None:
        """Tap a button of the last message, and wait for what it then shows."""
        await press(self.person.last, re.compile(f"^{re.escape(button)}"))
        self.taps += 1
        await expect(self.person.last).to_contain_text(shows)


@pytest.fixture
def over_http():
    """A browser takes part."""
    return True


@pytest.fixture
async def team(world, browser):
    """The hands of Ana, Luis and Lucía, who leads them; Ana has a task of Lucía's."""
    await world.task("ana", by="lucia", text="Lona del stand", due=5)
    for who in PEOPLE:
        await world.says(who, "hola")
    async with tab(world.sandbox.url, browser) as page:
        yield {who: Hands(Person(page, who)) for who in PEOPLE}


async def test_a_task_is_handed_over_by_a_message_and_a_tap_and_a_tap_of_who_takes_it(world, team):
    await team["ana"].write("pásale la 1 a Luis", "si se queda con")
    await team["ana"].tap("🙋 Pedírselo a Luis", "Espera la respuesta de Luis")
    await push_of(world, "luis", MessageKind.TASK_ASKED)
    await team["luis"].person.answered("te pide que te quedes con una tarea suya")
    await team["luis"].tap("✅ Sí, la tomo", "Tarea 1")
    assert (team["ana"].counted, team["luis"].counted) == ((1, 1), (0, 1))
    assert (await world.task_by_id(1)).responsible_user_ids == [world.users["luis"].id]


async def test_another_date_is_asked_for_by_a_message_and_a_tap_and_a_tap_of_the_leader(world, team):
    await team["ana"].write("pasa la 1 al viernes 4 de diciembre", "Lucía")
    await team["ana"].tap("🙋 Pedirle a Lucía", "Espera la respuesta de Lucía")
    await push_of(world, "lucia", MessageKind.TASK_ASKED)
    await team["lucia"].person.answered("Lona del stand")
    await team["lucia"].tap("✅", "Tarea 1")
    assert (team["ana"].counted, team["lucia"].counted) == ((1, 1), (0, 1))
    assert (await world.task_by_id(1)).fecha_cumplir == day(11)


async def test_half_a_day_is_a_message_and_a_tap(team):
    await team["ana"].write("hoy solo trabajo por la mañana", "sin guardar")
    await team["ana"].tap("✅ Guardar", "Tu ausencia")
    assert team["ana"].counted == (1, 1)


async def test_who_has_how_much_is_a_message(team):
    await team["lucia"].write("¿quién está más cargado?", "Quién tiene cuánto")
    assert team["lucia"].counted == (1, 0)


async def test_the_three_of_a_meeting_are_a_message(team):
    await team["lucia"].write("¿qué se cerró, qué está atorado y qué sigue?", "Para la junta")
    await team["lucia"].person.answered("Lona del stand")
    assert team["lucia"].counted == (1, 0)


async def test_somebody_is_chased_by_a_message_and_a_tap_that_confirms_it(world, team):
    """The tap is one more than wished: what was sent to somebody cannot be taken back."""
    await team["lucia"].write("recuérdale a Ana lo de la lona", "#1")
    await team["lucia"].tap("👋 Sí, a Ana", "Tarea 1")
    assert team["lucia"].counted == (1, 1)
    await push_of(world, "ana", MessageKind.TASK_NUDGE)
    await team["ana"].person.answered("Lucía te pregunta cómo va")


async def test_a_picture_is_kept_by_a_message_and_a_tap(team):
    await team["ana"].send_picture("la lona en el taller", "Lona del stand")
    await team["ana"].tap("#1", "la lona en el taller")
    assert team["ana"].counted == (1, 1)


async def test_a_reminder_of_ones_own_is_a_message(team):
    await team["ana"].write("acuérdame hablarle a don Ramiro mañana a las 10", "hablarle a don Ramiro")
    await team["ana"].person.answered("🔔")
    assert team["ana"].counted == (1, 0)


async def test_a_task_is_split_by_a_message_and_a_tap(team):
    await team["ana"].write("divide la 1 en TV, digital y OOH", "OOH")
    await team["ana"].tap("✂️ Dividir en 3", "Dividida en 3")
    assert team["ana"].counted == (1, 1)
