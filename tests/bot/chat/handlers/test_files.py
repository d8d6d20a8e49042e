"""Files sent in answer to messages about a task: comments with an attachment, and how that comes back."""

import pytest

from core.records.messages import MessageKind
from core.work import tasks
from tests.bot.chat.pushing import pushed, written
from tests.bot.world import check, plain

GONE = "Telegram ya no tiene ese archivo. Pide a quien lo mandó que lo mande otra vez."


@pytest.fixture
async def task(world):
    return await world.task("ana", "luis", by="lucia", text="Revisar contrato")


async def attach(world, task, **sent):
    """Ana's file in answer to the task's card, and the bot's answer."""
    phone, card = world.phone("ana"), await world.says("ana", f"/tarea {task.id}", "Responsables")
    file = sent.pop("data", b"%PDF")
    await phone.send_document(file, reply_to=card, **{"name": "factura.pdf", **sent})
    return await phone.wait("Comentario guardado")


async def attached(world, task):
    """Return what is attached to the task's comments: kinds and names."""
    return [(each.kind, each.name) for each in await world.operate(tasks.list_attachments, task.id)]


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [
        ("document", "factura.pdf", "📎 factura.pdf"),
        ("voice", None, "📎 nota de voz"),
        ("video", "obra.mp4", "📎 obra.mp4"),
        ("audio", "a.mp3", "📎 a.mp3"),
        ("animation", "b.gif", "📎 b.gif"),
        ("video_note", None, "📎 nota de video"),
    ],
)
async def test_a_file_in_answer_to_a_card_is_a_comment_and_comes_back(world, task, kind, name, words):
    await attach(world, task, kind=kind, name=name or "x")
    assert await world.comments(task) == [words]
    assert await attached(world, task) == [(kind.upper(), name)]
    card = await world.says("luis", f"/tarea {task.id}", words)
    sent_before = len(world.phone("luis").messages)
    await world.phone("luis").wait_answer(await world.phone("luis").press(card, words))
    *_, sent = world.phone("luis").messages
    assert len(world.phone("luis").messages) == sent_before + 1
    assert kind in sent.raw
    assert world.phone("luis").current(card).text == card.text
    if kind != "video_note":
        assert plain(sent) == f"💬 Ana, lun,\u00a023\u00a0nov: {words}"


async def test_a_photo_under_words_is_a_comment_in_these_words(world, task):
    card = await world.says("ana", f"/tarea {task.id}", "Responsables")
    await world.phone("ana").send_photo(caption="Así quedó la obra", reply_to=card)
    await world.phone("ana").wait("Comentario guardado")
    assert await world.comments(task) == ["Así quedó la obra"]
    assert await attached(world, task) == [("PHOTO", None)]
    card = await world.says("luis", f"/tarea {task.id}", offers="📎 foto")
    assert "Así quedó la obra · 📎 foto" in plain(card)


async def test_a_push_shows_its_files_and_takes_some_in_answer(world, task):
    await attach(world, task)
    (about,) = await written(world, "luis", MessageKind.TASK_COMMENTED)
    push = check(await pushed(world, "luis", MessageKind.TASK_COMMENTED, **about), sees="📎 factura.pdf")
    assert "📎 factura.pdf" in [button.text for button in push.buttons]
    await world.phone("luis").send_photo(reply_to=push)
    await world.phone("luis").wait("Comentario guardado")
    assert await attached(world, task) == [("DOCUMENT", "factura.pdf"), ("PHOTO", None)]


async def test_a_file_in_answer_to_what_was_sent_again_is_a_comment(world, task):
    await attach(world, task)
    card = await world.says("luis", f"/tarea {task.id}", "📎")
    await world.phone("luis").wait_answer(await world.phone("luis").press(card, "📎 factura.pdf"))
    await world.quiet()
    await world.replies("luis", world.phone("luis").messages[-1], "Falta la firma", "Comentario guardado")
    assert await world.comments(task) == ["📎 factura.pdf", "Falta la firma"]


async def test_a_file_answers_the_question_for_a_comment_without_being_a_reply(world, task):
    card = await world.says("ana", f"/tarea {task.id}", "Responsables")
    await world.taps("ana", card, "💬 Comentar")
    await world.phone("ana").send_photo()
    await world.phone("ana").wait("Comentario guardado")
    assert await world.comments(task) == ["📎 foto"]


async def test_an_item_a_survey_and_a_red_take_files(world, task):
    log = await world.open_log("ana")
    item = await world.taps("ana", await world.says("ana", "/hoy"), f"🟢 #{task.id} · 0\u00a0%")
    await world.phone("ana").send_photo(reply_to=item)
    below = await world.phone("ana").wait("Comentario guardado")
    why = await world.taps("ana", below, "🔴")
    await world.phone("ana").send_photo(caption="Falta @luis", reply_to=why)
    await world.phone("ana").wait("Motivo guardado")
    assert await world.comments(task) == ["📎 foto", "Falta @luis"]
    assert len(await attached(world, task)) == 2
    assert log.items[0].task_id == task.id


