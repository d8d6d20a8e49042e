"""A real browser for the tests that need one."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE = {"width": 1440, "height": 900}
PATIENCE_MS = 10_000


def require_chromium() -> None:
    """Skip where there is no browser, but fail in CI: there the story must be seen."""
    if not CHROMIUM.exists():
        reason = f"no browser at {CHROMIUM}"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)


@asynccontextmanager
async def tab(url: str, scheme: str = "light") -> AsyncIterator[Page]:
    """A page in a fresh browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*ARGUMENTS])
        page = await browser.new_page(viewport=WIDE, color_scheme=scheme, locale="es-MX", device_scale_factor=1)
        page.set_default_timeout(PATIENCE_MS)
        await page.goto(url)
        yield page
        await browser.close()
