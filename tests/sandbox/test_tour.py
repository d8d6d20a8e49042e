"""Steps that the page offers to try are ticked once the bot has shown them to the right person."""

from collections.abc import AsyncIterator

import pytest

from bot.sandbox import Sandbox, SandboxError, Step, Tour

from .conftest import PEOPLE, TOKEN, Raw

pytestmark = pytest.mark.asyncio
TOUR = Tour("Un banco", [Step("Saluda", "ana", "hola", r"buen(os)? d"), Step("Llama", "ana", "/ya", "voy", "luis")])


async def ticks(raw: Raw) -> list[bool]:
    async with raw.session.get(f"{raw.url}/sandbox/state") as answer:
        return [step["done"] for step in (await answer.json())["tour"]["steps"]]


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(TOKEN, "semaforo_bot", "Semáforo", PEOPLE, tour=TOUR) as running:
        yield running


@pytest.mark.parametrize(
    ("chat", "words", "done"),
    [
        (101, "Muy buenos días", [True, False]),
        (102, "Muy buenos días", [False, False]),
        (102, "Ya voy", [False, True]),
        (101, "Ya voy", [False, False]),
    ],
    ids=["its own person", "somebody else", "whom it is shown to", "who only begins it"],
)
async def test_a_step_is_done_once_its_reader_is_shown_it(raw: Raw, chat, words, done):
    await raw("sendMessage", chat_id=chat, text=words)
    assert await ticks(raw) == done


async def test_an_edit_shows_it_too_and_it_stays_done(raw: Raw):
    sent = (await raw("sendMessage", chat_id=101, text="hola"))["result"]
    assert await ticks(raw) == [False, False]
    for words in ("buen día", "adiós"):
        await raw("editMessageText", chat_id=101, message_id=sent["message_id"], text=words)
        assert await ticks(raw) == [True, False]


async def test_what_a_person_writes_shows_nothing(raw: Raw, sandbox: Sandbox):
    await sandbox.person("ana").send("buen día")
    assert await ticks(raw) == [False, False]


async def test_a_step_of_nobody_here_is_refused():
    with pytest.raises(SandboxError, match="zoe"):
        Sandbox(TOKEN, "semaforo_bot", "Semáforo", PEOPLE, tour=Tour("", [Step("Saluda", "zoe", "hola", "hola")]))