async def test_a_file_that_telegram_no_longer_has_is_said(world, task):
    await attach(world, task)
    comment = (await world.operate(tasks.list_comments, task.id))[0]
    (file,) = await world.operate(tasks.get_files, task.id, comment.id)
    world.sandbox.lose_file(file.file_id)
    card = await world.says("luis", f"/tarea {task.id}", "📎")
    await world.taps("luis", card, "📎 factura.pdf", notice=GONE, alert=True)


async def test_who_takes_no_voice_messages_is_told_why_there_is_none(world, task):
    await attach(world, task, kind="voice")
    world.sandbox.faults.refuse(400, "Bad Request: VOICE_MESSAGES_FORBIDDEN", method="sendVoice")
    card = await world.says("luis", f"/tarea {task.id}", "📎")
    await world.taps("luis", card, "📎 nota de voz", notice_has="no acepta notas de voz", alert=True)


async def test_nobody_is_sent_a_file_of_a_task_that_they_may_not_read(world, task):
    await attach(world, task)
    comment = (await world.operate(tasks.list_comments, task.id))[0]
    shown, answer = await world.forges("pablo", f"1:TF:{task.id}:{comment.id}")
    assert answer.show_alert
    assert "November" in shown.text
    assert not any("document" in each.raw for each in world.phone("pablo").messages)


@pytest.mark.parametrize(("caption", "words"), [("/comentar 1 Así quedó", "Así quedó"), ("/comment 1", "📎 foto")])
async def test_a_file_over_the_command_to_comment_comes_with_the_comment(world, task, caption, words):
    await world.phone("ana").send_photo(caption=caption)
    await world.phone("ana").wait("Comentario guardado")
    assert await world.comments(task) == [words]
    assert await attached(world, task) == [("PHOTO", None)]
    await world.phone("ana").send_photo(caption="/comentar 99999999999 x")
    await world.phone("ana").wait("No encuentro la tarea")


class TestWithoutATask:
    @pytest.fixture
    async def others(self, world, task):
        return [await world.task("ana", by="lucia", text=text) for text in ("Fotos de producto", "Factura de Lomas")]

    async def test_a_tap_on_the_task_that_the_caption_names_keeps_words_and_file_there(self, world, task, others):
        await world.phone("ana").send_photo(caption="aquí la factura de lomas con sello")
        asked = await world.heard("ana", "¿De qué tarea es?")
        assert asked.keyboard[0] == [f"#{others[1].id} · Factura de Lomas"]
        assert len(asked.keyboard) == 4
        await world.taps("ana", asked, f"#{others[1].id} · Factura de Lomas", notice="✅ Guardado")
        assert await world.comments(others[1]) == ["aquí la factura de lomas con sello"]
        assert await attached(world, others[1]) == [("PHOTO", None)]
        assert await world.comments(task) == []

    async def test_the_task_may_be_said(self, world, task, others):
        await world.phone("ana").send_photo()
        await world.heard("ana", "¿De qué tarea es?")
        await world.says("ana", "la de las fotos", "Fotos de producto")
        await world.says("ana", "sí", "Guardado")
        assert await attached(world, others[0]) == [("PHOTO", None)]

    async def test_words_that_name_none_ask_again_and_keep_the_file(self, world, task, others):
        await world.phone("ana").send_photo()
        asked = await world.heard("ana", "¿De qué tarea es?")
        await world.says("ana", "la de los unicornios", "No encuentro esa tarea")
        await world.taps("ana", asked, f"#{task.id} · Revisar contrato")
        assert await attached(world, task) == [("PHOTO", None)]

    async def test_a_caption_that_reports_is_the_report_with_the_file(self, world, task, others):
        await world.phone("ana").send_photo(caption="la última de las fotos de producto, ya quedaron")
        await world.heard("ana", f"📎 foto va en la #{others[0].id}.")
        assert await attached(world, others[0]) == [("PHOTO", None)]
        log = await world.open_log("ana")
        assert [item.porcentaje for item in log.items if item.task_id == others[0].id] == [100]

    async def test_a_caption_that_wants_something_else_is_done_and_says_that_the_file_is_not_kept(self, world, task):
        await world.phone("ana").send_photo(caption="agenda junta con luis mañana a las 10")
        await world.heard("ana", "El archivo no lo guardé")

    async def test_a_voice_note_is_kept_though_nobody_hears_it_here(self, world, task):
        await world.phone("ana").send_document(b"x", kind="voice", name="x")
        await world.heard("ana", "Aquí no puedo escucharla")

    async def test_another_ones_draft_is_not_saved(self, world, task):
        await world.phone("ana").send_photo()
        await world.heard("ana", "¿De qué tarea es?")
        _, answer = await world.forges("luis", f"1:DK:1:{task.id}")
        assert answer.show_alert
        assert await world.comments(task) == []


async def test_words_under_a_file_that_nothing_reads_are_not_a_task(world):
    await world.phone("ana").send_photo(caption="mira el error")
    await world.heard("ana", "¿De qué tarea es?")
