"""The chat page: its endpoints, and the page itself in a real browser with a small bot behind it."""

import asyncio
import json
import re
import time
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from aiohttp import ClientSession, FormData
from playwright.async_api import Browser, expect
from telegram import BotCommand, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.ext import ExtBot

from bot.sandbox import Sandbox
from bot.sandbox._picture import checkerboard
from tests.browser import blank_page, tab
from tests.waiting import until

from .conftest import PEOPLE, TIMEZONE, TOKEN, Raw

pytestmark = pytest.mark.asyncio


class Page:
    """The page's own endpoints."""

    def __init__(self, session: ClientSession, url: str) -> None:
        self.session = session
        self.url = url

    async def act(self, person: str, action: str, **body: object) -> tuple[int, dict]:
        async with self.session.post(f"{self.url}/sandbox/people/{person}/{action}", json=body) as answer:
            return answer.status, await answer.json()

    async def state(self) -> dict:
        async with self.session.get(f"{self.url}/sandbox/state") as answer:
            return await answer.json()


@pytest.fixture
def page(raw: Raw) -> Page:
    return Page(raw.session, raw.url)


async def test_inline_mode_has_endpoints(page: Page, raw: Raw, sandbox: Sandbox):
    asking = asyncio.create_task(page.act("ana", "inline", query="uno"))
    await until(lambda: sandbox.pending_updates)
    query = sandbox.pending_updates[-1]["inline_query"]
    content = {"message_text": "Uno"}
    article = {"type": "article", "id": "1", "title": "Uno", "input_message_content": content}
    assert (await raw("answerInlineQuery", inline_query_id=query["id"], results=[article]))["ok"]
    status, body = await asking
    assert (status, [result["title"] for result in body["results"]], body["button"]) == (200, ["Uno"], None)
    status, body = await page.act("ana", "choose", query_id=body["query_id"], result_id="1")
    assert (status, body["message"]["raw"]["text"]) == (200, "Uno")
    assert (await page.act("ana", "choose", query_id="7", result_id="1"))[0] == 404
    assert (await page.act("ana", "choose", query_id=query["id"], result_id="2"))[0] == 409


async def test_the_link_that_lets_the_bot_into_a_group_makes_one_of_everybody(page: Page, sandbox: Sandbox):
    status, body = await page.act("ana", "open", url="https://t.me/semaforo_bot?startgroup=link")
    assert (status, body["message"]["raw"]["text"]) == (200, "/start@semaforo_bot link")
    chat = body["message"]["chat_id"]
    assert all(chat in [each["id"] for each in person["chats"]] for person in (await page.state())["people"])
    assert sandbox.pending_updates[-1]["message"]["chat"]["id"] == chat
    status, body = await page.act("ana", "open", url="https://t.me/semaforo_bot?start=t12")
    assert (body["message"]["chat_id"], body["message"]["raw"]["text"]) == (101, "/start t12")


