"""How many taps a day of five tasks takes, counted on the page of the stand-in in a real browser."""

import re

import pytest
from playwright.async_api import expect

from core.base.model import Semaforo
from core.records.messages import MessageKind
from tests.bot.chat.pushing import DAY, pushed
from tests.browser import tab
from tests.system.story import Person, press

pytestmark = pytest.mark.long

TASKS = ("Contrato", "Factura", "Inventario", "Póliza", "Manual")


class Thumb:
    """What taps the buttons of a person's last message, and how often it did."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.taps = 0

    async def tap(self, button: str, shows: str) -> None:
        """Tap a button of the message, and wait for what it then shows."""
        await press(self.person.last, re.compile(f"^{re.escape(button)}$"))
        self.taps += 1
        await expect(self.person.last).to_contain_text(shows)


@pytest.fixture
def over_http():
    """A browser takes part."""
    return True


@pytest.fixture
async def thumb(world, browser):
    """Ana's, with a day of five tasks that is open and the prompt for its report before her."""
    for text in TASKS:
        await world.task("ana", text=text)
    await world.open_log("ana")
    await pushed(world, "ana", MessageKind.AVANCE_PROMPT, **DAY)
    async with tab(world.sandbox.url, browser) as page:
        person = Person(page, "ana")
        await person.answered("¿Cómo vas, Ana?")
        yield Thumb(person)


def places():
    """What the panel shows after each item: the next one, and at last the end."""
    return [*(f"{place} de 5" for place in range(2, 6)), "promedio"]


async def test_lights_and_percentages_of_all_five_are_twelve(world, thumb):
    await thumb.tap("📝 Reportar", "1 de 5")
    asked = {"🟡": "Amarillo", "🟠": "Naranja", "🔴": "¿Qué la detiene"}
    for light, following in zip("🟡🟠🔴🟡🟠", places(), strict=True):
        await thumb.tap(light, asked[light])
        await thumb.tap("50", following)
    await thumb.tap("📤 Enviar", "avance 9:00")
    assert thumb.taps == 12
    log = await world.log("ana")
    assert [item.porcentaje for item in log.items] == [50] * 5
    assert Semaforo.VERDE not in {item.semaforo for item in log.items}


async def test_percentages_alone_are_seven(world, thumb):
    await thumb.tap("📝 Reportar", "1 de 5")
    for following in places():
        await thumb.tap("75", following)
    await thumb.tap("📤 Enviar", "avance 9:00")
    assert thumb.taps == 7
    assert [item.porcentaje for item in (await world.log("ana")).items] == [75] * 5


async def test_nothing_changed_is_one(world, thumb):
    await thumb.tap("👌 Sin cambios", "avance 9:00")
    assert thumb.taps == 1
    assert (await world.log("ana")).avance_at is not None


async def test_one_message_is_none(world, thumb):
    await thumb.person.write("1 70, 2 rojo falta la factura, 3 listo, 4 40 amarillo, 5 igual, enviar")
    await thumb.person.answered("5 tareas guardadas. Avance enviado")
    log = await world.log("ana")
    assert [item.porcentaje for item in log.items] == [70, 0, 100, 40, 0]
    assert thumb.taps == 0
    assert log.avance_at is not None
