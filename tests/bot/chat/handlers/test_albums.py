"""Files sent as one message: one comment with all of them and one answer, or one question."""

import asyncio

import pytest

from bot.chat import albums
from core.records.messages import MessageKind
from core.work import tasks
from tests.bot.calendars.files import at_ten, calendar
from tests.bot.chat.pushing import pushed, written
from tests.bot.world import check, plain

SAVED = "Comentario guardado"
OF_WHICH = "¿De qué tarea es?"


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    monkeypatch.setattr(albums, "QUIET_SECONDS", 0.02)


@pytest.fixture
async def task(world):
    return await world.task("ana", "luis", by="lucia", text="Revisar contrato")


FOUR = {name: f"%PDF {name}".encode() for name in ("a.pdf", "b.pdf", "c.pdf", "d.pdf")}
TWO = {name: FOUR[name] for name in ("a.pdf", "b.pdf")}
PDF = {"kind": "document", "content_type": "application/pdf"}


async def attached(world, task):
    """Each comment of the task, with the names of what is attached to it."""
    found = await world.operate(tasks.list_attachments, task.id)
    comments = await world.operate(tasks.list_comments, task.id)
    return [(each.comentario, [file.name for file in found if file.comment_id == each.id]) for each in comments]


def said(world, words, who="ana"):
    return [each.text for each in world.phone(who).messages if each.from_bot and words in each.text]


async def send(world, task, album, **how):
    card = await world.says("ana", f"/tarea {task.id}", "Responsables")
    await world.phone("ana").send_album(album, **PDF, reply_to=card, **how)
    await world.quiet()


@pytest.mark.parametrize(
    ("captions", "words"),
    [
        (["así quedó"], "así quedó"),
        (["", "", "así quedó"], "así quedó"),
        (["así quedó", "y así"], "así quedó\ny así"),
        ([], "📎 4 archivos"),
    ],
)
async def test_an_album_in_answer_to_a_card_is_one_comment_with_its_files_and_one_answer(world, task, captions, words):
    await send(world, task, FOUR, captions=captions)
    assert await attached(world, task) == [(words, [*FOUR])]
    assert len(said(world, SAVED)) == 1
    assert said(world, OF_WHICH) == []


async def test_it_comes_back_whole_with_its_words_under_the_first_file(world, task):
    await send(world, task, FOUR, captions=["así quedó"])
    (about,) = await written(world, "luis", MessageKind.TASK_COMMENTED)
    push = check(
        await pushed(world, "luis", MessageKind.TASK_COMMENTED, **about), sees=["así quedó", " · 📎 4 archivos"]
    )
    before = len(world.phone("luis").messages)
    await world.phone("luis").wait_answer(await world.phone("luis").press(push, "📎 4 archivos"))
    sent = world.phone("luis").messages[before:]
    assert [each.raw["document"]["file_name"] for each in sent] == [*FOUR]
    assert ["así quedó" in plain(each) for each in sent] == [True, False, False, False]


async def test_of_several_files_those_that_telegram_has_still_come(world, task):
    await send(world, task, FOUR)
    (comment,) = await world.operate(tasks.list_comments, task.id)
    files = await world.operate(tasks.get_files, task.id, comment.id)
    world.sandbox.lose_file(files[0].file_id)
    card = await world.says("luis", f"/tarea {task.id}", "📎")
    before = len(world.phone("luis").messages)
    answer = await world.phone("luis").wait_answer(await world.phone("luis").press(card, "📎 4 archivos"))
    assert answer.show_alert
    assert "ya no tiene ese archivo" in answer.text
    sent = world.phone("luis").messages[before:]
    assert [each.raw["document"]["file_name"] for each in sent] == ["b.pdf", "c.pdf", "d.pdf"]
    assert "💬 Ana" in plain(sent[0])


async def test_an_album_over_the_command_or_in_answer_to_a_question_is_one_comment(world, task):
    await world.phone("ana").send_album(FOUR, **PDF, captions=[f"/comentar {task.id} Va todo"])
    await world.quiet()
    card = await world.says("ana", f"/tarea {task.id}", "Responsables")
    await world.taps("ana", card, "💬 Comentar")
    await world.phone("ana").send_album(TWO, **PDF)
    await world.quiet()
    assert [(words, len(names)) for words, names in await attached(world, task)] == [
        ("Va todo", 4),
        ("📎 2 archivos", 2),
    ]
    assert len(said(world, SAVED)) == 2


async def test_an_album_is_the_reason_of_a_red(world, task):
    await world.open_log("ana")
    item = await world.taps("ana", await world.says("ana", "/hoy"), f"🟢 #{task.id} · 0\u00a0%")
    why = await world.taps("ana", item, "🔴")
    await world.phone("ana").send_album(FOUR, **PDF, captions=["Falta @luis"], reply_to=why)
    await world.phone("ana").wait("Motivo guardado")
    assert await attached(world, task) == [("Falta @luis", [*FOUR])]