async def test_everything_a_person_does_has_an_endpoint(page: Page, raw: Raw, sandbox: Sandbox):
    status, body = await page.act("ana", "send", text="/hoy")
    assert status == 200
    message_id = body["message"]["id"]
    assert (await page.act("ana", "edit", chat=101, message_id=message_id, text="hola"))[0] == 200
    keys = {"inline_keyboard": [[{"text": "Sí", "callback_data": "y"}]]}
    sent = (await raw("sendMessage", chat_id=101, text="?", reply_markup=keys))["result"]
    assert (await page.act("ana", "press", chat=101, message_id=sent["message_id"], data="y"))[0] == 200
    ana = (await page.state())["people"][0]
    assert [press["data"] for press in ana["chats"][0]["presses"]] == ["y"]
    assert [message["from_bot"] for message in ana["chats"][0]["messages"]] == [False, True]
    form = FormData()
    form.add_field("caption", "mira")
    form.add_field("file", checkerboard(), filename="a.png", content_type="image/png")
    async with page.session.post(f"{page.url}/sandbox/people/ana/upload", data=form) as answer:
        photo = (await answer.json())["message"]["raw"]
    assert photo["caption"] == "mira"
    async with page.session.get(f"{page.url}/sandbox/file/{photo['photo'][0]['file_id']}") as answer:
        assert answer.content_type == "image/png"
        assert await answer.read() == checkerboard()
    _, placed = await page.act("ana", "locate", latitude=40.4, longitude=-3.7, reply_to=message_id)
    assert placed["message"]["raw"]["location"] == {"latitude": 40.4, "longitude": -3.7}
    assert (await page.act("ana", "locate", latitude=91, longitude=0))[0] == 409
    assert (await page.act("eva", "open", url="https://t.me/semaforo_bot?start=x"))[1]["message"]["raw"]["text"]
    await page.act("eva", "language", code="es")
    await page.act("luis", "block")
    people = (await page.state())["people"]
    assert (people[1]["blocked"], people[2]["language"], people[2]["started"]) == (True, "es", True)
    await page.act("luis", "unblock")
    assert not sandbox.person("luis").blocked
    await page.act("ana", "clear")
    assert sandbox.person("ana").messages == []
    assert (await page.act("ana", "send", text=" "))[0] == 409
    assert (await page.act("ana", "send"))[0] == 400
    assert (await page.act("zoe", "send", text="a"))[0] == 409
    assert (await page.act("ana", "edit", chat=101, message_id=5, text="a"))[0] == 404


async def test_a_file_may_be_a_reply_and_is_sent_as_an_app_would(page: Page):
    _, body = await page.act("ana", "send", text="/hoy")
    form = FormData()
    form.add_field("reply_to", str(body["message"]["id"]))
    form.add_field("file", b"OggS", filename="a.ogg", content_type="audio/ogg")
    async with page.session.post(f"{page.url}/sandbox/people/ana/upload", data=form) as answer:
        sent = (await answer.json())["message"]["raw"]
    assert (sent["voice"]["mime_type"], sent["reply_to_message"]["message_id"]) == ("audio/ogg", body["message"]["id"])


async def test_the_stream_resumes_and_says_when_it_cannot(page: Page, sandbox: Sandbox):
    async def first_lines(after: str, count: int) -> list[str]:
        async with page.session.get(f"{page.url}/sandbox/stream?after={after}") as answer:
            return [(await answer.content.readline()).decode().strip() for _ in range(count)]

    state = await page.state()
    start = f"{state['epoch']}-{state['seq']}"
    await sandbox.person("ana").send("uno")
    await sandbox.person("ana").send("dos")
    lines = await first_lines(start, 7)
    assert lines[2] == f"id: {state['epoch']}-{state['seq'] + 1}"
    assert json.loads(lines[3].removeprefix("data: "))["message"]["raw"]["text"] == "uno"
    resumed = await first_lines(lines[2].removeprefix("id: "), 4)
    assert json.loads(resumed[3].removeprefix("data: "))["message"]["raw"]["text"] == "dos"
    assert await first_lines("other-1", 1) == ["event: resync"]
    assert await first_lines(f"{state['epoch']}-99999", 1) == ["event: resync"]


async def test_files_of_the_page_and_nothing_else(page: Page):
    async with page.session.get(f"{page.url}/") as answer:
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    for path in ("/page/none.js", "/page/..%2F_page.py", "/page/_page.py", "/sandbox/file/none"):
        async with page.session.get(page.url + path) as answer:
            assert answer.status == 404


async def test_nothing_foreign_in_the_page():
    folder = Path(__file__).parents[2] / "bot/sandbox/page"
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8")
        assert "innerHTML" not in text, path.name
        assert "insertAdjacentHTML" not in text, path.name
        assert "https://" not in text.replace("https://${", "").replace("`https://", ""), path.name
        assert len(text.splitlines()) <= 400, path.name


