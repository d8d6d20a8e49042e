"""The chat page under a finger, where nothing shows what the mouse is over."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page, expect
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.ext import ExtBot

from bot.sandbox import Sandbox
from tests.browser import blank_page

pytestmark = pytest.mark.asyncio
LONG = "Una línea que llena el ancho del globo hasta su borde derecho " * 3
BESIDE = """
[...document.querySelectorAll(".panel.active .msg .more")].map((more) => {
  const [button, text] = [more, more.parentElement].map((each) => each.getBoundingClientRect());
  return (button.left >= text.right || button.right <= text.left) && button.left >= 0 && button.right <= innerWidth;
})
"""
"""Of each message, whether its menu's button is on the screen and over no part of its text."""


async def test_a_messages_menu_covers_none_of_its_text(bot: ExtBot, sandbox: Sandbox, browser: Browser):
    await bot.send_message(101, LONG)
    await sandbox.person("ana").send(LONG)
    await bot.send_message(101, "Sí")
    async with blank_page(browser, has_touch=True, is_mobile=True, locale="es-MX") as tab:
        await tab.goto(sandbox.url)
        for width in (390, 320):
            await tab.set_viewport_size({"width": width, "height": 780})
            await expect(tab.locator(".panel.active .msg")).to_have_count(3)
            assert await tab.evaluate(BESIDE) == [True, True, True]
            assert await tab.evaluate("document.documentElement.scrollWidth") == width
        await tab.locator(".panel.active .msg .more").first.tap()
        await expect(tab.get_by_role("menuitem").first).to_be_visible()


ONE_LINE = """
[...document.querySelectorAll('.panel.active .key')].map((key) => {
  const range = document.createRange();
  range.selectNodeContents(key);
  return range.getClientRects().length === 1 && key.scrollWidth <= key.clientWidth;
})
"""
"""Of each button, whether its one word stands on one line and within it."""


@pytest.fixture(scope="module")
async def tab(browser: Browser) -> AsyncIterator[Page]:
    """On a screen, in English; each sandbox is a site of its own."""
    async with blank_page(browser, locale="en-US") as tab:
        yield tab


async def test_no_word_is_broken_in_the_buttons_of_a_calendar(bot: ExtBot, sandbox: Sandbox, tab: Page):
    rows = (("Hoy", "Mañana", "vie\u00a027", "lun\u00a030"), ("dom", "lun", "mar", "mié", "jue", "vie", "sáb"))
    keys = [[InlineKeyboardButton(word, callback_data="-") for word in row] for row in rows]
    await bot.send_message(101, "¿Para cuándo?", reply_markup=InlineKeyboardMarkup(keys))
    await tab.goto(sandbox.url)
    for width in (390, 1200):
        await tab.set_viewport_size({"width": width, "height": 780})
        await expect(tab.locator(".panel.active .key")).to_have_count(11)
        assert await tab.evaluate(ONE_LINE) == [True] * 11


async def test_the_bar_speaks_as_the_panels_do_whatever_the_browsers_language(sandbox: Sandbox, tab: Page):
    await tab.set_viewport_size({"width": 1200, "height": 780})
    await tab.goto(sandbox.url)
    await expect(tab.get_by_text("banco de pruebas")).to_be_visible()
    await tab.locator("#language").click()
    await expect(tab.get_by_text("test bench")).to_be_visible()
