"""A real browser for the tests that need one."""

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright

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
    "--renderer-process-limit=1",  # each page starts a process otherwise, which costs more than most pages
)
WIDE = {"width": 1440, "height": 900}
PATIENCE_MS = 40_000


def require_chromium() -> None:
    """Skip where there is no browser, but fail in CI: there the story must be seen."""
    if not CHROMIUM.exists():
        reason = f"no browser at {CHROMIUM}"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A fresh browser."""
    require_chromium()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*ARGUMENTS])
        yield browser
        await browser.close()


@asynccontextmanager
async def blank_page(browser: Browser | None = None, **options: Any) -> AsyncIterator[Page]:
    """A page on nothing yet, which shares nothing with others of a browser; `options` are Playwright's of a new page.

    Without one it is in a fresh browser.
    """
    async with AsyncExitStack() as stack:
        page = await (browser or await stack.enter_async_context(chromium())).new_page(**options)
        yield page
        await page.close()


@asynccontextmanager
async def tab(url: str, browser: Browser | None = None) -> AsyncIterator[Page]:
    """An address on a wide, light screen in Mexico."""
    async with blank_page(browser, viewport=WIDE, color_scheme="light", locale="es-MX") as page:
        page.set_default_timeout(PATIENCE_MS)
        await page.goto(url)
        yield page