KEYS = InlineKeyboardMarkup(
    [
        [InlineKeyboardButton("50", callback_data="p:50"), InlineKeyboardButton("Aviso", callback_data="alert")],
        [InlineKeyboardButton("Nunca", callback_data="never"), InlineKeyboardButton("Comentar", callback_data="ask")],
        [InlineKeyboardButton("Unirme", url="https://t.me/semaforo_bot?start=c0d3")],
    ]
)


SURE = InlineKeyboardMarkup([[InlineKeyboardButton("Sí, salir", callback_data="leave")]])
ABOUT = "Tu día y el de tu equipo"


class SmallBot:
    """Answers /hoy with buttons, edits in place, and echoes the rest."""

    def __init__(self, bot: ExtBot) -> None:
        self.bot = bot

    async def run(self) -> None:
        offset = 0
        while True:
            for update in await self.bot.get_updates(offset=offset, timeout=5):
                offset = update.update_id + 1
                if update.callback_query:
                    await self.pressed(update.callback_query)
                elif update.message:
                    await self.told(update.message)

    async def told(self, message) -> None:
        if message.text == "/hoy":
            await message.reply_html("<b>Hoy</b> 0 % <tg-spoiler>secreto</tg-spoiler>", reply_markup=KEYS)
        elif message.text == "/salir":
            await message.reply_text("¿Seguro?", reply_markup=SURE)
        elif message.text == "/foto":
            await self.bot.send_photo(message.chat.id, checkerboard(), caption="Semana")
        elif message.text:
            await message.reply_html(f"Eco: <code>{message.text_html}</code>")

    async def pressed(self, query) -> None:
        if query.data == "p:50":
            await query.edit_message_text("<b>Hoy</b> 50 %", parse_mode="HTML", reply_markup=KEYS)
            await query.answer("Guardado")
        elif query.data == "leave":
            await query.edit_message_text("Hasta luego")
            await query.answer()
        elif query.data == "alert":
            await query.answer("El día está cerrado", show_alert=True)
        elif query.data == "ask":
            await query.answer()
            await self.bot.send_message(query.message.chat.id, "¿Qué pasó?")


