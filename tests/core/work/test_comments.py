"""Comments: by whoever sees the task, changed by their author."""

import pytest

from core.application.requests import build
from core.base.errors import Code
from core.records.work import Attachment, AttachmentKind, TelegramFile
from core.work import tasks
from core.work.tasks import CommentRequest, Discussion
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, ROBOT, ROOT
from tests.core.refusals import forbidden, not_found
from tests.core.world import NOW, STRANGER_ID


@pytest.fixture
async def given(world):
    """Pablo's task, with Ana on it, led by Marta."""
    task = await world.task(PABLO, leaderUserId=MARTA)
    return await world.team_edit(ROOT, task, responsibleUserIds=[ANA])


@pytest.mark.parametrize("who", [PABLO, ANA, MARTA, LUCIA, ROOT, ROBOT])
async def test_whoever_sees_the_task_comments_and_reads_comments(world, given, who):
    made = await world.comment(who, given, " text ")
    assert (made.task_id, made.comentario, made.created_by_user_id) == (given.id, " text ", who)
    assert made.created_at == made.updated_at == NOW
    assert await world.run(who, tasks.list_comments, given.id) == [made]


PHOTO = TelegramFile(AttachmentKind.PHOTO, None, "AgAC-1")
INVOICE = TelegramFile(AttachmentKind.DOCUMENT, "factura.pdf", "BQAC-2")
FILES = ([PHOTO], [], [INVOICE, PHOTO])


async def test_files_are_kept_with_their_comment_for_those_who_see_the_task(world, given):
    request = build(CommentRequest, {"comentario": "La factura"})
    made = [await world.run(PABLO, tasks.add_comment, given.id, request, files) for files in FILES]
    first, _, last = (each.id for each in made)
    shown = [Attachment(f"{first}-0", first, PHOTO.kind, None)]
    shown.append(Attachment(f"{last}-0", last, INVOICE.kind, "factura.pdf"))
    shown.append(Attachment(f"{last}-1", last, PHOTO.kind, None))
    for who in (PABLO, ANA, MARTA, LUCIA, ROOT):
        assert await world.run(who, tasks.list_attachments, given.id) == shown
        assert await world.run(who, tasks.list_attachments, given.id, made[0].id) == shown[1:]
        assert await world.run(who, tasks.get_files, given.id, last) == [INVOICE, PHOTO]
        assert await world.run(who, tasks.get_attachment, given.id, f"{last}-0") == INVOICE
    one = tasks.get_attachment, f"{last}-0"
    for use_case, *more in ((tasks.list_attachments,), (tasks.get_files, last), one):
        with not_found(Code.TASK_NOT_FOUND, id=given.id):
            await world.run(LUIS, use_case, given.id, *more)
    with not_found(Code.COMMENT_NOT_FOUND, id=made[1].id):
        await world.run(ANA, tasks.get_files, given.id, made[1].id)
    for missing in (f"{last}-2", f"{made[1].id}-0", "x"):
        with not_found(Code.ATTACHMENT_NOT_FOUND, id=missing):
            await world.run(ANA, tasks.get_attachment, given.id, missing)


async def test_they_are_listed_oldest_first_and_the_last_are_told_with_how_many_there_are(world, given):
    assert await world.run(ANA, tasks.discussion, given.id, 2) == Discussion(0, [])
    made = [await world.comment(who, given) for who in (ANA, PABLO, ANA)]
    assert await world.run(ANA, tasks.discussion, given.id, 2) == Discussion(3, made[1:])
    assert await world.run(ANA, tasks.list_comments, given.id) == made
    with not_found(Code.TASK_NOT_FOUND, id=given.id):
        await world.run(LUIS, tasks.discussion, given.id, 2)


async def test_editing_moves_the_comments_own_instant_only(world, given):
    made = await world.comment(ANA, given)
    later = world.clock.advance(minutes=5)
    edited = await world.edit_comment(ANA, given.id, made.id, "Other")
    assert (edited.comentario, edited.created_at, edited.updated_at) == ("Other", NOW, later)
    assert await world.run(ANA, tasks.list_comments, given.id) == [edited]
    assert (await world.get(ANA, given)).ultimo_comentario_fecha == NOW


@pytest.mark.parametrize("who", [PABLO, MARTA, LUCIA, ROBOT])
async def test_another_persons_comment_is_not_ones_own_to_edit(world, given, who):
    made = await world.comment(ANA, given)
    with forbidden():
        await world.edit_comment(who, given.id, made.id)
    assert await world.run(ANA, tasks.list_comments, given.id) == [made]


async def test_an_admin_edits_anyones_comment_which_stays_its_authors(world, given):
    made = await world.comment(ANA, given)
    edited = await world.edit_comment(ROOT, given.id, made.id, "Other")
    assert (edited.comentario, edited.created_by_user_id) == ("Other", ANA)


async def test_an_unknown_comment_and_one_of_another_task_are_not_found(world, given):
    other, made = await world.task(ANA), await world.comment(ANA, given)
    for task, comment_id in ((other, made.id), *((given, unknown) for unknown in (STRANGER_ID, 0, -1))):
        for who in (ANA, ROOT):
            with not_found(Code.COMMENT_NOT_FOUND, id=comment_id):
                await world.edit_comment(who, task.id, comment_id)
    assert await world.run(ANA, tasks.list_comments, other.id) == []


async def test_an_author_who_no_longer_sees_the_task_does_not_edit(world, given):
    made = await world.comment(ANA, given)
    await world.team_edit(ROOT, given, responsibleUserIds=[PABLO])
    with not_found(Code.TASK_NOT_FOUND):
        await world.edit_comment(ANA, given.id, made.id)


async def test_a_closed_task_takes_comments(world, given):
    await world.edit(PABLO, given, estatus="CERRADA")
    assert (await world.comment(ANA, given)).id