async def test_without_a_task_an_album_is_asked_about_once(world):
    await world.phone("ana").send_album(FOUR, **PDF)
    await world.quiet()
    assert len(said(world, OF_WHICH)) == 1
    await world.phone("ana").send_album(FOUR, **PDF, captions=["mira el error"])
    await world.quiet()
    assert len(said(world, OF_WHICH)) == 2


async def test_two_albums_are_two(world, task):
    card = await world.says("ana", f"/tarea {task.id}", "Responsables")
    for album in (TWO, FOUR):
        await world.phone("ana").send_album(album, **PDF, reply_to=card)
    await world.quiet()
    assert [names for _, names in await attached(world, task)] == [[*TWO], [*FOUR]]


async def test_calendars_sent_together_are_each_shown(world):
    given = {f"{title}.ics": calendar(at_ten(f"SUMMARY:{title}")) for title in ("Uno", "Dos")}
    await world.phone("ana").send_album({**given, **TWO}, kind="document", content_type="application/octet-stream")
    await world.quiet()
    assert len(said(world, "Uno")) == len(said(world, "Dos")) == 1
    assert said(world, OF_WHICH) == []


def of_an_album(number, **more):
    """An update with a file of an album of Ana's, whose message has this number."""
    person = {"id": 101, "is_bot": False, "first_name": "Ana"}
    chat = {"id": 101, "type": "private", "first_name": "Ana"}
    file = {"file_id": f"p{number}", "file_unique_id": f"u{number}", "file_name": f"{number}.pdf"}
    message = {"message_id": number, "date": 1795922000, "chat": chat, "from": person}
    return {"message": {**message, "media_group_id": "g1", "document": file, **more}}


async def comes(world, *numbers, answers=None, **more):
    """Files of an album come, in answer to a message if to any."""
    about = {"reply_to_message": {"message_id": answers.id}} if answers else {}
    for number in numbers:
        world.sandbox.inject(of_an_album(number, **about, **more), chat_id=101)
    await world.quiet()


async def test_an_album_that_comes_in_pieces_is_waited_for_until_no_more_comes(world, task):
    card = await world.says("ana", f"/tarea {task.id}", "Responsables")
    waits, coming = [], [9062, 9063]

    async def sleep(seconds):
        waits.append(seconds)
        if coming:
            waiting = len(await world.chat.waiting_of_chat(101))
            about = {"reply_to_message": {"message_id": card.id}}
            world.sandbox.inject(of_an_album(coming.pop(0), **about), chat_id=101)
            while len(await world.chat.waiting_of_chat(101)) == waiting:
                await asyncio.sleep(0)

    world.service.router.albums.sleep = sleep
    await comes(world, 9060, 9061, answers=card)
    assert await attached(world, task) == [("📎 4 archivos", [f"{number}.pdf" for number in range(9060, 9064)])]
    assert waits == [albums.QUIET_SECONDS] * 3
    assert len(said(world, SAVED)) == 1


async def test_a_whole_album_is_not_waited_for(world, task):
    card = await world.says("ana", f"/tarea {task.id}", "Responsables")
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    world.service.router.albums.sleep = sleep
    await comes(world, *range(9060, 9070), answers=card)
    assert [len(names) for _, names in await attached(world, task)] == [10]
    assert waits == []


async def test_a_file_that_comes_after_the_answer_is_not_lost_and_nothing_is_asked_again(world, task):
    card = await world.says("ana", f"/tarea {task.id}", "Responsables")
    await comes(world, 9060, 9061, answers=card)
    await comes(world, 9062, answers=card)
    assert await attached(world, task) == [("📎 2 archivos", ["9060.pdf", "9061.pdf"]), ("📎 9062.pdf", ["9062.pdf"])]
    await comes(world, 9070, 9071, media_group_id="g2")
    await comes(world, 9072, media_group_id="g2")
    assert len(said(world, OF_WHICH)) == 1


async def test_an_album_whose_answer_was_not_sent_is_answered_once_after_a_restart(world, task):
    card = await world.says("ana", f"/tarea {task.id}", "Responsables")
    async with world.killed_in("sendMessage"):
        about = {"reply_to_message": {"message_id": card.id}}
        for number in range(9060, 9064):
            world.sandbox.inject(of_an_album(number, **about), chat_id=101)
    await world.phone("ana").wait(SAVED)
    await world.quiet()
    assert [len(names) for _, names in await attached(world, task)] == [4]
    assert len(said(world, SAVED)) == 1


async def test_what_cannot_be_answered_is_not_taken_in_pieces(world, task):
    card = await world.says("ana", f"/tarea {task.id}", "Responsables")
    world.sandbox.faults.refuse(400, "Bad Request: unheard of", method="sendMessage")
    await comes(world, *range(9060, 9064), answers=card)
    assert [len(names) for _, names in await attached(world, task)] == [4]