class Visit:
    """One visitor's browser tab, with what the steps below look at."""

    def __init__(self, tab, sandbox: Sandbox) -> None:
        self.tab = tab
        self.sandbox = sandbox
        self.ana, self.luis, self.eva = (tab.locator(f'[data-person="{key}"]') for key in ("ana", "luis", "eva"))
        self.area = self.ana.locator("textarea[aria-label]")
        self.last = self.ana.locator('[data-from="bot"]').last
        self.mine = self.ana.locator('[data-from="me"]').last
        self.panel = self.last

    async def write(self, text: str) -> None:
        await self.area.fill(text)
        await self.area.press("Enter")

    async def starts(self, expect) -> None:
        """Read what the bot says of itself, press Start, then choose a command from the autocompletion, by keyboard."""
        await expect(self.ana.locator(".intro")).to_contain_text(f"¿Qué puede hacer este bot?{ABOUT}")
        await expect(self.eva.locator(".intro")).not_to_contain_text("What can this bot do?")
        await self.ana.get_by_role("button", name="Iniciar").click()
        await expect(self.last).to_contain_text("Eco: /start")
        assert await self.area.evaluate("area => area.scrollHeight <= area.clientHeight"), "a bar beside one line"
        await self.area.fill("/h")
        await expect(self.ana.get_by_role("option")).to_have_text(["/hoyEl día"])
        await self.area.press("Enter")
        await expect(self.last).to_contain_text("Hoy 0 %")
        sent = datetime.fromtimestamp(self.sandbox.person("ana").last.raw["date"], ZoneInfo(TIMEZONE))
        await expect(self.last.locator("time")).to_have_text(sent.strftime("%H:%M"))
        message_id = await self.last.get_attribute("data-message-id")
        self.panel = self.ana.locator(f'[data-message-id="{message_id}"]')

    async def presses(self, expect) -> None:
        """The options are beside the message; a spoiler, an edit with its toast, an alert, a button nobody answers."""
        await self.panel.hover()
        bubble, more = [await self.panel.locator(each).bounding_box() for each in (".bubble", ".more")]
        assert bubble["x"] + bubble["width"] <= more["x"]
        await self.panel.locator(".spoiler").click()
        await expect(self.panel.locator(".spoiler")).to_have_class("spoiler shown")
        await self.panel.get_by_role("button", name="50").click()
        await expect(self.panel).to_contain_text("Hoy 50 %")
        await expect(self.panel.locator(".edited")).to_have_text("editado")
        toast = self.ana.locator(".toast")
        await expect(toast).to_have_text("Guardado")
        keys, note = await self.panel.locator(".keys").bounding_box(), await toast.bounding_box()
        assert keys["y"] + keys["height"] <= note["y"]
        await self.panel.get_by_role("button", name="Aviso").press("Enter")
        await expect(self.tab.get_by_role("alertdialog")).to_contain_text("El día está cerrado")
        await self.tab.keyboard.press("Enter")
        await expect(self.panel.get_by_role("button", name="Aviso")).to_be_focused()
        await self.panel.get_by_role("button", name="Nunca").click()
        await expect(self.panel.locator('[aria-busy="true"]')).to_have_count(1)

    async def answers(self, expect) -> None:
        """R on a message opens an answer; ArrowUp edits it."""
        await self.panel.get_by_role("button", name="Comentar").click()
        await expect(self.last).to_contain_text("¿Qué pasó?")
        await self.last.press("r")
        await expect(self.ana.locator(".banner")).to_contain_text("¿Qué pasó?")
        await expect(self.area).to_be_focused()
        await self.write("<b>Nada</b>")
        await expect(self.mine).to_contain_text("<b>Nada</b>")
        await expect(self.last).to_contain_text("Eco: <b>Nada</b>")
        assert self.sandbox.person("ana").messages[-2].reply_to is not None
        await self.area.press("ArrowUp")
        await self.write("Nada más")
        await expect(self.mine).to_contain_text("Nada más")
        await expect(self.mine.locator(".edited")).to_have_count(1)

    async def shares(self, expect) -> None:
        """A place, from the paper clip's menu."""
        await self.ana.get_by_role("button", name="Adjuntar").click()
        await self.tab.get_by_role("menuitem", name="Tijuana").click()
        await expect(self.mine).to_contain_text("Ubicación32.5149° N, 117.0382° W")
        assert self.sandbox.person("ana").messages[-1].raw["location"]["latitude"] == 32.5149

    async def leaves(self, expect) -> None:
        """The message of a focused button loses its buttons and is drawn once more."""
        await self.write("/salir ")
        await self.last.get_by_role("button", name="Sí, salir").press("Enter")
        await expect(self.last).to_contain_text("Hasta luego")
        await expect(self.last.locator(".key")).to_have_count(0)
        await expect(self.last).to_be_focused()

    async def wanders(self, expect) -> None:
        """A deep link acts inside; a picture opens; another person by shortcut; settings; a reload keeps it all."""
        await self.panel.get_by_role("button", name="Unirme").click()
        await expect(self.last).to_contain_text("/start c0d3")
        await self.write("/foto ")
        await self.last.locator(".photo").click()
        await expect(self.tab.locator("dialog.lightbox img")).to_be_visible()
        await self.tab.keyboard.press("Escape")
        await self.tab.keyboard.press("Alt+Digit3")
        await expect(self.eva.get_by_role("button", name="Start", exact=True)).to_be_focused()
        await self.ana.get_by_role("button", name="Ajustes de Ana").click()
        await self.tab.get_by_role("menuitem", name="Bloquear al bot").click()
        await expect(self.ana.get_by_role("button", name="Desbloquear")).to_be_visible()
        assert self.sandbox.person("ana").blocked
        await self.ana.get_by_role("button", name="Desbloquear").click()
        await self.tab.reload()
        await expect(self.panel).to_contain_text("Hoy 50 %")
        await expect(self.panel.locator('[aria-busy="true"]')).to_have_count(1)

    async def reads_above(self, expect) -> None:
        """An edit out of sight moves nothing that is in sight."""
        luis = self.sandbox.person("luis")
        await luis.send("/hoy")
        panel = await luis.wait("Hoy 0 %")
        for number in range(12):
            await luis.send(f"línea {number}\n" * 4)
        await luis.wait("línea 11")
        await expect(self.luis.locator(".msg").last).to_contain_text("Eco: línea 11")
        await self.luis.locator(".scroll").evaluate("box => { box.scrollTop = box.scrollHeight / 2 }")
        seen = self.luis.locator(".msg").nth(10)
        day = self.luis.locator(".day span")
        await expect(day).to_have_css("opacity", "1")
        before = await seen.bounding_box()
        edit = {"text": "mucho\n" * 9, "chat_id": 102, "message_id": panel.id}
        async with ClientSession() as session:
            await session.post(f"{self.sandbox.url}/bot{TOKEN}/editMessageText", json=edit)
        await expect(self.luis.locator(f'[data-message-id="{panel.id}"]')).to_contain_text("mucho")
        after = await seen.bounding_box()
        assert abs(after["y"] - before["y"]) < 2
        await expect(day).to_have_css("opacity", "0")

    async def follows(self, expect) -> None:
        """Check that somebody who writes sees the answer to its end, from above and from the end."""
        await self.tab.emulate_media(reduced_motion="no-preference")
        self.sandbox.faults.delay(0.1, method="sendMessage", times=2)
        for letter in "VW":
            await self.luis.locator("textarea").fill(letter * 300)
            await self.luis.locator("textarea").press("Enter")
            await expect(self.luis.locator('[data-from="bot"]').last).to_contain_text(f"Eco: {letter}")
            await expect(self.luis.locator(".down")).to_be_hidden()

    async def turns_narrow(self, expect) -> None:
        """Tabs with what is unread."""
        await self.tab.set_viewport_size({"width": 390, "height": 800})
        await expect(self.eva).to_be_hidden()
        await self.sandbox.person("luis").send("hola")
        badge = self.tab.locator('[data-tab="luis"] .badge')
        await expect(badge).to_have_text("1")
        await self.tab.locator('[data-tab="luis"]').click()
        await expect(self.luis).to_contain_text("Eco: hola")
        await expect(badge).to_have_count(0)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
