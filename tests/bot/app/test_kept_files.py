"""Files that Telegram keeps, as the API gets them, and the refusals where that fails."""

import pytest

from bot.app.config import TelegramConfig
from bot.app.kept_files import TelegramFiles
from bot.sandbox import Person, Sandbox
from bot.telegram.connection import PIECE_BYTES
from core.base.errors import Code, Conflict, Gone, Unavailable

TOKEN = "7000000001:test-token"
CONTENT = bytes(range(256)) * (3 * PIECE_BYTES // 256) + b"end"


@pytest.fixture
async def sandbox():
    async with Sandbox(TOKEN, "semaforo_bot", "Semáforo", [Person(101, "Ana", "ana", started=True)]) as running:
        yield running


@pytest.fixture
async def file_id(sandbox):
    message = await sandbox.person("ana").send_document(CONTENT, name="x.bin")
    return message.raw["document"]["file_id"]


@pytest.fixture
async def files(sandbox):
    files = TelegramFiles(TelegramConfig(token=TOKEN, base_url=sandbox.url))
    yield files
    await files.close()


async def test_a_file_arrives_whole_and_in_pieces(files, file_id):
    first, rest = await files.open(file_id)
    pieces = [first, *[piece async for piece in rest]]
    assert b"".join(pieces) == CONTENT
    assert max(map(len, pieces)) <= PIECE_BYTES


@pytest.mark.parametrize(
    ("status", "description", "kind", "code"),
    [
        (400, "Bad Request: file is too big", Conflict, Code.ATTACHMENT_TOO_LARGE),
        (400, "Bad Request: wrong file_id or the file is temporarily unavailable", Gone, Code.ATTACHMENT_GONE),
        (403, "Forbidden: bot was blocked by the user", Gone, Code.ATTACHMENT_GONE),
        (401, "Unauthorized", Unavailable, Code.TELEGRAM_UNAVAILABLE),
        (429, "Too Many Requests: retry after 3", Unavailable, Code.TELEGRAM_UNAVAILABLE),
        (502, "Bad Gateway", Unavailable, Code.TELEGRAM_UNAVAILABLE),
    ],
)
async def test_what_telegram_refuses_is_told_by_kind(sandbox, files, file_id, status, description, kind, code):
    sandbox.faults.refuse(status, description, method="getFile")
    with pytest.raises(kind) as refused:
        await files.open(file_id)
    assert refused.value.code == code


async def test_a_telegram_that_cannot_be_reached_is_told_as_that(sandbox, files, file_id):
    await sandbox.stop()
    with pytest.raises(Unavailable) as refused:
        await files.open(file_id)
    assert refused.value.code == Code.TELEGRAM_UNAVAILABLE
    assert refused.value.__suppress_context__


async def test_a_file_that_its_address_no_longer_has_is_none_for_now(sandbox, files, file_id, monkeypatch):
    monkeypatch.setattr(sandbox._world.files, "by_path", lambda _: None)
    with pytest.raises(Unavailable):
        await files.open(file_id)
