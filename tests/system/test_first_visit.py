"""A first-time visitor of the demo does the four things that its page offers, on a phone."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser import blank_page
from tests.system.story import Person, demo, item_about, press

pytestmark = pytest.mark.long

PHONE, WIDE = {"width": 390, "height": 780}, {"width": 1200, "height": 780}


class Visit:
    """The demo's page, which shows the next thing to try."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.steps = page.locator(".tour .step")
        self.ana, self.luis, self.lucia = (Person(page, username) for username in ("ana", "luis", "lucia"))

    async def offers(self, words: str) -> None:
        """The one thing that is shown has these words."""
        await expect(self.steps).to_have_count(1)
        await expect(self.steps).to_contain_text(words)

    async def follows(self, words: str) -> None:
        """Press what is offered, and send what the page proposes."""
        await self.offers(words)
        await self.steps.click()
        await self.page.locator(".panel.active textarea").press("Enter")

    async def counts(self, done: int) -> None:
        await expect(self.page.locator(".tour .count")).to_have_text(f"{done} de 4")

    async def opens_anas_day(self) -> Locator:
        day = await self.ana.showing("Sin abrir")
        await press(day, "Abrir el día")
        return day

    async def tells_what_stops_her(self, day: Locator) -> None:
        """She goes on with the day on which she is already."""
        await self.offers("mira el chat de Lucía")
        await expect(day).to_contain_text("abierto")
        await press(day, await item_about("contrato", day))
        await press(day, "🔴")
        await self.ana.answered("¿Qué la detiene, y quién la destraba?")
        await self.ana.write("El proveedor no contesta")


@pytest.mark.timeout(120)  # on a busy machine
async def test_the_four_things_are_ticked_as_they_are_done():
    async with demo() as running, blank_page(viewport=PHONE, has_touch=True, locale="en-US") as page:
        await page.goto(running.chat)
        visit = Visit(page)
        await expect(page.locator(".tour")).to_contain_text("demo: prueba como Ana, Luis o Lucía (líder)")
        await visit.counts(0)
        await visit.follows("Mira el día de Ana")
        await visit.counts(1)
        day = await visit.opens_anas_day()
        await visit.tells_what_stops_her(day)
        await visit.counts(2)
        await expect(visit.lucia.panel).to_contain_text("El proveedor no contesta")
        await visit.follows("Como Lucía")
        await visit.counts(3)
        await visit.follows("Como Luis")
        await visit.counts(4)
        await expect(visit.steps).to_have_count(0)
        await visit.luis.answered("Ana Torres")
        assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        await page.set_viewport_size(WIDE)
        await page.reload()
        await expect(page.locator('.tour .step[data-done="true"]')).to_have_count(4)