async def test_a_message_of_today_by_the_clock_of_the_sandbox_is_todays_on_the_page(browser: Browser):
    async with Sandbox(TOKEN, "semaforo_bot", "Semáforo", PEOPLE, clock=lambda: time.time() + 9 * 86_400) as ahead:
        await ahead.person("ana").send("Hola")
        async with tab(ahead.url, browser) as page:
            await expect(page.locator(".day").first).to_have_text(re.compile("hoy|today", re.IGNORECASE))


async def test_the_page_in_a_browser(bot: ExtBot, sandbox: Sandbox, browser: Browser):
    await bot.set_my_commands([BotCommand("hoy", "El día"), BotCommand("foto", "Una foto")])
    await bot.set_my_description(ABOUT, language_code="es")
    running = asyncio.create_task(SmallBot(bot).run())
    narrower = {"width": 1400, "height": 900}
    async with blank_page(browser, viewport=narrower, locale="es-ES", reduced_motion="reduce") as tab:
        troubles: list[str] = []
        tab.on("pageerror", lambda error: troubles.append(str(error)))
        tab.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
        await tab.goto(sandbox.url)
        visit = Visit(tab, sandbox)
        steps = (
            visit.starts, visit.presses, visit.answers, visit.shares, visit.leaves, visit.wanders, visit.turns_narrow,
        )  # fmt: skip
        steps += (visit.reads_above, visit.follows)
        for step in steps:
            await step(expect)
        assert troubles == []
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
