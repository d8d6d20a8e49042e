"""An attachment as an answer: a file to save, which runs nothing, passed on as it arrives."""

import aiohttp
import pytest

from api import Outside
from api.http.attachments import media_type_of
from core.application.use_case import Caller
from core.base.errors import Code, Unavailable
from core.people import users
from core.ports.kept_files import KeptFiles, OpenFile
from core.records.work import AttachmentKind, TelegramFile
from core.work import tasks
from core.work.tasks import CommentRequest
from tests.api.world import served_again

PIECES = [b"uno", b"dos", b"tres"]


class Content(OpenFile):
    """Pieces, and perhaps a fault in the place of the next one."""

    def __init__(self, pieces, fault):
        self.pieces, self.fault, self.closed = list(pieces), fault, False

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.pieces:
            return self.pieces.pop(0)
        raise self.fault or StopAsyncIteration

    async def aclose(self):
        self.closed = True


class Files(KeptFiles):
    """Gives whatever file is asked for."""

    def __init__(self, fault=None):
        self.content = Content(PIECES[1:], fault)

    async def open(self, file_id):
        return PIECES[0], self.content


async def attachment(world, name, kind=AttachmentKind.DOCUMENT):
    """The path of a file attached to a comment of Ana's."""
    task = await world.task()
    ana = Caller(await world.operate(users.actor, world.id("ana")))
    file = TelegramFile(kind, name, "BQAC")
    comment = await world.pipeline.run(ana, tasks.add_comment, task["id"], CommentRequest(comentario="x"), [file])
    return f"/tasks/{task['id']}/attachments/{comment.id}-0"


async def given(world, name, kind=AttachmentKind.DOCUMENT, method="GET", files=None):
    path = await attachment(world, name, kind)
    async with served_again(world, outside=Outside(kept_files=files or Files())) as served:
        return await served.call(method, path)


@pytest.mark.parametrize("name", ["x.html", "x.svg", "x.xml", "x.XHTML", "x.js", "pdf", "x.pdf.htm", ".pdf"])
async def test_what_could_run_in_a_browser_has_no_type_of_its_own(world, name):
    assert media_type_of(name) == "application/octet-stream"


async def test_a_browser_saves_a_file_and_runs_nothing_of_it(world):
    reply = await given(world, "x.html")
    assert reply.headers["Content-Type"] == "application/octet-stream"
    assert reply.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert reply.headers["Content-Disposition"].startswith("attachment; ")
    assert reply.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("name", "plain", "whole"),
    [
        ('a"b\r\nSet-Cookie: x.pdf', "a_b__Set-Cookie_ x.pdf", "a%22b__Set-Cookie%3A%20x.pdf"),
        ("../../etc/passwd", ".._.._etc_passwd", ".._.._etc_passwd"),
        ("foto\N{RIGHT-TO-LEFT OVERRIDE}fdp.exe", "foto_fdp.exe", "foto_fdp.exe"),
        ("ñandú 🟢.png", "_and_ _.png", "%C3%B1and%C3%BA%20%F0%9F%9F%A2.png"),
    ],
    ids=["quotes and lines", "folders", "turned", "other letters"],
)
async def test_a_name_is_that_of_one_file_and_says_what_it_is(world, name, plain, whole):
    reply = await given(world, name)
    assert reply.headers["Content-Disposition"] == f"attachment; filename=\"{plain}\"; filename*=UTF-8''{whole}"


async def test_a_file_without_a_name_is_named_after_what_telegram_makes_of_it(world):
    reply = await given(world, None, AttachmentKind.VOICE)
    assert (reply.headers["Content-Type"], reply.body) == ("audio/ogg", b"".join(PIECES))
    assert 'filename="voice.ogg"' in reply.headers["Content-Disposition"]


async def test_a_file_that_stops_arriving_is_cut_off_and_never_taken_for_the_whole(world):
    files = Files(Unavailable(Code.TELEGRAM_UNAVAILABLE))
    with pytest.raises(aiohttp.ClientPayloadError):
        await given(world, "x.pdf", files=files)
    assert files.content.closed


async def test_a_head_has_the_lines_of_a_file_and_takes_none_of_it(world):
    files = Files()
    reply = await given(world, "x.pdf", method="HEAD", files=files)
    assert (reply.status, reply.body, reply.headers["Content-Type"]) == (200, b"", "application/pdf")
    assert files.content.pieces == PIECES[1:]
    assert files.content.closed
