"""Telegram's newer features on the page: a button's colour, a button that copies, a time by the reader's clock."""

import pytest
from aiohttp import ClientSession
from playwright.async_api import Browser, expect
from telegram import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.ext import ExtBot

from bot.sandbox import Sandbox
from tests.browser import blank_page

from .conftest import PEOPLE, TOKEN, Raw

pytestmark = pytest.mark.asyncio
NINE_IN_MEXICO = 1_795_446_000
MEXICO = "America/Mexico_City"
KEYS = [
    InlineKeyboardButton("Listo", callback_data="a", style="success"),
    InlineKeyboardButton("Borrar", callback_data="b", style="danger"),
    InlineKeyboardButton("Copiar", copy_text=CopyTextButton("s3cr3t")),
    InlineKeyboardButton("Nada", callback_data="c"),
]


async def test_buttons_have_their_colours_and_one_copies(bot: ExtBot, sandbox: Sandbox, browser: Browser):
    await bot.send_message(101, "¿Qué hago?", reply_markup=InlineKeyboardMarkup([KEYS]))
    async with blank_page(browser, permissions=["clipboard-read", "clipboard-write"]) as tab:
        await tab.goto(sandbox.url)
        keys = tab.locator(".panel.active .key")
        await expect(keys).to_have_count(len(KEYS))
        for scheme in ("light", "dark"):
            await tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # the colours change at once
            grounds = [await key.evaluate("key => getComputedStyle(key).backgroundColor") for key in await keys.all()]
            assert len(set(grounds)) == 3, "green, red, and that of both others"
        await keys.filter(has_text="Copiar").click()
        await expect(tab.locator(".toast")).to_have_text("Copiado")
        assert await tab.evaluate("navigator.clipboard.readText()") == "s3cr3t"


async def test_a_time_is_shown_by_the_zone_of_the_page_else_of_the_browser_even_with_a_style_inside(browser: Browser):
    words = f'Abierto <tg-time unix="{NINE_IN_MEXICO}" format="t">8:<b>00</b></tg-time>, luego nada'
    async with blank_page(browser, timezone_id="Europe/Madrid") as tab:
        for zone, time in ((MEXICO, "9:00"), (None, "16:00")):
            async with showing(zone) as sandbox, ClientSession() as session:
                await Raw(session, sandbox.url)("sendMessage", chat_id=101, text=words, parse_mode="HTML")
                await tab.goto(sandbox.url)
                await expect(tab.locator(".panel.active .text")).to_have_text(f"Abierto {time}, luego nada")


def showing(zone: str | None) -> Sandbox:
    return Sandbox(TOKEN, "semaforo_bot", "Semáforo", PEOPLE, timezone=zone)
